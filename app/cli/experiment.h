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

}  // namespace scree
