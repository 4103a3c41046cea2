#include "app/ui_state/reduction_history.h"

#include <cmath>
#include <numeric>

#include "engine/snapshot/twin_snapshot.h"

namespace scree {

std::uint64_t ReductionHistory::Bin::splits() const {
  return std::accumulate(events.splits.begin(), events.splits.end(), std::uint64_t{0});
}

void ReductionHistory::add(const Snapshot& snapshot) {
  const bool otherLog = snapshot.events->generation != generation_;
  if (snapshot.worldVersion != world_ || snapshot.time < time_ || otherLog || bins_.empty()) {
    bins_.clear();
    last_ = snapshot.reductionCounts;
    lastEvent_ = snapshot.events->end();
    generation_ = snapshot.events->generation;
  }
  world_ = snapshot.worldVersion;
  time_ = snapshot.time;
  const auto index = static_cast<std::int64_t>(std::floor(snapshot.time / kBin));
  if (bins_.empty() || bins_.back().index != index) {
    bins_.push_back({.index = index, .firstEvent = lastEvent_});
  }
  Bin& bin = bins_.back();
  bin.level = snapshot.reduction.level();
  if (snapshot.twin != nullptr && snapshot.twin->oracle) {
    bin.oracle = snapshot.twin->oracle->most;
  }
  bin.events.merges += snapshot.reductionCounts.merges - last_.merges;
  for (std::size_t cause = 0; cause < kSplitCauseCount; ++cause) {
    bin.events.splits[cause] += snapshot.reductionCounts.splits[cause] - last_.splits[cause];
  }
  bin.endEvent = snapshot.events->end();
  lastEvent_ = bin.endEvent;
  last_ = snapshot.reductionCounts;
  while (bins_.front().start() + kBin < time_ - kSpan) {
    bins_.pop_front();
  }
}

}  // namespace scree
