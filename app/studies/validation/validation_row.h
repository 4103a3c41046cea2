#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "engine/base/provenance.h"

namespace scree {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

/// Measured number, with the value that it is held against and the circumstances of its measurement.
struct ValidationRow {
  std::string part;      ///< name of the part of the study
  std::string system;    ///< system, such as "drum, 0.5 rad/s"
  std::string way;       ///< way to solve, with or without merging
  std::string quantity;  ///< quantity, with the time over which it is a mean
  std::string unit;
  double mean = kNoValue;       ///< mean over the seeds
  double deviation = kNoValue;  ///< standard deviation over the seeds; not a number with one seed
  int seeds = 1;
  std::string source;      ///< what it is held against: a closed form, a publication, another run
  double low = kNoValue;   ///< least value that is asked for; not a number: none
  double high = kNoValue;  ///< largest value that is asked for; not a number: none
  std::string command = {};
  Provenance provenance = {};

  /// Key by which a new measurement replaces an old one.
  std::string key() const { return part + '/' + system + '/' + way + '/' + quantity; }
  bool isAsked() const { return low == low || high == high; }
  /// True if the mean is within what is asked for.
  bool isMet() const { return isAsked() && !(mean < low) && !(mean > high) && mean == mean; }
};

/// Row with mean, deviation and number of the values that are finite.
ValidationRow measuredRow(ValidationRow row, std::span<const double> values);

/// Limits of what is asked for, in the unit of the row.
struct ValidationLimits {
  double low = kNoValue;
  double high = kNoValue;
};

}  // namespace scree
