#pragma once

#include <string>

#include "engine/io/report.h"

namespace scree {

/// What a run did, in a few lines for people.
std::string runSummary(const RunReport& report, const World& world, const StepData& last);

/// The particles that were taken out: how many, and the first few with when and why. Empty when none was.
std::string troubleText(const World& world);
/// What the guard found, a line each, and whether it stopped the run; empty when there is nothing.
std::string guardText(const World& world, bool isStopped);

}  // namespace scree
