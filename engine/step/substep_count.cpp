#include "engine/step/substep_count.h"

#include <algorithm>
#include <cmath>

#include "engine/world/substeps_needed.h"

namespace scree {

int substepsOf(const World& world) {
  const Parameters& p = world.parameters;
  if (p.substeps == 1 || p.mostSubsteps <= p.substeps) {
    return p.substeps;
  }
  const double needed = substepsNeeded(p.timeStep * p.timeStep * world.history.stiffness, p.sweeps);
  return static_cast<int>(std::ceil(std::clamp<double>(needed, p.substeps, p.mostSubsteps)));
}

}  // namespace scree
