#pragma once

#include <Eigen/Core>

#include "engine/base/types.h"

namespace scree {

/// Homogeneous matrix of a pose, for shaders, to places that are counted from `origin` [m].
inline Eigen::Matrix4f matrixOf(const Pose& pose, const Vec3& origin) {
  Eigen::Matrix4f m = Eigen::Matrix4f::Identity();
  m.topLeftCorner<3, 3>() = pose.orientation.toRotationMatrix().cast<float>();
  m.topRightCorner<3, 1>() = (pose.position - origin).cast<float>();
  return m;
}

}  // namespace scree
