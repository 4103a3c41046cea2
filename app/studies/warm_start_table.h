#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/studies/warm_start_setups.h"

namespace scree {

/// One row of warm_start.csv.
struct Measurement {
  std::string part;    ///< part of the study: column, pile, drum or creep
  std::string system;  ///< simulated system, for example "N=25"
  Solver solver;
  std::optional<double> sweeps;  ///< number of sweeps a step; empty: that of the solver
  std::string quantity;
  double value = 0.0;
  std::string unit;  ///< unit of the value; empty: none
  std::string published = {};
};

/// Formats the rows as CSV with a header line (RFC 4180).
std::string csvText(const std::vector<Measurement>& rows);

/// An error at a number of sweeps.
struct ErrorPoint {
  double sweeps = 0.0;
  double error = 0.0;
};

/// Number of sweeps from which on an error stays within a tolerance.
struct Needed {
  enum class Bound : unsigned char { exact, atMost, moreThan };
  Bound bound = Bound::exact;  ///< atMost: all points are within the tolerance; moreThan: the last point is not
  double sweeps = 0.0;

  bool known() const { return bound == Bound::exact; }
  /// Text of the number: "31", "<= 5", "> 600"; "-" without points.
  std::string text() const;
};

/// Finds the number of sweeps that a tolerance needs. The points of `curve` ascend in sweeps; between the last point
/// outside the tolerance and the next one the error is interpolated as a power of the sweeps.
Needed neededSweeps(const std::vector<ErrorPoint>& curve, double tolerance);

/// Text of a number for a table; "-" if it is not finite.
std::string cell(double value, int digits);
/// Row of a Markdown table: "| a | b |" and a line break.
std::string tableRow(const std::vector<std::string>& cells);
/// Header of a Markdown table with the line under it.
std::string tableHead(const std::vector<std::string>& cells);

}  // namespace scree
