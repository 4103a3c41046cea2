#pragma once

#include "engine/world/world.h"

namespace scree {

/// How a member moves against a free particle at their contact: what the ways of splitting hold against their limits.
struct MemberSlip {
  Vec3 velocity = Vec3::Zero();  ///< of the member against the free particle [m/s]
  Vec3 spin = Vec3::Zero();      ///< rad/s
  double normal = 0.0;           ///< of the velocity, positive apart [m/s]
  bool touching = false;         ///< or about to be within the step

  /// The larger of velocity and rolling for a free particle of this radius [m/s].
  double speed(double radius) const;
  /// Velocity across the normal [m/s].
  double sliding(const Vec3& contactNormal) const;
};

/// Of a contact as findNearMembers() gives it.
MemberSlip memberSlip(const World& world, const Contact& contact);

/// How fast something may move past a member that it touches without opening it [m/s]: as a front does at most. A flow
/// comes to members that have been at rest for a while by degrees: what touches them and is beyond the merge limits
/// opens them. With the speed of a front for all, the plug of a drum reached a diameter too far.
double frontLimitOf(const World& world, std::uint32_t member);

}  // namespace scree
