// Meshes and particle files named in scenes: what they become, what is noted, and what is refused.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/geometry/mesh.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

class MeshScene : public ::testing::Test {
 protected:
  MeshScene() : folder_(fs::path(::testing::TempDir()) / ("mesh_scene_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~MeshScene() override { fs::remove_all(folder_); }

  void put(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

  /// The small scene with a second body that has this mesh.
  SceneResult loadMesh(const std::string& keys) const {
    const std::string body = ", part: {shapes: [{mesh: {material: ore, position: [0, 0, 1], " + keys + "}}]}}\n";
    return loadSceneText(replaced(kSmallScene, "}]}}\n", "}]}" + body), (folder_ / "scene.yaml").string());
  }
  SceneResult loadParticles(const std::string& keys) const {
    return loadSceneText(replaced(kSmallScene, "{sphere: {diameter: 13 mm, position: [0, 0, 0.1]", "{file: {" + keys),
                         (folder_ / "scene.yaml").string());
  }

  fs::path folder_;
};

constexpr const char* kTetrahedron = "v 0 0 0\nv 100 0 0\nv 0 200 0\nv 0 0 300\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

std::string firstError(const SceneResult& result) { return result.errors.empty() ? "" : result.errors[0].text(); }

TEST_F(MeshScene, FileIsReadInItsUnitBesideTheScene) {
  put("wedge.obj", kTetrahedron);
  const SceneResult result = loadMesh("file: wedge.obj, scale: 1 mm");
  ASSERT_TRUE(result.scene.has_value()) << firstError(result);
  const Mesh& mesh = *std::get<MeshShape>(result.scene->world.bodies.at(1).shapes.at(0).shape).mesh;
  EXPECT_EQ(mesh.bounds.upper, Vec3(0.1, 0.2, 0.3));
  ASSERT_EQ(result.scene->notes.size(), 1U);
  EXPECT_NE(result.scene->notes[0].text().find("4 triangles, 0.1 x 0.2 x 0.3 m, closed"), std::string::npos)
      << result.scene->notes[0].text();
  EXPECT_EQ(result.scene->notes[0].line, 5);
}

TEST_F(MeshScene, WhatWasMendedIsNoted) {
  put("wedge.obj", "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 2 1 4\nf 1 4 3\nf 2 3 4\nf 2 3 4\n");
  const SceneResult result = loadMesh("file: wedge.obj");
  ASSERT_TRUE(result.scene.has_value()) << firstError(result);
  ASSERT_EQ(result.scene->notes.size(), 3U);
  EXPECT_NE(result.scene->notes[1].remedy.find("1 triangle that were there twice taken out"), std::string::npos);
  EXPECT_NE(result.scene->notes[2].remedy.find("1 triangle turned over"), std::string::npos);
}

TEST_F(MeshScene, HolesAreClosedOnRequest) {
  // A cube of 100 mm without two faces that are opposite each other.
  put("duct.obj",
      "v 0 0 0\nv 100 0 0\nv 100 100 0\nv 0 100 0\nv 0 0 100\nv 100 0 100\nv 100 100 100\nv 0 100 100\n"
      "f 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  const auto meshOf = [](const SceneResult& result) {
    return std::get<MeshShape>(result.scene->world.bodies.at(1).shapes.at(0).shape).mesh;
  };
  const SceneResult open = loadMesh("file: duct.obj, scale: 1 mm");
  ASSERT_TRUE(open.scene.has_value()) << firstError(open);
  EXPECT_EQ(meshOf(open)->triangles.size(), 8U);
  const SceneResult closed = loadMesh("file: duct.obj, scale: 1 mm, close_holes: true");
  ASSERT_TRUE(closed.scene.has_value()) << firstError(closed);
  EXPECT_EQ(meshOf(closed)->triangles.size(), 12U);
  EXPECT_NEAR(volumeOf(meshOf(closed)->points, meshOf(closed)->triangles).volume, 1e-3, 1e-15);
  ASSERT_EQ(closed.scene->notes.size(), 2U);
  EXPECT_EQ(closed.scene->notes[1].line, 5);
  EXPECT_NE(closed.scene->notes[1].text().find("2 holes closed by 4 triangles"), std::string::npos)
      << closed.scene->notes[1].text();
  // Both in one scene are two meshes.
  const SceneResult both = loadMesh(
      "file: duct.obj, scale: 1 mm, close_holes: true}}, {mesh: {material: ore, position: [1, 0, 1], file: duct.obj, "
      "scale: 1 mm");
  ASSERT_TRUE(both.scene.has_value()) << firstError(both);
  const std::vector<ShapeInstance>& shapes = both.scene->world.bodies.at(1).shapes;
  EXPECT_EQ(std::get<MeshShape>(shapes.at(0).shape).mesh->triangles.size(), 12U);
  EXPECT_EQ(std::get<MeshShape>(shapes.at(1).shape).mesh->triangles.size(), 8U);
  // A body with mass needs a closed mesh, and is told how to get it.
  const std::string heavy =
      ", part: {density: 50 kg/m3, position: [0, 0, 1], shapes: [{mesh: {material: ore, file: "
      "duct.obj, scale: 1 mm";
  const auto loadHeavy = [&](const std::string& keys) {
    return loadSceneText(replaced(kSmallScene, "}]}}\n", "}]}" + heavy + keys + "}}]}}\n"),
                         (folder_ / "scene.yaml").string());
  };
  EXPECT_NE(firstError(loadHeavy("")).find("close its holes with 'close_holes: true'"), std::string::npos)
      << firstError(loadHeavy(""));
  const SceneResult weighed = loadHeavy(", close_holes: true");
  ASSERT_TRUE(weighed.scene.has_value()) << firstError(weighed);
  EXPECT_NEAR(weighed.scene->world.bodies.at(1).mass.mass, 0.05, 1e-12);
  // Other words are refused.
  for (const char* word : {"maybe", "1"}) {
    const std::string text = firstError(loadMesh(std::string("file: duct.obj, scale: 1 mm, close_holes: ") + word));
    EXPECT_NE(text.find("scene.yaml:5:"), std::string::npos) << text;
    EXPECT_NE(text.find("false, true"), std::string::npos) << text;
  }
  const std::string made = firstError(loadMesh("make: {box: {size: [1, 1, 1], open: true}}, close_holes: true"));
  EXPECT_NE(made.find("both 'make' and 'close_holes': take 'close_holes' out"), std::string::npos) << made;
}

TEST_F(MeshScene, BadMeshesAreNamedWithFileLineAndRemedy) {
  put("wedge.obj", kTetrahedron);
  put("nan.obj", "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n");
  put("empty.stl", "");
  put("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
  const auto expect = [&](const std::string& keys, const std::string& what, const std::string& remedy) {
    const SceneResult result = loadMesh(keys);
    EXPECT_FALSE(result.scene.has_value()) << keys;
    ASSERT_EQ(result.errors.size(), 1U) << keys;
    const std::string text = result.errors[0].text();
    EXPECT_NE(text.find("scene.yaml:5:"), std::string::npos) << text;
    EXPECT_NE(text.find(what), std::string::npos) << text;
    EXPECT_NE(text.find(remedy), std::string::npos) << text;
  };
  expect("file: nowhere.stl", "there is no mesh file", "relative to its file");
  expect("file: nan.obj", "nan.obj:2", "export the mesh again");
  expect("file: empty.stl", "empty.stl", "export it again");
  expect("file: flat.obj", "none of the 1 triangles", "export it again");
  expect("file: wedge.obj, scale: 100", "m across", "scale: 1 mm");
  expect("scale: 1 mm", "neither 'file' nor 'make'", "give one of them");
  expect("file: wedge.obj, make: {box: {size: [1, 1, 1]}}", "both 'file' and 'make'", "give one of them");
  expect("make: {hopper: {diameter: 1, height: 1, outlet: 2}}", "cannot be made", "make 'outlet' smaller");
  put("back.csv", "z,width\n1,0.05\n0.5,0.09\n");
  const auto outlet = [](const std::string& widths) {
    return "make: {outlet: {diameter: 1, length: 1, " + widths + "}}";
  };
  expect(outlet("widths_file: none.csv"), "there is no such file", "relative to its file");
  expect(outlet("widths_file: back.csv"), "back.csv, line 3: the z 0.5 m is not after 1 m", "in order of z");
  expect(outlet("widths_file: back.csv, widths: [1 cm]"), "both 'widths' and 'widths_file'", "give one");
  expect(outlet("first_width: 5 cm"), "cannot be made", "'last_width'");
  expect("make: {hoper: {}}", "'hoper'", "did you mean 'hopper'?");
}

TEST_F(MeshScene, AMeshInTheWrongUnitIsAskedAbout) {
  put("wedge.obj", kTetrahedron);
  const SceneResult result = loadMesh("file: wedge.obj");
  ASSERT_TRUE(result.scene.has_value()) << firstError(result);
  ASSERT_EQ(result.scene->notes.size(), 2U);
  EXPECT_NE(result.scene->notes[1].text().find("374 m across: say with 'scale'"), std::string::npos)
      << result.scene->notes[1].text();
}

TEST_F(MeshScene, MadeMeshesNeedNoFile) {
  const SceneResult result = loadMesh("make: {hopper: {diameter: 400 mm, height: 0.2, outlet: 10 cm, angle: 45 deg}}");
  ASSERT_TRUE(result.scene.has_value()) << firstError(result);
  const Mesh& mesh = *std::get<MeshShape>(result.scene->world.bodies.at(1).shapes.at(0).shape).mesh;
  EXPECT_NEAR(mesh.bounds.upper.z(), 0.35, 1e-12);
  EXPECT_TRUE(result.scene->notes.empty());
}

TEST_F(MeshScene, ParticlesComeFromAFile) {
  put("bed.csv", "x,y,z,r,vz\n0,0,20,5,-100\n30,0,20,6,0\n");
  const SceneResult result = loadParticles("path: bed.csv, scale: 1 mm, position: [0, 0, 0.5]");
  ASSERT_TRUE(result.scene.has_value()) << firstError(result);
  const Particles& particles = result.scene->world.particles;
  ASSERT_EQ(particles.size(), 2U);
  EXPECT_EQ(particles.position[1], Vec3(0.03, 0.0, 0.52));
  EXPECT_EQ(particles.radius[0], 0.005);
  EXPECT_EQ(particles.velocity[0].z(), -0.1);
  EXPECT_NEAR(particles.mass[0], 3700.0 * 4.0 / 3.0 * 3.14159265358979 * 1.25e-7, 1e-12);
  put("plain.csv", "x y z\n0 0 1\n");
  EXPECT_TRUE(loadParticles("path: plain.csv, diameter: 10 mm").scene.has_value());
  const auto message = [&](const std::string& keys) { return firstError(loadParticles(keys)); };
  EXPECT_NE(message("path: plain.csv").find("gives no radius: add a column r, or give 'diameter'"), std::string::npos);
  EXPECT_NE(message("path: none.csv").find("none.csv: there is no such file"), std::string::npos);
  put("bad.csv", "x y z r\n0 0 1 1\n0 zero 1 1\n");
  EXPECT_NE(message("path: bad.csv").find("bad.csv, line 3: 'zero' in column 'y' is no number"), std::string::npos);
  EXPECT_NE(message("path: bed.csv, scale: 1000").find("say with 'scale'"), std::string::npos);
}

}  // namespace
}  // namespace scree
