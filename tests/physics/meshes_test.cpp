// Worlds with walls of triangles: as with primitives where there is one, and closed to grains where there is none.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "engine/base/parallel.h"
#include "engine/base/random.h"
#include "engine/formats/made_meshes.h"
#include "engine/geometry/mesh.h"
#include "engine/state/state.h"
#include "engine/world/placement.h"
#include "tests/support/methods.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

MeshShape madeShape(const MadeMesh& made) { return {meshOf(made)}; }

/// A square of 2 x 2 m at z = 0, cut at random again and again.
MeshShape randomFloor(std::uint64_t seed) {
  Random random(seed);
  Triangles floor;
  floor.points = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  floor.corners = {{0, 1, 2}, {0, 2, 3}};
  for (int i = 0; i < 400; ++i) {
    const auto at = static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(floor.corners.size())));
    const Corners c = floor.corners[at];
    const auto fresh = static_cast<std::uint32_t>(floor.points.size());
    const double u = random.uniform(0.1, 0.45);
    const double v = random.uniform(0.1, 0.45);
    floor.points.push_back(floor.points[c[0]] + u * (floor.points[c[1]] - floor.points[c[0]]) +
                           v * (floor.points[c[2]] - floor.points[c[0]]));
    floor.corners[at] = {c[0], c[1], fresh};
    floor.corners.push_back({c[1], c[2], fresh});
    floor.corners.push_back({c[2], c[0], fresh});
  }
  return {makeMesh(std::move(floor))};
}

TEST(MeshFloor, SpheresSlideAndRollOverItAsOverAPlane) {
  for (const double rolling : {0.0, 0.32}) {
    PairLaw law = pelletLaw();
    law.rollingResistance = rolling;
    law.friction = 0.3;
    World plane = emptyWorld(law);
    World mesh = plane;
    addShape(plane, Plane{});
    addShape(mesh, randomFloor(7));
    for (World* world : {&plane, &mesh}) {
      for (int i = 0; i < 10; ++i) {
        const double angle = 0.6 * i;
        addSphere(*world, Vec3(0.2 * std::cos(angle), 0.2 * std::sin(angle), kRadius - 1e-5), kDiameter,
                  Vec3(0.7 * std::cos(angle), 0.7 * std::sin(angle), 0.0));
      }
    }
    StepData planeData;
    StepData meshData;
    for (int i = 0; i < 150; ++i) {
      step(plane, planeData);
      step(mesh, meshData);
      for (std::size_t k = 0; k < 10; ++k) {
        // No bump where triangles meet: the height is that over a plane.
        ASSERT_NEAR(mesh.particles.position[k].z(), plane.particles.position[k].z(), 1e-9 * kRadius) << i;
        ASSERT_LT((mesh.particles.position[k] - plane.particles.position[k]).norm(), 1e-9) << i;
      }
    }
    EXPECT_GT((mesh.particles.position[0] - Vec3(0.2, 0, kRadius)).norm(), 0.05);
  }
}

TEST(MeshBox, BallsDroppedOnFaceEdgeAndCornerBounceAsOffTheSolidBox) {
  PairLaw law = pelletLaw();
  law.restitution = 0.6;
  World solid = emptyWorld(law);
  World mesh = solid;
  const Vec3 half(0.1, 0.08, 0.05);
  addShape(solid, SolidBox{half});
  addShape(mesh, madeShape(BoxMesh{2.0 * half, 3, false}));
  for (World* world : {&solid, &mesh}) {
    // Middle of a face, over an inner corner of triangles, beside an edge, beside a corner.
    for (const Vec3& place :
         {Vec3(0, 0, 0), Vec3(0.1 / 3.0, 0.08 / 3.0, 0), Vec3(0.103, 0.01, 0), Vec3(-0.102, 0.083, 0)}) {
      addSphere(*world, place + Vec3(0, 0, half.z() + 3.0 * kRadius));
    }
  }
  StepData solidData;
  StepData meshData;
  for (int i = 0; i < 60; ++i) {
    step(solid, solidData);
    step(mesh, meshData);
    for (std::size_t k = 0; k < 4; ++k) {
      ASSERT_LT((mesh.particles.position[k] - solid.particles.position[k]).norm(), roundOff(1e-9, 1e-6))
          << k << " " << i;
    }
    ASSERT_EQ(meshData.list.contacts.size(), solidData.list.contacts.size()) << i;
    for (std::size_t c = 0; c < meshData.list.contacts.size(); ++c) {
      ASSERT_NEAR(meshData.list.multipliers[c].normal, solidData.list.multipliers[c].normal, roundOff(1e-9, 1e-7)) << i;
    }
  }
  // They bounced off, the outer two aside.
  EXPECT_GT(std::abs(mesh.particles.position[2].x() - 0.103), 1e-3);
}

TEST(MeshBox, BedInItRestsAsInTheContainer) {
  World primitive = emptyWorld();
  const double width = 8 * kDiameter;
  addLattice(primitive, 7, 7, 6, 0.010, 0.013, 3);
  World mesh = primitive;
  addOpenBox(primitive, width, 0.2);
  addShape(mesh, madeShape(BoxMesh{Vec3(width, width, 0.2), 6, true}), Pose{.position = Vec3(0, 0, 0.1)});
  double weight = 0.0;
  for (const double m : mesh.particles.mass) {
    weight += m * kGravity;
  }
  StepData primitiveData;
  StepData meshData;
  run(primitive, primitiveData, 1.0);
  run(mesh, meshData, 1.0);
  // All of the weight is on the walls, grains lie as high and touch as often.
  EXPECT_NEAR(mesh.bodies[0].reaction.force.z(), -weight, 0.05 * weight);
  EXPECT_NEAR(measured(mesh).potential, measured(primitive).potential, 0.02 * measured(primitive).potential);
  const auto count = [](const StepData& data) { return static_cast<double>(data.list.contacts.size()); };
  EXPECT_NEAR(count(meshData), count(primitiveData), 0.08 * count(primitiveData));
  const auto onWalls = [](const StepData& data) {
    double sum = 0.0;
    for (const Contact& contact : data.list.contacts) {
      sum += contact.key.isBoundary() ? 1.0 : 0.0;
    }
    return sum;
  };
  EXPECT_NEAR(onWalls(meshData), onWalls(primitiveData), 0.12 * onWalls(primitiveData));
  for (const Vec3& x : mesh.particles.position) {
    ASSERT_LE(x.head<2>().cwiseAbs().maxCoeff(), 0.5 * width);
    ASSERT_GE(x.z(), 0.0);
  }
}

/// Balls thrown at a thin sheet from both sides; how many got through.
int goneThrough(int substeps, double radiiPerStep) {
  World world = emptyWorld(smoothLaw(0.0));
  world.parameters.method = Method::pgs;
  world.parameters.substeps = substeps;
  world.parameters.gravity.setZero();
  Triangles sheet;
  sheet.points = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0.1, -0.2, 0}};
  sheet.corners = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  addShape(world, MeshShape{makeMesh(sheet)});
  Random random(11);
  const double speed = radiiPerStep * kRadius / world.parameters.timeStep;
  std::vector<double> side;
  for (int i = 0; i < 19; ++i) {
    for (int j = 0; j < 19; ++j) {
      side.push_back((i + j) % 2 == 0 ? 1.0 : -1.0);
      const double height = side.back() * (kRadius + random.uniform(5.0, 10.0) * kRadius);
      addSphere(world, Vec3(0.1 * (i - 9), 0.1 * (j - 9), height), kDiameter,
                speed * Vec3(0.1 * random.uniform(-1, 1), 0.1 * random.uniform(-1, 1), -side.back()));
    }
  }
  StepData data;
  takeSteps(world, data, 120);
  int through = 0;
  for (std::size_t i = 0; i < side.size(); ++i) {
    through += side[i] * world.particles.position[i].z() < 0.0 ? 1 : 0;
  }
  return through;
}

TEST(MeshSheet, NothingGoesThroughUpToTheSpeedsThatTheReferenceStates) {
  for (const double radii : {0.3, 0.9, 1.4, 2.0}) {
    EXPECT_EQ(goneThrough(1, radii), 0) << radii << " radii a step";
  }
  for (const double radii : {0.3, 1.0, 2.0, 3.0, 3.9}) {
    EXPECT_EQ(goneThrough(4, radii), 0) << radii << " radii a step";
  }
}

/// A drum of triangles with lifters that turns, half full.
World liftingDrum() {
  World world = emptyWorld();
  const std::uint32_t drum = addShape(
      world, madeShape(DrumMesh{.diameter = 0.16, .length = 0.06, .sides = 36, .lifters = 6, .lifterHeight = 0.02}),
      facing(Vec3::Zero(), Vec3::UnitY()));
  world.bodies[drum].drives.push_back({Rotation{Vec3::Zero(), Vec3::UnitY()}, {.value = 4.0}});
  addLattice(world, 6, 3, 5, 0.010, 0.013, 4);
  for (Vec3& x : world.particles.position) {
    x.z() -= 0.055;
  }
  return world;
}

TEST(MeshDrum, LiftersCarryGrainsAndNoneGetsOut) {
  World world = liftingDrum();
  StepData data;
  double highest = -1.0;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(step(world, data));
    const Reaction& reaction = world.bodies[0].reaction;
    // It only turns about its centre, so all its power goes through the torque.
    ASSERT_NEAR(reaction.power, -4.0 * reaction.torque.y(), 1e-12 * (1.0 + std::abs(reaction.power)));
    for (const Vec3& x : world.particles.position) {
      // Between a lifter and the wall a grain may be pressed into the wall, but not through it.
      ASSERT_LT(std::hypot(x.x(), x.z()), 0.08 + 0.5 * kRadius);
      ASSERT_LT(std::abs(x.y()), 0.03);
      highest = std::max(highest, x.z());
    }
  }
  world.bodies[0].drives.clear();
  run(world, data, 0.5);
  for (const Vec3& x : world.particles.position) {
    EXPECT_LT(std::hypot(x.x(), x.z()), 0.08);
  }
  EXPECT_GT(highest, 0.04);  // far above the bed, which lifters alone can do
  EXPECT_GT(world.budget.totalWork, 0.0);
}

TEST(MeshDrum, SavedAndRestoredItGoesOnBitByBitWithAnyNumberOfThreads) {
  World world = liftingDrum();
  StepData data;
  takeSteps(world, data, 60);
  World restored = restoreState(saveState(world));
  ASSERT_EQ(std::get<MeshShape>(restored.bodies[0].shapes[0].shape).mesh->hash,
            std::get<MeshShape>(world.bodies[0].shapes[0].shape).mesh->hash);
  ThreadPool pool(3);
  StepData threaded;
  threaded.context.threads = &pool;
  takeSteps(world, data, 60);
  takeSteps(restored, threaded, 60);
  EXPECT_EQ(stateHash(restored), stateHash(world));
  EXPECT_EQ(saveState(restored), saveState(world));
}

TEST(MeshState, SharedMeshIsWrittenOnceAndADamagedOneIsRefused) {
  World world = emptyWorld();
  const MeshShape mesh = madeShape(BoxMesh{Vec3::Ones(), 20, false});
  addShape(world, mesh);
  const std::size_t one = saveState(world).size();
  addShape(world, mesh, Pose{.position = Vec3(3, 0, 0)});
  addShape(world, mesh, Pose{.position = Vec3(6, 0, 0)});
  EXPECT_LT(saveState(world).size(), one + 2000);
  const World restored = restoreState(saveState(world));
  EXPECT_EQ(std::get<MeshShape>(restored.bodies[0].shapes[0].shape).mesh,
            std::get<MeshShape>(restored.bodies[2].shapes[0].shape).mesh);
  EXPECT_EQ(stateHash(restored), stateHash(world));
  // Another mesh is another state.
  world.bodies[1].shapes[0].shape = madeShape(BoxMesh{Vec3::Ones(), 21, false});
  EXPECT_NE(stateHash(restored), stateHash(world));
}

TEST(MeshMerging, GrainsMergeWithATrayOfTrianglesAndRideOnIt) {
  World world = emptyWorld();
  world.parameters.reduction.merging = Switch::on;
  const std::uint32_t tray =
      addShape(world, madeShape(BoxMesh{Vec3(0.14, 0.14, 0.1), 4, true}), Pose{.position = Vec3(0, 0, 0.05)});
  world.bodies[tray].drives.push_back({Translation{Vec3::UnitX()}, {.value = 0.05, .start = 0.5, .ramp = 0.5}});
  addLattice(world, 8, 8, 3, 0.010, 0.013, 5);
  StepData data;
  run(world, data, 3.0);
  EXPECT_GT(world.reduction.memberCount, 100U);
  ASSERT_FALSE(world.reduction.aggregates.empty());
  bool carried = false;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    carried = carried || (aggregate.carrier == Carrier::body && aggregate.body == tray && aggregate.members > 100);
  }
  EXPECT_TRUE(carried);
  placeMembers(world);
  const double centre = world.bodies[tray].pose.position.x();
  EXPECT_NEAR(centre, 0.05 * (3.0 - 0.75), 1e-9);
  for (const Vec3& x : world.particles.position) {
    ASSERT_LT(std::abs(x.x() - centre), 0.07);
  }
}

}  // namespace
}  // namespace scree::testing
