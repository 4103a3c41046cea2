#pragma once

#include <algorithm>

#include "engine/base/base_constants.h"
#include "engine/contacts/reach.h"
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
inline MemberSlip memberSlip(const World& world, const Contact& contact) {
  const Particles& particles = world.particles;
  const Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[contact.b]];
  const Vec3 arm = particles.radius[contact.a] * contact.normal;
  MemberSlip slip;
  slip.velocity = aggregate.velocityAt(particles.position[contact.a] + arm) - particles.velocity[contact.a] -
                  particles.angularVelocity[contact.a].cross(arm);
  slip.spin = aggregate.angularVelocity - particles.angularVelocity[contact.a];
  slip.normal = slip.velocity.dot(contact.normal);
  const double way = std::max(0.0, -slip.normal) * world.parameters.timeStep;
  slip.touching = contact.gap <= kTouchGap * (particles.radius[contact.a] + particles.radius[contact.b]) + way;
  return slip;
}

/// Likewise without a spin about the normal that the contact does not resist: the law has no twisting, so that such a
/// spin goes on for ever and moves nothing.
inline MemberSlip feltSlip(const World& world, const Contact& contact) {
  MemberSlip slip = memberSlip(world, contact);
  if (world.materials.pairs[contact.law].twisting == 0.0) {
    slip.spin -= slip.spin.dot(contact.normal) * contact.normal;
  }
  return slip;
}

/// How fast a free particle may move past a member that it touches without opening it [m/s]: as a front does at most. A
/// flow comes to members that have been at rest for a while by degrees: what touches them and is beyond the merge
/// limits opens them. With the speed of a front for all, the plug of a drum reached a diameter too far. Who was a
/// member itself a step ago must move some times as fast: it jerks, as the forces that it was merged under are out of
/// date, and when that opened its neighbours, fronts ran through whole beds that were about to rest again.
double frontLimitOf(const World& world, std::uint32_t member, std::uint32_t free);
/// The lowest that it is for any two.
double lowestFrontLimit(const ReductionParameters& limits);

}  // namespace scree
