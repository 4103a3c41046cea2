#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/collision/mesh_search.h"
#include "engine/collision/sphere_mesh.h"
#include "engine/collision/triangle_lanes.h"

// Triangles of a mesh within reach of a place.
namespace scree {

/// A triangle within reach, and the place on it that is nearest.
struct MeshHit {
  Vec3 point;
  double squared;  ///< distance [m²]
  const TreeTriangle* triangle;
  TrianglePart part;
  std::uint32_t which;  ///< edge k from corner k to the next, or corner k
};

/// Triangles within `reach` of a centre, in the order of the tree: from places that are known, or from all of the mesh.
class MeshHits {
 public:
  MeshHits(const Mesh& mesh, const Vec3& centre, double reach)
      : tree_(mesh.tree), centre_(centre), reach_(reach), limit_(reach * reach) {}

  void add(const KnownTriangles& known) {
    const double reach = reach_ + known.moved;
    std::array<std::uint32_t, NearestLanes::kMost> places;
    std::size_t count = 0;
    for (const NearTriangle& one : known.list) {
      if (count == places.size()) {
        addSome(places);
        count = 0;
      }
      places[count] = one.place;
      count += double{one.distance} <= reach ? 1U : 0U;
    }
    addSome(std::span(places).first(count));
  }

  void addAll() {
    std::array<std::uint32_t, NearestLanes::kMost> places;
    std::size_t count = 0;
    visitLeaves(tree_, NearBoxes(centre_, reach_), [&](std::uint32_t first, std::uint32_t more) {
      for (std::uint32_t i = first; i < first + more; ++i) {
        if (count == places.size()) {
          addSome(places);
          count = 0;
        }
        places[count++] = i;
      }
    });
    addSome(std::span(places).first(count));
  }

  std::size_t size() const { return count_; }
  const MeshHit& operator[](std::size_t i) const { return i < first_.size() ? first_[i] : more_[i - first_.size()]; }

 private:
  void addSome(std::span<const std::uint32_t> places) {
    if (places.empty()) {
      return;
    }
    std::uint64_t within = nearestOnTriangles(tree_, places, centre_, limit_, lanes_);
    for (; within != 0; within &= within - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(within));
      const auto part = static_cast<std::uint32_t>(lanes_.parts[i]);
      MeshHit& hit = count_ < first_.size() ? first_[count_] : more_.emplace_back();
      ++count_;
      hit.point = {lanes_.x[i], lanes_.y[i], lanes_.z[i]};
      hit.squared = lanes_.squared[i];
      hit.triangle = &tree_.triangles[places[i]];
      hit.part = part < 3 ? TrianglePart::corner : part < 6 ? TrianglePart::edge : TrianglePart::inside;
      hit.which = part % 3;
    }
  }

  const MeshTree& tree_;
  const Vec3& centre_;
  double reach_;
  double limit_;
  std::size_t count_ = 0;
  std::array<MeshHit, 32> first_;  ///< most spheres have fewer
  std::vector<MeshHit> more_;
  NearestLanes lanes_;
};

}  // namespace scree
