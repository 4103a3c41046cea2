#pragma once

#include <cstdint>

namespace scree {

/// Which frames of a film are due at a simulated time. Frame 0 is due at once, frame k when k intervals have passed; a
/// step longer than the interval makes several due together. All times in simulated seconds.
class CaptureClock {
 public:
  /// Begins a film at `time`: one frame every `interval`, which must be positive.
  void start(double interval, double time);
  void stop() { interval_ = 0.0; }
  bool isRunning() const { return interval_ > 0.0; }
  /// Time does not go on from where it was, as after a restart: one more frame is due, at once and there.
  void jumpTo(double time);
  /// Number of frames due up to `time`, frame 0 included; 0 while stopped.
  std::uint64_t due(double time) const;
  /// Tells that these frames were offered to the film.
  void offered(std::uint64_t frames) { offered_ = frames; }
  /// True when a frame is due that was not offered yet.
  bool hasNews(double time) const { return due(time) > offered_; }
  std::uint64_t offered() const { return offered_; }

 private:
  double interval_ = 0.0;
  double start_ = 0.0;
  std::uint64_t before_ = 0;   ///< frames due before the start or the last jump
  std::uint64_t offered_ = 0;  ///< frames handed out
};

}  // namespace scree
