#include "engine/step/substep_count.h"

#include <algorithm>
#include <cmath>

namespace scree {

int substepsOf(const World& world) {
  const Parameters& p = world.parameters;
  if (p.substeps == 1 || p.mostSubsteps <= p.substeps) {
    return p.substeps;
  }
  const double needed = p.timeStep * std::sqrt(std::max(0.0, world.history.stiffness) / p.sweeps);
  return static_cast<int>(std::ceil(std::clamp<double>(needed, p.substeps, p.mostSubsteps)));
}

}  // namespace scree
