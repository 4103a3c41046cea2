#include "engine/analysis/heap_angle.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scree {

namespace {

/// Mean height and mean distance [m] of some grains.
struct Means {
  double mass = 0.0;
  double height = 0.0;
  double distance = 0.0;

  void add(double m, double z, double r) {
    mass += m;
    height += m * z;
    distance += m * r;
  }
  double slope(double factor) const { return mass > 0.0 ? std::atan2(factor * height, distance) : 0.0; }
};

Means sumOf(const Means& a, const Means& b) { return {a.mass + b.mass, a.height + b.height, a.distance + b.distance}; }

HeapAngle angleOf(const Means& left, const Means& right, double factor) {
  return {.whole = sumOf(left, right).slope(factor), .left = left.slope(factor), .right = right.slope(factor)};
}

std::uint32_t groupRoot(std::vector<std::uint32_t>& parent, std::uint32_t i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

/// Mean place of some grains by mass, horizontally.
Vec3 middleOf(const Particles& particles, std::span<const std::uint32_t> heap) {
  Vec3 sum = Vec3::Zero();
  double mass = 0.0;
  for (const std::uint32_t i : heap) {
    sum += particles.mass[i] * particles.position[i];
    mass += particles.mass[i];
  }
  return mass > 0.0 ? Vec3(sum / mass) : sum;
}

}  // namespace

std::vector<std::uint32_t> largestTouchingGroup(const Particles& particles, double reach) {
  const std::size_t count = particles.size();
  std::vector<std::uint32_t> parent(count);
  std::iota(parent.begin(), parent.end(), 0U);
  std::vector<std::uint32_t> order = parent;
  const auto x = [&](std::uint32_t i) { return particles.position[i].x(); };
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return x(a) < x(b) || (x(a) == x(b) && a < b); });
  const double largest = count > 0 ? *std::ranges::max_element(particles.radius) : 0.0;
  for (std::size_t a = 0; a < count; ++a) {
    const std::uint32_t i = order[a];
    for (std::size_t b = a + 1; b < count; ++b) {
      const std::uint32_t j = order[b];
      if (x(j) - x(i) > particles.radius[i] + largest + reach) {
        break;
      }
      const double limit = particles.radius[i] + particles.radius[j] + reach;
      if ((particles.position[j] - particles.position[i]).squaredNorm() <= limit * limit) {
        parent[groupRoot(parent, j)] = groupRoot(parent, i);
      }
    }
  }
  std::vector<std::uint32_t> sizes(count, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    ++sizes[groupRoot(parent, i)];
  }
  std::vector<std::uint32_t> group;
  const auto root = static_cast<std::uint32_t>(std::ranges::max_element(sizes) - sizes.begin());
  for (std::uint32_t i = 0; i < count; ++i) {
    if (groupRoot(parent, i) == root) {
      group.push_back(i);
    }
  }
  return group;
}

HeapAngle coneAngle(const Particles& particles, std::span<const std::uint32_t> heap) {
  const Vec3 axis = middleOf(particles, heap);
  Means left;
  Means right;
  for (const std::uint32_t i : heap) {
    const Vec3 offset = particles.position[i] - axis;
    (offset.x() < 0.0 ? left : right)
        .add(particles.mass[i], particles.position[i].z(), std::hypot(offset.x(), offset.y()));
  }
  return angleOf(left, right, 2.0);
}

HeapAngle wedgeAngle(const Particles& particles, std::span<const std::uint32_t> heap, double wall) {
  const Vec3 middle = middleOf(particles, heap);
  Means left;
  Means right;
  for (const std::uint32_t i : heap) {
    const Vec3& p = particles.position[i];
    (p.y() < middle.y() ? left : right).add(particles.mass[i], p.z(), p.x() - wall);
  }
  return angleOf(left, right, 1.0);
}

HeapAngle ridgeAngle(const Particles& particles, std::span<const std::uint32_t> heap) {
  const double crest = middleOf(particles, heap).y();
  Means left;
  Means right;
  for (const std::uint32_t i : heap) {
    const Vec3& p = particles.position[i];
    (p.y() < crest ? left : right).add(particles.mass[i], p.z(), std::abs(p.y() - crest));
  }
  return angleOf(left, right, 1.0);
}

}  // namespace scree
