#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/world_commands.h"

// Recording of a run as data: a state, the commands given since, and marks that prove that a replay is the same run.
namespace scree {

/// Saved state with its step and time. The bytes are those of saveState(), shared by all holders.
struct SavedState {
  std::uint64_t step = 0;
  double time = 0.0;  ///< s
  std::shared_ptr<const std::vector<std::byte>> bytes;

  std::size_t size() const { return bytes == nullptr ? 0 : bytes->size(); }
};

/// Command of a run with the number of steps done when it was given: it is in force from the next step on.
struct LoggedCommand {
  std::uint64_t step = 0;
  double time = 0.0;  ///< s
  WorldCommand command;
  std::string text;  ///< text of the command by describe()
};

/// Measurements after a step, before the commands given at that step.
struct StepMark {
  std::uint64_t step = 0;
  double time = 0.0;       ///< s
  std::uint64_t hash = 0;  ///< hash of the state by stateHash()
  double level = 0.0;      ///< reduction level h
  ReductionCounts counts;  ///< counts since the start of the scene
};

/// Data of a replay. All lists ascend by step.
struct Recording {
  std::string name;                     ///< name of the scene
  std::vector<SavedState> states;       ///< saved states, at least one: the run begins at the first
  std::vector<LoggedCommand> commands;  ///< commands; those of one step in the order in which they were given
  std::vector<StepMark> marks;
  std::uint64_t lastStep = 0;
  double lastTime = 0.0;  ///< s
};

StepMark markOf(const World& world);

}  // namespace scree
