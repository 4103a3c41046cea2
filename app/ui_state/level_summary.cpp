#include "app/ui_state/level_summary.h"

#include <algorithm>

namespace scree {

LevelSummary summaryOf(const ReductionHistory& history) {
  LevelSummary summary;
  if (history.bins().empty()) {
    return summary;
  }
  summary.now = history.bins().back().level;
  double sum = 0.0;
  int count = 0;
  ReductionCounts recent;
  for (const ReductionHistory::Bin& bin : history.bins()) {
    if (bin.start() + ReductionHistory::kBin > history.time() - LevelSummary::kMeanSpan) {
      sum += bin.level;
      ++count;
    }
    if (bin.start() + ReductionHistory::kBin > history.time() - LevelSummary::kDropSpan) {
      summary.splits += bin.splits();
      for (std::size_t i = 0; i < recent.splits.size(); ++i) {
        recent.splits[i] += bin.events.splits[i];
      }
    }
  }
  summary.mean = sum / count;
  if (summary.splits > 0 && summary.now < summary.mean - LevelSummary::kLeastDrop) {
    const auto most = std::max_element(recent.splits.begin(), recent.splits.end());
    summary.dropped = static_cast<SplitCause>(most - recent.splits.begin());
  }
  return summary;
}

}  // namespace scree
