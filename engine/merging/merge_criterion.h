#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "engine/contacts/relative_motion.h"
#include "engine/merging/merging_constants.h"
#include "engine/world/grain_time.h"
#include "engine/world/world.h"

namespace scree {

/// The merge limits of R (METHOD.md 10.3), in the order in which they are looked at.
enum class MergeLimit : std::uint8_t {
  approach,                ///< m/s
  separation,              ///< m/s
  sliding,                 ///< m/s
  rolling,                 ///< rad/s
  breath,                  ///< change of the overlap in a step over the diameter
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
inline double mostBeside(const ReductionParameters& limits) { return merging::kSpeedBeside * limits.front.speed; }

/// Steps in a row for which a contact must be within the limits to merge: the parameter, and at least
/// merging::kQuietTimes where loads are looked at.
inline std::uint32_t windowSteps(const World& world) {
  const ReductionParameters& limits = world.parameters.reduction;
  const auto asked = static_cast<std::uint32_t>(limits.merge.window);
  return limits.front.split == Switch::on ? std::max(asked, stepsOfGrainTimes(world, merging::kQuietTimes)) : asked;
}

/// Steps of a quarantine, likewise; 0 where the parameter is.
inline std::uint32_t quarantineSteps(const World& world) {
  const ReductionParameters& limits = world.parameters.reduction;
  const auto asked = static_cast<std::uint32_t>(limits.merge.quarantine);
  const bool isLonger = asked > 0 && limits.front.split == Switch::on;
  return isLonger ? std::max(asked, stepsOfGrainTimes(world, merging::kQuarantineTimes)) : asked;
}

/// Steps from one search for merges to the next. A window with room for it begins and ends with a look; a contact that
/// moved in between has come to rest again. Limits on accelerations need every step.
inline std::uint32_t stepsBetweenLooks(const ReductionParameters& limits) {
  const bool hasRoom = limits.merge.window >= merging::kWindowForSparseLooks;
  return hasRoom && !limitsAccelerations(limits) ? merging::kSparseLook : 1;
}

/// True if the present step searches for merges.
inline bool isLookedWhoMerges(const World& world) {
  return world.step % stepsBetweenLooks(world.parameters.reduction) == 0;
}

/// Speed of a free grain against the rigid motion of an aggregate [m/s]. It must be within the merge limit on sliding:
/// a grain may be within the limits at each contact and yet be carried along by the sum of them.
inline double speedAgainst(const World& world, const Aggregate& aggregate, std::uint32_t slot) {
  return (world.particles.velocity[slot] - aggregate.velocityAt(world.particles.position[slot])).norm();
}

/// First limit on accelerations (R) that a contact is beyond; nothing if there is none. Arguments as mergeExcess().
std::optional<MergeExcess> accelerationExcess(const ReductionParameters& limits, const Vec3& normal, const Slip& slip,
                                              const Slip* last, double timeStep);

/// First merge limit that a contact is beyond (METHOD.md 10.3); nothing when it is quiet. `last` is its motion a step
/// before, null for a new contact, whose accelerations are unknown; `timeStep` [s]; `diameter` of the smaller side [m].
inline std::optional<MergeExcess> mergeExcess(const ReductionParameters& limits, const Vec3& normal, const Slip& slip,
                                              const Slip* last, double timeStep, double diameter) {
  const double along = normal.dot(slip.velocity);
  if (along < -limits.merge.normalIn) {
    return MergeExcess{MergeLimit::approach, -along, limits.merge.normalIn};
  }
  if (along > limits.merge.normalOut) {
    return MergeExcess{MergeLimit::separation, along, limits.merge.normalOut};
  }
  const double sliding = (slip.velocity - along * normal).norm();
  if (sliding > limits.merge.tangential) {
    return MergeExcess{MergeLimit::sliding, sliding, limits.merge.tangential};
  }
  if (slip.spin.norm() > limits.merge.rolling) {
    return MergeExcess{MergeLimit::rolling, slip.spin.norm(), limits.merge.rolling};
  }
  if (limits.merge.breath > 0.0 && std::abs(along) * timeStep > limits.merge.breath * diameter) {
    return MergeExcess{MergeLimit::breath, std::abs(along) * timeStep / diameter, limits.merge.breath};
  }
  return accelerationExcess(limits, normal, slip, last, timeStep);
}

/// True if a contact is within all merge limits. Arguments as mergeExcess().
inline bool isQuiet(const ReductionParameters& limits, const Vec3& normal, const Slip& slip, const Slip* last,
                    double timeStep, double diameter) {
  return !mergeExcess(limits, normal, slip, last, timeStep, diameter);
}

}  // namespace scree
