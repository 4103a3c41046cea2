#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace scree {

/// Options of `ndem experiment repose`.
struct ReposeOptions {
  std::string system = "all";    ///< drum, pile or all
  std::string variant;           ///< only the variants whose name contains this; empty: all
  std::filesystem::path folder;  ///< where repose.csv, series and report.md go
  int jobs = 1;                  ///< variants run side by side
};

/// Measures the angles of repose of the drum and the pile with 150 and 500 sweeps and under everything suspected of
/// moving them (effective radius, twisting, step, warm start, measuring window), beside the published values. Returns
/// an ExitCode.
int reposeExperiment(const ReposeOptions& options);

/// Options of `ndem experiment warm-start`.
struct WarmStartOptions {
  std::string part = "all";      ///< column, pile, drum, creep or all
  std::filesystem::path folder;  ///< where warm_start.csv, report.md and the plots go
  int jobs = 1;                  ///< runs side by side
  bool quick = false;            ///< smaller systems and fewer runs: minutes less, coarser numbers
  int pileParticles = 600;       ///< of the pile; W's has 3363
};

/// Measures what warm starting is worth, as the paper on it does: sweeps for the height of a column, height of a pile,
/// plug and angle of a drum, and the creep of beds that should rest; published values beside ours. Returns an ExitCode.
int warmStartExperiment(const WarmStartOptions& options);

/// Options of `ndem experiment reduction`.
struct ReductionOptions {
  std::vector<std::string> systems = {"conveyor", "collapse", "drum"};  ///< the long conveyor takes an hour
  std::vector<std::string> presets = {"local", "paper-cs", "paper-tr-f", "paper-tr-fv",
                                      "paper-ctr"};      ///< of the reduction
  std::vector<std::string> solvers = {"fast", "paper"};  ///< presets that reduced runs are solved with
  /// Runs in full to compare with, by the names that fullCase() knows.
  std::vector<std::string> against = {"fast", "accurate", "paper", "paper-warm", "paper-500"};
  int seeds = 1;
  int firstSeed = 1;
  std::vector<SceneOverride> settings;   ///< of the scenes, for all runs
  std::vector<SceneOverride> reduction;  ///< "reduction.*", for runs with merging, after their presets
  int threads = 1;                       ///< of each run
  std::filesystem::path folder;          ///< where reduction.html, reduction.csv, series, decisions and plots go
  bool quick = false;                    ///< fewer grains and half a second each
};

/// Compares runs with merging and runs in full from the same states: angles, flows, reduction level against that of the
/// oracle, wall time and where it goes; published values beside ours. Runs take turns, as they are timed. Returns an
/// ExitCode.
int reductionExperiment(const ReductionOptions& options);

/// Options of `ndem experiment triaxial`.
struct TriaxialOptions {
  std::filesystem::path folder;  ///< where triaxial.html, triaxial.csv, the curves and the plots go
  std::string only;              ///< only the samples whose names contain this; empty: all
  std::string setup;             ///< only the ways to solve whose names contain this; empty: all
  int seeds = 3;
  int jobs = 1;        ///< runs side by side
  bool quick = false;  ///< a small sample and few runs: to see that it works
};

/// Measures the critical stress of the triaxial test against sweeps, cold and warm, and what else moves it; published
/// values beside ours. Returns an ExitCode.
int triaxialExperiment(const TriaxialOptions& options);

}  // namespace scree
