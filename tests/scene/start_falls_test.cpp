#include "engine/scene/start_falls.h"

#include <gtest/gtest.h>

namespace scree {
namespace {

void addFallingSphere(World& world, const Vec3& position, double diameter) {
  world.particles.add({.position = position, .radius = 0.5 * diameter});
}

/// A layer of touching spheres on z = 0.
World layer(double diameter) {
  World world;
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < 10; ++j) {
      addFallingSphere(world, diameter * Vec3(i, j, 0.5), diameter);
    }
  }
  return world;
}

TEST(StartFalls, OfABoulderAboveSmallGrains) {
  World world = layer(0.01);
  EXPECT_EQ(fallsAtStart(world).particle, 0.0);
  addFallingSphere(world, Vec3(0.045, 0.045, 1.06), 0.1);
  EXPECT_NEAR(fallsAtStart(world).particle, 1.0, 1e-12);
  // Gravity along another axis: nothing is below it there.
  world.parameters.gravity = Vec3(9.81, 0.0, 0.0);
  EXPECT_EQ(fallsAtStart(world).particle, 0.0);
  world.parameters.gravity.setZero();
  EXPECT_EQ(fallsAtStart(world).particle, 0.0);
}

TEST(StartFalls, OfGrainsInALooseFillDoNotCountUnlessTheyAreFar) {
  World world = layer(0.01);
  addFallingSphere(world, Vec3(0.04, 0.04, 0.05), 0.01);
  EXPECT_EQ(fallsAtStart(world).particle, 0.0);
  addFallingSphere(world, Vec3(0.04, 0.04, 0.265), 0.01);
  EXPECT_NEAR(fallsAtStart(world).particle, 0.205, 1e-12);
}

TEST(StartFalls, OfWhatStandsBesideABedAreNone) {
  World world = layer(0.01);
  addFallingSphere(world, Vec3(0.3, 0.0, 1.0), 0.1);
  EXPECT_EQ(fallsAtStart(world).particle, 0.0);
}

TEST(StartFalls, OfALooseBodyToTheHighestGrainBelowIt) {
  World world = layer(0.01);
  addFallingSphere(world, Vec3(0.045, 0.045, 0.02), 0.02);  // on the layer, 30 mm high
  Body body;
  body.name = "block";
  body.mass.mass = 1.0;
  body.pose.position = Vec3(0.045, 0.045, 0.63);
  body.shapes.push_back({.shape = SolidBox{Vec3::Constant(0.1)}});
  world.bodies.push_back(body);
  EXPECT_NEAR(fallsAtStart(world).body, 0.5, 1e-12);
  EXPECT_TRUE(isLoose(world, 0));
  world.bodies[0].pose.position.x() = 1.0;
  EXPECT_EQ(fallsAtStart(world).body, 0.0);
  world.bodies[0].pose.position.x() = 0.045;
  world.joints.push_back({.kind = JointKind::hinge, .a = 0});
  EXPECT_FALSE(isLoose(world, 0));
  EXPECT_EQ(fallsAtStart(world).body, 0.0);
}

}  // namespace
}  // namespace scree
