// The drum of the paper with merging from the start: its bed must flow as it does in full. What only looks at single
// grains lets it ride up as a whole, to some 60 degrees, and come down in avalanches.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include "engine/analysis/placed.h"
#include "engine/analysis/repose.h"
#include "engine/scene/scene.h"
#include "engine/settings/presets.h"
#include "engine/step/step.h"

namespace scree::testing {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

/// Of the dynamic angle of repose by mass, from 6 s on [°].
struct Angles {
  double mean = 0.0;
  double largest = 0.0;
};

Angles anglesOf(World world, Switch merging, double end) {
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = merging;
  const auto& rotation = std::get<Rotation>(world.bodies.at(0).drives.at(0).motion);
  const auto& shape = std::get<HollowCylinder>(world.bodies.at(0).shapes.at(0).shape);
  const DrumFrame frame{.centre = rotation.point, .axis = rotation.axis, .radius = shape.radius};
  StepData data;
  Angles angles;
  int looks = 0;
  while (world.time < end) {
    EXPECT_TRUE(step(world, data));
    if (world.time > 6.0 && world.step % 10 == 0) {
      const double angle = kDegrees * drumAngleByMass(particlesInPlace(world), frame);
      angles.mean += angle;
      angles.largest = std::max(angles.largest, angle);
      ++looks;
    }
  }
  angles.mean /= looks;
  return angles;
}

SceneResult drumWith(const std::vector<SceneOverride>& overrides) {
  return loadScene(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drum.yaml", overrides);
}

TEST(SlowMergedDrum, FlowsFromTheStartAsItDoesInFull) {
  for (const char* seed : {"1", "2"}) {
    const SceneResult loaded = drumWith({{"seed", seed}});
    ASSERT_TRUE(loaded.scene.has_value());
    const Angles full = anglesOf(loaded.scene->world, Switch::off, 12.0);  // three radians
    const Angles merged = anglesOf(loaded.scene->world, Switch::on, 12.0);
    // Merging raises the mean by half a degree, over many fillings as in the study; over three radians the mean of a
    // run scatters by half a degree. Frozen beds were 4 to 5 degrees off.
    EXPECT_NEAR(merged.mean, full.mean, 2.0) << seed;
    // In full it swings by two degrees; frozen ones rode up to 63.
    EXPECT_LT(merged.largest, full.largest + 6.0) << seed;
    RecordProperty(std::string("merged_") + seed, std::to_string(merged.mean) + " " + std::to_string(merged.largest));
    RecordProperty(std::string("full_") + seed, std::to_string(full.mean) + " " + std::to_string(full.largest));
  }
}

/// In a drum of 20 diameters across, waves are as large as the bed, and grains that stir in one that rides up pass for
/// a flow most easily.
TEST(SlowMergedDrum, FlowsInASmallDrumToo) {
  const int seeds = 12;
  Angles full;
  Angles merged;
  for (int seed = 1; seed <= seeds; ++seed) {
    const SceneResult loaded = drumWith({{"seed", std::to_string(seed)},
                                         {"bodies.drum.shapes.0.hollow_cylinder.diameter", "260 mm"},
                                         {"bodies.drum.shapes.0.hollow_cylinder.length", "46 mm"},
                                         {"particles.0.fill.region.cylinder.diameter", "260 mm"},
                                         {"particles.0.fill.region.cylinder.length", "46 mm"},
                                         {"particles.0.fill.count", "614"}});
    ASSERT_TRUE(loaded.scene.has_value());
    const auto add = [&](Angles& sum, Switch merging) {
      const Angles one = anglesOf(loaded.scene->world, merging, 20.0);
      sum.mean += one.mean / seeds;
      sum.largest += one.largest / seeds;
    };
    add(full, Switch::off);
    add(merged, Switch::on);
  }
  // Merging adds 1.2 degrees to the mean, which is where 500 sweeps in each of four substeps have it, and 8 to the
  // largest; they scatter by 0.5 and 4 from seed to seed, so by 0.2 and 1 over these. When every grain that moved
  // counted as flow it was 2.8 and 13.
  EXPECT_NEAR(merged.mean, full.mean, 2.0);
  EXPECT_LT(merged.largest, full.largest + 10.0);
  RecordProperty("merged", std::to_string(merged.mean) + " " + std::to_string(merged.largest));
  RecordProperty("full", std::to_string(full.mean) + " " + std::to_string(full.largest));
}

}  // namespace
}  // namespace scree::testing
