#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "engine/contacts/relative_motion.h"
#include "engine/merging/merging_constants.h"
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

/// How fast something that touches a grain may move past it if that is to merge [m/s]: by a good part less than what
/// opens a member. With one limit for both, grains at the edge of a flow merged and split in turns: of those that split
/// off in a drum a quarter had stayed for three steps or less, most opened by something hardly faster than the limit.
inline double mostBeside(const ReductionParameters& limits) { return merging::kSpeedBeside * limits.frontSpeed; }

/// Steps from one look at who may merge to the next. Where the window has room for it, it begins and ends with a look,
/// and what moved in between has come to rest again; accelerations are told from the step before.
inline std::uint32_t stepsBetweenLooks(const ReductionParameters& limits) {
  const bool hasRoom = limits.mergeWindow >= merging::kWindowForSparseLooks;
  return hasRoom && !limitsAccelerations(limits) ? merging::kSparseLook : 1;
}

/// Whether this is a step in which it is looked who may merge.
inline bool isLookedWhoMerges(const World& world) {
  return world.step % stepsBetweenLooks(world.parameters.reduction) == 0;
}

/// The limits on accelerations of R.
std::optional<MergeExcess> accelerationExcess(const ReductionParameters& limits, const Vec3& normal, const Slip& slip,
                                              const Slip* last, double timeStep);

/// The first merge limit that a contact is beyond, nothing when it is quiet. `last` is how it moved a step before, null
/// when it is new: then accelerations are not known to be within theirs. `diameter` is that of the smaller side [m].
inline std::optional<MergeExcess> mergeExcess(const ReductionParameters& limits, const Vec3& normal, const Slip& slip,
                                              const Slip* last, double timeStep, double diameter) {
  const double along = normal.dot(slip.velocity);
  if (along < -limits.mergeNormalIn) {
    return MergeExcess{MergeLimit::approach, -along, limits.mergeNormalIn};
  }
  if (along > limits.mergeNormalOut) {
    return MergeExcess{MergeLimit::separation, along, limits.mergeNormalOut};
  }
  const double sliding = (slip.velocity - along * normal).norm();
  if (sliding > limits.mergeTangential) {
    return MergeExcess{MergeLimit::sliding, sliding, limits.mergeTangential};
  }
  if (slip.spin.norm() > limits.mergeRolling) {
    return MergeExcess{MergeLimit::rolling, slip.spin.norm(), limits.mergeRolling};
  }
  if (limits.mergeBreath > 0.0 && std::abs(along) * timeStep > limits.mergeBreath * diameter) {
    return MergeExcess{MergeLimit::breath, std::abs(along) * timeStep / diameter, limits.mergeBreath};
  }
  return accelerationExcess(limits, normal, slip, last, timeStep);
}

/// Whether a contact is within all of them.
inline bool isQuiet(const ReductionParameters& limits, const Vec3& normal, const Slip& slip, const Slip* last,
                    double timeStep, double diameter) {
  return !mergeExcess(limits, normal, slip, last, timeStep, diameter);
}

}  // namespace scree
