// Going back in time and forward again: the same bits as if nobody had looked.
#include "engine/session/history.h"

#include <gtest/gtest.h>

#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "tests/support/busy_world.h"
#include "tests/support/time_runs.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::finish;
using testing::latest;
using testing::Script;
using testing::seekTo;
using testing::stepTo;

constexpr std::uint64_t kPlayedSteps = 80;

struct ScrubCase {
  std::string name;
  World (*world)();
  int threads;
  std::size_t budget;  ///< bytes
};

class Scrub : public ::testing::TestWithParam<ScrubCase> {};

TEST_P(Scrub, BackAndForthEqualsTheUninterruptedRun) {
  World world = GetParam().world();
  const Script script = testing::variedScript();
  // One thread here: what the session does must not depend on its own.
  const std::vector<std::uint64_t> hashes = testing::hashesOf(world, script, kPlayedSteps + 40);
  const std::uint64_t first = world.step;
  world.parameters.threads = GetParam().threads;
  Session session(std::move(world), false);
  session.post(SetHistoryBudget{GetParam().budget});
  stepTo(session, script, kPlayedSteps);
  ASSERT_EQ(stateHash(session.world()), hashes[kPlayedSteps]);
  const std::vector<std::byte> end = saveState(session.world());
  const std::size_t beginning = testing::recordingOf(session).states.front().size();
  const std::shared_ptr<const Snapshot> live = latest(session);
  for (const std::uint64_t step : {79, 3, 41, 40, 60, 26, 25, 0, 1, 79, 52}) {
    seekTo(session, step);
    ASSERT_EQ(session.world().step, first + step);
    EXPECT_EQ(stateHash(session.world()), hashes[step]) << step;
    EXPECT_TRUE(latest(session)->run.timeline.past);
    EXPECT_EQ(latest(session)->run.worldVersion, live->run.worldVersion);
  }
  seekTo(session, kPlayedSteps);
  EXPECT_EQ(saveState(session.world()), end) << "budget and reactions too";
  const std::shared_ptr<const Snapshot> again = latest(session);
  EXPECT_FALSE(again->run.timeline.past);
  EXPECT_FALSE(again->run.timeline.diverged.has_value());
  EXPECT_EQ(again->solver.contacts, live->solver.contacts);
  for (std::size_t i = 0; i < live->particles(); ++i) {
    if (live->reduction.role.empty() || live->reduction.role[i] == GrainRole::free) {
      EXPECT_EQ(again->grains.overlap[i], live->grains.overlap[i]) << "what the step measured is shown as it was";
    } else {
      EXPECT_GT(again->grains.contactCount[i], 0) << "and members have their kept contacts";
    }
  }
  EXPECT_EQ(again->solver.residuals.size(), live->solver.residuals.size());
  // On from there it is still the same run.
  session.post(StepOnce{40});
  finish(session);
  EXPECT_EQ(stateHash(session.world()), hashes[kPlayedSteps + 40]);
  EXPECT_LE(latest(session)->run.timeline.bytes, std::max(GetParam().budget, beginning));
}

World busy() {
  // Some grains are there already, so that every command has something to act on.
  World world = testing::busyWorld();
  StepData data;
  testing::takeSteps(world, data, 60);
  return world;
}

INSTANTIATE_TEST_SUITE_P(Runs, Scrub,
                         ::testing::Values(ScrubCase{"Busy", busy, 1, std::size_t{1} << 29},
                                           ScrubCase{"BusyThreaded", busy, 3, std::size_t{1} << 29},
                                           ScrubCase{"Merged", testing::mergedDrum, 1, std::size_t{1} << 29},
                                           ScrubCase{"MergedThreaded", testing::mergedDrum, 3, std::size_t{1} << 29},
                                           ScrubCase{"MergedWithoutMemory", testing::mergedDrum, 1, 0}),
                         [](const auto& named) { return named.param.name; });

TEST(History, MembersHaveContactsInWhateverStateARunIsTakenUpFrom) {
  // Some have joined by way of grains that stayed free, and so have no kept contacts yet.
  const Script script = testing::variedScript();
  Session session(testing::mergedDrum(), false);
  std::size_t withoutKept = 0;
  for (std::uint64_t step = 1; step <= kPlayedSteps; ++step) {
    stepTo(session, script, step);
    Session other(restoreState(saveState(session.world())), false);
    const Reduction& reduction = other.world().reduction;
    const std::shared_ptr<const Snapshot> seen = other.snapshots().latest();
    for (std::uint32_t i = 0; i < seen->particles(); ++i) {
      if (!reduction.isFree(i)) {
        EXPECT_GT(seen->grains.contactCount[i], 0) << "particle " << i << " at step " << step;
        std::size_t kept = 0;
        reduction.kept.forAll([&](const KeptContact& contact) { kept += contact.a == i || contact.b == i ? 1 : 0; });
        withoutKept += kept == 0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(withoutKept, 0U);
}

TEST(History, TheRunsOfTheseTestsMergeAndSplit) {
  World world = testing::mergedDrum();
  EXPECT_GT(world.reduction.memberCount, 100U);
  const ReductionCounts before = world.reduction.counts;
  Session session(std::move(world), false);
  stepTo(session, testing::variedScript(), kPlayedSteps);
  const ReductionCounts& after = session.world().reduction.counts;
  EXPECT_GT(after.merges, before.merges);
  const auto by = [&](SplitCause cause) {
    return after.splits[static_cast<std::size_t>(cause)] - before.splits[static_cast<std::size_t>(cause)];
  };
  EXPECT_GT(by(SplitCause::command), 0U);
  EXPECT_GT(by(SplitCause::sensor), 0U);
}

TEST(History, PlayingInThePastReplaysAndPausesAtTheEnd) {
  const Script script = testing::variedScript();
  Session session(testing::mergedDrum(), false);
  stepTo(session, script, kPlayedSteps);
  const std::uint64_t end = stateHash(session.world());
  const std::uint64_t step = session.world().step;
  seekTo(session, 5);
  session.post(SetTargetRate{0.0});
  session.post(Play{});
  finish(session);
  EXPECT_EQ(session.world().step, step);
  EXPECT_FALSE(latest(session)->run.playing);
  EXPECT_FALSE(latest(session)->run.message.empty()) << "it says why it stopped";
  EXPECT_EQ(stateHash(session.world()), end);
  session.post(Play{});
  while (session.world().step < step + 5) {
    session.advance();
  }
  EXPECT_TRUE(latest(session)->run.playing) << "and from there it goes on live";
}

TEST(History, LoopStartsOverAndOver) {
  Session session(busy(), false);
  stepTo(session, {}, 12);
  const std::uint64_t first = latest(session)->run.timeline.first.step;
  seekTo(session, 3);
  session.post(SetLoop{true});
  session.post(SetTargetRate{0.0});
  session.post(Play{});
  int turns = 0;
  std::uint64_t last = session.world().step;
  for (int i = 0; i < 100; ++i) {
    session.advance();
    turns += session.world().step < last ? 1 : 0;
    last = session.world().step;
    ASSERT_LE(last, first + 12);
  }
  EXPECT_GT(turns, 3);
  EXPECT_TRUE(latest(session)->run.timeline.loop);
}

TEST(History, StepsBackAddUp) {
  Session session(busy(), false);
  stepTo(session, {}, 20);
  const std::uint64_t first = latest(session)->run.timeline.first.step;
  for (int i = 0; i < 3; ++i) {
    session.post(StepBack{1});
  }
  finish(session);
  EXPECT_EQ(session.world().step, first + 17);
  session.post(StepBack{10});
  session.post(StepOnce{2});
  finish(session);
  EXPECT_EQ(session.world().step, first + 9);
  session.post(StepBack{1000});
  finish(session);
  EXPECT_EQ(session.world().step, first);
}

TEST(History, OnlyTheNewestOfManySeeksCounts) {
  Session session(busy(), false);
  session.post(SetHistoryBudget{0});
  stepTo(session, {}, 60);
  const std::uint64_t first = latest(session)->run.timeline.first.step;
  for (std::uint64_t step = 59; step > 10; --step) {
    session.post(SeekTo{first + step});
  }
  session.advance();
  EXPECT_EQ(latest(session)->run.timeline.seekTo, first + 11);
  int calls = 1;
  for (; session.advance() == 0.0; ++calls) {
  }
  EXPECT_EQ(session.world().step, first + 11);
  EXPECT_LE(calls, 12) << "none of the others was stepped to";
  // A goal farther on is reached from where it is, not from the beginning.
  session.post(SeekTo{first + 14});
  calls = 0;
  for (; session.advance() == 0.0; ++calls) {
  }
  EXPECT_EQ(session.world().step, first + 14);
  EXPECT_LE(calls, 4);
}

TEST(History, PauseStopsOnTheWay) {
  Session session(busy(), false);
  session.post(SetHistoryBudget{0});
  stepTo(session, {}, 60);
  const std::uint64_t first = latest(session)->run.timeline.first.step;
  session.post(SeekTo{first + 50});
  session.advance();
  session.advance();
  ASSERT_TRUE(latest(session)->run.timeline.seekTo.has_value());
  session.post(Pause{});
  finish(session);
  EXPECT_LT(session.world().step, first + 10);
  EXPECT_TRUE(latest(session)->run.timeline.past);
  EXPECT_FALSE(latest(session)->run.timeline.seekTo.has_value());
}

TEST(History, AChangeInThePastForks) {
  Script script = testing::variedScript();
  Session session(testing::mergedDrum(), false);
  stepTo(session, script, kPlayedSteps);
  const std::size_t commands = latest(session)->run.timeline.commands->size();
  const std::uint64_t first = latest(session)->run.timeline.first.step;
  // In one go: the change is about step 33, wherever the session is when it comes.
  session.post(SeekTo{first + 33});
  session.post(SetParameter{ParameterKey::sweeps, 21});
  finish(session);
  const Timeline& forked = latest(session)->run.timeline;
  EXPECT_EQ(forked.last.step, first + 33);
  EXPECT_FALSE(forked.past);
  EXPECT_EQ(forked.forks, 1U);
  EXPECT_EQ(forked.forkStep, first + 33);
  EXPECT_LT(forked.commands->size(), commands);
  EXPECT_EQ(forked.commands->back().text, "Sweeps 21");
  // The other branch: what was given up to then, and the change instead of the rest.
  script.erase(script.find(33), script.end());
  script[33] = {SetParameter{ParameterKey::sweeps, 21}};
  const std::vector<std::uint64_t> hashes = testing::hashesOf(testing::mergedDrum(), script, 60);
  stepTo(session, {}, 60);
  EXPECT_EQ(stateHash(session.world()), hashes[60]);
  seekTo(session, 20);
  EXPECT_EQ(stateHash(session.world()), hashes[20]);
  seekTo(session, 45);
  EXPECT_EQ(stateHash(session.world()), hashes[45]);
}

TEST(History, WhatIsSoAlreadyDropsNothingOfTheFuture) {
  World world = busy();
  applyPreset(world.parameters, Preset::fast);
  applyPreset(world.parameters, ReductionPreset::local);
  Session session(world, false);
  stepTo(session, {}, 30);
  const std::uint64_t first = latest(session)->run.timeline.first.step;
  const std::size_t commands = latest(session)->run.timeline.commands->size();
  seekTo(session, 20);
  const Parameters now = session.world().parameters;
  session.post(SetParameter{ParameterKey::sweeps, valueOf(now, ParameterKey::sweeps)});
  session.post(SetChoice{ChoiceKey::merging, choiceOf(now, ChoiceKey::merging)});
  session.post(SetPreset{Preset::fast});
  session.post(SetReductionPreset{ReductionPreset::local});
  finish(session);
  EXPECT_TRUE(latest(session)->run.timeline.past);
  EXPECT_EQ(latest(session)->run.timeline.last.step, first + 30);
  EXPECT_EQ(latest(session)->run.timeline.forks, 0U);
  EXPECT_EQ(latest(session)->run.timeline.commands->size(), commands);
  session.post(SetPreset{Preset::accurate});
  finish(session);
  EXPECT_EQ(latest(session)->run.timeline.last.step, first + 20);
}

TEST(History, ResumingDropsTheRestAndRefusalsDropNothing) {
  Session session(busy(), false);
  stepTo(session, {}, 30);
  const std::uint64_t first = latest(session)->run.timeline.first.step;
  seekTo(session, 20);
  session.post(SetParameter{ParameterKey::timeStep, -1.0});
  session.post(SetDriveSpeed{99, 0, 1.0});
  session.post(SetParameter{ParameterKey::threads, 2});
  finish(session);
  EXPECT_EQ(latest(session)->run.timeline.last.step, first + 30) << "nothing of the run changed";
  EXPECT_EQ(latest(session)->scene.parameters.threads, 2);
  EXPECT_TRUE(latest(session)->run.timeline.commands->empty());
  seekTo(session, 10);
  EXPECT_EQ(latest(session)->scene.parameters.threads, 2) << "threads are not of the past";
  session.post(ResumeHere{});
  finish(session);
  EXPECT_EQ(latest(session)->run.timeline.last.step, first + 10);
  session.post(ResumeHere{});
  finish(session);
  EXPECT_EQ(latest(session)->run.timeline.forks, 1U) << "at the end there is nothing to drop";
}

TEST(History, DraggedValuesAreOneCommandAStep) {
  Session session(busy(), false);
  stepTo(session, {}, 3);
  for (int sweeps = 10; sweeps < 40; ++sweeps) {
    session.post(SetParameter{ParameterKey::sweeps, static_cast<double>(sweeps)});
  }
  session.post(SetDriveSpeed{0, 0, 1.0});
  session.post(SetDriveSpeed{0, 0, 2.0});
  session.post(SetParameter{ParameterKey::sweeps, 7});
  finish(session);
  const std::vector<TimeMark>& commands = *latest(session)->run.timeline.commands;
  ASSERT_EQ(commands.size(), 3U);
  EXPECT_EQ(commands[0].text, "Sweeps 39");
  EXPECT_NE(commands[1].text.find("2 rad/s"), std::string::npos) << commands[1].text;
  EXPECT_EQ(commands[2].text, "Sweeps 7");
}

TEST(History, RestartAndAnotherWorldBeginAnew) {
  Session session(busy(), false);
  stepTo(session, testing::variedScript(), 30);
  session.post(Restart{});
  finish(session);
  EXPECT_EQ(latest(session)->run.timeline.last.step, latest(session)->run.timeline.first.step);
  EXPECT_TRUE(latest(session)->run.timeline.commands->empty());
  const std::uint64_t changed = stateHash(session.world());
  stepTo(session, {}, 10);
  seekTo(session, 0);
  EXPECT_EQ(stateHash(session.world()), changed) << "with the parameters that the restart kept";
  session.post(ReplaceWorld{std::make_shared<const World>(testing::mergedDrum())});
  finish(session);
  EXPECT_EQ(latest(session)->run.timeline.first.step, testing::mergedDrum().step);
}

TEST(History, BudgetIsKeptAndStatesCostLittle) {
  Session session(testing::mergedDrum(), false);
  const std::size_t size = saveState(session.world()).size();
  session.post(SetHistoryBudget{5 * size});
  stepTo(session, {}, 400);
  // The first state may have cost much, for which the next one waits until that is a small share of the run.
  for (int wait = 0; wait < 20 && latest(session)->run.timeline.states < 2; ++wait) {
    stepTo(session, {}, 400);
  }
  const Timeline timeline = latest(session)->run.timeline;
  EXPECT_LE(timeline.bytes, 5 * size);
  EXPECT_GT(timeline.states, 1U);
  // Twice the aim: the cost of a state is a guess from the last ones, and the machine has other things to do.
  EXPECT_LT(timeline.saveShare, 0.06);
  EXPECT_GT(timeline.saveShare, 0.0);
}

/// A recording with a mark after every step.
Recording markedRecording(const Script& script) {
  Session session(testing::mergedDrum(), false);
  stepTo(session, script, kPlayedSteps);
  Recording recording = testing::recordingOf(session);
  const std::vector<std::uint64_t> hashes = testing::hashesOf(testing::mergedDrum(), script, kPlayedSteps);
  recording.marks.clear();
  for (std::uint64_t n = 1; n <= kPlayedSteps; ++n) {
    recording.marks.push_back({.step = recording.states.front().step + n, .hash = hashes[n]});
  }
  return recording;
}

void replay(Session& session, const Recording& recording) {
  session.post(ReplayRecording{std::make_shared<const Recording>(recording)});
  session.post(SetTargetRate{0.0});
  session.post(Play{});
  finish(session);
}

TEST(Replay, IsTheRecordedRunWithAnyNumberOfThreads) {
  const Recording recording = markedRecording(testing::variedScript());
  for (const double threads : {1.0, 3.0}) {
    Session session(testing::emptyWorld(), false);
    replay(session, recording);
    EXPECT_EQ(session.world().step, recording.lastStep);
    EXPECT_EQ(stateHash(session.world()),
              testing::hashesOf(testing::mergedDrum(), testing::variedScript(), kPlayedSteps)[kPlayedSteps]);
    EXPECT_FALSE(latest(session)->run.timeline.diverged.has_value());
    EXPECT_TRUE(latest(session)->run.timeline.recorded);
    session.post(SetParameter{ParameterKey::threads, threads});
    seekTo(session, 30);
    seekTo(session, kPlayedSteps);
    EXPECT_FALSE(latest(session)->run.timeline.diverged.has_value());
  }
}

TEST(Replay, AnInjectedCommandDivergesAtItsStep) {
  Recording recording = markedRecording(testing::variedScript());
  const std::uint64_t first = recording.states.front().step;
  const auto place = std::ranges::upper_bound(recording.commands, first + 37, {}, &LoggedCommand::step);
  recording.commands.insert(place, {first + 37, 0.0, SetParameter{ParameterKey::gravityX, 0.71}, "injected"});
  recording.states.resize(1);
  Session session(testing::emptyWorld(), false);
  replay(session, recording);
  const Timeline& timeline = latest(session)->run.timeline;
  ASSERT_TRUE(timeline.diverged.has_value());
  EXPECT_EQ(timeline.diverged->step, first + 38) << "after the first step that it was in force";
  EXPECT_EQ(session.world().step, recording.lastStep) << "it goes on nevertheless";
}

TEST(Replay, ACorruptedHashIsFoundWhenASeekComesBy) {
  Recording recording = markedRecording({});
  // How many states a run keeps depends on the clock; one of them after the mark would let the seek start behind it.
  recording.states.resize(1);
  recording.marks[49].hash ^= 1;
  const std::uint64_t first = recording.states.front().step;
  Session session(testing::emptyWorld(), false);
  session.post(ReplayRecording{std::make_shared<const Recording>(recording)});
  finish(session);
  seekTo(session, 49);
  EXPECT_FALSE(latest(session)->run.timeline.diverged.has_value());
  seekTo(session, 60);
  ASSERT_TRUE(latest(session)->run.timeline.diverged.has_value());
  EXPECT_EQ(latest(session)->run.timeline.diverged->step, first + 50);
  // What follows from here is another run: the one that cannot be stepped again is let go.
  session.post(SetParameter{ParameterKey::sweeps, 33});
  finish(session);
  EXPECT_FALSE(latest(session)->run.timeline.diverged.has_value());
  EXPECT_EQ(latest(session)->run.timeline.first.step, first + 60);
  stepTo(session, {}, 20);
  seekTo(session, 0);
  EXPECT_EQ(session.world().step, first + 60);
}

TEST(Replay, ADamagedStateInBetweenIsPassedOver) {
  Recording recording = markedRecording({});
  const std::uint64_t first = recording.states.front().step;
  recording.states.resize(1);
  auto bytes = *recording.states.front().bytes;
  bytes[bytes.size() / 2] ^= std::byte{1};
  recording.states.push_back({first + 30, 0.0, std::make_shared<const std::vector<std::byte>>(bytes)});
  // Sound, but of another step than it says.
  recording.states.push_back({first + 40, 0.0, recording.states.front().bytes});
  Session session(testing::emptyWorld(), false);
  session.post(ReplayRecording{std::make_shared<const Recording>(recording)});
  finish(session);
  seekTo(session, 50);
  EXPECT_EQ(session.world().step, first + 50);
  EXPECT_FALSE(latest(session)->run.timeline.diverged.has_value());
}

TEST(Replay, NothingToReplaySaysSoAndLeavesTheWorld) {
  Session session(busy(), false);
  const std::uint64_t before = stateHash(session.world());
  Recording damaged;
  damaged.states.push_back({0, 0.0, std::make_shared<const std::vector<std::byte>>(100)});
  for (const auto& recording : {std::shared_ptr<const Recording>(), std::make_shared<const Recording>(),
                                std::make_shared<const Recording>(damaged)}) {
    session.post(ReplayRecording{recording});
    finish(session);
    EXPECT_FALSE(latest(session)->run.message.empty());
    EXPECT_EQ(stateHash(session.world()), before);
  }
}

}  // namespace
}  // namespace scree
