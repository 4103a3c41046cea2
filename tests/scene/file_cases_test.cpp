// Files of the kinds that people have, named in scenes: how they are read is told, and what cannot be weighed is
// refused with its place.
#include <filesystem>

#include "tests/scene/scene_text.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

fs::path casesFile() { return fs::path(SCREE_SOURCE_DIR) / "tests/data/cases/scene.yaml"; }

SceneResult loadBody(const std::string& mesh, const std::string& keys = ", scale: 1 mm") {
  const std::string body =
      ", part: {density: 1000 kg/m3, shapes: [{mesh: {material: ore, position: [0, 0, 1], file: " + mesh + keys +
      "}}]}}\n";
  return loadSceneText(replaced(kSmallScene, "}]}}\n", "}]}" + body), casesFile().string());
}
SceneResult loadGrains(const std::string& keys) {
  return loadSceneText(replaced(kSmallScene, "{sphere: {diameter: 13 mm, position: [0, 0, 0.1]", "{file: {" + keys),
                       casesFile().string());
}

std::string textOf(const std::vector<SceneError>& all) {
  std::string text;
  for (const SceneError& one : all) {
    text += one.text() + "\n";
  }
  return text;
}

std::vector<SceneError> notesIn(const SceneResult& result) {
  return result.scene ? result.scene->notes : std::vector<SceneError>();
}

TEST(FileCases, MassesOfMeshesAreRight) {
  for (const auto& [name, mass] : {std::pair("meshes/one_of_two_inside_out.stl", 2.0),
                                   {"meshes/cavity_turned_wrong.stl", 0.488},
                                   {"meshes/crowded_edge.stl", 2.0},
                                   {"meshes/capitals.stl", 1.0}}) {
    const SceneResult result = loadBody(name);
    ASSERT_TRUE(result.scene) << name << textOf(result.errors);
    EXPECT_NEAR(result.scene->world.bodies.back().mass.mass, mass, 1e-9) << name;
  }
}

TEST(FileCases, MeshesThatCannotBeWeighedSayWhyAndWhere) {
  const SceneResult open = loadBody("meshes/near.obj");
  ASSERT_EQ(open.errors.size(), 1U) << textOf(open.errors);
  EXPECT_NE(open.errors[0].text().find("body 'part' cannot be weighed: mesh "), std::string::npos);
  EXPECT_NE(open.errors[0].text().find("it is open"), std::string::npos);
  EXPECT_NE(open.errors[0].text().find("the first from ["), std::string::npos);
  // A mesh that cannot be read is one error.
  EXPECT_EQ(loadBody("meshes/cut.ply").errors.size(), 1U);
}

TEST(FileCases, AMeshWithoutAScaleThatIsHugeBesideTheGrainsIsHintedAt) {
  const auto hasHint = [](const std::string& keys) {
    const std::string body =
        ", cup: {shapes: [{mesh: {material: ore, file: meshes/cup_in_millimetres.stl" + keys + "}}]}}\n";
    const SceneResult result =
        loadSceneText(replaced(replaced(kSmallScene, "}]}}\n", "}]}" + body), "diameter: 13 mm", "diameter: 4 mm"),
                      casesFile().string());
    EXPECT_TRUE(result.scene) << textOf(result.errors);
    return textOf(notesIn(result)).find("diameters of the largest particle: say with 'scale'") != std::string::npos;
  };
  EXPECT_TRUE(hasHint(", position: [0, 0, 40]"));
  EXPECT_FALSE(hasHint(", position: [0, 0, 1], scale: 1 mm"));
}

TEST(FileCases, HowParticleFilesAreReadIsTold) {
  const SceneResult result = loadGrains("path: tables/decimal_commas.csv");
  ASSERT_TRUE(result.scene) << textOf(result.errors);
  EXPECT_NE(textOf(notesIn(result)).find("semicolons between cells, decimal commas"), std::string::npos)
      << textOf(notesIn(result));
  const SceneResult units = loadGrains("path: tables/units_in_header.csv");
  ASSERT_TRUE(units.scene) << textOf(units.errors);
  EXPECT_EQ(units.scene->world.particles.position[0], Vec3(0.1, 0.2, 0.3));
  const SceneResult twice = loadGrains("path: tables/units_in_header.csv, scale: 1 mm");
  ASSERT_EQ(twice.errors.size(), 1U);
  EXPECT_NE(twice.errors[0].text().find("take 'scale' out"), std::string::npos) << twice.errors[0].text();
  const SceneResult colours = loadGrains("path: tables/colours.csv, diameter: 10 mm");
  ASSERT_TRUE(colours.scene) << textOf(colours.errors);
  EXPECT_EQ(colours.scene->world.particles.radius[0], 0.005);
  EXPECT_NE(textOf(notesIn(colours)).find("r beside g or b is red"), std::string::npos);
  const SceneResult frame = loadGrains("path: dumps/unwrapped.dump, frame: 2");
  ASSERT_EQ(frame.errors.size(), 1U);
  EXPECT_NE(frame.errors[0].text().find("there is no frame 2"), std::string::npos) << frame.errors[0].text();
}

}  // namespace
}  // namespace scree
