#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/geometry/mesh_parts.h"

namespace scree {

namespace {

constexpr std::uint32_t kInLeaf = 4;

/// The nearest number in single precision that is no larger, or no smaller.
float below(double x) {
  const auto rounded = static_cast<float>(x);
  return double{rounded} <= x ? rounded : std::nextafterf(rounded, -std::numeric_limits<float>::infinity());
}
float above(double x) { return -below(-x); }

class TreeMaker {
 public:
  TreeMaker(const std::vector<Vec3>& points, const std::vector<Corners>& triangles) {
    for (const Corners& c : triangles) {
      boxes_.push_back({points[c[0]].cwiseMin(points[c[1]]).cwiseMin(points[c[2]]),
                        points[c[0]].cwiseMax(points[c[1]]).cwiseMax(points[c[2]])});
    }
    tree_.order.resize(triangles.size());
    std::iota(tree_.order.begin(), tree_.order.end(), 0U);
  }

  MeshTree make() {
    tree_.nodes.emplace_back();
    split(0, 0, static_cast<std::uint32_t>(tree_.order.size()));
    return std::move(tree_);
  }

 private:
  /// Twice the middle of a box along an axis.
  double middle(std::uint32_t triangle, int axis) const {
    return boxes_[triangle].lower[axis] + boxes_[triangle].upper[axis];
  }

  /// Halves by number, so the depth is that of a balanced tree.
  void split(std::uint32_t node, std::uint32_t begin, std::uint32_t end) {
    Bounds box{Vec3::Constant(1e300), Vec3::Constant(-1e300)};
    Bounds middles = box;
    for (std::uint32_t i = begin; i < end; ++i) {
      const Bounds& one = boxes_[tree_.order[i]];
      box.lower = box.lower.cwiseMin(one.lower);
      box.upper = box.upper.cwiseMax(one.upper);
      middles.lower = middles.lower.cwiseMin(one.lower + one.upper);
      middles.upper = middles.upper.cwiseMax(one.lower + one.upper);
    }
    for (int axis = 0; axis < 3; ++axis) {
      const auto at = static_cast<std::size_t>(axis);
      tree_.nodes[node].lower[at] = below(box.lower[axis]);
      tree_.nodes[node].upper[at] = above(box.upper[axis]);
    }
    if (end - begin <= kInLeaf) {
      tree_.nodes[node].first = begin;
      tree_.nodes[node].count = end - begin;
      return;
    }
    int axis = 0;
    (middles.upper - middles.lower).maxCoeff(&axis);
    const std::uint32_t half = begin + (end - begin) / 2;
    const auto at = [&](std::uint32_t i) { return tree_.order.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(half), at(end), [&](std::uint32_t a, std::uint32_t b) {
      const double ma = middle(a, axis);
      const double mb = middle(b, axis);
      return ma != mb ? ma < mb : a < b;
    });
    const auto children = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes[node].first = children;
    tree_.nodes.emplace_back();
    tree_.nodes.emplace_back();
    split(children, begin, half);
    split(children + 1, half, end);
  }

  std::vector<Bounds> boxes_;
  MeshTree tree_;
};

/// Nodes of a tree four by four.
class FourMaker {
 public:
  explicit FourMaker(const std::vector<MeshNode>& nodes) : nodes_(nodes) {}

  std::vector<FourBoxes> make() {
    add(0);
    return std::move(fours_);
  }

 private:
  /// Adds the boxes under a node, or the box of a root that is a leaf; returns where they are.
  std::uint32_t add(std::uint32_t node) {
    std::vector<std::uint32_t> under = {node};
    for (int level = 0; level < 2; ++level) {
      std::vector<std::uint32_t> next;
      for (const std::uint32_t one : under) {
        if (nodes_[one].count > 0) {
          next.push_back(one);
        } else {
          next.push_back(nodes_[one].first);
          next.push_back(nodes_[one].first + 1);
        }
      }
      under.swap(next);
    }
    const auto at = static_cast<std::uint32_t>(fours_.size());
    fours_.emplace_back();
    for (std::size_t i = 0; i < 4; ++i) {
      set(at, i, i < under.size() ? &nodes_[under[i]] : nullptr);
    }
    for (std::size_t i = 0; i < under.size(); ++i) {
      if (nodes_[under[i]].count == 0) {
        const std::uint32_t first = add(under[i]);
        fours_[at].first[i] = first;
      }
    }
    return at;
  }

  void set(std::uint32_t at, std::size_t i, const MeshNode* node) {
    constexpr float kNever = std::numeric_limits<float>::infinity();
    FourBoxes& boxes = fours_[at];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      boxes.lower[axis][i] = node != nullptr ? node->lower[axis] : kNever;
      boxes.upper[axis][i] = node != nullptr ? node->upper[axis] : -kNever;
    }
    boxes.first[i] = node != nullptr ? node->first : 0;
    boxes.count[i] = node != nullptr ? node->count : 0;
  }

  const std::vector<MeshNode>& nodes_;
  std::vector<FourBoxes> fours_;
};

}  // namespace

MeshTree treeOf(const std::vector<Vec3>& points, const std::vector<Corners>& triangles) {
  MeshTree tree = TreeMaker(points, triangles).make();
  tree.fours = FourMaker(tree.nodes).make();
  return tree;
}

void gatherTriangles(Mesh& mesh) {
  mesh.tree.triangles.reserve(mesh.tree.order.size());
  for (const std::uint32_t triangle : mesh.tree.order) {
    TreeTriangle& one = mesh.tree.triangles.emplace_back();
    one.points = mesh.triangles[triangle];
    one.edges = mesh.edges[triangle];
    one.triangle = triangle;
    one.patch = mesh.patchOf[triangle];
    for (std::size_t number = 0; number < one.corners.size(); ++number) {
      one.corners[number] = mesh.points[one.points[number / 3]][static_cast<Eigen::Index>(number % 3)];
    }
  }
}

}  // namespace scree
