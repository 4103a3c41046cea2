#pragma once

#include <cstdint>

#include "app/ui_state/reduction_history.h"

namespace scree {

/// Reduction level of the last seconds in short.
struct LevelSummary {
  double now = 0.0;                           ///< level in the newest snapshot
  double mean = 0.0;                          ///< mean over LevelSummary::kMeanSpan
  SplitCause dropped = SplitCause::none;      ///< most frequent cause of a drop under way; none: no drop
  std::uint64_t splits = 0;                   ///< splits in LevelSummary::kDropSpan
  static constexpr double kMeanSpan = 3.0;    ///< simulated time of the running mean [s]
  static constexpr double kDropSpan = 1.0;    ///< simulated time over which the splits of a drop count [s]
  static constexpr double kLeastDrop = 0.05;  ///< level below the mean that is told as a drop
};

/// Summary of the newest part of a history; all zero for an empty one.
LevelSummary summaryOf(const ReductionHistory& history);

}  // namespace scree
