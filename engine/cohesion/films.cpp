#include "engine/cohesion/films.h"

#include <algorithm>
#include <cmath>

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

}  // namespace scree
