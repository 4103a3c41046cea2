#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Brings the set of particles up to date before a step: takes out those that are not finite, absurdly fast or out of
/// bounds (each recorded in world.troubles) and those inside sinks; lets the emitters add theirs. Opens the step's
/// energy account: StepReport::energyBefore, StepReport::gravityWork.
void exchangeParticles(World& world, const StepContext& context, ContactList& list, StepReport& report);

}  // namespace scree
