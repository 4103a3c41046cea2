// Changes to the text of scenes.
#include "engine/scene_file/scene_edit.h"

#include <unistd.h>

#include <fstream>
#include <numbers>

#include "engine/geometry/mesh.h"
#include "engine/scene/mesh_import.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEditedScene =
    "scree: 1\n"
    "name: Edited\n"
    "materials:\n"
    "  ore: {density: 3700 kg/m3}\n"
    "default_pair: {friction: 0.9}\n"
    "bodies:\n"
    "    floor:  # where it all lies\n"
    "        shapes:\n"
    "          - plane: {material: ore}\n"
    "\n"
    "# the grains\n"
    "particles: [{sphere: {diameter: 13 mm, position: [0, 0, 0.1], material: ore}}]\n";

constexpr std::string_view kBall = "position: [0, 0, 1]\nshapes:\n  - sphere: {diameter: 0.1, material: ore}\n";

TEST(SceneEdit, ABodyIsAddedBehindTheOthersAndAllElseStays) {
  const SceneText added = withBody(kEditedScene, "f.yaml", "the \"ball\"", kBall);
  ASSERT_TRUE(added.text);
  const Scene scene = sceneOf(*added.text);
  ASSERT_EQ(scene.world.bodies.size(), 2U);
  EXPECT_EQ(scene.world.bodies[1].name, "the \"ball\"");
  EXPECT_EQ(scene.world.bodies[1].pose.position, Vec3(0, 0, 1));
  std::string rest = *added.text;
  const std::size_t at = rest.find("    \"the");
  rest.erase(at, rest.find("\n# the grains") - at);
  EXPECT_EQ(rest, kEditedScene) << "comments and blank lines too";
}

TEST(SceneEdit, ABodyGetsASectionWhereThereIsNone) {
  const std::string last =
      replaced(kEditedScene,
               "bodies:\n    floor:  # where it all lies\n        shapes:\n          - plane: {material: ore}\n", "");
  for (const std::string& text :
       {last, last.substr(0, last.size() - 1), last + "bodies:\n", last + "bodies:  # none\n# yet"}) {
    const SceneText added = withBody(text, "f.yaml", "ball", kBall);
    ASSERT_TRUE(added.text) << text;
    EXPECT_EQ(sceneOf(*added.text).world.bodies.size(), 1U) << *added.text;
  }
  // The bodies last, without an end of the line.
  std::string at =
      replaced(kEditedScene, "particles: [{sphere: {diameter: 13 mm, position: [0, 0, 0.1], material: ore}}]\n", "");
  while (at.back() == '\n' || at.ends_with("grains")) {
    at.erase(at.back() == '\n' ? at.size() - 1 : at.rfind('#'));
  }
  EXPECT_EQ(sceneOf(withBody(at, "f.yaml", "ball", kBall).text.value()).world.bodies.size(), 2U);
}

TEST(SceneEdit, WhatCannotBeChangedIsSaidWithFileAndLine) {
  const SceneText added = withBody(kSmallScene, "f.yaml", "ball", kBall);
  ASSERT_FALSE(added.text);
  EXPECT_NE(added.errors.at(0).text().find("f.yaml:5:1: the bodies are written on one line"), std::string::npos)
      << added.errors[0].text();
  EXPECT_FALSE(withBody("scree: [", "f.yaml", "ball", kBall).text);
  EXPECT_FALSE(withBody("scree", "f.yaml", "ball", kBall).errors.empty());
}

TEST(SceneEdit, NamesAreThoseOfTheSections) {
  const SceneNames names = namesIn(kEditedScene);
  EXPECT_EQ(names.materials, std::vector<std::string>{"ore"});
  EXPECT_EQ(names.bodies, std::vector<std::string>{"floor"});
  EXPECT_TRUE(namesIn("scree: [").bodies.empty());
}

TEST(SceneEdit, AMovedSceneFindsItsFilesAgain) {
  const fs::path folder = fs::path(::testing::TempDir()) / ("scene_edit_" + std::to_string(::getpid()));
  fs::create_directories(folder / "parts");
  fs::create_directories(folder / "other" / "deep");
  std::ofstream(folder / "parts" / "wedge.obj")
      << "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  std::ofstream(folder / "bed.csv") << "x,y,z,r\n0,0,9,0.01\n";
  std::string text = replaced(kEditedScene, "- plane: {material: ore}",
                              "- mesh: {file: 'parts/wedge.obj', material: ore}\n"
                              "          - hull: {material: ore, file: parts/wedge.obj}\n"
                              "        motion:\n"
                              "          - rotate: {axis: z, table: \"speed.csv\", column: x}");
  text = replaced(text, "[{sphere: {diameter: 13 mm, position: [0, 0, 0.1]", "[{file: {path: bed.csv");
  std::ofstream(folder / "speed.csv") << "time,x\n0,1\n1,2\n";
  const SceneText moved = withPathsFrom(text, folder / "a.yaml", folder / "other" / "deep" / "b.yaml");
  ASSERT_TRUE(moved.text);
  EXPECT_NE(moved.text->find("{file: \"../../parts/wedge.obj\", material"), std::string::npos) << *moved.text;
  const SceneResult read = loadSceneText(*moved.text, (folder / "other" / "deep" / "b.yaml").string());
  EXPECT_TRUE(read.scene) << read.errors.front().text();
  EXPECT_EQ(withPathsFrom(text, folder / "a.yaml", folder / "b.yaml").text, text) << "nothing to do in the same folder";
  fs::remove_all(folder);
}

TEST(SceneEdit, AnImportSaysInTheSceneWhatWasChosen) {
  const fs::path folder = fs::path(::testing::TempDir()) / ("import_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "wedge.obj") << "v 0 0 0\nv 10 0 0\nv 0 20 0\nv 0 0 30\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  MeshImport import{.name = "wedge", .file = folder / "wedge.obj", .scale = 0.01, .material = "ore"};
  import.position = Vec3(1, 2, 3);
  import.turn = Vec3(0, 0, 90);
  import.origin = Vec3(0.05, 0.1, 0.15);
  const auto bodyOf = [&](const MeshImport& one) {
    const SceneText added = withBody(kEditedScene, folder / "s.yaml", one.name, bodyLines(one, folder));
    const SceneResult read = loadSceneText(added.text.value(), (folder / "s.yaml").string());
    EXPECT_TRUE(read.scene) << *added.text << read.errors.front().text();
    return read.scene ? read.scene->world.bodies.at(1) : Body();
  };
  Body body = bodyOf(import);
  EXPECT_TRUE(body.isStatic());
  const Mesh& mesh = *std::get<MeshShape>(body.shapes.at(0).shape).mesh;
  EXPECT_LT((mesh.bounds.upper - Vec3(0.1, 0.2, 0.3)).norm(), 1e-15);
  const Vec3 middle = (body.pose * body.shapes[0].local).toWorld(Vec3(0.05, 0.1, 0.15));
  EXPECT_LT((middle - import.position).norm(), 1e-12) << "its middle is at the position";
  EXPECT_LT((body.pose.orientation * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-12);
  import.motion = ImportMotion::turns;
  import.axis = -Vec3::UnitY();
  import.speed = 30.0;
  body = bodyOf(import);
  EXPECT_NEAR(body.drives.at(0).speed.value, std::numbers::pi, 1e-12);
  EXPECT_EQ(std::get<Rotation>(body.drives[0].motion).point, import.position);
  import.motion = ImportMotion::slides;
  EXPECT_EQ(std::get<Translation>(bodyOf(import).drives.at(0).motion).direction, -Vec3::UnitY());
  import.motion = ImportMotion::forces;
  import.heaviness = 1000.0;
  EXPECT_NEAR(bodyOf(import).mass.mass, 1.0, 1e-9);
  import.byDensity = false;
  import.asHull = true;
  body = bodyOf(import);
  EXPECT_EQ(body.mass.mass, 1000.0);
  EXPECT_TRUE(std::holds_alternative<HullShape>(body.shapes.at(0).shape));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace scree
