// Bodies with mass as a user's scene gives them: where they may start, and that the guard lets sound ones run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/step/step.h"
#include "engine/step/step_data.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

constexpr double kBlock = 0.1;  // m, edge of the block

/// A block of 1 kg, its bottom at a height [m] over the ground.
std::string blockAt(double height, std::string_view stiffness = "100 kN/m", std::string_view more = {}) {
  return fmt::format(R"(
scree: 1
name: block
materials: {{steel: {{density: 7800}}}}
default_pair: {{restitution: 0.1, friction: 0.5, stiffness: {}}}
bodies:
  ground: {{shapes: [{{plane: {{material: steel}}}}]}}
  block: {{position: [0, 0, {}], mass: 1, shapes: [{{box: {{size: [0.1, 0.1, 0.1], material: steel}}}}]}}
{})",
                     stiffness, height + 0.5 * kBlock, more);
}

constexpr const char* kPendulum = R"(
scree: 1
name: pendulum
materials: {steel: {density: 7800}}
default_pair: {restitution: 0.3, friction: 0.5, stiffness: 100 kN/m}
bodies:
  ball: {position: [0.5, 0, 0.55], mass: 5, shapes: [{sphere: {diameter: 0.1, material: steel}}]}
joints:
  pivot: {kind: hinge, body: ball, position: [0, 0, 0.55], axis: y}
)";

/// Runs a scene for a time [s] and returns its world.
World worldAfter(std::string_view text, double time) {
  World world = sceneOf(text).world;
  StepData data;
  while (world.time < time && world.guard.findings.empty()) {
    EXPECT_TRUE(step(world, data));
  }
  return world;
}

TEST(BodyStart, ABlockPutOnTheGroundRestsWithoutAFinding) {
  const World world = worldAfter(blockAt(0.0), 1.0);
  EXPECT_TRUE(world.guard.findings.empty()) << world.guard.findings[0].text();
  EXPECT_LT(world.bodies[1].velocity.norm(), 1e-3);
  // Its weight on four corners: F²/(2 k) of each.
  const double weight = 9.81;
  EXPECT_NEAR(world.budget.elastic, weight * weight / (2.0 * 4.0 * 1e5), 0.05 * weight * weight / (8.0 * 1e5));
}

TEST(BodyStart, ADroppedBlockAndAPendulumRunWithoutAFinding) {
  const World dropped = worldAfter(blockAt(0.2), 1.0);
  EXPECT_TRUE(dropped.guard.findings.empty()) << dropped.guard.findings[0].text();
  const World pendulum = worldAfter(kPendulum, 3.0);
  EXPECT_TRUE(pendulum.guard.findings.empty()) << pendulum.guard.findings[0].text();
}

TEST(BodyStart, EnergyOfABodyFromNowhereIsReportedWithItsName) {
  World world = sceneOf(blockAt(0.0)).world;
  StepData data;
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(step(world, data));
  }
  ASSERT_TRUE(world.guard.findings.empty());
  // What a solve that gains energy does within a step, booked by hand.
  world.bodies[1].velocity.z() = 3.0;
  world.budget.totalDissipation -= 4.5;
  ASSERT_TRUE(step(world, data));
  ASSERT_FALSE(world.guard.findings.empty());
  const std::string text = world.guard.findings[0].text();
  EXPECT_EQ(world.guard.findings[0].particle, kNoGrain);
  EXPECT_NE(text.find("body 'block' at ["), std::string::npos) << text;
  EXPECT_EQ(text.find("particle"), std::string::npos) << text;
}

TEST(BodyStart, BodiesThatWouldThrowEachOtherAreRefused) {
  const std::string messages = messagesOf(blockAt(-0.02, "1 MN/m"));
  EXPECT_NE(messages.find("the bodies 'ground' and 'block' overlap by 20 mm at the start"), std::string::npos)
      << messages;
  EXPECT_NE(messages.find("move 'block' by 20 mm along [0, 0, 1]"), std::string::npos) << messages;
  // 1 mm at 100 kN/m on four corners: 0.2 J, a jump of 20 mm.
  EXPECT_TRUE(messagesOf(blockAt(-0.001)).empty());
  EXPECT_TRUE(messagesOf(blockAt(-0.02, "1 MN/m", "solver: {guard: warn}\n")).empty());
  EXPECT_FALSE(messagesOf(blockAt(-0.002, "100 kN/m", "gravity: [0, 0, 0]\n")).empty());
  EXPECT_TRUE(messagesOf(blockAt(-0.001, "100 kN/m", "gravity: [0, 0, 0]\n")).empty());
}

}  // namespace
}  // namespace scree
