#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/geometry/mesh.h"

// Sides of the triangles of a mesh by the edges that they share, and the pieces that hang together by edges.
namespace scree {

/// Distance of points that are one, over the diagonal of the mesh.
constexpr double kSamePlace = 1e-6;
/// Height of a triangle over the diagonal of the mesh at or below which it has no area.
constexpr double kNoHeight = 1e-9;

/// Side of a triangle; `forward` when it runs from the lower to the higher point.
struct MeshSide {
  std::uint32_t low, high, triangle;
  bool forward;

  std::uint32_t from() const { return forward ? low : high; }
  std::uint32_t to() const { return forward ? high : low; }
  bool isBeside(const MeshSide& other) const { return low == other.low && high == other.high; }
};

/// Sides of all triangles in the order of their edges, those of an edge in the order of their triangles.
std::vector<MeshSide> meshSidesOf(const std::vector<Corners>& triangles);

/// Calls `visit` with the sides at each edge, a span of `sides`, which are in the order of meshSidesOf().
template <class Visit>
void forEachEdge(std::span<const MeshSide> sides, const Visit& visit) {
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t end = i + 1;
    while (end < sides.size() && sides[end].isBeside(sides[i])) {
      ++end;
    }
    visit(sides.subspan(i, end - i));
    i = end;
  }
}

/// Piece of each triangle: those hang together by edges of exactly two triangles. Pieces are numbered in the order of
/// their first triangles.
std::vector<std::uint32_t> piecesOf(std::span<const MeshSide> sides, std::size_t triangles);

/// Groups of items that were joined in pairs; each group has the number of its lowest item.
class JoinedGroups {
 public:
  explicit JoinedGroups(std::size_t items);
  std::uint32_t groupOf(std::uint32_t item);
  void join(std::uint32_t a, std::uint32_t b);

 private:
  std::vector<std::uint32_t> above_;
};

/// Box around points; from 1e300 to -1e300 without any.
Bounds boxOfPoints(const std::vector<Vec3>& points);
/// Longest side of a triangle [m].
double longestSide(const std::vector<Vec3>& points, const Corners& corners);
/// True if a triangle is thinner than a thousandth of its longest side.
bool isSliver(const std::vector<Vec3>& points, const Corners& corners);

}  // namespace scree
