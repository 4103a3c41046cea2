#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/contacts/pairs.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Raises the substeps of the step where the contacts of bodies which forces move, or of grains far heavier than those
/// that they fall on, ask for more, up to settings::kMostSubstepsUnderLoad, and ContactHistory::substepRate with them.
/// What is heavy presses few light grains, where their contacts are limited (stiffness_limit.h), deeper than its weight
/// or its fall would: its mass is known before it does, so that the step in which it lands has the substeps that it
/// takes. The measure of the last step knows loads only once they are there. Looks at the contacts of `data` as the
/// step begins.
void takeSubstepsForLoads(World& world, const Extremes& extremes, StepContext& context, const ContactList& list);

}  // namespace scree
