#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "engine/io/scene_library.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

const std::filesystem::path kScenes = SCREE_SOURCE_DIR "/resources/scenes";

TEST(ShippedScenes, AllLoadAndSayWhatTheyAre) {
  std::set<std::string> names;
  for (const std::filesystem::path& file : findScenes({}, SCREE_SOURCE_DIR).files) {
    const SceneResult result = loadScene(file);
    for (const SceneError& error : result.errors) {
      ADD_FAILURE() << error.text();
    }
    ASSERT_TRUE(result.scene) << file;
    EXPECT_GT(result.scene->description.size(), 100U) << file;
    EXPECT_EQ(result.scene->description.find('\n'), std::string::npos) << file << ": one paragraph";
    EXPECT_TRUE(result.scene->view.distance && result.scene->view.target) << file;
    EXPECT_EQ(result.scene->file, file);
    EXPECT_GT(result.scene->world.particles.size() + result.scene->world.emitters.size(), 0U);
    names.insert(file.stem());
  }
  EXPECT_EQ(names, (std::set<std::string>{"drop",
                                          "incline",
                                          "slide",
                                          "column",
                                          "pile",
                                          "container",
                                          "drum",
                                          "collapse",
                                          "conveyor",
                                          "hopper",
                                          "mixer",
                                          "press",
                                          "balling_drum",
                                          "balling_drum_lab",
                                          "balling_drum_plant",
                                          "balling_drum_plant_coarse",
                                          "bulldozer",
                                          "roller_screen",
                                          "hanging_chain",
                                          "wet_pile",
                                          "granulation_drum",
                                          "excavator",
                                          "excavator_100k",
                                          "triaxial"}));
}

TEST(ShippedScenes, DrumHasThePublishedNumbers) {
  const SceneResult result = loadScene(kScenes / "drum.yaml");
  ASSERT_TRUE(result.scene);
  const World& world = result.scene->world;
  EXPECT_EQ(world.particles.size(), 4864U);
  const auto& cylinder = std::get<HollowCylinder>(world.bodies.at(0).shapes.at(0).shape);
  EXPECT_EQ(cylinder.radius, 20 * 0.013);
  EXPECT_DOUBLE_EQ(cylinder.halfLength, 3.5 * 0.013);
  EXPECT_EQ(world.bodies[0].drives.at(0).speed.value, 0.5);
  const MaterialIndex caps = world.bodies[0].shapes[0].capMaterial;
  EXPECT_EQ(world.materials.pair(0, caps).friction, 0.0);
  EXPECT_EQ(world.materials.pair(0, caps).rollingResistance, 0.0);
  EXPECT_EQ(world.materials.pair(0, 0).friction, 0.91);
  EXPECT_EQ(world.materials.pair(0, 0).rollingResistance, 0.32);
  EXPECT_EQ(world.materials.pair(0, 0).stiffness, 3000.0);
  std::size_t large = 0;
  for (const double radius : world.particles.radius) {
    EXPECT_TRUE(radius == 0.0065 || radius == 0.005);
    large += radius == 0.0065 ? 1 : 0;
  }
  // Half and half at random: within five standard deviations of 4864 coin tosses.
  EXPECT_NEAR(static_cast<double>(large), 2432.0, 5.0 * 34.9);
}

TEST(ShippedScenes, TheLargeExcavatorIsTheSmallOneInALargerTrench) {
  const SceneResult small = loadScene(kScenes / "excavator.yaml");
  const SceneResult large = loadScene(kScenes / "excavator_100k.yaml");
  ASSERT_TRUE(small.scene && large.scene);
  const World& world = large.scene->world;
  EXPECT_EQ(world.particles.size(), 100000U);
  const auto [least, most] = std::minmax_element(world.particles.radius.begin(), world.particles.radius.end());
  EXPECT_NEAR(*least, 0.0125, 1e-5);
  EXPECT_NEAR(*most, 0.05, 1e-5);
  ASSERT_EQ(world.bodies.size(), small.scene->world.bodies.size());
  ASSERT_EQ(world.joints.size(), small.scene->world.joints.size());
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    EXPECT_EQ(world.bodies[i].name, small.scene->world.bodies[i].name);
    EXPECT_EQ(world.bodies[i].mass.mass, small.scene->world.bodies[i].mass.mass);
  }
}

/// Number of grains and the feed [kg/s] of a drum, and the widths of its outlet's gaps on the mesh are elsewhere.
TEST(ShippedScenes, DrumsOfPelletsHaveTheirPublishedNumbers) {
  const auto worldOf = [](const char* name) {
    SceneResult result = loadScene(kScenes / (std::string(name) + ".yaml"));
    EXPECT_TRUE(result.scene) << name;
    return result.scene ? std::move(result.scene->world) : World{};
  };
  const auto drumOf = [](const World& world) { return world.bodies.at(0).drives.at(0).speed.value; };
  const World plant = worldOf("balling_drum_plant");
  EXPECT_DOUBLE_EQ(drumOf(plant), 0.53);
  EXPECT_NEAR(plant.emitters.at(0).rate, 340.0 / 3.6, 1e-9);
  EXPECT_EQ(plant.particles.radius.at(0), 0.00635);
  // The bed has the flow's mass a metre: 340 t/h at the published 0.22 m/s, in the four metres before the outlet.
  const auto massOfMetre = [](const World& world) {
    double mass = 0.0;
    for (std::size_t i = 0; i < world.particles.size(); ++i) {
      const double x = world.particles.position[i].x();
      mass += x > 0.0 && x < 4.0 ? world.particles.mass[i] : 0.0;
    }
    return mass / 4.0;
  };
  EXPECT_NEAR(massOfMetre(plant), 340.0 / 3.6 / 0.22, 0.03 * 340.0 / 3.6 / 0.22);
  const World coarse = worldOf("balling_drum_plant_coarse");
  EXPECT_EQ(coarse.particles.radius.at(0), 0.0125);
  EXPECT_EQ(coarse.emitters.at(0).rate, plant.emitters.at(0).rate);
  // It begins with the mass that its own bed has once it is steady, at 0.19 m/s (METHOD.md 17.24): so it has somewhat
  // more than (12.7/25)³ of the grains.
  EXPECT_NEAR(massOfMetre(coarse), 340.0 / 3.6 / 0.19, 0.03 * 340.0 / 3.6 / 0.19);
  EXPECT_LT(coarse.particles.size(), plant.particles.size() / 6);
  const World lab = worldOf("balling_drum_lab");
  EXPECT_DOUBLE_EQ(drumOf(lab), 2.5);
  EXPECT_DOUBLE_EQ(lab.emitters.at(0).rate, 4.4);
  // Hertz's law of two equal balls is F = E √d / (3 (1 - ν²)) δ^1.5: 25 kN/m^1.5 as published.
  EXPECT_NEAR(lab.materials.list.at(0).youngsModulus * std::sqrt(0.01) / (3.0 * (1.0 - 0.25 * 0.25)), 25e3, 25.0);
}

}  // namespace
}  // namespace scree
