// Every preset of the reduction on every shipped scene, solved as the scene says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <tuple>

#include "engine/io/scene_library.h"
#include "engine/scene/scene.h"
#include "engine/settings/presets.h"
#include "engine/step/step.h"

namespace scree {
namespace {

constexpr double kSeconds = 10.0;
/// Scenes of so many grains run for all of these seconds.
constexpr std::size_t kFew = 1200;
/// What the rest may cost: the grains of each step that has more of them, summed up over the steps. A large scene gets
/// a part of its ten seconds for that, the machine's speed does not matter. A trial solve makes a step several times
/// as dear; the collapse's gate is open for half of what it gets. All runs together take five minutes of one processor.
/// With SCREE_WHOLE_RUNS set in the environment all scenes get their ten seconds, which takes hours: half an hour of
/// one processor for each trial preset on the largest, excavator_100k.
constexpr double kGrainSteps = 2.5e6;
constexpr double kGrainStepsWithTrials = 1e6;

using SceneAndPreset = std::tuple<std::filesystem::path, ReductionPreset>;

class PresetOnScene : public ::testing::TestWithParam<SceneAndPreset> {};

TEST_P(PresetOnScene, StaysSound) {
  SceneResult result = loadScene(std::get<0>(GetParam()));
  ASSERT_TRUE(result.scene.has_value()) << (result.errors.empty() ? "" : result.errors.front().text());
  World& world = result.scene->world;
  world.parameters.reduction.merging = Switch::on;
  applyPreset(world.parameters, std::get<1>(GetParam()));
  const bool tries = world.parameters.reduction.trial.split == Switch::on;
  StepData data;
  double worst = 0.0;
  double fastest = 0.0;
  double left = std::getenv("SCREE_WHOLE_RUNS") != nullptr ? std::numeric_limits<double>::infinity()
                : tries                                    ? kGrainStepsWithTrials
                                                           : kGrainSteps;
  while (world.time + 0.5 * world.parameters.timeStep < kSeconds && left > 0.0) {
    ASSERT_TRUE(step(world, data));
    left -= world.particles.size() > kFew ? static_cast<double>(world.particles.size()) : 0.0;
    worst = std::max(worst, data.report.worstOverlap);
    fastest = std::max(fastest, data.report.largestSpeed);
  }
  const double h = world.reduction.levelOf(world.particles.size()).level();
  // A last step in full shows the overlaps of members too.
  world.parameters.reduction.merging = Switch::off;
  ASSERT_TRUE(step(world, data));
  std::printf("%.2f s, %zu grains, h = %.2f; overlaps of %.3f d at most and %.3f d in the end, %.2f m/s\n", world.time,
              world.particles.size(), h, worst, data.report.worstOverlap, fastest);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    ASSERT_TRUE(world.particles.position[i].allFinite() && world.particles.velocity[i].allFinite() &&
                world.particles.angularVelocity[i].allFinite() && world.particles.orientation[i].coeffs().allFinite())
        << "particle " << world.particles.id[i];
  }
  EXPECT_EQ(world.faultCount, 0U) << (world.faults.empty() ? "" : world.faults.front().what);
  EXPECT_GT(world.particles.size(), 0U);
  // As for the runs in full: nothing is thrown faster than a fall of some metres.
  EXPECT_LE(fastest, 10.0);
  // No grain's centre is in a wall: from there a contact would push to the wrong side. The plate of the press falls on
  // its bed at first, 0.48 d deep in full too.
  EXPECT_LT(worst, 0.5);
  EXPECT_LT(data.report.worstOverlap, 0.5);
}

std::string nameOf(const ::testing::TestParamInfo<SceneAndPreset>& run) {
  const auto& [scene, preset] = run.param;
  std::string name = scene.stem().string();
  for (const ReductionPresetInfo& info : reductionPresetTable()) {
    name += info.preset == preset ? '_' + std::string(info.name) : "";
  }
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<ReductionPreset> allPresets() {
  std::vector<ReductionPreset> presets;
  for (const ReductionPresetInfo& info : reductionPresetTable()) {
    presets.push_back(info.preset);
  }
  return presets;
}

INSTANTIATE_TEST_SUITE_P(SlowAll, PresetOnScene,
                         ::testing::Combine(::testing::ValuesIn(findScenes({}, SCREE_SOURCE_DIR).files),
                                            ::testing::ValuesIn(allPresets())),
                         nameOf);

}  // namespace
}  // namespace scree
