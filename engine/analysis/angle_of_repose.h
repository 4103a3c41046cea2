#pragma once

#include <optional>

#include "engine/world/world.h"

namespace scree {

/// Angle of repose [rad], measured as suits the world: in a drum that turns, by the centre of mass (drumAngleByMass());
/// else the slope of a heap about the vertical through its centre of mass, above the lowest grain (measurePile()). None
/// without grains, and where a belt carries them: what it draws out has no such slope. Members must have their places
/// (placeMembers()).
std::optional<double> angleOfRepose(const World& world);

/// True if the surface of a body moves, so that grains lie on a belt.
bool hasBelt(const World& world);

/// Torque [N m] of the first rotation drive of a body against the grains, about the axis of the drive; 0 without such a
/// drive.
double drivingTorque(const Body& body);

/// Limits a costly task to a hundredth of the time: after a run of length t the next one is due 99 t later.
class Seldom {
 public:
  /// True if the task is due. All times are seconds of one clock.
  bool isDue(double now) const { return now >= next_; }
  void done(double start, double end) { next_ = end + 99.0 * (end - start); }

 private:
  double next_ = 0.0;
};

}  // namespace scree
