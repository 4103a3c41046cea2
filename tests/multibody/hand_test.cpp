// Bodies on the user's spring: forces as they should be, the same bits again.
#include "engine/multibody/hand.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/session/world_commands.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/machines.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kMass = 5.0;  // kg

World worldWithBox(std::uint32_t& box) {
  World world = emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.timeStep = 5e-3;
  box = addBox(world, Vec3(0.2, 0.1, 0.1), kMass, {Vec3(0.0, 0.0, 1.0), Quat::Identity()});
  return world;
}

TEST(Hand, ABodyHangsBelowItsGripWhereSpringAndWeightBalance) {
  std::uint32_t box = 0;
  World world = worldWithBox(box);
  const double stiffness = pullStiffness(kMass, 0.2, kGravity, 5e-3, 5.0);
  const Vec3 grip(0.1, 0.0, 0.0);
  const Vec3 target(0.3, 0.1, 1.3);
  world.pull = Pull{.grip = Grip{box, grip}, .target = target, .stiffness = stiffness};
  StepData data;
  run(world, data, 20.0);  // it swings like a pendulum about the grip, and only the hand damps that
  ASSERT_TRUE(world.pull.has_value());
  const Body& body = world.bodies[box];
  const Vec3 at = body.pose.toWorld(grip);
  // What swings still is under a hundredth of the weight.
  EXPECT_NEAR(world.pull->force.z(), kMass * kGravity, 0.01 * kMass * kGravity);
  EXPECT_LT((at - (target - Vec3(0.0, 0.0, kMass * kGravity / stiffness))).norm(), 2e-3);
}

TEST(Hand, ItsWorkIsWhatTheBodyGains) {
  std::uint32_t box = 0;
  World world = worldWithBox(box);
  world.parameters.timeStep = 1e-3;
  world.pull = Pull{.grip = Grip{box, Vec3::Zero()},
                    .target = Vec3(0.0, 0.0, 1.5),
                    .stiffness = pullStiffness(kMass, 0.2, kGravity, 1e-3, 5.0)};
  StepData data;
  const double before = measured(world).kinetic + measured(world).potential;
  const double work = world.budget.totalWork;
  run(world, data, 1.0);
  const double gained = measured(world).kinetic + measured(world).potential - before;
  EXPECT_GT(gained, 0.3 * kMass * kGravity);
  EXPECT_NEAR(world.budget.totalWork - work, gained, 1e-3 * gained) << "no contact, no joint: nothing is lost";
}

TEST(Hand, NoSpringIsTooStiffAndNoTargetTooFar) {
  for (const double strength : {0.1, 10.0, 1e6}) {
    std::uint32_t box = 0;
    World world = worldWithBox(box);
    world.pull = Pull{.grip = Grip{box, Vec3(0.1, 0.05, 0.05)},
                      .target = Vec3(0.0, 0.0, 50.0),
                      .stiffness = pullStiffness(kMass, 0.2, kGravity, 5e-3, strength)};
    StepData data;
    double strongest = 0.0;
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(step(world, data));
      strongest = std::max(strongest, world.pull->force.norm());
    }
    EXPECT_TRUE(world.bodies[box].pose.position.allFinite());
    EXPECT_GT(strongest, 0.0);
    EXPECT_LE(strongest, 20.0 * kMass * kGravity * (1.0 + 1e-9)) << strength;
  }
}

TEST(Hand, PullsAgainstAJoint) {
  // A lever on a hinge: pulled at its end it stops where the moments balance.
  std::uint32_t box = 0;
  World world = worldWithBox(box);
  addJoint(world, JointKind::hinge, kFixedInWorld, box, Vec3(-0.1, 0.0, 1.0), Vec3::UnitY());
  const double stiffness = 2000.0;
  world.pull = Pull{.grip = Grip{box, Vec3(0.1, 0.0, 0.0)}, .target = Vec3(0.1, 0.0, 1.0), .stiffness = stiffness};
  StepData data;
  run(world, data, 5.0);
  // Weight at half the arm: about half of it on the hand, as long as the lever is nearly level.
  EXPECT_NEAR(world.pull->force.z(), 0.5 * kMass * kGravity, 1e-3 * kMass * kGravity);
}

TEST(Hand, CommandsAreRefusedForWhatNoForceMovesAndStatesKeepIt) {
  std::uint32_t box = 0;
  World world = worldWithBox(box);
  addFloor(world);
  const StartPull pull{.target = Vec3(0.2, 0.0, 1.2), .stiffness = 300.0, .grip = Grip{box, Vec3(0.1, 0.0, 0.0)}};
  StartPull onFloor = pull;
  onFloor.grip->body = box + 1;
  EXPECT_NE(applyCommand(world, onFloor).find("no force moves it"), std::string::npos);
  onFloor.grip->body = 99;
  EXPECT_NE(applyCommand(world, onFloor).find("no body 99"), std::string::npos);
  EXPECT_FALSE(world.pull.has_value());
  EXPECT_EQ(applyCommand(world, pull), "");
  StepData data;
  takeSteps(world, data, 10);
  World again = restoreState(saveState(world));
  StepData fresh;
  takeSteps(world, data, 50);
  takeSteps(again, fresh, 50);
  EXPECT_EQ(stateHash(again), stateHash(world));
  EXPECT_EQ(applyCommand(world, EndPull{}), "");
  ASSERT_TRUE(step(world, data));
  EXPECT_FALSE(world.pull.has_value());
}

}  // namespace
}  // namespace scree::testing
