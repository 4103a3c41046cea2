// Grains that take up water and fines, grow together and break: closed forms and conservation.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/granulation/collisions.h"
#include "engine/granulation/grain_change.h"
#include "engine/state/state.h"
#include "engine/step/measure.h"
#include "engine/step/step_threads.h"
#include "engine/world/placement.h"
#include "tests/support/methods.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kGranule = 10e-3;  // diameter [m]

MatterZone zoneAround(double half) {
  MatterZone zone;
  zone.name = "zone";
  zone.halfExtents = Vec3::Constant(half);
  return zone;
}

double sumOf(const std::vector<double>& list) { return std::accumulate(list.begin(), list.end(), 0.0); }

/// Mass of grains, fines and water in a world and that left it, less what came [kg].
struct Matter {
  double total = 0.0;  ///< of grains, fines that lie, and water lost, less feeds
  double water = 0.0;  ///< of grains, and lost, less feeds
};
Matter matterOf(const World& world) {
  const Granulation& g = world.granulation;
  Matter matter{.total = sumOf(world.particles.mass) + g.looseFines + g.sums.lostWater,
                .water = sumOf(world.particles.water) + g.sums.lostWater};
  for (const MatterZone& zone : g.fines) {
    matter.total += zone.stored - zone.fed;
  }
  for (const MatterZone& zone : g.sprays) {
    matter.total += zone.missed - zone.fed;
    matter.water += zone.missed - zone.fed;
  }
  for (const Sink& sink : world.sinks) {
    matter.total += sink.mass;
    for (const Departure& gone : sink.departures) {
      matter.water += gone.water;
    }
  }
  for (const Emitter& emitter : world.emitters) {
    matter.total -= emitter.emittedMass;
  }
  return matter;
}

World floating(double timeStep) {
  World world = emptyWorld(pelletLaw());
  world.parameters.gravity.setZero();
  world.parameters.timeStep = timeStep;
  return world;
}

/// Grains of several sizes that float apart.
World grainsApart(double timeStep) {
  World world = floating(timeStep);
  for (int i = 0; i < 10; ++i) {
    addSphere(world, Vec3(0.05 * i - 0.225, 0, 0), kGranule * (0.5 + 0.1 * i));
  }
  return world;
}

/// By area all diameters grow at the same rate, G = 2 k/ρ.
TEST(Granulation, LayersByAreaGrowAllDiametersAlike) {
  for (const double timeStep : {1e-3, 5e-3}) {
    World world = grainsApart(timeStep);
    const std::vector<double> before = world.particles.radius;
    GranulationLaws& laws = world.granulation.laws;
    laws.layering = Switch::on;
    laws.uptake = 0.02;
    laws.finesDensity = 2500.0;
    world.granulation.fines.push_back(zoneAround(0.5));
    world.granulation.fines[0].stored = world.granulation.fines[0].fed = 1.0;
    const Matter at = matterOf(world);
    StepData data;
    run(world, data, 2.0);
    const double growth = 2.0 * 0.02 / 2500.0 * 2.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      // Each step is one of Euler's: the volume of a layer outside the surface that it grows on, k Δt/(ρ r) too little.
      EXPECT_NEAR(2.0 * (world.particles.radius[i] - before[i]), growth, 1e-4 * growth) << i << ", " << timeStep;
    }
    EXPECT_NEAR(matterOf(world).total, at.total, 1e-12 * sumOf(world.particles.mass));
    EXPECT_NEAR(sumOf(world.particles.gained), world.granulation.sums.layered, 1e-15);
  }
}

/// From a feed F that is all taken up, Σ D³ = Σ D₀³ + 6 F t/(π ρ).
TEST(Granulation, LayersFromAFeedTakeAllOfIt) {
  World world = grainsApart(5e-3);
  GranulationLaws& laws = world.granulation.laws;
  laws.layering = Switch::on;
  laws.uptake = 100.0;
  laws.finesDensity = 2500.0;
  world.granulation.fines.push_back(zoneAround(0.5));
  world.granulation.fines[0].rate = 1e-3;
  const auto cubes = [&] {
    double sum = 0.0;
    for (const double r : world.particles.radius) {
      sum += std::pow(2.0 * r, 3);
    }
    return sum;
  };
  const double before = cubes();
  StepData data;
  run(world, data, 3.0);
  EXPECT_NEAR(cubes() - before, 6.0 * 3e-3 / (M_PI * 2500.0), 1e-9 * before);
  EXPECT_NEAR(world.granulation.fines[0].stored, 0.0, 1e-18);
}

/// A grain that spins takes up the strip that it rolls over: dm/dt = c D |ω| r.
TEST(Granulation, LayersByRollingFollowTheStrip) {
  World world = floating(1e-3);
  addSphere(world, Vec3::Zero(), kGranule);
  addSphere(world, Vec3(0.1, 0, 0), kGranule);
  world.particles.angularVelocity[0] = Vec3(0, 20.0, 0);
  GranulationLaws& laws = world.granulation.laws;
  laws.layering = Switch::on;
  laws.layeringBy = LayeringBy::rolling;
  laws.uptake = 1e-3;
  world.granulation.fines.push_back(zoneAround(0.5));
  world.granulation.fines[0].stored = world.granulation.fines[0].fed = 1.0;
  const double spin = world.particles.inertia(0) * 20.0;
  StepData data;
  takeSteps(world, data, 10);
  // The layer has 1e-5 of the mass, so that the rate is that at the start to 1e-4.
  EXPECT_NEAR(world.particles.gained[0], 1e-3 * kGranule * 20.0 * 0.5 * kGranule * 0.01,
              1e-4 * world.particles.gained[0]);
  EXPECT_EQ(world.particles.gained[1], 0.0);
  EXPECT_NEAR(world.particles.inertia(0) * world.particles.angularVelocity[0].y(), spin, 1e-12 * spin);
}

/// A spray shares its water by cross-section; what meets no grain is booked.
TEST(Granulation, SpraysShareWaterByCrossSection) {
  World world = floating(5e-3);
  addSphere(world, Vec3::Zero(), kGranule, Vec3(1e-3, 0, 0));
  addSphere(world, Vec3(0.05, 0, 0), 2.0 * kGranule);
  world.granulation.sprays.push_back(zoneAround(0.1));
  world.granulation.sprays.push_back(zoneAround(0.01));
  world.granulation.sprays[0].rate = world.granulation.sprays[1].rate = 1e-4;
  world.granulation.sprays[1].pose.position.z() = 1.0;
  const double momentum = world.particles.mass[0] * 1e-3;
  StepData data;
  run(world, data, 1.0);
  EXPECT_NEAR(sumOf(world.particles.water), 1e-4, 1e-15);
  EXPECT_NEAR(world.particles.water[1], 4.0 * world.particles.water[0], 1e-15);
  EXPECT_NEAR(world.granulation.sprays[1].missed, 1e-4, 1e-15);
  EXPECT_NEAR(world.particles.mass[0] * world.particles.velocity[0].x(), momentum, 1e-12 * momentum);
}

/// Two grains that touch come to one moisture exponentially, and lose no water.
TEST(Granulation, MoistureOfGrainsThatTouchEvensOut) {
  World world = emptyWorld(pelletLaw());
  addFloor(world);
  addSphere(world, Vec3(0, 0, 0.5 * kGranule), kGranule);
  addSphere(world, Vec3(0, 0, 1.5 * kGranule * (1.0 - 1e-6)), kGranule);
  const double dry = world.particles.mass[0];
  world.particles.water[0] = 0.1 * dry;
  world.particles.mass[0] += world.particles.water[0];
  world.granulation.laws.exchangeRate = 0.5;
  StepData data;
  run(world, data, 2.0);
  const double difference = (world.particles.water[0] - world.particles.water[1]) / dry;
  // exp(-1), but for the turns of eight steps.
  EXPECT_NEAR(difference, 0.1 * std::exp(-1.0), 0.1 * 0.03);
  EXPECT_NEAR(sumOf(world.particles.water), 0.1 * dry, 1e-15 * dry);
}

/// A cloud of grains that meet in a box without gravity.
World meetingGrains(double timeStep, double speed, int many = 8) {
  World world = floating(timeStep);
  addOpenBox(world, 0.12, 0.12);
  world.bodies.back().shapes.back().shape = Container{Vec3::Constant(0.06), {true, true, true, true, true, true}};
  addLattice(world, many, many, many, 0.9 * kGranule, kGranule, 5);
  Random random(3);
  for (Vec3& v : world.particles.velocity) {
    v = speed * Vec3(random.normal(), random.normal(), random.normal());
  }
  return world;
}

/// dN/dt = -ψ Z with the collisions that were counted, whatever the flow.
TEST(Granulation, AShareOfCollisionsJoinsGrains) {
  World world = meetingGrains(1e-3, 0.3, 6);
  GranulationLaws& laws = world.granulation.laws;
  laws.coalescence = Switch::on;
  laws.sticking = Sticking::probability;
  laws.probability = 0.1;
  laws.largest = 3.0 * kGranule;
  const std::size_t before = world.particles.size();
  const Matter at = matterOf(world);
  double worst = 0.0;
  StepData data;
  for (int i = 0; i < 1000; ++i) {
    takeSteps(world, data, 1);
    worst = std::max(worst, std::abs(matterOf(world).total - at.total));
  }
  const GranulationSums& sums = world.granulation.sums;
  EXPECT_EQ(before - world.particles.size(), sums.joined);
  EXPECT_GT(sums.joined, 20U);
  // Each decision is a draw: five deviations of a binomial number.
  const auto draws = static_cast<double>(sums.collisions);
  EXPECT_NEAR(static_cast<double>(sums.joined + sums.refused + world.granulation.pending.size()), 0.1 * draws,
              5.0 * std::sqrt(0.09 * draws) + 3.0);
  EXPECT_LT(worst, 1e-12 * at.total);
}

/// The grain that two become has their mass, momentum, angular momentum, water.
TEST(Granulation, JoiningKeepsWhatIsKept) {
  World world = floating(1e-3);
  addSphere(world, Vec3(-0.011, 0.002, 0), kGranule, Vec3(0.2, 0, 0.01));
  addSphere(world, Vec3(0.006, 0, 0), 1.4 * kGranule, Vec3(-0.1, 0.02, 0));
  world.particles.angularVelocity[0] = Vec3(1, 2, 3);
  world.particles.water = {1e-5, 3e-5};
  GranulationLaws& laws = world.granulation.laws;
  laws.coalescence = Switch::on;
  laws.sticking = Sticking::probability;
  laws.probability = 1.0;
  Budget before = measureWorld(world);
  const double volume = sphereVolume(world.particles.radius[0]) + sphereVolume(world.particles.radius[1]);
  const double mass = sumOf(world.particles.mass);
  StepData data;
  double energy = before.kinetic;
  for (int i = 0; i < 200 && world.particles.size() == 2; ++i) {
    const Budget now = measureWorld(world);
    before.momentum = now.momentum;
    before.angularMomentum = now.angularMomentum;
    energy = now.kinetic + world.budget.elastic + world.budget.totalDissipation;
    takeSteps(world, data, 1);
  }
  ASSERT_EQ(world.particles.size(), 1U);
  const Budget after = measureWorld(world);
  EXPECT_NEAR(world.particles.mass[0], mass, 1e-18);
  EXPECT_NEAR(world.particles.water[0], 4e-5, 1e-18);
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-12 * before.momentum.norm());
  EXPECT_LT((after.angularMomentum - before.angularMomentum).norm(), 1e-9 * before.angularMomentum.norm());
  EXPECT_NEAR(after.kinetic + world.budget.totalDissipation, energy, 1e-9 * energy);
  EXPECT_GE(world.granulation.sums.energyLost, 0.0);
  run(world, data, 2.0);
  EXPECT_NEAR(sphereVolume(world.particles.radius[0]), volume, 1e-9 * volume) << "it has grown to its size";
  EXPECT_TRUE(world.granulation.swelling.empty());
}

/// A pair that moves as one after the hit loses nothing by becoming one, and rounding does not keep it from it.
TEST(Granulation, PairsThatMoveAsOneJoin) {
  PairLaw law = pelletLaw();
  law.restitution = 0.0;
  for (int i = 0; i < 20; ++i) {
    World world = floating(1e-3);
    world.materials.pairs[0] = law;
    const double speed = 0.05 + 0.013 * i;
    addSphere(world, Vec3::Zero(), kGranule, Vec3(0.01 * i, 0.003, 0));
    addSphere(world, Vec3(1.02 * kGranule, 0, 0), kGranule * (1.0 + 0.02 * i), Vec3(0.01 * i - speed, 0.003, 0));
    world.granulation.laws.coalescence = Switch::on;
    world.granulation.laws.sticking = Sticking::probability;
    world.granulation.laws.probability = 1.0;
    StepData data;
    run(world, data, 0.1);
    EXPECT_EQ(world.particles.size(), 1U) << i;
  }
}

/// Two grains with films stay together up to the Stokes number of Ennis and others, and not beyond.
TEST(Granulation, GrainsWithFilmsJoinUpToTheStokesNumber) {
  const auto joins = [](double share, double timeStep) {
    World world = floating(timeStep);
    GranulationLaws& laws = world.granulation.laws;
    laws.coalescence = Switch::on;
    laws.sticking = Sticking::ennis;
    laws.viscosity = 0.1;
    laws.asperity = 1e-6;
    addSphere(world, Vec3::Zero(), kGranule);
    const double water = 4.0 * M_PI * 0.25 * kGranule * kGranule * 1e-4 * laws.liquidDensity;  // 0.1 mm thick
    const double mass = world.particles.mass[0] + water;
    // A wall would take part in the energy: the other grain comes to it.
    const double critical = (1.0 + 1.0 / 0.18) * std::log(1e-4 / 1e-6) * 3.0 * M_PI * laws.viscosity * kGranule *
                            kGranule / (8.0 * mass) * 2.0;
    addSphere(world, Vec3(1.2 * kGranule, 0, 0), kGranule, Vec3(-share * critical, 0, 0));
    for (std::size_t i = 0; i < 2; ++i) {
      world.particles.water[i] = water;
      world.particles.mass[i] = mass;
    }
    StepData data;
    run(world, data, 0.1);
    return world.particles.size() == 1;
  };
  for (const double timeStep : {1e-3, 5e-3}) {
    EXPECT_TRUE(joins(0.99, timeStep));
    EXPECT_FALSE(joins(1.01, timeStep));
  }
}

/// A grain breaks when the energy of its impact on a wall is more than it bears; matter and momentum are kept.
TEST(Granulation, GrainsBreakBeyondTheEnergyOfTheirImpact) {
  const auto halves = [](double share, double timeStep) {
    World world = floating(timeStep);
    addFloor(world);
    addSphere(world, Vec3(0, 0, kGranule), kGranule, Vec3(0.3, 0, -share * 2.0));
    world.particles.water[0] = 1e-5;
    GranulationLaws& laws = world.granulation.laws;
    laws.breakage = Switch::on;
    laws.breakEnergy = 2.0;  // J/kg: 2 m/s
    laws.finesShare = 0.2;
    const Matter at = matterOf(world);
    const double mass = world.particles.mass[0];
    StepData data;
    run(world, data, 0.05);
    EXPECT_NEAR(matterOf(world).total, at.total, 1e-15 * mass);
    EXPECT_NEAR(matterOf(world).water, at.water, 1e-18);
    if (world.particles.size() == 2) {
      EXPECT_NEAR(world.granulation.looseFines, 0.2 * (mass - 1e-5), 1e-15 * mass);
      EXPECT_NEAR(world.particles.mass[0], 0.4 * mass, 1e-12 * mass);
    }
    return world.particles.size();
  };
  for (const double timeStep : {1e-3, 5e-3}) {
    EXPECT_EQ(halves(0.99, timeStep), 1U);
    EXPECT_EQ(halves(1.01, timeStep), 2U);
  }
}

/// No change makes two grains overlap by more than they did: halves lie in the place of the whole, and swell slowly.
TEST(Granulation, HalvesLieInThePlaceOfTheWhole) {
  World world = emptyWorld(pelletLaw());
  addOpenBox(world, 0.06, 0.2);
  addLattice(world, 5, 5, 8, 0.95 * kGranule, kGranule, 2);
  StepData data;
  run(world, data, 3.0);
  const double before = data.report.worstOverlap;
  const double speed = data.report.largestSpeed;
  for (const ParticleId id : {30U, 60U, 90U}) {
    world.granulation.pending.push_back({.kind = PendingChange::Kind::split, .a = id, .normal = Vec3::UnitZ()});
  }
  takeSteps(world, data, 1);
  EXPECT_EQ(world.granulation.sums.broken, 3U);
  EXPECT_LT(data.report.worstOverlap, before + 0.005);
  EXPECT_LT(data.report.largestSpeed, speed + 2.0 * kGravity * world.parameters.timeStep) << "what lay on them falls";
  // Once the bed has come down on the halves, they push it up again.
  run(world, data, 3.0);
  EXPECT_LT(data.report.worstOverlap, 0.1) << "less than half of what the guard calls deep";
  EXPECT_TRUE(world.granulation.swelling.empty());
}

/// Friction wears off k W of mass, which becomes fines.
TEST(Granulation, WearFollowsTheWorkOfFriction) {
  for (const double timeStep : {1e-3, 5e-3}) {
    PairLaw law = pelletLaw();
    law.friction = 0.3;
    law.rollingResistance = 100.0;
    World world = emptyWorld(law);
    world.parameters.timeStep = timeStep;
    addFloor(world);
    addSphere(world, Vec3(0, 0, 0.5 * kGranule), kGranule, Vec3(0.2, 0, 0));
    const double mass = world.particles.mass[0];
    world.granulation.laws.abrasion = Switch::on;
    world.granulation.laws.abrasionRate = 1.0;
    world.granulation.fines.push_back(zoneAround(1.0));
    const double energy = 0.5 * mass * 0.04;
    StepData data;
    run(world, data, 0.3);
    EXPECT_LT(world.particles.velocity[0].norm(), 0.01);
    // It cannot roll, so that sliding takes all of its energy; the work of a step is that at its end.
    EXPECT_NEAR(world.granulation.fines[0].stored, energy, 0.1 * energy) << timeStep;
    EXPECT_NEAR(world.particles.mass[0] + world.granulation.fines[0].stored, mass, 1e-13 * mass);
  }
}

/// A bed that merges, in which all grains grow, join and wear: matter is kept, the bits do not depend on threads or on
/// a state in between, and members grow as free grains do.
World wetBed() {
  World world = emptyWorld(pelletLaw());
  addOpenBox(world, 0.08, 0.3);
  addLattice(world, 7, 7, 10, 0.95 * kGranule, kGranule, 4);
  world.parameters.reduction.merging = Switch::on;
  Granulation& g = world.granulation;
  g.fines.push_back(zoneAround(0.5));
  g.fines[0].rate = 1e-2;
  g.sprays.push_back(zoneAround(0.5));
  g.sprays[0].rate = 5e-3;
  g.laws.exchangeRate = 1.0;
  g.laws.layering = g.laws.coalescence = g.laws.abrasion = Switch::on;
  g.laws.uptake = 0.01;
  g.laws.sticking = Sticking::probability;
  g.laws.probability = 0.02;
  g.laws.abrasionRate = 1e-4;
  return world;
}

TEST(Granulation, ABedThatMergesKeepsItsMatterAndItsBits) {
  World world = wetBed();
  const Matter at = matterOf(world);
  StepData data;
  takeSteps(world, data, 300);
  const std::vector<std::byte> state = saveState(world);
  World restored = restoreState(state);
  takeSteps(world, data, 200);
  EXPECT_GT(world.reduction.memberCount, 100U);
  EXPECT_GT(world.granulation.sums.joined, 5U);
  EXPECT_GT(world.granulation.sums.exchanged, 0.0);
  EXPECT_NEAR(matterOf(world).total, at.total, 1e-12 * sumOf(world.particles.mass));
  EXPECT_NEAR(matterOf(world).water, at.water, 1e-12 * sumOf(world.particles.mass));
  StepThreads threads;
  StepData other;
  other.context.threads = threads.forStep(3, 100000);
  takeSteps(restored, other, 200);
  EXPECT_EQ(stateHash(restored), stateHash(world));
  EXPECT_EQ(restored.particles.water, world.particles.water);
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    double mass = 0.0;
    for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
      const bool isIn =
          !world.reduction.isFree(slot) && &world.reduction.aggregates[world.reduction.aggregate[slot]] == &aggregate;
      mass += isIn ? world.particles.mass[slot] : 0.0;
    }
    EXPECT_NEAR(aggregate.inertia.mass, mass, 1e-10 * (mass + 1e-9)) << "the sums follow its members";
  }
}

}  // namespace
}  // namespace scree::testing
