#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Finds for each contact the multipliers it had in the last step: data.warm (zero for new contacts) and data.matched.
/// Tangential and rolling multipliers are projected onto the new contact plane; all are scaled when the time step
/// changed.
void matchContacts(const World& world, StepData& data);

/// The multipliers of the last substep as the start of the next one, on its contact planes.
void carryMultipliers(StepData& data);

/// Keeps the multipliers of the step's last solve for the next step. What a rebound left says nothing of it.
void keepHistory(World& world, const StepData& data);

}  // namespace scree
