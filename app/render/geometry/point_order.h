#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// A range of columns of a picture: tangents of the angles to the line of sight, or places [m] where all lines of sight
/// are parallel.
struct ColumnRange {
  float middle = 0.0f;
  float half = 1.0f;  ///< of its width

  bool operator==(const ColumnRange&) const = default;
};

/// What a GL point can show of the view.
struct PointView {
  Eigen::Matrix4f view = Eigen::Matrix4f::Identity();
  ColumnRange picture;         ///< all columns
  ColumnRange drawn;           ///< those that are drawn
  float halfHeight = 1.0f;     ///< of the picture, as the columns
  float pixel = 0.01f;         ///< edge of a pixel at unit distance, or anywhere
  float nearest = 0.01f;       ///< distance of the near plane [m]; no matter with parallel lines of sight
  float largestPoint = 64.0f;  ///< largest diameter of a GL point in pixels
  float grainSize = 1.0f;      ///< part of their size that is drawn
  bool parallel = false;       ///< lines of sight are parallel: no perspective

  bool operator==(const PointView&) const = default;
};

/// Which particles to draw as points, nearest first, and which need a quad: those larger than a point may be, those
/// whose centre is outside the picture though they are seen (such a point is dropped whole), and those at the near
/// plane. What is wholly outside the columns drawn is in neither.
struct PointOrder {
  std::vector<std::uint32_t> points;
  std::vector<std::uint32_t> quads;

  // Of the order that `points` is: of how many particles, along which line of sight, and for how many pictures.
  std::size_t particles = 0;
  Eigen::Vector3f along = Eigen::Vector3f::Zero();
  int pictures = 0;

  // Kept so that a frame allocates nothing.
  std::vector<float> depths;           ///< of all particles [m]
  std::vector<std::uint16_t> buckets;  ///< by depth
};

/// For how many pictures an order is kept while all particles are points and the line of sight turns little.
inline constexpr int kPicturesOfAnOrder = 8;

/// Nearest first only about so: to within 1/512 of the depth of the view, and for some pictures it may stay as it was.
/// That is enough to save shading what is hidden, and what is drawn is exact either way. Returns whether `points`
/// changed.
bool orderPoints(std::span<const Eigen::Vector4f> positionRadius, const PointView& view, PointOrder& order);

}  // namespace scree
