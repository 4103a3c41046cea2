#pragma once

#include <atomic>
#include <functional>

#include "engine/planning/step_costs.h"

namespace scree {

/// Real time that the measurement of a step's costs takes [s].
constexpr double kMeterTime = 10.0;

/// Measures what a step costs here, on one thread and in its processor time: medians over the steps of a bed of some
/// 4000 grains in a box that rocks, for what grows with grains, contacts and sweeps, and of a column of 25 for what a
/// step and a sweep take whatever is in them. Takes about `seconds` of real time. `progressed` is told the part that is
/// done. The costs are incomplete if `interrupt` became non-zero.
StepCosts measureStepCosts(double seconds = kMeterTime, const std::atomic<int>* interrupt = nullptr,
                           const std::function<void(double)>& progressed = {});

}  // namespace scree
