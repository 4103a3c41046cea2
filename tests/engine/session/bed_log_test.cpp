// Bed of the landings on a belt in snapshots: as made of the same landings, and anew after jumps.
#include "engine/snapshot/bed_log.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/analysis/drums/belt_tables.h"
#include "engine/session/session.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr int kPellets = 120;
const BedRequest kOn{.watch = BedWatch::on};

/// A belt of 0.4 m x 1 m along y, at 0.5 m/s, onto which pellets fall one after the other.
World rain(bool withSink = true) {
  World world = testing::emptyWorld();
  const std::uint32_t belt = testing::addShape(world, Rectangle{0.2, 0.5});
  world.bodies[belt].drives.push_back({SurfaceMotion{0, Vec3::UnitY()}, {.value = 0.5}});
  if (withSink) {
    Sink sink;
    sink.pose.position = Vec3(0.0, 0.0, 0.02);
    sink.halfExtents = Vec3(0.2, 0.5, 0.01);
    world.sinks.push_back(sink);
  }
  for (int i = 0; i < kPellets; ++i) {
    testing::addSphere(world, Vec3(0.18 * std::sin(1.7 * i), -0.2 + 0.02 * std::cos(2.3 * i), 0.1 + 0.02 * i));
  }
  world.parameters.timeStep = 0.002;
  return world;
}

std::shared_ptr<const Snapshot> shownAfter(Session& session, int steps) {
  const std::uint64_t goal = session.world().step + static_cast<std::uint64_t>(steps);
  session.post(StepOnce{steps});
  while (session.world().step < goal) {
    session.advance();
  }
  session.advance();
  return session.snapshots().latest();
}

std::shared_ptr<const BedReading> bedAfter(Session& session, int steps) {
  return shownAfter(session, steps)->onRequest.bed.reading;
}

/// Watch of the same run beside the session, with numbers of landings and the way after each step.
struct Beside {
  explicit Beside(World start) : world(std::move(start)), watch(world, *widestBelt(world)) { note(); }
  void take(int steps) {
    for (int i = 0; i < steps; ++i) {
      ASSERT_TRUE(step(world, data));
      watch.take(world, data);
      note();
    }
  }
  void note() {
    landings.push_back(watch.landings().size());
    ways.push_back(watch.way());
    times.push_back(world.time);
  }
  /// Bed of the landings after step `first` of the watch.
  BeltBed bedFrom(std::size_t first) const {
    const std::span<const Landing> list = std::span(watch.landings()).subspan(landings[first]);
    return bedOf(list, bedSettingsOf(list, watch.belt(), ways.back() - ways[first]));
  }

  World world;
  StepData data;
  LandingWatch watch;
  std::vector<std::size_t> landings;
  std::vector<double> ways;
  std::vector<double> times;
};

TEST(BedLog, TheBedIsThatOfTheSameLandings) {
  for (const bool withSink : {true, false}) {
    Beside beside(rain(withSink));
    Session session(rain(withSink), false);
    session.request({.bed = kOn});
    const auto snapshot = shownAfter(session, 250);
    beside.take(250);
    const BedNow& now = snapshot->onRequest.bed;
    ASSERT_NE(now.reading, nullptr);
    const BedReading& bed = *now.reading;
    ASSERT_GT(bed.landings, 20U);
    EXPECT_EQ(bed.landings, beside.watch.landings().size());
    EXPECT_EQ(bed.since, 0.0);
    EXPECT_EQ(bed.from, 0.0);
    EXPECT_EQ(bed.to, snapshot->run.time) << "a run at rest shows the bed of the state";
    EXPECT_DOUBLE_EQ(now.way, beside.watch.way());
    EXPECT_NEAR(now.way, 0.5 * snapshot->run.time, 1e-9);
    const BeltBed wanted = beside.bedFrom(0);
    EXPECT_EQ(bed.bed.heights, wanted.heights);
    EXPECT_EQ(bed.bed.cell, wanted.cell);
    const BedProfile profile = profileOf(wanted);
    EXPECT_EQ(bed.profile.heights, profile.heights);
    EXPECT_EQ(bed.profile.deviations, profile.deviations);
    EXPECT_EQ(bed.variation, variation(profile.heights));
    EXPECT_EQ(bed.unevenness, unevenness(profile.heights));
    EXPECT_GT(bed.variation, 0.0);
  }
}

TEST(BedLog, AWindowHasTheLandingsOfTheLastSeconds) {
  Beside beside(rain());
  Session session(rain(), false);
  session.request({.bed = {.watch = BedWatch::on, .seconds = 0.2f}});
  const auto bed = bedAfter(session, 250);
  beside.take(250);
  ASSERT_NE(bed, nullptr);
  EXPECT_NEAR(bed->to - bed->from, 0.2, 1e-6);
  EXPECT_EQ(bed->from, beside.times[150]);
  EXPECT_EQ(bed->landings, beside.landings[250] - beside.landings[150]);
  EXPECT_LT(bed->landings, beside.watch.landings().size());
  EXPECT_EQ(bed->bed.heights, beside.bedFrom(150).heights);
  session.request({.bed = kOn});
  session.advance();
  EXPECT_EQ(session.snapshots().latest()->onRequest.bed.reading->landings, beside.watch.landings().size())
      << "the landings before are still known";
}

TEST(BedLog, BeginsAnewAfterAJumpAndSaysFromWhen) {
  Session session(rain(), false);
  session.request({.bed = kOn});
  ASSERT_GT(bedAfter(session, 250)->landings, 20U);
  session.post(Restart{});
  session.advance();
  session.advance();
  const auto fresh = session.snapshots().latest()->onRequest.bed.reading;
  ASSERT_NE(fresh, nullptr);
  EXPECT_EQ(fresh->landings, 0U);
  EXPECT_EQ(fresh->since, 0.0);
  EXPECT_TRUE(fresh->profile.heights.empty());
  const auto whole = bedAfter(session, 250);
  session.post(SeekTo{200});
  while (session.world().step != 200 || session.snapshots().latest()->run.timeline.seekTo) {
    session.advance();
  }
  const auto back = session.snapshots().latest();
  const BedReading& bed = *back->onRequest.bed.reading;
  EXPECT_LE(bed.since, back->run.time);
  EXPECT_EQ(bed.to, back->run.time);
  EXPECT_LT(bed.landings, whole->landings);
  const auto then = bedAfter(session, 50);
  EXPECT_EQ(then->since, bed.since) << "goes on from there";
  EXPECT_GT(then->landings, bed.landings);
  EXPECT_LT(then->landings, whole->landings) << "without those before";
}

TEST(BedLog, ChangesNoResultAndIsThereOnlyOnRequest) {
  Session plain(rain(), false);
  Session watched(rain(), false);
  watched.request({.bed = kOn});
  const auto without = shownAfter(plain, 200);
  shownAfter(watched, 200);
  EXPECT_EQ(stateHash(plain.world()), stateHash(watched.world()));
  EXPECT_EQ(without->onRequest.bed.reading, nullptr);
  EXPECT_TRUE(without->onRequest.bed.hasBelt);
  EXPECT_TRUE(without->onRequest.bed.isTaken);
  watched.request({.bed = {.watch = BedWatch::whereTaken}});
  EXPECT_NE(shownAfter(watched, 1)->onRequest.bed.reading, nullptr);
  watched.request({});
  EXPECT_EQ(shownAfter(watched, 1)->onRequest.bed.reading, nullptr);
  watched.request({.bed = kOn});
  const auto again = bedAfter(watched, 1);
  EXPECT_GT(again->since, 0.39) << "what landed before it was asked for again is not known";
}

TEST(BedLog, KnowsWhereASinkTakesWhatLands) {
  Session open(rain(false), false);
  open.request({.bed = {.watch = BedWatch::whereTaken}});
  const auto shown = shownAfter(open, 1);
  EXPECT_TRUE(shown->onRequest.bed.hasBelt);
  EXPECT_FALSE(shown->onRequest.bed.isTaken);
  EXPECT_EQ(shown->onRequest.bed.reading, nullptr);
  World low = rain();
  low.sinks[0].pose.position.z() = -0.3;
  EXPECT_FALSE(isTakenAt(low, *widestBelt(low))) << "it takes what has left the belt";
  Session none(testing::emptyWorld(), false);
  none.request({.bed = kOn});
  EXPECT_FALSE(shownAfter(none, 1)->onRequest.bed.hasBelt);
}

/// Landings by the list of what left, without steps: many thousands at once.
class ManyLandings {
 public:
  ManyLandings() : world_(rain()) {
    world_.particles = {};
    log_.begin(world_);
    log_.fill(world_, kOn, BedEffort::whole);
  }
  void take(int count, double speed) {
    world_.time += 1.0;
    world_.parameters.timeStep = 1.0;
    world_.bodies[0].shapes[0].surfaceVelocity = speed * Vec3::UnitY();
    for (int i = 0; i < count; ++i) {
      world_.sinks[0].departures.push_back(
          {.time = world_.time,
           .id = next_++,
           .position = Vec3(0.39 * (part(0.618034 * i) - 0.5), 0.98 * (part(0.754878 * i) - 0.5), 0.001),
           .diameter = 0.002,
           .mass = 1e-3});
    }
    log_.stepped(world_, data_, kOn);
  }
  std::shared_ptr<const BedReading> whole() { return log_.fill(world_, kOn, BedEffort::whole).reading; }
  double time() const { return world_.time; }

 private:
  static double part(double number) { return number - std::floor(number); }

  World world_;
  StepData data_;
  BedLog log_;
  ParticleId next_ = 1000;
};

TEST(BedLog, ForgetsOldLandingsBeforeTheyAreTooMany) {
  ManyLandings run;
  constexpr int kBatch = 150'000;
  for (int i = 0; i < 4; ++i) {
    run.take(kBatch, 1.0);
    run.whole();
  }
  const auto bed = run.whole();
  EXPECT_GT(bed->since, 0.0);
  EXPECT_EQ(bed->from, bed->since);
  EXPECT_EQ(bed->to, run.time());
  EXPECT_LE(bed->landings, BedLog::kMostLandings);
  EXPECT_EQ(bed->landings, static_cast<std::size_t>(kBatch * (bed->to - bed->from)));
}

TEST(BedLog, LeavesOutTheOldestPartOfABedOfTooManyCells) {
  ManyLandings run;
  for (int i = 0; i < 10; ++i) {
    run.take(100, 5.0);
  }
  const auto bed = run.whole();
  EXPECT_EQ(bed->since, 0.0);
  EXPECT_GT(bed->from, 0.0);
  ASSERT_FALSE(bed->bed.heights.empty());
  EXPECT_LE(static_cast<double>(bed->bed.heights.size()), 1.05 * BedLog::kMostCells);
  EXPECT_EQ(bed->landings, static_cast<std::size_t>(100 * (bed->to - bed->from)));
}

}  // namespace
}  // namespace scree
