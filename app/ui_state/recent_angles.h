#pragma once

#include <vector>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// Angle of repose measured after a step.
struct AngleReading {
  double time = 0.0;   ///< simulated time [s]
  double angle = 0.0;  ///< [°]
};

/// Mean of the readings in the last `span` seconds before each reading, by reading. Both lists are in order of time.
std::vector<AngleReading> runningMean(const std::vector<AngleReading>& readings, double span);

/// Readings of the run of a snapshot in the last `span` seconds of simulated time, in order of time. Empty for scenes
/// without an angle, and for steps that were not measured. A jump back leaves out what came after its step.
std::vector<AngleReading> recentAngles(const Snapshot& snapshot, double span);

}  // namespace scree
