#include "engine/formats/mesh_sides.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace scree {

namespace {

constexpr double kSliver = 1e-3;  // height over longest side below which a triangle is a sliver

}  // namespace

std::vector<MeshSide> meshSidesOf(const std::vector<Corners>& triangles) {
  std::vector<MeshSide> sides;
  sides.reserve(3 * triangles.size());
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = triangles[t][k];
      const std::uint32_t to = triangles[t][(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), t, from < to});
    }
  }
  std::ranges::sort(sides, [](const MeshSide& a, const MeshSide& b) {
    return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
  });
  return sides;
}

std::vector<std::uint32_t> piecesOf(std::span<const MeshSide> sides, std::size_t triangles) {
  JoinedGroups groups(triangles);
  forEachEdge(sides, [&](std::span<const MeshSide> edge) {
    if (edge.size() == 2) {
      groups.join(edge[0].triangle, edge[1].triangle);
    }
  });
  std::vector<std::uint32_t> pieceOf(triangles);
  std::uint32_t count = 0;
  for (std::uint32_t t = 0; t < triangles; ++t) {
    const std::uint32_t first = groups.groupOf(t);
    pieceOf[t] = first == t ? count++ : pieceOf[first];
  }
  return pieceOf;
}

JoinedGroups::JoinedGroups(std::size_t items) : above_(items) { std::iota(above_.begin(), above_.end(), 0U); }

std::uint32_t JoinedGroups::groupOf(std::uint32_t item) {
  while (above_[item] != item) {
    above_[item] = above_[above_[item]];
    item = above_[item];
  }
  return item;
}

void JoinedGroups::join(std::uint32_t a, std::uint32_t b) {
  a = groupOf(a);
  b = groupOf(b);
  above_[std::max(a, b)] = std::min(a, b);
}

Bounds boxOfPoints(const std::vector<Vec3>& points) {
  Bounds bounds{Vec3::Constant(1e300), Vec3::Constant(-1e300)};
  for (const Vec3& p : points) {
    bounds.lower = bounds.lower.cwiseMin(p);
    bounds.upper = bounds.upper.cwiseMax(p);
  }
  return bounds;
}

double longestSide(const std::vector<Vec3>& points, const Corners& c) {
  return std::max({(points[c[1]] - points[c[0]]).norm(), (points[c[2]] - points[c[1]]).norm(),
                   (points[c[0]] - points[c[2]]).norm()});
}

bool isSliver(const std::vector<Vec3>& points, const Corners& corners) {
  const double longest = longestSide(points, corners);
  return areaVector(points, corners).norm() < kSliver * longest * longest;
}

}  // namespace scree
