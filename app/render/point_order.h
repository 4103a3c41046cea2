#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace scree {

/// A range of columns of a picture: tangents of the angles to the line of sight, or places [m] where all lines of sight
/// are parallel.
struct ColumnRange {
  float middle = 0.0f;
  float half = 1.0f;  ///< of its width
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
};

/// Which particles to draw as points, nearest first, and which need a quad: those larger than a point may be, those
/// whose centre is outside the picture though they are seen (such a point is dropped whole), and those at the near
/// plane. What is wholly outside the columns drawn is in neither.
struct PointOrder {
  std::vector<std::uint32_t> points;
  std::vector<std::uint32_t> quads;

  /// A point before they are sorted.
  struct Place {
    std::uint32_t index;
    float depth;
  };
  std::vector<Place> places;  ///< kept so that a frame allocates nothing
};

/// Nearest first only to within 1/4096 of the depth of the view: enough to save shading what is hidden.
void orderPoints(std::span<const Eigen::Vector4f> positionRadius, const PointView& view, PointOrder& order);

}  // namespace scree
