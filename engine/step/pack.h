#pragma once

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// Lays the step's particles and contacts out for the batched solver: data.batched. Bodies get their velocities with
/// the fall of the first substep, batches everything that stays the same over the substeps and the multipliers of
/// the history, as they are there.
void packBatches(const World& world, StepData& data);

/// A body's row for the sweeps from its motion.
inline BodyRow rowOf(const BodyMotion& motion, float inverseMass) {
  const Eigen::Vector3f v = motion.velocity.cast<float>();
  const Eigen::Vector3f w = (motion.radius * motion.angularVelocity).cast<float>();
  return {v.x(), v.y(), v.z(), inverseMass, w.x(), w.y(), w.z(), static_cast<float>(1.0 / motion.radius)};
}

}  // namespace scree
