#include <filesystem>
#include <set>

#include "tests/scene/scene_text.h"

namespace scree {
namespace {

const std::filesystem::path kScenes = SCREE_SOURCE_DIR "/resources/scenes";

TEST(ShippedScenes, AllLoadAndSayWhatTheyAre) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kScenes)) {
    const SceneResult result = loadScene(entry.path());
    for (const SceneError& error : result.errors) {
      ADD_FAILURE() << error.text();
    }
    ASSERT_TRUE(result.scene) << entry.path();
    EXPECT_GT(result.scene->description.size(), 100U) << entry.path();
    EXPECT_EQ(result.scene->description.find('\n'), std::string::npos) << entry.path() << ": one paragraph";
    EXPECT_TRUE(result.scene->view.distance && result.scene->view.target) << entry.path();
    EXPECT_EQ(result.scene->file, entry.path());
    EXPECT_GT(result.scene->world.particles.size() + result.scene->world.emitters.size(), 0U);
    names.insert(entry.path().stem());
  }
  EXPECT_EQ(names, (std::set<std::string>{"drop", "incline", "slide", "column", "pile", "container", "drum", "collapse",
                                          "conveyor", "hopper", "mixer", "press", "balling_drum", "bulldozer",
                                          "excavator", "triaxial"}));
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

}  // namespace
}  // namespace scree
