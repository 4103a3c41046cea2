#include "engine/step/split_regions.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

/// Members this far from the end of a belt are split off, in diameters of the largest: what they carry falls with them.
constexpr double kBeltEnd = 2.5;
constexpr double kBeyond = 1.0 + 1e-6;  // of a square, more than rounding does to it

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

bool isMoving(const Aggregate& aggregate) { return aggregate.carrier != Carrier::ground; }

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

SplitRegions::SplitRegions(const World& world) : world_(world) {
  for (const SplitSensor& sensor : world.sensors) {
    if (sensor.enabled) {
      sensors_.emplace_back(&sensor, poseOf(world, sensor));
    }
  }
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    ends_.push_back(aggregate.carrier == Carrier::belt ? beltEnd(world, aggregate) : Region{});
  }
}

bool SplitRegions::contain(std::uint32_t index, const Vec3& place) const {
  const Aggregate& aggregate = world_.reduction.aggregates[index];
  if (!isMoving(aggregate)) {
    return isInSensor(place);
  }
  return containFloating(place) || (aggregate.carrier == Carrier::belt && holds(ends_[index], place));
}

bool SplitRegions::containFloating(const Vec3& place) const {
  for (const Sink& sink : world_.sinks) {
    // Surely farther than its corners, mostly.
    const bool isNear = (place - sink.pose.position).squaredNorm() <= kBeyond * sink.halfExtents.squaredNorm();
    if (isNear && holds({sink.pose, sink.halfExtents}, place)) {
      return true;
    }
  }
  return isInSensor(place) || !world_.parameters.bounds.contains(place);
}

bool SplitRegions::isInSensor(const Vec3& place) const {
  return std::any_of(sensors_.begin(), sensors_.end(),
                     [&](const auto& one) { return contains(one.first->shape, one.second.toLocal(place)); });
}

}  // namespace scree
