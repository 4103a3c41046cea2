#pragma once

#include <string>
#include <vector>

#include "app/studies/html_page.h"
#include "engine/analysis/solving/precision.h"

namespace scree {

/// A way to solve with its point of each measurement.
struct StudiedCase {
  std::string name;
  std::vector<PrecisionPoint> points = {};
};

struct PrecisionStudy {
  std::string scene;
  std::size_t particles = 0;
  double from = 0.0;               ///< s
  double time = 0.0;               ///< of a measurement [s]
  std::vector<StudiedCase> cases;  ///< the scatter of the truth is the last
};

/// Title, explanation and table with plots of the study.
ReportSection precisionSection(const PrecisionStudy& study);
/// Table of all measurements (RFC 4180).
std::string precisionCsv(const PrecisionStudy& study);

}  // namespace scree
