#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>

#include "engine/io/checkpoint_file.h"
#include "engine/io/output_file.h"
#include "engine/io/recording_file.h"
#include "engine/scene/scene.h"
#include "engine/session/changes/change_mesh.h"
#include "engine/session/world_commands.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/io/test_folder.h"

// Files that earlier versions wrote are opened, or the message says what to do (CHANGELOG.md, table of formats).
namespace scree {
namespace {

namespace fs = std::filesystem;

fs::path kept(const std::string& name) { return fs::path(SCREE_SOURCE_DIR) / "tests/data" / name; }

template <class Error, class Read>
std::string complaintOf(Read read) {
  try {
    read();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// Steps a world until 0.5 s: the grains are at rest in their tray then.
void expectGoesOn(World world) {
  ASSERT_EQ(world.particles.size(), 3U);
  StepData data;
  while (world.time < 0.5 - 1e-9) {
    step(world, data);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(world.particles.position[i].z(), 0.9 * world.particles.radius[i]);
    EXPECT_LT(world.particles.velocity[i].norm(), 1e-3);
  }
}

TEST(Compatibility, SceneOfFormat1) {
  const SceneResult result = loadScene(kept("scene_1.yaml"));
  EXPECT_TRUE(result.errors.empty());
  ASSERT_TRUE(result.scene.has_value());
  expectGoesOn(result.scene->world);
}

TEST(Compatibility, StateOfFormat16GoesOn) {
  const World world = readCheckpoint(kept("state_16.checkpoint"));
  EXPECT_NEAR(world.time, 0.25, 1e-9);
  expectGoesOn(world);
}

TEST(Compatibility, StateOfFormat17GoesOnAsThatOf16) {
  const World world = readCheckpoint(kept("state_17.checkpoint"));
  EXPECT_EQ(stateHash(world), stateHash(readCheckpoint(kept("state_16.checkpoint"))));
  EXPECT_EQ(world.parameters.collisionTime, 0.0);
  expectGoesOn(world);
}

TEST(Compatibility, StateOfFormat18GoesOnAsThatOf16) {
  const World world = readCheckpoint(kept("state_18.checkpoint"));
  EXPECT_EQ(stateHash(world), stateHash(readCheckpoint(kept("state_16.checkpoint"))));
  EXPECT_FALSE(world.periodic.isOn());
  expectGoesOn(world);
}

TEST(Compatibility, StateOfFormat19GoesOnAsThatOf16) {
  const World world = readCheckpoint(kept("state_19.checkpoint"));
  EXPECT_EQ(stateHash(world), stateHash(readCheckpoint(kept("state_16.checkpoint"))));
  expectGoesOn(world);
}

TEST(Compatibility, StateOfFormat20GoesOnAsThatOf16) {
  const World world = readCheckpoint(kept("state_20.checkpoint"));
  EXPECT_EQ(stateHash(world), stateHash(readCheckpoint(kept("state_16.checkpoint"))));
  EXPECT_FALSE(world.materials.areCohesive());
  EXPECT_TRUE(world.bridges.empty());
  EXPECT_FALSE(world.granulation.isOn());
  expectGoesOn(world);
}

TEST(Compatibility, StateOfFormat21GoesOnAsThatOf16) {
  const World world = readCheckpoint(kept("state_21.checkpoint"));
  EXPECT_EQ(stateHash(world), stateHash(readCheckpoint(kept("state_16.checkpoint"))));
  expectGoesOn(world);
}

TEST(Compatibility, Hdf5OfFormat1GoesOnAsTheStateInIt) {
  EXPECT_EQ(stateHash(readCheckpoint(kept("hdf5_1.h5"))), stateHash(readCheckpoint(kept("state_16.checkpoint"))));
}

TEST(Compatibility, StateOfFormat13SaysWhatToDo) {
  const std::string message =
      complaintOf<CheckpointError>([] { static_cast<void>(readCheckpoint(kept("state_13.checkpoint"))); });
  EXPECT_NE(message.find("state_13.checkpoint"), std::string::npos) << message;
  EXPECT_NE(message.find("format 13, this program reads"), std::string::npos) << message;
  EXPECT_NE(message.find("run the scene again"), std::string::npos) << message;
}

TEST(Compatibility, RecordingOfFormat5IsWhole) {
  const ReadRecording read = readRecording(kept("recording_5.scree"));
  EXPECT_EQ(read.damage, "");
  ASSERT_FALSE(read.recording.states.empty());
  EXPECT_GT(read.recording.marks.size(), 1U);
  expectGoesOn(restoreState(*read.recording.states.front().bytes));
}

TEST(Compatibility, RecordingOfFormat6HasItsChangesOfLaws) {
  const ReadRecording read = readRecording(kept("recording_6.scree"));
  EXPECT_EQ(read.damage, "");
  ASSERT_EQ(read.recording.commands.size(), 2U);
  World world = restoreState(*read.recording.states.front().bytes);
  for (const LoggedCommand& command : read.recording.commands) {
    EXPECT_EQ(applyCommand(world, command.command), "");
  }
  EXPECT_EQ(world.materials.pair(0, 0).friction, 0.3);
  EXPECT_EQ(world.materials.list[0].youngsModulus, 5e6);
  expectGoesOn(std::move(world));
}

TEST(Compatibility, RecordingOfFormat7HasItsChangeOfAMesh) {
  const ReadRecording read = readRecording(kept("recording_7.scree"));
  EXPECT_EQ(read.damage, "");
  ASSERT_EQ(read.recording.commands.size(), 1U);
  World world = restoreState(*read.recording.states.front().bytes);
  ASSERT_NE(madeMeshOf(world, 0, 0), nullptr);
  EXPECT_EQ(std::get<OutletMesh>(*madeMeshOf(world, 0, 0)).beta, 0.02);
  EXPECT_EQ(applyCommand(world, read.recording.commands[0].command), "");
  EXPECT_EQ(std::get<OutletMesh>(*madeMeshOf(world, 0, 0)).beta, 0.03);
  expectGoesOn(std::move(world));
}

TEST(Compatibility, RecordingOfFormat8HasItsChangesOfGranulation) {
  const ReadRecording read = readRecording(kept("recording_8.scree"));
  EXPECT_EQ(read.damage, "");
  ASSERT_EQ(read.recording.commands.size(), 2U);
  World world = restoreState(*read.recording.states.front().bytes);
  for (const LoggedCommand& command : read.recording.commands) {
    EXPECT_EQ(applyCommand(world, command.command), "");
  }
  EXPECT_EQ(world.granulation.laws.layering, Switch::on);
  ASSERT_EQ(world.granulation.fines.size(), 1U);
  EXPECT_EQ(world.granulation.fines[0].rate, 5e-3);
  expectGoesOn(std::move(world));
}

TEST(Compatibility, RecordingOfFormat4SaysWhatToDo) {
  const std::string message =
      complaintOf<RecordingError>([] { static_cast<void>(readRecording(kept("recording_4.scree"))); });
  EXPECT_NE(message.find("recording_4.scree"), std::string::npos) << message;
  EXPECT_NE(message.find("format 4, this program reads"), std::string::npos) << message;
  EXPECT_NE(message.find("record it again"), std::string::npos) << message;
}

/// Format of a file: the number behind its signature of eight bytes.
std::uint32_t formatOf(const std::string& bytes) {
  std::uint32_t format = 0;
  std::memcpy(&format, bytes.data() + 8, sizeof format);
  return format;
}

TEST(Compatibility, ChangesNameTheFormatsThatThisProgramWrites) {
  const TestFolder folder;
  const World world = readCheckpoint(kept("state_16.checkpoint"));
  writeCheckpoint(world, folder / "now.checkpoint");
  const std::string changes = readFile(fs::path(SCREE_SOURCE_DIR) / "CHANGELOG.md");
  const std::uint32_t state = formatOf(readFile(folder / "now.checkpoint"));
  EXPECT_NE(changes.find(fmt::format("| states (`--checkpoint`) | {} |", state)), std::string::npos) << state;
  EXPECT_TRUE(fs::exists(kept(fmt::format("state_{}.checkpoint", state))));
  Recording recording = readRecording(kept("recording_5.scree")).recording;
  writeRecording(recording, folder / "now.scree");
  const std::uint32_t format = formatOf(readFile(folder / "now.scree"));
  EXPECT_NE(changes.find(fmt::format("| recordings (`.scree`) | {} |", format)), std::string::npos) << format;
  EXPECT_TRUE(fs::exists(kept(fmt::format("recording_{}.scree", format))));
}

}  // namespace
}  // namespace scree
