#include "engine/collision/near_triangles.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "engine/base/base_constants.h"
#include "engine/base/prefetch.h"
#include "engine/collision/collision_constants.h"
#include "engine/collision/mesh_search.h"
#include "engine/collision/triangle_lanes.h"

namespace scree {

namespace {

/// A number in single precision that is no larger.
float below(double x) { return std::nextafter(static_cast<float>((1.0 - kFewRoundings) * x), 0.0F); }

}  // namespace

void NearTriangles::begin(std::span<const std::shared_ptr<const Mesh>> meshes, std::size_t slots, std::size_t pieces) {
  if (!std::equal(meshes.begin(), meshes.end(), meshes_.begin(), meshes_.end())) {
    meshes_.assign(meshes.begin(), meshes.end());
    searches_.clear();
  }
  ++step_;
  searches_.resize(slots * meshes_.size());
  found_.swap(foundBefore_);
  found_.resize(meshes_.empty() ? 0 : pieces);
  for (std::vector<NearTriangle>& found : found_) {
    found.clear();
  }
}

KnownTriangles NearTriangles::around(const Search& search, std::span<const NearTriangle> list, const Vec3& centre) {
  const Vec3 way = centre - Vec3(search.centre[0], search.centre[1], search.centre[2]);
  // A little more and less, so that rounding cannot make up for it.
  const double moved = (1.0 + kFewRoundings) * way.norm();
  return {.list = list, .moved = moved, .within = (1.0 - kFewRoundings) * double{search.within} - moved};
}

void NearTriangles::keep(std::span<const NearTriangle> list, std::size_t piece, Search& search) {
  std::vector<NearTriangle>& to = found_[piece];
  search.piece = static_cast<std::uint32_t>(piece);
  search.first = static_cast<std::uint32_t>(to.size());
  search.count = static_cast<std::uint32_t>(list.size());
  search.step = step_;
  to.insert(to.end(), list.begin(), list.end());
}

void NearTriangles::searchAnew(const Mesh& mesh, const Vec3& centre, double radius, double reach, std::size_t piece,
                               Search& search) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    search.centre[axis] = static_cast<float>(centre[static_cast<Eigen::Index>(axis)]);
  }
  const Vec3 from(search.centre[0], search.centre[1], search.centre[2]);
  const double enough = reach + (from - centre).norm() + collision::kSearchedBeyond * radius;
  const NearBoxes boxes(from, enough);
  std::vector<NearTriangle>& to = found_[piece];
  keep({}, piece, search);
  double least = std::numeric_limits<double>::infinity();
  NearestLanes lanes;
  std::array<std::uint32_t, NearestLanes::kMost> places;
  std::size_t count = 0;
  const auto look = [&] {
    const std::span some = std::span(places).first(count);
    std::uint64_t within = count > 0 ? nearestOnTriangles(mesh.tree, some, from, enough * enough, lanes) : 0;
    for (std::size_t i = 0; i < count; ++i) {
      least = std::min(least, lanes.squared[i]);
    }
    for (; within != 0; within &= within - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(within));
      to.push_back({some[i], below(std::sqrt(lanes.squared[i]))});
    }
    count = 0;
  };
  visitLeaves(mesh.tree, boxes, [&](std::uint32_t first, std::uint32_t more) {
    for (std::uint32_t i = first; i < first + more; ++i) {
      places[count++] = i;
      if (count == places.size()) {
        look();
      }
    }
  });
  look();
  search.count = static_cast<std::uint32_t>(to.size()) - search.first;
  double within = enough;
  if (search.count == 0) {
    // Then nothing is nearer than the nearest triangle that was looked at, or the nearest box that was not.
    within = std::max(enough,
                      nearestBeyond(mesh.tree, boxes, std::min(std::sqrt(least), collision::kFarthestLook * radius)));
  }
  search.within = below(within);
}

KnownTriangles NearTriangles::find(std::size_t slot, std::size_t mesh, const Vec3& centre, double radius, double reach,
                                   std::size_t piece) {
  Search& search = searches_[slot * meshes_.size() + mesh];
  const bool isKept = search.count == 0 || search.step + 1 == step_;
  if (!isKept || !(around(search, {}, centre).within >= reach)) {
    searchAnew(*meshes_[mesh], centre, radius, reach, piece, search);
  } else if (search.count > 0) {
    keep(std::span(foundBefore_[search.piece]).subspan(search.first, search.count), piece, search);
  }
  return known(slot, mesh, centre);
}

KnownTriangles NearTriangles::known(std::size_t slot, std::size_t mesh, const Vec3& centre) const {
  const std::size_t at = slot * meshes_.size() + mesh;
  if (at >= searches_.size()) {
    return {};
  }
  const Search& search = searches_[at];
  if (search.count == 0) {
    return around(search, {}, centre);
  }
  if (search.step != step_) {
    return {};
  }
  return around(search, std::span(found_[search.piece]).subspan(search.first, search.count), centre);
}

void NearTriangles::fetchSearch(std::size_t slot, std::size_t mesh) const {
  if (const std::size_t at = slot * meshes_.size() + mesh; at < searches_.size()) {
    fetch(searches_[at]);
  }
}

void NearTriangles::fetchList(std::size_t slot, std::size_t mesh) const {
  if (const std::size_t at = slot * meshes_.size() + mesh; at < searches_.size()) {
    const Search& search = searches_[at];
    if (search.count > 0 && search.step == step_) {
      const NearTriangle* const first = found_[search.piece].data() + search.first;
      fetch(*first);
      fetch(*(first + search.count - 1));
    }
  }
}

void NearTriangles::fetchTriangles(std::size_t slot, std::size_t mesh, double reach) const {
  if (const std::size_t at = slot * meshes_.size() + mesh; at < searches_.size()) {
    const Search& search = searches_[at];
    if (search.count > 0 && search.step == step_) {
      const auto limit = static_cast<float>(reach);
      const std::vector<TreeTriangle>& triangles = meshes_[mesh]->tree.triangles;
      for (const NearTriangle& one : std::span(found_[search.piece]).subspan(search.first, search.count)) {
        if (one.distance <= limit) {
          fetch(triangles[one.place]);
        }
      }
    }
  }
}

}  // namespace scree
