#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/geometry/mesh_parts.h"

namespace scree {

namespace {

/// Of a plane: what lies this near, in parts of the mesh's diagonal, is in it. Files with single precision are off by
/// a fraction of this.
constexpr double kFlatEdge = 2e-7;
/// And the cosine between normals of triangles in one patch.
constexpr double kParallel = 1.0 - 5e-5;

/// Rows by the row that each item belongs to.
MeshRows rowsOf(const std::vector<std::uint32_t>& rowOfEntry, std::size_t rows, std::uint32_t entriesPerItem) {
  MeshRows result;
  result.start.assign(rows + 1, 0);
  for (const std::uint32_t row : rowOfEntry) {
    ++result.start[row + 1];
  }
  std::partial_sum(result.start.begin(), result.start.end(), result.start.begin());
  result.items.resize(rowOfEntry.size());
  std::vector<std::uint32_t> next(result.start.begin(), result.start.end() - 1);
  for (std::uint32_t entry = 0; entry < rowOfEntry.size(); ++entry) {
    result.items[next[rowOfEntry[entry]]++] = entry / entriesPerItem;
  }
  return result;
}

struct Side {
  std::uint32_t low, high, entry;
};

class PatchGrower {
 public:
  explicit PatchGrower(Mesh& mesh) : mesh_(mesh) {
    flat_ = kFlatEdge * (mesh.bounds.upper - mesh.bounds.lower).norm();
    for (const Corners& corners : mesh.triangles) {
      areas_.push_back(areaVector(mesh.points, corners));
    }
  }

  void grow() {
    // From the largest triangles on, whose planes are the surest.
    std::vector<std::uint32_t> seeds(mesh_.triangles.size());
    std::iota(seeds.begin(), seeds.end(), 0U);
    std::vector<double> sizes;
    for (const Vec3& area : areas_) {
      sizes.push_back(area.squaredNorm());
    }
    std::stable_sort(seeds.begin(), seeds.end(), [&](std::uint32_t a, std::uint32_t b) { return sizes[a] > sizes[b]; });
    mesh_.patchOf.assign(mesh_.triangles.size(), kNoPatch);
    for (const std::uint32_t seed : seeds) {
      if (mesh_.patchOf[seed] == kNoPatch) {
        growFrom(seed);
      }
    }
  }

 private:
  void growFrom(std::uint32_t seed) {
    const auto patch = static_cast<std::uint32_t>(mesh_.patches.size());
    const double size = areas_[seed].norm();
    plane_ = {size > 0.0 ? Vec3(areas_[seed] / size) : Vec3::UnitZ(), mesh_.points[mesh_.triangles[seed][0]]};
    mesh_.patches.push_back(plane_);
    mesh_.patchOf[seed] = patch;
    std::vector<std::uint32_t> open = {seed};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (const std::uint32_t edge : mesh_.edges[at]) {
        for (const auto* other = mesh_.trianglesOfEdge.begin(edge); other != mesh_.trianglesOfEdge.end(edge); ++other) {
          if (mesh_.patchOf[*other] == kNoPatch && isInPlane(*other)) {
            mesh_.patchOf[*other] = patch;
            open.push_back(*other);
          }
        }
      }
    }
  }

  bool isInPlane(std::uint32_t triangle) const {
    double longest = 0.0;
    for (int k = 0; k < 3; ++k) {
      const Vec3& corner = mesh_.points[mesh_.triangles[triangle][static_cast<std::size_t>(k)]];
      if (std::abs(plane_.normal.dot(corner - plane_.point)) > flat_) {
        return false;
      }
      longest = std::max(
          longest, (corner - mesh_.points[mesh_.triangles[triangle][static_cast<std::size_t>(k + 1) % 3]]).norm());
    }
    // The normal of a sliver says nothing.
    const double area = areas_[triangle].norm();
    return std::abs(areas_[triangle].dot(plane_.normal)) >= kParallel * area || area < 1e3 * flat_ * longest;
  }

  Mesh& mesh_;
  double flat_ = 0.0;
  std::vector<Vec3> areas_;
  MeshPatch plane_;
};

/// The patch of all triangles of a row, or kNoPatch.
std::uint32_t commonPatch(const Mesh& mesh, const MeshRows& rows, std::uint32_t row) {
  const std::uint32_t* at = rows.begin(row);
  if (at == rows.end(row)) {
    return kNoPatch;
  }
  const std::uint32_t patch = mesh.patchOf[*at];
  return std::all_of(at, rows.end(row), [&](std::uint32_t t) { return mesh.patchOf[t] == patch; }) ? patch : kNoPatch;
}

}  // namespace

void linkTriangles(Mesh& mesh) {
  std::vector<Side> sides;
  std::vector<std::uint32_t> pointOfEntry;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t from = mesh.triangles[t][k];
      const std::uint32_t to = mesh.triangles[t][(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), 3 * t + k});
      pointOfEntry.push_back(from);
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.low, a.high, a.entry) < std::tie(b.low, b.high, b.entry);
  });
  mesh.edges.resize(mesh.triangles.size());
  std::vector<std::uint32_t> edgeOfEntry(sides.size());
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (i == 0 || sides[i].low != sides[i - 1].low || sides[i].high != sides[i - 1].high) {
      mesh.edgePoints.push_back({sides[i].low, sides[i].high});
    }
    const auto edge = static_cast<std::uint32_t>(mesh.edgePoints.size() - 1);
    mesh.edges[sides[i].entry / 3][sides[i].entry % 3] = edge;
    edgeOfEntry[sides[i].entry] = edge;
  }
  mesh.trianglesOfEdge = rowsOf(edgeOfEntry, mesh.edgePoints.size(), 3);
  mesh.trianglesOfPoint = rowsOf(pointOfEntry, mesh.points.size(), 3);
}

void joinPatches(Mesh& mesh) {
  PatchGrower(mesh).grow();
  // A free edge belongs to the rim, not to the inside.
  for (std::uint32_t edge = 0; edge < mesh.edgePoints.size(); ++edge) {
    const bool inner = mesh.trianglesOfEdge.end(edge) - mesh.trianglesOfEdge.begin(edge) > 1;
    mesh.patchOfEdge.push_back(inner ? commonPatch(mesh, mesh.trianglesOfEdge, edge) : kNoPatch);
  }
  for (std::uint32_t point = 0; point < mesh.points.size(); ++point) {
    mesh.patchOfPoint.push_back(commonPatch(mesh, mesh.trianglesOfPoint, point));
  }
  for (std::uint32_t edge = 0; edge < mesh.edgePoints.size(); ++edge) {
    if (mesh.patchOfEdge[edge] == kNoPatch) {
      mesh.patchOfPoint[mesh.edgePoints[edge][0]] = kNoPatch;
      mesh.patchOfPoint[mesh.edgePoints[edge][1]] = kNoPatch;
    }
  }
}

}  // namespace scree
