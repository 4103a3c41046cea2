#pragma once

#include <Eigen/Core>

namespace scree {

/// Camera that orbits a target, with z up. Plain data with pure functions; angles in radians, lengths in metres.
struct Camera {
  Eigen::Vector3d target = Eigen::Vector3d::Zero();  ///< point in the middle of the view
  float distance = 1.0f;                             ///< distance from the eye to the target
  float azimuth = -1.2f;                             ///< direction to the eye about +z, 0 = +x
  float elevation = 0.35f;                           ///< angle of the eye above the horizon, in (-π/2, π/2)
  float fieldOfView = 0.7f;                          ///< vertical angle of view
  /// Orthographic view: lines of sight are parallel, things at the target's distance have the size that they have in
  /// perspective, and nothing is too near to be seen.
  bool parallel = false;

  /// Point where the lines of sight meet; with `parallel` the point where they would meet in perspective.
  Eigen::Vector3d eye() const;
  /// Unit vector from `point` towards the eye, along the line of sight through it.
  Eigen::Vector3d towardsEye(const Eigen::Vector3d& point) const;
  /// Axes of the camera in the world as rows: right, up, towards the eye.
  Eigen::Matrix3d axes() const;
  /// Camera coordinates of a point of the world: right, up, towards the eye; the eye is at zero.
  Eigen::Vector3d seen(const Eigen::Vector3d& point) const;
  /// Matrix to camera coordinates, for places in single precision that are counted from `origin`.
  Eigen::Matrix4f view(const Eigen::Vector3d& origin) const;
  /// Matrix from camera to clip coordinates. `aspect` is width / height; the near and the far plane follow from the
  /// distance and `sceneRadius`, the radius of the scene around the target.
  Eigen::Matrix4f projection(float aspect, float sceneRadius) const;
};

/// Height of the view at the depth of the target [m].
double viewHeight(const Camera& camera);
/// Turns the camera about its target by a drag of (dx, dy) logical pixels, y down.
void orbit(Camera& camera, float dx, float dy);
/// Moves the target by a drag of (dx, dy), y down, so that it follows the pointer. All in logical pixels of a viewport
/// of `height`.
void pan(Camera& camera, float dx, float dy, int height);
/// Zooms by `steps` wheel notches (positive = closer). The point under (x, y) in the plane through the target stays in
/// place. All in logical pixels of a viewport `width` x `height`, y down.
void zoomTo(Camera& camera, float steps, float x, float y, int width, int height);
/// Aims the camera at a sphere from a distance at which it sees the whole sphere; `aspect` is width / height.
void frame(Camera& camera, const Eigen::Vector3d& centre, float radius, float aspect);

}  // namespace scree
