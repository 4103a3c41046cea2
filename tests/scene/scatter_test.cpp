// Fills at random places.
#include "engine/scene/scatter.h"

#include <algorithm>

#include "tests/scene/scene_text.h"

namespace scree {
namespace {

double leastGap(const std::vector<PlacedSphere>& spheres) {
  double least = 1e9;
  for (std::size_t i = 0; i < spheres.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      least = std::min(least, (spheres[i].position - spheres[j].position).norm() /
                                  (0.5 * (spheres[i].diameter + spheres[j].diameter)));
    }
  }
  return least;
}

std::vector<double> diametersBetween(double smallest, double largest, std::size_t count) {
  std::vector<double> diameters;
  for (std::size_t i = 0; i < count; ++i) {
    diameters.push_back(smallest + (largest - smallest) * static_cast<double>(i) / static_cast<double>(count - 1));
  }
  return diameters;
}

TEST(Scatter, SpheresKeepTheirDistanceAndStayInside) {
  BoxRegion box;
  box.lower = Vec3(-0.5, -0.4, 0.1);
  box.upper = Vec3(0.5, 0.4, 1.0);
  CylinderRegion cylinder;
  cylinder.axis = Vec3(1.0, 0.0, 1.0).normalized();
  cylinder.diameter = 0.8;
  cylinder.length = 1.2;
  for (const Region& region : {Region(box), Region(cylinder)}) {
    Random random(1);
    const auto spheres = scattered(region, diametersBetween(0.02, 0.08, 1500), 1.05, random);
    ASSERT_EQ(spheres.size(), 1500U);
    // A quarter of the region is full.
    EXPECT_GE(leastGap(spheres), 1.05 - 1e-12);
    for (const PlacedSphere& sphere : spheres) {
      EXPECT_TRUE(holds(region, sphere.position, 0.5 * sphere.diameter - 1e-12));
    }
  }
}

TEST(Scatter, ManySizesFillMoreThanALattice) {
  BoxRegion box;
  box.upper = Vec3(1.0, 1.0, 1.0);
  const std::vector<double> diameters = diametersBetween(0.025, 0.1, 2000);
  double volume = 0.0;
  for (const double diameter : diameters) {
    volume += sphereVolume(0.5 * diameter);
  }
  Random random(1);
  EXPECT_GT(volume, 0.34);  // a lattice of the largest ones holds 1000
  EXPECT_EQ(scattered(box, diameters, 1.02, random).size(), 2000U);
}

TEST(Scatter, GivesUpWhereThereIsNoRoom) {
  BoxRegion box;
  box.upper = Vec3(1.0, 1.0, 1.0);
  Random random(1);
  EXPECT_TRUE(scattered(box, std::vector<double>(2000, 0.1), 1.0, random).empty()) << "more than the box";
  const std::size_t half = scattered(box, std::vector<double>(900, 0.1), 1.0, random).size();
  EXPECT_GT(half, 400U);
  EXPECT_LT(half, 900U) << "random places hold less than half";
  EXPECT_TRUE(scattered(box, {1.5}, 1.0, random).empty());
}

TEST(Scatter, InAScene) {
  const std::string text = replaced(kSmallScene, "[{sphere: {diameter: 13 mm, position: [0, 0, 0.1], material: ore}}]",
                                    "[{fill: {region: {box: {lower: [-0.1, -0.1, 0], upper: [0.1, 0.1, 0.2]}}, count: "
                                    "COUNT, layout: random, diameter: 13 mm, material: ore}}]");
  const World one = sceneOf(replaced(text, "COUNT", "1000")).world;
  ASSERT_EQ(one.particles.size(), 1000U);
  EXPECT_TRUE(one.particles.position == sceneOf(replaced(text, "COUNT", "1000")).world.particles.position);
  const std::array<SceneOverride, 1> other = {{{"seed", "2"}}};
  EXPECT_FALSE(one.particles.position == sceneOf(replaced(text, "COUNT", "1000"), other).world.particles.position);
  EXPECT_EQ(messagesOf(replaced(text, "COUNT", "9000")),
            "f.yaml:6:14: only 0 of 9000 particles fit: enlarge the region, or lower 'count' or 'spacing'\n");
}

}  // namespace
}  // namespace scree
