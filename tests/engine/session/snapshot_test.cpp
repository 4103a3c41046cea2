// What the snapshot tells of grains.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "engine/snapshot/fill_snapshot.h"
#include "engine/world/placement.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// Of a grain: its largest overlap with a free one, in diameters; negative: the gap to the nearest.
double overlapWithFree(const World& world, std::size_t grain) {
  const Particles& particles = world.particles;
  double most = -1.0;
  for (std::size_t other = 0; other < particles.size(); ++other) {
    if (other != grain && world.reduction.isFree(static_cast<std::uint32_t>(other))) {
      const double apart = (particles.position[other] - particles.position[grain]).norm();
      const double radii = particles.radius[other] + particles.radius[grain];
      most = std::max(most, (radii - apart) / (2.0 * particles.radius[grain]));
    }
  }
  return most;
}

TEST(Snapshot, MembersThatFreeGrainsTouchAreAtTheBoundary) {
  World world = testing::mergingDrum(0.3);
  StepData data;
  testing::run(world, data, 2.5);
  Snapshot snapshot;
  SharedLists shared{.shapes = shareShapes(world)};
  fillSnapshot(world, data, shared, snapshot);
  placeMembers(world);
  std::array<std::size_t, 3> count{};
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const GrainRole role = snapshot.reduction.role[i];
    ++count[static_cast<std::size_t>(role)];
    EXPECT_EQ(role == GrainRole::free, world.reduction.isFree(static_cast<std::uint32_t>(i))) << i;
    // What was touched in the last step, on a bed where a step is a small part of a diameter.
    constexpr double kStep = 0.05;  // diameters
    if (role == GrainRole::boundary) {
      EXPECT_GT(overlapWithFree(world, i), -kStep) << i;
    } else if (role == GrainRole::member) {
      EXPECT_LT(overlapWithFree(world, i), kStep) << i;
    }
  }
  for (const std::size_t some : count) {
    EXPECT_GT(some, 20U);
  }
}

TEST(Snapshot, ItsMassIsThatOfTheGrainsThatAreThere) {
  World world = testing::emptyWorld();
  Snapshot snapshot;
  SharedLists shared;
  for (const double mass : {0.25, 0.5, 1.0}) {
    world.particles.add({.mass = mass});
    fillSnapshot(world, StepData(), shared, snapshot);
    EXPECT_EQ(snapshot.grains.totalMass, 2.0 * mass - 0.25);
  }
  world.particles.remove(std::vector<char>{0, 1, 0});
  fillSnapshot(world, StepData(), shared, snapshot);
  EXPECT_EQ(snapshot.grains.totalMass, 1.25);
}

}  // namespace
}  // namespace scree
