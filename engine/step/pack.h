#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Lays the step's particles and contacts out for the batched solver: data.batched. Bodies get their velocities with
/// the fall of the first substep, batches everything that stays the same over the substeps and the multipliers of
/// the history, as they are there.
void packBatches(const World& world, StepData& data);

/// Takes a body's motion into its row.
inline void setVelocity(const BodyMotion& motion, BodyRow& row) {
  const Eigen::Vector3f v = motion.velocity.cast<float>();
  const Eigen::Vector3f w = (motion.radius * motion.angularVelocity).cast<float>();
  row.vx = v.x();
  row.vy = v.y();
  row.vz = v.z();
  row.wx = w.x();
  row.wy = w.y();
  row.wz = w.z();
}

/// A body's row for the sweeps from its motion.
inline BodyRow rowOf(const BodyMotion& motion, float inverseMass) {
  BodyRow row{.inverseMass = inverseMass, .inverseRadius = static_cast<float>(1.0 / motion.radius)};
  setVelocity(motion, row);
  return row;
}

}  // namespace scree
