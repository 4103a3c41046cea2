// What comes and goes: emitters, sinks, and particles taken out because something is wrong with them.
#include "engine/step/exchange.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/state/state.h"
#include "engine/step/emission.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::addSphere;

Emitter emitter(double rate) {
  Emitter e;
  e.name = "feed";
  e.halfExtents = Vec3(0.1, 0.1, 0.05);
  e.sizes = SingleSize{0.01};
  e.rate = rate;
  e.random = Random(5);
  return e;
}

/// Runs without contacts: only the coming and going.
void exchangeFor(World& world, double seconds) {
  const int steps = static_cast<int>(std::lround(seconds / world.parameters.timeStep));
  StepData data;
  for (int i = 0; i < steps; ++i) {
    exchangeParticles(world, data.context, data.list, data.report, data.granulation);
    for (Vec3& x : world.particles.position) {
      x.z() -= 0.05;  // out of the way of the next ones
    }
    world.time += world.parameters.timeStep;
    ++world.step;
  }
}

TEST(Emitter, CountsByRate) {
  for (const double rate : {7.0, 333.0, 1000.0}) {
    World world = testing::emptyWorld();
    world.emitters.push_back(emitter(rate));
    exchangeFor(world, 1.0);
    // What is owed is a sum of steps: at most one particle may still wait by round-off.
    EXPECT_NEAR(static_cast<double>(world.emitters[0].emitted), rate, 1.0) << rate;
    EXPECT_EQ(world.particles.size(), world.emitters[0].emitted);
    EXPECT_EQ(world.emitters[0].refused, 0U);
  }
}

TEST(Emitter, DeliversTheMassRate) {
  World world = testing::emptyWorld();
  Emitter e = emitter(0.5);
  e.rateIsMass = true;
  e.sizes = UniformSizes{0.006, 0.014};
  world.emitters.push_back(e);
  exchangeFor(world, 2.0);
  double mass = 0.0;
  for (const double m : world.particles.mass) {
    mass += m;
  }
  // 1 kg but for one largest particle that waits for its mass.
  const double largest = 3700.0 * sphereVolume(0.007);
  EXPECT_LE(mass, 1.0 + 1e-12);
  EXPECT_GE(mass, 1.0 - largest);
  EXPECT_NEAR(world.emitters[0].emittedMass, mass, 1e-12);
}

TEST(Emitter, StartsStopsAndHasALimit) {
  World world = testing::emptyWorld();
  Emitter e = emitter(100.0);
  e.start = 0.2025;  // in the middle of a step
  e.stop = 0.7;
  world.emitters.push_back(e);
  exchangeFor(world, 0.2);
  EXPECT_EQ(world.particles.size(), 0U);
  exchangeFor(world, 0.8);
  EXPECT_NEAR(static_cast<double>(world.particles.size()), 49.75, 1.0);
  World limited = testing::emptyWorld();
  e = emitter(100.0);
  e.limit = 17;
  limited.emitters.push_back(e);
  exchangeFor(limited, 1.0);
  EXPECT_EQ(limited.particles.size(), 17U);
}

TEST(Emitter, NeverOverlapsAndGivesWhatItPromised) {
  World world = testing::emptyWorld();
  Emitter e = emitter(20000.0);
  e.pose = testing::facing(Vec3(1, 2, 3), Vec3(1, 1, 1).normalized());
  e.halfExtents = Vec3(0.05, 0.05, 0.0);
  e.sizes = UniformSizes{0.004, 0.02};
  e.velocity = Vec3(0, 0, -1);
  world.emitters.push_back(e);
  addSphere(world, Vec3(1, 2, 3), 0.03);  // in the way
  std::vector<std::uint32_t> freeSlots = {0};
  for (int i = 0; i < 3; ++i) {
    const std::vector<EmitterRoom> rooms = emitterRooms(world);
    std::vector<EmitterNeighbour> near;
    for (const std::uint32_t slot : freeSlots) {
      lookAtRoom(world, rooms.front(), slot, near);
    }
    emitParticles(world, rooms, near, freeSlots);
    world.time += world.parameters.timeStep;
  }
  const Particles& p = world.particles;
  ASSERT_GT(p.size(), 20U);
  EXPECT_GT(world.emitters[0].refused, 0U);
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      ASSERT_GE((p.position[i] - p.position[j]).norm(), p.radius[i] + p.radius[j]);
    }
    if (i > 0) {
      const Vec3 local = e.pose.toLocal(p.position[i]);
      ASSERT_TRUE((local.cwiseAbs().array() <= e.halfExtents.array() + 1e-12).all()) << local.transpose();
      ASSERT_EQ(p.velocity[i], e.velocity);
      ASSERT_GE(p.radius[i], 0.002);
      ASSERT_LE(p.radius[i], 0.01);
      ASSERT_NEAR(p.mass[i], 3700.0 * sphereVolume(p.radius[i]), 1e-15);
    }
  }
}

TEST(Emitter, DebtIsForgivenAfterASecond) {
  World world = testing::emptyWorld();
  Emitter e = emitter(100.0);
  e.halfExtents = Vec3::Zero();
  world.emitters.push_back(e);
  addSphere(world, Vec3::Zero());
  StepData data;
  for (int i = 0; i < 1000; ++i) {  // 5 s blocked
    exchangeParticles(world, data.context, data.list, data.report, data.granulation);
    world.time += world.parameters.timeStep;
  }
  EXPECT_EQ(world.emitters[0].emitted, 0U);
  EXPECT_LE(world.emitters[0].owed, 101.0);
}

TEST(Emitter, SameSeedSameParticles) {
  const auto hashWith = [](std::uint64_t seed) {
    World world = testing::emptyWorld();
    Emitter e = emitter(500.0);
    e.sizes = NormalSizes{0.01, 0.003, 0.005, 0.015};
    e.random = Random(seed);
    world.emitters.push_back(e);
    exchangeFor(world, 0.5);
    world.emitters.clear();  // leave only what it made
    return stateHash(world);
  };
  EXPECT_EQ(hashWith(1), hashWith(1));
  EXPECT_NE(hashWith(1), hashWith(2));
}

TEST(Sink, RecordsWhoWhenWhereAndHowBig) {
  World world = testing::emptyWorld();
  Sink sink;
  sink.name = "bin";
  sink.pose = testing::facing(Vec3(0, 0, -0.5), Vec3(0, 1, 1).normalized());
  sink.halfExtents = Vec3::Constant(0.05);
  world.sinks.push_back(sink);
  addSphere(world, Vec3(0, 0, 0), 0.012);
  addSphere(world, Vec3(0.5, 0, 0), 0.014);
  StepData data;
  testing::run(world, data, 0.5);
  ASSERT_EQ(world.particles.size(), 1U);
  EXPECT_EQ(world.particles.id[0], 1U);
  ASSERT_EQ(world.sinks[0].departures.size(), 1U);
  const Departure& gone = world.sinks[0].departures[0];
  EXPECT_EQ(gone.id, 0U);
  EXPECT_EQ(gone.diameter, 0.012);
  EXPECT_NEAR(gone.mass, 3700.0 * sphereVolume(0.006), 1e-15);
  EXPECT_EQ(world.sinks[0].mass, gone.mass);
  // It falls in after sqrt(2 h/g) with h between 0.42 and 0.58 m, a step later at most.
  EXPECT_GE(gone.time, std::sqrt(2 * 0.42 / 9.81) - 0.005);
  EXPECT_LE(gone.time, std::sqrt(2 * 0.58 / 9.81));
  EXPECT_NEAR(gone.velocity.z(), -9.81 * gone.time, 1e-9);
  EXPECT_EQ(world.faultCount, 0U);
}

/// A box that is turned takes what is in its corners, and nothing beside them.
TEST(Sink, ReachesIntoItsCorners) {
  Sink sink;
  sink.pose = testing::facing(Vec3(0.3, -20.0, 0.7), Vec3(3, 2, 1).normalized());
  sink.halfExtents = Vec3(0.05, 0.2, 0.01);
  for (const double part : {1.0 - 1e-9, 1.0 + 1e-9}) {
    World world = testing::emptyWorld();
    world.sinks.push_back(sink);
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 sides((corner & 1) != 0 ? 1.0 : -1.0, (corner & 2) != 0 ? 1.0 : -1.0, (corner & 4) != 0 ? 1.0 : -1.0);
      addSphere(world, sink.pose.toWorld(part * sides.cwiseProduct(sink.halfExtents)));
    }
    StepData data;
    exchangeParticles(world, data.context, data.list, data.report, data.granulation);
    EXPECT_EQ(world.sinks.front().departures.size(), part < 1.0 ? 8U : 0U);
  }
}

/// What is in a sink is taken in every eighth step together, and at once where one would be through by then.
TEST(Sink, TakesTogetherWhatCanWait) {
  for (const bool hasFast : {false, true}) {
    World world = testing::emptyWorld();
    world.parameters.gravity = Vec3(0, 0, -1.0);
    Sink sink;
    sink.halfExtents = Vec3::Constant(0.1);
    world.sinks.push_back(sink);
    world.step = 5;
    addSphere(world, Vec3(0, 0, 0.05));
    addSphere(world, Vec3(0.5, 0, 0));
    if (hasFast) {
      // In three steps, to the eighth, it would go 0.1 m and its radius be out.
      addSphere(world, Vec3(0, 0.05, 0), testing::kDiameter, Vec3(0.1 / (3.0 * world.parameters.timeStep), 0, 0));
    }
    StepData data;
    step(world, data);
    EXPECT_EQ(world.sinks[0].departures.size(), hasFast ? 2U : 0U);
    const auto account = [](const Budget& b) {
      return b.kinetic + b.potential + b.totalLeft + b.totalDissipation - b.totalEntered - b.totalWork;
    };
    const double before = account(world.budget);
    while (world.step < 9) {
      EXPECT_EQ(world.particles.size(), hasFast ? 1U : 2U) << world.step;
      step(world, data);
    }
    EXPECT_EQ(world.particles.size(), 1U);
    EXPECT_EQ(world.sinks[0].departures.size(), hasFast ? 2U : 1U);
    // What waits is still accounted for, and what leaves takes its energy along.
    EXPECT_NEAR(account(world.budget), before, 1e-15);
    EXPECT_NE(world.budget.totalLeft, 0.0);
  }
}

World pile() {
  World world = testing::emptyWorld();
  world.parameters.sweeps = 30;
  testing::addOpenBox(world, 0.06, 0.2);
  testing::addLattice(world, 4, 4, 4, 0.010, 0.013, 3);
  StepData data;
  testing::run(world, data, 0.3);
  return world;
}

TEST(Quarantine, ABadParticleIsTakenOutAndItsNeighboursDoNotNotice) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  const World settled = pile();
  const std::size_t victim = 20;
  const auto spoilt = [&](int kind) {
    World world = settled;
    Particles& p = world.particles;
    switch (kind) {
      case 0:
        p.position[victim].y() = nan;
        break;
      case 1:
        p.velocity[victim] = Vec3::Constant(infinite);
        break;
      case 2:
        p.angularVelocity[victim].x() = nan;
        break;
      case 3:
        p.orientation[victim].x() = nan;
        break;
      case 4:
        p.position[victim].x() = 5e3;
        break;
      default:
        p.velocity[victim].z() = 1e9;
    }
    return world;
  };
  World without = settled;
  std::vector<char> gone(without.particles.size(), 0);
  gone[victim] = 1;
  without.particles.remove(gone);
  StepData data;
  testing::takeSteps(without, data, 50);
  for (int kind = 0; kind < 6; ++kind) {
    World world = spoilt(kind);
    StepData fresh;
    testing::takeSteps(world, fresh, 50);
    ASSERT_EQ(world.faultCount, 1U) << kind;
    ASSERT_EQ(world.faults.size(), 1U);
    EXPECT_EQ(world.faults[0].id, settled.particles.id[victim]);
    EXPECT_FALSE(world.faults[0].what.empty());
    EXPECT_EQ(world.faults[0].step, settled.step);
    // Bit for bit what would have happened without it.
    EXPECT_EQ(stateHash(world), stateHash(without)) << kind;
    EXPECT_TRUE(std::isfinite(world.budget.kinetic + world.budget.totalDissipation + world.budget.totalLeft)) << kind;
  }
}

TEST(Quarantine, TroublesAreCountedBeyondTheListsEnd) {
  World world = testing::emptyWorld();
  for (int i = 0; i < 1500; ++i) {
    addSphere(world, Vec3(2e3, i, 0));
  }
  StepData data;
  step(world, data);
  EXPECT_EQ(world.particles.size(), 0U);
  EXPECT_EQ(world.faultCount, 1500U);
  EXPECT_EQ(world.faults.size(), kMaxTroubles);
  step(world, data);  // and an empty world steps on
  EXPECT_EQ(world.step, 2U);
}

TEST(Quarantine, CoincidentSpheresSeparate) {
  World world = testing::emptyWorld();
  world.parameters.gravity.setZero();
  for (int i = 0; i < 3; ++i) {
    addSphere(world, Vec3(0.1, 0.2, 0.3));
  }
  StepData data;
  testing::run(world, data, 1.0);
  EXPECT_EQ(world.faultCount, 0U);
  EXPECT_GT((world.particles.position[0] - world.particles.position[1]).norm(), 0.9 * testing::kDiameter);
  EXPECT_LT(data.report.largestSpeed, 3.0);
}

}  // namespace
}  // namespace scree
