#pragma once

#include <utility>
#include <vector>

#include "engine/world/world.h"

// Regions in which nothing may be merged.
namespace scree {

/// A box in the world that members ride into; it turns with `pose`.
struct Region {
  Pose pose;
  Vec3 halfExtents = Vec3::Zero();
};
bool holds(const Region& region, const Vec3& place);

/// The box in an aggregate's frame that holds a box of half extents `extents` about `pose` in the world; of infinite
/// extents the box of all its members.
Bounds boundsIn(const Aggregate& aggregate, const Pose& pose, const Vec3& extents);

/// True if the straight way from one place to another, in the frame of a region, has a point in the region, border
/// included.
bool passesThrough(const SensorShape& shape, const Vec3& from, const Vec3& to);

/// Motion of the members of an aggregate in a step against a region on a body, or fixed in the world.
class RegionMotion {
 public:
  RegionMotion(const World& world, const Aggregate& aggregate, const Pose& region, std::uint32_t body,
               const Vec3& extents);

  /// True if a member may pass the region within the step: then its way counts, not its place.
  bool isFar() const { return way_ > 0.0; }
  /// Upper bound of the way in the step of members that may meet the region [m]; 0 where places are enough.
  double way() const { return way_; }
  /// True if a member at a place in the world goes through the region in the step.
  bool passes(const SensorShape& shape, const Vec3& place) const;

 private:
  Pose regionNow_;
  Pose regionThen_;
  Pose aggregateNow_;
  Pose aggregateThen_;
  double way_ = 0.0;
};

/// Pose of a split sensor now.
Pose poseOf(const World& world, const SplitSensor& sensor);
/// The strip before the end of a belt and everything beyond, where its members lose their support; empty for a belt
/// without an end.
Region beltEnd(const World& world, const Aggregate& aggregate);
/// True if an aggregate floats or its carrier is not the ground.
bool isMoving(const Aggregate& aggregate);

/// Regions of a step in which no particle may merge with an aggregate: split sensors, ends of belts, sinks for those
/// that they take, the outside of the world's bounds.
class SplitRegions {
 public:
  explicit SplitRegions(const World& world);

  /// True if a particle is in a region for the aggregate with this index, which existed when this was made.
  bool contain(std::uint32_t aggregate, std::uint32_t slot) const;
  /// True if a particle is in a region for floating aggregates.
  bool containFloating(std::uint32_t slot) const;

 private:
  bool isInSensor(const Vec3& place) const;

  const World& world_;
  std::vector<std::pair<const SplitSensor*, Pose>> sensors_;  ///< sensors that are on
  std::vector<Region> ends_;                                  ///< ends of belts, by aggregate
};

}  // namespace scree
