#include "engine/formats/mesh_holes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <span>
#include <tuple>

#include "engine/formats/mesh_sides.h"

namespace scree {

namespace {

using PointPair = std::array<std::uint32_t, 2>;
constexpr std::uint32_t kNoEdge = UINT32_MAX;

PointPair pairOf(std::uint32_t a, std::uint32_t b) { return {std::min(a, b), std::max(a, b)}; }

/// Edge of one triangle, in the direction in which the triangle runs.
struct OpenEdge {
  std::uint32_t from, to, triangle, piece;
};

std::vector<OpenEdge> openEdgesOf(std::span<const MeshSide> sides, std::span<const std::uint32_t> pieceOf) {
  std::vector<OpenEdge> open;
  forEachEdge(sides, [&](std::span<const MeshSide> edge) {
    if (edge.size() == 1) {
      open.push_back({edge[0].from(), edge[0].to(), edge[0].triangle, pieceOf[edge[0].triangle]});
    }
  });
  std::ranges::sort(
      open, [](const OpenEdge& a, const OpenEdge& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); });
  return open;
}

/// Angle from one direction to another, anticlockwise about a normal, in (0, 2π].
double angleAbout(const Vec3& normal, const Vec3& from, const Vec3& to) {
  const Vec3 n = normal.stableNormalized();
  const Vec3 a = from - n.dot(from) * n;
  const Vec3 b = to - n.dot(to) * n;
  const double angle = std::atan2(n.dot(a.cross(b)), a.dot(b));
  return angle > 0.0 ? angle : angle + 2.0 * std::numbers::pi;
}

/// Finds the edge that follows each open edge along its border.
class BorderWalker {
 public:
  BorderWalker(const Triangles& mesh, std::span<const std::uint32_t> pieceOf, const std::vector<OpenEdge>& open)
      : mesh_(mesh), pieceOf_(pieceOf), open_(open), next_(open.size(), kNoEdge) {
    for (std::uint32_t i = 0; i < open.size(); ++i) {
      into_[open[i].to].push_back(i);
      outOf_[open[i].from].push_back(i);
    }
  }

  /// Edge after each edge; kNoEdge at a point that more edges reach than leave, or fewer.
  std::vector<std::uint32_t> run() {
    noteNormals();
    for (const auto& [point, in] : into_) {
      const auto out = outOf_.find(point);
      if (out != outOf_.end() && out->second.size() == in.size()) {
        pairAt(point, in, out->second);
      }
    }
    return next_;
  }

 private:
  /// Sums the normals of pieces around the points where borders meet.
  void noteNormals() {
    std::vector<char> meets(mesh_.points.size(), 0);
    bool any = false;
    for (const auto& [point, in] : into_) {
      meets[point] = in.size() > 1 ? 1 : 0;
      any = any || in.size() > 1;
    }
    if (!any) {
      return;
    }
    for (std::size_t t = 0; t < mesh_.corners.size(); ++t) {
      for (const std::uint32_t corner : mesh_.corners[t]) {
        if (meets[corner] != 0) {
          Vec3& normal = normals_.try_emplace({corner, pieceOf_[t]}, Vec3::Zero()).first->second;
          normal += areaVector(mesh_.points, mesh_.corners[t]);
        }
      }
    }
  }

  /// After an edge of a piece comes an edge of that piece, and of these the first anticlockwise: past the hole.
  void pairAt(std::uint32_t point, const std::vector<std::uint32_t>& in, std::vector<std::uint32_t> out) {
    for (const std::uint32_t edge : in) {
      std::size_t best = 0;
      if (out.size() > 1) {
        std::pair<bool, double> least{true, 1e300};
        const OpenEdge& e = open_[edge];
        const Vec3& here = mesh_.points[point];
        for (std::size_t k = 0; k < out.size(); ++k) {
          const OpenEdge& other = open_[out[k]];
          const double angle =
              angleAbout(normals_.at({point, e.piece}), mesh_.points[e.from] - here, mesh_.points[other.to] - here);
          const std::pair<bool, double> rank{other.piece != e.piece, angle};
          if (rank < least) {
            least = rank;
            best = k;
          }
        }
      }
      next_[edge] = out[best];
      out.erase(out.begin() + static_cast<std::ptrdiff_t>(best));
    }
  }

  const Triangles& mesh_;
  std::span<const std::uint32_t> pieceOf_;  ///< by triangle
  const std::vector<OpenEdge>& open_;
  std::vector<std::uint32_t> next_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> into_, outOf_;
  std::map<PointPair, Vec3> normals_;  ///< by point and piece
};

/// Sums over the triangles of a piece [m²], twice their areas.
struct PieceArea {
  Vec3 vector = Vec3::Zero();
  double area = 0.0;
};

/// Twice the area vector of a loop.
Vec3 loopVector(const Triangles& mesh, const std::vector<PointPair>& edges) {
  const Vec3& origin = mesh.points[edges[0][0]];
  Vec3 sum = Vec3::Zero();
  for (const PointPair& edge : edges) {
    sum += (mesh.points[edge[0]] - origin).cross(mesh.points[edge[1]] - origin);
  }
  return sum;
}

BorderKind kindOfLoop(const Triangles& mesh, const std::vector<PointPair>& edges, const PieceArea& piece) {
  constexpr double kFlatSheet = 1.0 - 1e-6;  // area vector over area from which on a piece is a flat sheet
  const bool isFlat = piece.vector.norm() > kFlatSheet * piece.area;
  // Seen from its front, a sheet's outer border runs anticlockwise, and the borders of holes in it clockwise.
  return isFlat && loopVector(mesh, edges).dot(piece.vector) > 0.0 ? BorderKind::sheet : BorderKind::hole;
}

/// Closes the loops of a mesh, one after the other.
class HoleCloser {
 public:
  explicit HoleCloser(Triangles& mesh) : mesh_(mesh) {
    const Bounds box = boxOfPoints(mesh.points);
    diagonal_ = (box.upper - box.lower).norm();
    const std::vector<MeshSide> sides = meshSidesOf(mesh.corners);
    forEachEdge(sides, [&](std::span<const MeshSide> edge) {
      known_.push_back({edge[0].low, edge[0].high});
      if (edge.size() == 1) {
        triangleAt_[{edge[0].from(), edge[0].to()}] = edge[0].triangle;
      }
    });
  }

  /// Closes a loop; false if no triangles with an area close it.
  bool close(const OpenBorder& border) {
    // New triangles run against the edges of the loop.
    std::vector<std::uint32_t> loop;
    for (auto edge = border.edges.rbegin(); edge != border.edges.rend(); ++edge) {
      loop.push_back((*edge)[1]);
    }
    if (isThin(loop) && divideTriangle(border.edges)) {
      return true;
    }
    if (loop.size() <= kMostLeastAreaPoints) {
      if (const std::vector<Corners> lid = leastAreaLid(loop); haveArea(lid)) {
        add(lid);
        return true;
      }
    }
    Vec3 middle = Vec3::Zero();
    for (const std::uint32_t point : loop) {
      middle += mesh_.points[point] / static_cast<double>(loop.size());
    }
    if (loop.size() > kMostLeastAreaPoints && !isFlat(loop, middle)) {
      return false;
    }
    const auto top = static_cast<std::uint32_t>(mesh_.points.size());
    mesh_.points.push_back(middle);
    std::vector<Corners> fan;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      fan.push_back({loop[i], loop[(i + 1) % loop.size()], top});
    }
    if (!haveArea(fan)) {
      mesh_.points.pop_back();
      return false;
    }
    add(fan);
    return true;
  }

 private:
  bool isKnown(std::uint32_t a, std::uint32_t b) const {
    const PointPair pair = pairOf(a, b);
    return std::ranges::binary_search(known_, pair) || added_.contains(pair);
  }

  bool haveArea(const std::vector<Corners>& triangles) const {
    return !triangles.empty() && std::ranges::all_of(triangles, [&](const Corners& c) {
      return areaVector(mesh_.points, c).norm() > kNoHeight * diagonal_ * longestSide(mesh_.points, c);
    });
  }

  void add(const std::vector<Corners>& triangles) {
    for (const Corners& c : triangles) {
      mesh_.corners.push_back(c);
      for (std::size_t k = 0; k < 3; ++k) {
        added_.insert(pairOf(c[k], c[(k + 1) % 3]));
      }
    }
  }

  /// True if all points lie near the plane through the middle of a loop.
  bool isFlat(const std::vector<std::uint32_t>& loop, const Vec3& middle) const {
    Vec3 area = Vec3::Zero();
    for (std::size_t i = 0; i < loop.size(); ++i) {
      area += (mesh_.points[loop[i]] - middle).cross(mesh_.points[loop[(i + 1) % loop.size()]] - middle);
    }
    const Vec3 normal = area.stableNormalized();
    double farthest = 0.0;
    double offPlane = 0.0;
    for (const std::uint32_t point : loop) {
      const Vec3 from = mesh_.points[point] - middle;
      farthest = std::max(farthest, from.norm());
      offPlane = std::max(offPlane, std::abs(normal.dot(from)));
    }
    return offPlane <= kFlatLoop * farthest;
  }

  /// True if all points lie on a line, to the distance at which points are one.
  bool isThin(const std::vector<std::uint32_t>& loop) const {
    const Vec3& origin = mesh_.points[loop[0]];
    const Vec3& far = mesh_.points[*std::ranges::max_element(
        loop, {}, [&](std::uint32_t point) { return (mesh_.points[point] - origin).squaredNorm(); })];
    const Vec3 along = (far - origin).stableNormalized();
    return std::ranges::all_of(loop, [&](std::uint32_t point) {
      return (mesh_.points[point] - origin).cross(along).norm() <= kSamePlace * diagonal_;
    });
  }

  /// Divides the triangle at the longest edge of a thin loop at the other points of the loop, when these lie on that
  /// edge, one after the other: the triangles beyond end there already.
  bool divideTriangle(const std::vector<PointPair>& edges) {
    const auto lengthOf = [&](const PointPair& e) { return (mesh_.points[e[1]] - mesh_.points[e[0]]).norm(); };
    const auto longest = std::ranges::max_element(edges, {}, lengthOf);
    double others = -lengthOf(*longest);
    for (const PointPair& edge : edges) {
      others += lengthOf(edge);
    }
    const std::size_t n = edges.size();
    if (others > lengthOf(*longest) + kSamePlace * diagonal_) {
      return false;
    }
    const auto [a, b] = *longest;
    const std::uint32_t triangle = triangleAt_.at({a, b});
    const Corners old = mesh_.corners[triangle];
    const std::uint32_t top = old[0] != a && old[0] != b ? old[0] : old[1] != a && old[1] != b ? old[1] : old[2];
    // From a to b against the direction of the loop.
    std::vector<std::uint32_t> chain = {a};
    for (std::size_t k = 1; k < n; ++k) {
      const auto at = static_cast<std::size_t>(longest - edges.begin()) + n - k;
      chain.push_back(edges[at % n][0]);
    }
    std::vector<Corners> parts;
    for (std::size_t k = 0; k + 1 < chain.size(); ++k) {
      parts.push_back({top, chain[k], chain[k + 1]});
      if (k > 0 && isKnown(top, chain[k])) {
        return false;
      }
    }
    if (!haveArea(parts)) {
      return false;
    }
    mesh_.corners[triangle] = parts[0];
    if (const auto open = triangleAt_.find({b, top}); open != triangleAt_.end()) {
      open->second = static_cast<std::uint32_t>(mesh_.corners.size() + parts.size() - 2);
    }
    parts.erase(parts.begin());
    add(parts);
    added_.insert(pairOf(top, chain[1]));
    return true;
  }

  /// Area of a triangle of the lid [m²]; where several lids have the least area, the one with compact triangles wins.
  double costOf(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    constexpr double kCompact = 1e-9;  // weight of the sides' squares: below all differences of areas that matter
    const Vec3 ab = mesh_.points[b] - mesh_.points[a];
    const Vec3 ac = mesh_.points[c] - mesh_.points[a];
    const double area = 0.5 * ab.cross(ac).norm();
    const double squares = ab.squaredNorm() + ac.squaredNorm() + (ac - ab).squaredNorm();
    return area + (isSliver(mesh_.points, {a, b, c}) ? squares : kCompact * squares);
  }

  /// Triangulation of least area, by dynamic programming over the spans of a loop; empty without one.
  std::vector<Corners> leastAreaLid(const std::vector<std::uint32_t>& loop) const {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    const std::size_t n = loop.size();
    std::vector<double> cost(n * n, 0.0);
    std::vector<std::size_t> split(n * n, 0);
    for (std::size_t span = 2; span < n; ++span) {
      for (std::size_t i = 0; i + span < n; ++i) {
        const std::size_t j = i + span;
        double least = kNever;
        if (span == n - 1 || !isKnown(loop[i], loop[j])) {
          for (std::size_t k = i + 1; k < j; ++k) {
            const double one = cost[i * n + k] + cost[k * n + j];
            const double sum = one < least ? one + costOf(loop[i], loop[k], loop[j]) : kNever;
            if (sum < least) {
              least = sum;
              split[i * n + j] = k;
            }
          }
        }
        cost[i * n + j] = least;
      }
    }
    std::vector<Corners> lid;
    if (cost[n - 1] < kNever) {
      std::vector<std::array<std::size_t, 2>> spans = {{0, n - 1}};
      while (!spans.empty()) {
        const auto [i, j] = spans.back();
        spans.pop_back();
        if (j - i < 2) {
          continue;
        }
        const std::size_t k = split[i * n + j];
        lid.push_back({loop[i], loop[k], loop[j]});
        spans.push_back({k, j});
        spans.push_back({i, k});
      }
    }
    return lid;
  }

  Triangles& mesh_;
  double diagonal_ = 0.0;
  std::vector<PointPair> known_;                   ///< edges of the mesh as it was, in order
  std::set<PointPair> added_;                      ///< edges of new triangles
  std::map<PointPair, std::uint32_t> triangleAt_;  ///< triangle at each open edge, by the edge's direction
};

}  // namespace

std::vector<OpenBorder> openBordersOf(const Triangles& mesh) {
  const std::vector<MeshSide> sides = meshSidesOf(mesh.corners);
  const std::vector<std::uint32_t> pieceOf = piecesOf(sides, mesh.corners.size());
  const std::vector<OpenEdge> open = openEdgesOf(sides, pieceOf);
  if (open.empty()) {
    return {};
  }
  std::map<std::uint32_t, PieceArea> pieces;
  for (std::size_t t = 0; t < mesh.corners.size(); ++t) {
    const Vec3 area = areaVector(mesh.points, mesh.corners[t]);
    PieceArea& piece = pieces[pieceOf[t]];
    piece.vector += area;
    piece.area += area.norm();
  }
  const std::vector<std::uint32_t> next = BorderWalker(mesh, pieceOf, open).run();
  // A border with a loose end is no loop anywhere.
  JoinedGroups groups(mesh.points.size());
  for (const OpenEdge& edge : open) {
    groups.join(edge.from, edge.to);
  }
  std::map<std::uint32_t, std::size_t> looseAt;  // place in the result, by group
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (next[i] == kNoEdge) {
      looseAt.try_emplace(groups.groupOf(open[i].from), SIZE_MAX);
    }
  }
  std::vector<OpenBorder> borders;
  std::vector<char> isDone(open.size(), 0);
  for (std::uint32_t i = 0; i < open.size(); ++i) {
    if (isDone[i] != 0) {
      continue;
    }
    if (const auto loose = looseAt.find(groups.groupOf(open[i].from)); loose != looseAt.end()) {
      if (loose->second == SIZE_MAX) {
        loose->second = borders.size();
        borders.push_back({BorderKind::loose, {}});
      }
      borders[loose->second].edges.push_back({open[i].from, open[i].to});
      isDone[i] = 1;
      continue;
    }
    std::vector<PointPair> path;
    std::map<std::uint32_t, std::size_t> placeOf;  // of the points of the path
    for (std::uint32_t at = i; isDone[at] == 0; at = next[at]) {
      isDone[at] = 1;
      placeOf[open[at].from] = path.size();
      path.push_back({open[at].from, open[at].to});
      if (const auto again = placeOf.find(open[at].to); again != placeOf.end()) {
        const auto first = path.begin() + static_cast<std::ptrdiff_t>(again->second);
        OpenBorder border{BorderKind::hole, {first, path.end()}};
        border.kind = kindOfLoop(mesh, border.edges, pieces.at(open[i].piece));
        path.erase(first, path.end());
        for (const PointPair& edge : border.edges) {
          placeOf.erase(edge[0]);
        }
        borders.push_back(std::move(border));
      }
    }
  }
  return borders;
}

ClosedHoles closeHoles(Triangles& mesh) {
  ClosedHoles result;
  const std::vector<OpenBorder> borders = openBordersOf(mesh);
  if (borders.empty()) {
    return result;
  }
  const std::size_t before = mesh.corners.size();
  HoleCloser closer(mesh);
  for (const OpenBorder& border : borders) {
    if (border.kind == BorderKind::hole && closer.close(border)) {
      ++result.holes;
    } else {
      result.leftAt = result.left == 0 ? mesh.points[border.edges[0][0]] : result.leftAt;
      ++result.left;
    }
  }
  result.triangles = mesh.corners.size() - before;
  return result;
}

}  // namespace scree
