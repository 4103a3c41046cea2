#pragma once

#include <algorithm>
#include <cmath>

namespace scree {

/// Substeps of a step in which so many sweeps from a warm start set no bed swinging, however deep: k h²/m <= N, with h
/// the time step over them (substep_count.h has the reason). `stiffness` is k Δt²/m of the whole step; not rounded.
inline double substepsNeeded(double stiffness, int sweeps) { return std::sqrt(std::max(0.0, stiffness) / sweeps); }

}  // namespace scree
