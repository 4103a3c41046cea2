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

/// Convergence of one solver method on one step.
struct MethodCurve {
  std::string name;  ///< names of method and warm start, as "pgs, off"
  Method method = Method::pgs;
  WarmStart warmStart = WarmStart::off;
  ResidualHistory residuals;  ///< residuals of the continuous stage, one a sweep
  std::size_t contacts = 0;
  double seconds = 0.0;  ///< wall time of the solve stage [s], the best of several runs for short ones
};

/// Convergence of all compared methods on copies of one step.
struct MethodComparison {
  std::uint64_t step = 0;  ///< number of the step
  double time = 0.0;       ///< simulated time before the step [s]
  int sweeps = 0;          ///< sweeps of each method
  std::vector<MethodCurve> curves;
};

/// Takes the next step on copies of `world`, once with each of: pgs from zero, from history with the present factor and
/// adaptively; nncg from zero and adaptively; the scalar reference from zero. Each run does exactly `sweeps` sweeps in
/// one substep, with dynamic bodies as prescribed ones; every other parameter of the solver is that of the world.
/// `world` stays as it is. `threads` may be null. When `interrupt` turns non-zero the run under way is given up and the
/// curves finished so far are returned; their number is in `done` on the way.
std::vector<MethodCurve> compareMethods(const World& world, int sweeps, ThreadPool* threads,
                                        const std::atomic<int>* interrupt = nullptr, std::atomic<int>* done = nullptr);

/// Number of curves of an uninterrupted comparison.
int comparedMethods();

}  // namespace scree
