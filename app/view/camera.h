#pragma once

#include <Eigen/Core>

namespace scree {

/// An orbiting camera with z up. Plain data with pure functions; angles in radians, lengths in metres.
struct Camera {
  Eigen::Vector3f target = Eigen::Vector3f::Zero();
  float distance = 1.0f;
  float azimuth = -1.2f;     ///< of the eye about +z, 0 = +x
  float elevation = 0.35f;   ///< above the horizon, in (-π/2, π/2)
  float fieldOfView = 0.7f;  ///< vertical
  /// Orthographic: lines of sight are parallel, what is as far as the target is as large as with perspective, and
  /// nothing is too near to be seen.
  bool parallel = false;

  /// Where the lines of sight meet, or would without `parallel`.
  Eigen::Vector3f eye() const;
  /// Unit vector from a point along the line of sight to it.
  Eigen::Vector3f towardsEye(const Eigen::Vector3f& point) const;
  Eigen::Matrix4f view() const;
  /// `nearest` and `farthest` are chosen from the distance and the scene's radius around the target.
  Eigen::Matrix4f projection(float aspect, float sceneRadius) const;
};

/// All pixel arguments are logical pixels of a viewport `width` x `height`, y down.
void orbit(Camera& camera, float dx, float dy);
void pan(Camera& camera, float dx, float dy, int height);
/// Zooms by `steps` wheel notches (positive = closer), keeping what is under (x, y) in place.
void zoomTo(Camera& camera, float steps, float x, float y, int width, int height);
/// Sees the whole sphere.
void frame(Camera& camera, const Eigen::Vector3f& centre, float radius, float aspect);

}  // namespace scree
