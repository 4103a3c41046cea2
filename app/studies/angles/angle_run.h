#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/studies/angles/angle_case.h"
#include "engine/scene/scene.h"

namespace scree {

/// One way to step a case.
struct AngleWay {
  std::string name;
  std::string what;  ///< in words, for the report
  std::vector<SceneOverride> settings;
  bool isLiggghts = false;
  bool isSlow = false;  ///< left out by --quick
};

/// Values of a case at one instant.
struct AngleSample {
  double time = 0.0;  ///< s
  std::vector<double> values;
};

/// Result of a case run in one way.
struct AngleRun {
  AngleCase which = AngleCase::column;
  std::string way;
  int seed = 1;
  std::vector<AngleSample> samples;
  double processor = 0.0;     ///< processor time [s]
  double seconds = 0.0;       ///< simulated time [s]
  double worstOverlap = 0.0;  ///< of any contact at any step, over its diameter; 0 for other programs
  std::uint64_t faults = 0;   ///< grains that were taken out
  std::string failure;        ///< reason of an early end; empty if the run is whole
};

/// Mean of a value over the samples of a run.
double meanOf(const AngleRun& run, std::size_t value);

/// Writes the scene of a case with its start into `folder`, runs it on one thread and samples it.
AngleRun angleRun(AngleCase which, const AngleSize& size, const std::vector<AngleGrain>& start, const AngleWay& way,
                  int seed, const std::filesystem::path& folder);

/// The same by LIGGGHTS, with the step of kLiggghtsShare and the rolling model epsd2. Grains of the pile are added one
/// by one at the times of `start`.
AngleRun angleLiggghtsRun(AngleCase which, const AngleSize& size, const std::vector<AngleGrain>& start,
                          const AngleWay& way, int seed, const std::filesystem::path& folder);

}  // namespace scree
