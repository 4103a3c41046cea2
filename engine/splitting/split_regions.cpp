#include "engine/splitting/split_regions.h"

#include <algorithm>
#include <cmath>

#include "engine/aggregates/carriers.h"
#include "engine/base/base_constants.h"
#include "engine/splitting/splitting_constants.h"

namespace scree {

namespace {}  // namespace

Pose poseOf(const World& world, const SplitSensor& sensor) {
  return sensor.body == kFixedInWorld ? sensor.pose : world.bodies[sensor.body].pose * sensor.pose;
}

bool passesThrough(const SensorShape& shape, const Vec3& from, const Vec3& to) {
  // The part of the way between two planes across an axis.
  const Vec3 way = to - from;
  double first = 0.0;
  double last = 1.0;
  const auto clip = [&](int axis, double half) {
    if (way[axis] == 0.0) {
      last = std::abs(from[axis]) > half ? -1.0 : last;
      return;
    }
    const double a = (-half - from[axis]) / way[axis];
    const double b = (half - from[axis]) / way[axis];
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  };
  // Where the way between those planes is nearest to the origin, or to the axis z.
  const auto nearest = [&](const Vec3& start, const Vec3& along) {
    const double squared = along.squaredNorm();
    const double at = squared > 0.0 ? std::clamp(-start.dot(along) / squared, first, last) : first;
    return (start + at * along).squaredNorm();
  };
  if (const auto* box = std::get_if<SensorBox>(&shape)) {
    for (int axis = 0; axis < 3; ++axis) {
      clip(axis, box->halfExtents[axis]);
    }
    return first <= last;
  }
  if (const auto* sphere = std::get_if<SensorSphere>(&shape)) {
    return nearest(from, way) <= sphere->radius * sphere->radius;
  }
  if (const auto* cylinder = std::get_if<SensorCylinder>(&shape)) {
    clip(2, cylinder->halfLength);
    return first <= last &&
           nearest({from.x(), from.y(), 0.0}, {way.x(), way.y(), 0.0}) <= cylinder->radius * cylinder->radius;
  }
  return std::min(from.z(), to.z()) <= 0.0;
}

RegionMotion::RegionMotion(const World& world, const Aggregate& aggregate, const Pose& region, std::uint32_t body,
                           const Vec3& extents)
    : regionNow_(region),
      regionThen_(region),
      aggregateNow_(aggregate.frame.pose),
      aggregateThen_(aggregate.frame.pose) {
  const double time = world.parameters.timeStep;
  const CarrierVelocity carrier = carrierVelocityOf(world, aggregate);
  aggregateThen_.position += time * carrier.velocity;
  aggregateThen_.orientation = rotated(aggregate.frame.pose.orientation, carrier.angularVelocity, time);
  Vec3 velocity = carrier.velocity + carrier.angularVelocity.cross(region.position - aggregate.frame.pose.position);
  Vec3 spin = carrier.angularVelocity;
  if (body != kFixedInWorld) {
    Body moved = world.bodies[body];
    velocity -= moved.velocityAt(region.position);
    spin -= moved.angularVelocity;
    const Pose inBody = {moved.pose.toLocal(region.position), moved.pose.orientation.conjugate() * region.orientation};
    moveBody(moved, time);
    regionThen_ = moved.pose * inBody;
  }
  // A member farther away is so by the way itself at most, and turns by that much more.
  const double turn = time * spin.norm();
  if (!extents.allFinite() || turn >= 1.0) {
    return;  // a half-space is not passed through; what turns so fast splits everything it carries
  }
  const double way = (time * velocity.norm() + turn * extents.norm()) / (1.0 - turn);
  way_ = way > extents.minCoeff() ? way : 0.0;
}

bool RegionMotion::passes(const SensorShape& shape, const Vec3& place) const {
  const Vec3 then = aggregateThen_.toWorld(aggregateNow_.toLocal(place));
  return passesThrough(shape, regionNow_.toLocal(place), regionThen_.toLocal(then));
}

Bounds boundsIn(const Aggregate& aggregate, const Pose& pose, const Vec3& extents) {
  const Vec3 centre = aggregate.frame.pose.toLocal(pose.position);
  if (!extents.allFinite()) {
    return aggregate.cells.bounds();
  }
  const Mat3 turn = (aggregate.frame.pose.orientation.conjugate() * pose.orientation).toRotationMatrix();
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
  const double strip = 2.0 * splitting::kBeltEnd * aggregate.bounds.largestRadius;
  Vec3 centre = Vec3::Zero();
  centre[axis] = side * (half - strip + splitting::kFar);
  region.pose = body.pose * shape.local * Pose{centre, Quat::Identity()};
  region.halfExtents = Vec3::Constant(splitting::kFar);
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

bool SplitRegions::contain(std::uint32_t index, std::uint32_t slot) const {
  const Aggregate& aggregate = world_.reduction.aggregates[index];
  const Vec3& place = world_.particles.position[slot];
  if (!isMoving(aggregate)) {
    return isInSensor(place);
  }
  return containFloating(slot) || (aggregate.carrier == Carrier::belt && holds(ends_[index], place));
}

bool SplitRegions::containFloating(std::uint32_t slot) const {
  const Vec3& place = world_.particles.position[slot];
  for (const Sink& sink : world_.sinks) {
    // Surely farther than its corners, mostly.
    const bool isNear =
        (place - sink.pose.position).squaredNorm() <= (1.0 + kTurnRounding) * sink.halfExtents.squaredNorm();
    if (isNear && holds({sink.pose, sink.halfExtents}, place) &&
        takesBySize(sink, world_.particles.id[slot], 2.0 * world_.particles.radius[slot], sink.pose.toLocal(place))) {
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
