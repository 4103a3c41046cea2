#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/studies/warm_start_setups.h"

namespace scree {

/// One row of warm_start.csv.
struct Measurement {
  std::string part;    ///< column, pile, drum or creep
  std::string system;  ///< what was simulated, for example "N=25"
  Solver solver;
  std::optional<double> sweeps;  ///< total a step; without it the solver's
  std::string quantity;
  double value = 0.0;
  std::string unit;  ///< empty: a number
  std::string published = {};
};

/// Comma-separated with a header line (RFC 4180).
std::string csvText(const std::vector<Measurement>& rows);

/// An error at a number of sweeps.
struct ErrorPoint {
  double sweeps = 0.0;
  double error = 0.0;
};

/// From how many sweeps on an error stays within a tolerance.
struct Needed {
  enum class Bound : unsigned char { exact, atMost, moreThan };
  Bound bound = Bound::exact;  ///< atMost: all points are within it; moreThan: the last one is not
  double sweeps = 0.0;

  bool known() const { return bound == Bound::exact; }
  /// "31", "<= 5", "> 600"; "-" without points.
  std::string text() const;
};

/// `curve` in ascending order of sweeps. Between the last point outside the tolerance and the next one the error is
/// taken as a power of the sweeps.
Needed neededSweeps(const std::vector<ErrorPoint>& curve, double tolerance);

/// The number, or "-" when it is not finite.
std::string cell(double value, int digits);
/// "| a | b |" and a line break.
std::string tableRow(const std::vector<std::string>& cells);
/// The header and the line under it.
std::string tableHead(const std::vector<std::string>& cells);

}  // namespace scree
