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

/// Time step, and whether the forces are those of smooth DEM in small steps of its own or are solved as the method
/// under test says.
struct Stepping {
  double timeStep = 1e-3;  // s
  bool isSmooth = false;
};

constexpr Stepping kSteppings[] = {{1e-3}, {5e-3}, {1e-3, true}};

std::ostream& operator<<(std::ostream& out, const Stepping& s) {
  return out << s.timeStep << " s" << (s.isSmooth ? ", smooth" : "");
}

World wetWorld(const PairLaw& law, const Stepping& stepping) {
  World world = emptyWorld(law);
  world.parameters.timeStep = stepping.timeStep;
  if (stepping.isSmooth) {
    world.parameters.method = Method::smooth;
  }
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
bool hangs(const PairLaw& law, double share, const Stepping& stepping) {
  World world = wetWorld(law, stepping);
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
  for (const Stepping& stepping : kSteppings) {
    for (const PairLaw& law : {wetLaw(), wetLaw(true), dry, energy}) {
      EXPECT_TRUE(hangs(law, 0.99, stepping)) << stepping;
      EXPECT_FALSE(hangs(law, 1.01, stepping)) << stepping;
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
  for (const Stepping& stepping : kSteppings) {
    for (const int hanging : {kCarried, kCarried + 1}) {
      World world = wetWorld(law, stepping);
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
      EXPECT_EQ(world.particles.position[1].z() > -1.7 * kSize, hanging == kCarried) << hanging << ", " << stepping;
    }
  }
}

/// A plate is drawn off a heavy grain at a millimetre a second: its force and work are those of the curve.
TEST(Cohesion, PullingABridgeOpenTakesItsForceAndWork) {
  for (const bool isSimple : {false, true}) {
    const PairLaw law = wetLaw(isSimple);
    const BridgeCurve curve(law.cohesion, 0.5 * kSize, law.cohesion.bridgeVolume);
    for (const Stepping& stepping : kSteppings) {
      World world = wetWorld(law, stepping);
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
      const double first = kSpeed * stepping.timeStep;
      const double mean = (curve.work(0.0) - curve.work(first)) / first;
      const double way = 1.2 * curve.rupture();
      for (int i = 0; i < static_cast<int>(way / (kSpeed * stepping.timeStep)); ++i) {
        takeSteps(world, data, 1);
        const double force = -world.bodies[0].reaction.force.z();
        most = std::max(most, force);
        work += force * kSpeed * stepping.timeStep;
      }
      EXPECT_GT(most, 0.99 * mean) << stepping;
      EXPECT_LT(most, 1.01 * curve.force(0.0)) << stepping;
      EXPECT_NEAR(work, curve.work(0.0), 0.01 * curve.work(0.0)) << stepping;
      EXPECT_TRUE(world.bridges.empty()) << "it broke";
    }
  }
}

/// A grain sticks to an upright wall if friction on its attraction carries it, and where friction sees the attraction.
TEST(Cohesion, AGrainSticksToAWallByFrictionOnItsAttraction) {
  const auto sticks = [](double friction, bool isSeen, const Stepping& stepping) {
    PairLaw law = wetLaw();
    law.friction = friction;
    law.rollingResistance = 10.0;
    law.cohesion.inFriction = isSeen;
    World world = wetWorld(law, stepping);
    addShape(world, Plane{}, facing(Vec3::Zero(), Vec3::UnitX()));
    addSphere(world, Vec3(0.5 * kSize, 0, 0), kSize);
    world.particles.mass[0] = 0.5 * forceAtTouch(law, true) / kGravity;
    StepData data;
    run(world, data, 0.3);
    return world.particles.position[0].z() > -0.2 * kSize;
  };
  for (const Stepping& stepping : kSteppings) {
    EXPECT_TRUE(sticks(0.52, true, stepping)) << stepping;
    EXPECT_FALSE(sticks(0.48, true, stepping)) << stepping;
    if (!stepping.isSmooth) {  // its friction sees every attraction
      EXPECT_FALSE(sticks(5.0, false, stepping)) << "nothing else presses it, " << stepping;
    }
  }
}

/// A grain that cannot roll slides down a slope if sin α − μ cos α is above μ times the attraction over its weight, and
/// then by what is left of its weight; on its weight alone where friction does not see the attraction.
TEST(Cohesion, AGrainSlidesDownASlopeByWhatFrictionOnItsAttractionLeaves) {
  constexpr double kAngle = 0.5;  // rad
  constexpr double kFriction = 0.3;
  constexpr double kTime = 0.5;  // s
  const double dry = std::sin(kAngle) - kFriction * std::cos(kAngle);
  // Way after the time [m] where the attraction is so many weights.
  const auto wayOf = [&](double bond, bool isSeen, const Stepping& stepping) {
    PairLaw law = wetLaw();
    law.friction = kFriction;
    law.rollingResistance = 10.0;
    law.cohesion.inFriction = isSeen;
    World world = wetWorld(law, stepping);
    const Vec3 normal(std::sin(kAngle), 0, std::cos(kAngle));
    addShape(world, Plane{}, facing(Vec3::Zero(), normal));
    addSphere(world, 0.5 * kSize * normal, kSize);
    world.particles.mass[0] = forceAtTouch(law, true) / (bond * kGravity);
    const Vec3 start = world.particles.position[0];
    StepData data;
    run(world, data, kTime);
    return (world.particles.position[0] - start).dot(Vec3(std::cos(kAngle), 0, -std::sin(kAngle)));
  };
  const double needed = dry / kFriction;
  const double free = 0.5 * kGravity * kTime * kTime;  // of a grain without friction, along its weight [m]
  for (const Stepping& stepping : kSteppings) {
    EXPECT_LT(wayOf(1.02 * needed, true, stepping), 1e-3 * free) << stepping;
    // A step is late or early by half of itself: 1 % of the way at most. Until the contact bears its load, which smooth
    // DEM takes a few collision times for, friction is less.
    for (const double share : {0.98, 0.5}) {
      EXPECT_NEAR(wayOf(share * needed, true, stepping), (1.0 - share) * dry * free,
                  (0.015 * (1.0 - share) + 2e-3) * dry * free)
          << share << ", " << stepping;
    }
    if (!stepping.isSmooth) {
      EXPECT_NEAR(wayOf(2.0 * needed, false, stepping), dry * free, 0.015 * dry * free) << stepping;
    }
  }
}

/// Distance of two grains and the speed at which they part, a second after they met at a speed [m/s].
std::pair<double, double> afterMeeting(const PairLaw& law, double speed, const Stepping& stepping) {
  World world = wetWorld(law, stepping);
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
    for (const Stepping& stepping : kSteppings) {
      int sticking = 0;
      int parting = 0;
      for (double approach = 0.5 * needed / wet.restitution; approach < 2.0 * needed / wet.restitution;
           approach *= 1.1) {
        const double rebound = afterMeeting(dry, approach, stepping).second;
        const auto [distance, left] = afterMeeting(wet, approach, stepping);
        // A step of 5 ms goes up to twice the reach of the bridge, and where in it the hit falls is not known.
        const double error = stepping.timeStep > 2e-3 ? 0.15 : 0.05;
        if (rebound < (1.0 - error) * needed) {
          EXPECT_LT(distance, 1.3 * kSize) << rebound / needed << ", " << stepping;
          ++sticking;
        } else if (rebound > (1.0 + error) * needed) {
          EXPECT_GT(distance, 1.3 * kSize) << rebound / needed << ", " << stepping;
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
  World world = wetWorld(wetLaw(), {});
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
  for (const bool isSmooth : {false, true}) {
    const auto wet = [&] {
      World world = wetWorld(wetLaw(), {1e-3, isSmooth});
      const int count = isSmooth ? 4 : 6;  // the small steps of smooth DEM take long
      addOpenBox(world, 1e-3 + 1.2 * count * kSize, 0.1);
      addLattice(world, count, count, 2 * count, 0.8 * kSize, kSize, 7);
      return world;
    };
    World alone = wet();
    StepData one;
    takeSteps(alone, one, 150);
    World restored = restoreState(saveState(alone));
    EXPECT_EQ(restored.bridges, alone.bridges);
    EXPECT_GT(alone.bridges.size(), 150U);
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
}

}  // namespace
}  // namespace scree::testing
