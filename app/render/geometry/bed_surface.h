#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <vector>

#include "engine/snapshot/bed_reading.h"

namespace scree {

/// Corner of the surface of a bed.
struct BedVertex {
  Eigen::Vector3f position = Eigen::Vector3f::Zero();  ///< in the world [m]
  Eigen::Vector3f normal = Eigen::Vector3f::UnitZ();
  Eigen::Vector3f colour = Eigen::Vector3f::Zero();  ///< displayed
};

/// Surface of a bed on its belt, as triangles.
struct BedSurface {
  std::vector<BedVertex> vertices;
  std::vector<std::uint32_t> triangles;  ///< three numbers of vertices each
};

/// Surface of the newest bed, in the colours of map `colours` over a range of heights [mm]. Its cells go with the belt:
/// from the rear end of the landings as they were when the bed was made, as far as the belt has gone in the time of the
/// bed, to the end of the belt. The belt is bare where all heights around are 0. Empty without a bed.
BedSurface makeBedSurface(const BedNow& bed, int colours, const std::array<float, 2>& range, const Vec3& origin);

}  // namespace scree
