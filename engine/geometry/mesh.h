#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/types.h"

// Triangle meshes: shared, never changed once made, and complete in themselves, so that a saved state needs no file.
namespace scree {

using Corners = std::array<std::uint32_t, 3>;

/// Triangles as a file or a maker gives them.
struct Triangles {
  std::vector<Vec3> points;  ///< m
  std::vector<Corners> corners;
};

/// A node of the tree of boxes. An inner node has its children at `first` and `first + 1`; a leaf has the triangles
/// MeshTree::order[first, first + count).
struct MeshNode {
  std::array<float, 3> lower;
  std::array<float, 3> upper;
  std::uint32_t first = 0;
  std::uint32_t count = 0;  ///< 0: an inner node
};

/// Four boxes side by side, of nodes and of leaves, in the order of their triangles. A box that is missing is
/// infinitely far.
struct alignas(16) FourBoxes {
  std::array<std::array<float, 4>, 3> lower;  ///< by axis [m]
  std::array<std::array<float, 4>, 3> upper;
  std::array<std::uint32_t, 4> first;  ///< of a node: its boxes in MeshTree::fours; of a leaf: its first triangle
  std::array<std::uint32_t, 4> count;  ///< of a leaf: its triangles; 0: a node
};

/// What a search asks of a triangle, in one place: two lines of memory.
struct alignas(64) TreeTriangle {
  std::array<double, 9> corners;  ///< coordinates of a, b and c [m]
  Corners points;
  Corners edges;
  std::uint32_t triangle = 0;
  std::uint32_t patch = 0;
};

struct MeshTree {
  std::vector<MeshNode> nodes;   ///< the root first
  std::vector<FourBoxes> fours;  ///< the same tree four by four, which takes a third of the time to search
  std::vector<std::uint32_t> order;
  std::vector<TreeTriangle> triangles;  ///< by place in `order`
};

/// Triangles that lie in one plane and hang together by edges count as one face: a patch.
struct MeshPatch {
  Vec3 normal = Vec3::UnitZ();
  Vec3 point = Vec3::Zero();  ///< of the plane [m]
};

/// Lists of items, one after the other.
struct MeshRows {
  std::vector<std::uint32_t> start;  ///< of each row, then the end
  std::vector<std::uint32_t> items;

  const std::uint32_t* begin(std::uint32_t row) const { return items.data() + start[row]; }
  const std::uint32_t* end(std::uint32_t row) const { return items.data() + start[row + 1]; }
};

constexpr std::uint32_t kNoPatch = UINT32_MAX;

/// What a sphere can touch of a mesh is a feature: the front and the back of each patch (2 p and 2 p + 1), then the
/// edges, then the points.
struct Mesh {
  std::vector<Vec3> points;  ///< m
  std::vector<Corners> triangles;
  std::uint64_t hash = 0;  ///< of points and triangles

  Bounds bounds;
  double radius = 0.0;         ///< of the sphere about the origin that holds all points [m]
  std::vector<Corners> edges;  ///< of each triangle; the k-th goes from its corner k to the next
  std::vector<std::array<std::uint32_t, 2>> edgePoints;
  MeshRows trianglesOfEdge;
  MeshRows trianglesOfPoint;
  std::vector<MeshPatch> patches;
  std::vector<std::uint32_t> patchOf;       ///< by triangle
  std::vector<std::uint32_t> patchOfEdge;   ///< of an edge inside a patch, or kNoPatch
  std::vector<std::uint32_t> patchOfPoint;  ///< likewise
  MeshTree tree;

  std::uint32_t edgeFeature(std::uint32_t edge) const { return 2 * static_cast<std::uint32_t>(patches.size()) + edge; }
  std::uint32_t pointFeature(std::uint32_t point) const {
    return edgeFeature(static_cast<std::uint32_t>(edgePoints.size())) + point;
  }
  std::uint32_t featureCount() const { return pointFeature(static_cast<std::uint32_t>(points.size())); }
};

constexpr std::size_t kMostTriangles = 50'000'000;
/// A coordinate beyond this is damage; cubes of those within stay finite in double precision, and they in single.
constexpr double kFarthestPoint = 1e30;

/// What makes triangles unfit for a mesh: none at all, too many, a corner that does not exist, a coordinate that is not
/// finite or beyond kFarthestPoint. Empty when all is well.
std::string problemOf(const Triangles& triangles);
/// Throws std::invalid_argument with problemOf().
std::shared_ptr<const Mesh> makeMesh(Triangles triangles);

/// Vector along the normal as long as twice the area, by the right-hand rule [m²].
Vec3 areaVector(const std::vector<Vec3>& points, const Corners& corners);

/// What the triangles enclose, when they are closed and face outwards (method of Mirtich, by signed tetrahedra).
struct MeshVolume {
  double volume = 0.0;          ///< m³
  Vec3 centre = Vec3::Zero();   ///< of volume [m]
  Mat3 inertia = Mat3::Zero();  ///< about the centre for a density of 1 [m⁵]
};
MeshVolume volumeOf(const std::vector<Vec3>& points, const std::vector<Corners>& triangles);

}  // namespace scree
