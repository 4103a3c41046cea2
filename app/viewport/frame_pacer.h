#pragma once

#include <algorithm>

namespace scree {

/// Reason for a frame: the user has given input and waits, or the simulation has news.
enum class FrameReason { input, news };

/// Computes when the next frame may start: at most 60 a second. A software rasteriser shares its cores with the
/// simulation; there frames for news come at most 20 times a second and take at most half of the time, and frames for
/// input leave a shorter pause.
struct FramePacer {
  bool software = false;    ///< frames are drawn by a software rasteriser
  double lastStart = -1e9;  ///< start of the last frame, steady clock [s]
  double lastEnd = -1e9;    ///< end of the last frame, steady clock [s]

  double cost() const { return lastEnd - lastStart; }  ///< wall time of the last frame [s]
  /// Time to wait from `now` (steady clock [s]) until the next frame [s].
  double delay(double now, FrameReason reason) const {
    const double shortest = reason == FrameReason::input ? 1.0 / 60.0 : (software ? 1.0 / 20.0 : 1.0 / 60.0);
    const double rest = reason == FrameReason::input ? std::min(0.25 * cost(), 0.02) : cost();
    return std::max({0.0, lastStart + shortest - now, software ? lastEnd + rest - now : 0.0});
  }
};

}  // namespace scree
