#pragma once

#include <cstddef>

#include "engine/base/types.h"
#include "engine/solver/batch.h"

namespace scree {

/// A particle in the batched solver. The sweeps work on its BodyRow; the changes are added here, so that a body without
/// contacts keeps its full precision. Four numbers side by side for each quantity: they go through vectors.
struct alignas(64) BodyMotion {
  Vec3 velocity = Vec3::Zero();         ///< m/s
  double radius = 0.0;                  ///< m
  Vec3 angularVelocity = Vec3::Zero();  ///< rad/s
  double inverseRadius = 0.0;           ///< 1/m
  Vec3 shift = Vec3::Zero();            ///< way since the start of the step [m]
  double radiusAgain = 0.0;             ///< m: a BodyShift is made from these four
  Vec3 turn = Vec3::Zero();             ///< angular way since the start of the step [rad]
  double unused = 0.0;
};

/// Adds the changes of the rows of n bodies by a solve of `time` [s] to their velocities, and moves the bodies for that
/// time. Then adds `fall` [m/s] to velocities and rows, unless it is null.
void moveOn(std::size_t n, double time, const Vec3* fall, BodyMotion* motions, BodyRow* rows, BodyShift* shifts);

/// A body's row for the sweeps from its motion.
inline BodyRow rowOf(const BodyMotion& motion, float inverseMass) {
  const Eigen::Vector3f v = motion.velocity.cast<float>();
  const Eigen::Vector3f w = (motion.radius * motion.angularVelocity).cast<float>();
  return {.vx = v.x(),
          .vy = v.y(),
          .vz = v.z(),
          .inverseMass = inverseMass,
          .wx = w.x(),
          .wy = w.y(),
          .wz = w.z(),
          .inverseRadius = static_cast<float>(motion.inverseRadius)};
}

}  // namespace scree
