// The shipped excavator: its cycle, and what the load in its bucket weighs.
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/base/parallel.h"
#include "engine/scene/scene.h"
#include "engine/step/step.h"
#include "engine/world/placement.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

std::uint32_t bodyNamed(const World& world, std::string_view name) {
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
    if (world.bodies[i].name == name) {
      return i;
    }
  }
  throw std::runtime_error("no such body");
}

const Joint& jointNamed(const World& world, std::string_view name) {
  for (const Joint& joint : world.joints) {
    if (joint.name == name) {
      return joint;
    }
  }
  throw std::runtime_error("no such joint");
}

/// Mass of all grains above a height [kg].
double massAbove(World world, double height) {
  placeMembers(world);
  double sum = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    sum += world.particles.position[i].z() > height ? world.particles.mass[i] : 0.0;
  }
  return sum;
}

TEST(SlowExcavator, DigsLiftsSwingsAndDumps) {
  SceneResult result = loadScene(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/excavator.yaml");
  ASSERT_TRUE(result.scene.has_value());
  World& world = result.scene->world;
  StepData data;
  ThreadPool pool(2);
  data.threads = &pool;
  const std::uint32_t bucket = bodyNamed(world, "bucket");
  const std::uint32_t stick = bodyNamed(world, "stick");

  run(world, data, 12.4);  // lifted and held still for a second
  double pressed = 0.0;
  double carried = 0.0;
  constexpr int kSteps = 160;
  for (int i = 0; i < kSteps; ++i) {
    step(world, data);
    // Grains that stick between bucket and stick press both, against each other.
    pressed -= (world.bodies[bucket].reaction.force + world.bodies[stick].reaction.force).z() / kSteps;
    if (i % 40 == 0) {
      carried += massAbove(world, 1.2) / (kSteps / 40);  // what has spilt lies below
    }
  }
  EXPECT_GT(carried, 400.0) << "a bucket of 0.4 m³ is filled well";
  EXPECT_NEAR(pressed, carried * kGravity, 0.01 * carried * kGravity);
  EXPECT_GT(world.reduction.levelOf(world.particles.size()).level(), 0.6);
  // Forces of hinges and cylinders on what hangs on the boom's end add up to its weight.
  const Joint& boomPivot = jointNamed(world, "boom_pivot");
  const Joint& boomCylinder = jointNamed(world, "boom_cylinder");
  const double weight = kGravity * (carried + world.bodies[bucket].mass.mass + world.bodies[stick].mass.mass +
                                    world.bodies[bodyNamed(world, "boom")].mass.mass);
  EXPECT_NEAR(boomPivot.force.z() + boomCylinder.force.z(), weight, 0.01 * weight);

  const double dug = massAbove(world, 1.2);
  run(world, data, 6.2);  // swung by 80 degrees and emptied
  EXPECT_NEAR(jointNamed(world, "swing").coordinate, 80.0 * 3.14159265358979 / 180.0, 1e-3);
  EXPECT_LT(massAbove(world, 1.2), 0.05 * dug);
  placeMembers(world);
  double dumped = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    dumped += world.particles.position[i].y() > 2.0 ? world.particles.mass[i] : 0.0;
  }
  EXPECT_GT(dumped, 0.8 * dug);
  EXPECT_EQ(world.troubleCount, 0U);
}

}  // namespace
}  // namespace scree::testing
