#include <gtest/gtest.h>

#include <array>

#include "engine/analysis/shadow.h"
#include "tests/support/hand_made.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using namespace scree::testing;

constexpr int kHorizon = 20;  // steps of 5 ms

ShadowSettings judgedOnce(int window = 1) {
  ShadowSettings settings{.every = 1000};
  settings.reduction.merge.window = window;
  return settings;
}

/// The next step of a world whose grains move as their velocities say.
void pass(HandMade& made, Shadow& shadow) {
  const double dt = made.world.parameters.timeStep;
  for (std::size_t i = 0; i < made.world.particles.size(); ++i) {
    made.world.particles.position[i] += dt * made.world.particles.velocity[i];
  }
  for (Body& body : made.world.bodies) {
    moveBody(body, dt);
  }
  made.world.time += dt;
  shadow.add(made.world, made.data);
}

double weightOf(const World& world) { return world.particles.mass[0] * kGravity; }

/// Grains 0 and 1 stand on the floor, apart; 2 moves at 20 mm/s and touches 0.
HandMade slidingNeighbour() {
  HandMade made;
  addFloor(made.world);
  addSphere(made.world, Vec3(0.0, 0.0, kRadius));
  addSphere(made.world, Vec3(0.1, 0.0, kRadius));
  addSphere(made.world, Vec3(kDiameter, 0.0, kRadius), kDiameter, Vec3(0.0, 0.02, 0.0));
  made.touch(0, 2);
  made.stand(0, 0, Vec3::Zero(), weightOf(made.world));
  made.stand(1, 0);
  return made;
}

TEST(Shadow, ScoresEachSensorAgainstWhatMoves) {
  HandMade made = slidingNeighbour();
  Shadow shadow(judgedOnce());
  pass(made, shadow);
  EXPECT_TRUE(shadow.wouldSplit(ShadowSensor::front, 0));
  EXPECT_FALSE(shadow.wouldSplit(ShadowSensor::front, 1));
  EXPECT_FALSE(shadow.wouldSplit(ShadowSensor::contact, 0));
  EXPECT_FALSE(shadow.wouldSplit(ShadowSensor::force, 0)) << "the floor carries it";
  EXPECT_TRUE(shadow.wouldSplit(ShadowSensor::force, 1)) << "nothing carries it";
  for (int i = 0; i < 5; ++i) {
    pass(made, shadow);
  }
  made.world.particles.velocity[2] = Vec3(0.0, 0.2, 0.0);  // beyond the contact split's 0.15 m/s
  pass(made, shadow);
  made.world.particles.velocity[0] = Vec3(0.0, 0.2, 0.0);  // a twentieth of its diameter in one step
  for (int i = 7; i <= kHorizon; ++i) {
    EXPECT_EQ(shadow.score(ShadowSensor::front).movers, 0U) << "too early to say";
    pass(made, shadow);
  }
  const ShadowScore front = shadow.score(ShadowSensor::front);
  EXPECT_EQ(front.movers, 1U);
  EXPECT_EQ(front.resters, 1U);
  EXPECT_EQ(front.recall(), 1.0);
  EXPECT_EQ(front.falseAlarms(), 0.0);
  const ShadowScore contact = shadow.score(ShadowSensor::contact);
  EXPECT_EQ(contact.recall(), 0.0);
  EXPECT_EQ(contact.timelyRecall(), 1.0);
  EXPECT_EQ(contact.falseAlarms(), 0.0);
  const ShadowScore force = shadow.score(ShadowSensor::force);
  EXPECT_EQ(force.recall(), 0.0);
  EXPECT_EQ(force.falseAlarms(), 1.0);
  // Each decision is told: by sensor, for the one that moved and for the one that did not.
  ASSERT_EQ(shadow.decisions().size(), 2U);
  using Said = std::array<bool, kShadowSensorCount>;
  const ShadowDecision& mover = shadow.decisions()[0];
  EXPECT_EQ(mover.id, made.world.particles.id[0]);
  EXPECT_DOUBLE_EQ(mover.time, made.world.parameters.timeStep);
  EXPECT_TRUE(mover.moved);
  EXPECT_EQ(mover.atOnce, (Said{true, false, false}));
  EXPECT_EQ(mover.inTime, (Said{true, true, force.timelyRecall() == 1.0}));
  const ShadowDecision& rester = shadow.decisions()[1];
  EXPECT_EQ(rester.id, made.world.particles.id[1]);
  EXPECT_FALSE(rester.moved);
  EXPECT_EQ(rester.atOnce, (Said{false, false, true}));
}

TEST(Shadow, ContactSplitReachesAsDeepAsItsDepth) {
  HandMade made;
  addFloor(made.world);
  for (int i = 0; i < 4; ++i) {
    addSphere(made.world, Vec3(i * kDiameter, 0.0, kRadius));
  }
  made.world.particles.velocity[3] = Vec3(-0.2, 0.0, 0.0);
  made.touch(0, 1);
  made.stand(0, 0);
  made.touch(1, 2);
  made.touch(2, 3);
  for (int depth = 1; depth <= 3; ++depth) {
    ShadowSettings settings = judgedOnce();
    settings.reduction.contact.depth = depth;
    Shadow shadow(settings);
    pass(made, shadow);
    for (std::uint32_t slot = 0; slot < 3; ++slot) {
      EXPECT_EQ(shadow.wouldSplit(ShadowSensor::contact, slot), static_cast<int>(slot) + depth >= 3) << depth;
    }
  }
}

TEST(Shadow, WhatRidesABeltOrABodyDoesNotMove) {
  HandMade made;
  addFloor(made.world);
  addFloor(made.world);
  addFloor(made.world);
  // A belt that ascends along its own surface, and a table that turns.
  made.world.bodies[0].pose = facing(Vec3::Zero(), Vec3(-0.6, 0.0, 0.8));
  const Vec3 up = made.world.bodies[0].pose.orientation * Vec3(0.1, 0.0, 0.0);
  made.world.bodies[0].shapes[0].surfaceVelocity = Vec3(0.1, 0.0, 0.0);
  made.world.bodies[0].drives.push_back({SurfaceMotion{}, {.value = 0.1}});
  made.world.bodies[1].angularVelocity = Vec3(0.0, 0.0, 1.0);
  made.world.bodies[1].drives.push_back({Rotation{.axis = Vec3::UnitZ()}, {.value = 1.0}});
  const Vec3 arm(0.1, 0.0, 0.0);
  addSphere(made.world, Vec3::Zero(), kDiameter, up);
  addSphere(made.world, arm, kDiameter, Vec3(0.0, 0.1, 0.0), Vec3(0.0, 0.0, 1.0));
  addSphere(made.world, Vec3(1.0, 0.0, 0.0), kDiameter, Vec3::Zero());
  made.stand(0, 0, up);
  made.stand(1, 1, Vec3(0.0, 0.1, 0.0));
  made.stand(2, 2);
  made.data.list.surfaces[1].spin = Vec3(0.0, 0.0, 1.0);
  Shadow shadow(judgedOnce());
  for (int i = 0; i <= kHorizon; ++i) {
    pass(made, shadow);
    const double turned = (i + 1) * made.world.parameters.timeStep;
    made.world.particles.position[1] = Vec3(0.1 * std::cos(turned), 0.1 * std::sin(turned), 0.0);
    made.world.particles.velocity[1] = Vec3(-0.1 * std::sin(turned), 0.1 * std::cos(turned), 0.0);
    made.data.list.surfaces[1].velocity = made.world.particles.velocity[1];
  }
  const ShadowScore score = shadow.score(ShadowSensor::front);
  EXPECT_EQ(score.movers, 0U);
  EXPECT_EQ(score.resters, 3U);
  EXPECT_EQ(score.alarms, 0U);
}

TEST(Shadow, OnlyMembersAreJudgedAndWhoLeavesCountsNowhere) {
  HandMade made = slidingNeighbour();
  ShadowSettings settings = judgedOnce(3);
  settings.every = 1;
  Shadow shadow(settings);
  pass(made, shadow);
  pass(made, shadow);
  pass(made, shadow);  // the first step in which the window is full
  made.world.particles.remove({0, 1, 0});
  made.data.list.contacts.pop_back();
  made.data.list.multipliers.pop_back();
  made.data.list.contacts[0].b = 1;
  for (int i = 0; i < kHorizon; ++i) {
    pass(made, shadow);
  }
  EXPECT_EQ(shadow.score(ShadowSensor::front).movers, 0U);
  EXPECT_EQ(shadow.score(ShadowSensor::front).resters, 1U) << "grain 0 once; grain 1 left, grain 2 slides";
}

}  // namespace
}  // namespace scree
