#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// Range of columns of a picture, as tangents of the angles to the line of sight, or as places [m] where all lines of
/// sight are parallel.
struct ColumnRange {
  float middle = 0.0f;
  float half = 1.0f;  ///< half of the range's width

  bool operator==(const ColumnRange&) const = default;
};

/// View as the choice between points and quads needs it.
struct PointView {
  Eigen::Matrix4f view = Eigen::Matrix4f::Identity();
  ColumnRange picture;         ///< all columns of the picture
  ColumnRange drawn;           ///< columns that are drawn
  float halfHeight = 1.0f;     ///< half of the picture's height, in the unit of the columns
  float pixel = 0.01f;         ///< edge of a pixel at unit distance, with parallel lines of sight at any
  float nearest = 0.01f;       ///< distance of the near plane [m]; unused with parallel lines of sight
  float largestPoint = 64.0f;  ///< largest diameter of a GL point [px]
  float grainSize = 1.0f;      ///< drawn part of a grain's size
  bool parallel = false;       ///< lines of sight are parallel: no perspective

  bool operator==(const PointView&) const = default;
};

/// Particles to draw as GL points, nearest first, and particles that need a quad. A quad is needed for a particle
/// larger than a point may be, for a visible particle whose centre is outside the picture (its point would be dropped
/// whole), and at the near plane. Particles wholly outside the columns drawn are in neither list.
struct PointOrder {
  std::vector<std::uint32_t> points;
  std::vector<std::uint32_t> quads;

  // State of the order in `points`: number of particles, line of sight, and pictures drawn with it.
  std::size_t particles = 0;
  Eigen::Vector3f along = Eigen::Vector3f::Zero();
  int pictures = 0;

  // Working storage, kept so that a frame allocates nothing.
  std::vector<float> depths;           ///< depth of each particle [m], infinite if it is no point
  std::vector<std::uint16_t> buckets;  ///< bucket of each particle by depth
};

/// Number of pictures for which an order is kept while all particles are points and the line of sight turns little.
inline constexpr int kPicturesOfAnOrder = 8;

/// Finds points and quads for a view. The order of the points is approximate: to within 1/512 of their range of depths,
/// and it may be kept for some pictures. It only saves the shading of hidden particles; the picture is exact with any
/// order. Returns true if `points` changed.
bool orderPoints(std::span<const Eigen::Vector4f> positionRadius, const PointView& view, PointOrder& order);

}  // namespace scree
