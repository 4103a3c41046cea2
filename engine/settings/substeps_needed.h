#pragma once

#include <algorithm>
#include <cmath>

namespace scree {

/// Substeps of a step in which N = `sweeps` from a warm start set no bed swinging: k h²/m <= N, h being the length of a
/// substep (METHOD.md 5.8; the reason is in substep_count.h). `stiffness` is k Δt²/m of the whole step [1]. Not
/// rounded; 0 without stiffness.
inline double substepsNeeded(double stiffness, int sweeps) { return std::sqrt(std::max(0.0, stiffness) / sweeps); }

}  // namespace scree
