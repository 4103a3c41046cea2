#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/session/world_commands.h"

// What a user changes of a world and may want to take back, as values before and after, and the commands that lead
// from one to the other.
namespace scree {

struct WorldSettings {
  Parameters parameters;
  std::vector<SplitSensor> sensors;
  std::vector<std::vector<double>> driveSpeeds;  ///< by body and drive [m/s or rad/s]
  std::vector<Motor> motors;                     ///< by joint
};
WorldSettings settingsOf(const World& world);

/// Whether a command only changes settings, so that it can be taken back: a pull, say, cannot.
bool changesSettings(const WorldCommand& command);
/// What a command is about: two about the same may be one change, as those of a dragged slider.
std::string subjectOf(const WorldCommand& command);

/// The commands that lead from one to the other.
std::vector<WorldCommand> commandsBetween(const WorldSettings& from, const WorldSettings& to);
/// The same where the world has become another one meanwhile: what already is so is left out. Nothing when it is about
/// a split sensor that is not there.
std::optional<std::vector<WorldCommand>> commandsBetween(const WorldSettings& from, const WorldSettings& to,
                                                         const WorldSettings& now);

/// A change in words, "move of sensor 'box 1'", "change of Sweeps (20 to 45)"; `otherwise` when it is of many things.
/// `world` is for names.
std::string describeEdit(const WorldSettings& from, const WorldSettings& to, const World& world,
                         const std::string& otherwise);

}  // namespace scree
