#pragma once

#include <string>
#include <vector>

#include "app/studies/angles/angle_run.h"
#include "app/studies/html_page.h"

namespace scree {

inline constexpr const char* kAnglesTitle = "Angles explained";

/// Way that the differences are taken from.
inline constexpr const char* kReferenceWay = "smooth";

/// Difference of a value between a way and the reference, over the seeds that both have.
struct AngleDifference {
  double mean = 0.0;
  double error = 0.0;     ///< standard error of the mean, from pairs of equal seeds; 0 for one seed
  double scatter = 0.0;   ///< deviation of the reference between seeds; 0 for one seed
  std::size_t seeds = 0;  ///< number of pairs
  bool isWithin() const { return seeds > 1 && mean <= scatter && -mean <= scatter; }
};
AngleDifference differenceOf(const std::vector<AngleRun>& runs, AngleCase which, const std::string& way,
                             std::size_t value);

/// Summary of the study, in a paragraph.
std::string anglesText(bool quick);
/// A chapter for each case that was run: values, differences, costs.
std::vector<ReportSection> angleSections(const std::vector<AngleRun>& runs, const std::vector<AngleWay>& ways);
/// Means of all runs as CSV: case, way, seed, quantity, value.
std::string anglesCsv(const std::vector<AngleRun>& runs);

}  // namespace scree
