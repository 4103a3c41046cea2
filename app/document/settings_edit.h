#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/changes/change_mesh.h"
#include "engine/session/world_commands.h"

// Changes of a world's settings that can be undone: settings before and after, and the commands between them.
namespace scree {

/// Settings of a world that commands change and that can be undone.
struct WorldSettings {
  Parameters parameters;
  std::vector<SplitSensor> sensors;
  std::vector<std::vector<double>> driveSpeeds;  ///< speeds by body and drive [m/s or rad/s]
  std::vector<Motor> motors;                     ///< motors by joint
  Materials materials;                           ///< laws and moduli
  MadeMeshes made;                               ///< numbers of made meshes
  GranulationLaws granulation;
  std::array<std::vector<double>, 2> feeds;  ///< rates of the boxes of fines, and of the sprays [kg/s]
};
WorldSettings settingsOf(const World& world);

/// True if a command changes settings only, so that it can be undone. A pull, for example, cannot.
bool changesSettings(const WorldCommand& command);
/// Name of the setting that a command changes. Commands with the same subject in one gesture, such as those of a
/// dragged slider, are undone as one change.
std::string subjectOf(const WorldCommand& command);

/// Returns the commands that change the settings `from` into `to`.
std::vector<WorldCommand> commandsBetween(const WorldSettings& from, const WorldSettings& to);
/// Returns the commands that change `from` into `to` without those already in force in the settings `now`. Empty
/// optional if a command needs a split sensor that `now` does not have at its place.
std::optional<std::vector<WorldCommand>> commandsBetween(const WorldSettings& from, const WorldSettings& to,
                                                         const WorldSettings& now);

/// Describes a change, "move of sensor 'box 1'" or "change of Sweeps (20 to 45)"; returns `otherwise` for a change of
/// several settings. Names of bodies and joints come from `world`.
std::string describeEdit(const WorldSettings& from, const WorldSettings& to, const World& world,
                         const std::string& otherwise);

}  // namespace scree
