// Thin walls hold spheres on the side that they came from, by what they touched before.
#include "engine/collision/wall_sides.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "engine/contacts/surfaces.h"
#include "tests/support/touches.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::contactPoint;
using testing::touchesAfter;

constexpr double kWallRoundOff = 1e-13;  // m, of coordinates around 1

/// A sphere pressed through a wall from outside stays outside until it is through by half a radius.
TEST(WallSides, WallsHoldWhatWasOutsideThere) {
  const double radius = 0.1;
  const Shape box = Container{.halfExtents = Vec3::Constant(0.3)};
  const SurfaceTouches held = touchesAfter(box, Vec3(0.26, 0, 0), radius, {7});
  ASSERT_EQ(held.count, 1);
  EXPECT_EQ(held.list[0].feature, 7U);
  EXPECT_NEAR(held.list[0].gap, -0.04 - radius, kWallRoundOff);
  EXPECT_EQ(held.list[0].normal, Vec3(-Vec3::UnitX()));
  const SurfaceTouches lost = touchesAfter(box, Vec3(0.24, 0, 0), radius, {7});
  ASSERT_EQ(lost.count, 1);
  EXPECT_EQ(lost.list[0].feature, 1U);
  const Shape drum = HollowCylinder{.radius = 0.3, .halfLength = 0.3};
  const SurfaceTouches wall = touchesAfter(drum, Vec3(0, 0.26, 0), radius, {3});
  ASSERT_EQ(wall.count, 1);
  EXPECT_EQ(wall.list[0].feature, 3U);
  EXPECT_NEAR(wall.list[0].gap, -0.04 - radius, kWallRoundOff);
  EXPECT_EQ(wall.list[0].normal, Vec3(-Vec3::UnitY()));
  const SurfaceTouches cap = touchesAfter(drum, Vec3(0, 0, -0.26), radius, {4});
  ASSERT_EQ(cap.count, 1);
  EXPECT_EQ(cap.list[0].feature, 4U);
  EXPECT_TRUE(cap.list[0].isCap);
  EXPECT_NEAR(cap.list[0].gap, -0.04 - radius, kWallRoundOff);
  EXPECT_EQ(cap.list[0].normal, Vec3(Vec3::UnitZ()));
}

/// Round the end of a wall and back behind it, pressed against it by a tenth of the radius all the way: nothing ever
/// holds the sphere deeper than that, on either side.
TEST(WallSides, ASphereGoesRoundTheRimOfAWall) {
  const double radius = 0.1;
  const double pressed = 0.9 * radius;
  for (const Shape& shape :
       {Shape(Container{.halfExtents = Vec3::Constant(0.5), .faces = {false, true, false, false, false, false}}),
        Shape(HollowCylinder{.radius = 0.5, .halfLength = 0.5, .caps = {false, false}})}) {
    for (const bool isOutward : {true, false}) {
      // Along the wall to its upper end, half a turn about it, and down again.
      std::vector<std::uint32_t> touched;
      for (int i = 0; i <= 300; ++i) {
        const double side = isOutward ? 1.0 : -1.0;
        const double angle = std::numbers::pi * std::clamp((i - 100) / 100.0, 0.0, 1.0);
        const double below = i < 100 ? 0.005 * (100 - i) : 0.005 * std::max(0, i - 200);
        const Vec3 centre(0.5 - side * pressed * std::cos(angle), 0, 0.5 - below + pressed * std::sin(angle));
        const SurfaceTouches touches = touchesAfter(shape, centre, radius, touched);
        ASSERT_EQ(touches.count, 1) << i;
        ASSERT_NEAR(touches.list[0].gap, pressed - radius, kWallRoundOff) << i << " " << centre.transpose();
        ASSERT_NEAR((contactPoint(touches.list[0], centre, radius) - Vec3(0.5, 0, 0.5 - below)).norm(), 0.0, 1e-12)
            << i;
        touched = {touches.list[0].feature};
      }
    }
  }
}

/// Round an edge between two walls and on behind the other, pressed against both from outside: the same.
TEST(WallSides, ASphereGoesRoundAClosedEdgeFromOutside) {
  const double radius = 0.1;
  const double pressed = 0.98 * radius;
  struct Edge {
    Shape shape;
    int from;  // axis of the wall that it comes from
    int to;
  };
  const Shape box = Container{.halfExtents = Vec3::Constant(0.5)};
  const Shape drum = HollowCylinder{.radius = 0.5, .halfLength = 0.5};
  for (const Edge& edge : {Edge{box, 2, 0}, Edge{box, 0, 2}, Edge{box, 0, 1}, Edge{box, 1, 0}, Edge{box, 1, 2},
                           Edge{box, 2, 1}, Edge{drum, 2, 0}, Edge{drum, 0, 2}, Edge{drum, 2, 1}, Edge{drum, 1, 2}}) {
    for (const double side : {1.0, -1.0}) {
      World world = testing::emptyWorld();
      testing::addShape(world, edge.shape);
      const PlacedShapes shapes = placeShapes(world.bodies);
      testing::addSphere(world, Vec3::Zero(), 2.0 * radius);
      Contact followed;
      SurfaceContact surface;
      std::vector<std::uint32_t> touched;
      for (int i = 0; i <= 300; ++i) {
        const double angle = 0.5 * std::numbers::pi * std::clamp((i - 100) / 100.0, 0.0, 1.0);
        Vec3 foot = Vec3::Zero();
        foot[edge.from] = side * (0.5 - 0.004 * std::max(0, i - 200));
        foot[edge.to] = side * (0.5 - 0.004 * std::max(0, 100 - i));
        Vec3 centre = foot;
        centre[edge.from] += side * pressed * std::cos(angle);
        centre[edge.to] += side * pressed * std::sin(angle);
        const SurfaceTouches touches = touchesAfter(edge.shape, centre, radius, touched);
        ASSERT_EQ(touches.count, 1) << edge.from << edge.to << " " << i;
        ASSERT_NEAR(touches.list[0].gap, pressed - radius, kWallRoundOff) << edge.from << edge.to << " " << i;
        ASSERT_NEAR((contactPoint(touches.list[0], centre, radius) - foot).norm(), 0.0, 1e-12) << i;
        touched = {touches.list[0].feature};
        if (i == 0) {
          followed.key = ContactKey::boundary(world.particles.id[0], 0, 0, touched[0]);
        }
        followSurface(world, shapes, centre, 0.1 * radius, followed, surface);
        ASSERT_NEAR(followed.gap, pressed - radius, kWallRoundOff) << edge.from << edge.to << " " << i;
      }
    }
  }
}

TEST(WallSides, StepHoldsASphereThroughACorner) {
  World world = testing::emptyWorld();
  testing::addShape(world, Container{.halfExtents = Vec3::Constant(0.3)});
  testing::addSphere(world, Vec3::Constant(0.3 - 0.9 * testing::kRadius));
  StepData data;
  step(world, data);
  world.particles.position[0] = Vec3::Constant(0.3 + 0.9 * testing::kRadius);
  world.particles.velocity[0] = Vec3::Zero();
  step(world, data);
  EXPECT_EQ(data.list.contacts.size(), 3U);
  EXPECT_LT(world.particles.velocity[0].maxCoeff(), 0.0);
  EXPECT_LT(world.particles.position[0].maxCoeff(), 0.3 + 0.9 * testing::kRadius);
}

/// A grain that a step of any length carries through a wall that it has not touched before is brought back.
TEST(WallSides, StepBringsBackWhatWentThroughInOneMove) {
  for (const int substeps : {1, 4}) {
    World world = testing::emptyWorld();
    world.parameters.substeps = substeps;
    testing::addShape(world, Container{.halfExtents = Vec3::Constant(0.3)});
    testing::addSphere(world, Vec3(0.3 + 0.5 * testing::kRadius, 0, 0));
    world.particles.velocity[0] = Vec3(2.0 * testing::kRadius / world.parameters.timeStep, 0, 0);
    StepData data;
    step(world, data);
    EXPECT_LT(world.particles.velocity[0].x(), 0.0) << substeps;
    EXPECT_LT(world.particles.position[0].x(), 0.3) << substeps;
  }
}

/// What lies behind a wall and leans on it stays there, and is not pulled through.
TEST(WallSides, StepLeavesOutsideWhatIsOutside) {
  for (const Shape& shape : {Shape(Container{.halfExtents = Vec3::Constant(0.3)}),
                             Shape(HollowCylinder{.radius = 0.3, .halfLength = 0.3})}) {
    World world = testing::emptyWorld();
    testing::addShape(world, shape);
    world.parameters.gravity = Vec3(-10.0, 0, 0);  // presses against the wall
    testing::addSphere(world, Vec3(0.3 + testing::kRadius, 0, 0));
    StepData data;
    for (int i = 0; i < 200; ++i) {
      step(world, data);
      ASSERT_GT(world.particles.position[0].x(), 0.3 + 0.9 * testing::kRadius) << i;
    }
    ASSERT_EQ(data.list.contacts.size(), 1U);
    EXPECT_LT(world.particles.velocity[0].norm(), 1e-3);
  }
}

}  // namespace
}  // namespace scree
