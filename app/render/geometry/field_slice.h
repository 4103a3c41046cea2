#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <vector>

#include "app/view/view_options.h"

namespace scree {

/// Picture of a field on a plane: a rectangle in the world with a texture.
struct SlicePicture {
  std::array<Eigen::Vector3f, 4>
      corners{};  ///< from the drawing origin, at (0, 0), (1, 0), (0, 1), (1, 1) of the texture [m]
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> texels;  ///< red, green, blue times alpha, and alpha: 0 where the field has no value
};

/// Plane of the slice, its normal along z: through the chosen point, or the middle of the map.
Pose slicePose(const FieldLayer& layer, const FieldMap& map);

/// Picture of a map on the plane of the layer, in the colours of map `colours` over a range. Empty where the plane
/// misses the grid. `origin` is the point from which the corners are counted [m].
SlicePicture makeSlice(const FieldMap& map, const FieldLayer& layer, int colours, const std::array<float, 2>& range,
                       const Vec3& origin);

}  // namespace scree
