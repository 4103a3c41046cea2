#include "app/render/geometry/frame_uniforms.h"

#include <cmath>

namespace scree {

FrameUniforms cameraUniforms(const Camera& camera, const Eigen::Vector3d& origin, float sceneRadius, int width,
                             int height) {
  const auto w = static_cast<float>(width);
  const auto h = static_cast<float>(height);
  FrameUniforms frame;
  frame.view = camera.view(origin);
  frame.projection = camera.projection(w / h, sceneRadius);
  frame.clip = frame.projection;
  frame.viewport << w, h, 1.0f / w, 1.0f / h;
  const float pixel = 2.0f * std::tan(0.5f * camera.fieldOfView) / h;
  if (camera.parallel) {
    // An eye so far away that lines of sight are almost parallel, for tests of the side of a wall that is seen.
    constexpr double kFar = 100.0;
    const double distance = kFar * static_cast<double>(camera.distance + sceneRadius);
    const Eigen::Vector3f eye = (camera.target - origin + distance * camera.towardsEye(camera.target)).cast<float>();
    frame.eye = {eye.x(), eye.y(), eye.z(), pixel * camera.distance};
  } else {
    const Eigen::Vector3f eye = (camera.eye() - origin).cast<float>();
    frame.eye = {eye.x(), eye.y(), eye.z(), pixel};
    frame.options.y() = frame.projection(2, 3) / (frame.projection(2, 2) - 1.0f);
  }
  frame.options.w() = 1.0f;
  return frame;
}

void shiftSight(FrameUniforms& frame, float middle) {
  // With perspective this element is later multiplied by the negative depth and divided by the depth.
  if (frame.isParallel()) {
    frame.projection(0, 3) = middle;
  } else {
    frame.projection(0, 2) = -middle;
  }
  frame.clip = frame.projection;
}

Eigen::Matrix4f narrowed(const Eigen::Matrix4f& projection, int x, int y, int size, int width, int height) {
  const float s = static_cast<float>(size);
  const float scaleX = static_cast<float>(width) / s;
  const float scaleY = static_cast<float>(height) / s;
  Eigen::Matrix4f narrow = Eigen::Matrix4f::Identity();
  narrow(0, 0) = scaleX;
  narrow(1, 1) = scaleY;
  narrow(0, 3) = scaleX - 2.0f * static_cast<float>(x) / s - 1.0f;
  narrow(1, 3) = scaleY - 2.0f * static_cast<float>(y) / s - 1.0f;
  return narrow * projection;
}

}  // namespace scree
