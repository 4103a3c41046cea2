#pragma once

#include <vector>

#include "app/render/geometry/layers.h"

namespace scree {

/// Adds bars for joints: cylinders with their rods, rods, axes of hinges and slides, balls. Joints with a motor are
/// orange, options.markedJoint is bright. Joints whose middle the clip cuts away are left out.
void addJoints(const Snapshot& snapshot, const LayerOptions& options, const ClipOptions& clip, std::vector<Bar>& bars);

/// Points in the world between which a joint is drawn [m]; both are equal for a ball joint and a lock.
struct JointLine {
  Vec3 from = Vec3::Zero();
  Vec3 to = Vec3::Zero();
};
JointLine lineOf(const Snapshot& snapshot, const Joint& joint);

}  // namespace scree
