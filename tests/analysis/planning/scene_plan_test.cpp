#include "engine/planning/scenes/scene_plan.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/analysis/solving/step_meter.h"
#include "engine/scene/scene.h"

namespace scree {
namespace {

SceneNumbers numbersOfScene(const std::string& name, double seconds) {
  const SceneResult result = loadScene(std::string(SCREE_SOURCE_DIR "/resources/scenes/") + name);
  EXPECT_TRUE(result.scene) << name;
  return result.scene ? numbersOf(result.scene->world, seconds, 0.01) : SceneNumbers{};
}

TEST(ScenePlan, TakesTheNumbersOfADrum) {
  const PlanInput input = numbersOfScene("drum.yaml", 10.0).input;
  EXPECT_EQ(input.bed.grains, 4864.0);
  EXPECT_NEAR(input.bed.diameter, 0.0115, 0.0002);
  EXPECT_NEAR(input.bed.density, 3700.0, 1e-6);
  EXPECT_NEAR(*input.bed.speed, 3.0 * 0.5 * 0.0115, 0.0002);
  EXPECT_EQ(input.law.stiffness, 3000.0);
  EXPECT_EQ(input.solver.step, 5e-3);
  EXPECT_EQ(input.solver.sweeps, 8.0);
  EXPECT_EQ(input.solver.substeps, 4);
  EXPECT_EQ(complaintOn(input), "");
}

TEST(ScenePlan, TellsWhatItDoesNotKnow) {
  EXPECT_TRUE(numbersOfScene("drum.yaml", 1.0).notes.empty());
  const auto mixer = numbersOfScene("mixer.yaml", 1.0).notes;
  ASSERT_FALSE(mixer.empty());
  EXPECT_NE(mixer.front().find("Meshes"), std::string::npos);
  const auto column = numbersOfScene("column.yaml", 1.0);
  ASSERT_EQ(column.notes.size(), 1U);
  EXPECT_EQ(column.notes.front(),
            "Substeps with impacts take 150 sweeps more, which are not planned: nothing stirs the grains.");
  EXPECT_EQ(column.input.solver.impactSweeps, 0);
  SceneResult drum = loadScene(SCREE_SOURCE_DIR "/resources/scenes/drum.yaml");
  drum.scene->world.parameters.collisionTime = 1e-3;
  const auto soft = numbersOf(drum.scene->world, 1.0, 0.01).notes;
  ASSERT_EQ(soft.size(), 1U);
  EXPECT_NE(soft.front().find("collision_time of 0.001 s"), std::string::npos) << soft.front();
}

/// 100 a second from 1 s to 3 s: at 4 s there have been 0, then a ramp of 2 s, then 200 for 1 s.
TEST(ScenePlan, EmittersFillSlowly) {
  Emitter emitter;
  emitter.rate = 100.0;
  emitter.start = 1.0;
  emitter.stop = 3.0;
  EXPECT_DOUBLE_EQ(meanEmitted(emitter, 2500.0, 0.5), 0.0);
  EXPECT_DOUBLE_EQ(meanEmitted(emitter, 2500.0, 2.0), 100.0 * 0.5 / 2.0);
  EXPECT_DOUBLE_EQ(meanEmitted(emitter, 2500.0, 4.0), (200.0 + 200.0) / 4.0);
  emitter.limit = 50;
  EXPECT_DOUBLE_EQ(meanEmitted(emitter, 2500.0, 2.0), (12.5 + 25.0) / 2.0);
  emitter.rateIsMass = true;
  emitter.limit = UINT64_MAX;
  emitter.rate = 2500.0 * sphereVolume(0.005);
  EXPECT_NEAR(meanEmitted(emitter, 2500.0, 2.0), 0.5 / 2.0, 1e-12);
}

TEST(StepMeter, FindsCostsAndObeysTheInterrupt) {
  double told = 0.0;
  const StepCosts costs = measureStepCosts(3.0, nullptr, [&](double part) { told = part; });
  EXPECT_GT(told, 0.9);
  // The defaults are of one machine; debug builds and slow machines cost more.
  const StepCosts standard;
  for (const auto& [found, expected] :
       {std::pair(costs.grain, standard.grain), std::pair(costs.contact, standard.contact),
        std::pair(costs.substep, standard.substep), std::pair(costs.row, standard.row),
        std::pair(costs.spring, standard.spring)}) {
    EXPECT_GT(found, 0.1 * expected);
    EXPECT_LT(found, 100.0 * expected);
  }
  EXPECT_GT(costs.step, 0.0);
  EXPECT_GT(costs.fewRows, 0.0);
  EXPECT_GE(costs.coupling, 0.0);
  const std::atomic<int> stop = 1;
  EXPECT_EQ(measureStepCosts(1000.0, &stop).row, 0.0);
}

}  // namespace
}  // namespace scree
