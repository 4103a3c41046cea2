#pragma once

#include <cstddef>

#include "engine/world/world.h"

namespace scree {

/// Counts small late avalanches on something at rest: bursts of moving grains. A burst begins in a step in which as
/// many grains as `grains` are faster than `speed`, and ends when none is. Single grains that a look at their patch
/// sets free and that find a new hold make none.
class BurstCounter {
 public:
  /// `speed` in m/s; the default is the front speed of the preset local.
  explicit BurstCounter(double speed = 0.01, std::size_t grains = 3) : speed_(speed), grains_(grains) {}

  /// Call after every step. Members of aggregates do not count: they are as fast as what carries them.
  void add(const World& world);

  std::size_t bursts() const { return bursts_; }

 private:
  double speed_;
  std::size_t grains_;
  std::size_t bursts_ = 0;
  bool isInside_ = false;
};

}  // namespace scree
