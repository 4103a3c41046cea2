#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// How much of the room is filled with particles, on a coarse grid: the source of soft shading in piles, after the
/// density volumes of S. Staib, J. Grottel and S. Gumhold, Visualization of particle-based data with transparency and
/// ambient occlusion, Computer Graphics Forum 34 (2015). Outside the grid there is nothing.
struct DensityGrid {
  Eigen::Vector3f origin = Eigen::Vector3f::Zero();  ///< corner of the first cell [m]
  float cell = 1.0f;                                 ///< edge of a cell [m]
  std::array<int, 3> size = {0, 0, 0};               ///< cells along x, y, z; zero without particles
  std::vector<std::uint8_t> fraction;                ///< solid fraction in 1/255, x fastest

  Eigen::Vector3f extent() const {
    return cell *
           Eigen::Vector3f(static_cast<float>(size[0]), static_cast<float>(size[1]), static_cast<float>(size[2]));
  }
};

/// Cells are about one and a half mean diameters, or coarser for a large scene. Particles far outside the bulk (more
/// than 4 standard deviations) are left out. Every k-th particle stands for k when there are very many.
DensityGrid makeDensityGrid(std::span<const Eigen::Vector4f> positionRadius);

}  // namespace scree
