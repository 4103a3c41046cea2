#pragma once

#include "engine/world/world.h"

namespace scree {

/// Load on the members of an aggregate by its acceleration, in its frame: gravity less the acceleration of a place.
struct FrameLoad {
  Vec3 atOrigin = Vec3::Zero();  ///< load at `origin` [m/s²]
  Vec3 origin = Vec3::Zero();    ///< place in the frame [m]
  Vec3 turning = Vec3::Zero();   ///< angular acceleration [rad/s²]
  Vec3 spin = Vec3::Zero();      ///< angular velocity [rad/s]
  bool isKnown = true;           ///< an aggregate that floats since a moment ago has no acceleration yet

  Vec3 at(const Vec3& local) const {
    const Vec3 arm = local - origin;
    return atOrigin - turning.cross(arm) - spin.cross(spin.cross(arm));
  }
};

/// Load of an aggregate in this step: by the drives of its carrier, and where forces move it by its motion of late
/// (loadOf()). Call it before followCarriers().
FrameLoad frameLoadOf(const World& world, const Aggregate& aggregate);

/// Change of the load of an aggregate anywhere in it since its members were last all looked at [m/s²].
double changeOfLoad(const Aggregate& aggregate, const FrameLoad& now);
/// Change from which they are all looked at again [m/s²].
double loadChangeLimit(const World& world);
/// Notes that they are.
void keepLoad(const FrameLoad& now, Aggregate& aggregate);

}  // namespace scree
