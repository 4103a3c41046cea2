#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/residuals.h"
#include "engine/settings/parameters.h"
#include "engine/world/world.h"

namespace scree {

class ThreadPool;

/// How one method converged on one step.
struct MethodCurve {
  std::string name;  ///< "pgs, off": the names of method and warm start
  Method method = Method::pgs;
  WarmStart warmStart = WarmStart::off;
  ResidualHistory residuals;  ///< of the continuous stage, one a sweep
  std::size_t contacts = 0;
  double seconds = 0.0;  ///< wall time of the solve stage, the best of several for short ones
};

/// All methods on copies of one step.
struct MethodComparison {
  std::uint64_t step = 0;  ///< number of the step that was taken on the copies
  double time = 0.0;       ///< simulated time before it [s]
  int sweeps = 0;          ///< asked for
  std::vector<MethodCurve> curves;
};

/// Takes the next step on copies of `world`, once with each of: pgs from zero, from history with the present factor and
/// adaptively; nncg from zero and adaptively; the scalar reference from zero. Each does exactly `sweeps` sweeps in one
/// substep; every other parameter is the world's. `world` stays as it is. `threads` may be null. When `interrupt` turns
/// non-zero the method under way is given up and the curves finished so far are returned.
std::vector<MethodCurve> compareMethods(const World& world, int sweeps, ThreadPool* threads,
                                        const std::atomic<int>* interrupt = nullptr);

/// Number of curves that an uninterrupted comparison has.
int comparedMethods();

}  // namespace scree
