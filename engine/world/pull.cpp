#include "engine/world/pull.h"

#include <algorithm>

#include "engine/world/earth.h"

namespace scree {

double pullStiffness(double mass, double diameter, double gravity, double timeStep, double strength) {
  const double weight = mass * gravityOfHands(gravity);
  return std::min(strength * weight / diameter, mass / (timeStep * timeStep));
}

}  // namespace scree
