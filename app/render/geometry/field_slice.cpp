#include "app/render/geometry/field_slice.h"

#include <algorithm>
#include <cmath>

#include "app/view/colour_maps.h"

namespace scree {

namespace {

constexpr int kMostTexels = 96;      // texels along a side: the picture is made on the thread of the window
constexpr double kTexels = 3.0;      // texels a node
constexpr double kLeastSide = 1e-9;  // m

/// Rectangle in the plane that covers the box of the grid.
struct PlaneRectangle {
  Eigen::Vector2d low = Eigen::Vector2d::Constant(INFINITY);
  Eigen::Vector2d high = Eigen::Vector2d::Constant(-INFINITY);
};

PlaneRectangle rectangleOf(const FieldGrid& grid, const Pose& pose) {
  const Vec3 extent = grid.spacing * Vec3(grid.size[0] - 1, grid.size[1] - 1, grid.size[2] - 1);
  PlaneRectangle rectangle;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 part(corner & 1, corner >> 1 & 1, corner >> 2);
    const Vec3 local = pose.toLocal(grid.origin() + part.cwiseProduct(extent));
    rectangle.low = rectangle.low.cwiseMin(local.head<2>());
    rectangle.high = rectangle.high.cwiseMax(local.head<2>());
  }
  return rectangle;
}

int texelsOver(double side, double spacing) {
  return std::clamp(static_cast<int>(std::ceil(kTexels * side / spacing)), 2, kMostTexels);
}

}  // namespace

Pose slicePose(const FieldLayer& layer, const FieldMap& map) {
  const FieldGrid& grid = map.grid;
  const Vec3 middle = grid.origin() + 0.5 * grid.spacing * Vec3(grid.size[0] - 1, grid.size[1] - 1, grid.size[2] - 1);
  return planePose(layer.placed ? layer.position : middle, layer.azimuth, layer.elevation);
}

SlicePicture makeSlice(const FieldMap& map, const FieldLayer& layer, int colours, const std::array<float, 2>& range,
                       const Vec3& origin) {
  SlicePicture picture;
  if (map.grid.nodes() == 0) {
    return picture;
  }
  const Pose pose = slicePose(layer, map);
  const PlaneRectangle rectangle = rectangleOf(map.grid, pose);
  const Eigen::Vector2d side = (rectangle.high - rectangle.low).cwiseMax(kLeastSide);
  picture.width = texelsOver(side.x(), map.grid.spacing);
  picture.height = texelsOver(side.y(), map.grid.spacing);
  const auto pointAt = [&](double u, double v) {
    return pose.toWorld({rectangle.low.x() + u * side.x(), rectangle.low.y() + v * side.y(), 0.0});
  };
  for (std::size_t i = 0; i < picture.corners.size(); ++i) {
    const Vec3 corner = pointAt(static_cast<double>(i & 1U), static_cast<double>(i >> 1U));
    picture.corners[i] = (corner - origin).cast<float>();
  }
  const ColourTable table = colourTable(colours);
  const float perRange = range[1] > range[0] ? 1.0f / (range[1] - range[0]) : 0.0f;
  picture.texels.reserve(4 * static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const float value = map.at(pointAt((x + 0.5) / picture.width, (y + 0.5) / picture.height));
      if (!std::isfinite(value)) {
        picture.texels.insert(picture.texels.end(), 4, 0);
        continue;
      }
      const float part = std::clamp((value - range[0]) * perRange, 0.0f, 1.0f);
      const auto& texel = table[static_cast<std::size_t>(std::lround(part * (kColourTableSize - 1)))];
      picture.texels.insert(picture.texels.end(), texel.begin(), texel.end());
    }
  }
  return picture;
}

}  // namespace scree
