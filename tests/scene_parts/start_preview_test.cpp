// Grains shown before a scene is run.
#include "engine/scene_parts/start_preview.h"

#include <gtest/gtest.h>

#include "engine/scene/scene.h"

namespace scree {
namespace {

std::string fills(int count, const std::string& layout) {
  return "scree: 1\nname: Fill\nmaterials: {ore: {density: 1000 kg/m3}}\n"
         "default_pair: {friction: 0.5, stiffness: 1e5 N/m}\n"
         "particles:\n"
         "  - sphere: {diameter: 0.1, position: [0, 0, 9], material: ore}\n"
         "  - fill: {region: {box: {lower: [0, 0, 0], upper: [1, 1, 1]}}, count: " +
         std::to_string(count) + ", diameter: 0.05, layout: " + layout + ", material: ore}\n";
}

TEST(StartPreview, ShowsTheGrainsOfTheRun) {
  for (const char* layout : {"lattice", "random"}) {
    const std::string text = fills(500, layout);
    MeshSizes meshes;
    WorkWatch watch;
    const StartPreview preview = previewStart(text, "f.yaml", 20000, meshes, watch);
    const SceneResult scene = loadSceneText(text, "f.yaml");
    ASSERT_TRUE(scene.scene);
    const Particles& run = scene.scene->world.particles;
    ASSERT_EQ(preview.grains.size(), run.size());
    double mass = 0.0;
    for (std::size_t i = 0; i < run.size(); ++i) {
      EXPECT_EQ(preview.grains[i].position, run.position[i]);
      mass += run.mass[i];
    }
    EXPECT_EQ(preview.count, 501U);
    EXPECT_NEAR(preview.mass, mass, 1e-12);
    EXPECT_FALSE(preview.isCut);
  }
}

TEST(StartPreview, TellsTheNumberBeyondItsLimitAndGrainsWithoutAPlace) {
  MeshSizes meshes;
  WorkWatch watch;
  const StartPreview cut = previewStart(fills(500, "lattice"), "f.yaml", 100, meshes, watch);
  EXPECT_EQ(cut.grains.size(), 100U);
  EXPECT_EQ(cut.count, 501U);
  EXPECT_TRUE(cut.isCut);
  const double one = 1000.0 * 3.14159265358979 / 6.0;
  EXPECT_NEAR(cut.mass, one * (500 * 0.05 * 0.05 * 0.05 + 0.001), 1e-9);
  const StartPreview full = previewStart(fills(50000, "lattice"), "f.yaml", 20000, meshes, watch);
  EXPECT_LT(full.count, full.wanted);
  watch.cancel();
  EXPECT_THROW(previewStart(fills(500, "random"), "f.yaml", 20000, meshes, watch), WorkCancelled);
}

TEST(StartPreview, KnowsTheSizesOfMeshes) {
  const std::string text =
      "scree: 1\nname: Mesh\nmaterials: {ore: {density: 1000 kg/m3}}\n"
      "bodies: {bin: {shapes: [{mesh: {make: {box: {size: [1, 2, 3]}}, position: [0, 0, 5], material: ore}}]}}\n";
  MeshSizes meshes;
  WorkWatch watch;
  previewStart(text, "f.yaml", 100, meshes, watch);
  const auto parts = partsOf(text, meshes);
  ASSERT_TRUE(parts && parts->size() == 1);
  EXPECT_LT((halfExtentsOf(parts->front().shape) - Vec3(0.5, 1.0, 1.5)).norm(), 1e-9);
  EXPECT_LT((parts->front().pose.position - Vec3(0, 0, 5)).norm(), 1e-9);
}

}  // namespace
}  // namespace scree
