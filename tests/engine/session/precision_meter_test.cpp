// Precision of ways to solve, measured in the background: the numbers of the study, and no effect on the run.
#include "engine/session/precision_meter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "engine/base/clock.h"
#include "engine/session/session.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "tests/support/bed.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kShort = 0.02;  // s

/// A bed at rest, after which gravity has turned: it creeps.
World leaningBox() {
  World world = testing::settledBox(5, 5, 4, 3);
  applyPreset(world.parameters, Preset::standard);
  world.parameters.gravity = Vec3(2.4, 0.0, -9.5);
  return world;
}

PrecisionReading precisionOf(Session& session) { return session.snapshots().latest()->precision; }

/// Advances until the newest reading is as wanted; false after a minute.
bool advanceUntil(Session& session, const std::function<bool(const PrecisionReading&)>& isWanted) {
  const double start = steadySeconds();
  while (steadySeconds() - start < 60.0) {
    session.commands().wait(std::min(session.advance(), 0.01));
    if (isWanted(precisionOf(session))) {
      return true;
    }
  }
  return false;
}

bool isOver(const PrecisionReading& reading) { return reading.table != nullptr && !reading.isUnderWay; }

PrecisionCase withSweeps(int sweeps) {
  PrecisionCase one{.name = "few", .parameters = presetParameters(Preset::fast)};
  one.parameters.sweeps = sweeps;
  return one;
}

TEST(PrecisionMeter, GivesTheNumbersOfTheStudy) {
  const World world = leaningBox();
  PrecisionPlan plan{.time = kShort, .cases = presetCases(world.parameters, "this run")};
  plan.cases.push_back(withSweeps(2));
  plan.cases.back().parameters.gravity = world.parameters.gravity;
  std::vector<PrecisionPoint> expected;
  double part = 0.0;
  ASSERT_TRUE(measurePrecision(world, plan,
                               {.progressed =
                                    [&](double now, std::string_view run) {
                                      EXPECT_GE(now, part) << run;
                                      part = now;
                                    },
                                .measured =
                                    [&](std::size_t i, const std::optional<PrecisionPoint>& point) {
                                      EXPECT_EQ(i, expected.size());
                                      expected.push_back(point.value());
                                    }}));
  EXPECT_NEAR(part, 1.0, 1e-9);
  Session session(world, false);
  session.advance();
  EXPECT_EQ(precisionOf(session).table, nullptr) << "nobody asked";
  session.post(MeasurePrecision{kShort, {withSweeps(2)}});
  ASSERT_TRUE(advanceUntil(session, isOver));
  EXPECT_EQ(precisionOf(session).trouble, "");
  const PrecisionTable& table = *precisionOf(session).table;
  EXPECT_EQ(table.step, world.step);
  EXPECT_EQ(table.time, world.time);
  EXPECT_EQ(table.compared, kShort);
  ASSERT_EQ(table.rows.size(), expected.size());
  ASSERT_EQ(table.rows.size(), presetTable().size() + 2) << "the run's own settings are a preset";
  EXPECT_EQ(table.rows.front().name, "fast");
  EXPECT_EQ(table.rows.end()[-2].name, "few");
  EXPECT_EQ(table.rows.back().name, kScatterOfTruth);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_TRUE(table.rows[i].isDone && table.rows[i].point.has_value()) << table.rows[i].name;
    for (const PrecisionMeasure& measure : precisionMeasures()) {
      EXPECT_EQ(errorOf(*table.rows[i].point, measure), errorOf(expected[i], measure))
          << table.rows[i].name << ": " << measure.name;
    }
    EXPECT_EQ(table.rows[i].point->substeps, expected[i].substeps);
    EXPECT_GT(table.rows[i].point->seconds, 0.0);
    EXPECT_TRUE(table.rows[i].point->error.speeds.empty());
  }
  const PrecisionMeasure& creep = precisionMeasures().front();
  EXPECT_GT(errorOf(*table.rows.end()[-2].point, creep), errorOf(*table.rows.front().point, creep));
  EXPECT_LT(errorOf(*table.rows.back().point, creep), errorOf(*table.rows.front().point, creep));
}

TEST(PrecisionMeter, MeasuresSettingsOfNoPresetToo) {
  Parameters own = presetParameters(Preset::accurate);
  EXPECT_EQ(presetCases(own, "this run").size(), presetTable().size());
  own.sweeps = 13;
  const std::vector<PrecisionCase> cases = presetCases(own, "this run");
  ASSERT_EQ(cases.size(), presetTable().size() + 1);
  EXPECT_EQ(cases.back().name, "this run");
  EXPECT_EQ(cases.back().parameters.sweeps, 13);
}

TEST(PrecisionMeter, FurtherCasesTakeTheSolverOnly) {
  Parameters run = presetParameters(Preset::fast);
  run.timeStep = 1e-3;
  run.gravity = Vec3(1.0, 0.0, 0.0);
  applySolver(run, presetParameters(Preset::accurate));
  EXPECT_EQ(presetOf(run), Preset::accurate);
  EXPECT_EQ(run.timeStep, 1e-3);
  EXPECT_EQ(run.gravity, Vec3(1.0, 0.0, 0.0));
}

TEST(PrecisionMeter, ChangesNoBitOfTheRun) {
  World alone = leaningBox();
  StepData data;
  testing::takeSteps(alone, data, 30);
  Session session(leaningBox(), false);
  session.post(MeasurePrecision{kShort, {}});
  ASSERT_TRUE(advanceUntil(session, [](const PrecisionReading& now) { return now.table != nullptr; }));
  session.post(StepOnce{30});
  ASSERT_TRUE(advanceUntil(session, isOver));
  while (session.world().step < alone.step) {
    session.advance();
  }
  EXPECT_EQ(stateHash(session.world()), stateHash(alone));
}

/// A world whose measurement takes minutes.
World tinySteps() {
  World slow = leaningBox();
  slow.parameters.timeStep = 1e-7;
  return slow;
}

TEST(PrecisionMeter, StopEndsTheMeasurementAndKeepsItsPoints) {
  const double start = steadySeconds();
  {
    Session session(tinySteps(), false);
    session.post(MeasurePrecision{kShort, {}});
    ASSERT_TRUE(advanceUntil(session, [](const PrecisionReading& now) { return now.part > 0.0; }));
    EXPECT_EQ(precisionOf(session).run, "the converged run");
    session.post(StopPrecision{});
    ASSERT_TRUE(advanceUntil(session, isOver));
    EXPECT_EQ(precisionOf(session).trouble, "it was stopped");
    EXPECT_FALSE(precisionOf(session).table->rows.front().isDone);
    session.post(MeasurePrecision{1e-7, {}});
    ASSERT_TRUE(advanceUntil(session, isOver));
    EXPECT_EQ(precisionOf(session).trouble, "") << "another one may follow";
    EXPECT_TRUE(precisionOf(session).table->rows.back().isDone);
  }
  EXPECT_LT(steadySeconds() - start, 30.0);
}

TEST(PrecisionMeter, AnotherWorldEndsItAndASessionEndsWithIt) {
  const double start = steadySeconds();
  {
    Session session(tinySteps(), false);
    session.post(MeasurePrecision{kShort, {}});
    ASSERT_TRUE(advanceUntil(session, [](const PrecisionReading& now) { return now.isUnderWay; }));
    session.post(ReplaceWorld{std::make_shared<const World>(tinySteps())});
    ASSERT_TRUE(advanceUntil(session, [](const PrecisionReading& now) { return now.table == nullptr; }));
    EXPECT_FALSE(precisionOf(session).isUnderWay);
    session.post(MeasurePrecision{kShort, {}});
    ASSERT_TRUE(advanceUntil(session, [](const PrecisionReading& now) { return now.isUnderWay; }));
  }
  EXPECT_LT(steadySeconds() - start, 30.0);
}

TEST(PrecisionMeter, AnEmptyWorldHasNothingToMeasure) {
  Session session(testing::emptyWorld(), false);
  session.post(MeasurePrecision{});
  ASSERT_TRUE(advanceUntil(session, isOver));
  EXPECT_EQ(precisionOf(session).trouble, "there are no grains");
}

}  // namespace
}  // namespace scree
