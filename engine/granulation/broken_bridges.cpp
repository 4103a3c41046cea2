#include "engine/granulation/broken_bridges.h"

#include <algorithm>
#include <cmath>

#include "engine/granulation/grain_change.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

/// Moves water between two grains, as much of it as the one has [kg].
void moveWater(World& world, std::uint32_t from, std::uint32_t to, double amount) {
  Particles& p = world.particles;
  amount = std::min(amount, p.water[from]);
  if (!(amount > 0.0) || isAfloat(world, from) || isAfloat(world, to)) {
    return;
  }
  p.water[from] -= amount;
  p.water[to] += amount;
  changeGrain(world, from, p.mass[from] - amount, p.radius[from]);
  changeGrain(world, to, p.mass[to] + amount, p.radius[to]);
  world.granulation.sums.exchanged += amount;
}

}  // namespace

void shareBrokenBridges(World& world) {
  for (const Bridge& bridge : world.bridges) {
    if (!bridge.isBroken || bridge.key.isBoundary()) {
      continue;
    }
    const auto a = slotOf(world, bridge.key.a);
    const auto b = slotOf(world, static_cast<ParticleId>(bridge.key.b));
    if (!a || !b) {
      continue;
    }
    // Mass that the first gave beyond half; below 0: the second.
    const double more = world.granulation.laws.liquidDensity * (bridge.first - 0.5 * bridge.volume);
    moveWater(world, more > 0.0 ? *a : *b, more > 0.0 ? *b : *a, std::abs(more));
  }
  std::erase_if(world.bridges, [](const Bridge& bridge) { return bridge.isBroken; });
}

}  // namespace scree
