#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/geometry/made_mesh.h"
#include "engine/scene_parts/granulation_changes.h"
#include "engine/scene_parts/part_change.h"
#include "engine/settings/parameters.h"
#include "engine/world/materials.h"

namespace scree {

/// Settings of a run that its scene's text can say: those that a user changes while it runs.
struct RunSettings {
  Parameters parameters;
  Materials materials;
  std::vector<SplitSensor> sensors;
  /// Speeds of each body's motions [m/s, rad/s].
  std::vector<std::pair<std::string, std::vector<double>>> driveSpeeds;
  /// Numbers of each body's made meshes by shape; null for other shapes.
  std::vector<std::pair<std::string, std::vector<std::shared_ptr<const MadeMesh>>>> made;
  GranulationSettings granulation;
};

/// Text of a scene with the settings of a run.
struct TakenOver {
  PartText text;
  int changes = 0;                ///< number of values and sensors that differed
  std::vector<std::string> left;  ///< settings that the text cannot say as it is written
};

/// Writes the settings of a run into the text of its scene where they differ: solver, merging, gravity, speeds of
/// motions, numbers of made meshes, split sensors, contact laws, laws and feeds of granulation. All other text stays as
/// written. `file` is the path of the scene, for its base and for messages. Speeds over time, from a course or a table,
/// stay. Fails, with the first error, where the text cannot be read.
TakenOver withRun(const std::string& text, const std::filesystem::path& file, const RunSettings& run);

}  // namespace scree
