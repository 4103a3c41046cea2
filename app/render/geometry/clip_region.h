#pragma once

#include <Eigen/Core>

#include "app/render/geometry/frame_uniforms.h"
#include "app/view/layer_options.h"

namespace scree {

/// Clip region in the form in which points are tested for all shapes: a box in its own frame; sides may be infinitely
/// far away.
struct ClipRegion {
  Eigen::Matrix4f toLocal = Eigen::Matrix4f::Identity();  ///< matrix to the region's frame
  Eigen::Vector3f lower = Eigen::Vector3f::Zero();        ///< lower corner of the box [m]
  Eigen::Vector3f upper = Eigen::Vector3f::Zero();        ///< upper corner of the box [m]
  int keeps = 0;                                          ///< part kept: 1 the inside, -1 the outside, 0 everything

  /// True if a point is cut away; it is counted from the origin of the region [m].
  bool isCut(const Eigen::Vector3f& point) const;
  bool operator==(const ClipRegion&) const = default;
  /// Writes the region into the uniforms that shaders/cut.glsl reads.
  void write(FrameUniforms& frame) const;
};
/// Region for places that are counted from `origin` [m].
ClipRegion regionOf(const ClipOptions& clip, const Vec3& origin);

}  // namespace scree
