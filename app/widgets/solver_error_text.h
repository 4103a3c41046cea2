#pragma once

#include <string>

#include "engine/snapshot/snapshot.h"

// Texts on the error that the solver makes now (Snapshot::solverError).
namespace scree {

/// Age of the newest answer in simulated time, such as "measured 0.20 s ago"; "not measured yet" before the first one.
std::string solverErrorAge(const Snapshot& snapshot);
/// Newest answer in a line: "Error now: creep 0.021 mm/s, sinking +0.003 mm/s, angle +0.1°, measured 0.20 s ago".
std::string solverErrorLine(const Snapshot& snapshot);
/// Explanation of the answer in plain words.
std::string solverErrorHelp(const Snapshot& snapshot);

}  // namespace scree
