#pragma once

#include <span>
#include <vector>

#include "app/sweep/study.h"

namespace scree {

/// Predicted cost of the settings of a study.
struct PointCosts {
  std::vector<double> seconds;     ///< processor time of a run of each row [s]; that of rows not looked at is the mean
  double startSeconds = 0.0;       ///< of a start [s]; not finite: unknown
  double stateBytes = 0.0;         ///< of the largest state at the end [bytes], with all grains that emitters make
  std::size_t looked = 0;          ///< number of rows looked at
  std::vector<SceneError> errors;  ///< not all that is to be collected will be there
  std::vector<SceneError> broken;  ///< errors of the scene with the first row, if it is a scene with no row
};

/// Loads the scene with the settings of some rows, one after the other until `budget` [s] of real time is spent, but at
/// least one, and predicts their cost as `ndem plan` does, without merging. With the first that loads it looks whether
/// a report will hold all that is to be collected.
PointCosts costsOf(const SweepStudy& study, std::span<const std::size_t> rows, double budget);

}  // namespace scree
