#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// Reduction level and events of the last half minute of simulated time, from the snapshots that the window took.
class ReductionHistory {
 public:
  static constexpr double kSpan = 30.0;  ///< simulated time kept [s]
  static constexpr double kBin = 0.25;   ///< length of a bin [s]

  struct Bin {
    std::int64_t index = 0;        ///< the bin begins at time index * kBin
    double level = 0.0;            ///< reduction level in the last snapshot of the bin
    std::optional<double> oracle;  ///< largest reachable reduction level, where a twin tells it
    ReductionCounts events;        ///< numbers of merges and splits within the bin
    std::uint64_t firstEvent = 0;  ///< first event of the bin in the log, which may have dropped it
    std::uint64_t endEvent = 0;    ///< end of the events of the bin in the log
    std::uint64_t splits() const;
    double start() const { return static_cast<double>(index) * kBin; }
  };

  /// Adds a snapshot. Clears the history first if the world or its log of events is another one or time has gone back.
  void add(const Snapshot& snapshot);
  const std::deque<Bin>& bins() const { return bins_; }  ///< bins by time; bins without a snapshot are missing
  double time() const { return time_; }                  ///< time of the newest snapshot [s]

 private:
  std::deque<Bin> bins_;
  ReductionCounts last_;
  std::uint64_t lastEvent_ = 0;
  std::uint64_t generation_ = 0;  ///< generation of the log of events
  std::uint64_t world_ = 0;
  double time_ = 0.0;
};

}  // namespace scree
