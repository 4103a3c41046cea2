#include "engine/step/substep_count.h"

#include <algorithm>
#include <cmath>

#include "engine/settings/settings_constants.h"
#include "engine/settings/substeps_needed.h"
#include "engine/solve/smooth/smooth_constants.h"
#include "engine/solve/smooth/stable_step.h"
#include "engine/step/step_constants.h"

namespace scree {

int substepsOf(const World& world) {
  const Parameters& p = world.parameters;
  if (p.method == Method::smooth) {
    return static_cast<int>(std::min(smoothSubsteps(world), smooth::kMostSubsteps));
  }
  if (p.substeps == 1 || p.mostSubsteps <= p.substeps) {
    return p.substeps;
  }
  const double needed = substepsNeeded(p.timeStep * p.timeStep * world.history.stiffness, p.sweeps);
  const double quiet = std::clamp<double>(needed, p.substeps, p.mostSubsteps);
  // A rate that is no number asks for nothing.
  const double firm = std::min<double>(p.timeStep * world.history.substepRate, settings::kMostSubstepsUnderLoad);
  return static_cast<int>(std::ceil((1.0 - stepping::kCountRoundOff) * (firm > quiet ? firm : quiet)));
}

}  // namespace scree
