#pragma once

#include <cstdint>
#include <string>

#include "engine/snapshot/snapshot.h"

// Texts on the members that would move if they were asked (Snapshot::asked).
namespace scree {

/// Age in simulated time of an answer about a step, such as "0.20 s ago"; "at this step" without one.
std::string answerAge(const Snapshot& snapshot, std::uint64_t step, double time);
/// Age of the newest answer in simulated time, such as "asked 0.20 s ago"; "not asked yet" before the first one.
std::string askedAge(const Snapshot& snapshot);
/// Newest answer in a line: "Would move if asked: 3 of 2500 (0.1 %), asked 0.20 s ago".
std::string askedLine(const Snapshot& snapshot);
/// Explanation of the answer in plain words.
std::string askedHelp(const Snapshot& snapshot);
/// Range of speeds of a class of members that would move: "2.5 to 10", "10 to 40" and "over 40 mm/s" for `step` 0 to 2.
std::string askedSpeeds(double limit, int step);

}  // namespace scree
