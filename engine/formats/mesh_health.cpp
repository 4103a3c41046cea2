#include "engine/formats/mesh_health.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>

#include "engine/base/count_text.h"
#include "engine/base/place_text.h"
#include "engine/formats/mesh_sides.h"

namespace scree {

namespace {

constexpr double kCellsPerReach = 64;

/// Finds the first of the earlier points within reach of a new one.
class Welder {
 public:
  /// Counts cells from `origin`, the lower corner of all points, so that their numbers stay small far away.
  Welder(const std::vector<Vec3>& points, const Vec3& origin, double reach)
      : points_(points), origin_(origin), reach_(reach), cell_(kCellsPerReach * reach) {
    next_.assign(points.size(), kNone);
    firstOf_.reserve(points.size());
  }

  std::uint32_t find(std::uint32_t point) {
    const Vec3& p = points_[point];
    std::uint32_t found = kNone;
    const Vec3 from = p - origin_;
    const Vec3 low = (from.array() - reach_) / cell_;
    const Vec3 high = (from.array() + reach_) / cell_;
    for (double x = std::floor(low.x()); x <= high.x(); ++x) {
      for (double y = std::floor(low.y()); y <= high.y(); ++y) {
        for (double z = std::floor(low.z()); z <= high.z(); ++z) {
          const auto at = firstOf_.find(keyOf(x, y, z));
          for (std::uint32_t i = at == firstOf_.end() ? kNone : at->second; i != kNone; i = next_[i]) {
            if (i < found && (points_[i] - p).squaredNorm() <= reach_ * reach_) {
              found = i;
            }
          }
        }
      }
    }
    if (found != kNone) {
      return found;
    }
    const auto [place, isNew] = firstOf_.try_emplace(
        keyOf(std::floor(from.x() / cell_), std::floor(from.y() / cell_), std::floor(from.z() / cell_)), point);
    if (!isNew) {
      next_[point] = place->second;
      place->second = point;
    }
    return point;
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  /// Different cells may share a key: only the distance decides.
  static std::uint64_t keyOf(double x, double y, double z) {
    const auto part = [](double u) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(u)); };
    return part(x) * 0x9E3779B97F4A7C15ULL ^ part(y) * 0xC2B2AE3D27D4EB4FULL ^ part(z) * 0x165667B19E3779F9ULL;
  }

  const std::vector<Vec3>& points_;
  Vec3 origin_;
  double reach_;
  double cell_;
  std::unordered_map<std::uint64_t, std::uint32_t> firstOf_;
  std::vector<std::uint32_t> next_;
};

void weld(Triangles& mesh, const Vec3& origin, double reach, MeshHealth& health) {
  Welder welder(mesh.points, origin, reach);
  std::vector<std::uint32_t> placeOf(mesh.points.size(), UINT32_MAX);
  std::vector<char> used(mesh.points.size(), 0);
  for (const Corners& corners : mesh.corners) {
    for (const std::uint32_t corner : corners) {
      used[corner] = 1;
    }
  }
  std::vector<Vec3> kept;
  for (std::uint32_t i = 0; i < mesh.points.size(); ++i) {
    if (used[i] == 0) {
      continue;
    }
    const std::uint32_t same = welder.find(i);
    if (same == i) {
      placeOf[i] = static_cast<std::uint32_t>(kept.size());
      kept.push_back(mesh.points[i]);
    } else {
      placeOf[i] = placeOf[same];
      ++health.joined;
    }
  }
  for (Corners& corners : mesh.corners) {
    for (std::uint32_t& corner : corners) {
      corner = placeOf[corner];
    }
  }
  mesh.points = std::move(kept);
}

void takeOut(Triangles& mesh, double diagonal, MeshHealth& health) {
  std::erase_if(mesh.corners, [&](const Corners& c) {
    const bool flat = c[0] == c[1] || c[1] == c[2] || c[2] == c[0] ||
                      areaVector(mesh.points, c).norm() <= kNoHeight * diagonal * longestSide(mesh.points, c);
    health.collapsed += flat ? 1 : 0;
    return flat;
  });
  std::vector<std::pair<Corners, std::uint32_t>> sorted;
  for (std::uint32_t i = 0; i < mesh.corners.size(); ++i) {
    Corners c = mesh.corners[i];
    std::ranges::sort(c);
    sorted.emplace_back(c, i);
  }
  std::ranges::sort(sorted);
  std::vector<char> isDouble(mesh.corners.size(), 0);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    isDouble[sorted[i].second] = sorted[i].first == sorted[i - 1].first ? 1 : 0;
  }
  std::size_t at = 0;
  health.doubled = std::erase_if(mesh.corners, [&](const Corners&) { return isDouble[at++] != 0; });
}

/// Makes neighbours face the same way, piece by piece, by turning the smaller number of triangles.
class Turner {
 public:
  Turner(Triangles& mesh, MeshHealth& health) : mesh_(mesh), health_(health), sides_(meshSidesOf(mesh.corners)) {
    beside_.resize(mesh.corners.size());
    forEachEdge(sides_, [&](std::span<const MeshSide> edge) {
      noteEdge(edge);
      if (edge.size() == 2) {
        const bool agree = edge[0].forward != edge[1].forward;
        beside_[edge[0].triangle].push_back({edge[1].triangle, agree});
        beside_[edge[1].triangle].push_back({edge[0].triangle, agree});
      }
    });
  }

  /// Piece of each triangle, after turn().
  const std::vector<std::uint32_t>& pieceOf() const { return pieceOf_; }

  /// True by piece where two triangles of the piece meet at each of its edges.
  std::vector<char> closedPieces() const {
    std::vector<char> isClosed(health_.pieces, 1);
    forEachEdge(sides_, [&](std::span<const MeshSide> edge) {
      for (const MeshSide& one : edge) {
        const std::uint32_t piece = pieceOf_[one.triangle];
        const auto own =
            std::ranges::count_if(edge, [&](const MeshSide& side) { return pieceOf_[side.triangle] == piece; });
        isClosed[piece] = own == 2 ? isClosed[piece] : char{0};
      }
    });
    return isClosed;
  }

  void turn() {
    pieceOf_.assign(mesh_.corners.size(), 0);
    std::vector<char> seen(mesh_.corners.size(), 0);
    std::vector<char> turned(mesh_.corners.size(), 0);
    for (std::uint32_t seed = 0; seed < mesh_.corners.size(); ++seed) {
      if (seen[seed] != 0) {
        continue;
      }
      ++health_.pieces;
      std::vector<std::uint32_t> piece = {seed};
      seen[seed] = 1;
      std::size_t count = 0;
      for (std::size_t i = 0; i < piece.size(); ++i) {
        for (const auto& [other, agree] : beside_[piece[i]]) {
          const char wanted = static_cast<char>((turned[piece[i]] != 0) == agree ? 1 : 0);
          if (seen[other] == 0) {
            seen[other] = 1;
            turned[other] = wanted;
            piece.push_back(other);
          } else if (turned[other] != wanted) {
            health_.isOneSided = true;
          }
        }
      }
      for (const std::uint32_t t : piece) {
        count += turned[t] != 0 ? 1 : 0;
        pieceOf_[t] = static_cast<std::uint32_t>(health_.pieces - 1);
      }
      const bool others = 2 * count > piece.size();
      for (const std::uint32_t t : piece) {
        if ((turned[t] != 0) != others) {
          std::swap(mesh_.corners[t][1], mesh_.corners[t][2]);
          ++health_.turned;
        }
      }
    }
  }

 private:
  void noteEdge(std::span<const MeshSide> edge) {
    const std::array<Vec3, 2> ends = {mesh_.points[edge[0].low], mesh_.points[edge[0].high]};
    if (edge.size() == 1) {
      ++health_.openEdges;
      health_.openEdge = health_.openEdge.value_or(ends);
    } else if (edge.size() > 2) {
      ++health_.crowdedEdges;
      health_.crowdedEdge = health_.crowdedEdge.value_or(ends);
    }
  }

  Triangles& mesh_;
  MeshHealth& health_;
  std::vector<MeshSide> sides_;
  std::vector<std::uint32_t> pieceOf_;
  std::vector<std::vector<std::pair<std::uint32_t, bool>>> beside_;
};

/// Text on where an edge is.
std::string edgeText(const std::optional<std::array<Vec3, 2>>& edge) {
  return edge ? fmt::format(", the first from {} to {}", placeText((*edge)[0]), placeText((*edge)[1])) : std::string();
}

/// See MeshHealth::coarseStep.
double coarseStepOf(const std::vector<Vec3>& points, const Bounds& box, double diagonal) {
  constexpr double kCoarse = 1e-4;  // step over the size: volumes are off by some times as much
  const double farthest = std::max(box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff());
  const double step = farthest * static_cast<double>(std::numeric_limits<float>::epsilon());
  const auto isSingle = [](const Vec3& point) {
    return (point.array() == point.cast<float>().cast<double>().array()).all();
  };
  return step > kCoarse * diagonal && std::ranges::all_of(points, isSingle) ? step : 0.0;
}

}  // namespace

MeshHealth mend(Triangles& triangles, HoleRepair repair) {
  MeshHealth health;
  health.given = triangles.corners.size();
  const Bounds all = boxOfPoints(triangles.points);
  const double diagonal = triangles.points.empty() ? 0.0 : (all.upper - all.lower).norm();
  if (diagonal > 0.0) {
    health.coarseStep = coarseStepOf(triangles.points, all, diagonal);
    weld(triangles, all.lower, kSamePlace * diagonal, health);
  }
  takeOut(triangles, diagonal, health);
  if (triangles.corners.empty()) {
    return health;
  }
  if (repair == HoleRepair::close) {
    // Neighbours have to face the same way before lids can.
    MeshHealth before;
    Turner(triangles, before).turn();
    health.turned = before.turned;
    health.closedHoles = closeHoles(triangles);
  }
  health.bounds = boxOfPoints(triangles.points);
  for (const Corners& c : triangles.corners) {
    health.slivers += isSliver(triangles.points, c) ? 1 : 0;
  }
  Turner turner(triangles, health);
  turner.turn();
  const std::vector<char> closed = turner.closedPieces();
  health.openPieces = static_cast<std::size_t>(std::count(closed.begin(), closed.end(), char{0}));
  if (health.openEdges > 0 && repair == HoleRepair::leave) {
    const std::vector<OpenBorder> borders = openBordersOf(triangles);
    health.holes = static_cast<std::size_t>(std::ranges::count(borders, BorderKind::hole, &OpenBorder::kind));
  }
  if (!health.isOneSided) {
    health.nesting = nestPieces(triangles, turner.pieceOf(), closed);
  }
  if (health.isClosed() && !health.isOneSided) {
    health.volume = volumeOf(triangles.points, triangles.corners).volume;
  }
  return health;
}

std::vector<std::string> notesOf(const MeshHealth& h) {
  std::vector<std::string> notes;
  if (h.coarseStep > 0.0) {
    notes.push_back(fmt::format(
        "its points are in single precision, which has steps of {:.1g} so far from the origin: parts of the shape are "
        "lost; save it nearer to the origin, or as text",
        h.coarseStep));
  }
  if (h.collapsed > 0) {
    notes.push_back(fmt::format("{} without area taken out", countText(h.collapsed, "triangle")));
  }
  if (h.doubled > 0) {
    notes.push_back(fmt::format("{} that were there twice taken out", countText(h.doubled, "triangle")));
  }
  if (h.turned > 0) {
    notes.push_back(fmt::format("{} turned over to face the way that neighbours do", countText(h.turned, "triangle")));
  }
  if (const std::optional<ClosedHoles>& closed = h.closedHoles) {
    notes.push_back(closed->holes == 0 ? std::string("no hole that can be closed")
                                       : fmt::format("{} closed by {}", countText(closed->holes, "hole"),
                                                     countText(closed->triangles, "triangle")));
    if (closed->left > 0) {
      notes.push_back(
          fmt::format("{} left open, the first at {}: around a flat sheet, or no loop that triangles with an area "
                      "close, or a loop of "
                      "more than {} points that is not flat",
                      countText(closed->left, "border"), placeText(closed->leftAt), kMostLeastAreaPoints));
    }
  }
  const PieceNesting& nesting = h.nesting;
  if (nesting.turned > 0 && h.pieces == 1) {
    notes.push_back("all faces looked inwards and were turned out (grains stay on either side)");
  } else if (nesting.turned > 0) {
    notes.push_back(
        fmt::format("{} of {} pieces turned over: outsides face outwards, cavities inwards", nesting.turned, h.pieces));
  }
  if (nesting.cavities > 0) {
    notes.push_back(fmt::format("{} inside other pieces: cavities, which its volume leaves out",
                                countText(nesting.cavities, "piece")));
  }
  if (nesting.overlapping > 0) {
    notes.push_back(fmt::format("{} of pieces cut through each other, such as at {}: its volume counts there twice",
                                countText(nesting.overlapping, "pair"), placeText(nesting.cuts.front().place)));
  }
  if (!nesting.wasSearched) {
    notes.push_back("pieces with many triangles lie close together: not looked for cuts between them");
  }
  if (h.isOneSided) {
    notes.push_back("its triangles cannot all face the same way");
  }
  if (h.slivers > 0) {
    notes.push_back(fmt::format("{} thinner than a thousandth of its length", countText(h.slivers, "triangle")));
  }
  if (h.crowdedEdges > 0) {
    notes.push_back(
        fmt::format("{} of more than two triangles{}", countText(h.crowdedEdges, "edge"), edgeText(h.crowdedEdge)));
  }
  if (h.openEdges > 0) {
    notes.push_back(fmt::format("{}{}: right for plates and funnels, a hole in what should be closed",
                                countText(h.openEdges, "open edge"), edgeText(h.openEdge)));
  }
  return notes;
}

Weightless whyWeightless(const MeshHealth& h) {
  if (h.openEdges > 0) {
    return {fmt::format("it is open: {}{}", countText(h.openEdges, "open edge"), edgeText(h.openEdge)),
            h.closedHoles || h.holes == 0
                ? "close it in the program that made it"
                : "close its holes with 'close_holes: true', or close it in the program that made it"};
  }
  if (!h.isClosed()) {
    return {fmt::format("{} of more than two triangles{}", countText(h.crowdedEdges, "edge"), edgeText(h.crowdedEdge)),
            "take out inner faces and doubled sheets in the program that made it"};
  }
  if (h.isOneSided) {
    return {"its triangles cannot all face the same way", "mend it in the program that made it"};
  }
  if (h.nesting.overlapping > 0) {
    return {fmt::format("its parts cut through each other, such as at {}", placeText(h.nesting.cuts.front().place)),
            "join them to one in the program that made it"};
  }
  if (!(h.volume > 0.0)) {
    return {"it encloses no volume", "give its parts a thickness in the program that made it"};
  }
  return {};
}

std::string summaryOf(const MeshHealth& h, std::size_t triangles) {
  const Vec3 size = h.bounds.upper - h.bounds.lower;
  return fmt::format("{}, {:.4g} x {:.4g} x {:.4g} m, {}", countText(triangles, "triangle"), size.x(), size.y(),
                     size.z(),
                     !h.isClosed()    ? std::string("open")
                     : h.volume > 0.0 ? fmt::format("closed, {:.4g} m³", h.volume)
                                      : std::string("without a volume"));
}

}  // namespace scree
