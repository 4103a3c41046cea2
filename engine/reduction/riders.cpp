#include "engine/reduction/riders.h"

#include <Eigen/Cholesky>

#include "engine/reduction/carriers.h"
#include "engine/reduction/floating.h"

namespace scree {

namespace {

/// Inertia about the origin of a mass whose Σ m x xᵀ is `spread`.
Mat3 inertiaOf(const Mat3& spread) { return spread.trace() * Mat3::Identity() - spread; }

}  // namespace

BodyMass massWithRiders(const World& world, std::uint32_t body) {
  BodyMass sum = world.bodies[body].mass;
  Vec3 moment = sum.mass * sum.centre;
  Mat3 aboutOrigin = sum.inertia + inertiaOf(sum.mass * sum.centre * sum.centre.transpose());
  bool ridden = false;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    if (aggregate.carrier == Carrier::body && aggregate.body == body && aggregate.members > 0) {
      ridden = true;
      sum.mass += aggregate.mass;
      moment += aggregate.moment;
      aboutOrigin += inertiaOf(aggregate.spread) + aggregate.spinInertia * Mat3::Identity();
    }
  }
  if (ridden) {
    sum.centre = moment / sum.mass;
    sum.inertia = aboutOrigin - inertiaOf(sum.mass * sum.centre * sum.centre.transpose());
  }
  return sum;
}

void payForMerges(std::span<const Reaction> gained, World& world) {
  for (std::size_t i = 0; i < gained.size(); ++i) {
    Aggregate& aggregate = world.reduction.aggregates[i];
    if (!isMovedByForces(world, aggregate) || (gained[i].force.isZero(0.0) && gained[i].torque.isZero(0.0))) {
      continue;
    }
    if (aggregate.floats()) {
      payForMerge(gained[i], aggregate);
      continue;
    }
    Body& body = world.bodies[aggregate.body];
    const BodyMass mass = massWithRiders(world, aggregate.body);
    const Vec3 arm = body.pose.orientation * mass.centre;
    const Mat3 turn = body.pose.orientation.toRotationMatrix();
    const Vec3 push = -gained[i].force;
    const Vec3 aboutCentre = -gained[i].torque - (body.pose.position + arm).cross(push);
    const Vec3 spin = (turn * mass.inertia * turn.transpose()).ldlt().solve(aboutCentre);
    body.angularVelocity += spin;
    body.velocity += push / mass.mass - spin.cross(arm);
    takeVelocity(world, aggregate);
  }
}

}  // namespace scree
