#include "engine/aggregates/carriers.h"

#include <algorithm>
#include <cmath>

#include "engine/aggregates/aggregates_constants.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

bool isFlat(const Shape& shape) {
  return std::holds_alternative<Plane>(shape) || std::holds_alternative<Rectangle>(shape);
}

/// Velocity of a belt along itself, in the frame of its shape.
Vec3 slideOf(const ShapeInstance& shape) { return {shape.surfaceVelocity.x(), shape.surfaceVelocity.y(), 0.0}; }

Pose poseOf(const World& world, const Aggregate& aggregate) {
  if (aggregate.carrier == Carrier::body) {
    return world.bodies[aggregate.body].pose;
  }
  const Body& body = world.bodies[aggregate.body];
  Pose pose = body.pose * body.shapes[aggregate.shape].local;
  pose.position = pose.toWorld(aggregate.frame.travel);
  return pose;
}

/// Time over which accelerations are averaged [s].
double loadTime(const World& world) {
  return aggregates::kLoadTime * grainUnits(world.parameters, meanDiameter(world)).time;
}

bool isCarried(const Aggregate& aggregate) {
  return aggregate.carrier == Carrier::body || aggregate.carrier == Carrier::belt;
}

}  // namespace

void takeVelocity(const World& world, Aggregate& aggregate) {
  const CarrierVelocity now = carrierVelocityOf(world, aggregate);
  aggregate.frame.velocity = now.velocity;
  aggregate.frame.angularVelocity = now.angularVelocity;
}

bool isMovedByForces(const World& world, const Aggregate& aggregate) {
  return aggregate.floats() || (aggregate.carrier == Carrier::body && world.bodies[aggregate.body].isDynamic());
}

bool isTurning(const World& world, const Aggregate& aggregate) {
  return isMovedByForces(world, aggregate)
             ? aggregate.bounds.extent * aggregate.frame.angularVelocity.norm() > reductionLimits(world).front
             : !aggregate.frame.angularVelocity.isZero(0.0);
}

std::optional<std::uint32_t> moverOf(const World& world, std::uint32_t aggregate) {
  const Aggregate& one = world.reduction.aggregates[aggregate];
  if (one.floats()) {
    return static_cast<std::uint32_t>(world.bodies.size()) + aggregate;
  }
  return isMovedByForces(world, one) ? std::optional(one.body) : std::nullopt;
}

std::optional<std::uint32_t> moverOf(const World& world, const Contact& contact) {
  if (contact.key.isBoundary()) {
    const std::uint32_t body = contact.key.body();
    return world.bodies[body].isDynamic() ? std::optional(body) : std::nullopt;
  }
  return contact.key.isMember() ? moverOf(world, world.reduction.aggregate[contact.b]) : std::nullopt;
}

bool isAtRest(const Body& body, std::uint32_t shape) {
  return !body.isDynamic() && body.velocity.isZero(0.0) && body.angularVelocity.isZero(0.0) &&
         (shape >= body.shapes.size() || body.shapes[shape].surfaceVelocity.isZero(0.0));
}

std::optional<std::uint32_t> aggregateOn(World& world, const ContactKey& boundary) {
  const Body& body = world.bodies[boundary.body()];
  Aggregate wanted;
  if (isAtRest(body, boundary.shape())) {
    wanted.carrier = Carrier::ground;
  } else if (const ShapeInstance& shape = body.shapes[boundary.shape()]; shape.surfaceVelocity.isZero(0.0)) {
    wanted.carrier = Carrier::body;
    wanted.body = boundary.body();
  } else if (isFlat(shape.shape) && !body.isDynamic()) {
    wanted.carrier = Carrier::belt;
    wanted.body = boundary.body();
    wanted.shape = boundary.shape();
  } else {
    return std::nullopt;
  }
  std::vector<Aggregate>& all = world.reduction.aggregates;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].carrier == wanted.carrier && all[i].body == wanted.body && all[i].shape == wanted.shape) {
      return i;
    }
  }
  wanted.id = world.reduction.nextId++;
  if (isCarried(wanted)) {
    wanted.frame.pose = poseOf(world, wanted);
  }
  const CarrierVelocity now = carrierVelocityOf(world, wanted);
  wanted.frame.velocity = wanted.frame.lastVelocity = now.velocity;
  wanted.frame.angularVelocity = wanted.frame.lastAngularVelocity = now.angularVelocity;
  wanted.frame.steadyVelocity = now.velocity;
  wanted.frame.steadyAngularVelocity = now.angularVelocity;
  wanted.load.gravity = wanted.frame.pose.orientation.conjugate() * world.parameters.gravity;
  all.push_back(wanted);
  return static_cast<std::uint32_t>(all.size() - 1);
}

CarrierVelocity carrierVelocityOf(const World& world, const Aggregate& aggregate) {
  if (!isCarried(aggregate)) {
    return {aggregate.frame.velocity, aggregate.frame.angularVelocity};
  }
  const Body& body = world.bodies[aggregate.body];
  CarrierVelocity result{body.velocityAt(aggregate.frame.pose.position), body.angularVelocity};
  if (aggregate.carrier == Carrier::belt) {
    result.velocity += aggregate.frame.pose.orientation * slideOf(body.shapes[aggregate.shape]);
  }
  return result;
}

void followCarriers(World& world) {
  for (Aggregate& aggregate : world.reduction.aggregates) {
    const CarrierVelocity now = carrierVelocityOf(world, aggregate);
    aggregate.frame.lastVelocity = aggregate.frame.velocity;
    aggregate.frame.lastAngularVelocity = aggregate.frame.angularVelocity;
    aggregate.frame.velocity = now.velocity;
    aggregate.frame.angularVelocity = now.angularVelocity;
    if (isMovedByForces(world, aggregate)) {
      const double share = std::min(1.0, world.parameters.timeStep / loadTime(world));
      aggregate.frame.steadyVelocity += share * (now.velocity - aggregate.frame.steadyVelocity);
      aggregate.frame.steadyAngularVelocity += share * (now.angularVelocity - aggregate.frame.steadyAngularVelocity);
    }
  }
}

Vec3 loadOf(const World& world, const Aggregate& aggregate) {
  // At the centre of mass where it floats: its frame may be far from there.
  const Vec3 arm =
      aggregate.floats() && aggregate.members > 0
          ? Vec3(aggregate.frame.pose.orientation * (aggregate.inertia.firstMoment / aggregate.inertia.mass))
          : Vec3::Zero();
  const Vec3 acceleration = (aggregate.frame.velocity - aggregate.frame.steadyVelocity +
                             (aggregate.frame.angularVelocity - aggregate.frame.steadyAngularVelocity).cross(arm)) /
                            loadTime(world);
  return aggregate.frame.pose.orientation.conjugate() * (world.parameters.gravity - acceleration);
}

std::uint64_t loadSteps(const World& world) {
  return static_cast<std::uint64_t>(
      std::ceil(aggregates::kLoadTimesToBegin * loadTime(world) / world.parameters.timeStep));
}

Vec3 angularAccelerationOf(const Aggregate& aggregate) {
  return (aggregate.frame.angularVelocity - aggregate.frame.steadyAngularVelocity) / aggregates::kLoadTime;
}

void moveWithCarriers(World& world) {
  for (Aggregate& aggregate : world.reduction.aggregates) {
    if (aggregate.carrier == Carrier::belt) {
      aggregate.frame.travel +=
          world.parameters.timeStep * slideOf(world.bodies[aggregate.body].shapes[aggregate.shape]);
    }
    if (isCarried(aggregate)) {
      aggregate.frame.pose = poseOf(world, aggregate);
    }
    if (isMovedByForces(world, aggregate)) {
      takeVelocity(world, aggregate);
    }
  }
}

std::vector<CarrierMotion> carrierMotions(const World& world, double time) {
  std::vector<CarrierMotion> motions;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    motions.push_back({{aggregate.frame.pose.position + time * aggregate.frame.velocity,
                        rotated(aggregate.frame.pose.orientation, aggregate.frame.angularVelocity, time)},
                       aggregate.frame.velocity,
                       aggregate.frame.angularVelocity});
  }
  return motions;
}

}  // namespace scree
