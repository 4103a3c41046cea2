#include <gtest/gtest.h>

#include "app/studies/gallery/gallery_support.h"
#include "app/studies/gallery/gallery_walls.h"
#include "engine/scene/scene.h"

// Faults that runs of the gallery are searched for.
namespace scree {
namespace {

World loaded(const std::string& bodies, const std::string& particles) {
  const std::string text =
      "scree: 1\nname: test\nmaterials: {ore: {density: 2500}}\ndefault_pair: {friction: 0.5}\nbodies:\n" + bodies +
      "particles:\n" + particles;
  SceneResult result = loadSceneText(text, "test.yaml");
  EXPECT_TRUE(result.scene.has_value()) << (result.errors.empty() ? "" : result.errors.front().text());
  return std::move(result.scene->world);
}

constexpr const char* kBall = "  - sphere: {diameter: 0.02, position: [0, 0, 0.05], material: ore}\n";

/// Number of grains through walls when the only grain is moved along z from 0.05 m by `way` in each of `steps`.
std::size_t passed(const std::string& body, double way, int steps) {
  World world = loaded("  wall: {shapes: [" + body + "]}\n", kBall);
  WallWatch watch;
  watch.add(world);
  for (int i = 0; i < steps; ++i) {
    world.particles.position[0].z() += way;
    watch.add(world);
  }
  return watch.count();
}

TEST(WallWatch, CountsGrainsThroughThinWalls) {
  const std::string box = "container: {size: [0.2, 0.2, 0.1], position: [0, 0, 0.05], material: ore";
  EXPECT_EQ(passed("{" + box + "}}", -0.01, 5), 0U);  // centre in the wall
  EXPECT_EQ(passed("{" + box + "}}", -0.01, 8), 1U);
  EXPECT_EQ(passed("{" + box + ", open: [-z]}}", -0.01, 8), 0U);
  EXPECT_EQ(passed("{hollow_cylinder: {diameter: 0.2, length: 0.1, position: [0, 0, 0.05], material: ore}}", 0.03, 3),
            1U);
}

TEST(WallWatch, RectanglesHoldFromTheirFrontOnly) {
  EXPECT_EQ(passed("{rectangle: {size: [0.2, 0.2], material: ore}}", -0.02, 5), 1U);
  EXPECT_EQ(passed("{rectangle: {size: [0.2, 0.2], normal: -z, material: ore}}", -0.02, 5), 0U);
  EXPECT_EQ(passed("{rectangle: {size: [0.2, 0.2], position: [0.15, 0, 0], material: ore}}", -0.02, 5), 0U);
}

TEST(WallWatch, SolidsAreTestedByDepth) {
  const std::string box = "{box: {size: [0.2, 0.2, 0.1], position: [0, 0, -0.05], material: ore}}";
  EXPECT_EQ(passed(box, -0.011, 5), 0U);
  EXPECT_EQ(passed(box, -0.013, 5), 1U);
}

/// World in which the grains of the given heights, one above the other, are members on the ground.
World membersAt(const std::vector<double>& heights) {
  std::string particles;
  for (const double height : heights) {
    particles += "  - sphere: {diameter: 0.02, position: [0, 0, " + std::to_string(height) + "], material: ore}\n";
  }
  World world = loaded("  ground: {shapes: [{plane: {material: ore}}]}\n", particles);
  world.reduction.aggregates.push_back({.id = 1, .carrier = Carrier::ground, .members = heights.size()});
  world.reduction.aggregate.assign(heights.size(), 0);
  world.reduction.memberCount = heights.size();
  return world;
}

TEST(HangingMembers, HaveNoChainOfContactsBelowThem) {
  EXPECT_TRUE(hangingMembers(membersAt({0.01, 0.03, 0.05})).empty());
  EXPECT_EQ(hangingMembers(membersAt({0.01, 0.035, 0.055})), (std::vector<std::uint32_t>{1, 2}));
}

TEST(HangingMembers, FreeGrainsDoNotCount) {
  World world = membersAt({0.01, 0.035});
  world.reduction.aggregate[1] = kFree;
  EXPECT_TRUE(hangingMembers(world).empty());
}

}  // namespace
}  // namespace scree
