#pragma once

#include <vector>

#include "app/studies/angles/angle_run.h"
#include "app/studies/experiment.h"

namespace scree {

/// Runs of all cases, ways and seeds, with their scenes in the folder. Those that a signal prevented are left out.
std::vector<AngleRun> angleRuns(const AnglesOptions& options);

}  // namespace scree
