#pragma once

#include <cstddef>

#include "engine/world/world.h"

namespace scree {

/// Counts small late avalanches on a bed at rest, as bursts of moving grains. A burst begins in a step in which at
/// least `grains` grains are faster than `speed`, and ends when none is. A single grain that an audit sets free and
/// that finds a new hold is no burst.
class BurstCounter {
 public:
  /// `speed` in m/s; the default is the front speed of the preset local.
  explicit BurstCounter(double speed = 0.01, std::size_t grains = 3) : speed_(speed), grains_(grains) {}

  /// Counts the burst that begins in the last step, if any. Call it after every step. Members of aggregates do not
  /// count: they are as fast as their carrier.
  void add(const World& world);

  std::size_t bursts() const { return bursts_; }

 private:
  double speed_;
  std::size_t grains_;
  std::size_t bursts_ = 0;
  bool isInside_ = false;
};

}  // namespace scree
