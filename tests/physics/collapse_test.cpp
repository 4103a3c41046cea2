// The collapse of the paper, whose grains come round the open ends of the walls that held them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "engine/settings/presets.h"
#include "engine/step/step.h"

namespace scree {
namespace {

constexpr double kCollapseSeconds = 6.0;  // the gate goes up at 1.5 s; grains come round for a second after that
constexpr double kHeight = 0.3;           // m, of the box that they are filled into

TEST(SlowCollapse, NoGrainIsThrown) {
  for (const Switch merging : {Switch::off, Switch::on}) {
    for (int seed = 1; seed <= 3; ++seed) {
      const std::vector<SceneOverride> overrides = {{"seed", std::to_string(seed)}};
      SceneResult result = loadScene(SCREE_SOURCE_DIR "/resources/scenes/collapse.yaml", overrides);
      ASSERT_TRUE(result.scene.has_value());
      World& world = result.scene->world;
      applyPreset(world.parameters, ReductionPreset::local);
      world.parameters.reduction.merging = merging;
      const double fall = std::sqrt(2.0 * world.parameters.gravity.norm() * kHeight);
      StepData data;
      double fastest = 0.0;
      double deepest = 0.0;
      while (world.time < kCollapseSeconds) {
        ASSERT_TRUE(step(world, data));
        fastest = std::max(fastest, data.report.largestSpeed);
        deepest = std::max(deepest, data.report.worstOverlap);
      }
      // Nothing makes a grain faster than a fall from the top, but a deep overlap. Seen in thirty seeds with merging:
      // 1.7 m/s and 0.21 d, as the bed is filled; where a grain behind a wall counted as one in it, 3 to 3.6 m/s and a
      // diameter.
      EXPECT_LT(fastest, fall) << "seed " << seed;
      EXPECT_LT(deepest, 0.3) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace scree
