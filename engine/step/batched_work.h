#pragma once

#include "engine/step/batched_problem.h"
#include "engine/step/coupling_data.h"

namespace scree {

/// Working storage of the batched solver. Not state, and what it keeps from step to step changes no result.
struct BatchedWork {
  BatchedProblem problem;
  CouplingData coupling;  ///< of particles with dynamic bodies
};

}  // namespace scree
