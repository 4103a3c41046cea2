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

HertzColumn hertzColumn(const World& world) {
  return {.count = static_cast<int>(world.particles.size()),
          .radius = kRadius,
          .mass = world.particles.mass[0],
          .effectiveModulus = kColumnModulus,
          .gravity = kGravity};
}

double heightError(World world) {
  StepData data;
  run(world, data, 3.0);
  std::vector<double> heights;
  for (int i = 0; i < 200; ++i) {
    step(world, data);
    heights.push_back(world.particles.position.back().z() + kRadius);
  }
  return std::abs(scree::heightError(heights, hertzHeight(hertzColumn(world))).offset);
}

}  // namespace scree::testing
