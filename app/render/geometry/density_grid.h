#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// Density grid: solid fraction of the particles on a coarse grid, the source of soft shading in piles, after the
/// density volumes of S. Staib, J. Grottel and S. Gumhold, Visualization of particle-based data with transparency and
/// ambient occlusion, Computer Graphics Forum 34 (2015). The fraction is 0 outside the grid.
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

/// Makes the density grid of particles, each given by its centre and radius [m]. Cells are 1.5 mean diameters, or
/// larger in a large scene. Particles far outside the bulk (more than 4 standard deviations) may be outside the grid.
/// Among more than 200 000 particles every k-th one stands for k.
DensityGrid makeDensityGrid(std::span<const Eigen::Vector4f> positionRadius);

}  // namespace scree
