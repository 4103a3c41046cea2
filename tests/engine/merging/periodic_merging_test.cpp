// Aggregates in a periodic box: what is merged through a side is as what is merged within.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/aggregates/floating.h"
#include "engine/aggregates/membership.h"
#include "engine/base/parallel.h"
#include "engine/settings/presets.h"
#include "engine/splitting/split_members.h"
#include "engine/state/state.h"
#include "engine/step/measure.h"
#include "engine/world/placement.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::kDiameter;
using testing::kGravity;
using testing::kRadius;

double mergedShare(const World& world) { return world.reduction.levelOf(world.particles.size()).level(); }

/// A bed on a floor that is periodic in x and y; it merges as it settles.
World mergingBed() {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.timeStep = 1e-3;
  world.parameters.reduction.merging = Switch::on;
  world.parameters.reduction.audit.split = Switch::off;
  testing::addFloor(world);
  testing::addLattice(world, 6, 5, 6, 0.0104, kDiameter, 17);
  world.periodic = {.lower = Vec3(-0.03, -0.02, 0.0), .length = Vec3(0.085, 0.07, 0.0)};
  return world;
}

/// Kept contacts of two grains that meet through a side.
std::size_t keptThroughSides(const World& world) {
  std::size_t count = 0;
  world.reduction.kept.forAll([&](const KeptContact& kept) {
    if (kept.b != kNoParticle) {
      const Vec3 apart = positionOf(world, kept.b) - positionOf(world, kept.a);
      count += world.periodic.shiftToNearest(apart).isZero(0.0) ? 0U : 1U;
    }
  });
  return count;
}

TEST(PeriodicMerging, ABedMergesThroughTheSidesAndRests) {
  World world = mergingBed();
  StepData data;
  testing::run(world, data, 3.0);
  ASSERT_GT(mergedShare(world), 0.9);
  EXPECT_GT(keptThroughSides(world), 30U);
  // Gaps of kept contacts are those of the places.
  world.reduction.kept.forAll([&](const KeptContact& kept) {
    if (kept.b != kNoParticle) {
      const Vec3 apart = world.periodic.nearest(positionOf(world, kept.b) - positionOf(world, kept.a));
      const double radii = world.particles.radius[kept.a] + world.particles.radius[kept.b];
      EXPECT_NEAR(apart.norm() - radii, double{kept.gap}, 1e-7 * kDiameter);
      EXPECT_GT(apart.normalized().dot(vectorOf(kept.normal)), 1.0 - 1e-3);
    }
  });
  double mass = 0.0;
  for (const double one : world.particles.mass) {
    mass += one;
  }
  placeMembers(world);
  const std::vector<Vec3> before = world.particles.position;
  Vec3 force = Vec3::Zero();
  const int steps = 500;
  for (int i = 0; i < steps; ++i) {
    testing::takeSteps(world, data, 1);
    force += world.bodies[0].reaction.force / steps;
  }
  EXPECT_NEAR(force.z(), -mass * kGravity, 0.01 * mass * kGravity);
  EXPECT_LE(force.head<2>().norm(), 0.01 * mass * kGravity);
  placeMembers(world);
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_LE(world.periodic.nearest(world.particles.position[i] - before[i]).norm(), 0.05 * kDiameter) << i;
  }
}

TEST(PeriodicMerging, AnImpactAtACornerOpensAllSidesOfIt) {
  World world = mergingBed();
  StepData data;
  testing::run(world, data, 3.0);
  ASSERT_GT(mergedShare(world), 0.9);
  placeMembers(world);
  double top = 0.0;
  for (const Vec3& place : world.particles.position) {
    top = std::max(top, place.z());
  }
  const Vec3 corner(world.periodic.lower.x() + 1e-4, world.periodic.lower.y() + 1e-4, top + 0.02);
  testing::addSphere(world, corner, 2.0 * kDiameter, Vec3(0.0, 0.0, -2.0));
  std::vector<Vec3> opened;
  for (int i = 0; i < 60; ++i) {
    testing::takeSteps(world, data, 1);
    for (const ReductionEvent& event : data.report.events) {
      if (event.after == 0) {
        const auto at = std::ranges::lower_bound(world.particles.id, event.particle);
        opened.push_back(world.particles.position[static_cast<std::size_t>(at - world.particles.id.begin())]);
      }
    }
  }
  // In each of the four corners of the box, which are one.
  for (int corners = 0; corners < 4; ++corners) {
    const auto isThere = [&](const Vec3& place) {
      const bool isLeft = place.x() - world.periodic.lower.x() < 0.5 * world.periodic.length.x();
      const bool isFront = place.y() - world.periodic.lower.y() < 0.5 * world.periodic.length.y();
      return isLeft == (corners % 2 == 0) && isFront == (corners / 2 == 0);
    };
    EXPECT_GT(std::ranges::count_if(opened, isThere), 0) << corners;
  }
  // Overlaps stay those of the bed: nobody fell into an image.
  EXPECT_LE(data.report.worstOverlap, 0.2);
}

TEST(PeriodicMerging, BitsAreThoseOfOneThreadAndOfAResumedRun) {
  World world = mergingBed();
  StepData data;
  testing::run(world, data, 1.2);
  ASSERT_GT(mergedShare(world), 0.3);
  World shared = restoreState(saveState(world));
  ThreadPool pool(2);
  StepData ofTwo;
  ofTwo.context.threads = &pool;
  for (World* one : {&world, &shared}) {
    testing::addSphere(*one, Vec3(0.05, 0.04, 0.12), kDiameter, Vec3(0.0, 0.0, -1.0));
  }
  testing::run(world, data, 0.4);
  testing::run(shared, ofTwo, 0.4);
  EXPECT_EQ(saveState(shared), saveState(world));
}

/// Eight grains in a block that is one floating aggregate, and a free one that flies at it.
World thrownBlock(const Vec3& place) {
  World world = testing::emptyWorld(testing::pelletLaw());
  applyPreset(world.parameters, Preset::fast);
  world.parameters.timeStep = 1e-3;
  world.parameters.gravity.setZero();
  world.periodic = {.lower = Vec3::Zero(), .length = Vec3(0.125, 0.25, 0.5)};
  ReductionParameters& r = world.parameters.reduction;
  r.merging = Switch::on;
  r.merge.window = 250;
  r.merge.smallestFloating = 2;
  r.front.split = r.audit.split = Switch::off;
  r.load.change = 1e6;  // what is thrown turns as it likes
  for (int i = 0; i < 8; ++i) {
    const Vec3 arm = kRadius * Vec3(i % 2 == 0 ? -1.0 : 1.0, i / 2 % 2 == 0 ? -1.0 : 1.0, i / 4 == 0 ? -1.0 : 1.0);
    testing::addSphere(world, place + arm, kDiameter, Vec3(0.1, 0.02, -0.03), Vec3::Zero());
  }
  fitMembers(world);
  const std::vector<std::uint32_t> slots = {0, 1, 2, 3, 4, 5, 6, 7};
  const std::uint32_t index = addFloating(world, slots);
  for (const std::uint32_t slot : slots) {
    join(world, slot, index);
  }
  chooseRoot(world, index);
  const Vec3 from = place + Vec3(2.9 * kDiameter, 0.7 * kRadius, 0.4 * kRadius);
  testing::addSphere(world, world.periodic.wrapped(from), kDiameter, Vec3(-0.9, 0.0, 0.0), Vec3(0.0, 30.0, 0.0));
  return world;
}

TEST(PeriodicMerging, AFloatingBlockIsHitThroughASideAsInTheMiddle) {
  const Vec3 middle(0.0625, 0.125, 0.25);
  World inside = thrownBlock(middle);
  // Its right face is just within the side, so that the grain meets it from the other end of the box.
  const Vec3 shift(0.0625 - kDiameter - 0.0005, 0.1, -0.05);
  World across = thrownBlock(middle + shift);
  ASSERT_LT(across.particles.position[8].x(), 0.03);
  StepData data;
  StepData other;
  const Vec3 momentum = measureWorld(inside).momentum;
  bool isHitThroughSide = false;
  for (int i = 0; i < 120; ++i) {
    testing::takeSteps(inside, data, 1);
    testing::takeSteps(across, other, 1);
    ASSERT_EQ(data.list.contacts.size(), other.list.contacts.size()) << "step " << i;
    for (const Contact& contact : other.list.contacts) {
      const Vec3 apart = placeOf(across, contact.b) - across.particles.position[contact.a];
      isHitThroughSide = isHitThroughSide || !across.periodic.shiftToNearest(apart).isZero(0.0);
    }
  }
  EXPECT_TRUE(isHitThroughSide);
  ASSERT_EQ(inside.reduction.memberCount, 8U);
  ASSERT_EQ(across.reduction.memberCount, 8U);
  const AggregateFrame& a = inside.reduction.aggregates[0].frame;
  const AggregateFrame& b = across.reduction.aggregates[0].frame;
  EXPECT_GT(a.angularVelocity.norm(), 0.5) << "the hit turns it";
  // In single precision some ten roundings of each of 120 solves, of 0.9 m/s.
  EXPECT_LE((a.velocity - b.velocity).norm(), 1e-5);
  EXPECT_LE((a.angularVelocity - b.angularVelocity).norm(), 1e-3);
  EXPECT_LE(across.periodic.nearest(b.pose.position - a.pose.position - shift).norm(), 1e-6);
  EXPECT_LE((measureWorld(across).momentum - momentum).norm(), 1e-6 * 0.9 * inside.particles.mass[0]);
}

TEST(PeriodicMerging, GrainsOnABlockInFlightJoinItThroughASide) {
  // A grain that lies on the block's far side of the box comes to be a member beside the others.
  World world = thrownBlock(Vec3(0.125 - kDiameter - 0.0005, 0.125, 0.25));
  world.particles.remove(std::vector<std::size_t>{8});
  world.parameters.reduction.merge.window = 5;
  const Vec3 velocity = world.reduction.aggregates[0].frame.velocity;
  const Vec3 beside = placeOf(world, 7) + Vec3(0.999 * kDiameter, 0.0, 0.0);
  testing::addSphere(world, world.periodic.wrapped(beside), kDiameter, velocity);
  testing::addSphere(world, world.periodic.wrapped(placeOf(world, 5) + Vec3(0.999 * kDiameter, 0.0, 0.0)), kDiameter,
                     velocity);
  StepData data;
  for (int i = 0; i < 400 && world.reduction.memberCount < 10; ++i) {
    testing::takeSteps(world, data, 1);
  }
  ASSERT_GT(world.reduction.memberCount, 8U);
  for (std::uint32_t slot = 0; slot < 10; ++slot) {
    if (!world.reduction.isFree(slot)) {
      EXPECT_LE(world.reduction.members[slot].local.norm(), 4.0 * kDiameter) << slot;
    }
  }
}

TEST(PeriodicMerging, ARingThroughTheSidesKeepsAFreeGrain) {
  // Grains in a row through the whole box that press each other: as one aggregate they would touch its own image, and
  // could not turn. One of them stays free.
  World world = thrownBlock(Vec3(0.06, 0.125, 0.25));
  world.reduction = Reduction{};
  world.particles = Particles{};
  world.parameters.reduction.merge.window = 5;
  const int count = 10;
  for (int i = 0; i < count; ++i) {
    testing::addSphere(world, Vec3(0.0125 * i + 0.001, 0.1, 0.1), 0.0125 * (1.0 + 1e-5));
  }
  StepData data;
  testing::takeSteps(world, data, 200);
  EXPECT_GE(world.reduction.memberCount, 5U);
  EXPECT_LT(world.reduction.memberCount, 10U);
  for (const Contact& contact : data.list.contacts) {
    EXPECT_LE(std::abs(contact.gap), 2e-7);
  }
}

}  // namespace
}  // namespace scree
