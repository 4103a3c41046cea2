#include "app/ui_state/run_history.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace scree {

namespace {

constexpr double kFirstWidth = 0.01;        // cell of a short run [s]
constexpr std::size_t kMostDropped = 3;     // largest number of dropped branches
constexpr std::size_t kLeastOfABranch = 2;  // samples of a branch: fewer give no curve

}  // namespace

void RunHistory::add(const Snapshot& snapshot) {
  const Timeline& timeline = snapshot.run.timeline;
  if (snapshot.run.worldVersion != world_) {
    run_.clear();
    dropped_.clear();
    width_ = kFirstWidth;
    world_ = snapshot.run.worldVersion;
    forks_ = timeline.forks;
    for (const Sample& sample : std::exchange(expected_, {})) {
      if (timeline.recorded) {
        insert(sample);
      }
    }
  }
  if (timeline.forks != forks_) {
    dropAfter(timeline.forkStep);
    forks_ = timeline.forks;
  }
  insert({snapshot.run.step, snapshot.run.time, snapshot.reduction.level.level(), snapshot.reduction.counts,
          snapshot.matter.sums.joined, snapshot.matter.sums.broken});
}

void RunHistory::expect(const Recording& recording) {
  expected_.clear();
  for (const StepMark& mark : recording.marks) {
    expected_.push_back({mark.step, mark.time, mark.level, mark.counts, 0, 0});
  }
}

void RunHistory::insert(const Sample& sample) {
  const auto cellOf = [this](double time) { return std::floor(time / width_); };
  auto place = std::ranges::lower_bound(run_, sample.time, {}, &Sample::time);
  // The latest sample of a cell stays, so that the curve does not depend on the times of the snapshots.
  if (place != run_.end() && cellOf(place->time) == cellOf(sample.time)) {
    return;
  }
  if (place != run_.begin() && cellOf(std::prev(place)->time) == cellOf(sample.time)) {
    *std::prev(place) = sample;
    return;
  }
  run_.insert(place, sample);
  if (run_.size() > kMost) {
    width_ *= 2.0;
    Branch kept;
    for (const Sample& one : run_) {
      if (!kept.empty() && cellOf(kept.back().time) == cellOf(one.time)) {
        kept.back() = one;
      } else {
        kept.push_back(one);
      }
    }
    run_ = std::move(kept);
  }
}

void RunHistory::dropAfter(std::uint64_t step) {
  const auto after = std::ranges::upper_bound(run_, step, {}, &Sample::step);
  // The branch begins at the last common sample, so that the curves part at the fork.
  Branch branch(after == run_.begin() ? after : std::prev(after), run_.end());
  run_.erase(after, run_.end());
  if (branch.size() >= kLeastOfABranch) {
    dropped_.push_back(std::move(branch));
  }
  if (dropped_.size() > kMostDropped) {
    dropped_.erase(dropped_.begin());
  }
}

}  // namespace scree
