#include "engine/merging/quarantine.h"

namespace scree {

bool stirs(const ReductionLimits& limits, double rise, const Vec3& normal, const Slip& slip, double timeStep) {
  return rise > 1.0 && !isQuiet(limits, normal, {rise * slip.velocity, rise * slip.spin}, nullptr, timeStep);
}

}  // namespace scree
