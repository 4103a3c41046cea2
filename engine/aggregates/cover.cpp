#include "engine/aggregates/cover.h"

#include "engine/aggregates/aggregates_constants.h"
#include "engine/world/placement.h"

namespace scree {

bool hasMemberAbove(const World& world, const Aggregate& aggregate, const Vec3& place, double height, double diameter) {
  const Vec3& gravity = world.parameters.gravity;
  if (gravity.isZero(0.0)) {
    return false;
  }
  if (aggregate.cells.empty()) {
    return false;
  }
  const Vec3 above = place - height * gravity.normalized();
  const double reach = aggregates::kNearAbove * diameter;
  bool found = false;
  const Bounds region = {above - Vec3::Constant(reach), above + Vec3::Constant(reach)};
  world.periodic.forImagesIn(region, boundsOf(aggregate), [&](const Vec3& shift) {
    const Vec3 local = aggregate.frame.pose.toLocal(above - shift);
    aggregate.cells.forMeeting(local, reach, 0.0, [&](std::uint32_t member) {
      // Cells also give some that are farther by rounding.
      found = found || (world.reduction.members[member].local - local).squaredNorm() <= reach * reach;
    });
  });
  return found;
}

}  // namespace scree
