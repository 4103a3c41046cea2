#pragma once

namespace scree {

/// Decides when the next step is due for a wanted rate of simulated against wall time, and measures the actual rate.
/// All times in seconds; the caller reads the clock.
class Pacing {
 public:
  /// Starts the count anew: after play, a change of rate, another world.
  void restart(double wall, double simulated);
  void setTargetRate(double rate) { rate_ = rate; }
  double targetRate() const { return rate_; }
  /// Wall time until the next step is due [s]; 0 or less: now. A lag of more than kLongestLag is forgiven, so that a
  /// slow stretch is not followed by a rush.
  double waitingTime(double wall, double simulated);
  /// Records a finished step of `timeStep`.
  void stepped(double wall, double timeStep);
  /// Actual rate: simulated per wall second, smoothed over about a second; 0 right after a restart.
  double actualRate() const { return wallSum_ > 0.0 ? simulatedSum_ / wallSum_ : 0.0; }

 private:
  double rate_ = 1.0;
  double wallStart_ = 0.0;
  double simulatedStart_ = 0.0;
  double lastWall_ = 0.0;
  double wallSum_ = 0.0;
  double simulatedSum_ = 0.0;
};

}  // namespace scree
