#include "engine/scene/advice.h"
#include "engine/step/step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/planning/servin_rules.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

Advice adviceOf(std::string_view name, std::span<const SceneOverride> overrides = {}) {
  const SceneResult result =
      loadScene(std::string(SCREE_SOURCE_DIR "/resources/scenes/") + std::string(name), overrides);
  EXPECT_TRUE(result.scene) << name;
  return result.scene ? adviseStep(result.scene->world) : Advice{};
}

TEST(Advice, SweepRuleAtItsLimits) {
  // Narrow: 0.3/0.01 * 0.44 * 10; saturated: 0.3/0.05 * 6; flow: three times as many at I = 1.
  EXPECT_NEAR(sweepRule(0.01, 10.0, 1.0, 0.0), 132.0, 1e-9);
  EXPECT_NEAR(sweepRule(0.05, 1e4, 6.0, 0.0), 36.0, 1e-9);
  EXPECT_NEAR(sweepRule(0.01, 10.0, 20.0, 1.0), 3.0 * sweepRule(0.01, 10.0, 20.0, 0.0), 1e-9);
}

TEST(Advice, StepRuleOfGravity) {
  const Advice a = adviceOf("column.yaml");
  EXPECT_DOUBLE_EQ(a.diameter, 0.013);
  EXPECT_DOUBLE_EQ(a.stepForGravity, std::sqrt(2.0 * 0.01 * 0.013 / 9.81));
  EXPECT_EQ(a.impactSpeed, 0.0);
  EXPECT_TRUE(std::isinf(a.stepForImpacts));
  EXPECT_TRUE(a.timeStepFits);
  EXPECT_NEAR(a.height, 25.0, 1e-9);
  EXPECT_NEAR(a.roughSweeps, 250.0, 1e-9);
  EXPECT_NEAR(a.sweeps, 330.0, 1e-6);
}

TEST(Advice, FallsAndFlows) {
  // The lowest points of the balls are 0.45 m above the ground.
  EXPECT_NEAR(adviceOf("drop.yaml").impactSpeed, std::sqrt(2.0 * 9.81 * 0.45), 1e-9);
  EXPECT_NEAR(adviceOf("pile.yaml").impactSpeed, std::sqrt(0.25 + 2.0 * 9.81 * 0.195), 1e-9);
  const Advice drum = adviceOf("drum.yaml");
  EXPECT_NEAR(drum.flowSpeed, 3.0 * 0.5 * 0.0115, 0.0002);  // mean diameter of a random half and half
  EXPECT_NEAR(drum.width, 40.0, 6.0);                       // 40 of the larger diameter
  EXPECT_GT(drum.height, 8.0);
  EXPECT_LT(drum.height, 20.0);
}

/// Linear springs: substeps of 0.05 √(m/k), or 0.05 T/√(π² + ln² e) of the pair that asks for the shortest.
TEST(Advice, TellsWhatACollisionTimeGains) {
  const auto noteOn = [](const char* time) {
    const std::array<SceneOverride, 2> overrides = {{{"solver.method", "smooth"}, {"solver.collision_time", time}}};
    for (const std::string& note : adviceOf("drop.yaml", overrides).notes) {
      if (note.find("made to last") != std::string::npos) {
        return note;
      }
    }
    return std::string();
  };
  const SceneResult drop = loadScene(SCREE_SOURCE_DIR "/resources/scenes/drop.yaml");
  ASSERT_TRUE(drop.scene);
  const double own = std::sqrt(drop.scene->world.particles.mass[0] / 1e5);
  const double longer = 5e-3 / std::hypot(std::numbers::pi, std::log(0.18));
  EXPECT_NE(noteOn("5 ms").find(fmt::format("last 0.005 s, for substeps {:.3g} times as long.", longer / own)),
            std::string::npos)
      << noteOn("5 ms");
  EXPECT_NE(noteOn("1 ms").find("which makes no substep longer here."), std::string::npos) << noteOn("1 ms");
  EXPECT_EQ(noteOn("0 s"), "");
}

TEST(Advice, SaysWhatTheSettingsLack) {
  EXPECT_TRUE(adviceOf("drum.yaml").sweepsFit);
  const std::array<SceneOverride, 3> poor = {
      {{"solver.sweeps", "10"}, {"solver.warm_start", "off"}, {"time_step", "20 ms"}}};
  const Advice a = adviceOf("drum.yaml", poor);
  EXPECT_FALSE(a.sweepsFit);
  EXPECT_FALSE(a.timeStepFits);
  EXPECT_GE(a.warnings.size(), 2U);
  const std::array<SceneOverride, 2> soft = {{{"default_pair.stiffness", "0.3 kN/m"}, {"solver.guard", "warn"}}};
  EXPECT_GT(adviceOf("drum.yaml", soft).overlapAtRest, 0.05);
}

bool hasText(const std::vector<std::string>& texts, std::string_view part) {
  return std::ranges::any_of(texts, [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

TEST(Advice, TellsWhatTheLimitOnStiffnessMakesOfABed) {
  const Advice shipped = adviceOf("collapse.yaml");
  ASSERT_GT(shipped.height, 10.0);
  EXPECT_GT(shipped.stiffness, 1.0);
  EXPECT_FALSE(hasText(shipped.notes, "times as stiff as"));
  // k Δt²/m: four times the step is sixteen times as stiff, and fast holds 16² x 4 = 1024.
  const std::array<SceneOverride, 1> longer = {{{"time_step", "20 ms"}}};
  const Advice slow = adviceOf("collapse.yaml", longer);
  EXPECT_NEAR(slow.stiffness / shipped.stiffness, 16.0, 1e-9);
  EXPECT_EQ(hasText(slow.notes, "times as stiff as"), slow.stiffness > 1024.0);
  const std::array<SceneOverride, 1> hard = {{{"default_pair.stiffness", "300 kN/m"}}};
  EXPECT_GT(adviceOf("collapse.yaml", hard).stiffness, 1024.0);
  EXPECT_TRUE(hasText(adviceOf("collapse.yaml", hard).notes, "times as stiff as"));
  const std::array<SceneOverride, 2> few = {{{"time_step", "20 ms"}, {"solver.most_substeps", "4"}}};
  EXPECT_TRUE(hasText(adviceOf("collapse.yaml", few).warnings, "presses softened contacts"));
  const std::array<SceneOverride, 2> cold = {{{"default_pair.stiffness", "300 kN/m"}, {"solver.warm_start", "off"}}};
  EXPECT_FALSE(hasText(adviceOf("collapse.yaml", cold).notes, "times as stiff as"))
      << "nothing is carried on that could lag";
}

/// The substeps that check names are those that the run takes.
TEST(Advice, TellsWhatABodyOnFewGrainsTakes) {
  constexpr std::string_view kPlate = R"(scree: 1
name: plate
time_step: 5 ms
materials: {ore: {density: 3700 kg/m3}}
default_pair: {restitution: 0, friction: 0.5, rolling_resistance: 0.2, stiffness: 50000 kN/m, damping_time: 1 ms}
bodies:
  ground: {shapes: [rectangle: {size: [1, 1], material: ore}]}
  plate: {position: [0, 0, 18 mm], mass: 1000 kg, shapes: [box: {size: [60 mm, 60 mm, 10 mm], material: ore}]}
particles:
  - sphere: {diameter: 13 mm, position: [-20 mm, -20 mm, 6.5 mm], material: ore}
  - sphere: {diameter: 13 mm, position: [-20 mm, 20 mm, 6.5 mm], material: ore}
  - sphere: {diameter: 13 mm, position: [20 mm, -20 mm, 6.5 mm], material: ore}
  - sphere: {diameter: 13 mm, position: [20 mm, 20 mm, 6.5 mm], material: ore}
)";
  SceneResult loaded = loadSceneText(kPlate, "plate.yaml");
  ASSERT_TRUE(loaded.scene) << loaded.errors.front().text();
  World& world = loaded.scene->world;
  const Advice advice = adviseStep(world);
  StepData data;
  for (int i = 0; i < 20; ++i) {
    step(world, data);
  }
  EXPECT_TRUE(hasText(advice.notes, "in " + std::to_string(data.context.substeps) + " substeps; the run takes them"));
}

TEST(Advice, TellsWhichDampingTimesChangeNothing) {
  // 4 substeps of 1.25 ms: overlaps die out over two of them, 2.5 ms.
  EXPECT_TRUE(hasText(adviceOf("drum.yaml").notes, "a damping_time below 2.5 ms changes nothing"));
  const std::vector<SceneOverride> brief = {{"time_step", "1.9 ms"}};
  EXPECT_FALSE(hasText(adviceOf("drum.yaml", brief).notes, "damping_time"));
}

TEST(Advice, TellsWhichYoungsModuliAreNotUsed) {
  const auto warningsOf = [](std::string_view pair) {
    const SceneResult result = loadSceneText(
        fmt::format(
            "scree: 1\nname: moduli\nmaterials:\n  ore: {{density: 2500, youngs_modulus: 1e9, poisson_ratio: 0.2}}\n"
            "  steel: {{density: 7800, youngs_modulus: 2e11}}\ndefault_pair: {{{}}}\n"
            "particles:\n  - sphere: {{diameter: 1 mm, position: [0, 0, 0], material: ore}}\n",
            pair),
        "modulus.yaml");
    EXPECT_TRUE(result.scene);
    return result.scene ? adviseStep(result.scene->world).warnings : std::vector<std::string>{};
  };
  EXPECT_TRUE(hasText(warningsOf("stiffness: 3 kN/m"), "Material 'ore' has a youngs_modulus that nothing uses"));
  EXPECT_TRUE(hasText(warningsOf("stiffness: 3 kN/m"), "Material 'steel'"));
  EXPECT_FALSE(hasText(warningsOf("stiffness: hertz"), "youngs_modulus"));
}

TEST(Advice, CopesWithNothing) {
  const Advice nothing = adviseStep(World{});
  EXPECT_EQ(nothing.diameter, 0.0);
  EXPECT_FALSE(nothing.notes.empty());
  const std::array<SceneOverride, 1> weightless = {{{"gravity", "[0, 0, 0]"}}};
  const Advice floating = adviceOf("column.yaml", weightless);
  EXPECT_TRUE(std::isinf(floating.stepForGravity));
  EXPECT_EQ(floating.sweeps, 0.0);
  EXPECT_TRUE(floating.warnings.empty());
}

}  // namespace
}  // namespace scree
