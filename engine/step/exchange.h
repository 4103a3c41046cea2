#pragma once

#include <vector>

#include "engine/contacts/contact_list.h"
#include "engine/granulation/granulation_events.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Brings the set of particles up to date before a step: takes out particles that are not finite, faster than
/// stepping::kSpeedLimit or out of bounds (each recorded in world.faults) and particles in sinks; lets emitters add
/// particles. Slots change here only. Opens the step's energy account: StepReport::energyBefore,
/// StepReport::gravityWork. Begins the list of the step's granulation events.
void exchangeParticles(World& world, const StepContext& context, ContactList& list, StepReport& report,
                       GranulationEvents& events);

}  // namespace scree
