#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/formats/made_meshes.h"
#include "engine/scene/scene.h"

namespace scree {

/// Options of `ndem run`.
struct RunOptions {
  std::string scene;  ///< a file or the name of a shipped scene
  std::vector<SceneOverride> overrides;
  std::optional<double> until;  ///< s, simulated
  std::optional<double> every;  ///< s, simulated, between frames and rows
  std::optional<int> threads;
  std::filesystem::path report;  ///< empty: none; so for the others
  std::filesystem::path csvFolder;
  std::filesystem::path vtkFolder;
  std::filesystem::path checkpoint;
  std::filesystem::path resume;
  std::filesystem::path record;
  std::uint64_t markEvery = 10;  ///< steps between the marks of a recording
};

/// Options of `ndem replay`.
struct ReplayOptions {
  std::filesystem::path file;
  std::optional<int> threads;
};

// The subcommands; each returns an ExitCode.
int runCommand(const RunOptions& options);
int replayCommand(const ReplayOptions& options);
int checkCommand(const std::string& scene, const std::vector<SceneOverride>& overrides);
int scenesCommand();
int schemaCommand(bool json);
/// Writes a made mesh as STL and says how large it is.
int makeCommand(const std::string& name, const MadeMesh& mesh, const std::filesystem::path& file);

}  // namespace scree
