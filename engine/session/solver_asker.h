#pragma once

#include <atomic>

#include "engine/session/asker.h"
#include "engine/snapshot/asked_solver.h"
#include "engine/world/world.h"

namespace scree {

/// The question how large the error of the solver is now: solverErrorNow().
struct SolverQuestion {
  using Answer = AskedSolver;

  static bool isNeeded(const World& world) { return world.particles.size() > 0; }
  static AskedSolver emptyAnswer(const World& world);
  /// Fills the answer about a world whose members are placed.
  static void answer(const World& world, const std::atomic<int>& interrupt, AskedSolver& answer);
};

using SolverAsker = Asker<SolverQuestion>;

}  // namespace scree
