#pragma once

#include <span>
#include <vector>

#include "engine/solve/batched/batched_problem.h"
#include "engine/solve/batched/coupling_data.h"

namespace scree {

/// Working storage of the batched solver. Not state: the parts that are kept from step to step change no result.
struct BatchedWork {
  BatchedProblem problem;
  CouplingData coupling;  ///< coupling of particles with dynamic bodies
};

/// Motions of the aggregates in the last substep, by index; empty before the first step.
inline std::span<const CarrierMotion> lastMotions(const BatchedWork& batched) {
  const std::vector<std::vector<CarrierMotion>>& carriers = batched.problem.carriers;
  return carriers.empty() ? std::span<const CarrierMotion>() : std::span<const CarrierMotion>(carriers.back());
}

}  // namespace scree
