#include "engine/settings/collision_time.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/settings/settings_constants.h"

namespace scree {

double HertzCollision::stiffness(double mass, double speed) const {
  return mass / (time * time * std::sqrt(time) * std::sqrt(speed));
}

HertzCollision hertzCollision(double restitution, double duration) {
  using namespace settings;
  const double log = std::log(std::clamp(restitution, kLeastStretched, 1.0));
  const double eta = log * log;
  const double half = 0.5 * kDecayOfCollisions * eta;
  const double sum = kSlopeOfRestitution * kSlopeOfRestitution + eta;
  const double lambda = (std::sqrt(half * half + sum * eta) - half) / sum;
  const double part = std::sqrt(1.0 - lambda * (kShortening + kShorteningSquare * lambda));
  return {.damping = lambda, .time = duration * part / kElasticDuration};
}

StretchedLaw stretchedLaw(bool isHertz, double restitution, double duration) {
  StretchedLaw law{.duration = duration, .isHertz = isHertz};
  if (!law.isOn()) {
    return law;
  }
  if (isHertz) {
    law.collision = hertzCollision(restitution, duration);
    // At the overlap z of the unit: dF/dδ = 1.5 √z m/t*².
    law.slope = 1.5 * std::sqrt(settings::kStraightFrom) / (law.collision.time * law.collision.time);
  } else {
    const double log = std::log(std::clamp(restitution, settings::kLeastStretched, 1.0));
    law.slope = (std::numbers::pi * std::numbers::pi + log * log) / (duration * duration);
  }
  return law;
}

}  // namespace scree
