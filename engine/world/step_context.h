#pragma once

#include <atomic>

#include "engine/world/pull.h"

namespace scree {

class ThreadPool;

/// Threads, division in time and pull of a step, for all its stages.
struct StepContext {
  // Given by the caller of step():
  ThreadPool* threads = nullptr;                ///< null: one thread. Results do not depend on it
  const std::atomic<int>* interrupt = nullptr;  ///< not 0: stops a solve between sweeps; the world is then mid-step
  bool traceResiduals = false;                  ///< record every sweep of the last substep, not only the last one

  // Set by step():
  int substeps = 1;          ///< of the step, or of its part at hand
  double substepTime = 0.0;  ///< s
  double farthest = 1.0;     ///< way up to which pairs of particles are looked for in the part [radii]
  PulledParticle pulled;     ///< by the user, in this step
};

}  // namespace scree
