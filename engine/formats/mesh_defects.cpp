#include "engine/formats/mesh_defects.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>

#include "engine/base/count_text.h"
#include "engine/base/place_text.h"
#include "engine/formats/mesh_sides.h"

namespace scree {

namespace {

using Line = std::array<Vec3, 2>;

/// Pairs of triangles that are looked at for the lines of cuts, in all.
constexpr std::size_t kMostLinePairs = 20'000'000;

/// Largest distance between two points of lines, by going from the point farthest from the last to the farthest from
/// that until it grows no more: exact for loops without a deep dent, never too large.
double extentOf(const std::vector<Line>& lines) {
  Vec3 from = lines[0][0];
  double extent = 0.0;
  for (bool grows = true; grows;) {
    grows = false;
    Vec3 far = from;
    for (const Line& line : lines) {
      for (const Vec3& point : line) {
        if (const double distance = (point - from).norm(); distance > extent) {
          extent = distance;
          far = point;
          grows = true;
        }
      }
    }
    from = far;
  }
  return extent;
}

/// Middle of lines, each with the weight of its length.
Vec3 middleOf(const std::vector<Line>& lines) {
  const Vec3& origin = lines[0][0];
  Vec3 sum = Vec3::Zero();
  double length = 0.0;
  for (const auto& [from, to] : lines) {
    const double own = (to - from).norm();
    sum += 0.5 * own * (from + to - 2.0 * origin);
    length += own;
  }
  return length > 0.0 ? Vec3(origin + sum / length) : origin;
}

MeshDefect defectOf(DefectKind kind, std::size_t count, const std::vector<Line>& lines) {
  return {kind, count, middleOf(lines), extentOf(lines), lines};
}

/// True if two boxes have a point in common.
bool haveCommon(const Bounds& a, const Bounds& b) {
  return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

class DefectFinder {
 public:
  DefectFinder(const Triangles& mesh, const MeshHealth& health)
      : mesh_(mesh),
        health_(health),
        sides_(meshSidesOf(mesh.corners)),
        pieceOf_(piecesOf(sides_, mesh.corners.size())) {
    for (std::uint32_t t = 0; t < mesh.corners.size(); ++t) {
      pieces_.resize(std::max<std::size_t>(pieces_.size(), pieceOf_[t] + 1));
      pieces_[pieceOf_[t]].push_back(t);
    }
  }

  std::vector<MeshDefect> run() {
    if (health_.openEdges > 0) {
      findBorders();
    }
    if (health_.crowdedEdges > 0) {
      findCrowdedEdges();
    }
    if (health_.slivers > 0) {
      findSlivers();
    }
    for (const PieceCut& cut : health_.nesting.cuts) {
      findCut(cut);
    }
    if (health_.isOneSided) {
      findOneSided();
    }
    return std::move(found_);
  }

 private:
  Line lineOf(const std::array<std::uint32_t, 2>& edge) const { return {mesh_.points[edge[0]], mesh_.points[edge[1]]}; }

  void findBorders() {
    for (const OpenBorder& border : openBordersOf(mesh_)) {
      std::vector<Line> lines;
      for (const auto& edge : border.edges) {
        lines.push_back(lineOf(edge));
      }
      // The kinds of borders come first, in the same order.
      found_.push_back(defectOf(static_cast<DefectKind>(border.kind), lines.size(), lines));
    }
  }

  void findCrowdedEdges() {
    std::vector<std::array<std::uint32_t, 2>> crowded;
    JoinedGroups groups(mesh_.points.size());
    forEachEdge(sides_, [&](std::span<const MeshSide> edge) {
      if (edge.size() > 2) {
        crowded.push_back({edge[0].low, edge[0].high});
        groups.join(edge[0].low, edge[0].high);
      }
    });
    std::map<std::uint32_t, std::vector<Line>> linesOf;
    for (const auto& edge : crowded) {
      linesOf[groups.groupOf(edge[0])].push_back(lineOf(edge));
    }
    for (const auto& [group, lines] : linesOf) {
      found_.push_back(defectOf(DefectKind::crowdedEdges, lines.size(), lines));
    }
  }

  void findSlivers() {
    std::vector<char> isThin(mesh_.corners.size(), 0);
    for (std::size_t t = 0; t < mesh_.corners.size(); ++t) {
      isThin[t] = isSliver(mesh_.points, mesh_.corners[t]) ? 1 : 0;
    }
    JoinedGroups groups(mesh_.corners.size());
    forEachEdge(sides_, [&](std::span<const MeshSide> edge) {
      std::optional<std::uint32_t> first;
      for (const MeshSide& side : edge) {
        if (isThin[side.triangle] != 0) {
          first = first.value_or(side.triangle);
          groups.join(*first, side.triangle);
        }
      }
    });
    std::map<std::uint32_t, std::vector<Line>> linesOf;
    for (std::uint32_t t = 0; t < mesh_.corners.size(); ++t) {
      const Corners& c = mesh_.corners[t];
      for (std::size_t k = 0; isThin[t] != 0 && k < 3; ++k) {
        linesOf[groups.groupOf(t)].push_back(lineOf({c[k], c[(k + 1) % 3]}));
      }
    }
    for (const auto& [group, lines] : linesOf) {
      found_.push_back(defectOf(DefectKind::slivers, lines.size() / 3, lines));
    }
  }

  /// Edges at which neighbours face different ways, by piece.
  void findOneSided() {
    std::map<std::uint32_t, std::vector<Line>> linesOf;
    forEachEdge(sides_, [&](std::span<const MeshSide> edge) {
      if (edge.size() == 2 && edge[0].forward == edge[1].forward) {
        linesOf[pieceOf_[edge[0].triangle]].push_back(lineOf({edge[0].low, edge[0].high}));
      }
    });
    for (const auto& [piece, lines] : linesOf) {
      std::vector<Line> all;
      for (const std::uint32_t t : pieces_[piece]) {
        const Corners& c = mesh_.corners[t];
        all.push_back(lineOf({c[0], c[1]}));
        all.push_back(lineOf({c[1], c[2]}));
      }
      found_.push_back({DefectKind::oneSided, pieces_[piece].size(), middleOf(lines), extentOf(all), lines});
    }
  }

  Bounds boxOf(const Corners& c) const {
    Bounds box{mesh_.points[c[0]], mesh_.points[c[0]]};
    for (const std::uint32_t corner : {c[1], c[2]}) {
      box.lower = box.lower.cwiseMin(mesh_.points[corner]);
      box.upper = box.upper.cwiseMax(mesh_.points[corner]);
    }
    return box;
  }

  Bounds boxOfPiece(std::uint32_t piece) const {
    std::vector<Vec3> points;
    for (const std::uint32_t t : pieces_[piece]) {
      for (const std::uint32_t corner : mesh_.corners[t]) {
        points.push_back(mesh_.points[corner]);
      }
    }
    return boxOfPoints(points);
  }

  std::vector<std::uint32_t> trianglesIn(std::uint32_t piece, const Bounds& box) const {
    std::vector<std::uint32_t> inside;
    for (const std::uint32_t t : pieces_[piece]) {
      if (haveCommon(boxOf(mesh_.corners[t]), box)) {
        inside.push_back(t);
      }
    }
    return inside;
  }

  void findCut(const PieceCut& cut) {
    const Bounds a = boxOfPiece(pieceOf_[cut.triangles[0]]);
    const Bounds b = boxOfPiece(pieceOf_[cut.triangles[1]]);
    const Bounds common{a.lower.cwiseMax(b.lower), a.upper.cwiseMin(b.upper)};
    const std::vector<std::uint32_t> ofA = trianglesIn(pieceOf_[cut.triangles[0]], common);
    const std::vector<std::uint32_t> ofB = trianglesIn(pieceOf_[cut.triangles[1]], common);
    linePairs_ += ofA.size() * ofB.size();
    std::vector<Line> lines;
    if (linePairs_ <= kMostLinePairs) {
      for (const std::uint32_t i : ofA) {
        const Bounds box = boxOf(mesh_.corners[i]);
        for (const std::uint32_t k : ofB) {
          if (haveCommon(box, boxOf(mesh_.corners[k]))) {
            addCommonLine(mesh_.corners[i], mesh_.corners[k], lines);
          }
        }
      }
    }
    if (!lines.empty()) {
      found_.push_back(defectOf(DefectKind::cut, lines.size(), lines));
      return;
    }
    const Vec3 half = 0.5 * (common.upper - common.lower);
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 arm = half[axis] * Vec3::Unit(axis);
      lines.push_back({cut.place - arm, cut.place + arm});
    }
    found_.push_back({DefectKind::cut, lines.size(), cut.place, 2.0 * half.norm(), lines});
  }

  /// Adds the line along which two triangles cut through each other, if they do.
  void addCommonLine(const Corners& a, const Corners& b, std::vector<Line>& lines) const {
    std::vector<Vec3> ends;
    for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
      for (std::size_t k = 0; k < 3; ++k) {
        addPiercing(mesh_.points[one[k]], mesh_.points[one[(k + 1) % 3]], other, ends);
      }
    }
    Line longest{};
    double length = 0.0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      for (std::size_t k = i + 1; k < ends.size(); ++k) {
        if (const double own = (ends[k] - ends[i]).norm(); own > length) {
          length = own;
          longest = {ends[i], ends[k]};
        }
      }
    }
    if (length > 0.0) {
      lines.push_back(longest);
    }
  }

  /// Adds the point where a side goes through a triangle or its rim.
  void addPiercing(const Vec3& from, const Vec3& to, const Corners& c, std::vector<Vec3>& ends) const {
    constexpr double kRim = 1e-9;  // share of the triangle by which a point may lie outside
    const Vec3& corner = mesh_.points[c[0]];
    const Vec3 e1 = mesh_.points[c[1]] - corner;
    const Vec3 e2 = mesh_.points[c[2]] - corner;
    const Vec3 normal = e1.cross(e2);
    const double before = normal.dot(from - corner);
    const double after = normal.dot(to - corner);
    if (before == after || (before > 0.0 && after > 0.0) || (before < 0.0 && after < 0.0)) {
      return;
    }
    const Vec3 place = from + before / (before - after) * (to - from);
    const Vec3 w = place - corner;
    const double u = normal.dot(w.cross(e2)) / normal.squaredNorm();
    const double v = normal.dot(e1.cross(w)) / normal.squaredNorm();
    if (u >= -kRim && v >= -kRim && u + v <= 1.0 + kRim) {
      ends.push_back(place);
    }
  }

  const Triangles& mesh_;
  const MeshHealth& health_;
  std::vector<MeshSide> sides_;
  std::vector<std::uint32_t> pieceOf_;              ///< by triangle
  std::vector<std::vector<std::uint32_t>> pieces_;  ///< triangles of each piece
  std::size_t linePairs_ = 0;
  std::vector<MeshDefect> found_;
};

std::string sizeText(double metres) {
  constexpr double kMillimetre = 1e-3;
  return metres < 1.0 ? fmt::format("{:.3g} mm", metres / kMillimetre) : fmt::format("{:.3g} m", metres);
}

std::string subjectOf(const MeshDefect& d) {
  switch (d.kind) {
    case DefectKind::hole:
      return fmt::format("hole of {}", countText(d.count, "edge"));
    case DefectKind::sheetBorder:
      return fmt::format("border of {} around a flat sheet", countText(d.count, "edge"));
    case DefectKind::looseBorder:
      return fmt::format("border of {} that is no loop", countText(d.count, "open edge"));
    case DefectKind::crowdedEdges:
      return fmt::format("{} of more than two triangles", countText(d.count, "edge"));
    case DefectKind::slivers:
      return fmt::format("{} thinner than a thousandth of {} length", countText(d.count, "triangle"),
                         d.count == 1 ? "its" : "their");
    case DefectKind::cut:
      return "parts that cut through each other";
    case DefectKind::oneSided:
      return fmt::format("piece of {} that cannot all face the same way", countText(d.count, "triangle"));
  }
  return {};
}

}  // namespace

MeshDefects defectsOf(const Triangles& mesh, const MeshHealth& health) {
  MeshDefects defects{DefectFinder(mesh, health).run(), 0};
  const auto rank = [](const MeshDefect& d) {
    return std::tuple(-d.size, d.kind, d.place.x(), d.place.y(), d.place.z());
  };
  std::ranges::stable_sort(defects.list, [&](const MeshDefect& a, const MeshDefect& b) { return rank(a) < rank(b); });
  // Pairs of parts beyond those that are kept are defects, too.
  defects.more = health.nesting.overlapping - health.nesting.cuts.size();
  if (defects.list.size() > kMostDefects) {
    defects.more += defects.list.size() - kMostDefects;
    defects.list.resize(kMostDefects);
  }
  return defects;
}

std::string textOf(const MeshDefect& d, double scale) {
  return fmt::format("{}, {} across, at {}", subjectOf(d), sizeText(scale * d.size), placeText(scale * d.place));
}

}  // namespace scree
