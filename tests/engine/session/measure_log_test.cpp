// Measures beside a run: no step is missed, the run is not changed, and going back keeps what was counted.
#include "engine/snapshot/measure_log.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/session/session.h"
#include "engine/state/state.h"
#include "tests/support/time_runs.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::latest;
using testing::seekTo;
using testing::stepTo;

Measure measure(std::uint64_t id, MeasureKind kind) {
  return {.id = id, .name = "m" + std::to_string(id), .shown = true, .plotted = false, .kind = std::move(kind)};
}

void place(Session& session, MeasureList measures) {
  session.post(SetMeasures{std::make_shared<const MeasureList>(std::move(measures))});
  session.advance();
}

std::vector<double> valuesOf(Session& session, std::uint64_t id) {
  const MeasureReading* reading = latest(session)->run.measures->find(id);
  return reading == nullptr ? std::vector<double>() : reading->values;
}

/// Grains above z = 1 that fall and one below that is thrown up; no body.
World fallingGrains(int count) {
  World world = testing::emptyWorld();
  for (int i = 0; i < count; ++i) {
    testing::addSphere(world, Vec3(0.05 * i, 0.0, 1.001 + 0.02 * i), testing::kDiameter);
  }
  return world;
}

TEST(MeasureLog, GrainsThatFallThroughAPlaneAreCountedExactly) {
  constexpr int kCount = 12;
  World world = fallingGrains(kCount);
  double mass = 0.0;
  for (std::size_t i = 1; i < kCount; ++i) {
    mass += world.particles.mass[i];
  }
  testing::addSphere(world, Vec3(0.1, 0.1, 0.99), testing::kDiameter, Vec3(0, 0, 3.0));  // up, and down again
  const double thrown = world.particles.mass.back();
  Session session(std::move(world), false);
  // The first grain falls outside of the rectangle.
  MeasureFlow plane{
      .isDisk = false, .pose = {Vec3(0.5, 0.0, 1.0), Quat::Identity()}, .halfWidth = 0.47, .halfHeight = 0.2};
  place(session, {measure(4, plane)});
  ASSERT_EQ(valuesOf(session, 4).size(), 8U);
  EXPECT_EQ(valuesOf(session, 4)[7], 0.0);
  const double dt = session.world().parameters.timeStep;
  stepTo(session, {}, static_cast<std::uint64_t>(0.1 / dt));
  EXPECT_EQ(valuesOf(session, 4)[6], 1.0) << "the one thrown up";
  EXPECT_DOUBLE_EQ(valuesOf(session, 4)[4], thrown);
  stepTo(session, {}, static_cast<std::uint64_t>(0.8 / dt));
  EXPECT_EQ(valuesOf(session, 4)[6], 1.0);
  EXPECT_EQ(valuesOf(session, 4)[7], kCount);
  EXPECT_DOUBLE_EQ(valuesOf(session, 4)[5], mass + thrown);
}

TEST(MeasureLog, FastGrainsThatJumpAcrossArePassages) {
  World world = testing::emptyWorld();
  world.parameters.gravity = Vec3::Zero();
  testing::addSphere(world, Vec3(0, 0, 0.5), testing::kDiameter, Vec3(0, 0, -400.0));
  const double mass = world.particles.mass[0];
  Session session(std::move(world), false);
  ASSERT_GT(400.0 * session.world().parameters.timeStep, testing::kDiameter) << "more than itself in a step";
  place(session, {measure(1, MeasureFlow{})});
  stepTo(session, {}, 10);
  ASSERT_LT(session.world().particles.position[0].z(), 0.0);
  EXPECT_EQ(valuesOf(session, 1)[7], 1.0);
  EXPECT_EQ(valuesOf(session, 1)[5], mass);
  EXPECT_EQ(valuesOf(session, 1)[6], 0.0);
}

TEST(MeasureLog, AMeanFlowIsMassOverTime) {
  // A row of grains 10 mm apart at 2 m/s: 200 grains a second.
  World world = testing::emptyWorld();
  world.parameters.gravity = Vec3::Zero();
  for (int i = 0; i < 300; ++i) {
    testing::addSphere(world, Vec3(-0.0101 - 0.01 * i, 0, 0), 0.005, Vec3(2.0, 0, 0));
  }
  const double mass = world.particles.mass[0];
  Session session(std::move(world), false);
  place(session, {measure(1, MeasureFlow{.isDisk = true,
                                         .pose = testing::facing(Vec3::Zero(), Vec3::UnitX()),
                                         .halfWidth = 0.05,
                                         .halfHeight = 0.05})});
  EXPECT_TRUE(std::isnan(valuesOf(session, 1)[0])) << "no span yet";
  const double dt = session.world().parameters.timeStep;
  stepTo(session, {}, static_cast<std::uint64_t>(0.75 / dt));
  EXPECT_NEAR(valuesOf(session, 1)[2], 200.0, 2.0 / 0.5 + 1.0) << "one grain more or less at either end";
  EXPECT_NEAR(valuesOf(session, 1)[0], 200.0 * mass, 5.0 * mass);
  EXPECT_EQ(valuesOf(session, 1)[1], 0.0);
}

TEST(MeasureLog, AFallingGrainHasTheSpeedOfTheClosedForm) {
  Session session(fallingGrains(1), false);
  const ParticleId grain = session.world().particles.id[0];
  place(session, {measure(1, MeasureGrain{grain})});
  const double dt = session.world().parameters.timeStep;
  stepTo(session, {}, 100);
  const RunSamples& samples = *latest(session)->run.measures->find(1)->samples;
  ASSERT_EQ(samples.columns->front().name, "speed");
  ASSERT_EQ(samples.end() - samples.first(), 100U) << "every step";
  for (const auto& chunk : samples.chunks) {
    for (std::size_t row = 0; row < chunk->step.size(); ++row) {
      EXPECT_NEAR(chunk->time[row], dt * static_cast<double>(chunk->step[row]), 1e-12);
      EXPECT_NEAR(static_cast<double>(chunk->values[row * samples.columns->size()]),
                  testing::kGravity * chunk->time[row], 1e-5);
    }
  }
  EXPECT_NEAR(valuesOf(session, 1)[4], -testing::kGravity * 100.0 * dt, 1e-9);
}

/// A flow, a region, a ruler, an angle of repose and a grain of a drum.
MeasureList allKinds(const World& world) {
  MeasureRuler ruler;
  ruler.from.grain = world.particles.id[3];
  ruler.to.body = 0;
  MeasureAngle angle;
  angle.points[0].place = {1, 0, 0};
  angle.points[2].grain = world.particles.id[5];
  return {measure(1, ruler),
          measure(2, angle),
          measure(3, MeasureRepose{}),
          measure(4, MeasureFlow{.isDisk = false, .pose = {}, .halfWidth = 5.0, .halfHeight = 5.0}),
          measure(5, MeasureRegion{SensorSphere{0.15}, {}}),
          measure(6, MeasureGrain{world.particles.id[7]})};
}

TEST(MeasureLog, TheRunIsTheSameWithMeasures) {
  World world = testing::mergedDrum();
  const testing::Script script = testing::variedScript();
  const std::vector<std::uint64_t> hashes = testing::hashesOf(world, script, 80);
  const MeasureList measures = allKinds(world);
  Session session(std::move(world), false);
  place(session, measures);
  for (const std::uint64_t step : {5, 45, 80}) {  // no commands are given there
    stepTo(session, script, step);
    place(session, step == 45 ? MeasureList() : measures);
    EXPECT_EQ(stateHash(session.world()), hashes[step]) << step;
  }
  for (const auto& reading : latest(session)->run.measures->readings) {
    EXPECT_FALSE(reading.values.empty()) << reading.id;
  }
  ASSERT_EQ(latest(session)->run.measures->readings.size(), 6U);
}

TEST(MeasureLog, MembersOfAggregatesAreWhereTheyAreSeen) {
  World world = testing::mergedDrum();
  Session session(std::move(world), false);
  MeasureList measures = allKinds(session.world());
  place(session, measures);
  stepTo(session, {}, 60);
  const std::shared_ptr<const Snapshot> now = latest(session);
  ASSERT_LT(now->reduction.level.free, now->reduction.level.particles) << "some are merged";
  double mass = 0.0;
  for (std::size_t i = 0; i < now->particles(); ++i) {
    const Eigen::Vector3f place = now->grains.positionRadius[i].head<3>();
    mass += place.norm() <= 0.15F ? static_cast<double>(now->grains.mass[i]) : 0.0;
  }
  EXPECT_NEAR(now->run.measures->find(5)->values[0], mass, 1e-3 * mass);
  EXPECT_GT(mass, 0.0);
}

TEST(MeasureLog, GoingBackKeepsWhatWasCounted) {
  Session session(testing::mergedDrum(), false);
  const std::uint64_t first = session.world().step;
  place(session, allKinds(session.world()));
  std::vector<std::vector<double>> live = {valuesOf(session, 4)};
  for (std::uint64_t step = 1; step <= 60; ++step) {
    stepTo(session, {}, step);
    live.push_back(valuesOf(session, 4));
  }
  ASSERT_GT(live[60][6] + live[60][7], live[20][6] + live[20][7]) << "grains pass";
  const auto sums = [&](std::size_t step) { return std::vector<double>(live[step].begin() + 4, live[step].end()); };
  const auto sumsNow = [&] {
    const std::vector<double> values = valuesOf(session, 4);
    return std::vector<double>(values.begin() + 4, values.end());
  };
  for (const std::uint64_t step : {20, 59, 0, 37, 60}) {
    seekTo(session, step);
    ASSERT_EQ(session.world().step, first + step);
    EXPECT_EQ(sumsNow(), sums(step)) << step;
  }
  // A fork drops what came after, and counts on from there.
  seekTo(session, 30);
  session.post(ResumeHere{});
  session.advance();
  stepTo(session, {}, 45);
  EXPECT_EQ(sumsNow(), sums(45));
  // Steps before the plane was placed were not counted: it begins again there.
  place(session, {measure(9, MeasureFlow{.isDisk = false, .pose = {}, .halfWidth = 5.0, .halfHeight = 5.0})});
  seekTo(session, 5);
  EXPECT_EQ(valuesOf(session, 9)[6] + valuesOf(session, 9)[7], 0.0);
  stepTo(session, {}, 20);
  EXPECT_EQ(valuesOf(session, 9)[6], live[20][6] - live[5][6]);
}

TEST(MeasureLog, ALookAtStepsBeforeThePlaneTakesNothingFromItsSums) {
  Session session(testing::mergedDrum(), false);
  const MeasureFlow plane{.isDisk = false, .pose = {}, .halfWidth = 5.0, .halfHeight = 5.0};
  const auto sumsNow = [&](std::uint64_t id) {
    const std::vector<double> values = valuesOf(session, id);
    return std::vector<double>(values.begin() + 4, values.end());
  };
  place(session, {measure(1, plane)});  // for comparison: from the beginning
  stepTo(session, {}, 30);
  const std::vector<double> before = sumsNow(1);
  place(session, {measure(1, plane), measure(2, plane)});
  stepTo(session, {}, 100);
  const std::vector<double> all = sumsNow(1);
  const std::vector<double> sums = sumsNow(2);
  ASSERT_GT(sums[2] + sums[3], 0.0) << "grains pass";
  EXPECT_EQ(sums[2], all[2] - before[2]);
  const std::vector<double> flow = valuesOf(session, 2);
  ASSERT_TRUE(std::isfinite(flow[2]));
  for (const std::uint64_t early : {20, 3, 29}) {
    seekTo(session, early);
    EXPECT_EQ(sumsNow(2)[2] + sumsNow(2)[3], 0.0) << early;
    seekTo(session, 100);
    EXPECT_EQ(sumsNow(2), sums) << "after a look at step " << early;
    EXPECT_EQ(valuesOf(session, 2)[2], flow[2]) << "the mean too";
  }
  // Played again from a step before, the plane counts from there, and so do the steps after it was placed.
  seekTo(session, 10);
  const std::vector<double> atTen = sumsNow(1);
  stepTo(session, {}, 40);
  EXPECT_EQ(sumsNow(2)[2], sumsNow(1)[2] - atTen[2]);
  EXPECT_EQ(sumsNow(2)[3], sumsNow(1)[3] - atTen[3]);
  seekTo(session, 100);
  EXPECT_EQ(sumsNow(2)[2], all[2] - atTen[2]);
  EXPECT_NEAR(sumsNow(2)[0], all[0] - atTen[0], 1e-12);
  EXPECT_EQ(sumsNow(1), all) << "the other one is as it was";
}

TEST(MeasureLog, AMeasureGoesOnWhenOthersChange) {
  Session session(fallingGrains(3), false);
  const ParticleId grain = session.world().particles.id[0];
  place(session, {measure(1, MeasureGrain{grain})});
  stepTo(session, {}, 10);
  Measure renamed = measure(1, MeasureGrain{grain});
  renamed.name = "other";
  renamed.plotted = true;
  place(session, {measure(2, MeasureFlow{}), renamed});
  stepTo(session, {}, 20);
  EXPECT_EQ(latest(session)->run.measures->find(1)->samples->end(), 20U);
  EXPECT_EQ(latest(session)->run.measures->find(2)->samples->end(), 10U);
  place(session, {measure(2, MeasureFlow{}), measure(1, MeasureGrain{grain + 1})});
  EXPECT_TRUE(latest(session)->run.measures->find(1)->samples->chunks.empty()) << "another grain: it begins again";
}

}  // namespace
}  // namespace scree
