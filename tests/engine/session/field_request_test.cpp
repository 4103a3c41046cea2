// Fields in snapshots: as asked for, of the present state or as means, without an effect on the run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/session/session.h"
#include "engine/state/state.h"
#include "tests/support/drum_world.h"

namespace scree {
namespace {

std::shared_ptr<const Snapshot> afterSomeSteps(Session& session, int steps) {
  const std::uint64_t sequence = session.post(StepOnce{steps});
  const std::uint64_t goal = session.world().step + static_cast<std::uint64_t>(steps);
  while (session.snapshots().latest()->run.lastCommand < sequence || session.world().step < goal) {
    session.advance();
  }
  session.advance();
  return session.snapshots().latest();
}

TEST(FieldRequest, GivesFieldsAndChangesNoResult) {
  Session plain(testing::mergingDrum(0.3), false);
  Session watched(testing::mergingDrum(0.3), false);
  watched.request({.fields = {.ofGrains = FieldScalar::solidFraction, .map = FieldScalar::pressure}});
  const auto without = afterSomeSteps(plain, 60);
  const auto with = afterSomeSteps(watched, 60);
  EXPECT_EQ(stateHash(plain.world()), stateHash(watched.world()));
  EXPECT_TRUE(without->onRequest.fieldOfGrains.empty());
  EXPECT_EQ(without->onRequest.fieldMap, nullptr);
  ASSERT_EQ(with->onRequest.fieldOfGrains.size(), with->particles());
  for (const float fraction : with->onRequest.fieldOfGrains) {
    EXPECT_GT(fraction, 0.05f);
    EXPECT_LT(fraction, 0.9f);
  }
  ASSERT_NE(with->onRequest.fieldMap, nullptr);
  const FieldMap& map = *with->onRequest.fieldMap;
  EXPECT_EQ(map.scalar, FieldScalar::pressure);
  EXPECT_EQ(map.snapshots, 1.0);
  // About two in a hundred of the known values lie above the end of the range.
  const auto known = std::ranges::count_if(map.values, [](float value) { return std::isfinite(value); });
  const auto above = std::ranges::count_if(map.values, [&](float value) { return value > map.high; });
  EXPECT_GT(known, 100);
  EXPECT_NEAR(static_cast<double>(above), 0.02 * static_cast<double>(known), 2.0);
}

TEST(FieldRequest, MeansGatherTheStatesShownUntilAskedAnew) {
  Session session(testing::mergingDrum(0.3), false);
  FieldRequest fields{.map = FieldScalar::meanSpeed, .mean = true};
  const auto snapshotsIn = [&](int steps) {
    session.request({.fields = fields});
    const auto snapshot =
        steps > 0 ? afterSomeSteps(session, steps) : (session.advance(), session.snapshots().latest());
    return snapshot->onRequest.fieldMap->snapshots;
  };
  const double first = snapshotsIn(1);
  EXPECT_GE(first, 1.0);
  EXPECT_EQ(snapshotsIn(0), first) << "a paused run adds nothing";
  EXPECT_EQ(snapshotsIn(1), first + 1.0);
  EXPECT_EQ(snapshotsIn(1), first + 2.0);
  fields.run = 1;
  EXPECT_EQ(snapshotsIn(0), 1.0) << "begun anew";
  fields.tenths = 20;
  EXPECT_EQ(snapshotsIn(1), 1.0 + 1.0) << "another width begins anew, and the step after it is added";
  session.post(Restart{});
  session.advance();
  session.advance();
  EXPECT_EQ(session.snapshots().latest()->onRequest.fieldMap->snapshots, 1.0) << "another world";
}

TEST(FieldRequest, MeansBegunWithoutContactsBeginAnewForStresses) {
  Session session(testing::mergingDrum(0.3), false);
  FieldRequest fields{.map = FieldScalar::solidFraction, .mean = true};
  const auto mapAfter = [&](int steps) {
    session.request({.fields = fields});
    return afterSomeSteps(session, steps)->onRequest.fieldMap;
  };
  afterSomeSteps(session, 60);
  EXPECT_GT(mapAfter(3)->snapshots, 1.0);
  const double before = mapAfter(1)->snapshots;
  fields.map = FieldScalar::pressure;
  const auto pressure = mapAfter(1);
  EXPECT_LT(pressure->snapshots, before + 1.0) << "the states before have no forces";
  EXPECT_GT(pressure->high, 0.0f);
  fields.map = FieldScalar::solidFraction;
  EXPECT_GT(mapAfter(1)->snapshots, pressure->snapshots) << "goes on";
  fields.map = FieldScalar::pressure;
  EXPECT_GT(mapAfter(1)->snapshots, pressure->snapshots + 1.0) << "still with its forces";
}

TEST(FieldRequest, TheTwinHasItsOwnFields) {
  Session session(testing::mergingDrum(0.3), false);
  session.request({.fields = {.ofGrains = FieldScalar::meanSpeed, .map = FieldScalar::meanSpeed}});
  session.post(StartTwin{});
  const auto with = afterSomeSteps(session, 60);
  ASSERT_NE(with->twin.snapshot, nullptr);
  const Snapshot& other = *with->twin.snapshot->other;
  ASSERT_EQ(other.onRequest.fieldOfGrains.size(), other.particles());
  ASSERT_NE(other.onRequest.fieldMap, nullptr);
  EXPECT_NE(other.onRequest.fieldMap, with->onRequest.fieldMap);
  session.request({});
  const auto without = afterSomeSteps(session, 1);
  EXPECT_TRUE(without->twin.snapshot->other->onRequest.fieldOfGrains.empty());
  EXPECT_EQ(without->twin.snapshot->other->onRequest.fieldMap, nullptr);
}

TEST(FieldRequest, SharedRequestsKeepAllParts) {
  SharedRequest shared;
  EXPECT_EQ(shared.get(), SnapshotRequest{});
  const SnapshotRequest wanted{.contacts = true,
                               .particle = 4'000'000'000U,
                               .fields = {.ofGrains = FieldScalar::coordination,
                                          .map = FieldScalar::solidFraction,
                                          .tenths = 200,
                                          .mean = true,
                                          .run = 15},
                               .network = true,
                               .bed = {.watch = BedWatch::whereTaken, .seconds = 0.1f}};
  EXPECT_TRUE(shared.set(wanted));
  EXPECT_EQ(shared.get(), wanted);
  EXPECT_FALSE(shared.set(wanted));
  SnapshotRequest other = wanted;
  other.bed.seconds = 0.2f;
  EXPECT_TRUE(shared.set(other));
  EXPECT_EQ(shared.get(), other);
}

}  // namespace
}  // namespace scree
