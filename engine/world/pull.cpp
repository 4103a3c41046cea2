#include "engine/world/pull.h"

#include <algorithm>

#include "engine/world/earth.h"

namespace scree {

std::optional<std::uint32_t> pulledSlot(const std::optional<Pull>& pull, std::span<const ParticleId> ids) {
  if (!pull || pull->grip) {
    return std::nullopt;
  }
  const auto at = std::lower_bound(ids.begin(), ids.end(), pull->particle);
  if (at == ids.end() || *at != pull->particle) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(at - ids.begin());
}

double pullStiffness(double mass, double diameter, double gravity, double timeStep, double strength) {
  const double weight = mass * gravityOfHands(gravity);
  return std::min(strength * weight / diameter, mass / (timeStep * timeStep));
}

}  // namespace scree
