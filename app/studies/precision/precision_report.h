#pragma once

#include <string>
#include <vector>

#include "app/studies/html_page.h"
#include "engine/analysis/solving/solver_error.h"

namespace scree {

/// A way to solve with its error and cost in each measurement.
struct PrecisionCase {
  std::string name;
  Parameters parameters = {};
  std::vector<SolverError> errors = {};  ///< by measurement; the speeds of single particles are left out
  std::vector<double> seconds = {};      ///< processor time of a step [s]
  std::vector<double> substeps = {};
};

struct PrecisionStudy {
  std::string scene;
  std::size_t particles = 0;
  double from = 0.0;                 ///< s
  double time = 0.0;                 ///< of a measurement [s]
  std::vector<PrecisionCase> cases;  ///< the second converged run is the last: its error is the scatter of the truth
};

/// Title, explanation and table with plots of the study.
ReportSection precisionSection(const PrecisionStudy& study);
/// Table of all measurements (RFC 4180).
std::string precisionCsv(const PrecisionStudy& study);

}  // namespace scree
