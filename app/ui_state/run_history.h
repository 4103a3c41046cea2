#pragma once

#include <cstdint>
#include <vector>

#include "engine/session/recording.h"
#include "engine/snapshot/snapshot.h"

namespace scree {

/// Reduction level and counts of merges and splits over the whole run, from the snapshots that the window took. The
/// number of samples is bounded: a longer run keeps samples farther apart in time.
class RunHistory {
 public:
  static constexpr std::size_t kMost = 1500;  ///< largest number of samples of a run

  struct Sample {
    std::uint64_t step = 0;
    double time = 0.0;         ///< simulated time [s]
    double level = 0.0;        ///< reduction level h
    ReductionCounts counts;    ///< merges and splits since the start of the run
    std::uint64_t joined = 0;  ///< pairs of grains that joined since the start; 0 in samples of a recording
    std::uint64_t broken = 0;  ///< grains that broke since the start; 0 in samples of a recording
  };
  using Branch = std::vector<Sample>;  ///< samples in order of time

  /// Adds a snapshot of any step of the run. Clears the history first if the world is another one.
  void add(const Snapshot& snapshot);
  /// Sets the samples of a recording that is about to be shown, so that they are there before it was replayed.
  void expect(const Recording& recording);

  const Branch& run() const { return run_; }
  /// Branches that were dropped when the run was forked, the newest last. Each begins at the last sample before the
  /// fork, or at the fork.
  const std::vector<Branch>& dropped() const { return dropped_; }

 private:
  void insert(const Sample& sample);
  void dropAfter(std::uint64_t step);

  Branch run_;
  Branch expected_;
  std::vector<Branch> dropped_;
  double width_ = 0.0;  ///< length of the cells of time that hold one sample each [s]
  std::uint64_t world_ = 0;
  std::uint64_t forks_ = 0;
};

}  // namespace scree
