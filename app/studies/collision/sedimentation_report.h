#pragma once

#include <string>
#include <vector>

#include "app/studies/collision/sedimentation.h"
#include "app/studies/html_page.h"

namespace scree {

/// All ways of one case, and one from a start beside it.
struct SedimentationResult {
  SedimentationCase setup;
  SedimentationRun engine;
  SedimentationRun formulas;
  SedimentationRun iteration;
  SedimentationRun beside;  ///< by the formulas, all grains moved by kSedimentationShift
};

/// Way by which the start of a run is moved, to tell what chance alone makes of the energies [m].
constexpr double kSedimentationShift = 1e-6;

/// Weakly and strongly damped collisions, as in the paper; for 5 s, or 2 s where it is to be quick.
std::vector<SedimentationCase> sedimentationCases(bool quick);
SedimentationResult sedimentationResult(const SedimentationCase& setup);

ReportSection sedimentationSection(const std::vector<SedimentationResult>& results);
/// Energies of all runs over time (RFC 4180).
std::string sedimentationCsv(const std::vector<SedimentationResult>& results);

}  // namespace scree
