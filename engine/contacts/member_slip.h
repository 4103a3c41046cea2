#pragma once

#include <algorithm>

#include "engine/base/base_constants.h"
#include "engine/contacts/reach.h"
#include "engine/world/reduction_limits.h"
#include "engine/world/world.h"

namespace scree {

/// Motion of a member against a free particle at their contact, which split detectors compare with their limits.
struct MemberSlip {
  Vec3 velocity = Vec3::Zero();  ///< of the member against the free particle [m/s]
  Vec3 spin = Vec3::Zero();      ///< rad/s
  double normal = 0.0;           ///< of the velocity, positive apart [m/s]
  bool touching = false;         ///< the surfaces touch or will touch within the step

  /// The larger of velocity and rolling for a free particle of this radius [m/s].
  double speed(double radius) const;
  /// Velocity across the normal [m/s].
  double sliding(const Vec3& contactNormal) const;
};

/// Motion at a contact from findNearMembers().
inline MemberSlip memberSlip(const World& world, const Contact& contact) {
  const Particles& particles = world.particles;
  const Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[contact.b]];
  const Vec3 arm = particles.radius[contact.a] * contact.normal;
  MemberSlip slip;
  slip.velocity = aggregate.velocityAt(particles.position[contact.a] + arm) - particles.velocity[contact.a] -
                  particles.angularVelocity[contact.a].cross(arm);
  slip.spin = aggregate.frame.angularVelocity - particles.angularVelocity[contact.a];
  slip.normal = slip.velocity.dot(contact.normal);
  const double way = std::max(0.0, -slip.normal) * world.parameters.timeStep;
  slip.touching = contact.gap <= kTouchGap * (particles.radius[contact.a] + particles.radius[contact.b]) + way;
  return slip;
}

/// memberSlip() without a spin about the normal that the law of the contact does not resist: such a spin never ends and
/// moves nothing.
inline MemberSlip feltSlip(const World& world, const Contact& contact) {
  MemberSlip slip = memberSlip(world, contact);
  if (world.materials.pairs[contact.law].twisting == 0.0) {
    slip.spin -= slip.spin.dot(contact.normal) * contact.normal;
  }
  return slip;
}

/// Speed of the free particle `free` above which its contact opens `member` [m/s] (METHOD.md 10.6). A flow reaches
/// members that have rested for contacts::kSettling by degrees: they open beyond the merge limits. A particle that was
/// split off a few steps ago jerks, as the forces of its merge are out of date, and has a higher limit: else fronts ran
/// through whole beds that were about to rest again.
double frontLimitOf(const World& world, const ReductionLimits& limits, std::uint32_t member, std::uint32_t free);
/// Lowest value of frontLimitOf() for any two particles [m/s].
double lowestFrontLimit(const ReductionLimits& limits);

}  // namespace scree
