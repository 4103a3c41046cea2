#pragma once

#include <optional>

namespace scree {

class Simulation;

/// Pauses a run that plays at the time at which it ends, at the step at which ndem ends it, once: a run that is played
/// on from there goes beyond it.
class PointEnd {
 public:
  /// Sets the simulated time of the end of the run that was opened [s]; empty: it has none.
  void set(std::optional<double> until);
  /// Returns true when the run has come to its end and was paused there. Call it repeatedly.
  bool poll(Simulation& simulation);

 private:
  enum class Phase : unsigned char { before, pausing, stepping, over };
  Phase next(Simulation& simulation) const;

  std::optional<double> until_;
  Phase phase_ = Phase::over;
};

}  // namespace scree
