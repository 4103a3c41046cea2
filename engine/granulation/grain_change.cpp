#include "engine/granulation/grain_change.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/aggregates/membership.h"
#include "engine/world/placement.h"

namespace scree {

double kineticOf(const World& world, std::uint32_t slot) {
  const Particles& p = world.particles;
  return 0.5 *
         (p.mass[slot] * p.velocity[slot].squaredNorm() + p.inertia(slot) * p.angularVelocity[slot].squaredNorm());
}

bool isAfloat(const World& world, std::uint32_t slot) {
  const std::uint32_t index = world.reduction.aggregateOf(slot);
  return index != kFree && world.reduction.aggregates[index].floats();
}

Swelling* swellingOf(World& world, ParticleId id) {
  std::vector<Swelling>& swelling = world.granulation.swelling;
  const auto at = std::ranges::lower_bound(swelling, id, {}, &Swelling::id);
  return at != swelling.end() && at->id == id ? &*at : nullptr;
}

double matterDiameter(const World& world, std::uint32_t slot) {
  const std::vector<Swelling>& swelling = world.granulation.swelling;
  const ParticleId id = world.particles.id[slot];
  const auto at = std::ranges::lower_bound(swelling, id, {}, &Swelling::id);
  return 2.0 * (at != swelling.end() && at->id == id ? at->radius : world.particles.radius[slot]);
}

double radiusOfVolume(double volume) { return std::cbrt(0.75 * volume / std::numbers::pi); }

void changeGrain(World& world, std::uint32_t slot, double mass, double radius) {
  Particles& p = world.particles;
  const double more = mass - p.mass[slot];
  const double potential = -more * world.parameters.gravity.dot(positionOf(world, slot));
  Budget& budget = world.budget;
  if (!world.reduction.isFree(slot)) {
    budget.totalEntered += potential + 0.5 * more * motionOf(world, slot).velocity.squaredNorm();
    resizeMember(world, slot, mass, radius);
    return;
  }
  const double before = kineticOf(world, slot);
  if (more > 0.0) {
    const double inertia = p.inertia(slot);
    p.velocity[slot] *= p.mass[slot] / mass;
    p.mass[slot] = mass;
    p.radius[slot] = radius;
    p.angularVelocity[slot] *= inertia / p.inertia(slot);
    const double lost = before - kineticOf(world, slot);
    budget.totalDissipation += lost;
    world.granulation.sums.energyLost += lost;
    budget.totalEntered += potential;
    return;
  }
  p.mass[slot] = mass;
  p.radius[slot] = radius;
  budget.totalEntered += potential + kineticOf(world, slot) - before;
}

void giveFines(World& world, const Vec3& place, double mass) {
  for (MatterZone& zone : world.granulation.fines) {
    if (zone.contains(place)) {
      zone.stored += mass;
      return;
    }
  }
  world.granulation.looseFines += mass;
}

}  // namespace scree
