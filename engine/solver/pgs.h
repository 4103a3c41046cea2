#pragma once

#include <atomic>

#include "engine/base/residuals.h"
#include "engine/solver/rows.h"

namespace scree {

struct PgsOptions {
  int sweeps = 150;
  double overRelaxation = 1.0;                  ///< of normal rows in all sweeps but the last
  double tangentialRelaxation = 1.0;            ///< of the other rows
  double tolerance = 0.0;                       ///< m/s: stop when every row kind's rms residual is under it; 0 = never
  const std::atomic<int>* interrupt = nullptr;  ///< when it turns true the solve stops after the current sweep
};

struct PgsResult {
  int sweeps = 0;
  bool interrupted = false;
};

/// Projected Gauss-Seidel, forward sweeps in the order of `rows` (METHOD.md 5.2): the clear scalar reference.
/// Updates multipliers and velocities in place; the velocities must already contain M⁻¹ Gᵀ λ of the multipliers given.
/// Appends a residual a sweep to `history`, which is cleared first.
template <typename Real>
PgsResult solvePgs(std::vector<ContactRows<Real>>& rows, std::vector<SolverBody<Real>>& bodies,
                   const PgsOptions& options, ResidualHistory& history);

}  // namespace scree
