#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/solving/solver_error.h"

// Work and precision: errors of ways to solve from one state, beside their processor time. Study and window share it.
namespace scree {

/// A way to solve.
struct PrecisionCase {
  std::string name;
  Parameters parameters = {};
};

/// Error and cost of a way to solve, from one state.
struct PrecisionPoint {
  SolverError error = {};  ///< the speeds of single particles are left out
  double seconds = 0.0;    ///< processor time of a step [s]
  double substeps = 0.0;   ///< substeps of a step, mean
};

/// Measure of an error, as tables and plots show it.
struct PrecisionMeasure {
  std::string_view name;
  std::string_view unit;
  double scale = 1.0;  ///< factor from the value to the unit
  double SolverError::*value = nullptr;
  std::string_view meaning;
};

std::span<const PrecisionMeasure> precisionMeasures();
/// Size of an error in the unit of the measure.
double errorOf(const PrecisionPoint& point, const PrecisionMeasure& measure);

/// Measurement from one state.
struct PrecisionPlan {
  double time = 0.2;  ///< simulated time of each run [s]
  std::vector<PrecisionCase> cases = {};
};

/// Listeners of a measurement, all on its thread; each may be empty.
struct PrecisionWatch {
  const std::atomic<int>* interrupt = nullptr;  ///< the measurement ends once it is not 0
  /// Part of the work that is done, and the name of the run under way.
  std::function<void(double, std::string_view)> progressed = {};
  /// Index of a case and its point; nothing where a particle of the run became non-finite. The index after the last
  /// case is the scatter of the truth.
  std::function<void(std::size_t, std::optional<PrecisionPoint>)> measured = {};
};

/// Name of the error of the second converged run: smaller errors mean nothing.
constexpr std::string_view kScatterOfTruth = "scatter of the truth";

/// The presets, *fast* first, as others are compared with it, then `parameters` themselves under `ownName` if they are
/// of no preset. All else is as in `parameters`.
std::vector<PrecisionCase> presetCases(const Parameters& parameters, std::string_view ownName);

/// Runs copies of a world for a short time: one converged with 32 substeps, one for each case, and one converged with
/// 64 substeps. All are without merging, on the calling thread. Each case runs twice, the shorter time counts. Members
/// must be placed (placeMembers()). False if it was interrupted, or a particle of the converged run became non-finite.
bool measurePrecision(const World& start, const PrecisionPlan& plan, const PrecisionWatch& watch);

}  // namespace scree
