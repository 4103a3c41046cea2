#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "engine/snapshot/snapshot.h"

namespace scree {

/// Motion of a belt's surface over a shape that stands still.
struct BeltMotion {
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();  ///< unit vector in the shape's frame, zero without a belt
  double travelled = 0.0;                               ///< m since time 0, along the direction
};

/// From the body's drives and the shape's own surface velocity at the snapshot's time.
BeltMotion beltMotion(const SnapshotBody& body, std::size_t shape, double time);

}  // namespace scree
