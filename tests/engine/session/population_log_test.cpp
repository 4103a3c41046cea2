// Population of granules in snapshots and samples: as counted beside the session, and anew after jumps.
#include "engine/session/population_log.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/session/session.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// Seeds that float apart and grow at 0.1 mm/s.
World growingSeeds() {
  World world = testing::emptyWorld();
  world.parameters.gravity.setZero();
  world.parameters.timeStep = 0.01;
  for (int i = 0; i < 30; ++i) {
    testing::addSphere(world, Vec3(0.02 * (i % 6), 0.02 * (i / 6), 0.0), 5e-3 + 1e-4 * i);
  }
  GranulationLaws& laws = world.granulation.laws;
  laws.layering = Switch::on;
  laws.finesDensity = world.materials.list[0].density;
  laws.uptake = 0.5 * laws.finesDensity * 1e-4;
  MatterZone zone;
  zone.name = "room";
  zone.halfExtents = Vec3::Constant(1.0);
  zone.stored = zone.fed = 1.0;
  world.granulation.fines.push_back(zone);
  return world;
}

std::shared_ptr<const Snapshot> stepsOf(Session& session, int steps) {
  const std::uint64_t goal = session.world().step + static_cast<std::uint64_t>(steps);
  session.post(StepOnce{steps});
  while (session.world().step < goal) {
    session.advance();
  }
  session.advance();
  return session.snapshots().latest();
}

/// Value of a column of the samples in the row of a step; not a number without one.
double sampleOf(const RunSamples& samples, const std::string& name, std::uint64_t step) {
  for (std::size_t column = 0; column < samples.columns->size(); ++column) {
    if ((*samples.columns)[column].name != name) {
      continue;
    }
    for (const auto& chunk : samples.chunks) {
      for (std::size_t row = 0; row < chunk->step.size(); ++row) {
        if (chunk->step[row] == step) {
          return static_cast<double>(chunk->values[row * samples.columns->size() + column]);
        }
      }
    }
  }
  return std::nan("");
}

TEST(PopulationLog, IsThatOfAWatchBesideTheRun) {
  World beside = growingSeeds();
  Session session(growingSeeds(), false);
  PopulationWatch watch(beside, {});
  StepData data;
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(step(beside, data));
    watch.take(beside, data);
  }
  const auto shown = stepsOf(session, 300);
  const PopulationReading& reading = *shown->run.population;
  ASSERT_NE(reading.last, nullptr);
  EXPECT_EQ(reading.last->to, watch.windows().back()->to);
  EXPECT_EQ(reading.last->run.d50, watch.windows().back()->run.d50);
  ASSERT_TRUE(reading.last->balance);
  EXPECT_EQ(reading.last->balance->d50, watch.windows().back()->balance->d50);
  EXPECT_EQ(stateHash(session.world()), stateHash(beside)) << "to count changes nothing";
  // A number a second of simulated time, in the row of its step.
  const RunSamples& samples = *shown->run.samples;
  EXPECT_NEAR(sampleOf(samples, "growth", 200), 100.0, 0.5) << "um/s";
  EXPECT_NEAR(sampleOf(samples, "d50", 200), 1e3 * watch.windows()[1]->run.d50, 1e-4);
  EXPECT_NEAR(sampleOf(samples, "balance d50", 200), 1e3 * watch.windows()[1]->balance->d50, 1e-4);
  EXPECT_EQ(sampleOf(samples, "joined", 200), 0.0);
  EXPECT_TRUE(std::isnan(sampleOf(samples, "growth", 250)));
}

TEST(PopulationLog, BeginsAnewAfterAJump) {
  Session session(growingSeeds(), false);
  EXPECT_EQ(session.snapshots().latest()->run.population->last, nullptr) << "no window is full";
  ASSERT_NE(stepsOf(session, 250)->run.population->last, nullptr);
  session.post(SeekTo{120});
  while (session.world().step != 120 || session.snapshots().latest()->run.timeline.seekTo) {
    session.advance();
  }
  const auto back = session.snapshots().latest();
  ASSERT_NE(back->run.population, nullptr);
  EXPECT_LE(back->run.population->since, back->run.time);
  const auto later = stepsOf(session, 150);
  ASSERT_NE(later->run.population->last, nullptr);
  EXPECT_NEAR(later->run.population->last->counts.allGrowth / later->run.population->last->counts.allGrainSeconds, 1e-4,
              1e-6);
}

TEST(PopulationLog, IsThereWithGranulationOnly) {
  World plain = growingSeeds();
  plain.granulation = {};
  Session session(std::move(plain), false);
  EXPECT_EQ(stepsOf(session, 5)->run.population, nullptr);
}

}  // namespace
}  // namespace scree
