#pragma once

#include "engine/solver/pgs.h"

namespace scree {

/// Nonsmooth nonlinear conjugate gradient (Silcowitz-Niebe, Niebe and Erleben 2010): Gauss-Seidel sweeps as the
/// gradient of a Fletcher-Reeves iteration that restarts when the gradient grows. Takes and returns what solvePgs does;
/// a sweep costs about 1.6 of its, and about five times fewer reach a given error from a cold start. The residual of a
/// sweep is that of its Gauss-Seidel part.
PgsResult solveNncg(std::vector<ContactRows<double>>& rows, std::vector<SolverBody<double>>& bodies,
                    const PgsOptions& options, ResidualHistory& history);

}  // namespace scree
