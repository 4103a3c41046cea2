#include "engine/splitting/frame_load.h"

#include <algorithm>

#include "engine/aggregates/carriers.h"
#include "engine/world/reduction_limits.h"

namespace scree {

FrameLoad frameLoadOf(const World& world, const Aggregate& aggregate) {
  const Quat back = aggregate.frame.pose.orientation.conjugate();
  FrameLoad load;
  if (isMovedByForces(world, aggregate)) {
    load.atOrigin = loadOf(world, aggregate);
    load.turning = back * angularAccelerationOf(aggregate);
    load.spin = back * aggregate.frame.angularVelocity;
    if (aggregate.floats() && aggregate.members > 0) {
      load.origin = aggregate.inertia.firstMoment / aggregate.inertia.mass;
      load.isKnown = world.step >= aggregate.floating.formed + loadSteps(world);
    }
    return load;
  }
  const CarrierVelocity now = carrierVelocityOf(world, aggregate);
  const double rate = 1.0 / world.parameters.timeStep;
  load.atOrigin = back * (world.parameters.gravity - rate * (now.velocity - aggregate.frame.velocity));
  load.turning = back * (rate * (now.angularVelocity - aggregate.frame.angularVelocity));
  load.spin = back * now.angularVelocity;
  return load;
}

double changeOfLoad(const Aggregate& aggregate, const FrameLoad& now) {
  return (now.atOrigin - aggregate.load.gravity).norm() +
         aggregate.bounds.extent * (now.turning - aggregate.load.turning).norm();
}

double loadChangeLimit(const World& world) {
  return world.parameters.reduction.load.change * unitGravity(world.parameters);
}

void keepLoad(const FrameLoad& now, Aggregate& aggregate) {
  aggregate.load.gravity = now.atOrigin;
  aggregate.load.turning = now.turning;
}

}  // namespace scree
