// A bed at rest: audits of it become rare, nothing drifts, and what changes slowly is noticed all the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/step/step.h"
#include "engine/world/placement.h"
#include "engine/world/presets.h"
#include "tests/support/bed.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

World merging(World world) {
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  return world;
}

double splitsOf(const World& world) {
  double sum = 0.0;
  for (const std::uint64_t count : world.reduction.counts.splits) {
    sum += static_cast<double>(count);
  }
  return sum;
}

/// Farthest that a grain is from where it was, in diameters.
double largestWay(World before, World now) {
  placeMembers(before);
  placeMembers(now);
  double largest = 0.0;
  for (std::size_t i = 0; i < now.particles.size(); ++i) {
    const Vec3 way = now.particles.position[i] - before.particles.position[i];
    largest = std::max(largest, way.norm() / (2.0 * now.particles.radius[i]));
  }
  return largest;
}

TEST(Rest, AuditsBecomeRareAndNothingDrifts) {
  World world = merging(testing::settledBed());
  const auto n = static_cast<double>(world.particles.size());
  StepData data;
  testing::run(world, data, 2.0);
  const World start = world;
  testing::run(world, data, 6.0);
  const double early = splitsOf(world) - splitsOf(start);
  testing::run(world, data, 54.0);
  const double all = splitsOf(world) - splitsOf(start);
  // Eight times as long each time, from 0.1 s on: 0.1, 0.9, 7.3 and 58.5 s after merging. Of those four rounds two are
  // early and two late; what stirred a little at first comes later, and patches overlap.
  EXPECT_GT(early, 0.5 * n);
  EXPECT_LT(early, 3.0 * n);
  EXPECT_GT(all, early);
  EXPECT_LT(all - early, 3.0 * n);
  EXPECT_LT(largestWay(start, world), 1e-3);
}

/// Members that audits open in so many steps of a bed of which every member is due again soon.
std::uint64_t auditsOf(int nx, int steps) {
  World world = merging(testing::settledBox(nx, 20, 6, 1));
  world.parameters.reduction.auditInterval = 2.0 * world.parameters.timeStep;
  world.parameters.reduction.auditShare = 1.0;
  StepData data;
  testing::run(world, data, 0.2);
  const auto& count = world.reduction.counts.splits[static_cast<std::size_t>(SplitCause::audit)];
  const std::uint64_t before = count;
  testing::takeSteps(world, data, steps);
  return count - before;
}

TEST(Rest, ABedTwiceAsLargeIsAuditedNoMore) {
  constexpr int kSteps = 50;
  constexpr double kMost = 20.0;  // a step, of 1200 and 2400 grains that are due
  // A patch of 3 d holds up to 130 grains, and may begin when one more is allowed.
  constexpr double kPatch = 130.0;
  for (const int nx : {10, 20}) {
    const auto audits = static_cast<double>(auditsOf(nx, kSteps));
    EXPECT_GT(audits, kSteps * kMost - kPatch) << nx;
    EXPECT_LT(audits, kSteps * kMost + kPatch) << nx;
  }
}

/// Mean force on a plate [N] that has come down on a bed for `seconds` at `speed`.
double pressOf(World world, Switch on, double speed, double seconds) {
  world.parameters.reduction.merging = on;
  StepData data;
  testing::run(world, data, 1.0);
  placeMembers(world);
  double top = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    top = std::max(top, world.particles.position[i].z() + world.particles.radius[i]);
  }
  const double half = 2.5 * testing::kDiameter;
  const std::uint32_t plate = testing::addShape(world, SolidBox{Vec3(half, half, 0.01)});
  world.bodies[plate].pose.position.z() = top + 0.01 + 1e-4;
  world.bodies[plate].drives.push_back({Translation{Vec3(0, 0, -1)}, SpeedProfile{.value = speed}});
  testing::run(world, data, seconds);
  double force = 0.0;
  constexpr int kSteps = 60;
  for (int i = 0; i < kSteps; ++i) {
    step(world, data);
    force += world.bodies[plate].reaction.force.z() / kSteps;
  }
  return force;
}

TEST(Rest, WhatComesDownSlowerThanAFrontIsFelt) {
  const World bed = merging(testing::settledBed());
  const double speed = 0.5 * bed.parameters.reduction.frontSpeed;
  const double full = pressOf(bed, Switch::off, speed, 2.5);
  const double merged = pressOf(bed, Switch::on, speed, 2.5);
  ASSERT_GT(full, 1.0);
  EXPECT_GT(merged, 0.6 * full);
  EXPECT_LT(merged, 1.6 * full);
}

double heightOf(World world) {
  placeMembers(world);
  return testing::meanHeight(world);
}

TEST(SlowRest, OfAnHourSplitsLittleAndSinksNot) {
  World world = merging(testing::settledBox(13, 13, 24, 1));
  StepData data;
  testing::run(world, data, 2.0);
  const World start = world;
  testing::run(world, data, 3600.0);
  const double rate = (splitsOf(world) - splitsOf(start)) / (3600.0 * static_cast<double>(world.particles.size()));
  const double sunk = std::abs(heightOf(world) - heightOf(start)) / testing::kDiameter;
  std::printf("splits a particle and second: %.2e; sunk by %.2e d; the farthest grain went %.2e d\n", rate, sunk,
              largestWay(start, world));
  EXPECT_LT(rate, 1e-3);
  EXPECT_LT(sunk, 1e-3);
  // This bed rests for 3 s only when the hour begins: a grain may still find its place.
  EXPECT_LT(largestWay(start, world), 0.05);
}

}  // namespace
}  // namespace scree
