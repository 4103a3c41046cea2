// Beds of stiff contacts come to rest, because a step takes more substeps there.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/base/parallel.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/step/substep_count.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr int kSpheres = 20;

double rmsSpeedOf(const World& world) {
  double sum = 0.0;
  for (const Vec3& velocity : world.particles.velocity) {
    sum += velocity.squaredNorm();
  }
  return std::sqrt(sum / static_cast<double>(world.particles.size()));
}

/// Spheres one on the other, overlapping as their weights demand, with k h²/m = `ratio` times the sweeps of a substep.
/// Every other one has a diameter of `other` times the usual one; 1/m is then the mean over the contacts.
World chain(double ratio, int sweeps, double other = 1.0) {
  World world = testing::emptyWorld(testing::smoothLaw());
  applyPreset(world.parameters, Preset::fast);
  world.parameters.sweeps = sweeps;
  testing::addFloor(world);
  double load = 0.0;
  double lightness = 0.0;
  for (int i = 0; i < kSpheres; ++i) {
    const std::size_t slot = testing::addSphere(world, Vec3::Zero(), testing::kDiameter * (i % 2 == 0 ? 1.0 : other));
    const double mass = world.particles.mass[slot];
    load += mass * testing::kGravity;
    // All but the uppermost have a contact on either side.
    lightness += (i + 1 < kSpheres ? 1.0 : 0.5) / mass;
  }
  const double substep = world.parameters.timeStep / world.parameters.substeps;
  const double stiffness = ratio * sweeps / (substep * substep * lightness / kSpheres);
  world.materials.pairs[0].stiffness = stiffness;
  double top = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const double radius = world.particles.radius[i];
    world.particles.position[i].z() = top + radius - load / stiffness;
    top += 2.0 * radius - load / stiffness;
    load -= world.particles.mass[i] * testing::kGravity;
  }
  return world;
}

/// Root mean square speed after some seconds. The start is at rest, but for what the first steps do, which begin
/// without multipliers.
double speedInTheEnd(World& world, double seconds = 3.0) {
  StepData data;
  testing::run(world, data, seconds);
  return rmsSpeedOf(world);
}

class StiffChain : public ::testing::TestWithParam<int> {};

TEST_P(StiffChain, RestsWhereSweepsAreFewerThanStiffnessDemands) {
  // The limit of a chain of 20 is k h²/m = 0.9 to 1.2 times the sweeps by the eigenvalues of a substep. What is stiffer
  // is taken as stiff as that, or it would swing for ever.
  for (const double ratio : {0.75, 2.0, 10.0, 1000.0}) {
    World world = chain(ratio, GetParam());
    world.parameters.mostSubsteps = world.parameters.substeps;
    EXPECT_LT(speedInTheEnd(world, 10.0), 1e-3) << ratio;  // m/s: the slowest mode loses 0.3 % a substep
  }
}

TEST_P(StiffChain, ComesToRestWithTheSubstepsThatStiffnessDemands) {
  World world = chain(10.0, GetParam());
  EXPECT_LT(speedInTheEnd(world), 1e-6);  // m/s
  // 4 sqrt(10) = 12.6.
  EXPECT_EQ(substepsOf(world), 13);
  const double load = world.particles.mass[0] * testing::kGravity;
  const double sunk = 0.5 * kSpheres * (kSpheres + 1) * load / world.materials.pairs[0].stiffness;
  const double top = world.particles.position.back().z() - testing::kRadius - (kSpheres - 1) * testing::kDiameter;
  EXPECT_NEAR(-top / sunk, 1.0, 1e-3);  // positions in a step are single precision: 1e-9 m of 3e-5 m
}

TEST_P(StiffChain, OfUnequalSpheresComesToRest) {
  constexpr double kOther = 0.5;     // masses 1:8
  constexpr double kSeconds = 10.0;  // heavier ones take longer to come to rest
  for (const double ratio : {0.75, 2.0, 10.0}) {
    World few = chain(ratio, GetParam(), kOther);
    few.parameters.mostSubsteps = few.parameters.substeps;
    EXPECT_LT(speedInTheEnd(few, kSeconds), 1e-4) << ratio;
    if (ratio < 1.0) {
      continue;  // soft enough without more
    }
    World enough = chain(ratio, GetParam(), kOther);
    EXPECT_LT(speedInTheEnd(enough, kSeconds), 1e-6) << ratio;
    // The mean demands 4 sqrt(ratio).
    EXPECT_GE(substepsOf(enough), std::ceil(4.0 * std::sqrt(ratio) - 0.01)) << ratio;
  }
}

INSTANTIATE_TEST_SUITE_P(Sweeps, StiffChain, ::testing::Values(2, 4, 6));

World bed() {
  PairLaw law = testing::pelletLaw();
  law.stiffness = 50e3;
  World world = testing::emptyWorld(law);
  applyPreset(world.parameters, Preset::fast);
  testing::addOpenBox(world, 8 * testing::kDiameter, 1.0);
  testing::addLattice(world, 7, 7, 20, 0.8 * testing::kDiameter, testing::kDiameter, 5);
  return world;
}

TEST(StiffContacts, SubstepsAreThoseAskedForUnlessContactsAreStiff) {
  World world;
  Parameters& p = world.parameters;
  p.timeStep = 5e-3;
  p.substeps = 4;
  p.sweeps = 4;
  p.mostSubsteps = 16;
  EXPECT_EQ(substepsOf(world), 4) << "nothing touches";
  world.history.stiffness = 4.0 * 16 / (5e-3 * 5e-3) * (1.0 - 1e-9);
  EXPECT_EQ(substepsOf(world), 4) << "just soft enough";
  world.history.stiffness *= 1.01;
  EXPECT_EQ(substepsOf(world), 5);
  p.sweeps = 5;
  EXPECT_EQ(substepsOf(world), 4) << "more sweeps hold more";
  world.history.stiffness = 1e12;
  EXPECT_EQ(substepsOf(world), 16) << "no more than allowed";
  for (const double broken :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1.0}) {
    world.history.stiffness = broken;
    EXPECT_GE(substepsOf(world), 4);
    EXPECT_LE(substepsOf(world), 16);
  }
  p.mostSubsteps = 2;
  EXPECT_EQ(substepsOf(world), 4) << "never fewer than asked for";
  p.mostSubsteps = 16;
  p.substeps = 1;
  EXPECT_EQ(substepsOf(world), 1) << "a step without substeps stays one";
}

TEST(StiffContacts, OfABedAreTheMeanOfStiffnessOverMass) {
  World world = bed();
  StepData data;
  testing::run(world, data, 0.6);
  double sum = 0.0;
  for (const Contact& contact : data.list.contacts) {
    const auto lightness = [&](std::uint32_t slot) { return 1.0 / world.particles.mass[slot]; };
    sum += 0.5 * (lightness(contact.a) + (contact.b == kNoParticle ? 0.0 : lightness(contact.b)));
  }
  const double mean = 50e3 * sum / static_cast<double>(data.list.contacts.size());
  EXPECT_NEAR(world.history.stiffness / mean, 1.0, 1e-6);  // single precision
  EXPECT_GT(data.context.substeps, 6);
}

TEST(StiffContacts, GiveTheSameBitsAfterARestoreAndWithAnyThreads) {
  World world = bed();
  StepData data;
  testing::run(world, data, 0.4);
  ASSERT_GT(data.context.substeps, world.parameters.substeps);
  World restored = restoreState(saveState(world));
  ThreadPool pool(3);
  StepData fresh;
  fresh.context.threads = &pool;
  for (int i = 0; i < 20; ++i) {
    step(world, data);
    step(restored, fresh);
    ASSERT_EQ(data.context.substeps, fresh.context.substeps);
  }
  EXPECT_EQ(stateHash(world), stateHash(restored));
}

}  // namespace
}  // namespace scree
