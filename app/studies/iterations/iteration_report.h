#pragma once

#include <string>
#include <vector>

#include "app/studies/html_page.h"
#include "app/studies/iterations/iteration_fits.h"

namespace scree {

/// Description of the study for the head of the page.
std::string iterationText(const IterationStudy& study);
/// Sweeps needed, fits, errors against sweeps, ways to solve, and pressure on walls.
std::vector<ReportSection> iterationSections(const IterationStudy& study);

/// Its part on the pressure on walls.
ReportSection wallSection(const IterationStudy& study);

/// Table of all runs, references included (RFC 4180).
std::string iterationCsv(const IterationStudy& study);
/// Table of the pressure on walls in the references (RFC 4180).
std::string iterationWallCsv(const IterationStudy& study);
/// Table of the fits (RFC 4180).
std::string iterationLawCsv(const IterationStudy& study);

}  // namespace scree
