#pragma once

#include <algorithm>

namespace scree {

/// Why a frame is wanted: the user waits for one, or there is something new to see.
enum class FrameReason { input, news };

/// When the next frame may start. A software rasteriser shares its cores with the simulation, so frames for news come
/// at most 20 times a second there and take at most half of the time; frames for input come as soon as is decent.
struct FramePacer {
  bool software = false;
  double lastStart = -1e9;  ///< s
  double lastEnd = -1e9;    ///< s

  double cost() const { return lastEnd - lastStart; }
  /// Seconds to wait from `now`.
  double delay(double now, FrameReason reason) const {
    const double shortest = reason == FrameReason::input ? 1.0 / 60.0 : (software ? 1.0 / 20.0 : 1.0 / 60.0);
    const double rest = reason == FrameReason::input ? std::min(0.25 * cost(), 0.02) : cost();
    return std::max({0.0, lastStart + shortest - now, software ? lastEnd + rest - now : 0.0});
  }
};

}  // namespace scree
