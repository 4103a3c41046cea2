#include "engine/solver/spook.h"

#include <algorithm>

#include "engine/solver/solver_constants.h"

namespace scree {

SpookFactors spookFactors(double timeStep, double stiffness, double exponent, double dampingTime,
                          double stabilisationSteps) {
  const double tau = std::max(stabilisationSteps * timeStep, dampingTime / exponent);
  const double upsilon = 1.0 / (1.0 + 4.0 * tau / timeStep);
  return {.upsilon = upsilon,
          .rate = 4.0 / (timeStep * exponent),
          .compliance = 4.0 * upsilon / (timeStep * timeStep * exponent * stiffness)};
}

SpookNormal spookNormal(double timeStep, double stiffness, double exponent, double dampingTime,
                        double stabilisationSteps, double overlap, double normalVelocity, double softest) {
  const double tau = std::max(stabilisationSteps * timeStep, dampingTime / exponent);
  const double upsilon = 1.0 / (1.0 + 4.0 * tau / timeStep);
  const double softness = softnessOf(exponent, std::max(overlap, solver::kSmallestOverlap));
  const double ofLaw = 4.0 * upsilon / (timeStep * timeStep * exponent * stiffness * softness);
  return {.compliance = std::max(ofLaw, upsilon * softest),
          .target = upsilon * (4.0 * overlap / (timeStep * exponent) + normalVelocity),
          .upsilon = upsilon,
          .isLimited = ofLaw < upsilon * softest};
}

}  // namespace scree
