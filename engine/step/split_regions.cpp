#include "engine/step/split_regions.h"

#include <cmath>

namespace scree {

namespace {

/// Members this far from the end of a belt are split off, in diameters of the largest: what they carry falls with them.
constexpr double kBeltEnd = 2.5;

}  // namespace

Pose poseOf(const World& world, const SplitSensor& sensor) {
  return sensor.body == kFixedInWorld ? sensor.pose : world.bodies[sensor.body].pose * sensor.pose;
}

Bounds boundsIn(const Aggregate& aggregate, const Pose& pose, const Vec3& extents) {
  const Vec3 centre = aggregate.pose.toLocal(pose.position);
  if (!extents.allFinite()) {
    return aggregate.cells.bounds();
  }
  const Mat3 turn = (aggregate.pose.orientation.conjugate() * pose.orientation).toRotationMatrix();
  const Vec3 half = turn.cwiseAbs() * extents;
  return {centre - half, centre + half};
}

bool isMoving(const Aggregate& aggregate) {
  return aggregate.carrier == Carrier::body || aggregate.carrier == Carrier::belt;
}

Region beltEnd(const World& world, const Aggregate& aggregate) {
  const Body& body = world.bodies[aggregate.body];
  const ShapeInstance& shape = body.shapes[aggregate.shape];
  const auto* rectangle = std::get_if<Rectangle>(&shape.shape);
  Region region;
  if (rectangle == nullptr) {
    return region;
  }
  // Along which local axis it moves, and to which side.
  const int axis = std::abs(shape.surfaceVelocity.x()) >= std::abs(shape.surfaceVelocity.y()) ? 0 : 1;
  const double half = axis == 0 ? rectangle->halfX : rectangle->halfY;
  const double side = shape.surfaceVelocity[axis] >= 0.0 ? 1.0 : -1.0;
  const double strip = 2.0 * kBeltEnd * aggregate.largestRadius;
  constexpr double kFar = 1e3;  // m: everything above and beyond it
  Vec3 centre = Vec3::Zero();
  centre[axis] = side * (half - strip + kFar);
  region.pose = body.pose * shape.local * Pose{centre, Quat::Identity()};
  region.halfExtents = Vec3::Constant(kFar);
  return region;
}

bool holds(const Region& region, const Vec3& place) {
  return (region.pose.toLocal(place).cwiseAbs().array() <= region.halfExtents.array()).all();
}

bool isInSplitRegion(const World& world, const Aggregate& aggregate, const Vec3& place) {
  for (const SplitSensor& sensor : world.sensors) {
    if (sensor.enabled && contains(sensor.shape, poseOf(world, sensor).toLocal(place))) {
      return true;
    }
  }
  if (!isMoving(aggregate)) {
    return false;
  }
  for (const Sink& sink : world.sinks) {
    if (holds({sink.pose, sink.halfExtents}, place)) {
      return true;
    }
  }
  return !world.parameters.bounds.contains(place) ||
         (aggregate.carrier == Carrier::belt && holds(beltEnd(world, aggregate), place));
}

}  // namespace scree
