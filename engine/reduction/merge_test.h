#pragma once

#include "engine/world/world.h"

namespace scree {

/// How the two sides of a contact move against each other at the end of a step.
struct Slip {
  Vec3 velocity = Vec3::Zero();  ///< u, of b against a at the contact [m/s]
  Vec3 spin = Vec3::Zero();      ///< w_ab [rad/s]
};

/// Whether a contact is within the merge limits of R (method.md 6) and its overlap changes slowly. `last` is how it
/// moved a step before, null when it is new: then accelerations are not known to be within theirs. `diameter` is that of
/// the smaller side [m].
bool isQuiet(const ReductionParameters& limits, const Vec3& normal, const Slip& slip, const Slip* last, double timeStep,
             double diameter);

}  // namespace scree
