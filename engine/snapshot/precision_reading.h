#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/solving/precision.h"

namespace scree {

/// Row of a table of precision: a way to solve.
struct PrecisionRow {
  std::string name;
  bool isDone = false;                       ///< its runs are over
  std::optional<PrecisionPoint> point = {};  ///< nothing before, and where a grain became non-finite
};

/// Points of the ways to solve from one state of a run.
struct PrecisionTable {
  std::uint64_t step = 0;               ///< step measured from
  double time = 0.0;                    ///< simulated time of that step [s]
  double compared = 0.0;                ///< simulated time over which the copies are compared [s]
  std::vector<PrecisionRow> rows = {};  ///< *fast* is the first, the scatter of the truth the last
};

/// Newest measurement of precision, and how far it is.
struct PrecisionReading {
  bool isUnderWay = false;
  double part = 0.0;                            ///< part of the work that is done
  std::string run;                              ///< name of the run under way
  std::string_view trouble;                     ///< reason why the measurement ended early, a literal; empty: none
  std::shared_ptr<const PrecisionTable> table;  ///< null before the first measurement of the present world
};

}  // namespace scree
