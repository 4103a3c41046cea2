#pragma once

#include <atomic>
#include <functional>

#include "engine/planning/step_costs.h"

namespace scree {

/// Real time that the measurement of a step's costs takes [s].
constexpr double kMeterTime = 10.0;

/// Measures what a step costs here, on one thread and in its processor time: means over the steps of some 3900 grains
/// that tumble in a box, of the same with a slab that forces move among them, of a column of 25, of
/// a single grain, and of some 970 that tumble by smooth DEM. Takes about `seconds` of real time. `progressed` is told
/// the part that is done. The costs are incomplete if `interrupt` became non-zero.
StepCosts measureStepCosts(double seconds = kMeterTime, const std::atomic<int>* interrupt = nullptr,
                           const std::function<void(double)>& progressed = {});

}  // namespace scree
