// Scenes that start from another one.
#include <fstream>

#include "tests/io/test_folder.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

class BaseScene : public ::testing::Test {
 protected:
  BaseScene() { write("small.yaml", std::string(kSmallScene)); }

  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }

  SceneResult load(const std::string& text, std::span<const SceneOverride> overrides = {}) {
    return loadSceneText(text, (folder_ / "own.yaml").string(), overrides);
  }

  /// All messages, without the folder.
  std::string messages(const std::string& text) {
    std::string all;
    for (const SceneError& error : load(text).errors) {
      all += error.text() + "\n";
    }
    const std::string folder = (folder_ / "").string();
    for (std::size_t at = all.find(folder); at != std::string::npos; at = all.find(folder)) {
      all.erase(at, folder.size());
    }
    return all;
  }

  TestFolder folder_;
};

TEST_F(BaseScene, KeysReplaceAndAddSectionBySection) {
  write("small.yaml", replaced(kSmallScene, "{friction: 0.9}", "{friction: 0.9, restitution: 0.4}"));
  const SceneResult result = load(
      "scree: 1\n"
      "base: small.yaml\n"
      "name: Larger\n"
      "default_pair: {friction: 0.5}\n"
      "bodies: {wall: {shapes: [{plane: {material: ore, normal: x, position: [-1, 0, 0]}}]}}\n"
      "particles: [{sphere: {diameter: 26 mm, position: [0, 0, 0.2], material: ore}}]\n");
  ASSERT_TRUE(result.scene) << result.errors.front().text();
  const World& world = result.scene->world;
  EXPECT_EQ(result.scene->name, "Larger");
  EXPECT_EQ(world.materials.pair(0, 0).friction, 0.5);
  EXPECT_EQ(world.materials.pair(0, 0).restitution, 0.4) << "kept from the base";
  ASSERT_EQ(world.bodies.size(), 2U);
  EXPECT_EQ(world.bodies[0].name, "floor");
  EXPECT_EQ(world.bodies[1].name, "wall");
  ASSERT_EQ(world.particles.size(), 1U) << "lists are replaced";
  EXPECT_EQ(world.particles.radius[0], 0.013);
}

TEST_F(BaseScene, AKeyWithoutAValueTakesOut) {
  write("turned.yaml", replaced(kSmallScene, "{ore: {density: 3700 kg/m3}}",
                                "{ore: {density: 3700 kg/m3}}\n"
                                "sinks: {a: {position: [0, 0, 9], size: [1, 1, 1]}, "
                                "b: {position: [0, 0, 9], size: [1, 1, 1]}}"));
  const SceneResult result = load("scree: 1\nbase: turned.yaml\nsinks: {a: }\n");
  ASSERT_TRUE(result.scene) << result.errors.front().text();
  ASSERT_EQ(result.scene->world.sinks.size(), 1U);
  EXPECT_EQ(result.scene->world.sinks[0].name, "b");
}

TEST_F(BaseScene, TheFilesThatASceneReadsAreKnown) {
  write("middle.yaml", "base: small.yaml\n");
  write("grains.csv", "x,y,z,r\n0,0,0.1,0.005\n");
  const SceneResult result = load("base: middle.yaml\nparticles: [{file: {path: ./grains.csv, material: ore}}]\n");
  ASSERT_TRUE(result.scene) << result.errors.front().text();
  EXPECT_EQ(result.scene->files, (std::vector<std::filesystem::path>{folder_ / "middle.yaml", folder_ / "small.yaml",
                                                                     folder_ / "grains.csv"}));
}

TEST_F(BaseScene, BasesHaveBasesAndOverridesComeLast) {
  write("middle.yaml", "scree: 1\nbase: small.yaml\nname: Middle\nduration: 3 s\nseed: 5\n");
  const std::array<SceneOverride, 1> overrides = {{{"seed", "9"}}};
  const SceneResult result = load("scree: 1\nbase: middle.yaml\nname: Top\nseed: 7\n", overrides);
  ASSERT_TRUE(result.scene) << result.errors.front().text();
  EXPECT_EQ(result.scene->name, "Top");
  EXPECT_EQ(result.scene->duration, 3.0);
  EXPECT_EQ(result.scene->seed, 9U);
}

TEST_F(BaseScene, MistakesNameTheFileAndLineThatTheyAreIn) {
  write("wrong.yaml", replaced(kSmallScene, "density: 3700 kg/m3", "density: 3700 kg"));
  EXPECT_NE(messages("scree: 1\nbase: wrong.yaml\n").find("wrong.yaml:3:28: density:"), std::string::npos)
      << messages("scree: 1\nbase: wrong.yaml\n");
  EXPECT_NE(messages("scree: 1\nbase: small.yaml\nname: [1]\n").find("own.yaml:3:7: 'name' needs a text"),
            std::string::npos)
      << messages("scree: 1\nbase: small.yaml\nname: [1]\n");
}

TEST_F(BaseScene, ABaseThatCannotBe) {
  EXPECT_EQ(messages("scree: 1\nbase: none.yaml\n"),
            "own.yaml:2:7: the base 'none.yaml': there is no such file: check the path\n");
  const std::string elsewhere =
      "own.yaml:2:7: 'base' is not the name of a scene file in the same folder: name one, such as drum.yaml; paths in "
      "it start from this folder\n";
  EXPECT_EQ(messages("scree: 1\nbase: ../small.yaml\n"), elsewhere);
  EXPECT_EQ(messages("scree: 1\nbase: [small.yaml]\n"), elsewhere);
  EXPECT_EQ(messages("scree: 1\nbase:\n"), replaced(elsewhere, "2:7", "2:1"));
  write("ring.yaml", "scree: 1\nbase: ring.yaml\n");
  EXPECT_EQ(messages("scree: 1\nbase: ring.yaml\n"),
            "ring.yaml:2:7: more than 8 bases, each of the one before: a scene must not be its own base\n");
  write("list.yaml", "- 1\n");
  EXPECT_EQ(messages("scree: 1\nbase: list.yaml\n"),
            "own.yaml:2:7: the base 'list.yaml' is no scene: name a scene file\n");
}

}  // namespace
}  // namespace scree
