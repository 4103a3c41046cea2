#include "engine/step/member_slip.h"

#include <algorithm>

#include "engine/step/reach.h"

namespace scree {

namespace {

/// Members that joined less than this ago are where a flow comes to rest [s]: what still slides past them soon stops.
constexpr double kSettling = 0.5;

}  // namespace

double MemberSlip::speed(double radius) const { return std::max(velocity.norm(), radius * spin.norm()); }

double MemberSlip::sliding(const Vec3& contactNormal) const { return (velocity - normal * contactNormal).norm(); }

MemberSlip memberSlip(const World& world, const Contact& contact) {
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

double frontLimitOf(const World& world, std::uint32_t member) {
  const ReductionParameters& r = world.parameters.reduction;
  const auto steps = static_cast<double>(world.step - world.reduction.members[member].changed);
  if (steps * world.parameters.timeStep <= kSettling) {
    return r.frontSpeed;
  }
  return std::min(r.frontSpeed, std::max({r.mergeNormalIn, r.mergeNormalOut, r.mergeTangential}));
}

}  // namespace scree
