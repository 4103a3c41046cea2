#pragma once

#include "engine/cohesion/attractions.h"
#include "engine/world/world.h"

namespace scree {

/// Contact as an aggregate keeps it, of particles that have joined it: forces are multipliers times `perTime` [1/s],
/// and the attraction, or null, is that of the gap. `gap` is that of a contact with a surface [m]; of two particles it
/// is where they are now.
KeptContact keptContactOf(const World& world, double perTime, const Contact& contact, const Multipliers& multipliers,
                          const Attraction* attraction, double gap);

}  // namespace scree
