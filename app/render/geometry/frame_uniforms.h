#pragma once

#include <Eigen/Core>

#include "app/view/camera.h"

namespace scree {

/// Uniform block Frame, which all passes of a picture share; shaders/frame.glsl explains the members.
struct FrameUniforms {
  Eigen::Matrix4f view = Eigen::Matrix4f::Identity();
  Eigen::Matrix4f projection = Eigen::Matrix4f::Identity();
  Eigen::Matrix4f clip = Eigen::Matrix4f::Identity();
  Eigen::Vector4f viewport = Eigen::Vector4f::Ones();
  Eigen::Vector4f eye = Eigen::Vector4f::Zero();
  Eigen::Vector4f colourRange = Eigen::Vector4f::Zero();
  Eigen::Vector4f options = Eigen::Vector4f::Zero();
  Eigen::Vector4f densityOrigin = Eigen::Vector4f::Zero();
  Eigen::Vector4f densityScale = Eigen::Vector4f::Zero();
  Eigen::Matrix4f cutFrame = Eigen::Matrix4f::Identity();
  Eigen::Vector4f cutLower = Eigen::Vector4f::Zero();
  Eigen::Vector4f cutUpper = Eigen::Vector4f::Zero();

  bool isParallel() const { return projection(3, 3) != 0.0f; }
  float pixel() const { return eye.w(); }
  float nearest() const { return options.y(); }
  float grainSize() const { return options.w(); }
};
static_assert(sizeof(FrameUniforms) == 4 * 64 + 8 * 16, "std140 layout");

/// Fills the members that depend on the camera, for places counted from `origin` [m]. `sceneRadius` is the radius [m]
/// of everything drawn, around the target; `width` and `height` are device pixels.
FrameUniforms cameraUniforms(const Camera& camera, const Eigen::Vector3d& origin, float sceneRadius, int width,
                             int height);

/// Moves the camera's line of sight in the picture to `middle` half widths to the right of the picture's middle.
void shiftSight(FrameUniforms& frame, float middle);

/// Narrows a projection of a picture of `width` x `height` pixels to the `size` x `size` pixels whose lowest row and
/// column are (x, y), y up.
Eigen::Matrix4f narrowed(const Eigen::Matrix4f& projection, int x, int y, int size, int width, int height);

}  // namespace scree
