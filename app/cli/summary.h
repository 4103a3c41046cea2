#pragma once

#include <cstddef>
#include <string>

#include "engine/io/report.h"
#include "engine/world/step_report.h"

namespace scree {

/// Summary of a run in a few lines for the user: with the report of its last step, and the number of contacts in it.
std::string runSummary(const RunReport& report, const World& world, const StepReport& last, std::size_t contacts);

/// Text on the particles that were taken out: their number, and time and cause of the first few. Empty if there are
/// none.
std::string troubleText(const World& world);
/// Text on the findings of the guard, a line each, and on a stop of the run by it. Empty if there are none.
std::string guardText(const World& world, bool isStopped);

}  // namespace scree
