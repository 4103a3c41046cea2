#include "app/view/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

namespace {

constexpr float kRadiansPerPixel = 0.007f;
constexpr float kDistancePerNotch = 0.85f;  // ratio of the distances after and before one wheel notch
constexpr float kSteepest = 0.5f * std::numbers::pi_v<float> - 0.01f;
constexpr float kNearestDistance = 1e-5f;
constexpr float kFarthestDistance = 1e6f;

/// Axes of the camera in the world as columns: right, up, back (towards the eye); orthonormal and right-handed.
Eigen::Matrix3f axes(const Camera& camera) {
  const float ca = std::cos(camera.azimuth);
  const float sa = std::sin(camera.azimuth);
  const float ce = std::cos(camera.elevation);
  const float se = std::sin(camera.elevation);
  Eigen::Matrix3f m;
  m.col(0) << -sa, ca, 0.0f;
  m.col(1) << -se * ca, -se * sa, ce;
  m.col(2) << ce * ca, ce * sa, se;
  return m;
}

/// Length of a logical pixel in the plane through the target [m].
float metresPerPixel(const Camera& camera, int height) {
  return 2.0f * camera.distance * std::tan(0.5f * camera.fieldOfView) / static_cast<float>(std::max(height, 1));
}

}  // namespace

Eigen::Vector3f Camera::eye() const { return target + distance * axes(*this).col(2); }

Eigen::Vector3f Camera::towardsEye(const Eigen::Vector3f& point) const {
  return parallel ? Eigen::Vector3f(axes(*this).col(2)) : Eigen::Vector3f((eye() - point).normalized());
}

Eigen::Matrix4f Camera::view() const {
  const Eigen::Matrix3f turn = axes(*this).transpose();
  Eigen::Matrix4f m = Eigen::Matrix4f::Identity();
  m.topLeftCorner<3, 3>() = turn;
  m.topRightCorner<3, 1>() = -turn * eye();
  return m;
}

Eigen::Matrix4f Camera::projection(float aspect, float sceneRadius) const {
  if (parallel) {
    const float scale = 1.0f / (distance * std::tan(0.5f * fieldOfView));
    Eigen::Matrix4f m = Eigen::Matrix4f::Identity();
    m(0, 0) = scale / aspect;
    m(1, 1) = scale;
    m(2, 2) = -1.0f / sceneRadius;
    m(2, 3) = -distance / sceneRadius;
    return m;
  }
  // A hundredth of the distance keeps a 24 bit depth buffer exact to 1e-5 of the distance at the target.
  const float nearest = std::max(distance - sceneRadius, 0.01f * distance);
  const float farthest = std::max(distance + sceneRadius, 2.0f * nearest);
  const float f = 1.0f / std::tan(0.5f * fieldOfView);
  Eigen::Matrix4f m = Eigen::Matrix4f::Zero();
  m(0, 0) = f / aspect;
  m(1, 1) = f;
  m(2, 2) = (farthest + nearest) / (nearest - farthest);
  m(2, 3) = 2.0f * farthest * nearest / (nearest - farthest);
  m(3, 2) = -1.0f;
  return m;
}

double viewHeight(const Camera& camera) {
  return 2.0 * static_cast<double>(camera.distance) * std::tan(0.5 * static_cast<double>(camera.fieldOfView));
}

void orbit(Camera& camera, float dx, float dy) {
  camera.azimuth = std::remainder(camera.azimuth - kRadiansPerPixel * dx, 2.0f * std::numbers::pi_v<float>);
  camera.elevation = std::clamp(camera.elevation + kRadiansPerPixel * dy, -kSteepest, kSteepest);
}

void pan(Camera& camera, float dx, float dy, int height) {
  const Eigen::Matrix3f frame = axes(camera);
  camera.target += metresPerPixel(camera, height) * (dy * frame.col(1) - dx * frame.col(0));
}

void zoomTo(Camera& camera, float steps, float x, float y, int width, int height) {
  const Eigen::Matrix3f frame = axes(camera);
  const float scale = metresPerPixel(camera, height);
  const Eigen::Vector3f fromTarget = scale * ((x - 0.5f * static_cast<float>(width)) * frame.col(0) +
                                              (0.5f * static_cast<float>(height) - y) * frame.col(1));
  const float distance =
      std::clamp(camera.distance * std::pow(kDistancePerNotch, steps), kNearestDistance, kFarthestDistance);
  camera.target += (1.0f - distance / camera.distance) * fromTarget;
  camera.distance = distance;
}

void frame(Camera& camera, const Eigen::Vector3f& centre, float radius, float aspect) {
  constexpr float kMargin = 1.05f;
  const float halfVertical = 0.5f * camera.fieldOfView;
  const float halfHorizontal = std::atan(std::tan(halfVertical) * aspect);
  camera.target = centre;
  const float least = std::min(halfVertical, halfHorizontal);
  const float scale = camera.parallel ? std::tan(halfVertical) * std::min(1.0f, aspect) : std::sin(least);
  camera.distance = std::clamp(kMargin * radius / scale, kNearestDistance, kFarthestDistance);
}

}  // namespace scree
