#include "engine/world/pull.h"

#include <algorithm>

namespace scree {

double pullStiffness(double mass, double diameter, double gravity, double timeStep, double strength) {
  constexpr double kEarth = 9.81;  // m/s²
  const double weight = mass * (gravity > 0.0 ? gravity : kEarth);
  return std::min(strength * weight / diameter, mass / (timeStep * timeStep));
}

}  // namespace scree
