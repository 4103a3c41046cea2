#pragma once

#include "engine/granulation/granulation_events.h"
#include "engine/world/world.h"

namespace scree {

/// Feeds the zones of fines and lets grains in them take up fines by the law of layering; what there is not enough of
/// is shared in proportion. A grain grows by the volume of what it takes up, at the density of layers (METHOD.md 21.2).
/// Adds the growth to the events.
void layerFines(World& world, GranulationEvents& events);

/// Shares what sprays give in the step among the grains in them, by their cross-sections; without a grain there it
/// misses.
void sprayWater(World& world);

/// Lets water go between grains that touch towards equal moisture (METHOD.md 21.3); every few steps for as many.
void exchangeMoisture(World& world);

}  // namespace scree
