#include "app/render/geometry/clip_region.h"

#include <Eigen/Geometry>
#include <numbers>

namespace scree {

namespace {

constexpr float kFar = 1e30f;

}  // namespace

Pose planePose(const Vec3& position, double azimuth, double elevation) {
  const Eigen::AngleAxisd about(azimuth, Vec3::UnitZ());
  const Eigen::AngleAxisd down(0.5 * std::numbers::pi - elevation, Vec3::UnitY());
  return {position, Quat(about * down)};
}

Pose clipPose(const ClipOptions& clip) { return planePose(clip.position, clip.azimuth, clip.elevation); }

ClipRegion regionOf(const ClipOptions& clip, const Vec3& origin) {
  ClipRegion region;
  if (!clip.on) {
    return region;
  }
  const Pose pose = clipPose(clip);
  const Eigen::Matrix3d turn = pose.orientation.conjugate().toRotationMatrix();
  region.toLocal.topLeftCorner<3, 3>() = turn.cast<float>();
  region.toLocal.topRightCorner<3, 1>() = (turn * (origin - pose.position)).cast<float>();
  switch (clip.shape) {
    case ClipShape::plane:
      region.lower.setConstant(-kFar);
      region.upper << kFar, kFar, 0.0f;
      break;
    case ClipShape::slab:
      region.upper << kFar, kFar, static_cast<float>(clip.halfThickness);
      region.lower = -region.upper;
      break;
    case ClipShape::box:
      region.upper = clip.halfExtents.cast<float>();
      region.lower = -region.upper;
      break;
  }
  region.keeps = clip.inverted ? -1 : 1;
  return region;
}

bool ClipRegion::isCut(const Eigen::Vector3f& point) const {
  if (keeps == 0) {
    return false;
  }
  const Eigen::Vector3f local = (toLocal * point.homogeneous()).head<3>();
  const bool inside = (local.array() >= lower.array()).all() && (local.array() <= upper.array()).all();
  return inside != (keeps > 0);
}

void ClipRegion::write(FrameUniforms& frame) const {
  frame.cutFrame = toLocal;
  frame.cutLower << lower, 0.0f;
  frame.cutUpper << upper, static_cast<float>(keeps);
}

bool isCut(const ClipOptions& clip, const Vec3& point) { return regionOf(clip, point).isCut(Eigen::Vector3f::Zero()); }

}  // namespace scree
