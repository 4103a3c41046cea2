#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "engine/contacts/relative_motion.h"
#include "engine/merging/merging_constants.h"
#include "engine/world/reduction_limits.h"
#include "engine/world/world.h"

namespace scree {

/// The merge limits of R (METHOD.md 10.3), in the order in which they are looked at.
enum class MergeLimit : std::uint8_t {
  approach,                ///< m/s
  separation,              ///< m/s
  sliding,                 ///< m/s
  rolling,                 ///< rad/s
  history,                 ///< accelerations have limits, and of a new contact they are not known yet
  normalAcceleration,      ///< m/s²
  tangentialAcceleration,  ///< m/s²
  rollingAcceleration      ///< rad/s²
};

/// A merge limit that a contact is beyond.
struct MergeExcess {
  MergeLimit limit = MergeLimit::approach;
  double measured = 0.0;
  double allowed = 0.0;
};

/// Speed of a contact beside which a grain may merge [m/s], below the speed that opens a member
/// (merging::kSpeedBeside): grains at the edge of a flow would merge and split in turns.
inline double mostBeside(const ReductionLimits& limits) { return merging::kSpeedBeside * limits.front; }

/// Steps from one search for merges to the next. A window with room for it begins and ends with a look; a contact that
/// moved in between has come to rest again. Limits on accelerations need every step.
inline std::uint32_t stepsBetweenLooks(const ReductionLimits& limits) {
  const bool hasRoom = limits.window > merging::kSparseLook;
  return hasRoom && !limits.limitsAccelerations() ? merging::kSparseLook : 1;
}

/// True if the present step searches for merges.
inline bool isLookedWhoMerges(const World& world) {
  return world.step % stepsBetweenLooks(reductionLimits(world)) == 0;
}

/// Speed of a free grain against the rigid motion of an aggregate [m/s]. It must be within the merge limit on sliding:
/// a grain may be within the limits at each contact and yet be carried along by the sum of them.
inline double speedAgainst(const World& world, const Aggregate& aggregate, std::uint32_t slot) {
  const Vec3& place = world.particles.position[slot];
  const Vec3 shift =
      aggregate.floats() ? world.periodic.shiftToNearest(place - aggregate.frame.pose.position) : Vec3::Zero();
  return (world.particles.velocity[slot] - aggregate.velocityAt(place + shift)).norm();
}

/// First limit on accelerations (R) that a contact is beyond; nothing if there is none. Arguments as mergeExcess().
std::optional<MergeExcess> accelerationExcess(const ReductionLimits& limits, const Vec3& normal, const Slip& slip,
                                              const Slip* last, double timeStep);

/// First merge limit that a contact is beyond (METHOD.md 10.3); nothing when it is quiet. `last` is its motion a step
/// before, null for a new contact, whose accelerations are unknown; `timeStep` [s].
inline std::optional<MergeExcess> mergeExcess(const ReductionLimits& limits, const Vec3& normal, const Slip& slip,
                                              const Slip* last, double timeStep) {
  const double along = normal.dot(slip.velocity);
  if (along < -limits.normalIn) {
    return MergeExcess{MergeLimit::approach, -along, limits.normalIn};
  }
  if (along > limits.normalOut) {
    return MergeExcess{MergeLimit::separation, along, limits.normalOut};
  }
  const double sliding = (slip.velocity - along * normal).norm();
  if (sliding > limits.tangential) {
    return MergeExcess{MergeLimit::sliding, sliding, limits.tangential};
  }
  if (slip.spin.norm() > limits.rolling) {
    return MergeExcess{MergeLimit::rolling, slip.spin.norm(), limits.rolling};
  }
  return accelerationExcess(limits, normal, slip, last, timeStep);
}

/// True if a contact is within all merge limits. Arguments as mergeExcess().
inline bool isQuiet(const ReductionLimits& limits, const Vec3& normal, const Slip& slip, const Slip* last,
                    double timeStep) {
  return !mergeExcess(limits, normal, slip, last, timeStep);
}

}  // namespace scree
