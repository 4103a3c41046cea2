#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// What the reduction did in the last half minute of simulated time, from the snapshots that the window saw.
class ReductionHistory {
 public:
  static constexpr double kSpan = 30.0;  ///< s
  static constexpr double kBin = 0.25;   ///< s

  struct Bin {
    std::int64_t index = 0;        ///< begins at index * kBin
    double level = 0.0;            ///< in the last snapshot of the bin
    std::optional<double> oracle;  ///< what could be reached at most, where it is known
    ReductionCounts events;        ///< within the bin
    std::uint64_t firstEvent = 0;  ///< the same in the log of events, which may have forgotten some
    std::uint64_t endEvent = 0;
    std::uint64_t splits() const;
    double start() const { return static_cast<double>(index) * kBin; }
  };

  /// Takes note of a snapshot. Another world, or a time that went back, starts afresh.
  void add(const Snapshot& snapshot);
  const std::deque<Bin>& bins() const { return bins_; }  ///< by time; bins that no snapshot fell into are missing
  double time() const { return time_; }                  ///< of the newest snapshot [s]

 private:
  std::deque<Bin> bins_;
  ReductionCounts last_;
  std::uint64_t lastEvent_ = 0;
  std::uint64_t generation_ = 0;  ///< of the log
  std::uint64_t world_ = 0;
  double time_ = 0.0;
};

}  // namespace scree
