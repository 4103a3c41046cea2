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
