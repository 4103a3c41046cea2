#include "engine/collision/sphere_mesh.h"

#include <algorithm>
#include <array>
#include <optional>

#include "engine/collision/collision_constants.h"
#include "engine/collision/mesh_hits.h"
#include "engine/collision/mesh_search.h"

namespace scree {

namespace {

/// Whether the box, grown by nothing, can meet the segment from `p` along `way`.
bool meetsSegment(const MeshNode& node, const Vec3& p, const Vec3& way) {
  double first = 0.0;
  double last = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    const double low = double{node.lower[at]} - p[axis];
    const double high = double{node.upper[at]} - p[axis];
    if (way[axis] == 0.0) {
      if (low > 0.0 || high < 0.0) {
        return false;
      }
      continue;
    }
    const double a = low / way[axis];
    const double b = high / way[axis];
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  return first <= last;
}

class MeshToucher {
 public:
  MeshToucher(const Mesh& mesh, const Vec3& centre, double radius, double margin, double behind,
              const SurfacePast& past, SurfaceTouches& touches)
      : mesh_(mesh),
        centre_(centre),
        radius_(radius),
        margin_(margin),
        behind_(behind),
        past_(past),
        touches_(touches) {}

  void touch(const KnownTriangles& known) {
    if (!centre_.allFinite()) {
      return;
    }
    restrictPast();
    const double way = past_.moved.norm();
    const bool fast = way > collision::kFastThroughFace * radius_;
    double reach = radius_ + margin_;
    if (behind_ > reach && wasBehind(centre_)) {
      reach = behind_;
    }
    if (fast && !wasBehind(centre_ - past_.moved)) {
      findCrossing();
      reach = crossed_ ? std::max({reach, behind_, way + radius_}) : reach;
    }
    MeshHits hits(mesh_, centre_, reach);
    if (known.within >= reach) {
      hits.add(known);
    } else {
      hits.addAll();
    }
    for (std::size_t i = 0; i < hits.size(); ++i) {
      consider(hits, hits[i]);
    }
    if (faceCount_ > 0 || crossed_) {
      addFaces();
    }
    dropHidden();
  }

 private:
  struct Face {
    std::uint32_t patch;
    double height;  ///< of the centre over the plane's front [m]
    bool isHeld;
    bool onBack;
    std::uint32_t triangle;  ///< SurfaceTouch::triangle
  };
  static constexpr std::size_t kMostFaces = 16;

  void consider(const MeshHits& hits, const MeshHit& near) {
    if (near.part == TrianglePart::inside) {
      addFace(near.triangle->patch, placeOf(near) + 1);
      return;
    }
    const bool isEdge = near.part == TrianglePart::edge;
    const MeshRows& rows = isEdge ? mesh_.trianglesOfEdge : mesh_.trianglesOfPoint;
    const std::uint32_t item = (isEdge ? near.triangle->edges : near.triangle->points)[near.which];
    if (!isLowest(hits, near, isEdge, item)) {
      return;
    }
    const std::uint32_t patch = isEdge ? mesh_.patchOfEdge[item] : mesh_.patchOfPoint[item];
    if (patch != kNoPatch && isOver(patch, near.squared)) {
      addFace(patch, 0);
    } else if (!insertCrossedRim(rows, item, near) && near.squared <= (radius_ + margin_) * (radius_ + margin_)) {
      const double distance = std::sqrt(near.squared);
      const Vec3 normal =
          distance > 0.0 ? Vec3((near.point - centre_) / distance) : Vec3(-mesh_.patches[near.triangle->patch].normal);
      insert({isEdge ? mesh_.edgeFeature(item) : mesh_.pointFeature(item), normal, distance - radius_, false, 0});
    }
  }

  /// Whether none of the triangles around an edge or a point is nearer than that is. One that is nearer is a hit.
  bool isLowest(const MeshHits& hits, const MeshHit& own, bool isEdge, std::uint32_t item) const {
    const double lower = (1.0 - collision::kSameSquare) * own.squared;
    if (hits.size() > collision::kFewHits) {
      const MeshRows& rows = isEdge ? mesh_.trianglesOfEdge : mesh_.trianglesOfPoint;
      return std::all_of(rows.begin(item), rows.end(item), [&](std::uint32_t triangle) {
        const Corners& c = mesh_.triangles[triangle];
        return triangle == own.triangle->triangle ||
               nearestOnTriangle(mesh_.points[c[0]], mesh_.points[c[1]], mesh_.points[c[2]], centre_).squared >= lower;
      });
    }
    for (std::size_t i = 0; i < hits.size(); ++i) {
      if (hits[i].squared < lower && hits[i].triangle != own.triangle) {
        const Corners& has = isEdge ? hits[i].triangle->edges : hits[i].triangle->points;
        if (has[0] == item || has[1] == item || has[2] == item) {
          return false;
        }
      }
    }
    return true;
  }

  /// Of a face that was touched and that the centre is now behind, only the rim may be nearest: where faces bend away
  /// from behind. The sphere is then pushed back towards it. Whether it was so.
  bool insertCrossedRim(const MeshRows& rows, std::uint32_t item, const MeshHit& near) {
    if (touched_.empty()) {
      return false;
    }
    const double distance = std::sqrt(near.squared);
    if (distance == 0.0) {
      return false;
    }
    for (const std::uint32_t* triangle = rows.begin(item); triangle != rows.end(item); ++triangle) {
      const std::uint32_t patch = mesh_.patchOf[*triangle];
      Face face{patch, heightOver(patch), false, false, 0};
      findHeld(face);
      if (isBehind(face)) {
        insert({2 * patch + (face.onBack ? 1U : 0U), (centre_ - near.point) / distance, -distance - radius_, false, 0});
        return true;
      }
    }
    return false;
  }

  double heightOver(std::uint32_t patch) const {
    return mesh_.patches[patch].normal.dot(centre_ - mesh_.patches[patch].point);
  }
  /// Whether the nearest place is the foot of the centre on the patch's plane, not a rim that two sheets share.
  bool isOver(std::uint32_t patch, double squared) const {
    const double height = heightOver(patch);
    const double tolerance = collision::kFootOff * std::abs(height) + collision::kFootRoundOff * radius_;
    return squared - height * height <= tolerance * tolerance;
  }

  std::uint32_t placeOf(const MeshHit& hit) const {
    return static_cast<std::uint32_t>(hit.triangle - mesh_.tree.triangles.data());
  }

  void addFace(std::uint32_t patch, std::uint32_t triangle) {
    for (std::size_t i = 0; i < faceCount_; ++i) {
      if (faces_[i].patch == patch) {
        faces_[i].triangle = std::max(faces_[i].triangle, triangle);
        return;
      }
    }
    const Face face{patch, heightOver(patch), false, false, triangle};
    if (faceCount_ < kMostFaces) {
      faces_[faceCount_++] = face;
      return;
    }
    Face* farthest = std::max_element(faces_.begin(), faces_.end(), [](const Face& a, const Face& b) {
      return std::pair(std::abs(a.height), a.patch) < std::pair(std::abs(b.height), b.patch);
    });
    if (std::abs(face.height) < std::abs(farthest->height)) {
      *farthest = face;
    }
  }

  /// Finds the faces that the sphere touched in the last step.
  void restrictPast() {
    ContactKey edges = past_.base;
    edges.b += mesh_.edgeFeature(0);
    const auto first = std::lower_bound(past_.touched.begin(), past_.touched.end(), past_.base);
    auto end = first;
    while (end != past_.touched.end() && *end < edges) {
      ++end;
    }
    touched_ = {first, end};
  }

  /// Whether the centre was behind a face that it touched: from there it comes back through, and stays on its side.
  bool wasBehind(const Vec3& place) const {
    return std::any_of(touched_.begin(), touched_.end(), [&](const ContactKey& key) {
      const auto feature = static_cast<std::uint32_t>(key.b - past_.base.b);
      const MeshPatch& patch = mesh_.patches[feature / 2];
      return (patch.normal.dot(place - patch.point) < 0.0) != (feature % 2 == 1);
    });
  }

  /// The first face that the centre went through since the last step.
  void findCrossing() {
    const Vec3 from = centre_ - past_.moved;
    double soonest = 2.0;
    visitTree(
        mesh_.tree, [&](const MeshNode& node) { return meetsSegment(node, from, past_.moved); },
        [&](std::uint32_t triangle) {
          const Corners& c = mesh_.triangles[triangle];
          const Vec3& a = mesh_.points[c[0]];
          const Vec3 ab = mesh_.points[c[1]] - a;
          const Vec3 ac = mesh_.points[c[2]] - a;
          const Vec3 normal = ab.cross(ac);
          const double along = normal.dot(past_.moved);
          const double before = normal.dot(from - a);
          const double time = -before / along;
          if (along == 0.0 || !(time >= 0.0) || time > 1.0) {
            return;
          }
          const Vec3 at = from + time * past_.moved - a;
          const double u = normal.dot(at.cross(ac)) / normal.squaredNorm();
          const double v = normal.dot(ab.cross(at)) / normal.squaredNorm();
          const std::uint32_t patch = mesh_.patchOf[triangle];
          const bool sooner = time < soonest || (time == soonest && patch < crossed_->patch);
          if (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && sooner) {
            soonest = time;
            const bool along_ = past_.moved.dot(mesh_.patches[patch].normal) > 0.0;
            crossed_ = Face{patch, heightOver(patch), true, along_, 0};
          }
        });
  }

  /// The side of a face that the sphere touched in the last step, if it did.
  void findHeld(Face& face) const {
    for (const ContactKey& key : touched_) {
      const auto feature = static_cast<std::uint32_t>(key.b - past_.base.b);
      if (feature / 2 == face.patch) {
        face.isHeld = true;
        face.onBack = feature % 2 == 1;
      }
    }
  }

  static bool isBehind(const Face& face) { return face.isHeld && (face.height < 0.0) != face.onBack; }

  void addFaces() {
    const auto end = faces_.begin() + static_cast<std::ptrdiff_t>(faceCount_);
    std::for_each(faces_.begin(), end, [&](Face& face) { findHeld(face); });
    if (crossed_) {
      Face* known = std::find_if(faces_.begin(), end, [&](const Face& f) { return f.patch == crossed_->patch; });
      if (known == end && faceCount_ < kMostFaces) {
        faces_[faceCount_++] = *crossed_;
      } else if (known != end && !known->isHeld) {
        *known = *crossed_;
      }
    }
    // Where the sphere would be had it not gone through: the other faces are touched on the side of that place.
    Vec3 place = centre_;
    double deepest = 0.0;
    for (std::size_t i = 0; i < faceCount_; ++i) {
      const Face& face = faces_[i];
      if (isBehind(face) && std::abs(face.height) > deepest) {
        deepest = std::abs(face.height);
        const double side = face.onBack ? -1.0 : 1.0;
        place = centre_ + (side * collision::kOverFace * radius_ - face.height) * mesh_.patches[face.patch].normal;
      }
    }
    for (std::size_t i = 0; i < faceCount_; ++i) {
      addFace(faces_[i], place);
    }
  }

  void addFace(const Face& face, const Vec3& place) {
    const MeshPatch& patch = mesh_.patches[face.patch];
    const bool back = face.isHeld ? face.onBack : patch.normal.dot(place - patch.point) < 0.0;
    const double gap = (back ? -face.height : face.height) - radius_;
    if (gap <= margin_) {
      insert({2 * face.patch + (back ? 1U : 0U), back ? patch.normal : Vec3(-patch.normal), gap, false, face.triangle});
    }
  }

  /// Keeps the list ascending by feature and, when it is full, the deepest.
  void insert(const SurfaceTouch& touch) {
    SurfaceTouch* begin = touches_.list.data();
    SurfaceTouch* end = begin + touches_.count;
    SurfaceTouch* at =
        std::find_if(begin, end, [&](const SurfaceTouch& other) { return other.feature >= touch.feature; });
    if (at != end && at->feature == touch.feature) {
      *at = touch.gap < at->gap ? touch : *at;
      return;
    }
    if (touches_.count == kMaxFeatures) {
      SurfaceTouch* farthest =
          std::max_element(begin, end, [](const SurfaceTouch& a, const SurfaceTouch& b) { return a.gap < b.gap; });
      if (touch.gap >= farthest->gap) {
        return;
      }
      std::move(farthest + 1, end, farthest);
      --touches_.count;
      insert(touch);
      return;
    }
    std::move_backward(at, end, end + 1);
    *at = touch;
    ++touches_.count;
  }

  /// Whether a touched edge or point lies in the plane of a touched face: where sheets meet without sharing an edge, it
  /// is no obstacle.
  bool isInFace(const SurfaceTouch& rim, const SurfaceTouch& face) const {
    if (rim.feature < mesh_.edgeFeature(0) || face.feature >= mesh_.edgeFeature(0)) {
      return false;
    }
    const double off = face.normal.dot(rim.normal) * (radius_ + rim.gap) - (radius_ + face.gap);
    return std::abs(off) <= collision::kRimInFace * radius_;
  }

  /// Takes out what lies behind something nearer in the same direction: the other side of a sheet, or the same place
  /// once more as an edge.
  void dropHidden() {
    int kept = 0;
    for (int j = 0; j < touches_.count; ++j) {
      const SurfaceTouch& touch = touches_.list[static_cast<std::size_t>(j)];
      bool hidden = false;
      for (int i = 0; i < touches_.count && !hidden; ++i) {
        const SurfaceTouch& other = touches_.list[static_cast<std::size_t>(i)];
        const double slack = collision::kSameGap * radius_;
        const bool nearer = other.gap < touch.gap - slack || (other.gap <= touch.gap + slack && i < j);
        hidden =
            i != j && nearer && (other.normal.dot(touch.normal) > collision::kSameDirection || isInFace(touch, other));
      }
      hidden_[static_cast<std::size_t>(j)] = hidden;
    }
    for (int j = 0; j < touches_.count; ++j) {
      if (!hidden_[static_cast<std::size_t>(j)]) {
        touches_.list[static_cast<std::size_t>(kept++)] = touches_.list[static_cast<std::size_t>(j)];
      }
    }
    touches_.count = kept;
  }

  const Mesh& mesh_;
  const Vec3& centre_;
  double radius_;
  double margin_;
  double behind_;  ///< no farther behind a face that it touched is the centre [m]
  const SurfacePast& past_;
  std::span<const ContactKey> touched_;  ///< faces that it touched in the last step, ascending
  SurfaceTouches& touches_;
  std::array<Face, kMostFaces> faces_;
  std::size_t faceCount_ = 0;
  std::optional<Face> crossed_;
  std::array<bool, std::size_t{kMaxFeatures}> hidden_;
};

/// Calls use(triangle) for the triangles that have a feature.
template <typename Use>
void forTrianglesOf(const Mesh& mesh, std::uint32_t feature, Use use) {
  const bool isPoint = feature >= mesh.pointFeature(0);
  const MeshRows& rows = isPoint ? mesh.trianglesOfPoint : mesh.trianglesOfEdge;
  const std::uint32_t item = feature - (isPoint ? mesh.pointFeature(0) : mesh.edgeFeature(0));
  std::for_each(rows.begin(item), rows.end(item), use);
}

bool isPatchAt(const Mesh& mesh, std::uint32_t patch, std::uint32_t rim) {
  bool found = false;
  forTrianglesOf(mesh, rim, [&](std::uint32_t triangle) { found = found || mesh.patchOf[triangle] == patch; });
  return found;
}

}  // namespace

NearestOnTriangle nearestOnTriangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) {
  // Ericson, Real-Time Collision Detection, 5.1.5: the Voronoi regions of the corners, the edges, the inside.
  const auto at = [&p](const Vec3& point, TrianglePart part, std::uint32_t which) {
    return NearestOnTriangle{point, (point - p).squaredNorm(), part, which};
  };
  const Vec3 ab = b - a;
  const Vec3 ac = c - a;
  const Vec3 ap = p - a;
  const double d1 = ab.dot(ap);
  const double d2 = ac.dot(ap);
  if (d1 <= 0.0 && d2 <= 0.0) {
    return at(a, TrianglePart::corner, 0);
  }
  const Vec3 bp = p - b;
  const double d3 = ab.dot(bp);
  const double d4 = ac.dot(bp);
  if (d3 >= 0.0 && d4 <= d3) {
    return at(b, TrianglePart::corner, 1);
  }
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    return at(a + d1 / (d1 - d3) * ab, TrianglePart::edge, 0);
  }
  const Vec3 cp = p - c;
  const double d5 = ab.dot(cp);
  const double d6 = ac.dot(cp);
  if (d6 >= 0.0 && d5 <= d6) {
    return at(c, TrianglePart::corner, 2);
  }
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    return at(a + d2 / (d2 - d6) * ac, TrianglePart::edge, 2);
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    return at(b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), TrianglePart::edge, 1);
  }
  const double sum = va + vb + vc;
  return at(a + vb / sum * ab + vc / sum * ac, TrianglePart::inside, 0);
}

bool areNeighbours(const Mesh& mesh, std::uint32_t feature, std::uint32_t other) {
  const std::uint32_t low = std::min(feature, other);
  const std::uint32_t high = std::max(feature, other);
  if (high < mesh.edgeFeature(0)) {
    return false;
  }
  if (low < mesh.edgeFeature(0)) {
    return isPatchAt(mesh, low / 2, high);
  }
  if (high < mesh.pointFeature(0) || low >= mesh.pointFeature(0)) {
    return false;
  }
  const std::array<std::uint32_t, 2>& ends = mesh.edgePoints[low - mesh.edgeFeature(0)];
  const std::uint32_t point = high - mesh.pointFeature(0);
  return ends[0] == point || ends[1] == point;
}

bool isOverTriangle(const std::array<double, 9>& corners, const Vec3& p) {
  const Vec3 a = Vec3::Map(corners.data());
  const Vec3 b = Vec3::Map(corners.data() + 3);
  const Vec3 c = Vec3::Map(corners.data() + 6);
  const Vec3 ab = b - a;
  const Vec3 ac = c - a;
  const Vec3 ap = p - a;
  const Vec3 bp = p - b;
  const Vec3 cp = p - c;
  const double d1 = ab.dot(ap);
  const double d2 = ac.dot(ap);
  const double d3 = ab.dot(bp);
  const double d4 = ac.dot(bp);
  const double d5 = ab.dot(cp);
  const double d6 = ac.dot(cp);
  // Inside of all edges there is no other region.
  return d1 * d4 - d3 * d2 > 0.0 && d5 * d2 - d1 * d6 > 0.0 && d3 * d6 - d5 * d4 > 0.0;
}

void touchMesh(const MeshShape& shape, const Vec3& centre, double radius, double margin, const SurfacePast& past,
               SurfaceTouches& touches) {
  touchMeshNear(shape, centre, radius, margin, collision::kDeepestBehindFace * radius, past, touches);
}

void touchMeshNear(const MeshShape& shape, const Vec3& centre, double radius, double margin, double behind,
                   const SurfacePast& past, SurfaceTouches& touches) {
  MeshToucher(*shape.mesh, centre, radius, margin, behind, past, touches).touch({});
}

void touchMeshAmong(const MeshShape& shape, const KnownTriangles& known, const Vec3& centre, double radius,
                    double margin, double behind, const SurfacePast& past, SurfaceTouches& touches) {
  MeshToucher(*shape.mesh, centre, radius, margin, behind, past, touches).touch(known);
}

}  // namespace scree
