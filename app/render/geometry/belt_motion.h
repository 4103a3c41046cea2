#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// Motion of a belt, the surface of a shape that itself stands still.
struct BeltMotion {
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();  ///< unit vector in the shape's frame, zero without a belt
  double travelled = 0.0;                               ///< way of the surface along `direction` since time 0 [m]
};

/// Motion of the belt on a shape of a body at `time` [s], from the body's drives, else from the shape's surface
/// velocity.
BeltMotion beltMotion(const SnapshotBody& body, std::size_t shape, double time);

}  // namespace scree
