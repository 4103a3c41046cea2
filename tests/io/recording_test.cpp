#include "engine/io/recording_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/state/state.h"
#include "tests/io/test_folder.h"
#include "tests/support/time_runs.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

/// Without waiting for the disk, as writeFileAtomically() does.
void writeQuickly(const fs::path& file, std::string_view content) { std::ofstream(file, std::ios::binary) << content; }

/// Commands of every kind, several states, marks.
const Recording& sample() {
  static const Recording recording = [] {
    Session session(testing::mergedDrum(), false);
    testing::stepTo(session, testing::variedScript(), 70);
    session.post(SetChoice{ChoiceKey::merging, 0});
    session.post(SetReductionPreset{ReductionPreset::paperTrF});
    session.post(SetPairLaw{0, 0, PairLawKey::rollingLength, 1e-4});
    session.post(SetYoungsModulus{0, 5e6});
    session.post(SetGranulationLaw{GranulationKey::exchangeRate, 0.25});
    session.post(AddSensor{SplitSensor{.name = "first"}, 0});
    session.post(StartPull{session.world().particles.id.front(), Vec3(0.1, 0.2, 0.3), 4.5});
    session.post(MovePull{Vec3(0.4, 0.5, 0.6)});
    testing::finish(session);
    Recording taken = testing::recordingOf(session);
    const SavedState first = taken.states.front();
    taken.states = {first,
                    {first.step + 70, session.world().time,
                     std::make_shared<const std::vector<std::byte>>(saveState(session.world()))}};
    taken.marks = {{first.step + 35, first.time + 0.1, 0x123456789abcdef0, 0.25, {}}, markOf(session.world())};
    return taken;
  }();
  return recording;
}

bool equal(const StepMark& a, const StepMark& b) {
  return a.step == b.step && a.time == b.time && a.hash == b.hash && a.level == b.level &&
         a.counts.merges == b.counts.merges && a.counts.splits == b.counts.splits;
}

/// Whether every list of `part` is how that of `whole` begins. What a command does tells whether it is the same.
bool isBeginning(const Recording& part, const Recording& whole) {
  const auto sameCommand = [](const LoggedCommand& a, const LoggedCommand& b) {
    return a.step == b.step && a.time == b.time && a.command.index() == b.command.index() && a.text == b.text;
  };
  const auto sameState = [](const SavedState& a, const SavedState& b) {
    return a.step == b.step && a.time == b.time && *a.bytes == *b.bytes;
  };
  const auto begins = [](const auto& a, const auto& b, auto same) {
    return a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin(), same);
  };
  return begins(part.states, whole.states, sameState) && begins(part.commands, whole.commands, sameCommand) &&
         begins(part.marks, whole.marks, equal);
}

TEST(RecordingFile, PullsAndPlacesInListsAreKeptToTheLastBit) {
  const TestFolder folder;
  writeRecording(sample(), folder / "a.scree");
  const Recording read = readRecording(folder / "a.scree").recording;
  const auto last = [&](std::size_t back) { return read.commands[read.commands.size() - back].command; };
  const auto pull = std::get<StartPull>(last(2));
  EXPECT_EQ(pull.target, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(pull.stiffness, 4.5);
  EXPECT_EQ(std::get<MovePull>(last(1)).target, Vec3(0.4, 0.5, 0.6));
  EXPECT_EQ(std::get<AddSensor>(last(3)).place, 0U);
}

TEST(RecordingFile, NumbersOfMeshesAreKeptToTheLastBit) {
  const TestFolder folder;
  OutletMesh outlet{.diameter = 0.2, .length = 0.3, .gaps = 5, .spiral = 0.1, .rim = 0.01, .sides = 64};
  outlet.widths.widths = {0.02, 0.031};
  outlet.widths.at = {0.0, 0.2};
  outlet.bumps = {.height = 0.008, .lowest = 0.001, .width = 0.02, .density = 700.0, .seed = 3};
  const std::vector<MadeMesh> all = {outlet, HopperMesh{.diameter = 0.3, .height = 0.1, .outlet = 0.05, .sides = 12},
                                     DrumMesh{.diameter = 1.0, .length = 2.0, .lifters = 4, .lifterHeight = 0.1},
                                     RotorMesh{.diameter = 0.2, .height = 0.1, .shaft = 0.02, .bladeHeight = 0.05},
                                     BoxMesh{.size = Vec3(1.0, 2.0, 3.0), .cuts = 4, .open = true}};
  Recording recording = sample();
  for (const MadeMesh& made : all) {
    recording.commands.push_back(
        {.step = recording.lastStep, .time = recording.lastTime, .command = setMadeMesh(2, 7, made), .text = "mesh"});
  }
  writeRecording(recording, folder / "a.scree");
  const Recording read = readRecording(folder / "a.scree").recording;
  ASSERT_EQ(read.commands.size(), recording.commands.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& kept = std::get<SetMadeMesh>(read.commands[sample().commands.size() + i].command);
    EXPECT_EQ(kept.body, 2U);
    EXPECT_EQ(kept.shape, 7U);
    EXPECT_TRUE(*kept.made == all[i]) << i;
  }
}

TEST(RecordingFile, RoundTripKeepsEverything) {
  const TestFolder folder;
  writeRecording(sample(), folder / "a.scree");
  EXPECT_TRUE(isRecording(folder / "a.scree"));
  const ReadRecording read = readRecording(folder / "a.scree");
  EXPECT_EQ(read.damage, "");
  EXPECT_EQ(read.recording.name, sample().name);
  EXPECT_EQ(read.recording.lastStep, sample().lastStep);
  EXPECT_EQ(read.recording.lastTime, sample().lastTime);
  EXPECT_TRUE(isBeginning(read.recording, sample()));
  EXPECT_TRUE(isBeginning(sample(), read.recording));
  // Replayed, the commands do what they did.
  World world = restoreState(*read.recording.states.front().bytes);
  World reference = restoreState(*sample().states.front().bytes);
  for (std::size_t i = 0; i < sample().commands.size(); ++i) {
    EXPECT_EQ(applyCommand(world, read.recording.commands[i].command), "");
    applyCommand(reference, sample().commands[i].command);
    EXPECT_EQ(saveState(world), saveState(reference)) << sample().commands[i].text;
  }
}

TEST(RecordingFile, NeverWritesOverAFile) {
  const TestFolder folder;
  writeFileAtomically(folder / "precious", "data");
  EXPECT_THROW(writeRecording(sample(), folder / "precious"), OutputError);
  EXPECT_THROW(RecordingWriter(folder / "precious", "x", sample().states.front()), OutputError);
  EXPECT_EQ(readFile(folder / "precious"), "data");
}

TEST(RecordingFile, CutOffAnywhereTellsWhatIsLeft) {
  const TestFolder folder;
  writeRecording(sample(), folder / "whole.scree");
  const std::string content = readFile(folder / "whole.scree");
  std::size_t unusable = 0;
  std::size_t usable = 0;
  // Every length near the ends, where the small pieces are, and some in between.
  for (std::size_t length = 0; length < content.size();
       length += length < 200 || length + 3000 > content.size() ? 1 : 997) {
    writeQuickly(folder / "cut.scree", std::string_view(content).substr(0, length));
    try {
      const ReadRecording read = readRecording(folder / "cut.scree");
      ++usable;
      EXPECT_NE(read.damage.find("cut off"), std::string::npos) << length;
      EXPECT_NE(read.damage.find("cut.scree"), std::string::npos);
      EXPECT_TRUE(isBeginning(read.recording, sample())) << length;
      EXPECT_LE(read.recording.lastStep, sample().lastStep);
    } catch (const RecordingError& error) {
      ++unusable;
      EXPECT_NE(std::string(error.what()).find("cut.scree"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(usable, 1000U);
  EXPECT_GT(unusable, 100U);
}

TEST(RecordingFile, AChangedByteIsNoticedWhereverItIs) {
  const TestFolder folder;
  writeRecording(sample(), folder / "whole.scree");
  const std::string content = readFile(folder / "whole.scree");
  Random random(7);
  int usable = 0;
  for (int i = 0; i < 1500; ++i) {
    // Half of them behind the states, where commands and marks are.
    const std::size_t range = i % 2 == 0 ? content.size() : std::min<std::size_t>(content.size(), 1500);
    std::string damaged = content;
    damaged[content.size() - 1 - random.next() % range] ^= static_cast<char>(1 + random.next() % 255);
    writeQuickly(folder / "damaged.scree", damaged);
    try {
      const ReadRecording read = readRecording(folder / "damaged.scree");
      ++usable;
      EXPECT_FALSE(read.damage.empty());
      EXPECT_TRUE(isBeginning(read.recording, sample()));
    } catch (const RecordingError&) {
      // The header or the first state: nothing is left to replay.
    }
  }
  EXPECT_GT(usable, 300);
}

TEST(RecordingFile, WhatIsNoRecordingSaysSo) {
  const TestFolder folder;
  writeFileAtomically(folder / "scene.yaml", "scree: 1\nname: x\n");
  EXPECT_FALSE(isRecording(folder / "scene.yaml"));
  EXPECT_FALSE(isRecording(folder / "absent"));
  EXPECT_FALSE(isRecording(folder.path()));
  for (const fs::path& file : {folder / "scene.yaml", folder / "absent", folder.path()}) {
    try {
      readRecording(file);
      ADD_FAILURE() << file;
    } catch (const RecordingError& error) {
      EXPECT_NE(std::string(error.what()).find(file.filename().string()), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("give a file"), std::string::npos) << error.what();
    }
  }
  std::string other = "SCREEREC";
  other += std::string("\x63\0\0\0", 4);
  writeFileAtomically(folder / "other", other);
  try {
    readRecording(folder / "other");
    ADD_FAILURE();
  } catch (const RecordingError& error) {
    EXPECT_NE(std::string(error.what()).find("another version"), std::string::npos);
  }
}

TEST(RecordingFile, AWriterThatNeverFinishedLeavesAUsableFile) {
  const TestFolder folder;
  {
    RecordingWriter writer(folder / "a.scree", "Drum", sample().states.front());
    writer.write(sample().commands.front());
    writer.write(sample().marks.front());
    const ReadRecording read = readRecording(folder / "a.scree");
    EXPECT_NE(read.damage.find("cut off"), std::string::npos);
    EXPECT_EQ(read.recording.commands.size(), 1U);
    EXPECT_EQ(read.recording.marks.size(), 1U);
    EXPECT_EQ(read.recording.lastStep, sample().marks.front().step);
    EXPECT_EQ(read.recording.lastTime, sample().marks.front().time);
  }
}

}  // namespace
}  // namespace scree
