#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/contacts/pairs.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Raises the substeps of the step, up to settings::kMostSubstepsUnderLoad, and ContactHistory::substepRate with them,
/// for the loads of dynamic bodies, and of grains far heavier than the grains that they fall on (METHOD.md 8.3). A
/// heavy body on few light grains presses limited contacts (stiffness_limit.h) deeper than the law says; its mass is
/// known before it lands, while the measure of the last step knows a load only once it is there. Reads the contacts of
/// `list` as the step begins.
void takeSubstepsForLoads(World& world, const Extremes& extremes, StepContext& context, const ContactList& list);

}  // namespace scree
