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
  Solver reference = {};  ///< that all samples are solved with
  std::vector<TriaxialRun> runs = {};
};

/// What was done, for the head of the page.
std::string triaxialText(const TriaxialStudy& study);
std::vector<ReportSection> triaxialSections(const TriaxialStudy& study);
/// One row a run (RFC 4180).
std::string triaxialCsv(const TriaxialStudy& study);
/// Stresses over strain of every run, means over half a percent of strain.
std::string triaxialCurves(const TriaxialStudy& study);

}  // namespace scree
