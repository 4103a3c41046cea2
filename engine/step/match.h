#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Finds for each contact the multipliers it had in the last step: data.warm (zero for new contacts) and data.matched.
/// Tangential and rolling multipliers are projected onto the new contact plane; all are scaled when the time step
/// changed.
void matchContacts(const World& world, StepData& data);

}  // namespace scree
