// Convex hulls named in scenes.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/geometry/hull.h"
#include "tests/scene/scene_text.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

class HullScene : public ::testing::Test {
 protected:
  HullScene() : folder_(fs::path(::testing::TempDir()) / ("hull_scene_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~HullScene() override { fs::remove_all(folder_); }

  /// The small scene with a second body of this hull.
  SceneResult load(const std::string& keys, const std::string& more = "") const {
    const std::string body =
        ", part: {shapes: [{hull: {material: ore, position: [0, 0, 1], " + keys + "}}]" + more + "}}\n";
    return loadSceneText(replaced(kSmallScene, "}]}}\n", "}]}" + body), (folder_ / "scene.yaml").string());
  }

  fs::path folder_;
};

constexpr const char* kCube =
    "points: [[0, 0, 0], [1 cm, 0, 0], [0, 1 cm, 0], [0, 0, 1 cm], [1 cm, 1 cm, 0], [1 cm, 0, 1 cm], [0, 1 cm, 1 cm], "
    "[1 cm, 1 cm, 1 cm], [5 mm, 5 mm, 2 mm]]";

TEST_F(HullScene, PointsBecomeASolidThatWeighsWhatItsVolumeDoes) {
  const SceneResult result = load(kCube, ", density: 2000");
  ASSERT_TRUE(result.scene.has_value()) << result.errors.front().text();
  const Body& body = result.scene->world.bodies.at(1);
  EXPECT_EQ(std::get<HullShape>(body.shapes.at(0).shape).hull->mesh->points.size(), 8U);
  EXPECT_NEAR(body.mass.mass, 2e-3, 1e-12);
  EXPECT_LT((body.mass.centre - Vec3(0.005, 0.005, 1.005)).norm(), 1e-12);
  EXPECT_NEAR(body.mass.inertia(0, 0), 2e-3 * 1e-4 / 6.0, 1e-15);
}

TEST_F(HullScene, AFileIsReadInItsUnitAndMayHaveHoles) {
  std::ofstream(folder_ / "open.obj") << "v 0 0 0\nv 100 0 0\nv 0 200 0\nv 0 0 300\nf 1 3 2\nf 1 2 4\n";
  const SceneResult result = load("file: open.obj, scale: 1 mm");
  ASSERT_TRUE(result.scene.has_value()) << result.errors.front().text();
  const Mesh& mesh = *std::get<HullShape>(result.scene->world.bodies.at(1).shapes.at(0).shape).hull->mesh;
  EXPECT_EQ(mesh.triangles.size(), 4U);
  EXPECT_EQ(mesh.bounds.upper, Vec3(0.1, 0.2, 0.3));
}

TEST_F(HullScene, BadHullsAreNamedWithFileLineAndRemedy) {
  const auto expect = [&](const std::string& keys, const std::string& what, const std::string& remedy) {
    const SceneResult result = load(keys);
    EXPECT_FALSE(result.scene.has_value()) << keys;
    ASSERT_EQ(result.errors.size(), 1U) << keys;
    const std::string text = result.errors[0].text();
    EXPECT_NE(text.find("scene.yaml:5:"), std::string::npos) << text;
    EXPECT_NE(text.find(what), std::string::npos) << text;
    EXPECT_NE(text.find(remedy), std::string::npos) << text;
  };
  expect("points: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]", "3 points", "four points or more");
  expect("points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]", "lie in a plane", "span a volume");
  expect("points: [[0, 0, 0], [1, 0, 0], [0, 1], [0, 0, 1]]", "needs three values", "[x, y, z]");
  expect("points: []", "neither 'points' nor 'file'", "give one of them");
  expect("file: a.stl, points: [[0, 0, 0]]", "both 'points' and 'file'", "give one of them");
  expect("file: nowhere.stl", "there is no mesh file", "relative to its file");
  expect("scale: 1 mm", "neither 'points' nor 'file'", "give one of them");
}

}  // namespace
}  // namespace scree
