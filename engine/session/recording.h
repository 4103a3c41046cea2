#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/world_commands.h"

// A run as data: a state, the commands given since, and what proves that a replay is the same run.
namespace scree {

/// A saved state and when it was. Bytes as saveState() makes them, shared by whoever holds them.
struct SavedState {
  std::uint64_t step = 0;
  double time = 0.0;  ///< s
  std::shared_ptr<const std::vector<std::byte>> bytes;

  std::size_t size() const { return bytes == nullptr ? 0 : bytes->size(); }
};

/// A command with the step before which it took effect: it was given when so many steps were done.
struct LoggedCommand {
  std::uint64_t step = 0;
  double time = 0.0;  ///< s
  WorldCommand command;
  std::string text;  ///< describe()
};

/// What was measured after a step, before the commands given then.
struct StepMark {
  std::uint64_t step = 0;
  double time = 0.0;       ///< s
  std::uint64_t hash = 0;  ///< stateHash()
  double level = 0.0;      ///< h
  ReductionCounts counts;  ///< since the start of the scene
};

/// Everything a replay needs. All lists ascend by step.
struct Recording {
  std::string name;                     ///< of the scene
  std::vector<SavedState> states;       ///< never empty: the first is where it begins
  std::vector<LoggedCommand> commands;  ///< those of one step in the order in which they were given
  std::vector<StepMark> marks;
  std::uint64_t lastStep = 0;
  double lastTime = 0.0;  ///< s
};

StepMark markOf(const World& world);

}  // namespace scree
