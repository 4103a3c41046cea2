// Contact laws that are changed while a run goes on.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/session/changes/extend_world.h"
#include "engine/session/session.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/time_runs.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::finish;
using testing::latest;

/// Commands that lower and raise values of the law of the drum's only material, on the way and merged.
testing::Script lawScript() {
  return {{3, {SetPairLaw{0, 0, PairLawKey::friction, 0.95}}},
          {12, {SetPairLaw{0, 0, PairLawKey::friction, 0.2}, SetPairLaw{0, 0, PairLawKey::restitution, 0.5}}},
          {20, {SetPairLaw{0, 0, PairLawKey::rollingLength, 1e-4}, SetPairLaw{0, 0, PairLawKey::twisting, 0.1}}},
          {30, {SetPairLaw{0, 0, PairLawKey::stiffness, 9000.0}, SetPairLaw{0, 0, PairLawKey::dampingTime, 2e-3}}},
          {40, {SetPairLaw{0, 0, PairLawKey::rollingResistance, 0.3}}}};
}

/// A world with two materials, the second with a Hertz law against the first and itself.
World twoMaterials() {
  World world = testing::emptyWorld();
  world.materials.list[0].name = "ore";
  world.materials.list[0].youngsModulus = 6e6;
  world.materials.add({.name = "steel", .density = 7800.0, .youngsModulus = 2e11});
  PairLaw law = testing::pelletLaw();
  law.law = StiffnessLaw::hertz;
  law.effectiveModulus = effectiveModulus(world.materials.list[0], world.materials.list[1]);
  world.materials.setPair(0, 1, law);
  return world;
}

TEST(PairLaws, EachValueIsSetForBothOrders) {
  for (const PairLawInfo& info : pairLawTable()) {
    World world = testing::mergedDrum();
    const double value = 0.5 * (info.minimum + std::min(info.maximum, 1.0));
    EXPECT_EQ(applyCommand(world, SetPairLaw{0, 0, info.key, value}), "") << info.name;
    EXPECT_EQ(valueOf(world.materials.pair(0, 0), info.key), value);
    EXPECT_TRUE(hasValue(world.materials.pair(0, 0), info.key));
    EXPECT_TRUE(hasNoEffect(world, SetPairLaw{0, 0, info.key, value}));
  }
  World world = twoMaterials();
  ASSERT_EQ(applyCommand(world, SetPairLaw{1, 0, PairLawKey::friction, 0.3}), "");
  EXPECT_EQ(world.materials.pair(0, 1).friction, 0.3);
  EXPECT_EQ(world.materials.pair(1, 0).friction, 0.3);
  EXPECT_NE(world.materials.pair(0, 0).friction, 0.3);
  EXPECT_TRUE(overrides(SetPairLaw{0, 1, PairLawKey::friction, 0.4}, SetPairLaw{1, 0, PairLawKey::friction, 0.3}));
  EXPECT_FALSE(overrides(SetPairLaw{0, 1, PairLawKey::twisting, 0.4}, SetPairLaw{0, 1, PairLawKey::friction, 0.3}));
}

TEST(PairLaws, BadValuesAreRefusedAndSayWhy) {
  World world = twoMaterials();
  const std::uint64_t before = stateHash(world);
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  for (const PairLawInfo& info : pairLawTable()) {
    for (const double bad : {std::nan(""), kEndless, -1.0, 1e300}) {
      EXPECT_NE(applyCommand(world, SetPairLaw{0, 0, info.key, bad}), "") << info.name << " " << bad;
    }
  }
  EXPECT_EQ(applyCommand(world, SetPairLaw{0, 1, PairLawKey::restitution, 1.2}),
            "ore on steel: restitution must be a number from 0 to 1");
  EXPECT_EQ(applyCommand(world, SetPairLaw{0, 1, PairLawKey::stiffness, 3000.0}),
            "ore on steel: stiffness follows from Young's moduli: set those");
  EXPECT_EQ(applyCommand(world, SetYoungsModulus{1, 0.0}),
            "steel: youngs_modulus must be a number from 1e-06 to 1e+15 Pa");
  EXPECT_NE(applyCommand(world, SetYoungsModulus{1, std::nan("")}), "");
  EXPECT_NE(applyCommand(world, SetYoungsModulus{2, 1e9}), "");
  EXPECT_NE(applyCommand(world, SetPairLaw{0, 2, PairLawKey::friction, 0.5}), "");
  EXPECT_NE(applyCommand(world, SetPairLaw{0, 0, static_cast<PairLawKey>(200), 0.5}), "");
  EXPECT_EQ(stateHash(world), before);
}

TEST(PairLaws, AModulusChangesTheHertzLawsOfItsMaterial) {
  World world = twoMaterials();
  const PairLaw linear = world.materials.pair(0, 0);
  ASSERT_EQ(applyCommand(world, SetYoungsModulus{0, 1.2e7}), "");
  EXPECT_EQ(world.materials.list[0].youngsModulus, 1.2e7);
  // Steel is far stiffer, so that the effective modulus follows the ore's.
  const double alone = 1.2e7 / (1.0 - 0.25 * 0.25);
  EXPECT_NEAR(world.materials.pair(0, 1).effectiveModulus, alone, 1e-3 * alone);
  EXPECT_EQ(world.materials.pair(1, 0), world.materials.pair(0, 1));
  EXPECT_EQ(world.materials.pair(0, 0), linear);
}

TEST(PairLaws, MembersAreSplitOffWhereTheirContactsMayMove) {
  const World merged = testing::mergedDrum();
  ASSERT_GT(merged.reduction.memberCount, 0U);
  const auto membersAfter = [&](const SetPairLaw& command) {
    World world = merged;
    EXPECT_EQ(applyCommand(world, command), "");
    EXPECT_EQ(world.reduction.splitAll, mayMove(merged.materials.pair(0, 0), world.materials.pair(0, 0)));
    StepData data;
    step(world, data);
    return world.reduction.memberCount;
  };
  EXPECT_EQ(membersAfter({0, 0, PairLawKey::friction, 0.1}), 0U);
  EXPECT_EQ(membersAfter({0, 0, PairLawKey::stiffness, 9000.0}), 0U);
  EXPECT_EQ(membersAfter({0, 0, PairLawKey::rollingResistance, 0.0}), 0U);
  EXPECT_GT(membersAfter({0, 0, PairLawKey::friction, 1.5}), 0U) << "more friction holds what less held";
  EXPECT_GT(membersAfter({0, 0, PairLawKey::restitution, 0.9}), 0U);
}

TEST(PairLaws, ARunWithChangesIsTheSameForAnyThreadsAndInAReplay) {
  const World start = testing::mergedDrum();
  constexpr std::uint64_t kSteps = 60;
  const auto hashes = testing::hashesOf(start, lawScript(), kSteps);
  EXPECT_EQ(testing::hashesOf(start, lawScript(), kSteps, 2), hashes);
  Session session(start, false);
  testing::stepTo(session, lawScript(), kSteps);
  EXPECT_EQ(stateHash(session.world()), hashes.back());
  for (const std::uint64_t step : {35, 13, 59, 2}) {
    testing::seekTo(session, step);
    EXPECT_EQ(stateHash(session.world()), hashes[step]) << step;
  }
  session.post(StepBack{1});
  finish(session);
  EXPECT_EQ(stateHash(session.world()), hashes[1]);
  testing::seekTo(session, kSteps);

  const Recording recording = testing::recordingOf(session);
  ASSERT_EQ(recording.commands.size(), 8U);
  EXPECT_EQ(recording.commands[1].text, "Friction of pellet on pellet 0.2");
  Session replay{World(), false};
  replay.post(ReplayRecording{std::make_shared<const Recording>(recording)});
  finish(replay);
  testing::seekTo(replay, kSteps);
  EXPECT_EQ(stateHash(replay.world()), hashes.back());
  EXPECT_FALSE(latest(replay)->run.timeline.diverged.has_value());
}

TEST(PairLaws, ASavedStateGoesOnWithTheChangedLaw) {
  World world = testing::mergedDrum();
  ASSERT_EQ(applyCommand(world, SetPairLaw{0, 0, PairLawKey::friction, 0.25}), "");
  World restored = restoreState(saveState(world));
  EXPECT_EQ(restored.materials, world.materials);
  StepData data;
  StepData again;
  for (int i = 0; i < 10; ++i) {
    step(world, data);
    step(restored, again);
  }
  EXPECT_EQ(stateHash(restored), stateHash(world));
}

TEST(PairLaws, RestartKeepsThem) {
  Session session(testing::mergedDrum(), false);
  const std::uint64_t loaded = stateHash(session.world());
  const double friction = session.world().materials.pair(0, 0).friction;
  session.post(SetPairLaw{0, 0, PairLawKey::friction, 0.25});
  session.post(StepOnce{5});
  session.post(Restart{});
  finish(session);
  EXPECT_EQ(session.world().step, testing::mergedDrum().step);
  EXPECT_EQ(session.world().materials.pair(0, 0).friction, 0.25);
  EXPECT_EQ(latest(session)->scene.materials->pair(0, 0).friction, 0.25);
  session.post(SetPairLaw{0, 0, PairLawKey::friction, friction});
  session.post(Restart{});
  finish(session);
  EXPECT_EQ(stateHash(session.world()), loaded);
}

TEST(PairLaws, RefusalsReachTheSnapshotAndAreNotRecorded) {
  Session session(testing::mergedDrum(), false);
  session.post(SetPairLaw{0, 0, PairLawKey::restitution, 2.0});
  finish(session);
  EXPECT_NE(latest(session)->run.message.find("restitution must be a number from 0 to 1"), std::string::npos);
  session.post(SetPairLaw{0, 0, PairLawKey::friction, session.world().materials.pair(0, 0).friction});
  finish(session);
  EXPECT_TRUE(testing::recordingOf(session).commands.empty()) << "neither a refusal nor what is so already";
}

TEST(PairLaws, AnAddedBodyLeavesChangedLaws) {
  const World scene = twoMaterials();
  World extended = scene;
  testing::addFloor(extended);
  PairLaw other = extended.materials.pair(1, 1);
  other.friction = 0.11;  // a law that the scene has for the added body only
  extended.materials.setPair(1, 1, other);
  Session session(scene, false);
  session.post(SetPairLaw{0, 1, PairLawKey::friction, 0.4});
  session.post(SetYoungsModulus{0, 9e6});
  session.post(ExtendWorld{std::make_shared<const World>(extended)});
  finish(session);
  const Materials& now = session.world().materials;
  EXPECT_EQ(session.world().bodies.size(), extended.bodies.size());
  EXPECT_EQ(now.pair(0, 1).friction, 0.4);
  EXPECT_EQ(now.list[0].youngsModulus, 9e6);
  EXPECT_EQ(now.pair(1, 1).friction, 0.11);
}

}  // namespace
}  // namespace scree
