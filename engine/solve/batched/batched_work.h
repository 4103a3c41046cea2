#pragma once

#include <span>
#include <vector>

#include "engine/solve/batched/batched_problem.h"
#include "engine/solve/batched/coupling_data.h"

namespace scree {

/// Working storage of the batched solver. Not state, and what it keeps from step to step changes no result.
struct BatchedWork {
  BatchedProblem problem;
  CouplingData coupling;  ///< of particles with dynamic bodies
};

/// How the aggregates move in the last substep, by index; nothing before the first step.
inline std::span<const CarrierMotion> lastMotions(const BatchedWork& batched) {
  const std::vector<std::vector<CarrierMotion>>& carriers = batched.problem.carriers;
  return carriers.empty() ? std::span<const CarrierMotion>() : std::span<const CarrierMotion>(carriers.back());
}

}  // namespace scree
