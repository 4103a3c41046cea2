// Bridges of liquid and adhesion against closed forms, with every way of solving.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/cohesion/attractions.h"
#include "engine/state/state.h"
#include "engine/step/step_threads.h"
#include "tests/support/methods.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kSize = 3e-3;      // diameter [m]
constexpr double kTension = 0.073;  // water [N/m]

/// Water at a hundredth of R³ in each bridge of two equal grains.
PairLaw wetLaw(bool isSimple = false) {
  PairLaw law = pelletLaw();
  law.stiffness = 3000.0;
  law.cohesion.surfaceTension = kTension;
  law.cohesion.bridgeVolume = 0.01 * std::pow(0.5 * kSize, 3);
  law.cohesion.isSimple = isSimple;
  return law;
}

World wetWorld(const PairLaw& law, double timeStep) {
  World world = emptyWorld(law);
  world.parameters.timeStep = timeStep;
  return world;
}

/// A plate whose lower side is at z = 0.
void addCeiling(World& world) { addShape(world, Plane{}, facing(Vec3::Zero(), -Vec3::UnitZ())); }

/// Force of the law between a grain of the test's size and a plate, or another such grain [N].
double forceAtTouch(const PairLaw& law, bool onPlate) {
  const double radius = onPlate ? 0.5 * kSize : 0.25 * kSize;
  const Cohesion& c = law.cohesion;
  return adhesionOf(c, radius) + (c.hasBridges() ? BridgeCurve(c, radius, c.bridgeVolume).force(0.0) : 0.0);
}

/// Whether a grain hangs on a plate for a second when its weight is a share of the attraction.
bool hangs(const PairLaw& law, double share, double timeStep) {
  World world = wetWorld(law, timeStep);
  addCeiling(world);
  addSphere(world, Vec3(0, 0, -0.5 * kSize), kSize);
  world.particles.mass[0] = share * forceAtTouch(law, true) / kGravity;
  StepData data;
  run(world, data, 1.0);
  return world.particles.position[0].z() > -0.6 * kSize;
}

TEST(Cohesion, AGrainHangsIfItIsLighterThanItsAttraction) {
  PairLaw dry = pelletLaw();
  dry.cohesion.pullOff = 1e-3;
  PairLaw energy = pelletLaw();
  energy.cohesion.energy = 0.05;
  // A force, not an impulse: the time step does not matter.
  for (const double timeStep : {1e-3, 5e-3}) {
    for (const PairLaw& law : {wetLaw(), wetLaw(true), dry, energy}) {
      EXPECT_TRUE(hangs(law, 0.99, timeStep)) << timeStep;
      EXPECT_FALSE(hangs(law, 1.01, timeStep)) << timeStep;
    }
  }
}

/// JKR's pull-off is 3/2 π w r*, with r* the radius against a plate and half of it between equal grains.
TEST(Cohesion, AdhesionIsThatOfItsEnergy) {
  PairLaw law = pelletLaw();
  law.cohesion.energy = 0.05;
  EXPECT_NEAR(forceAtTouch(law, true), 1.5 * M_PI * 0.05 * 0.5 * kSize, 1e-15);
  EXPECT_NEAR(forceAtTouch(law, false), 1.5 * M_PI * 0.05 * 0.25 * kSize, 1e-15);
}

/// A chain of grains holds as many as a bridge carries; its topmost bridge is the first to break.
TEST(Cohesion, AChainHoldsAsManyAsABridgeCarries) {
  const PairLaw law = wetLaw();
  constexpr int kCarried = 5;
  for (const double timeStep : {1e-3, 5e-3}) {
    for (const int hanging : {kCarried, kCarried + 1}) {
      World world = wetWorld(law, timeStep);
      world.parameters.sweeps = 200;
      addCeiling(world);
      for (int i = 0; i <= hanging; ++i) {
        addSphere(world, Vec3(0, 0, -(0.5 + i) * kSize), kSize);
        // The grain on the plate is held by twice the force: what it carries breaks first.
        world.particles.mass.back() = forceAtTouch(law, false) / kGravity / (kCarried + 0.5);
      }
      StepData data;
      run(world, data, 0.5);
      EXPECT_GT(world.particles.position[0].z(), -0.6 * kSize) << "the first one stays";
      EXPECT_EQ(world.particles.position[1].z() > -1.7 * kSize, hanging == kCarried) << hanging << ", " << timeStep;
    }
  }
}

/// A plate is drawn off a heavy grain at a millimetre a second: its force and work are those of the curve.
TEST(Cohesion, PullingABridgeOpenTakesItsForceAndWork) {
  for (const bool isSimple : {false, true}) {
    const PairLaw law = wetLaw(isSimple);
    const BridgeCurve curve(law.cohesion, 0.5 * kSize, law.cohesion.bridgeVolume);
    for (const double timeStep : {1e-3, 5e-3}) {
      World world = wetWorld(law, timeStep);
      world.parameters.gravity.setZero();
      addCeiling(world);
      constexpr double kSpeed = 1e-3;
      world.bodies[0].drives.push_back({Translation{Vec3::UnitZ()}, SpeedProfile{kSpeed}});
      addSphere(world, Vec3(0, 0, -0.5 * kSize), kSize);
      world.particles.mass[0] = 1000.0;
      StepData data;
      double most = 0.0;
      double work = 0.0;
      // Forces are means over a step, the first of which opens the bridge, by substeps or at once.
      const double first = kSpeed * timeStep;
      const double mean = (curve.work(0.0) - curve.work(first)) / first;
      const double way = 1.2 * curve.rupture();
      for (int i = 0; i < static_cast<int>(way / (kSpeed * timeStep)); ++i) {
        takeSteps(world, data, 1);
        const double force = -world.bodies[0].reaction.force.z();
        most = std::max(most, force);
        work += force * kSpeed * timeStep;
      }
      EXPECT_GT(most, 0.99 * mean) << timeStep;
      EXPECT_LT(most, 1.01 * curve.force(0.0)) << timeStep;
      EXPECT_NEAR(work, curve.work(0.0), 0.01 * curve.work(0.0)) << timeStep;
      EXPECT_TRUE(world.bridges.empty()) << "it broke";
    }
  }
}

/// A grain sticks to an upright wall if friction on its attraction carries it, and where friction sees the attraction.
TEST(Cohesion, AGrainSticksToAWallByFrictionOnItsAttraction) {
  const auto sticks = [](double friction, bool isSeen, double timeStep) {
    PairLaw law = wetLaw();
    law.friction = friction;
    law.rollingResistance = 10.0;
    law.cohesion.inFriction = isSeen;
    World world = wetWorld(law, timeStep);
    addShape(world, Plane{}, facing(Vec3::Zero(), Vec3::UnitX()));
    addSphere(world, Vec3(0.5 * kSize, 0, 0), kSize);
    world.particles.mass[0] = 0.5 * forceAtTouch(law, true) / kGravity;
    StepData data;
    run(world, data, 0.3);
    return world.particles.position[0].z() > -0.2 * kSize;
  };
  for (const double timeStep : {1e-3, 5e-3}) {
    EXPECT_TRUE(sticks(0.52, true, timeStep)) << timeStep;
    EXPECT_FALSE(sticks(0.48, true, timeStep)) << timeStep;
    EXPECT_FALSE(sticks(5.0, false, timeStep)) << "nothing else presses it, " << timeStep;
  }
}

/// Distance of two grains and the speed at which they part, a second after they met at a speed [m/s].
std::pair<double, double> afterMeeting(const PairLaw& law, double speed, double timeStep) {
  World world = wetWorld(law, timeStep);
  world.parameters.gravity.setZero();
  addSphere(world, Vec3(-0.51 * kSize, 0, 0), kSize, Vec3(0.5 * speed, 0, 0));
  addSphere(world, Vec3(0.51 * kSize, 0, 0), kSize, Vec3(-0.5 * speed, 0, 0));
  StepData data;
  run(world, data, 1.0);
  EXPECT_NEAR(world.budget.momentum.norm(), 0.0, roundOff(1e-18, 1e-10));
  return {world.particles.position[1].x() - world.particles.position[0].x(),
          world.particles.velocity[1].x() - world.particles.velocity[0].x()};
}

/// Two grains that meet part if the energy of the rebound is more than the work of the bridge, whatever the step. The
/// rebound is that of the same grains when dry.
TEST(Cohesion, GrainsStickIfTheirReboundIsWeakerThanTheBridge) {
  for (const bool isSimple : {false, true}) {
    PairLaw wet = wetLaw(isSimple);
    wet.restitution = 0.6;
    PairLaw dry = wet;
    dry.cohesion = {};
    const double mass = sphereVolume(0.5 * kSize) * 3700.0;
    const double work = BridgeCurve(wet.cohesion, 0.25 * kSize, wet.cohesion.bridgeVolume).work(0.0);
    const double needed = std::sqrt(4.0 * work / mass);  // to part [m/s]
    for (const double timeStep : {1e-3, 5e-3}) {
      int sticking = 0;
      int parting = 0;
      for (double approach = 0.5 * needed / wet.restitution; approach < 2.0 * needed / wet.restitution;
           approach *= 1.1) {
        const double rebound = afterMeeting(dry, approach, timeStep).second;
        const auto [distance, left] = afterMeeting(wet, approach, timeStep);
        // A step of 5 ms goes up to twice the reach of the bridge, and where in it the hit falls is not known.
        const double error = timeStep > 2e-3 ? 0.15 : 0.05;
        if (rebound < (1.0 - error) * needed) {
          EXPECT_LT(distance, 1.3 * kSize) << rebound / needed << ", " << timeStep;
          ++sticking;
        } else if (rebound > (1.0 + error) * needed) {
          EXPECT_GT(distance, 1.3 * kSize) << rebound / needed << ", " << timeStep;
          EXPECT_NEAR(left, std::sqrt(rebound * rebound - needed * needed), 0.25 * needed) << rebound / needed;
          ++parting;
        }
      }
      EXPECT_GT(std::min(sticking, parting), 2);
    }
  }
}

/// A bridge forms where grains touch, not where they pass near each other, and holds until they are apart.
TEST(Cohesion, BridgesFormAtContactAndBreakApart) {
  World world = wetWorld(wetLaw(), 1e-3);
  world.parameters.gravity.setZero();
  const BridgeCurve curve(wetLaw().cohesion, 0.25 * kSize, wetLaw().cohesion.bridgeVolume);
  addSphere(world, Vec3(0, 0, 0), kSize);
  addSphere(world, Vec3(kSize + 0.5 * curve.rupture(), 0, 0), kSize);
  StepData data;
  takeSteps(world, data, 20);
  EXPECT_TRUE(world.bridges.empty());
  EXPECT_EQ(world.particles.velocity[0], Vec3::Zero()) << "no force without a bridge";
  world.particles.position[1].x() = kSize * (1.0 - 1e-6);
  takeSteps(world, data, 1);
  EXPECT_EQ(world.bridges.size(), 1U);
  EXPECT_LT(world.budget.cohesive, -0.99 * curve.work(0.0));
  world.particles.velocity = {Vec3::Zero(), Vec3(1.0, 0, 0)};
  takeSteps(world, data, 3);
  EXPECT_TRUE(world.bridges.empty()) << "3 mm away";
  EXPECT_EQ(world.budget.cohesive, 0.0);
}

/// A wet heap is the same for any number of threads, and after it was saved and restored.
TEST(Cohesion, IsTheSameForAnyThreadsAndAfterAState) {
  const auto wet = [] {
    World world = wetWorld(wetLaw(), 1e-3);
    addOpenBox(world, 0.03, 0.1);
    addLattice(world, 6, 6, 12, 0.8 * kSize, kSize, 7);
    return world;
  };
  World alone = wet();
  StepData one;
  takeSteps(alone, one, 150);
  const std::vector<std::byte> state = saveState(alone);
  World restored = restoreState(state);
  EXPECT_EQ(restored.bridges, alone.bridges);
  EXPECT_GT(alone.bridges.size(), 300U);
  StepData two;
  takeSteps(alone, one, 50);
  takeSteps(restored, two, 50);
  EXPECT_EQ(restored.particles.position, alone.particles.position);
  World many = wet();
  StepThreads threads;
  StepData three;
  three.context.threads = threads.forStep(3, 100000);
  takeSteps(many, three, 200);
  EXPECT_EQ(many.particles.position, alone.particles.position);
  EXPECT_EQ(many.bridges, alone.bridges);
}

}  // namespace
}  // namespace scree::testing
