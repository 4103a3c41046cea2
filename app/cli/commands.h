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
  std::string scene;  ///< scene file, or name of a shipped scene
  std::vector<SceneOverride> overrides;
  std::optional<double> until;        ///< simulated time at the end of the run [s]; empty: the scene's duration
  std::optional<double> every;        ///< simulated time between frames and rows [s]; empty: every step
  std::optional<double> wouldMove;    ///< simulated time between questions to the members [s]; empty: none is asked
  std::optional<double> solverError;  ///< simulated time between measurements of the solver's error [s]; empty: none
  std::optional<int> threads;
  std::string guard;  ///< mode of the guard: stop, warn or off; empty: the scene's
  // Files and folders; empty: none.
  std::filesystem::path report;
  std::filesystem::path csvFolder;
  std::filesystem::path events;
  std::filesystem::path vtkFolder;
  std::filesystem::path checkpoint;
  std::filesystem::path hdf5;
  std::filesystem::path resume;
  std::filesystem::path record;
  std::uint64_t markEvery = 10;  ///< number of steps between the marks of a recording
};

/// Options of `ndem replay`.
struct ReplayOptions {
  std::filesystem::path file;
  std::optional<int> threads;
};

/// Options of `ndem render`, which runs `scree --render`.
struct RenderOptions {
  std::string input;                                          ///< recording, scene file, or name of a shipped scene
  std::string film;                                           ///< file of the film, or folder of its pictures
  std::vector<std::pair<std::string, std::string>> passedOn;  ///< options of scree with their values
};

// Subcommands of ndem; each returns an ExitCode.
int runCommand(const RunOptions& options);
int replayCommand(const ReplayOptions& options);
/// Replaces this process by scree, which draws the film. Returns only if scree is missing or cannot be started.
int renderCommand(const RenderOptions& options);
int checkCommand(const std::string& scene, const std::vector<SceneOverride>& overrides);
int scenesCommand();
int schemaCommand(bool json);
/// Writes a generated mesh as STL, and prints its size.
int makeCommand(const std::string& name, const MadeMesh& mesh, const std::filesystem::path& file);

}  // namespace scree
