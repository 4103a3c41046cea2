#pragma once

#include "engine/world/world.h"

namespace scree {

/// Shares the liquid of bridges that broke in the last step: half to each grain, so that water goes to the grain that
/// gave less (METHOD.md 3.9), and forgets them. Grains in floating aggregates keep what they have.
void shareBrokenBridges(World& world);

}  // namespace scree
