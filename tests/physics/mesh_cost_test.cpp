// Triangles cost where grains are, and nowhere else; there they cost little more than grains.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <limits>

#include "engine/formats/made_meshes.h"
#include "engine/formats/mesh_health.h"
#include "engine/geometry/mesh.h"
#include "engine/state/state.h"
#include "tests/support/rough_plate.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kWidth = 0.14;  // m
constexpr int kAcross = 225;     // squares along the sheet: 101 250 triangles

/// An open box, and as many squares of a sheet a metre below it.
MeshShape boxAndSheet(int across) {
  Triangles triangles = trianglesOf(BoxMesh{Vec3(kWidth, kWidth, 0.2), 6, true});
  const double side = 2.0 / std::max(across, 1);
  for (int i = 0; i < across; ++i) {
    for (int j = 0; j < across; ++j) {
      const auto first = static_cast<std::uint32_t>(triangles.points.size());
      // Waved, so that its triangles are no single face.
      const auto corner = [&](int u, int v) { return Vec3(-1 + u * side, -1 + v * side, -1.0 - 0.01 * ((u + v) % 2)); };
      triangles.points.insert(triangles.points.end(),
                              {corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)});
      triangles.corners.push_back({first, first + 1, first + 2});
      triangles.corners.push_back({first, first + 2, first + 3});
    }
  }
  mend(triangles);
  return {makeMesh(std::move(triangles))};
}

World bedIn(const MeshShape& box) {
  World world = emptyWorld();
  addLattice(world, 8, 8, 12, 0.010, 0.013, 3);
  addShape(world, box, Pose{.position = Vec3(0, 0, 0.1)});
  return world;
}

double secondsOf(auto&& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

TEST(SlowMeshCost, HundredThousandTrianglesFarAwayCostTheStepNothing) {
  MeshShape large;
  const double making = secondsOf([&] { large = boxAndSheet(kAcross); });
  ASSERT_GT(large.mesh->triangles.size(), 100000U);
  World few = bedIn(boxAndSheet(0));
  World many = bedIn(large);
  StepData fewData;
  StepData manyData;
  run(few, fewData, 0.5);
  run(many, manyData, 0.5);
  // The shortest of many turns: what else the machine does only makes them longer.
  double fewTime = std::numeric_limits<double>::infinity();
  double manyTime = fewTime;
  for (int turn = 0; turn < 12; ++turn) {
    fewTime = std::min(fewTime, secondsOf([&] { takeSteps(few, fewData, 10); }));
    manyTime = std::min(manyTime, secondsOf([&] { takeSteps(many, manyData, 10); }));
  }
  fmt::print("{} triangles: {:.3f} ms a step; {} triangles: {:.3f} ms a step, made in {:.2f} s\n",
             std::get<MeshShape>(few.bodies[0].shapes[0].shape).mesh->triangles.size(), 100.0 * fewTime,
             large.mesh->triangles.size(), 100.0 * manyTime, making);
  // Tests of each triangle would take hundreds of times as long; a quarter is left to chance.
  EXPECT_LT(manyTime, 1.25 * fewTime);
  EXPECT_LT(making, 10.0);
  // And they change nothing.
  ASSERT_EQ(manyData.list.contacts.size(), fewData.list.contacts.size());
  for (std::size_t i = 0; i < few.particles.size(); ++i) {
    ASSERT_EQ(many.particles.position[i], few.particles.position[i]) << i;
  }
}

/// Processor time of a step over its contacts [s], the shortest of many turns.
double secondsAContact(World world) {
  StepData data;
  takeSteps(world, data, 10);
  double shortest = std::numeric_limits<double>::infinity();
  double contacts = 0.0;
  for (int turn = 0; turn < 12; ++turn) {
    shortest = std::min(shortest, secondsOf([&] { takeSteps(world, data, 10); }));
    contacts = static_cast<double>(data.list.contacts.size());
  }
  return shortest / (10.0 * contacts);
}

TEST(SlowMeshCost, AContactWithAMovingMeshCostsAFewTimesOneBetweenGrains) {
  constexpr int kGrainsAcross = 48;
  const double mesh = secondsAContact(layerOnRoughPlate(kGrainsAcross));
  const double grains = secondsAContact(bedInSlidingBox(kGrainsAcross));
  fmt::print("{:.0f} ns a step and contact with a mesh, {:.0f} between grains: {:.2f} times\n", 1e9 * mesh,
             1e9 * grains, mesh / grains);
  // Where each substep searched the mesh for each contact it was 8 times; half as much again is left to chance.
  EXPECT_LT(mesh, 4.5 * grains);
}

}  // namespace
}  // namespace scree::testing
