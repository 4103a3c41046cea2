#include "app/render/point_order.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scree {

namespace {

constexpr std::size_t kBuckets = 4096;

struct Place {
  std::uint32_t index;
  float depth;
};

enum class Kind : unsigned char { hidden, point, quad };

/// Distance from the side planes of a range of columns [m], positive outside.
float outside(const ColumnRange& range, float x, float depth) {
  return (std::abs(x - depth * range.middle) - depth * range.half) /
         std::hypot(1.0f, std::abs(range.middle) + range.half);
}

Kind kindOf(const Eigen::Vector3f& centre, float radius, const PointView& view) {
  const float depth = -centre.z();
  if (!std::isfinite(depth) || depth + radius < view.nearest) {
    return Kind::hidden;
  }
  if (depth < 1.5f * radius + 2.0f * view.nearest) {
    return Kind::quad;
  }
  const float outY = (std::abs(centre.y()) - depth * view.tanHalfHeight) / std::hypot(1.0f, view.tanHalfHeight);
  if (std::max(outside(view.drawn, centre.x(), depth), outY) > radius) {
    return Kind::hidden;
  }
  const float out = std::max(outside(view.picture, centre.x(), depth), outY);
  const float diameter = 2.0f * radius / (view.pixel * std::sqrt(depth * depth - radius * radius));
  return out > 0.0f || diameter > view.largestPoint ? Kind::quad : Kind::point;
}

}  // namespace

void orderPoints(std::span<const Eigen::Vector4f> positionRadius, const PointView& view, PointOrder& order) {
  order.points.clear();
  order.quads.clear();
  std::vector<Place> places;
  places.reserve(positionRadius.size());
  float nearest = INFINITY;
  float farthest = 0.0f;
  const Eigen::Matrix3f turn = view.view.topLeftCorner<3, 3>();
  const Eigen::Vector3f shift = view.view.topRightCorner<3, 1>();
  for (std::size_t i = 0; i < positionRadius.size(); ++i) {
    const Eigen::Vector3f centre = turn * positionRadius[i].head<3>() + shift;
    const Kind kind = kindOf(centre, view.grainSize * positionRadius[i].w(), view);
    if (kind == Kind::quad) {
      order.quads.push_back(static_cast<std::uint32_t>(i));
    } else if (kind == Kind::point) {
      places.push_back({static_cast<std::uint32_t>(i), -centre.z()});
      nearest = std::min(nearest, -centre.z());
      farthest = std::max(farthest, -centre.z());
    }
  }
  // Counting sort by depth: linear time, a few times faster than std::sort for 10^5 particles.
  const float scale = farthest > nearest ? static_cast<float>(kBuckets - 1) / (farthest - nearest) : 0.0f;
  std::array<std::uint32_t, kBuckets + 1> start{};
  const auto bucket = [&](const Place& p) { return static_cast<std::size_t>((p.depth - nearest) * scale); };
  for (const Place& p : places) {
    ++start[bucket(p) + 1];
  }
  for (std::size_t b = 0; b < kBuckets; ++b) {
    start[b + 1] += start[b];
  }
  order.points.resize(places.size());
  for (const Place& p : places) {
    order.points[start[bucket(p)]++] = p.index;
  }
}

}  // namespace scree
