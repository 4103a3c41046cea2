#pragma once

#include <functional>
#include <string>

#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

struct StepData;

/// Why stepping ended.
enum class SteppingEnd : unsigned char { done, guard, signal };

/// Steps a world as long as goesOn(report), which is asked before the first step with an empty report and after each
/// step. Ends after a signal too, and where the guard stops the run.
SteppingEnd stepWhile(World& world, const std::function<bool(const StepReport&)>& goesOn);

/// The same, with the data of the step for functions of engine/analysis that take them.
SteppingEnd watchSteps(World& world, const std::function<bool(const StepData&)>& goesOn);
/// Reason of an early end: the finding of the guard with its time and place, or that a signal stopped it; empty where
/// stepping is done.
std::string failureOf(const World& world, SteppingEnd end);

/// Report in the data of a step.
const StepReport& reportOf(const StepData& data);

}  // namespace scree
