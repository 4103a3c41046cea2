// Bodies that forces move under smooth DEM: hits against closed forms, loads that rest, joints, and the same bits.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/parallel.h"
#include "engine/geometry/mesh.h"
#include "engine/solve/smooth/stable_step.h"
#include "engine/state/state.h"
#include "tests/support/machines.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

PairLaw lawOfBodies(double restitution) {
  PairLaw law = hertzLaw(smoothLaw(restitution), 5e6);
  law.friction = 0.4;
  return law;
}

World worldOfBodies(double restitution, bool hasGravity) {
  World world = emptyWorld(lawOfBodies(restitution));
  world.parameters.method = Method::smooth;
  world.parameters.timeStep = 1e-3;
  if (!hasGravity) {
    world.parameters.gravity.setZero();
  }
  return world;
}

/// Momentum and angular momentum about the origin of all that moves.
std::pair<Vec3, Vec3> sumsOf(const World& world) {
  Vec3 linear = Vec3::Zero();
  Vec3 angular = Vec3::Zero();
  const Particles& p = world.particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    linear += p.mass[i] * p.velocity[i];
    angular += p.position[i].cross(p.mass[i] * p.velocity[i]) + p.inertia(i) * p.angularVelocity[i];
  }
  for (const Body& body : world.bodies) {
    const Vec3 centre = body.pose.toWorld(body.mass.centre);
    const Vec3 momentum = body.mass.mass * body.velocityAt(centre);
    const Mat3 turn = body.pose.orientation.toRotationMatrix();
    linear += momentum;
    angular += centre.cross(momentum) + turn * body.mass.inertia * turn.transpose() * body.angularVelocity;
  }
  return {linear, angular};
}

TEST(SmoothBodies, AHitOnAFreeBodyFollowsItsLaw) {
  constexpr double kRestitution = 0.5;
  for (const double mass : {0.001, 0.01, 1.0, 1000.0}) {
    World world = worldOfBodies(kRestitution, false);
    const std::uint32_t box = addBox(world, Vec3(0.1, 0.1, 0.1), mass);
    addSphere(world, Vec3(0, 0, 0.05 + kRadius + 1e-4), kDiameter, Vec3(0, 0, -1.0));
    const double grain = world.particles.mass[0];
    StepData data;
    run(world, data, 0.02);
    // Of the change, two hundredths: the method's own substep leaves restitution off by one between grains, and a flat
    // face makes the hit shorter.
    const double boxSpeed = -(1.0 + kRestitution) * grain / (grain + mass);
    EXPECT_NEAR(world.bodies[box].velocity.z(), boxSpeed, 0.02 * -boxSpeed) << mass;
    EXPECT_NEAR(world.particles.velocity[0].z(), boxSpeed + kRestitution, 0.02) << mass;
  }
}

TEST(SmoothBodies, ObliqueHitsKeepMomentumAndAngularMomentum) {
  World world = worldOfBodies(0.5, false);
  const std::uint32_t box = addBox(world, Vec3(0.1, 0.06, 0.04), 0.02);
  world.bodies[box].angularVelocity = Vec3(3, -2, 1);
  addSphere(world, Vec3(0.03, 0.01, 0.03), kDiameter, Vec3(0.3, -0.1, -1.0), Vec3(10, 20, 30));
  const auto before = sumsOf(world);
  StepData data;
  run(world, data, 0.03);
  const auto after = sumsOf(world);
  EXPECT_GT(world.bodies[box].velocity.norm(), 0.05) << "it was hit";
  EXPECT_LT((after.first - before.first).norm(), 1e-12);
  // The body turns by first-order steps: of the change that the hit makes, a thousandth.
  EXPECT_LT((after.second - before.second).norm(), 1e-3 * 0.02 * 0.03);
}

/// The same box as triangles, looking out.
MeshShape meshOf(const Vec3& half) {
  Triangles triangles;
  for (int corner = 0; corner < 8; ++corner) {
    triangles.points.emplace_back((corner & 1) != 0 ? half.x() : -half.x(), (corner & 2) != 0 ? half.y() : -half.y(),
                                  (corner & 4) != 0 ? half.z() : -half.z());
  }
  triangles.corners = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                       {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return {makeMesh(std::move(triangles))};
}

TEST(SmoothBodies, AMeshIsHitAsTheBoxThatItIs) {
  const auto after = [](bool isMesh) {
    World world = worldOfBodies(0.5, false);
    const Vec3 size(0.1, 0.06, 0.04);
    const std::uint32_t box = addBox(world, size, 0.02);
    if (isMesh) {
      world.bodies[box].shapes[0].shape = meshOf(0.5 * size);
    }
    addSphere(world, Vec3(0.03, 0.01, 0.03), kDiameter, Vec3(0.3, -0.1, -1.0));
    StepData data;
    run(world, data, 0.03);
    return world.bodies[box];
  };
  const Body box = after(false);
  const Body mesh = after(true);
  EXPECT_GT(box.velocity.norm(), 0.05) << "it was hit";
  EXPECT_LT((mesh.velocity - box.velocity).norm(), 1e-6);
  EXPECT_LT((mesh.angularVelocity - box.angularVelocity).norm(), 1e-4);
}

/// A box on a hinge through its centre is turned by a grain that hits it beside that.
TEST(SmoothBodies, AHingeTurnsByTheAngularImpulse) {
  World world = worldOfBodies(1.0, false);
  world.materials.pairs[0].friction = 0.0;
  const std::uint32_t box = addBox(world, Vec3(0.1, 0.1, 0.1), 0.05);
  addJoint(world, JointKind::hinge, kFixedInWorld, box, Vec3::Zero(), Vec3::UnitY());
  constexpr double kArm = 0.03;
  addSphere(world, Vec3(kArm, 0, 0.05 + kRadius + 1e-4), kDiameter, Vec3(0, 0, -1.0));
  const double grain = world.particles.mass[0];
  StepData data;
  run(world, data, 0.01);
  const double inertia = world.bodies[box].mass.inertia(1, 1);
  const double turned = 2.0 * grain * kArm / (inertia + grain * kArm * kArm);
  // The face turns while it is touched: by a hundredth of a radian, and its normal with it.
  EXPECT_NEAR(world.bodies[box].angularVelocity.y() / turned, 1.0, 0.01);
  EXPECT_LT(world.bodies[box].pose.toWorld(world.bodies[box].mass.centre).norm(), 1e-6) << "the hinge holds";
}

World loadedBedOfBodies() {
  World world = worldOfBodies(0.3, true);
  addOpenBox(world, 6 * kDiameter, 20 * kDiameter);
  addLattice(world, 5, 5, 3, 0.011, 0.013, 7);
  const double height = 4.5 * kDiameter;
  const std::uint32_t plate =
      addBox(world, Vec3(5.8 * kDiameter, 5.8 * kDiameter, kDiameter), 1.0, {Vec3(0, 0, height), Quat::Identity()});
  addJoint(world, JointKind::prismatic, kFixedInWorld, plate, Vec3(0, 0, height), Vec3::UnitZ());
  return world;
}

TEST(SmoothBodies, APlateRestsOnABed) {
  World world = loadedBedOfBodies();
  StepData data;
  run(world, data, 2.0);
  const Body& plate = world.bodies[1];
  EXPECT_LT(plate.velocity.norm(), 2e-4);
  EXPECT_NEAR(plate.reaction.force.z() / kGravity, 1.0, 0.01) << "its weight";
  EXPECT_EQ(world.faultCount, 0U);
}

TEST(SmoothBodies, BitsAreThoseOfOneThreadAndOfAResumedRun) {
  World one = loadedBedOfBodies();
  World three = one;
  StepData data;
  run(one, data, 0.1);
  ThreadPool pool(3);
  StepData onThree;
  onThree.context.threads = &pool;
  run(three, onThree, 0.1);
  EXPECT_EQ(stateHash(one), stateHash(three));
  World resumed = restoreState(saveState(one));
  run(one, data, 0.03);
  StepData fresh;
  run(resumed, fresh, 0.03);
  EXPECT_EQ(stateHash(one), stateHash(resumed));
}

TEST(SmoothBodies, OneThatIsFarLighterThanGrainsIsRefused) {
  World world = worldOfBodies(0.5, true);
  addSphere(world, Vec3::Zero());
  addBox(world, Vec3(0.1, 0.1, 0.1), 0.5 * 0.01 * world.particles.mass[0]);
  EXPECT_NE(refusalOfSmooth(world).text().find("give it more mass"), std::string::npos);
}

}  // namespace
}  // namespace scree::testing
