#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Makes the contacts of this step from the pairs and from particles near shapes, with the data of their laws
/// (method.md 4, stage 2), in the order of their keys. With substeps the list has also what may come to touch within
/// the step; their gaps are positive.
void makeContacts(const World& world, StepData& data);

/// Gaps, normals and surface velocities of the contacts for the particles and bodies as they are now, `time` seconds
/// after the start of the step.
void followContacts(const World& world, double time, StepData& data);

}  // namespace scree
