#pragma once

#include <Eigen/Core>

#include "app/render/geometry/frame_uniforms.h"
#include "app/view/layer_options.h"

namespace scree {

/// The clip as all of its shapes are tested: a box in its own frame, with sides that may be infinitely far away.
struct ClipRegion {
  Eigen::Matrix4f toLocal = Eigen::Matrix4f::Identity();
  Eigen::Vector3f lower = Eigen::Vector3f::Zero();
  Eigen::Vector3f upper = Eigen::Vector3f::Zero();
  int keeps = 0;  ///< 1 the inside, -1 the outside, 0 everything

  bool isCut(const Eigen::Vector3f& point) const;
  bool operator==(const ClipRegion&) const = default;
  /// Tells the shaders (shaders/cut.glsl).
  void write(FrameUniforms& frame) const;
};
ClipRegion regionOf(const ClipOptions& clip);

}  // namespace scree
