#include "engine/snapshot/asked_solver.h"

#include <algorithm>

namespace scree {

std::optional<float> AskedSolver::speedOf(ParticleId id) const {
  const auto at = std::ranges::lower_bound(ids, id);
  if (at == ids.end() || *at != id) {
    return std::nullopt;
  }
  return speeds[static_cast<std::size_t>(at - ids.begin())];
}

}  // namespace scree
