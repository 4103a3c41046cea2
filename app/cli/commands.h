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
  std::string guard;             ///< stop, warn or off; empty: the scene's
  std::filesystem::path report;  ///< empty: none; so for the others
  std::filesystem::path csvFolder;
  std::filesystem::path events;
  std::filesystem::path vtkFolder;
  std::filesystem::path checkpoint;
  std::filesystem::path hdf5;
  std::filesystem::path resume;
  std::filesystem::path record;
  std::uint64_t markEvery = 10;  ///< steps between the marks of a recording
};

/// Options of `ndem replay`.
struct ReplayOptions {
  std::filesystem::path file;
  std::optional<int> threads;
};

/// Options of `ndem render`, as `scree --render` takes them.
struct RenderOptions {
  std::string input;  ///< a recording, a scene file or the name of a shipped scene
  std::string film;
  std::vector<std::pair<std::string, std::string>> passedOn;  ///< option of scree and its value
};

// The subcommands; each returns an ExitCode.
int runCommand(const RunOptions& options);
int replayCommand(const ReplayOptions& options);
/// Becomes the program that draws; returns only when there is none.
int renderCommand(const RenderOptions& options);
int checkCommand(const std::string& scene, const std::vector<SceneOverride>& overrides);
int scenesCommand();
int schemaCommand(bool json);
/// Writes a made mesh as STL and says how large it is.
int makeCommand(const std::string& name, const MadeMesh& mesh, const std::filesystem::path& file);

}  // namespace scree
