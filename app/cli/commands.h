#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/analysis/mixing/lacey_index.h"
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
  std::optional<double> angleEvery;   ///< simulated time between angles of repose [s]; empty: none
  std::optional<double> flowEvery;    ///< simulated time between looks at the flow in a drum [s]; empty: none
  std::optional<double> mixingEvery;  ///< simulated time between looks at the mixing [s]; empty: none
  MixingChoice mixing;
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
  std::filesystem::path belt;
  std::filesystem::path population;
  std::optional<double> populationWindow;  ///< simulated time of a window in which a population is counted [s]
  std::optional<double> balanceFrom;       ///< simulated time at which the balance begins; empty: see PopulationWatch
  std::optional<double> beltFrom;    ///< simulated time from which landings count in the bed [s]; empty: from the start
  std::optional<double> angleFrom;   ///< simulated time from which angles count [s]; empty: from the start
  std::optional<double> flowFrom;    ///< simulated time from which the flow in a drum counts [s]; empty: from the start
  std::optional<double> mixingFrom;  ///< simulated time at which the mixing begins [s]; empty: at the start
  int markEvery = 10;                ///< number of steps between the marks of a recording
  std::optional<double> saveEvery;   ///< real time between checkpoints during the run [s]; empty: only at the end
  /// Beginning of the names of files with the sums of a run of a sweep; empty: another run. A run of a sweep goes on
  /// with its sums from its own checkpoint, or anew where that cannot be read, and reports as if it had never stopped;
  /// it writes its report at the end only, and the last checkpoint, without sums, after it.
  std::filesystem::path sums;
  bool keepsState = true;                     ///< of a run of a sweep: the last checkpoint is written
  std::filesystem::path start;                ///< of a run of a sweep: state that it branches from; empty: none
  std::vector<SceneOverride> startOverrides;  ///< of the scene as the run of that state began
};

/// Options of `ndem replay`.
struct ReplayOptions {
  std::filesystem::path file;
  std::optional<int> threads;
};

// Commands of ndem; each returns an ExitCode.
int runCommand(const RunOptions& options);
int replayCommand(const ReplayOptions& options);

}  // namespace scree
