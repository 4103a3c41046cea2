#include "tests/support/bed.h"

#include <cmath>

#include "engine/settings/presets.h"
#include "tests/support/worlds.h"

namespace scree::testing {

World settledBed() {
  World world = emptyWorld();
  const Parameters underTest = world.parameters;
  world.parameters = Parameters{};
  world.parameters.gravity = underTest.gravity;
  world.parameters.method = Method::scalar;
  world.parameters.impactSweeps = 50;
  addOpenBox(world, 6 * 1.1 * kDiameter, 0.14);
  addLattice(world, 6, 6, 6, 0.010, 0.013, 3);
  StepData data;
  run(world, data, 3.0);
  world.parameters = underTest;
  return world;
}

World settledBox(int nx, int ny, int nz, std::uint64_t seed) {
  World world = emptyWorld();
  applyPreset(world.parameters, kDefaultPreset);
  const double pitch = 1.1 * kDiameter;
  const Vec3 half(0.5 * nx * pitch, 0.5 * ny * pitch, nz * pitch);
  addShape(world, Container{.halfExtents = half, .faces = {true, true, true, true, true, false}},
           Pose{.position = Vec3(0, 0, half.z())});
  addLattice(world, nx, ny, nz, 0.8 * kDiameter, kDiameter, seed);
  StepData data;
  run(world, data, std::sqrt(nz * pitch / kGravity) + 1.0);
  return world;
}

double meanHeight(const World& world) {
  double sum = 0.0;
  for (const Vec3& x : world.particles.position) {
    sum += x.z();
  }
  return sum / static_cast<double>(world.particles.size());
}

double rmsSpeed(const World& world) {
  double sum = 0.0;
  for (const Vec3& v : world.particles.velocity) {
    sum += v.squaredNorm();
  }
  return std::sqrt(sum / static_cast<double>(world.particles.size()));
}

}  // namespace scree::testing
