#include "engine/analysis/fields/field_grid.h"

#include <algorithm>
#include <cmath>

#include "engine/world/particles.h"

namespace scree {

namespace {

constexpr double kFarthest = 1e9;  // spacings from the origin to a node, which an int counts
constexpr double kBulk = 4.0;      // half edge of the box of the bulk in standard deviations

/// Box of places.
struct PlaceBox {
  Vec3 lower = Vec3::Constant(INFINITY);
  Vec3 upper = Vec3::Constant(-INFINITY);
};

/// Box around all particles.
PlaceBox boxOf(const Particles& particles) {
  PlaceBox box;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3 reach = Vec3::Constant(particles.radius[i]);
    box.lower = box.lower.cwiseMin(particles.position[i] - reach);
    box.upper = box.upper.cwiseMax(particles.position[i] + reach);
  }
  return box;
}

/// Box around the bulk: the mean place and some standard deviations to all sides.
PlaceBox bulkOf(const Particles& particles) {
  Vec3 sum = Vec3::Zero();
  Vec3 squares = Vec3::Zero();
  for (const Vec3& place : particles.position) {
    sum += place;
    squares += place.cwiseAbs2();
  }
  const double count = static_cast<double>(particles.size());
  const Vec3 mean = sum / count;
  const Vec3 reach = kBulk * (squares / count - mean.cwiseAbs2()).cwiseMax(0.0).cwiseSqrt();
  return {mean - reach, mean + reach};
}

/// Grid over a box, with a node beyond each side: a weight reaches from the nearest node to both its neighbours.
FieldGrid gridOver(const PlaceBox& box, double spacing) {
  FieldGrid grid{.spacing = spacing};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto at = static_cast<Eigen::Index>(axis);
    const auto low = static_cast<int>(std::lround(box.lower[at] / spacing)) - 1;
    const auto high = static_cast<int>(std::lround(box.upper[at] / spacing)) + 1;
    grid.first[axis] = low;
    grid.size[axis] = high - low + 1;
  }
  return grid;
}

/// Number of nodes, as a number that cannot overflow.
double nodesOver(const PlaceBox& box, double spacing) {
  return ((box.upper - box.lower) / spacing).array().ceil().prod();
}

}  // namespace

std::array<int, 3> FieldGrid::placeOf(std::size_t node) const {
  const auto nx = static_cast<std::size_t>(size[0]);
  const auto ny = static_cast<std::size_t>(size[1]);
  return {static_cast<int>(node % nx), static_cast<int>(node / nx % ny), static_cast<int>(node / nx / ny)};
}

Vec3 FieldGrid::positionOf(std::size_t node) const {
  const std::array<int, 3> place = placeOf(node);
  return spacing * Vec3(first[0] + place[0], first[1] + place[1], first[2] + place[2]);
}

FieldGrid gridAround(const Particles& particles, double spacing, std::size_t most) {
  if (particles.size() == 0 || !(spacing > 0.0)) {
    return {};
  }
  PlaceBox box = boxOf(particles);
  // Places of nodes are counted in spacings from the origin.
  spacing = std::max(spacing, std::max(box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff()) / kFarthest);
  const double limit = static_cast<double>(most);
  if (nodesOver(box, spacing) > limit) {
    const PlaceBox bulk = bulkOf(particles);
    box = {box.lower.cwiseMax(bulk.lower), box.upper.cwiseMin(bulk.upper)};
  }
  while (nodesOver(box, spacing) > limit) {
    spacing *= std::max(1.05, std::cbrt(nodesOver(box, spacing) / limit));
  }
  return gridOver(box, spacing);
}

FieldGrid gridOfBoth(const FieldGrid& a, const FieldGrid& b) {
  if (a.nodes() == 0) {
    return b;
  }
  if (b.nodes() == 0) {
    return a;
  }
  FieldGrid both = a;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    both.first[axis] = std::min(a.first[axis], b.first[axis]);
    both.size[axis] = std::max(a.first[axis] + a.size[axis], b.first[axis] + b.size[axis]) - both.first[axis];
  }
  return both;
}

}  // namespace scree
