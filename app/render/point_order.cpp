#include "app/render/point_order.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scree {

namespace {

constexpr std::size_t kBuckets = 4096;
constexpr int kBlock = 64;          // particles that are looked at together, by vector instructions
constexpr float kFarthest = 1e30f;  // m: no depth is beyond, but for what is no number

/// What of the view is the same for all particles, so that none needs a root.
struct Limits {
  explicit Limits(const PointView& view)
      : drawn(scaleOf(view, std::abs(view.drawn.middle) + view.drawn.half)),
        picture(scaleOf(view, std::abs(view.picture.middle) + view.picture.half)),
        height(scaleOf(view, view.halfHeight)),
        largest(0.25f * view.largestPoint * view.largestPoint * view.pixel * view.pixel) {}

  static float scaleOf(const PointView& view, float tangent) {
    return view.parallel ? 1.0f : 1.0f / std::hypot(1.0f, tangent);
  }

  float drawn;    ///< scale of distances from the side planes
  float picture;  ///< likewise
  float height;
  float largest;  ///< square of a point's largest radius at unit distance
};

using Floats = Eigen::Array<float, kBlock, 1>;

/// Some particles as the camera sees them. What is positive says what a point cannot be.
struct Block {
  Floats x;
  Floats y;
  Floats depth;
  Floats radius;
  Floats far;     ///< outside the columns drawn, rows or near plane, with all of it [m]
  Floats rim;     ///< outside the picture, with its centre [m]
  Floats excess;  ///< over the largest point, square of the radius [m²]
  Floats near;    ///< too near for a point [m]
  Floats worst;   ///< of all
};

void place(std::span<const Eigen::Vector4f> particles, const PointView& view, Block& block) {
  const Eigen::Matrix4f& m = view.view;
  for (std::size_t k = 0; k < particles.size(); ++k) {
    const Eigen::Vector4f& p = particles[k];
    const auto i = static_cast<Eigen::Index>(k);
    block.x[i] = m(0, 0) * p[0] + m(0, 1) * p[1] + m(0, 2) * p[2] + m(0, 3);
    block.y[i] = m(1, 0) * p[0] + m(1, 1) * p[1] + m(1, 2) * p[2] + m(1, 3);
    block.depth[i] = -(m(2, 0) * p[0] + m(2, 1) * p[1] + m(2, 2) * p[2] + m(2, 3));
    block.radius[i] = view.grainSize * p[3];
  }
}

/// Without a branch for a particle: all of a block by vector instructions.
template <bool kParallel>
void measure(const PointView& view, const Limits& limits, Block& block) {
  const auto outside = [&](const Floats& place, const ColumnRange& range, float scale) -> Floats {
    if constexpr (kParallel) {
      return (place - range.middle).abs() - range.half;
    } else {
      return ((place - block.depth * range.middle).abs() - block.depth * range.half) * scale;
    }
  };
  const Floats outY = outside(block.y, {0.0f, view.halfHeight}, limits.height);
  const Floats square = block.radius.square();
  block.far = outY.max(outside(block.x, view.drawn, limits.drawn)) - block.radius;
  block.rim = outY.max(outside(block.x, view.picture, limits.picture));
  if constexpr (kParallel) {
    block.near.setConstant(-1.0f);
    block.excess = square - limits.largest;
  } else {
    block.near = 1.5f * block.radius + 2.0f * view.nearest - block.depth;
    // The diameter on the screen, 2 r / (pixel sqrt(d^2 - r^2)), squared on both sides.
    block.excess = square - limits.largest * (block.depth.square() - square);
  }
  block.worst = block.far.max(block.rim).max(block.excess.max(block.near));
}

/// Whether one that is no point is seen at all.
bool isSeen(const PointView& view, const Block& block, Eigen::Index i) {
  if (!std::isfinite(block.depth[i])) {
    return false;
  }
  const bool isBehind = !view.parallel && block.depth[i] + block.radius[i] < view.nearest;
  return !isBehind && (block.near[i] > 0.0f || block.far[i] <= 0.0f);
}

void sortOut(std::span<const Eigen::Vector4f> positionRadius, const PointView& view, PointOrder& order) {
  const Limits limits(view);
  const std::size_t count = positionRadius.size();
  order.places.resize(count);
  PointOrder::Place* end = order.places.data();
  Block block;
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    const std::size_t size = std::min<std::size_t>(kBlock, count - begin);
    place(positionRadius.subspan(begin, size), view, block);
    view.parallel ? measure<true>(view, limits, block) : measure<false>(view, limits, block);
    for (std::size_t k = 0; k < size; ++k) {
      const auto index = static_cast<std::uint32_t>(begin + k);
      const auto i = static_cast<Eigen::Index>(k);
      if (block.worst[i] <= 0.0f && std::abs(block.depth[i]) <= kFarthest) {
        *end++ = {index, block.depth[i]};
      } else if (isSeen(view, block, i)) {
        order.quads.push_back(index);
      }
    }
  }
  order.places.resize(static_cast<std::size_t>(end - order.places.data()));
}

/// Smallest and largest depth.
std::array<float, 2> depthsOf(std::span<const PointOrder::Place> places) {
  // Two at once: one alone would wait for each comparison to end.
  Eigen::Array2f nearest = Eigen::Array2f::Constant(INFINITY);
  Eigen::Array2f farthest = -nearest;
  std::size_t i = 0;
  for (; i + 1 < places.size(); i += 2) {
    const float a = places[i].depth;
    const float b = places[i + 1].depth;
    nearest[0] = std::min(nearest[0], a);
    nearest[1] = std::min(nearest[1], b);
    farthest[0] = std::max(farthest[0], a);
    farthest[1] = std::max(farthest[1], b);
  }
  if (i < places.size()) {
    nearest[0] = std::min(nearest[0], places[i].depth);
    farthest[0] = std::max(farthest[0], places[i].depth);
  }
  return {nearest.minCoeff(), farthest.maxCoeff()};
}

}  // namespace

void orderPoints(std::span<const Eigen::Vector4f> positionRadius, const PointView& view, PointOrder& order) {
  order.quads.clear();
  sortOut(positionRadius, view, order);
  const std::vector<PointOrder::Place>& places = order.places;
  const auto [nearest, farthest] = depthsOf(places);
  // Counting sort by depth: linear time, a few times faster than std::sort for 10^5 particles.
  const float scale = farthest > nearest ? static_cast<float>(kBuckets - 1) / (farthest - nearest) : 0.0f;
  std::array<std::uint32_t, kBuckets + 1> start{};
  const auto bucket = [nearest = nearest, scale](const PointOrder::Place& p) {
    return static_cast<std::size_t>((p.depth - nearest) * scale);
  };
  for (const PointOrder::Place& p : places) {
    ++start[bucket(p) + 1];
  }
  for (std::size_t b = 0; b < kBuckets; ++b) {
    start[b + 1] += start[b];
  }
  order.points.resize(places.size());
  for (const PointOrder::Place& p : places) {
    order.points[start[bucket(p)]++] = p.index;
  }
}

}  // namespace scree
