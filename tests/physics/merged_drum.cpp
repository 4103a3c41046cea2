// The drum of the paper with merging from the start: its bed must flow as it does in full. What only looks at single
// grains lets it ride up as a whole, to some 60 degrees, and come down in avalanches.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include "engine/analysis/placed.h"
#include "engine/analysis/repose.h"
#include "engine/scene/scene.h"
#include "engine/step/step.h"
#include "engine/world/presets.h"

namespace scree::testing {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

/// Of the dynamic angle of repose by mass, while the drum turns by three radians [°].
struct Angles {
  double mean = 0.0;
  double largest = 0.0;
};

Angles anglesOf(World world, Switch merging) {
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = merging;
  const auto& rotation = std::get<Rotation>(world.bodies.at(0).drives.at(0).motion);
  const auto& shape = std::get<HollowCylinder>(world.bodies.at(0).shapes.at(0).shape);
  const DrumFrame frame{.centre = rotation.point, .axis = rotation.axis, .radius = shape.radius};
  StepData data;
  Angles angles;
  int looks = 0;
  while (world.time < 12.0) {
    EXPECT_TRUE(step(world, data));
    if (world.time > 6.0 && world.step % 10 == 0) {
      const double angle = kDegrees * drumAngleByMass(placedParticles(world), frame);
      angles.mean += angle;
      angles.largest = std::max(angles.largest, angle);
      ++looks;
    }
  }
  angles.mean /= looks;
  return angles;
}

TEST(SlowMergedDrum, FlowsFromTheStartAsItDoesInFull) {
  for (const char* seed : {"1", "2"}) {
    const std::vector<SceneOverride> overrides = {{"seed", seed}};
    const SceneResult loaded =
        loadScene(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drum.yaml", overrides);
    ASSERT_TRUE(loaded.scene.has_value());
    const Angles full = anglesOf(loaded.scene->world, Switch::off);
    const Angles merged = anglesOf(loaded.scene->world, Switch::on);
    // Merging raises the mean by 0.9 degrees in the study, where it begins in what flows already; over three radians
    // the mean of a run scatters by half a degree. Frozen beds were 4 to 5 degrees off.
    EXPECT_NEAR(merged.mean, full.mean, 2.0) << seed;
    // In full it swings by two degrees; frozen ones rode up to 63.
    EXPECT_LT(merged.largest, full.largest + 6.0) << seed;
    RecordProperty(std::string("merged_") + seed, std::to_string(merged.mean) + " " + std::to_string(merged.largest));
    RecordProperty(std::string("full_") + seed, std::to_string(full.mean) + " " + std::to_string(full.largest));
  }
}

}  // namespace
}  // namespace scree::testing
