#include "engine/aggregates/riders.h"

#include <Eigen/Cholesky>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/floating.h"

namespace scree {

namespace {

/// Takes an impulse and an angular impulse about the world's origin out of the motion of a mass whose frame has this
/// pose and these velocities.
void take(const Impulse& impulse, const BodyMass& mass, const Pose& pose, Vec3& velocity, Vec3& angularVelocity) {
  const Vec3 arm = pose.orientation * mass.centre;
  const Mat3 turn = pose.orientation.toRotationMatrix();
  const Vec3 push = -impulse.linear;
  const Vec3 aboutCentre = -impulse.angular - (pose.position + arm).cross(push);
  const Vec3 spin = (turn * mass.inertia * turn.transpose()).ldlt().solve(aboutCentre);
  angularVelocity += spin;
  velocity += push / mass.mass - spin.cross(arm);
}

}  // namespace

BodyMass massWithRiders(const World& world, std::uint32_t body) {
  BodyMass sum = world.bodies[body].mass;
  Vec3 moment = sum.mass * sum.centre;
  Mat3 aboutOrigin = sum.inertia + inertiaOf(sum.mass * sum.centre * sum.centre.transpose());
  bool ridden = false;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    if (aggregate.carrier == Carrier::body && aggregate.body == body && aggregate.members > 0) {
      ridden = true;
      sum.mass += aggregate.inertia.mass;
      moment += aggregate.inertia.firstMoment;
      aboutOrigin += inertiaOf(aggregate.inertia.secondMoment) + aggregate.inertia.spinInertia * Mat3::Identity();
    }
  }
  if (ridden) {
    sum.centre = moment / sum.mass;
    sum.inertia = aboutOrigin - inertiaOf(sum.mass * sum.centre * sum.centre.transpose());
  }
  return sum;
}

void payForMerges(std::span<const Impulse> gained, World& world) {
  for (std::size_t i = 0; i < gained.size(); ++i) {
    Aggregate& aggregate = world.reduction.aggregates[i];
    if (!isMovedByForces(world, aggregate) || (gained[i].linear.isZero(0.0) && gained[i].angular.isZero(0.0))) {
      continue;
    }
    if (aggregate.floats()) {
      take(gained[i], massOf(aggregate), aggregate.frame.pose, aggregate.frame.velocity,
           aggregate.frame.angularVelocity);
      continue;
    }
    Body& body = world.bodies[aggregate.body];
    take(gained[i], massWithRiders(world, aggregate.body), body.pose, body.velocity, body.angularVelocity);
    takeVelocity(world, aggregate);
  }
}

}  // namespace scree
