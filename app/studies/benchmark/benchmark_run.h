#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/studies/benchmark/benchmark_case.h"
#include "engine/scene/scene.h"

namespace scree {

/// One way to step a case.
struct BenchmarkWay {
  std::string name;
  std::string what;  ///< in words, for the report
  BenchmarkStiffness stiffness = BenchmarkStiffness::hard;
  std::vector<SceneOverride> settings;
  bool isLiggghts = false;
};

/// Grains of a drum in the two zones that the paper counts: x > 0 and z > 0, and x < 0 and z < 0.
struct ZoneCounts {
  std::array<std::size_t, 2> first = {};   ///< of M1 and M2 in zone 1
  std::array<std::size_t, 2> second = {};  ///< of M1 and M2 in zone 2
};

/// Sample of a run.
struct BenchmarkSample {
  double time = 0.0;        ///< s
  ZoneCounts zones;         ///< of the drum
  double ballHeight = 0.0;  ///< of the penetration: of the ball's centre [m]
};

/// Result of a case run in one way.
struct BenchmarkRun {
  BenchmarkCase which = BenchmarkCase::drum;
  std::string way;
  std::string what;
  int seed = 1;
  std::vector<BenchmarkSample> samples;
  double processor = 0.0;     ///< processor time [s]
  double seconds = 0.0;       ///< simulated time [s]
  double meanOverlap = 0.0;   ///< mean over the steps of <δ/d>; 0 for other programs
  double worstOverlap = 0.0;  ///< of any contact at any step, over its diameter
  std::uint64_t faults = 0;   ///< grains that were taken out
  std::string failure;        ///< what the guard, or another program, stopped at; empty if the run is whole

  /// Processor time of a simulated second [s/s].
  double cost() const { return seconds > 0.0 ? processor / seconds : 0.0; }
};

/// Grains of a world in the zones.
ZoneCounts zoneCountsOf(const World& world);

/// Writes the scene of a way with its tables into `folder`, runs it on one thread and samples it. Empty samples after a
/// signal or if the scene does not load.
BenchmarkRun benchmarkRun(BenchmarkCase which, const BenchmarkSize& size, const BenchmarkStart& start,
                          const BenchmarkWay& way, int seed, const std::filesystem::path& folder);

/// Mean of a reading over the second half of a run; 0 without samples.
double lateMean(const BenchmarkRun& run, const std::function<double(const BenchmarkSample&)>& reading);

}  // namespace scree
