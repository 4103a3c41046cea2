#include "engine/relaxing/relax.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/step/step.h"
#include "tests/scene/scene_text.h"

// A start whose particles overlap is pushed apart before time begins.
namespace scree {
namespace {

constexpr double kRelaxedDiameter = 0.013;

/// Balls of 13 mm on a floor, `layers` of them in columns `apart` diameters from each other, in a scene with a contact
/// stiffness [N/m].
std::string columns(int wide, int layers, double apart, double stiffness, std::string_view bodies = "") {
  std::string text = fmt::format(
      "scree: 1\nname: Overlaps\nmaterials: {{ore: {{density: 3700 kg/m3}}}}\n"
      "default_pair: {{friction: 0.5, stiffness: {}}}\n{}\nparticles:\n",
      stiffness, bodies.empty() ? "bodies: {floor: {shapes: [{plane: {material: ore}}]}}" : bodies);
  for (int i = 0; i < wide; ++i) {
    for (int j = 0; j < wide; ++j) {
      for (int k = 0; k < layers; ++k) {
        text += fmt::format("  - sphere: {{diameter: 13 mm, position: [{}, {}, {}], material: ore}}\n",
                            kRelaxedDiameter * apart * i, kRelaxedDiameter * apart * j,
                            kRelaxedDiameter * (0.5 + apart * k));
      }
    }
  }
  return text;
}

double deepestShare(const World& world) {
  const Particles& p = world.particles;
  double deepest = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = i + 1; j < p.size(); ++j) {
      const double overlap = p.radius[i] + p.radius[j] - (p.position[i] - p.position[j]).norm();
      deepest = std::max(deepest, overlap / (2.0 * std::min(p.radius[i], p.radius[j])));
    }
  }
  return deepest;
}

TEST(Relax, DeepOverlapsArePushedApartAndNoted) {
  for (const double share : {0.03, 0.1, 0.19}) {
    const Scene scene = sceneOf(columns(4, 4, 1.0 - share, 1e6));
    EXPECT_LT(deepestShare(scene.world), 1e-3) << share;
    ASSERT_EQ(scene.notes.size(), 1U) << share;
    // 3 directions of 3 x 4 x 4 pairs.
    EXPECT_NE(scene.notes[0].what.find(fmt::format("144 overlaps are deeper than 1 % of a diameter at the start, the "
                                                   "deepest {:.3g} %",
                                                   100.0 * share)),
              std::string::npos)
        << scene.notes[0].text();
    EXPECT_NE(scene.notes[0].remedy.find("144 that the weight above does not explain are relaxed"), std::string::npos)
        << scene.notes[0].text();
  }
}

TEST(Relax, NoGrainGetsFasterThanAFallOfHalfItsDiameter) {
  for (const double stiffness : {3e3, 1e6, 1e8}) {
    for (const double share : {0.03, 0.19}) {
      Scene scene = sceneOf(columns(4, 4, 1.0 - share, stiffness));
      StepData data;
      double fastest = 0.0;
      while (scene.world.time < 0.1) {
        step(scene.world, data);
        fastest = std::max(fastest, data.report.largestSpeed);
      }
      EXPECT_LT(fastest, std::sqrt(9.81 * kRelaxedDiameter)) << stiffness << " N/m, " << share;
      EXPECT_TRUE(scene.world.guard.findings.empty());
    }
  }
}

TEST(Relax, ShallowOverlapsStayBitForBit) {
  const Scene scene = sceneOf(columns(3, 3, 0.991, 1e6));
  EXPECT_TRUE(scene.notes.empty());
  EXPECT_EQ(scene.world.particles.position[1].z(), kRelaxedDiameter * (0.5 + 0.991));
}

TEST(Relax, WhatTheWeightAboveExplainsStays) {
  // A column of 40 soft balls: at rest the lowest contact carries 39 of them, 1.66 N, and is 4.1 % deep at 3 kN/m.
  const double weight = 3700.0 * sphereVolume(0.5 * kRelaxedDiameter) * 9.81;
  std::string text = columns(1, 0, 1.0, 3e3);
  double height = 0.5 * kRelaxedDiameter - 40.0 * weight / 3e3;
  for (int k = 0; k < 40; ++k) {
    text += fmt::format("  - sphere: {{diameter: 13 mm, position: [0, 0, {:.17g}], material: ore}}\n", height);
    height += kRelaxedDiameter - (39.0 - k) * weight / 3e3;
  }
  // One deep pair far away does not set the column in motion.
  text += "  - sphere: {diameter: 13 mm, position: [1, 0, 0.0065], material: ore}\n";
  text += "  - sphere: {diameter: 13 mm, position: [1.0117, 0, 0.0065], material: ore}\n";
  const Scene scene = sceneOf(text);
  EXPECT_DOUBLE_EQ(scene.world.particles.position[0].z(), 0.5 * kRelaxedDiameter - 40.0 * weight / 3e3);
  EXPECT_NEAR((scene.world.particles.position[40] - scene.world.particles.position[41]).norm(), kRelaxedDiameter,
              2e-3 * kRelaxedDiameter);
  ASSERT_EQ(scene.notes.size(), 1U);
  EXPECT_NE(scene.notes[0].remedy.find("1 that the weight above does not explain is relaxed"), std::string::npos)
      << scene.notes[0].text();
}

TEST(Relax, WallsPushToo) {
  std::string text = columns(1, 0, 1.0, 1e6);
  text += "  - sphere: {diameter: 13 mm, position: [0, 0, 0.0045], material: ore}\n";  // 15 % in the floor
  const Scene scene = sceneOf(text);
  EXPECT_NEAR(scene.world.particles.position[0].z(), 0.5 * kRelaxedDiameter, 1e-3 * kRelaxedDiameter);
  EXPECT_GT(scene.world.particles.position[0].z(), 0.49 * kRelaxedDiameter);
}

TEST(Relax, AFullBoxKeepsItsPressureInBalance) {
  // 4 x 4 x 4 balls on a lattice of 0.9 diameters in a closed box that is just as large: there is no room.
  const std::string bodies = fmt::format(
      "bodies: {{box: {{position: [{0}, {0}, {1}], shapes: [{{container: {{size: [{2}, {2}, {2}], material: "
      "ore}}}}]}}}}",
      kRelaxedDiameter * 0.9 * 1.5, kRelaxedDiameter * (0.5 + 0.9 * 1.5), kRelaxedDiameter * (0.9 * 3 + 1));
  const Scene scene = sceneOf(columns(4, 4, 0.9, 1e4, bodies));
  ASSERT_EQ(scene.notes.size(), 1U);
  EXPECT_NE(scene.notes[0].remedy.find("there is no room for all"), std::string::npos) << scene.notes[0].text();
  // Springs in balance: five in a row, two of them with walls, share 0.3 diameters.
  const Particles& p = scene.world.particles;
  EXPECT_NEAR((p.position[0] - p.position[1]).norm() / kRelaxedDiameter, 1.0 - 0.3 / 5.0, 2e-3);
  EXPECT_NEAR((p.position[1] - p.position[2]).norm() / kRelaxedDiameter, 1.0 - 0.3 / 5.0, 2e-3);
}

TEST(Relax, AFullBoxOfStiffBallsIsRefusedWithAFactor) {
  const std::string bodies = fmt::format(
      "bodies: {{box: {{position: [{0}, {0}, {1}], shapes: [{{container: {{size: [{2}, {2}, {2}], material: "
      "ore}}}}]}}}}",
      kRelaxedDiameter * 0.9 * 1.5, kRelaxedDiameter * (0.5 + 0.9 * 1.5), kRelaxedDiameter * (0.9 * 3 + 1));
  const std::string messages = messagesOf(columns(4, 4, 0.9, 1e8, bodies));
  EXPECT_EQ(std::count(messages.begin(), messages.end(), '\n'), 1) << messages;
  EXPECT_NE(messages.find("there is no room to relax them"), std::string::npos) << messages;
  EXPECT_NE(messages.find("scale the diameters by 0.9"), std::string::npos) << messages;
}

TEST(Relax, BeyondAFifthThereIsOneErrorWithAFactor) {
  const std::string messages = messagesOf(columns(3, 3, 0.75, 1e6));
  EXPECT_EQ(std::count(messages.begin(), messages.end(), '\n'), 1) << messages;
  EXPECT_NE(messages.find("54 overlaps are deeper than 20 % of a diameter, the worst 25 % (3.25 mm)"),
            std::string::npos)
      << messages;
  // 0.75 / (1 - 0.2) of the diameter overlaps by a fifth.
  EXPECT_NE(messages.find("scale the diameters by 0.937, or move them apart"), std::string::npos) << messages;
}

}  // namespace
}  // namespace scree
