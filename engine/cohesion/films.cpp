#include "engine/cohesion/films.h"

#include <algorithm>
#include <cmath>

#include "engine/cohesion/bridge_curve.h"
#include "engine/cohesion/cohesion_constants.h"
#include "engine/world/placement.h"

namespace scree {

double filmVolume(const World& world, std::uint32_t slot) {
  const GranulationLaws& laws = world.granulation.laws;
  const double water = world.particles.water[slot];
  const double dry = world.particles.mass[slot] - water;
  return std::max(0.0, water - laws.heldMoisture * dry) / laws.liquidDensity;
}

std::vector<double> freeFilms(const World& world) {
  std::vector<double> films(world.particles.size());
  for (std::uint32_t slot = 0; slot < films.size(); ++slot) {
    films[slot] = filmVolume(world, slot);
  }
  const auto take = [&](ParticleId id, double volume) {
    if (const auto slot = slotOf(world, id)) {
      films[*slot] = std::max(0.0, films[*slot] - volume);
    }
  };
  for (const Bridge& bridge : world.bridges) {
    take(bridge.key.a, bridge.first);
    if (!bridge.key.isBoundary()) {
      take(static_cast<ParticleId>(bridge.key.b), bridge.volume - bridge.first);
    }
  }
  return films;
}

double sharedFilm(double own, double other) {
  const double sine = other / (own + other);
  return 0.5 * (1.0 - std::sqrt(1.0 - sine * sine));
}

double roundedBridge(double volume, double effectiveRadius) {
  const double radius = 2.0 * effectiveRadius;
  if (!(volume > cohesion::kLeastBridge * radius * radius * radius)) {
    return 0.0;
  }
  return std::exp2(std::floor(cohesion::kVolumesAnOctave * std::log2(volume)) / cohesion::kVolumesAnOctave);
}

namespace {

/// Work that pulls the sides of a bridge apart [J]; 0 where one of the two is gone.
double workOf(const World& world, const Bridge& bridge) {
  const Particles& p = world.particles;
  const auto a = slotOf(world, bridge.key.a);
  if (!a || bridge.isBroken) {
    return 0.0;
  }
  if (bridge.key.isBoundary()) {
    const MaterialIndex other = world.bodies[bridge.key.body()].shapes[bridge.key.shape()].material;
    const Cohesion& law = world.materials.pair(p.material[*a], other).cohesion;
    return law.hasBridges() ? BridgeCurve(law, p.radius[*a], bridge.volume).work(0.0) : 0.0;
  }
  const auto b = slotOf(world, static_cast<ParticleId>(bridge.key.b));
  if (!b) {
    return 0.0;
  }
  const Cohesion& law = world.materials.pair(p.material[*a], p.material[*b]).cohesion;
  const double radius = p.radius[*a] * (p.radius[*b] / (p.radius[*a] + p.radius[*b]));
  const Vec3 apart = world.periodic.nearest(positionOf(world, *b) - positionOf(world, *a));
  const double gap = apart.norm() - p.radius[*a] - p.radius[*b];
  return law.hasBridges() ? BridgeCurve(law, radius, bridge.volume).work(gap) : 0.0;
}

}  // namespace

void takeBridgesOf(World& world, std::span<const std::size_t> slots) {
  if (world.bridges.empty() || slots.empty()) {
    return;
  }
  const auto isLeaving = [&](ParticleId id) {
    const auto slot = slotOf(world, id);
    return slot && std::ranges::binary_search(slots, std::size_t{*slot});
  };
  std::erase_if(world.bridges, [&](const Bridge& bridge) {
    if (!isLeaving(bridge.key.a) && (bridge.key.isBoundary() || !isLeaving(static_cast<ParticleId>(bridge.key.b)))) {
      return false;
    }
    const double work = workOf(world, bridge);
    world.budget.cohesive += work;
    world.budget.totalLeft -= work;
    return true;
  });
}

}  // namespace scree
