#pragma once

#include "app/studies/collision/hertz_bounce.h"

namespace scree {

/// Collision that is wanted.
struct WantedBounce {
  double mass = 0.0;         ///< effective [kg]
  double speed = 0.0;        ///< of impact [m/s]
  double restitution = 1.0;  ///< more than 0
  double duration = 0.0;     ///< s
};

/// Contact that was found by integrating collisions.
struct IteratedChoice {
  HertzContact contact;
  int integrations = 0;  ///< collisions integrated
  bool isFound = false;  ///< restitution and duration are met
};

/// Stiffness and dashpot for which the integrated collision has the wanted restitution and duration, as Kempe and
/// Fröhlich (Journal of Fluid Mechanics 709, 445-489, 2012) choose them: by iteration, for each collision anew. Theirs
/// is known here by its description alone: the start (undamped Hertz stiffness, dashpot of a linear spring), the
/// quasi-Newton steps (Broyden) and the tolerance of 1e-4 of both are of this study.
IteratedChoice iteratedChoice(const WantedBounce& wanted);

}  // namespace scree
