#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Raises the substeps of the step where the contacts of bodies which forces move ask for more, up to
/// kMostSubstepsUnderLoad, and ContactHistory::substepRate with them. A heavy body on few light grains presses them,
/// where their contacts are limited (stiffness_limit.h), deeper than its weight or its fall would: its mass is known
/// before it does, so that the step in which it lands has the substeps that it takes. The measure of the last step
/// knows loads only once they are there. Looks at the contacts of `data` as the step begins; nothing to do where no
/// body is moved by forces and no aggregate floats.
void takeSubstepsForBodies(World& world, StepData& data);

}  // namespace scree
