// Grains that merge with bodies which forces move, and members that such bodies meet.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/aggregates/riders.h"
#include "engine/base/parallel.h"
#include "engine/collision/surface.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "engine/world/placement.h"
#include "tests/support/machines.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kTrayMass = 0.4;  // kg

World merging() {
  World world = emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  return world;
}

double levelOf(const World& world) { return world.reduction.levelOf(world.particles.size()).level(); }

double grainMass(const World& world) {
  double sum = 0.0;
  for (const double mass : world.particles.mass) {
    sum += mass;
  }
  return sum;
}

/// A tray held by one joint to the world, 0.3 m up, with four layers of grains in it.
World trayWorld(JointKind kind, const Vec3& axis = Vec3::UnitZ()) {
  World world = merging();
  const double half = 4.0 * kDiameter;
  addLattice(world, 6, 6, 4, 0.011, 0.013, 7);
  for (Vec3& position : world.particles.position) {
    position.z() += 0.3;
  }
  const Vec3 middle(0, 0, 0.3 + half - 0.1 * kDiameter);
  const std::uint32_t tray = addTray(world, Vec3(half, half, half), kTrayMass, {middle, Quat::Identity()});
  addJoint(world, kind, kFixedInWorld, tray, middle, axis);
  return world;
}

TEST(Riders, ALoadedTrayWeighsWhatIsInIt) {
  World world = trayWorld(JointKind::lock);
  StepData data;
  run(world, data, 2.5);
  ASSERT_GT(levelOf(world), 0.9);
  double held = 0.0;
  double pressed = 0.0;
  for (int i = 0; i < 40; ++i) {
    step(world, data);
    held += world.joints[0].force.z() / 40.0;
    pressed += world.bodies[0].reaction.force.z() / 40.0;
  }
  const double weight = kGravity * grainMass(world);
  // What still is free wobbles by a percent of its own weight.
  EXPECT_NEAR(held, weight + kGravity * kTrayMass, 2e-3 * weight);
  EXPECT_NEAR(pressed, -weight, 2e-3 * weight);
}

TEST(Riders, AMotorLiftsThemAsOne) {
  World world = trayWorld(JointKind::prismatic);
  world.joints[0].motor = {.kind = MotorKind::speed, .value = 0.0, .limit = 200.0};
  StepData data;
  run(world, data, 2.0);
  ASSERT_GT(levelOf(world), 0.9);
  world.joints[0].motor.value = 0.1;
  const double before = world.bodies[0].pose.position.z();
  run(world, data, 1.0);
  EXPECT_NEAR(world.bodies[0].pose.position.z() - before, 0.1, 1e-3);
  EXPECT_GT(levelOf(world), 0.9) << "an even lift changes no load";
  double force = 0.0;
  for (int i = 0; i < 40; ++i) {
    step(world, data);
    force += world.joints[0].motorForce / 40.0;
  }
  const double weight = kGravity * (grainMass(world) + kTrayMass);
  EXPECT_NEAR(force, weight, 0.01 * weight);
  placeMembers(world);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    EXPECT_NEAR(world.particles.velocity[i].z(), 0.1, 0.02) << i;
  }
}

TEST(Riders, AStartOpensThem) {
  World world = trayWorld(JointKind::prismatic);
  world.joints[0].motor = {.kind = MotorKind::speed, .value = 0.0, .limit = 200.0};
  StepData data;
  run(world, data, 2.0);
  ASSERT_GT(levelOf(world), 0.9);
  const ReductionCounts before = world.reduction.counts;
  world.joints[0].motor.value = 0.5;
  takeSteps(world, data, 4);
  EXPECT_GT(world.reduction.counts.splitsBy(SplitIdea::load) - before.splitsBy(SplitIdea::load),
            world.particles.size() / 2);
}

TEST(Riders, ATiltedTrayPoursOut) {
  std::size_t left[2] = {0, 0};
  for (const bool merged : {false, true}) {
    World world = trayWorld(JointKind::hinge, Vec3::UnitY());
    world.parameters.reduction.merging = merged ? Switch::on : Switch::off;
    world.joints[0].motor = {.kind = MotorKind::speed, .value = 0.0, .limit = 100.0};
    StepData data;
    run(world, data, 1.5);
    world.joints[0].motor.value = 1.0;
    run(world, data, 2.6);  // to 149 degrees
    world.joints[0].motor.value = 0.0;
    run(world, data, 1.0);
    placeMembers(world);
    const Body& tray = world.bodies[0];
    for (const Vec3& position : world.particles.position) {
      left[merged ? 1 : 0] += tray.pose.toLocal(position).cwiseAbs().maxCoeff() < 4.0 * kDiameter ? 1 : 0;
    }
  }
  EXPECT_LE(left[0], 3U);
  EXPECT_LE(left[1], 3U) << "the same as without merging";
}

Vec3 momentumOf(const World& world) {
  const Body& body = world.bodies[0];
  World placed = world;
  placeMembers(placed);
  Vec3 sum = body.mass.mass * body.velocityAt(body.pose.toWorld(body.mass.centre));
  for (std::size_t i = 0; i < placed.particles.size(); ++i) {
    sum += placed.particles.mass[i] * placed.particles.velocity[i];
  }
  return sum;
}

Vec3 angularMomentumOf(const World& world) {
  const Body& body = world.bodies[0];
  World placed = world;
  placeMembers(placed);
  const Vec3 centre = body.pose.toWorld(body.mass.centre);
  const Mat3 turn = body.pose.orientation.toRotationMatrix();
  Vec3 sum = centre.cross(body.mass.mass * body.velocityAt(centre)) +
             turn * body.mass.inertia * turn.transpose() * body.angularVelocity;
  const Particles& p = placed.particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    sum += p.position[i].cross(p.mass[i] * p.velocity[i]) + p.inertia(i) * p.angularVelocity[i];
  }
  return sum;
}

/// Two free grains push each other off along the line between them, which changes neither momentum nor angular
/// momentum.
void pushOff(World& world, std::uint32_t a, std::uint32_t b, double impulse) {
  Particles& p = world.particles;
  const Vec3 push = impulse * (p.position[b] - p.position[a]).normalized();
  p.velocity[a] -= push / p.mass[a];
  p.velocity[b] += push / p.mass[b];
}

TEST(Riders, AMillionMergesAndSplitsKeepMomentumAndAngularMomentum) {
  constexpr int kGrains = 200;
  World world = merging();
  addTray(world, Vec3(0.05, 0.04, 0.03), kTrayMass, {Vec3(0.2, -0.1, 0.3), Quat(0.8, 0.1, 0.5, -0.2).normalized()});
  world.bodies[0].velocity = Vec3(0.3, -0.2, 0.1);
  world.bodies[0].angularVelocity = Vec3(1.0, 2.0, -0.5);
  Random random(3);
  for (int i = 0; i < kGrains; ++i) {
    addSphere(world, Vec3(0.2, -0.1, 0.3) + 0.05 * randomDirection(random), kDiameter, randomDirection(random),
              5.0 * randomDirection(random));
  }
  fitMembers(world);
  const std::uint32_t index = *aggregateOn(world, ContactKey::boundary(0, 0, 0, 0));
  const Vec3 momentum = momentumOf(world);
  const Vec3 angular = angularMomentumOf(world);
  Particles& p = world.particles;
  std::vector<Impulse> all(world.reduction.aggregates.size());
  double exchanged = 0.0;
  for (int changes = 0; changes < 1000000;) {
    const auto slot = static_cast<std::uint32_t>(random.next() % kGrains);
    if (!world.reduction.isFree(slot)) {
      leave(world, slot);
      ++changes;
      continue;
    }
    // It left with the velocity of the tray: without a push there would soon be nothing to exchange.
    const auto other = static_cast<std::uint32_t>(random.next() % kGrains);
    if (other == slot || !world.reduction.isFree(other)) {
      continue;
    }
    pushOff(world, slot, other, p.mass[slot]);
    const Vec3 velocity = p.velocity[slot];
    const Vec3 spin = p.angularVelocity[slot];
    join(world, slot, index);
    const Vec3 gained = p.mass[slot] * (p.velocity[slot] - velocity);
    all[index] = {.linear = gained,
                  .angular = p.position[slot].cross(gained) + p.inertia(slot) * (p.angularVelocity[slot] - spin)};
    payForMerges(all, world);
    exchanged += gained.norm();
    ++changes;
  }
  EXPECT_GT(exchanged, 1e3) << "N s, some 4e-3 N s with each merge";
  // Each change rounds the tray's 0.5 N s by up to 5e-17 N s, up or down as chance has it: a million of them add up to
  // a thousand times one, 5e-14 N s. Were they all to one side it would be a thousand times as much.
  EXPECT_LT((momentumOf(world) - momentum).norm(), 1e-13);
  EXPECT_LT((angularMomentumOf(world) - angular).norm(), 1e-13);
}

TEST(Riders, ARiddenBodyIsAsHeavyAsAllItsPartsAre) {
  World world = merging();
  addBox(world, Vec3(0.1, 0.08, 0.06), kTrayMass, {Vec3(0.2, -0.1, 0.3), Quat::Identity()});
  addSphere(world, Vec3(0.23, -0.1, 0.3));
  addSphere(world, Vec3(0.17, -0.08, 0.31));
  fitMembers(world);
  const std::uint32_t index = *aggregateOn(world, ContactKey::boundary(0, 0, 0, 0));
  join(world, 0, index);
  join(world, 1, index);
  const BodyMass sum = massWithRiders(world, 0);
  // Steiner by hand about the common centre.
  const double m = world.particles.mass[0];
  const Vec3 a(0.03, 0, 0);
  const Vec3 b(-0.03, 0.02, 0.01);
  const Vec3 centre = m * (a + b) / (2.0 * m + kTrayMass);
  EXPECT_NEAR(sum.mass, 2.0 * m + kTrayMass, 1e-15);
  EXPECT_LT((sum.centre - centre).norm(), 1e-15);
  const auto steiner = [&](double mass, const Vec3& at) {
    const Vec3 d = at - centre;
    return Mat3(mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose()));
  };
  const Mat3 inertia = world.bodies[0].mass.inertia + steiner(kTrayMass, Vec3::Zero()) + steiner(m, a) + steiner(m, b) +
                       2.0 * world.particles.inertia(0) * Mat3::Identity();
  EXPECT_LT((sum.inertia - inertia).norm(), 1e-15);
}

TEST(Riders, SameBitsForAnyThreadsAndAfterSaving) {
  World one = trayWorld(JointKind::prismatic);
  one.joints[0].motor = {.kind = MotorKind::speed, .value = 0.05, .limit = 200.0};
  World four = one;
  StepData dataOne;
  StepData dataFour;
  ThreadPool pool(4);
  dataFour.context.threads = &pool;
  for (int i = 0; i < 250; ++i) {
    step(one, dataOne);
    step(four, dataFour);
  }
  ASSERT_GT(levelOf(one), 0.5);
  EXPECT_EQ(stateHash(one), stateHash(four));
  World resumed = restoreState(saveState(one));
  StepData fresh;
  for (int i = 0; i < 40; ++i) {
    step(one, dataOne);
    step(resumed, fresh);
  }
  EXPECT_EQ(stateHash(one), stateHash(resumed));
}

/// A merged bed in an open box.
World mergedBed(StepData& data) {
  World world = merging();
  addOpenBox(world, 12 * kDiameter, 20 * kDiameter);
  addLattice(world, 10, 10, 4, 0.011, 0.013, 7);
  run(world, data, 2.5);
  return world;
}

/// Largest depth of a grain in a body's first shape, in its radii.
double deepest(World world, std::uint32_t body) {
  placeMembers(world);
  SurfaceTouches touches;
  double depth = 0.0;
  const Pose pose = world.bodies[body].pose * world.bodies[body].shapes[0].local;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    touchShape(world.bodies[body].shapes[0].shape, pose.toLocal(world.particles.position[i]), world.particles.radius[i],
               touches);
    for (int k = 0; k < touches.count; ++k) {
      depth = std::max(depth, -touches.list[static_cast<std::size_t>(k)].gap / world.particles.radius[i]);
    }
  }
  return depth;
}

TEST(SweptOverlaps, ADrivenBladeOpensTheBedItMovesInto) {
  double mean[2] = {0.0, 0.0};
  for (const bool merged : {false, true}) {
    StepData data;
    World world = mergedBed(data);
    ASSERT_GT(levelOf(world), 0.9);
    world.parameters.reduction.merging = merged ? Switch::on : Switch::off;
    // From above the surface down into the bed: nothing free is in between.
    const std::uint32_t blade = addShape(world, SolidBox{Vec3(0.01, 0.04, 0.02)});
    world.bodies[blade].pose.position = Vec3(0, 0, 6.5 * kDiameter);
    world.bodies[blade].drives.push_back({Translation{-Vec3::UnitZ()}, {.value = 0.1}});
    constexpr int kSteps = 110;
    for (int i = 0; i < kSteps; ++i) {
      step(world, data);
      mean[merged ? 1 : 0] += deepest(world, blade) / kSteps;
    }
    EXPECT_LT(world.bodies[blade].pose.position.z() - 0.02, 1.5 * kDiameter) << "it is in the bed";
  }
  // Grains under a blade that nothing stops are pressed. Means of full runs scatter by a fifth from seed to seed;
  // members that the blade runs over would be 1.7 radii deep.
  EXPECT_LT(mean[1], 1.5 * mean[0]);
}

TEST(SweptOverlaps, AHeavyBodyOnAMergedBedIsCarried) {
  StepData data;
  World world = mergedBed(data);
  ASSERT_GT(levelOf(world), 0.9);
  const double mass = 0.3;
  const Vec3 above(0, 0, 6.0 * kDiameter);
  const std::uint32_t box = addBox(world, Vec3(0.05, 0.05, 0.02), mass, {above, Quat::Identity()});
  addJoint(world, JointKind::prismatic, kFixedInWorld, box, above);
  run(world, data, 2.0);
  double force = 0.0;
  for (int i = 0; i < 100; ++i) {
    step(world, data);
    force += world.bodies[box].reaction.force.z() / 100.0;
  }
  EXPECT_NEAR(force, mass * kGravity, 0.01 * mass * kGravity);
  EXPECT_GT(levelOf(world), 0.5) << "only what it touches is free";
  EXPECT_LT(deepest(world, box), 0.1);
}

/// Height at which a tray full of riders comes to rest on a bed that it was let down on.
double restingTray(Switch merging, std::uint64_t seed) {
  StepData data;
  World world = mergedBed(data);
  const std::size_t bed = world.particles.size();
  const double half = 2.5 * kDiameter;
  const Vec3 middle(0, 0, 8.0 * kDiameter + half);
  addLattice(world, 4, 4, 3, 0.011, 0.013, seed);
  for (std::size_t i = bed; i < world.particles.size(); ++i) {
    world.particles.position[i].z() += middle.z() - half + 0.1 * kDiameter;
  }
  const std::uint32_t tray = addTray(world, Vec3::Constant(half), 0.05, {middle, Quat::Identity()});
  addJoint(world, JointKind::prismatic, kFixedInWorld, tray, middle);
  world.joints[0].motor = {.kind = MotorKind::speed, .value = 0.0, .limit = 50.0};
  run(world, data, 1.5);
  world.parameters.reduction.merging = merging;
  world.joints[0].motor.value = -0.05;
  run(world, data, 1.2);
  world.joints[0].motor = {};
  run(world, data, 2.0);
  double inIt = 0.0;
  double net = 0.0;
  for (int i = 0; i < 100; ++i) {
    step(world, data);
    net += world.bodies[tray].reaction.force.z() / 100.0;
  }
  for (std::size_t i = bed; i < world.particles.size(); ++i) {
    inIt += world.particles.mass[i];
  }
  // Its riders press it down, the bed holds it up: what is left is its own weight.
  EXPECT_NEAR(net, 0.05 * kGravity, 0.02 * (inIt + 0.05) * kGravity) << static_cast<int>(merging);
  EXPECT_LT(deepest(world, tray), 0.1) << static_cast<int>(merging);
  return world.bodies[tray].pose.position.z();
}

TEST(SweptOverlaps, ATrayOfRidersSetsDownOnABed) {
  // A bed gives way in jerks: single trays stop up to 0.3 d apart.
  constexpr std::uint64_t kTrays = 4;
  double lower = 0.0;
  for (std::uint64_t seed = 9; seed < 9 + kTrays; ++seed) {
    const double difference = restingTray(Switch::on, seed) - restingTray(Switch::off, seed);
    std::printf("tray %d: %+.2f mm\n", static_cast<int>(seed), 1e3 * difference);
    lower += difference / kTrays;
  }
  EXPECT_NEAR(lower, 0.0, 0.25 * kDiameter) << "it stops as deep in the bed";
}

}  // namespace
}  // namespace scree::testing
