// Populations of runs, measured beside closed forms and the balance that they feed.
#include "engine/analysis/granules/population_watch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/analysis/granules/population_tables.h"
#include "engine/state/state.h"
#include "engine/step/step_threads.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr double kSeed = 5e-3;  // diameter of a seed [m]

MatterZone wholeRoom() {
  MatterZone zone;
  zone.name = "room";
  zone.halfExtents = Vec3::Constant(2.0);
  return zone;
}

World weightless(double timeStep) {
  World world = emptyWorld(pelletLaw());
  world.parameters.gravity.setZero();
  world.parameters.timeStep = timeStep;
  return world;
}

void follow(World& world, StepData& data, PopulationWatch& watch, double seconds) {
  const double end = world.time + seconds - 0.5 * world.parameters.timeStep;
  while (world.time < end) {
    step(world, data);
    watch.take(world, data);
  }
}

/// Mass of the balance with what came and went: constant to rounding.
double balancedMass(const PopulationWatch& watch) {
  PopulationModel model;
  model.classes = refinedClasses(watch.classes(), watch.balance()->number.size() / watch.classes().count());
  model.density = watch.density();
  return massBalanceOf(model, *watch.balance());
}

/// By area every diameter grows at 2 k/ρ, in the classes of the run as in the balance that they feed.
TEST(PopulationWatch, LayeringGrowsEveryClassAtTheRateOfTheLaw) {
  World world = weightless(5e-3);
  for (int i = 0; i < 60; ++i) {
    addSphere(world, Vec3(0.02 * (i % 10), 0.02 * (i / 10), 0.0), kSeed * (1.0 + 0.01 * i));
  }
  GranulationLaws& laws = world.granulation.laws;
  laws.layering = Switch::on;
  laws.finesDensity = world.materials.list[0].density;
  laws.uptake = 0.5 * laws.finesDensity * 1e-4;  // dD/dt is 0.1 mm/s
  world.granulation.fines.push_back(wholeRoom());
  world.granulation.fines[0].stored = world.granulation.fines[0].fed = 10.0;
  PopulationWatch watch(world, {.window = 2.0});
  const double mass = balancedMass(watch);
  StepData data;
  follow(world, data, watch, 20.0);
  ASSERT_EQ(watch.windows().size(), 10U);
  for (const auto& window : watch.windows()) {
    for (std::size_t i = 0; i < window->counts.growth.size(); ++i) {
      const double seconds = window->counts.grainSeconds[i];
      if (seconds > 10.0) {
        // Grains are looked at sixteen times a window: each comes into a class up to half a look late or early.
        EXPECT_NEAR(window->counts.growth[i] / seconds, 1e-4, 0.05e-4) << i << " at " << window->to;
      }
    }
    EXPECT_NEAR(window->counts.allGrowth / window->counts.allGrainSeconds, 1e-4, 1e-7);
    ASSERT_TRUE(window->balance);
    EXPECT_NEAR(window->balance->number, 60.0, 1e-9);
    EXPECT_NEAR(window->balance->mass, window->run.mass, 0.01 * window->run.mass);
    EXPECT_LT(window->difference, 0.08);
  }
  // Sizes went from 5 to 7.95 mm to 7 to 9.95 mm: without growth all of the curve would be missed.
  const PopulationWindow& last = *watch.windows().back();
  EXPECT_NEAR(last.run.d50 - watch.start().d50, 2e-3, 0.15e-3) << "by volume, of grains that are 0.05 mm apart";
  EXPECT_NEAR(last.balance->d50, last.run.d50, 0.02 * last.run.d50);
  EXPECT_NEAR(balancedMass(watch), mass, 1e-10 * last.run.mass);
}

/// A cloud of grains that meet in a box.
World cloud(double timeStep, int threads, StepThreads* pool, StepData& data) {
  World world = weightless(timeStep);
  addOpenBox(world, 0.12, 0.12);
  world.bodies.back().shapes.back().shape = Container{Vec3::Constant(0.06), {true, true, true, true, true, true}};
  addLattice(world, 8, 8, 8, 0.9 * kSeed, kSeed, 5);
  Random random(3);
  for (Vec3& v : world.particles.velocity) {
    v = 0.3 * Vec3(random.normal(), random.normal(), random.normal());
  }
  GranulationLaws& laws = world.granulation.laws;
  laws.coalescence = Switch::on;
  laws.sticking = Sticking::probability;
  laws.probability = 1.0;
  laws.largest = 10.0 * kSeed;
  if (pool != nullptr) {
    data.context.threads = pool->forStep(threads, 100000);
  }
  return world;
}

/// The counts are the sums that the run keeps, and the balance fed with them has as many granules as the run.
TEST(PopulationWatch, TheBalanceOfADiluteGasFollowsItsJoins) {
  StepData data;
  World world = cloud(1e-3, 1, nullptr, data);
  const auto start = static_cast<double>(world.particles.size());
  // More than a quarter joins in the first tenth of a second.
  PopulationWatch watch(world, {.window = 0.02, .isRestrictedInSpace = false});
  const double mass = balancedMass(watch);
  follow(world, data, watch, 1.0);
  const PopulationCounts counts = watch.counts();
  EXPECT_EQ(counts.allCollisions, static_cast<double>(world.granulation.sums.collisions));
  EXPECT_EQ(counts.allJoins, static_cast<double>(world.granulation.sums.joined));
  EXPECT_EQ(0.5 * (counts.joins.sum() + counts.joins.trace()), counts.allJoins) << "each pair once";
  EXPECT_EQ(start - counts.allJoins, static_cast<double>(world.particles.size()));
  ASSERT_GT(counts.allJoins, 0.4 * start);
  ASSERT_EQ(watch.windows().size(), 50U);
  ASSERT_TRUE(watch.problem().empty()) << watch.problem();
  for (const auto& window : watch.windows()) {
    ASSERT_TRUE(window->balance);
    EXPECT_NEAR(window->balance->number, window->run.number, 0.04 * window->run.number) << window->to;
    EXPECT_LT(window->difference, 0.1) << window->to;
  }
  EXPECT_NEAR(balancedMass(watch), mass, 1e-10 * mass);
}

/// A balance that begins later keeps the mean rates until then: it foretells growth at the rate of the law, also when
/// the fines of the run have gone.
TEST(PopulationWatch, ABalanceForetellsWithTheRatesUntilItBegins) {
  World world = weightless(5e-3);
  for (int i = 0; i < 200; ++i) {
    addSphere(world, Vec3(0.02 * (i % 20), 0.02 * (i / 20), 0.0), kSeed * (1.0 + 1e-3 * i));
  }
  GranulationLaws& laws = world.granulation.laws;
  laws.layering = Switch::on;
  laws.finesDensity = world.materials.list[0].density;
  laws.uptake = 0.5 * laws.finesDensity * 1e-4;
  world.granulation.fines.push_back(wholeRoom());
  world.granulation.fines[0].stored = world.granulation.fines[0].fed = 10.0;
  PopulationWatch watch(world, {.window = 1.0, .balanceFrom = 4.0});
  StepData data;
  follow(world, data, watch, 8.0);
  ASSERT_EQ(watch.windows().size(), 8U);
  EXPECT_FALSE(watch.windows()[2]->balance);
  ASSERT_TRUE(watch.windows()[3]->balance);
  EXPECT_LT(watch.windows()[3]->difference, 0.03) << "begins with the grains of the run";
  // After it the fines are gone, and only the run feels it.
  const double foretold = watch.windows()[7]->balance->d50 - watch.windows()[3]->balance->d50;
  EXPECT_NEAR(foretold, 4e-4, 0.2e-4);
  world.granulation.fines[0].stored = 0.0;
  follow(world, data, watch, 4.0);
  EXPECT_NEAR(watch.windows()[11]->run.d50, watch.windows()[7]->run.d50, 2e-6);
  EXPECT_NEAR(watch.windows()[11]->balance->d50 - watch.windows()[7]->balance->d50, 4e-4, 0.2e-4);
  EXPECT_GT(watch.windows()[11]->difference, watch.windows()[7]->difference);
}

/// A bed that is fed and drained, merges, grows, joins, breaks and wears.
World busyBed() {
  World world = emptyWorld(pelletLaw());
  addOpenBox(world, 0.06, 0.3);
  addLattice(world, 6, 6, 6, 0.8 * kSeed, kSeed, 4);
  world.parameters.reduction.merging = Switch::on;
  Granulation& g = world.granulation;
  g.fines.push_back(wholeRoom());
  g.fines[0].rate = 1e-2;
  g.laws.layering = g.laws.coalescence = g.laws.abrasion = g.laws.breakage = Switch::on;
  g.laws.uptake = 0.02;
  g.laws.sticking = Sticking::probability;
  g.laws.probability = 0.1;
  g.laws.breakEnergy = 0.2;
  g.laws.smallest = 0.9 * kSeed;
  g.laws.finesShare = 0.1;
  g.laws.abrasionRate = 1e-3;
  Emitter emitter;
  emitter.name = "rain";
  emitter.pose.position = Vec3(0, 0, 0.2);
  emitter.halfExtents = Vec3(0.02, 0.02, 0.02);
  emitter.sizes = UniformSizes{0.7 * kSeed, kSeed};
  emitter.rate = 300.0;
  world.emitters.push_back(emitter);
  Sink sink;
  sink.name = "drain";
  sink.pose.position = Vec3(0.02, 0.02, 0.005);
  sink.halfExtents = Vec3(0.01, 0.01, 0.02);
  world.sinks.push_back(sink);
  return world;
}

TEST(PopulationWatch, CountsEveryGrainAndChangesNothing) {
  World plain = busyBed();
  World watched = busyBed();
  World threaded = busyBed();
  StepData data;
  StepData dataWatched;
  StepData dataThreaded;
  StepThreads threads;
  dataThreaded.context.threads = threads.forStep(3, 100000);
  const auto start = static_cast<double>(plain.particles.size());
  PopulationWatch watch(watched, {.window = 0.1});
  PopulationWatch other(threaded, {.window = 0.1});
  takeSteps(plain, data, 600);
  for (int i = 0; i < 600; ++i) {
    takeSteps(watched, dataWatched, 1);
    watch.take(watched, dataWatched);
    takeSteps(threaded, dataThreaded, 1);
    other.take(threaded, dataThreaded);
    const PopulationCounts c = watch.counts();
    ASSERT_EQ(start + c.allCame + c.allBroke - c.allJoins - c.allLeft,
              static_cast<double>(watched.particles.size()) + static_cast<double>(watched.faultCount))
        << "after step " << i;
  }
  EXPECT_EQ(stateHash(plain), stateHash(watched));
  EXPECT_EQ(stateHash(plain), stateHash(threaded));
  EXPECT_EQ(populationTable(watch), populationTable(other));
  EXPECT_EQ(populationRatesTable(watch), populationRatesTable(other));
  EXPECT_EQ(populationPairsTable(watch), populationPairsTable(other));
  const PopulationCounts c = watch.counts();
  const GranulationSums& sums = watched.granulation.sums;
  EXPECT_EQ(c.allJoins, static_cast<double>(sums.joined));
  EXPECT_EQ(c.allBroke, static_cast<double>(sums.broken));
  EXPECT_EQ(c.allCollisions, static_cast<double>(sums.collisions));
  EXPECT_NEAR(c.allGrowth, sums.growth, 1e-9 * sums.growth);
  EXPECT_EQ(c.allCame, static_cast<double>(watched.emitters[0].emitted));
  EXPECT_EQ(c.allLeft, static_cast<double>(watched.sinks[0].departures.size()));
  EXPECT_GT(c.allJoins, 5.0);
  EXPECT_GT(c.allBroke, 2.0);
  EXPECT_GT(c.allLeft, 20.0);
  EXPECT_GT(c.allWear, 0.0);
  EXPECT_GT(watched.reduction.counts.merges, 0U);
  ASSERT_TRUE(watch.problem().empty()) << watch.problem();
  const PopulationWindow& last = *watch.windows().back();
  EXPECT_NEAR(last.balance->number, last.run.number, 0.05 * last.run.number);
  EXPECT_NEAR(last.balance->mass, last.run.mass, 0.03 * last.run.mass);
}

/// Collisions are counted where no law asks for them; the sums of the run, which are state, stay as they are.
TEST(PopulationWatch, CountsCollisionsThatNoLawAsksFor) {
  StepData data;
  World world = cloud(1e-3, 1, nullptr, data);
  world.granulation.laws.coalescence = Switch::off;
  world.granulation.laws.layering = Switch::on;
  world.granulation.fines.push_back(wholeRoom());
  PopulationWatch watch(world, {.window = 0.1});
  follow(world, data, watch, 0.5);
  EXPECT_EQ(world.granulation.sums.collisions, 0U);
  EXPECT_GT(watch.counts().allCollisions, 50.0);
  EXPECT_EQ(watch.counts().allJoins, 0.0);
}

/// Grains that all go one way at one speed stay for its length over the speed: a plug.
TEST(PopulationWatch, GrainsOfAPlugStayForItsLengthOverItsSpeed) {
  World world = weightless(1e-3);
  Emitter emitter;
  emitter.name = "start";
  emitter.halfExtents = Vec3(0.0, 0.5, 0.5);
  emitter.sizes = SingleSize{kSeed};
  emitter.rate = 500.0;
  emitter.velocity = Vec3(0.5, 0, 0);
  world.emitters.push_back(emitter);
  Sink sink;
  sink.name = "end";
  sink.pose.position = Vec3(1.1, 0, 0);
  sink.halfExtents = Vec3(0.1, 1.0, 1.0);
  world.sinks.push_back(sink);
  PopulationWatch watch(world, {.window = 0.5});
  StepData data;
  follow(world, data, watch, 4.0);
  const ResidenceTimes times = residenceTimesOf(watch.ages());
  // Sinks take every eighth step.
  EXPECT_NEAR(times.mean, 2.0, 9e-3);
  EXPECT_LT(times.deviation, 4e-3);
  // All that came within the last two seconds is still there.
  EXPECT_NEAR(watch.counts().allLeft, 1000.0, 10.0);
  double all = 0.0;
  for (std::size_t i = 0; i < times.number.size(); ++i) {
    all += times.densityOf(i) * times.width;
  }
  EXPECT_NEAR(all, 1.0, 1e-12);
  // A plug that is full: as many come as leave, and granules over what left is the time of their stay.
  const PopulationCounts& last = watch.windows().back()->counts;
  EXPECT_NEAR(last.allGrainSeconds / last.allLeft, 2.0, 0.05);
}

TEST(PopulationWatch, RefusesWhatCannotBe) {
  const World world = weightless(1e-3);
  EXPECT_THROW(PopulationWatch(world, {.classes = {{2e-3, 1e-3}}}), std::invalid_argument);
  EXPECT_THROW(PopulationWatch(world, {.window = 0.0}), std::invalid_argument);
  const PopulationWatch empty(world, {});
  EXPECT_FALSE(empty.problem().empty()) << "a balance needs grains";
  EXPECT_GT(empty.classes().count(), 5U);
}

}  // namespace
}  // namespace scree::testing
