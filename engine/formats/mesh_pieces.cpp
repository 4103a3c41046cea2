#include "engine/formats/mesh_pieces.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

namespace {

/// Pairs of a side and a triangle that are looked at for cuts, in all.
constexpr std::size_t kMostCutTests = 20'000'000;

/// A part: its triangles and the box around them.
struct Piece {
  std::vector<std::uint32_t> triangles;
  Bounds bounds{Vec3::Constant(1e300), Vec3::Constant(-1e300)};
  bool isClosed = false;
  bool isInwards = false;  ///< the faces of a closed part look inwards, as the file has them
};

bool boxesMeet(const Bounds& a, const Bounds& b) {
  return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

/// Solid angle of a triangle as seen from the origin, by the formula of Van Oosterom and Strackee.
double solidAngle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double la = a.norm();
  const double lb = b.norm();
  const double lc = c.norm();
  const double det = a.dot(b.cross(c));
  return 2.0 * std::atan2(det, la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

class Nesting {
 public:
  Nesting(Triangles& mesh, std::span<const std::uint32_t> pieceOf, const std::vector<char>& isClosed)
      : mesh_(mesh), pieces_(isClosed.size()) {
    for (std::uint32_t t = 0; t < mesh.corners.size(); ++t) {
      Piece& piece = pieces_[pieceOf[t]];
      piece.triangles.push_back(t);
      for (const std::uint32_t corner : mesh.corners[t]) {
        piece.bounds.lower = piece.bounds.lower.cwiseMin(mesh.points[corner]);
        piece.bounds.upper = piece.bounds.upper.cwiseMax(mesh.points[corner]);
      }
    }
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      pieces_[i].isClosed = isClosed[i] != 0;
      pieces_[i].isInwards = pieces_[i].isClosed && volumeOf(mesh.points, cornersOf(pieces_[i])).volume < 0.0;
    }
    // Pairs are found along x.
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      order_.push_back(i);
    }
    std::ranges::sort(order_, [&](std::size_t a, std::size_t b) {
      const double xa = pieces_[a].bounds.lower.x();
      const double xb = pieces_[b].bounds.lower.x();
      return xa != xb ? xa < xb : a < b;
    });
  }

  PieceNesting run() {
    std::vector<std::size_t> depth(pieces_.size(), 0);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      for (std::size_t k = i + 1; k < order_.size(); ++k) {
        const std::size_t a = order_[i];
        const std::size_t b = order_[k];
        if (pieces_[b].bounds.lower.x() > pieces_[a].bounds.upper.x()) {
          break;
        }
        if (pieces_[a].isClosed && pieces_[b].isClosed && boxesMeet(pieces_[a].bounds, pieces_[b].bounds)) {
          lookAtPair(a, b, depth);
        }
      }
    }
    turn(depth);
    return result_;
  }

 private:
  std::vector<Corners> cornersOf(const Piece& piece) const {
    std::vector<Corners> own;
    for (const std::uint32_t t : piece.triangles) {
      own.push_back(mesh_.corners[t]);
    }
    return own;
  }

  void lookAtPair(std::size_t a, std::size_t b, std::vector<std::size_t>& depth) {
    if (cut(pieces_[a], pieces_[b]) || cut(pieces_[b], pieces_[a])) {
      noteCut(pieces_[a], pieces_[b]);
      return;
    }
    const Share aInB = insideShare(pieces_[a], pieces_[b]);
    const Share bInA = insideShare(pieces_[b], pieces_[a]);
    if (aInB == Share::some || bInA == Share::some) {
      noteCut(pieces_[a], pieces_[b]);
      return;
    }
    if (aInB == Share::all && bInA == Share::all) {
      // Each in the other: the same part twice, a little aside.
      cutAt_ = mesh_.points[mesh_.corners[pieces_[a].triangles[0]][0]];
      noteCut(pieces_[a], pieces_[b]);
      return;
    }
    depth[a] += aInB == Share::all ? 1 : 0;
    depth[b] += bInA == Share::all ? 1 : 0;
  }

  /// Notes the cut at the place found last.
  void noteCut(const Piece& a, const Piece& b) {
    ++result_.overlapping;
    if (result_.cuts.size() < kMostCuts) {
      result_.cuts.push_back({{a.triangles[0], b.triangles[0]}, cutAt_});
    }
  }

  enum class Share : std::uint8_t { none, some, all };

  /// How much of a part lies in another, asked just below the middles and corners of its triangles: faces of both may
  /// lie in one plane.
  Share insideShare(const Piece& inner, const Piece& outer) {
    constexpr std::size_t kMostAsked = 100;
    constexpr double kBelow = 1e-3;  // depth over the root of the triangle's area
    const std::size_t stride = (inner.triangles.size() + kMostAsked - 1) / kMostAsked;
    std::size_t asked = 0;
    std::size_t inside = 0;
    Vec3 place = Vec3::Zero();
    for (std::size_t i = 0; i < inner.triangles.size(); i += stride) {
      tests_ += 4 * outer.triangles.size();
      if (tests_ > kMostCutTests) {
        result_.wasSearched = false;
        break;
      }
      const Corners& c = mesh_.corners[inner.triangles[i]];
      const Vec3 normal = areaVector(mesh_.points, c);
      const Vec3 below = (inner.isInwards ? kBelow : -kBelow) / std::sqrt(2.0 * normal.norm()) * normal;
      const Vec3 middle = (mesh_.points[c[0]] + mesh_.points[c[1]] + mesh_.points[c[2]]) / 3.0;
      for (std::size_t k = 0; k < 4; ++k) {
        const Vec3 at = below + (k == 3 ? middle : Vec3(0.05 * middle + 0.95 * mesh_.points[c[k]]));
        ++asked;
        if (isInside(at, outer)) {
          ++inside;
          place = at;
        }
      }
    }
    if (inside == 0 || inside == asked) {
      return inside == 0 ? Share::none : Share::all;
    }
    cutAt_ = place;
    return Share::some;
  }

  bool isInside(const Vec3& place, const Piece& outer) const {
    double angle = 0.0;
    for (const std::uint32_t t : outer.triangles) {
      const Corners& o = mesh_.corners[t];
      angle += solidAngle(mesh_.points[o[0]] - place, mesh_.points[o[1]] - place, mesh_.points[o[2]] - place);
    }
    return std::abs(angle) > 2.0 * std::numbers::pi;
  }

  /// Triangles of a part that reach into a box.
  std::vector<std::uint32_t> reaching(const Piece& piece, const Bounds& box) const {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t t : piece.triangles) {
      const Corners& c = mesh_.corners[t];
      Bounds own{mesh_.points[c[0]], mesh_.points[c[0]]};
      for (const std::uint32_t corner : {c[1], c[2]}) {
        own.lower = own.lower.cwiseMin(mesh_.points[corner]);
        own.upper = own.upper.cwiseMax(mesh_.points[corner]);
      }
      if (boxesMeet(own, box)) {
        found.push_back(t);
      }
    }
    return found;
  }

  /// True if a side of part `a` goes through a triangle of part `b`.
  bool cut(const Piece& a, const Piece& b) {
    const Bounds common{a.bounds.lower.cwiseMax(b.bounds.lower), a.bounds.upper.cwiseMin(b.bounds.upper)};
    const std::vector<std::uint32_t> ofA = reaching(a, common);
    const std::vector<std::uint32_t> ofB = reaching(b, common);
    tests_ += 3 * ofA.size() * ofB.size();
    if (tests_ > kMostCutTests) {
      result_.wasSearched = false;
      return false;
    }
    for (const std::uint32_t t : ofA) {
      const Corners& c = mesh_.corners[t];
      for (std::size_t k = 0; k < 3; ++k) {
        if (c[k] > c[(k + 1) % 3]) {
          continue;  // the neighbour has this side, too
        }
        const Vec3& from = mesh_.points[c[k]];
        const Vec3& to = mesh_.points[c[(k + 1) % 3]];
        for (const std::uint32_t other : ofB) {
          if (goesThrough(from, to, mesh_.corners[other])) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /// True if a side goes through the inside of a triangle from one side to the other. Parts that touch do not cut.
  bool goesThrough(const Vec3& from, const Vec3& to, const Corners& c) {
    // Share of the size by which a side must reach through: below it are roundings of the file.
    constexpr double kThrough = 1e-6;
    const Vec3& a = mesh_.points[c[0]];
    const Vec3 e1 = mesh_.points[c[1]] - a;
    const Vec3 e2 = mesh_.points[c[2]] - a;
    const Vec3 normal = e1.cross(e2).normalized();
    const double size = std::max({e1.norm(), e2.norm(), (to - from).norm()});
    const double before = normal.dot(from - a);
    const double after = normal.dot(to - a);
    if (before * after >= 0.0 || std::min(std::abs(before), std::abs(after)) < kThrough * size) {
      return false;
    }
    const Vec3 place = from + before / (before - after) * (to - from);
    const Vec3 w = place - a;
    const double area = e1.cross(e2).norm();
    const double u = normal.dot(w.cross(e2)) / area;
    const double v = normal.dot(e1.cross(w)) / area;
    if (u <= kThrough || v <= kThrough || u + v >= 1.0 - kThrough) {
      return false;
    }
    cutAt_ = place;
    return true;
  }

  void turn(const std::vector<std::size_t>& depth) {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const Piece& piece = pieces_[i];
      if (!piece.isClosed) {
        continue;
      }
      const bool isCavity = depth[i] % 2 == 1;
      result_.cavities += isCavity ? 1 : 0;
      if (piece.isInwards == isCavity) {
        continue;
      }
      ++result_.turned;
      for (const std::uint32_t t : piece.triangles) {
        std::swap(mesh_.corners[t][1], mesh_.corners[t][2]);
      }
    }
  }

  Triangles& mesh_;
  std::vector<Piece> pieces_;
  std::vector<std::size_t> order_;  ///< parts in the order of their boxes along x
  std::size_t tests_ = 0;
  Vec3 cutAt_ = Vec3::Zero();  ///< place of the cut found last [m]
  PieceNesting result_;
};

}  // namespace

PieceNesting nestPieces(Triangles& mesh, std::span<const std::uint32_t> pieceOf, const std::vector<char>& isClosed) {
  return Nesting(mesh, pieceOf, isClosed).run();
}

}  // namespace scree
