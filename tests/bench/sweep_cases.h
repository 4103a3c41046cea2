#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/step/step_data.h"
#include "engine/world/world.h"

// All that the benchmark knows of the solver's interface.
namespace scree::bench {

/// The contacts of one step, ready to be swept over.
struct SweepRun {
  std::size_t contacts = 0;
  std::function<void()> reset;     ///< to the start of the solve; not timed
  std::function<void(int)> sweep;  ///< that many sweeps; timed
};

/// One implementation of the sweep.
struct SweepKernel {
  std::string name;
  std::string instructionSet;
  /// `world` is at the start of a step, `data` holds rows and bodies as applyForces left them.
  std::function<SweepRun(const World& world, const StepData& data)> prepare;
};

/// Those that this processor can run.
std::vector<SweepKernel> sweepKernels();

/// Runs the stages of a step up to the solve.
void prepareSolve(World& world, StepData& data);

/// Wall time of those sweeps [s], with what the solver needs around them.
double solveSeconds(const StageTimes& times);
/// Instruction set that the solver uses with these parameters.
std::string solverInstructionSet(const Parameters& parameters);

}  // namespace scree::bench
