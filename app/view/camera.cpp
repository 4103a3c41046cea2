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

/// Length of a logical pixel in the plane through the target [m].
double metresPerPixel(const Camera& camera, int height) { return viewHeight(camera) / std::max(height, 1); }

}  // namespace

Eigen::Matrix3d Camera::axes() const {
  const double ca = std::cos(static_cast<double>(azimuth));
  const double sa = std::sin(static_cast<double>(azimuth));
  const double ce = std::cos(static_cast<double>(elevation));
  const double se = std::sin(static_cast<double>(elevation));
  Eigen::Matrix3d m;
  m.row(0) << -sa, ca, 0.0;
  m.row(1) << -se * ca, -se * sa, ce;
  m.row(2) << ce * ca, ce * sa, se;
  return m;
}

Eigen::Vector3d Camera::eye() const { return target + static_cast<double>(distance) * axes().row(2).transpose(); }

Eigen::Vector3d Camera::towardsEye(const Eigen::Vector3d& point) const {
  return parallel ? Eigen::Vector3d(axes().row(2)) : Eigen::Vector3d((eye() - point).normalized());
}

Eigen::Vector3d Camera::seen(const Eigen::Vector3d& point) const { return axes() * (point - eye()); }

Eigen::Matrix4f Camera::view(const Eigen::Vector3d& origin) const {
  Eigen::Matrix4f m = Eigen::Matrix4f::Identity();
  m.topLeftCorner<3, 3>() = axes().cast<float>();
  m.topRightCorner<3, 1>() = seen(origin).cast<float>();
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
  const Eigen::Matrix3d axes = camera.axes();
  camera.target += metresPerPixel(camera, height) *
                   (static_cast<double>(dy) * axes.row(1) - static_cast<double>(dx) * axes.row(0)).transpose();
}

void zoomTo(Camera& camera, float steps, float x, float y, int width, int height) {
  const Eigen::Matrix3d axes = camera.axes();
  const Eigen::Vector3d fromTarget =
      metresPerPixel(camera, height) *
      ((static_cast<double>(x) - 0.5 * width) * axes.row(0) + (0.5 * height - static_cast<double>(y)) * axes.row(1))
          .transpose();
  const float distance =
      std::clamp(camera.distance * std::pow(kDistancePerNotch, steps), kNearestDistance, kFarthestDistance);
  camera.target += (1.0 - static_cast<double>(distance / camera.distance)) * fromTarget;
  camera.distance = distance;
}

void frame(Camera& camera, const Eigen::Vector3d& centre, float radius, float aspect) {
  constexpr float kMargin = 1.05f;
  const float halfVertical = 0.5f * camera.fieldOfView;
  const float halfHorizontal = std::atan(std::tan(halfVertical) * aspect);
  camera.target = centre;
  const float least = std::min(halfVertical, halfHorizontal);
  const float scale = camera.parallel ? std::tan(halfVertical) * std::min(1.0f, aspect) : std::sin(least);
  camera.distance = std::clamp(kMargin * radius / scale, kNearestDistance, kFarthestDistance);
}

}  // namespace scree
