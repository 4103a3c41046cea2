#pragma once

#include <utility>
#include <vector>

#include "engine/world/world.h"

// Where nothing may be merged.
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

/// Whether the straight way from one place to another, in the frame of a region, has a point in it, the border
/// included.
bool passesThrough(const SensorShape& shape, const Vec3& from, const Vec3& to);

/// How members of an aggregate move in a step against a region on a body, or fixed in the world.
class RegionMotion {
 public:
  RegionMotion(const World& world, const Aggregate& aggregate, const Pose& region, std::uint32_t body,
               const Vec3& extents);

  /// Whether a member may be on one side now and on the other a step later: then its way counts, not its place [m].
  bool isFar() const { return way_ > 0.0; }
  /// No member goes farther in the step that the region may meet in it [m]; 0 where places are enough.
  double way() const { return way_; }
  /// Whether a member at a place in the world goes through the region in the step.
  bool passes(const SensorShape& shape, const Vec3& place) const;

 private:
  Pose regionNow_;
  Pose regionThen_;
  Pose aggregateNow_;
  Pose aggregateThen_;
  double way_ = 0.0;
};

/// Where a split sensor is now.
Pose poseOf(const World& world, const SplitSensor& sensor);
/// The strip before the end of a belt and everything beyond, where its members lose their support; empty for a belt
/// without an end.
Region beltEnd(const World& world, const Aggregate& aggregate);
/// Whether an aggregate floats, or something that moves carries it.
bool isMoving(const Aggregate& aggregate);

/// Where no particle may merge with an aggregate, as a step has it: inside a split sensor, at the end of a belt, in a
/// sink or out of the world's bounds.
class SplitRegions {
 public:
  explicit SplitRegions(const World& world);

  /// Whether a place is in one; of the aggregate with this index, which was there when this was made.
  bool contain(std::uint32_t aggregate, const Vec3& place) const;
  /// The same of any aggregate that floats.
  bool containFloating(const Vec3& place) const;

 private:
  bool isInSensor(const Vec3& place) const;

  const World& world_;
  std::vector<std::pair<const SplitSensor*, Pose>> sensors_;  ///< those that are on
  std::vector<Region> ends_;                                  ///< of belts, by aggregate
};

}  // namespace scree
