#include <algorithm>
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
  EXPECT_EQ(names, (std::set<std::string>{"drop", "incline", "slide", "column", "pile", "container", "drum", "collapse",
                                          "conveyor", "hopper", "mixer", "press", "balling_drum", "bulldozer",
                                          "excavator", "excavator_100k", "triaxial"}));
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

}  // namespace
}  // namespace scree
