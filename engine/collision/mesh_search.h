#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

  /// Squared distances of four boxes [m²].
  Eigen::Array4f squaredTo(const FourBoxes& boxes) const {
    Eigen::Array4f sum = Eigen::Array4f::Zero();
    for (int axis = 0; axis < 3; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      const auto lower = Eigen::Array4f::MapAligned(boxes.lower[at].data());
      const auto upper = Eigen::Array4f::MapAligned(boxes.upper[at].data());
      const Eigen::Array4f off = (lower - centre_[axis]).max(centre_[axis] - upper).max(0.0F);
      sum += off * off;
    }
    return sum;
  }
  /// Squared distance up to which a box passes [m²].
  float limit() const { return limit_; }

  /// Lower bound of a distance from a squared one in single precision [m].
  double distanceOf(float squared) const {
    return (1.0 - collision::kBoxReachRoundOff) * std::sqrt(double{squared}) -
           collision::kBoxPlaceRoundOff * centre_.cast<double>().norm();
  }

 private:
  Eigen::Vector3f centre_;
  float limit_;
};

/// Places yet to be looked at in a search by four boxes: three of each level wait, and the tree is balanced.
constexpr std::size_t kMostOpenFours = 64;

/// Calls use(first, count) for the places in the tree's order of all leaves whose boxes pass, ascending.
template <typename Use>
void visitLeaves(const MeshTree& tree, const NearBoxes& near, Use use) {
  struct Open {
    std::uint32_t first;
    std::uint32_t count;
  };
  std::array<Open, kMostOpenFours> open;
  std::size_t waiting = 0;
  open[waiting++] = {0, 0};
  while (waiting > 0) {
    const Open at = open[--waiting];
    if (at.count > 0) {
      use(at.first, at.count);
      continue;
    }
    const FourBoxes& boxes = tree.fours[at.first];
    const Eigen::Array4f squared = near.squaredTo(boxes);
    for (std::size_t i = 4; i-- > 0;) {
      if (squared[static_cast<Eigen::Index>(i)] <= near.limit()) {
        open[waiting++] = {boxes.first[i], boxes.count[i]};
      }
    }
  }
}

/// Lower bound of the distance to the leaves whose boxes `near` does not let pass [m], at most √2 too low; `most` where
/// none is nearer. To find the distance itself takes several times as long: in a drum all walls are about as far.
inline double nearestBeyond(const MeshTree& tree, const NearBoxes& near, double most) {
  struct Open {
    std::uint32_t four;
    float squared;
  };
  std::array<Open, kMostOpenFours> open;
  std::size_t waiting = 0;
  auto least = static_cast<float>(most * most);
  open[waiting++] = {0, 0.0F};
  while (waiting > 0) {
    const Open at = open[--waiting];
    if (2.0F * at.squared >= least) {
      continue;
    }
    const FourBoxes& boxes = tree.fours[at.four];
    const Eigen::Array4f squared = near.squaredTo(boxes);
    const std::size_t before = waiting;
    for (std::size_t i = 0; i < 4; ++i) {
      const float one = squared[static_cast<Eigen::Index>(i)];
      if (boxes.count[i] > 0) {
        least = one > near.limit() ? std::min(least, one) : least;
      } else if (2.0F * one < least) {
        open[waiting++] = {boxes.first[i], one};
      }
    }
    // The nearest one is looked at first.
    for (std::size_t i = before; i + 1 < waiting; ++i) {
      if (open[i].squared < open[waiting - 1].squared) {
        std::swap(open[i], open[waiting - 1]);
      }
    }
  }
  return std::min(most, near.distanceOf(0.5F * least));
}

/// Calls use(triangle) for the triangles of all leaves whose boxes `wanted` lets pass.
template <typename Wanted, typename Use>
void visitTree(const MeshTree& tree, Wanted wanted, Use use) {
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
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      use(tree.order[i]);
    }
  }
}

}  // namespace scree
