#pragma once

#include <vector>

#include "app/render/geometry/layers.h"

namespace scree {

/// Joints as bars: cylinders with their rods, rods, axes of hinges and slides, balls. Those with a motor are orange,
/// options.markedJoint is bright. Nothing is drawn at what the clip cuts away.
void addJoints(const Snapshot& snapshot, const LayerOptions& options, const ClipOptions& clip, std::vector<Bar>& bars);

/// The points in the world between which a joint is drawn; both are one for those that hold a point.
struct JointLine {
  Vec3 from = Vec3::Zero();
  Vec3 to = Vec3::Zero();
};
JointLine lineOf(const Snapshot& snapshot, const Joint& joint);

}  // namespace scree
