#include "app/ui_state/reduction_history.h"

#include <cmath>
#include <numeric>

#include "engine/snapshot/twin_snapshot.h"

namespace scree {

std::uint64_t ReductionHistory::Bin::splits() const {
  return std::accumulate(events.splits.begin(), events.splits.end(), std::uint64_t{0});
}

void ReductionHistory::add(const Snapshot& snapshot) {
  const bool otherLog = snapshot.run.events->generation != generation_;
  if (snapshot.run.worldVersion != world_ || snapshot.run.time < time_ || otherLog || bins_.empty()) {
    bins_.clear();
    last_ = snapshot.reduction.counts;
    lastEvent_ = snapshot.run.events->end();
    generation_ = snapshot.run.events->generation;
  }
  world_ = snapshot.run.worldVersion;
  time_ = snapshot.run.time;
  const auto index = static_cast<std::int64_t>(std::floor(snapshot.run.time / kBin));
  if (bins_.empty() || bins_.back().index != index) {
    bins_.push_back({.index = index, .firstEvent = lastEvent_});
  }
  Bin& bin = bins_.back();
  bin.level = snapshot.reduction.level.level();
  if (snapshot.twin.snapshot != nullptr && snapshot.twin.snapshot->oracle) {
    bin.oracle = snapshot.twin.snapshot->oracle->most;
  }
  bin.events.merges += snapshot.reduction.counts.merges - last_.merges;
  for (std::size_t cause = 0; cause < kSplitCauseCount; ++cause) {
    bin.events.splits[cause] += snapshot.reduction.counts.splits[cause] - last_.splits[cause];
  }
  bin.endEvent = snapshot.run.events->end();
  lastEvent_ = bin.endEvent;
  last_ = snapshot.reduction.counts;
  while (bins_.front().start() + kBin < time_ - kSpan) {
    bins_.pop_front();
  }
}

}  // namespace scree
