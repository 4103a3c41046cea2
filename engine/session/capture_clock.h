#pragma once

#include <cstdint>

namespace scree {

/// Clock of a film: gives the frames due at a simulated time. Frame 0 is due at once, frame k when k intervals have
/// passed; a step longer than the interval makes several frames due together. All times in simulated seconds.
class CaptureClock {
 public:
  /// Begins a film at `time`: one frame every `interval`, which must be positive.
  void start(double interval, double time);
  void stop() { interval_ = 0.0; }
  bool isRunning() const { return interval_ > 0.0; }
  /// Continues the film at another time, as after a restart: one more frame is due there at once.
  void jumpTo(double time);
  /// Number of frames due up to `time`, frame 0 included; 0 while stopped.
  std::uint64_t due(double time) const;
  /// Records that the first `frames` frames were offered to the film.
  void offered(std::uint64_t frames) { offered_ = frames; }
  /// True when a frame is due that was not offered yet.
  bool hasNews(double time) const { return due(time) > offered_; }
  std::uint64_t offered() const { return offered_; }

 private:
  double interval_ = 0.0;
  double start_ = 0.0;
  std::uint64_t before_ = 0;   ///< frames due before the start or the last jump
  std::uint64_t offered_ = 0;  ///< frames offered to the film
};

}  // namespace scree
