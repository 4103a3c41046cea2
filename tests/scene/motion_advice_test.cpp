// What 'ndem check' says of what moves far in a step is what the run does.
#include "engine/scene/motion_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>

#include "engine/scene/advice.h"
#include "engine/settings/parts_needed.h"
#include "engine/step/motion_need.h"
#include "engine/step/step.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

// Bodies and motions are put in. Grains of 4 mm stand round the origin, where blades come by.
constexpr std::string_view kScene =
    "scree: 1\n"
    "name: Fast\n"
    "time_step: 5 ms\n"
    "gravity: [0, 0, 0]\n"
    "materials: {ore: {density: 2500}}\n"
    "default_pair: {restitution: 0, friction: 0, stiffness: 10 kN/m, damping_time: 1 ms}\n"
    "bodies:\n"
    "  mover: {shapes: [{SHAPE}], motion: [{MOTION}]}\n"
    "particles:\n"
    "  - sphere: {diameter: 4 mm, position: [0, 0.19, 0], material: ore}\n"
    "  - sphere: {diameter: 4 mm, position: [0.05, 0.05, 0], material: ore}\n";

Scene fast(std::string_view shape, std::string_view motion, std::string_view preset = "fast") {
  const std::string text =
      replaced(replaced(kScene, "SHAPE", shape), "MOTION", motion) + fmt::format("solver: {{preset: {}}}\n", preset);
  return sceneOf(text);
}

/// The number that the sentence with `about` in it has before `after`; 0 without such a sentence.
double numberIn(const std::vector<std::string>& list, const std::string& about, const std::string& before,
                const std::string& after) {
  for (const std::string& text : list) {
    std::smatch found;
    if (text.find(about) != std::string::npos &&
        std::regex_search(text, found, std::regex(before + "([0-9.e+-]+)" + after))) {
      return std::stod(found[1]);
    }
  }
  return 0.0;
}

constexpr std::string_view kArm = "box: {size: [0.4, 1 mm, 20 mm], material: ore}";

TEST(MotionAdvice, TellsTheTipOfWhatTurns) {
  const Scene scene = fast(kArm, "rotate: {axis: z, speed: 50 rad/s}");
  const std::vector<LargestMotion> motions = largestMotions(scene.world, 0.004);
  ASSERT_EQ(motions.size(), 1U);
  EXPECT_NEAR(motions[0].speed, 10.0, 0.001);
  EXPECT_NEAR(motions[0].ways, 25.0, 0.01);
  const Advice advice = adviseStep(scene.world);
  EXPECT_EQ(numberIn(advice.notes, "'mover'", "up to ", " radii"), 25.0);
  EXPECT_EQ(numberIn(advice.notes, "'mover'", "into up to ", " parts"), 26.0);
}

TEST(MotionAdvice, TellsThePeakOfACourse) {
  // Half a second of 0.1 m/s with a peak of 8 m/s, which is 20 radii a step.
  const Scene scene = fast(kArm,
                           "translate: {direction: y, course: [{time: 0, speed: 0.1}, {time: 0.2, speed: 0.1}, "
                           "{time: 0.21, speed: 8}, {time: 0.25, speed: 8}, {time: 0.26, speed: 0.1}]}");
  EXPECT_EQ(numberIn(adviseStep(scene.world).notes, "'mover'", "up to ", " radii"), 20.0);
  // Narrower than a step it is not: the body moves by the mean.
  const Scene narrow = fast(kArm,
                            "translate: {direction: y, course: [{time: 0, speed: 0}, {time: 0.2, speed: 0}, {time: "
                            "0.201, speed: 8}, {time: 0.202, speed: 0}]}");
  EXPECT_NEAR(largestMotions(narrow.world, 0.004).at(0).speed, 8.0 * 0.001 / 0.005, 1e-9);
}

TEST(MotionAdvice, SaysNothingOfWhatIsSlowOrSlidesAlongItself) {
  for (const std::string_view motion :
       {"translate: {direction: y, speed: 0.7 m/s}", "rotate: {axis: z, speed: 3 rad/s}"}) {
    const Advice advice = adviseStep(fast(kArm, motion).world);
    EXPECT_EQ(numberIn(advice.notes, "'mover'", "up to ", " radii"), 0.0) << motion;
    EXPECT_EQ(numberIn(advice.warnings, "'mover'", "up to ", " radii"), 0.0) << motion;
  }
  const Scene drum = fast("hollow_cylinder: {diameter: 1 m, length: 1 m, axis: y, material: ore}",
                          "rotate: {axis: y, speed: 100 rad/s}");
  EXPECT_EQ(largestMotions(drum.world, 0.004).size(), 0U);
}

TEST(MotionAdvice, IsWhatTheRunDoes) {
  for (const std::string_view preset : {"fast", "accurate", "paper"}) {
    for (const double speed : {8.0, 25.0, 50.0}) {
      Scene scene = fast(kArm, fmt::format("rotate: {{axis: z, speed: {} rad/s}}", speed), preset);
      World& world = scene.world;
      world.parameters.sweeps = std::min(world.parameters.sweeps, 20);
      world.parameters.mostSubsteps = world.parameters.substeps;  // no more for loads
      const Advice advice = adviseStep(world);
      const double limit = wayWithoutParts(world.parameters.substeps);
      StepData data;
      MotionNeed need;
      while (world.time < 4.0 / speed) {
        // The outer grain is at 0.95 of the tip, and at rest until it is met.
        if (world.particles.velocity[0].isZero(1e-9)) {
          const std::vector<std::uint32_t> outer = {0};
          const MotionNeed now =
              motionNeed(world, outer, {.speed = 0.0, .smallest = 0.002}, world.parameters.timeStep, limit);
          need.join(now.ways, now.body);
          step(world, data);
          if (now.ways > 0.0) {
            // Four parts of two substeps are no more than a step of the preset accurate has.
            const bool isMore = preset != "paper" && 2.0 * now.ways > world.parameters.substeps + 1;
            EXPECT_EQ(data.context.substeps > world.parameters.substeps, isMore) << preset << speed;
          }
        } else {
          step(world, data);
        }
      }
      const double predicted = largestMotions(world, 0.004).at(0).ways;
      EXPECT_NEAR(need.ways, 0.95 * predicted, 0.02 * predicted) << preset << speed;
      EXPECT_EQ(need.body, 0U);
      const double parts = numberIn(advice.notes, "'mover'", "into up to ", " parts");
      const double fits = numberIn(advice.warnings, "'mover'", "at most ", " ms");
      if (preset == "paper") {
        EXPECT_EQ(parts, 0.0);
        EXPECT_EQ(world.faults.size(), 1U) << speed;
        EXPECT_GT(fits, 0.0) << speed;
        EXPECT_NEAR(fits, 5.0 * 2.0 / (speed * 0.2 * 2.5), 0.06 * fits);
      } else {
        EXPECT_EQ(fits, 0.0);
        EXPECT_TRUE(world.faults.empty());
        EXPECT_GT(world.particles.velocity[0].norm(), 0.95 * 0.19 * speed);
        EXPECT_EQ(parts, partsNeeded(predicted)) << preset << speed;
      }
    }
  }
}

TEST(MotionAdvice, TellsOfParticlesThatAreFast) {
  const std::string text =
      replaced(kSmallScene, "0.1], material: ore}}]", "0.1], material: ore, velocity: [0, 0, -15 m/s]}}]");
  const Scene scene = sceneOf(text);
  // 75 mm a step, in radii of 6.5 mm.
  EXPECT_NEAR(numberIn(adviseStep(scene.world).notes, "Particles move", "up to ", " radii"), 11.5, 0.11);
}

}  // namespace
}  // namespace scree
