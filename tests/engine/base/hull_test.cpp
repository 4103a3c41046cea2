// Convex hulls: compared with the box that they are the hull of, and with brute force.
#include "engine/geometry/hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/base/random.h"
#include "engine/collision/sphere_mesh.h"
#include "engine/formats/convex_hull.h"
#include "engine/multibody/mass_properties.h"
#include "engine/state/state.h"
#include "tests/support/machines.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

Vec3 randomPoint(Random& random, const Vec3& half) {
  return {random.uniform(-half.x(), half.x()), random.uniform(-half.y(), half.y()),
          random.uniform(-half.z(), half.z())};
}

HullShape hullAround(const std::vector<Vec3>& points) {
  ConvexHull hull = convexHull(points);
  EXPECT_TRUE(hull.triangles) << hull.what;
  HullShape shape{hullOf(makeMesh(std::move(hull.triangles.value())))};
  EXPECT_NE(shape.hull, nullptr);
  return shape;
}

/// The corners of a box, and points that its hull has no use for: within it, its faces and its edges.
std::vector<Vec3> boxPoints(const Vec3& half) {
  Random random(7);
  std::vector<Vec3> points;
  for (int i = 0; i < 60; ++i) {
    points.push_back(randomPoint(random, half));
    points.push_back(points.back());
    points.back()[i % 3] = i % 2 == 0 ? half[i % 3] : -half[i % 3];
    points.push_back(points.back());
    points.back()[(i + 1) % 3] = half[(i + 1) % 3];
  }
  for (int corner = 0; corner < 8; ++corner) {
    points.push_back(half.cwiseProduct(Vec3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1)));
  }
  return points;
}

const Vec3 kHalf(0.3, 0.2, 0.4);

TEST(Hull, OfABoxHasItsFacesAndItsMass) {
  const HullShape hull = hullAround(boxPoints(kHalf));
  EXPECT_EQ(hull.hull->mesh->points.size(), 8U);
  EXPECT_EQ(hull.hull->mesh->triangles.size(), 12U);
  EXPECT_EQ(hull.hull->mesh->patches.size(), 6U);
  const Pose local{.position = Vec3(0.1, -0.2, 0.05), .orientation = Quat(Eigen::AngleAxisd(0.4, Vec3::UnitX()))};
  const SolidSums sums = solidSums({{.shape = hull, .local = local}});
  const SolidSums box = solidSums({{.shape = SolidBox{kHalf}, .local = local}});
  EXPECT_NEAR(sums.volume, box.volume, 1e-14);
  EXPECT_LT((sums.centre - box.centre).norm(), 1e-14);
  EXPECT_LT((sums.inertia - box.inertia).norm(), 1e-14);
}

TEST(Hull, OfABoxTouchesAsTheBoxDoesFromOutsideAndWithin) {
  Random random(2);
  const HullShape hull = hullAround(boxPoints(kHalf));
  int touching = 0;
  int within = 0;
  for (int i = 0; i < 40000; ++i) {
    const Vec3 centre = randomPoint(random, Vec3(0.6, 0.5, 0.7));
    const double radius = random.uniform(0.01, 0.3);
    SurfaceTouches box;
    SurfaceTouches touches;
    touchShape(SolidBox{kHalf}, centre, radius, box, 0.01);
    touchShape(hull, centre, radius, touches, 0.01);
    ASSERT_EQ(touches.count, box.count) << centre.transpose() << " r " << radius;
    if (box.count > 0) {
      ASSERT_NEAR(touches.list[0].gap, box.list[0].gap, 1e-12);
      // Next to the surface the direction to it is only known as well as the centre is.
      const double distance = std::abs(box.list[0].gap + radius);
      ASSERT_LT((touches.list[0].normal - box.list[0].normal).norm() * std::min(distance, 1e-3), 1e-15);
      ASSERT_EQ(touches.list[0].feature, 0U);
      ++touching;
      within += (centre.cwiseAbs().array() < kHalf.array()).all() ? 1 : 0;
    }
  }
  EXPECT_GT(touching, 10000);
  EXPECT_GT(within, 1000);
}

TEST(Hull, HoldsAllItsPointsAndTouchesWhereItIsNearest) {
  Random random(3);
  std::vector<Vec3> points;
  for (int i = 0; i < 400; ++i) {
    points.push_back(0.2 * testing::randomDirection(random).cwiseProduct(Vec3(1.0, 0.5, 2.0)));
  }
  const HullShape hull = hullAround(points);
  const Mesh& mesh = *hull.hull->mesh;
  EXPECT_EQ(mesh.points.size(), points.size()) << "on an ellipsoid every point is a corner";
  for (int i = 0; i < 2000; ++i) {
    const Vec3 centre = randomPoint(random, Vec3(0.4, 0.3, 0.6));
    double least = 1e300;
    double highest = -1e300;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
      const Corners& c = mesh.triangles[t];
      least =
          std::min(least, nearestOnTriangle(mesh.points[c[0]], mesh.points[c[1]], mesh.points[c[2]], centre).squared);
      const Vec3 normal = areaVector(mesh.points, c).normalized();
      highest = std::max(highest, normal.dot(centre - mesh.points[c[0]]));
    }
    const double distance = highest > 0.0 ? std::sqrt(least) : highest;
    const double radius = 0.05;
    SurfaceTouches touches;
    touchShape(hull, centre, radius, touches);
    ASSERT_EQ(touches.count, distance <= radius ? 1 : 0);
    if (touches.count == 1) {
      ASSERT_NEAR(touches.list[0].gap, distance - radius, 1e-9);
    }
  }
}

TEST(Hull, ItsCornersAreThoseOfTheBoxAndLieInside) {
  const HullShape box = hullAround(boxPoints(kHalf));
  for (const HullCorner& corner : box.hull->corners) {
    EXPECT_NEAR(corner.radius, kCornerRounding * kHalf.minCoeff(), 1e-14);
    EXPECT_LT((corner.centre.cwiseAbs() - (kHalf - Vec3::Constant(corner.radius))).norm(), 1e-13);
  }
  // A needle, whose tip is far sharper than a box's corner.
  const HullShape needle = hullAround({{0, 0, 1}, {0.02, 0, 0}, {-0.01, 0.015, 0}, {-0.01, -0.015, 0}});
  for (const HullCorner& corner : needle.hull->corners) {
    SurfaceTouches touches;
    touchShape(needle, corner.centre, corner.radius, touches);
    ASSERT_EQ(touches.count, 1);
    EXPECT_LE(touches.list[0].gap, -2.0 * corner.radius + 1e-12) << "flush with the nearest face, from within";
  }
}

TEST(Hull, PointsWithoutVolumeAreRefused) {
  const auto problem = [](const std::vector<Vec3>& points) {
    const ConvexHull hull = convexHull(points);
    EXPECT_FALSE(hull.triangles);
    EXPECT_FALSE(hull.remedy.empty());
    return hull.what;
  };
  EXPECT_EQ(problem({}), "0 points for a convex hull");
  EXPECT_EQ(problem({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "3 points for a convex hull");
  EXPECT_EQ(problem(std::vector<Vec3>(5, Vec3(1, 2, 3))), "all points of the convex hull are the same");
  EXPECT_EQ(problem({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {4, 4, 4}}), "the points of the convex hull lie on a line");
  const Quat turn(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
  std::vector<Vec3> flat;
  for (const Vec3& p : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0), Vec3(0.2, 0.7, 0)}) {
    flat.push_back(turn * p);
  }
  EXPECT_EQ(problem(flat), "the points of the convex hull lie in a plane");
  EXPECT_EQ(problem({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, NAN}}), "a coordinate is not a finite number");
}

TEST(Hull, OnlyClosedConvexMeshesAreHulls) {
  Triangles open = convexHull(boxPoints(kHalf)).triangles.value();
  open.corners.pop_back();
  EXPECT_EQ(hullOf(makeMesh(open)), nullptr);
  Triangles dented = convexHull(boxPoints(kHalf)).triangles.value();
  dented.points[0] *= 0.2;
  EXPECT_EQ(hullOf(makeMesh(dented)), nullptr);
}

TEST(Hull, AGrainRollsOverItAsOverTheBox) {
  const auto grainAfter = [](const Shape& shape) {
    World world = testing::emptyWorld();
    testing::addShape(world, shape);
    testing::addSphere(world, Vec3(0.29, 0.03, 0.4 + testing::kRadius), testing::kDiameter, Vec3(0.8, 0.05, 0));
    StepData data;
    testing::run(world, data, 0.3);
    return world.particles.position[0];
  };
  const Vec3 onBox = grainAfter(SolidBox{kHalf});
  EXPECT_LT(onBox.z(), 0.3) << "it has gone over the edge";
  EXPECT_LT((grainAfter(hullAround(boxPoints(kHalf))) - onBox).norm(), 1e-9);
}

TEST(Hull, ABodyOfItFallsAndRestsAsTheBoxDoes) {
  const Vec3 half(0.05, 0.04, 0.03);
  const auto bodyAfter = [&](bool asHull) {
    World world = testing::emptyWorld();
    world.parameters.sweeps = 30;
    testing::addFloor(world);
    const Pose pose{.position = Vec3(0, 0, 0.06), .orientation = Quat(Eigen::AngleAxisd(0.3, Vec3::UnitY()))};
    const std::uint32_t index = testing::addBox(world, 2.0 * half, 0.5, pose);
    if (asHull) {
      world.bodies[index].shapes[0].shape = hullAround(boxPoints(half));
    }
    StepData data;
    testing::run(world, data, 0.5);
    return world.bodies[index].pose;
  };
  const Pose box = bodyAfter(false);
  const Pose hull = bodyAfter(true);
  EXPECT_NEAR(box.position.z(), half.z(), 1e-3) << "it lies flat";
  EXPECT_LT((hull.position - box.position).norm(), 1e-9);
  EXPECT_LT(hull.orientation.angularDistance(box.orientation), 1e-9);
}

TEST(Hull, ASavedStateHoldsItAndGoesOnTheSame) {
  World world = testing::emptyWorld();
  testing::addShape(world, hullAround(boxPoints(kHalf)));
  testing::addSphere(world, Vec3(0.29, 0.19, 0.4 + testing::kRadius), testing::kDiameter, Vec3(0.3, 0.2, 0));
  StepData data;
  testing::takeSteps(world, data, 5);
  World again = restoreState(saveState(world));
  EXPECT_EQ(std::get<HullShape>(again.bodies[0].shapes[0].shape).hull->corners.size(), 8U);
  StepData other;
  testing::takeSteps(world, data, 20);
  testing::takeSteps(again, other, 20);
  EXPECT_EQ(stateHash(again), stateHash(world));
}

}  // namespace
}  // namespace scree
