#pragma once

#include <cstdint>
#include <deque>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// Rates of granulation over the last second of simulated time, from the snapshots that the window took.
class MatterRates {
 public:
  static constexpr double kSpan = 1.0;   ///< time over which rates are means [s]
  static constexpr double kLeast = 0.1;  ///< least time that gives a rate [s]

  /// Rates; all are 0 until kLeast has passed.
  struct Rates {
    double span = 0.0;        ///< time over which they are means [s]
    double layered = 0.0;     ///< fines taken up [kg/s]
    double water = 0.0;       ///< water taken up [kg/s]
    double worn = 0.0;        ///< fines worn off [kg/s]
    double shattered = 0.0;   ///< fines of broken grains [kg/s]
    double collisions = 0.0;  ///< 1/s
    double joined = 0.0;      ///< 1/s
    double broken = 0.0;      ///< 1/s
    double refused = 0.0;     ///< 1/s
  };

  /// Adds a snapshot. Begins anew if the world is another one or the time has gone back.
  void add(const Snapshot& snapshot);
  Rates rates() const;

 private:
  struct Sample {
    double time = 0.0;
    GranulationSums sums;
  };

  std::deque<Sample> samples_;
  std::uint64_t world_ = 0;
};

/// Span of time of which the events of grains are listed, after a click on the strip.
struct ListedGrains {
  double from = 0.0;  ///< s
  double to = 0.0;    ///< s
  bool isNew = true;  ///< the panel is to come into sight
};

}  // namespace scree
