#include "tests/support/rough_plate.h"

#include <algorithm>
#include <cmath>

#include "engine/base/random.h"
#include "engine/formats/mesh_health.h"
#include "engine/geometry/mesh.h"
#include "engine/settings/presets.h"
#include "tests/support/worlds.h"

namespace scree::testing {

namespace {

constexpr double kOnPlate = 1.4 * kDiameter;
constexpr double kPlateSpeed = 0.1;   // m/s
constexpr double kRoughness = 0.002;  // m, of the plate's points at most
constexpr double kAtRest = 1.0;       // s
constexpr int kBoxAcross = 16;        // grains along the sides of the box

MeshShape roughPlate(double width) {
  Random random(1);
  Triangles plate;
  const auto squares = static_cast<std::uint32_t>(std::ceil(width / kDiameter));
  const double side = width / squares;
  for (std::uint32_t i = 0; i <= squares; ++i) {
    for (std::uint32_t j = 0; j <= squares; ++j) {
      plate.points.emplace_back(i * side - 0.5 * width, j * side - 0.5 * width, random.uniform(0.0, kRoughness));
    }
  }
  for (std::uint32_t i = 0; i < squares; ++i) {
    for (std::uint32_t j = 0; j < squares; ++j) {
      const std::uint32_t at = i * (squares + 1) + j;
      plate.corners.push_back({at, at + squares + 1, at + squares + 2});
      plate.corners.push_back({at, at + squares + 2, at + 1});
    }
  }
  mend(plate);
  return {makeMesh(std::move(plate))};
}

void slideAndSettle(World& world, std::uint32_t body) {
  world.bodies[body].drives.push_back({Translation{Vec3(1, 0, 0)}, {.value = kPlateSpeed}});
  StepData data;
  run(world, data, kAtRest);
}

}  // namespace

World layerOnRoughPlate(int across) {
  World world = emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  const double width = (across + 2) * kOnPlate;
  for (int i = 0; i < across; ++i) {
    for (int j = 0; j < across; ++j) {
      addSphere(
          world,
          Vec3((i + 1.5) * kOnPlate - 0.5 * width, (j + 1.5) * kOnPlate - 0.5 * width, 0.5 * kDiameter + kRoughness),
          kDiameter, Vec3(kPlateSpeed, 0, 0));
    }
  }
  slideAndSettle(world, addShape(world, roughPlate(width)));
  return world;
}

World bedInSlidingBox(int across) {
  World world = emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  const int layers = std::max(1, across * across / (kBoxAcross * kBoxAcross));
  addLattice(world, kBoxAcross, kBoxAcross, layers, 0.8 * kDiameter, kDiameter, 1);
  for (Vec3& velocity : world.particles.velocity) {
    velocity.x() = kPlateSpeed;
  }
  slideAndSettle(world, addOpenBox(world, 1.1 * kBoxAcross * kDiameter, 1.2 * layers * kDiameter));
  return world;
}

}  // namespace scree::testing
