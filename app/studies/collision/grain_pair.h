#pragma once

#include "engine/world/world.h"

namespace scree {

/// Two equal glass grains that meet head on and just touch.
struct GrainPair {
  double restitution = 1.0;
  double speed = 1.0;          ///< of approach [m/s]
  double collisionTime = 0.0;  ///< s; 0: that of the material
};

/// How they part in a run of the method smooth with its own substeps.
struct PairBounce {
  double restitution = 0.0;
  double duration = 0.0;  ///< s; 0: they do not part
  double depth = 0.0;     ///< largest overlap [m]
  double substep = 0.0;   ///< s

  bool operator==(const PairBounce&) const = default;
};

/// Diameter of the grains [m].
double pairDiameter();
/// Effective mass [kg].
double pairMass();
/// Stiffness of their material [N/m^1.5].
double pairStiffness();

/// The grains at the touch.
World pairWorld(const GrainPair& pair);
PairBounce bounceOfGrains(const GrainPair& pair);

}  // namespace scree
