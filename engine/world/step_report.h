#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/residuals.h"
#include "engine/world/aggregates.h"
#include "engine/world/stage_times.h"

namespace scree {

/// Contacts of each particle, by slot.
struct Touches {
  std::vector<std::uint16_t> counts;  ///< of contacts
  std::vector<float> overlaps;        ///< the largest, over the particle's diameter
};

/// Numbers of a step for reports, plots and the window. No later step depends on them.
struct StepReport {
  StageTimes times;

  // Solver
  int sweeps = 0;                   ///< of all continuous solves of the step
  int impactSweeps = 0;             ///< of its impact stages
  std::uint64_t contactSweeps = 0;  ///< sum over the continuous sweeps of the contacts in them
  std::size_t impactCount = 0;      ///< contacts that approached faster than the impact speed, over all substeps
  ResidualHistory impactResiduals;
  ResidualHistory residuals;  ///< of the last substep's continuous solve

  // Reduction
  std::vector<ReductionEvent> events;  ///< merges and splits, in their order
  double reductionLevel = 0.0;         ///< h

  // Energy
  double energyBefore = 0.0;  ///< J: mechanical and elastic, at the start, with what came and without what left
  double gravityWork = 0.0;   ///< J: of a change of gravity since the last step, and of ways through sides along it

  // Particles and contacts at the end of the step
  Touches touches;            ///< of members, as they were when they merged; for others see measureTouches()
  double meanOverlap = 0.0;   ///< <δ/d> over contacts, d the smaller diameter
  double worstOverlap = 0.0;  ///< largest δ/d
  double largestSpeed = 0.0;  ///< m/s
};

}  // namespace scree
