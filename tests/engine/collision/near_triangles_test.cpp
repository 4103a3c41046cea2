// Triangles near spheres: kept searches against all triangles, and nearest points in lanes against one after the other.
#include "engine/collision/near_triangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/random.h"
#include "engine/collision/sphere_mesh.h"
#include "engine/collision/triangle_lanes.h"
#include "engine/formats/made_meshes.h"
#include "engine/formats/mesh_health.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

std::shared_ptr<const Mesh> madeMesh(const MadeMesh& made) {
  Triangles triangles = trianglesOf(made);
  mend(triangles);
  return makeMesh(std::move(triangles));
}

Vec3 placeIn(Random& random, double half) {
  return {random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
}

TEST(TriangleLanes, NearestPointsAreThoseOfOneTriangleAfterTheOther) {
  Random random(11);
  const std::shared_ptr<const Mesh> shape =
      madeMesh(DrumMesh{.diameter = 2.0,
                        .length = 1.0,
                        .lifters = 2,
                        .bumps = {.height = 0.05, .lowest = {}, .width = 0.3, .density = 10.0}});
  const Mesh& mesh = *shape;
  std::array<int, 7> parts{};
  for (int trial = 0; trial < 3000; ++trial) {
    const auto count = static_cast<std::size_t>(random.uniform(1.0, 65.0));
    std::vector<std::uint32_t> places;
    for (std::size_t i = 0; i < count; ++i) {
      places.push_back(static_cast<std::uint32_t>(random.uniform(0.0, static_cast<double>(mesh.triangles.size()))));
    }
    const Vec3 centre = placeIn(random, 1.2);
    const double limit = random.uniform(0.0, 3.0);
    NearestLanes found;
    const std::uint64_t within = nearestOnTriangles(mesh.tree, places, centre, limit, found);
    for (std::size_t i = 0; i < count; ++i) {
      const Corners& c = mesh.triangles[mesh.tree.order[places[i]]];
      const NearestOnTriangle one = nearestOnTriangle(mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]], centre);
      EXPECT_EQ(Vec3(found.x[i], found.y[i], found.z[i]), one.point);
      EXPECT_EQ(found.squared[i], one.squared);
      const std::uint64_t part = one.part == TrianglePart::corner ? one.which
                                 : one.part == TrianglePart::edge ? 3U + one.which
                                                                  : 6U;
      EXPECT_EQ(found.parts[i], part);
      EXPECT_EQ((within >> i & 1U) != 0, one.squared <= limit);
      ++parts[part];
    }
    EXPECT_TRUE(count == 64 || within >> count == 0) << "nothing behind the end";
  }
  EXPECT_GT(*std::min_element(parts.begin(), parts.end()), 100) << "all regions are met";
}

/// Triangles known from a search, around places that a sphere has come to since: none is missing, and most searches
/// serve many times.
TEST(NearTriangles, WhatIsKnownHasAllTrianglesWithinReach) {
  Random random(12);
  const std::shared_ptr<const Mesh> shape = madeMesh(DrumMesh{
      .diameter = 0.4, .length = 0.4, .bumps = {.height = 0.01, .lowest = {}, .width = 0.04, .density = 400.0}});
  const Mesh& mesh = *shape;
  const std::vector<std::shared_ptr<const Mesh>> meshes = {shape};
  const double radius = 0.01;
  constexpr std::size_t kSpheres = 60;
  std::vector<Vec3> places;
  for (std::size_t i = 0; i < kSpheres; ++i) {
    places.push_back(placeIn(random, 0.25));
  }
  NearTriangles near;
  int kept = 0;
  int asked = 0;
  int listed = 0;
  for (int step = 0; step < 40; ++step) {
    near.begin(meshes, kSpheres, 3);
    for (std::size_t slot = 0; slot < kSpheres; ++slot) {
      // Not every sphere is searched in each step.
      if (slot % 7 == static_cast<std::size_t>(step % 7)) {
        continue;
      }
      const double reach = radius * random.uniform(1.0, 2.0);
      const KnownTriangles found = near.find(slot, 0, places[slot], radius, reach, slot * 3 / kSpheres);
      ASSERT_GE(found.within, reach);
      kept += found.moved > 1e-6 * radius ? 1 : 0;
      ++asked;
      for (int substep = 0; substep < 3; ++substep) {
        const KnownTriangles now = near.known(slot, 0, places[slot]);
        std::vector<std::uint32_t> list;
        for (const NearTriangle& one : now.list) {
          list.push_back(one.place);
          const Corners& c = mesh.triangles[mesh.tree.order[one.place]];
          const double distance = std::sqrt(
              nearestOnTriangle(mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]], places[slot]).squared);
          ASSERT_LE(double{one.distance}, distance + now.moved);
        }
        ASSERT_TRUE(std::is_sorted(list.begin(), list.end()));
        listed += static_cast<int>(list.size());
        for (std::uint32_t place = 0; place < mesh.tree.order.size(); ++place) {
          const Corners& c = mesh.triangles[mesh.tree.order[place]];
          const double squared =
              nearestOnTriangle(mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]], places[slot]).squared;
          if (now.within > 0.0 && squared <= now.within * now.within) {
            ASSERT_TRUE(std::binary_search(list.begin(), list.end(), place)) << slot << ' ' << step;
          }
        }
        places[slot] += 0.2 * radius * testing::randomDirection(random);
      }
    }
  }
  EXPECT_GT(listed, 1000) << "triangles are near";
  EXPECT_GT(kept, asked / 4) << "searches last";
  // Other meshes in the same places: nothing is known of them.
  const std::vector<std::shared_ptr<const Mesh>> others = {madeMesh(BoxMesh{Vec3::Ones(), 2, false})};
  near.begin(others, kSpheres, 1);
  EXPECT_LT(near.known(0, 0, places[0]).within, 0.0);
  EXPECT_LT(near.known(kSpheres, 0, places[0]).within, 0.0) << "a slot that was never asked for";
}

}  // namespace
}  // namespace scree
