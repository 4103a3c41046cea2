// Members that something meets which is no free particle.
#include "engine/splitting/swept_overlaps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/splitting/splitting_constants.h"
#include "engine/world/placement.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr int kGrainsPerSide = 8;
constexpr double kGrainPitch = 2.1 * testing::kDiameter;  // so far that only the two of a pair can meet

/// Members of two bodies, side by side in pairs that touch, all through a cube about the origin. They move as the
/// bodies do.
World pairsOfMembers(const Vec3& velocity, const Vec3& angularVelocity) {
  World world = testing::emptyWorld();
  for (int i = 0; i < 2; ++i) {
    testing::addShape(world, SolidSphere{0.001}, {Vec3(0.3 * i - 0.5, 0.2, 2.0), Quat(0.5, 0.5, -0.5, 0.5)});
  }
  Body& moving = world.bodies[1];
  moving.angularVelocity = angularVelocity;
  moving.velocity = velocity + angularVelocity.cross(moving.pose.position);
  world.bodies[0].velocity = Vec3(0.3, 0.1, 0.0);
  moving.velocity += world.bodies[0].velocity;
  const auto at = [](int i) { return kGrainPitch * (i - 0.5 * (kGrainsPerSide - 1)); };
  for (int i = 0; i < kGrainsPerSide * kGrainsPerSide * kGrainsPerSide; ++i) {
    const Vec3 place(at(i % kGrainsPerSide), at(i / kGrainsPerSide % kGrainsPerSide),
                     at(i / kGrainsPerSide / kGrainsPerSide));
    testing::addSphere(world, place);
    testing::addSphere(world, place + Vec3(0.999 * testing::kDiameter, 0.0, 0.0));
  }
  fitMembers(world);
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    join(world, slot, *aggregateOn(world, ContactKey::boundary(0, slot % 2, 0, 0)));
  }
  return world;
}

std::set<std::uint32_t> released(const World& world) {
  std::set<std::uint32_t> slots;
  for (const Release& release : sweptReleases(world)) {
    EXPECT_EQ(release.cause, SplitCause::body);
    EXPECT_GT(release.measured, release.limit);
    slots.insert(release.slot);
  }
  return slots;
}

/// Those whose partner moves faster than the limit, seen from either side.
std::set<std::uint32_t> expected(const World& world) {
  std::set<std::uint32_t> slots;
  const std::vector<Aggregate>& all = world.reduction.aggregates;
  for (std::uint32_t slot = 0; slot < world.particles.size(); slot += 2) {
    const Vec3 place = placeOf(world, slot);
    if ((all[0].velocityAt(place) - all[1].velocityAt(place)).norm() > stillSpeed(world)) {
      slots.insert({slot, slot + 1});
    }
  }
  return slots;
}

TEST(SweptOverlaps, OfCarriersThatTurnAgainstEachOtherAreWhereTheyAreFast) {
  const double limit = stillSpeed(pairsOfMembers(Vec3::Zero(), Vec3::Zero()));
  const double corner =
      std::sqrt(0.5) * (kGrainsPerSide - 1) * kGrainPitch;  // farthest from the axis through the middle
  for (const double share : {0.5, 0.98, 1.02, 1.5, 3.0}) {
    const World world = pairsOfMembers(Vec3::Zero(), Vec3(0, 0, share * limit / corner));
    EXPECT_EQ(released(world), expected(world)) << share;
    EXPECT_EQ(released(world).empty(), share < 1.0) << share;
  }
}

TEST(SweptOverlaps, OfCarriersThatMoveAlikeAreNone) {
  const double limit = stillSpeed(pairsOfMembers(Vec3::Zero(), Vec3::Zero()));
  EXPECT_TRUE(released(pairsOfMembers(Vec3::Zero(), Vec3::Zero())).empty());
  EXPECT_TRUE(released(pairsOfMembers(Vec3(0.999 * limit, 0, 0), Vec3::Zero())).empty());
  EXPECT_EQ(released(pairsOfMembers(Vec3(0, 1.001 * limit, 0), Vec3::Zero())).size(),
            2U * kGrainsPerSide * kGrainsPerSide * kGrainsPerSide);
}

TEST(SweptOverlaps, OfWhatForcesMoveCountAtAnySpeed) {
  World world = pairsOfMembers(Vec3::Zero(), Vec3::Zero());
  world.bodies[1].mass = {.mass = 1.0, .centre = Vec3::Zero(), .inertia = Mat3::Identity()};
  std::set<std::uint32_t> slots;
  for (const Release& release : sweptReleases(world)) {
    slots.insert(release.slot);
  }
  EXPECT_EQ(slots.size(), world.particles.size());
}

/// Force on a wall at rest [N] into which a tray carried a grain, and how far the grain reaches into it [m].
struct Carried {
  double force = 0.0;
  double depth = 0.0;
};

Carried carryIntoWall(Switch on) {
  constexpr double kFace = 0.02;
  World world = testing::emptyWorld();
  world.parameters.reduction.merging = on;
  const std::uint32_t tray = testing::addFloor(world);
  testing::addSphere(world, Vec3(0, 0, testing::kRadius));
  const std::uint32_t wall = testing::addShape(world, SolidBox{Vec3(0.01, 0.1, 0.1)});
  world.bodies[wall].pose.position = Vec3(kFace + 0.01, 0, 0.11);
  world.bodies[tray].drives.push_back({Translation{Vec3(1, 0, 0)}, SpeedProfile{.value = 2e-2}});
  StepData data;
  testing::run(world, data, 0.5);
  EXPECT_EQ(world.reduction.memberCount, on == Switch::on ? 1U : 0U);
  testing::run(world, data, 1.0);
  placeMembers(world);
  return {world.bodies[wall].reaction.force.x(), world.particles.position[0].x() + testing::kRadius - kFace};
}

TEST(SweptOverlaps, WhatIsCarriedIntoABodyAtRestIsStopped) {
  const Carried full = carryIntoWall(Switch::off);
  const Carried merged = carryIntoWall(Switch::on);
  ASSERT_GT(full.force, 0.01);
  // It slips on the tray from then on, whatever was before: only how it was stopped differs.
  EXPECT_NEAR(merged.force, full.force, 0.05 * full.force);
  EXPECT_NEAR(merged.depth, full.depth, 0.01 * testing::kDiameter);
}

}  // namespace
}  // namespace scree
