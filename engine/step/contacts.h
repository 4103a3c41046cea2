#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Makes the contacts of this step from the pairs and from particles touching shapes, with the data of their laws
/// (method.md 4, stage 2), in the order of their keys.
void makeContacts(const World& world, StepData& data);

}  // namespace scree
