#pragma once

#include <filesystem>
#include <string>

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

}  // namespace scree
