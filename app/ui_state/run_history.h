#pragma once

#include <cstdint>
#include <vector>

#include "engine/session/recording.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// The reduction level and the counts of merges and splits over the whole run, from the snapshots that the window saw.
/// Instants that are closer than the strip can show are thinned out, so that a long run costs no more than a short one.
class RunHistory {
 public:
  static constexpr std::size_t kMost = 1500;  ///< samples kept of a run

  struct Sample {
    std::uint64_t step = 0;
    double time = 0.0;       ///< s
    double level = 0.0;      ///< h
    ReductionCounts counts;  ///< since the start
  };
  using Branch = std::vector<Sample>;  ///< by time

  /// Takes note of a snapshot, wherever in the run it is. Another world starts afresh.
  void add(const Snapshot& snapshot);
  /// What is known of a recording that is about to be shown, before any of it was replayed.
  void expect(const Recording& recording);

  const Branch& run() const { return run_; }
  /// What was dropped when the run was forked, beginning where it was; the newest last.
  const std::vector<Branch>& dropped() const { return dropped_; }

 private:
  void insert(const Sample& sample);
  void dropAfter(std::uint64_t step);

  Branch run_;
  Branch expected_;
  std::vector<Branch> dropped_;
  double width_ = 0.0;  ///< s: no two samples are closer, but the last
  std::uint64_t world_ = 0;
  std::uint64_t forks_ = 0;
};

}  // namespace scree
