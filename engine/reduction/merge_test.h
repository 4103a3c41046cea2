#pragma once

#include <optional>

#include "engine/world/world.h"

namespace scree {

/// How the two sides of a contact move against each other at the end of a step.
struct Slip {
  Vec3 velocity = Vec3::Zero();  ///< u, of b against a at the contact [m/s]
  Vec3 spin = Vec3::Zero();      ///< w_ab [rad/s]
};

/// The merge limits of R (method.md 6), in the order in which they are looked at.
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

/// The first merge limit that a contact is beyond, nothing when it is quiet. `last` is how it moved a step before, null
/// when it is new: then accelerations are not known to be within theirs. `diameter` is that of the smaller side [m].
std::optional<MergeExcess> mergeExcess(const ReductionParameters& limits, const Vec3& normal, const Slip& slip,
                                       const Slip* last, double timeStep, double diameter);

/// Whether a contact is within all of them.
inline bool isQuiet(const ReductionParameters& limits, const Vec3& normal, const Slip& slip, const Slip* last,
                    double timeStep, double diameter) {
  return !mergeExcess(limits, normal, slip, last, timeStep, diameter);
}

}  // namespace scree
