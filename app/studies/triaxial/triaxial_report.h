#pragma once

#include <string>
#include <vector>

#include "app/studies/html_page.h"
#include "app/studies/triaxial/triaxial_run.h"

namespace scree {

constexpr const char* kTriaxialTitle = "Triaxial shear";

/// All runs of the study.
struct TriaxialStudy {
  bool quick = false;
  int seeds = 1;
  std::vector<TriaxialSample> samples;
  Solver reference = {};  ///< solver with which all samples are run
  std::vector<TriaxialRun> runs = {};
};

/// Description of the study for the head of the page.
std::string triaxialText(const TriaxialStudy& study);
std::vector<ReportSection> triaxialSections(const TriaxialStudy& study);
/// Formats the runs as CSV, one row a run (RFC 4180).
std::string triaxialCsv(const TriaxialStudy& study);
/// Formats the stresses of every run over strain as CSV; rows are means over half a percent of strain.
std::string triaxialCurves(const TriaxialStudy& study);

}  // namespace scree
