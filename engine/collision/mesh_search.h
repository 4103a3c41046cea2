#pragma once

#include <algorithm>
#include <array>

#include "engine/collision/collision_constants.h"
#include "engine/geometry/mesh.h"

// Search for triangles in the tree of a mesh.
namespace scree {

inline double squaredDistance(const MeshNode& node, const Vec3& p) {
  double sum = 0.0;
  for (int axis = 0; axis < 3; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    const double off = std::max({0.0, double{node.lower[at]} - p[axis], p[axis] - double{node.upper[at]}});
    sum += off * off;
  }
  return sum;
}

/// Test whether a box of the tree lies within reach of a place, in single precision, which is half the work. It passes
/// a few boxes too many and none too few.
class NearBoxes {
 public:
  NearBoxes(const Vec3& centre, double reach) : centre_(centre.cast<float>()) {
    // Single precision rounds the coordinates and the distance by 6e-8 of each.
    const double farther =
        (reach + collision::kBoxPlaceRoundOff * centre.norm()) * (1.0 + collision::kBoxReachRoundOff);
    limit_ = static_cast<float>(farther * farther);
  }

  bool operator()(const MeshNode& node) const {
    float sum = 0.0F;
    for (int axis = 0; axis < 3; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      const float off = std::max(std::max(node.lower[at] - centre_[axis], centre_[axis] - node.upper[at]), 0.0F);
      sum += off * off;
    }
    return sum <= limit_;
  }

 private:
  Eigen::Vector3f centre_;
  float limit_;
};

/// Calls use(first, count) for the places in the tree's order of all leaves whose boxes `wanted` lets pass, ascending.
template <typename Wanted, typename Use>
void visitLeaves(const MeshTree& tree, Wanted wanted, Use use) {
  std::array<std::uint32_t, 64> open;  // the tree is balanced
  std::size_t count = 0;
  open[count++] = 0;
  while (count > 0) {
    const MeshNode& node = tree.nodes[open[--count]];
    if (!wanted(node)) {
      continue;
    }
    if (node.count == 0) {
      open[count++] = node.first + 1;
      open[count++] = node.first;
      continue;
    }
    use(node.first, node.count);
  }
}

/// Calls use(triangle) for the triangles of all leaves whose boxes `wanted` lets pass.
template <typename Wanted, typename Use>
void visitTree(const MeshTree& tree, Wanted wanted, Use use) {
  visitLeaves(tree, wanted, [&](std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t i = first; i < first + count; ++i) {
      use(tree.order[i]);
    }
  });
}

}  // namespace scree
