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

/// What of the view is the same for all particles, so that none needs a root.
struct Limits {
  explicit Limits(const PointView& view)
      : drawn(1.0f / std::hypot(1.0f, std::abs(view.drawn.middle) + view.drawn.half)),
        picture(1.0f / std::hypot(1.0f, std::abs(view.picture.middle) + view.picture.half)),
        height(1.0f / std::hypot(1.0f, view.tanHalfHeight)),
        largest(0.25f * view.largestPoint * view.largestPoint * view.pixel * view.pixel) {}

  float drawn;    ///< scale of distances from the side planes
  float picture;  ///< likewise
  float height;
  float largest;  ///< square of a point's largest radius at unit distance
};

/// Distance from the side planes of a range of columns [m], positive outside.
float outside(const ColumnRange& range, float scale, float x, float depth) {
  return (std::abs(x - depth * range.middle) - depth * range.half) * scale;
}

Kind kindOf(const Eigen::Vector3f& centre, float radius, const PointView& view, const Limits& limits) {
  const float depth = -centre.z();
  if (!std::isfinite(depth) || depth + radius < view.nearest) {
    return Kind::hidden;
  }
  if (depth < 1.5f * radius + 2.0f * view.nearest) {
    return Kind::quad;
  }
  const float outY = (std::abs(centre.y()) - depth * view.tanHalfHeight) * limits.height;
  if (std::max(outside(view.drawn, limits.drawn, centre.x(), depth), outY) > radius) {
    return Kind::hidden;
  }
  const float out = std::max(outside(view.picture, limits.picture, centre.x(), depth), outY);
  // The diameter on the screen, 2 r / (pixel sqrt(d^2 - r^2)), squared on both sides.
  const bool isLarge = radius * radius > limits.largest * (depth * depth - radius * radius);
  return out > 0.0f || isLarge ? Kind::quad : Kind::point;
}

}  // namespace

void orderPoints(std::span<const Eigen::Vector4f> positionRadius, const PointView& view, PointOrder& order) {
  order.points.clear();
  order.quads.clear();
  std::vector<Place> places;
  places.reserve(positionRadius.size());
  float nearest = INFINITY;
  float farthest = 0.0f;
  const Limits limits(view);
  Eigen::Matrix4f turn = view.view;
  turn.col(3).setZero();  // of the radius
  const Eigen::Vector4f shift = view.view.col(3);
  for (std::size_t i = 0; i < positionRadius.size(); ++i) {
    const Eigen::Vector4f seen = turn * positionRadius[i] + shift;
    const Eigen::Vector3f centre = seen.head<3>();
    const Kind kind = kindOf(centre, view.grainSize * positionRadius[i].w(), view, limits);
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
