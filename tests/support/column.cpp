#include "tests/support/column.h"

#include <cmath>

#include "tests/support/worlds.h"

namespace scree::testing {

namespace {

constexpr double kColumnModulus = 0.5 * 6e6 / (1.0 - 0.25 * 0.25);  // E* of equal spheres [Pa]

}  // namespace

World column(int n) {
  World world = emptyWorld(hertzLaw(smoothLaw(0.18), kColumnModulus));
  addFloor(world);
  for (int i = 0; i < n; ++i) {
    addSphere(world, Vec3(0, 0, kRadius + i * kDiameter));
  }
  return world;
}

std::vector<double> hertzOverlaps(const World& world) {
  const std::size_t n = world.particles.size();
  std::vector<double> overlaps;
  for (std::size_t j = 0; j < n; ++j) {
    const double weight = static_cast<double>(n - j) * world.particles.mass[0] * kGravity;
    const double effectiveRadius = j == 0 ? kRadius : 0.5 * kRadius;
    const double stiffness = 4.0 / 3.0 * kColumnModulus * std::sqrt(effectiveRadius);
    overlaps.push_back(std::pow(weight / stiffness, 2.0 / 3.0));
  }
  return overlaps;
}

double hertzHeight(const World& world) {
  double height = static_cast<double>(world.particles.size()) * kDiameter;
  for (const double overlap : hertzOverlaps(world)) {
    height -= overlap;
  }
  return height;
}

double heightError(World world) {
  StepData data;
  run(world, data, 3.0);
  double sum = 0.0;
  const int count = 200;
  for (int i = 0; i < count; ++i) {
    step(world, data);
    sum += world.particles.position.back().z() + kRadius;
  }
  return std::abs(sum / count / hertzHeight(world) - 1.0);
}

}  // namespace scree::testing
