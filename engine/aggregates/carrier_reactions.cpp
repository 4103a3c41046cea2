#include "engine/aggregates/carrier_reactions.h"

#include <algorithm>

namespace scree {

namespace {

/// Reaction on a body that moves with an aggregate, of a force and a torque about the world's origin.
Reaction reactionAbout(const Body& body, const Aggregate& aggregate, const Vec3& force, const Vec3& torque) {
  const Vec3 aboutFrame = torque - aggregate.frame.pose.position.cross(force);
  return {.force = force,
          .torque = torque - body.pose.position.cross(force),
          .power = -(force.dot(aggregate.frame.velocity) + aboutFrame.dot(aggregate.frame.angularVelocity))};
}

/// The body that carries an aggregate; for the ground the body at rest on which its members press most.
std::uint32_t carrierBody(const World& world, const Aggregate& aggregate) {
  if (aggregate.carrier != Carrier::ground) {
    return aggregate.body;
  }
  const auto most = std::max_element(aggregate.load.byBody.begin(), aggregate.load.byBody.end(),
                                     [](const KeptLoad& x, const KeptLoad& y) { return x.push < y.push; });
  if (most != aggregate.load.byBody.end()) {
    return most->body;
  }
  return world.bodies.empty() ? kFixedInWorld : 0;
}

}  // namespace

void bookCarrierReactions(World& world, const AggregateSums& sums) {
  const double dt = world.parameters.timeStep;
  for (std::size_t i = 0; i < sums.start.size(); ++i) {
    const Aggregate& aggregate = world.reduction.aggregates[i];
    const std::uint32_t carrier = carrierBody(world, aggregate);
    if (aggregate.carrier == Carrier::none || carrier >= world.bodies.size()) {
      continue;
    }
    const RigidSums& start = sums.start[i];
    const RigidSums& end = sums.end[i];
    // Impulse and angular impulse on the carrier.
    const Vec3 moment = 0.5 * (start.moment + end.moment);
    Vec3 impulse = dt * sums.startMasses[i] * world.parameters.gravity + sums.onAggregates[i].linear -
                   (end.momentum - start.momentum) - sums.onJoining[i].linear;
    Vec3 turn = dt * moment.cross(world.parameters.gravity) + sums.onAggregates[i].angular -
                (end.angularMomentum - start.angularMomentum) - sums.onJoining[i].angular;
    for (const KeptLoad& load : aggregate.load.byBody) {
      if (load.body == carrier) {
        continue;
      }
      const Vec3 force = aggregate.frame.pose.orientation * load.force;
      const Vec3 torque = aggregate.frame.pose.orientation * load.torque + aggregate.frame.pose.position.cross(force);
      world.bodies[load.body].reaction += reactionAbout(world.bodies[load.body], aggregate, force, torque);
      impulse -= dt * force;
      turn -= dt * torque;
    }
    world.bodies[carrier].reaction += reactionAbout(world.bodies[carrier], aggregate, impulse / dt, turn / dt);
  }
}

}  // namespace scree
