#pragma once

#include "engine/world/world.h"

namespace scree {

/// Angle of the surface [rad] in the one way that suits the world: in a drum that turns, by the centre of mass
/// (drumAngleByMass); else the slope of a heap about the vertical through its centre of mass, above the lowest grain
/// (measurePile). 0 where there is no such surface. Members must have their places.
double angleOfRepose(const World& world);

/// Torque [N m] by which its drives turn a body against the grains; 0 when none turns it.
double drivingTorque(const Body& body);

/// Lets something costly be done so seldom that it takes a hundredth of the time at most.
class Seldom {
 public:
  /// Whether it is time again. All in seconds of one clock.
  bool isDue(double now) const { return now >= next_; }
  void done(double start, double end) { next_ = end + 99.0 * (end - start); }

 private:
  double next_ = 0.0;
};

}  // namespace scree
