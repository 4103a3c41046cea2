#pragma once

#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/provenance.h"
#include "engine/world/stage_times.h"
#include "tests/bench/statistics.h"

namespace scree::bench {

constexpr double kUnmeasured = std::numeric_limits<double>::quiet_NaN();

/// The result of one case. Unmeasured numbers are NaN and empty in files.
struct Record {
  std::string kind;  ///< kernel, step, error, reduced, peer or precision
  std::string name;  ///< unique in a file
  std::string engine = "scree";
  std::string scene;
  std::string settings;
  std::string instructionSet;  ///< used by the solver
  std::string start;           ///< hash of the state measured from: other state, other work
  double threads = 1;
  double particles = kUnmeasured;
  double contacts = kUnmeasured;
  double sweeps = kUnmeasured;  ///< a step, over all substeps

  std::string measure;  ///< what `value` is, with its clock and unit
  double value = kUnmeasured;
  double low = kUnmeasured;  ///< quartiles of the repeats
  double high = kUnmeasured;
  double repeats = kUnmeasured;

  double nsPerContactSweep = kUnmeasured;
  double nsPerParticleStep = kUnmeasured;
  double msPerStep = kUnmeasured;
  double cpuPerSimulated = kUnmeasured;    ///< processor seconds a simulated second
  double realTimeFactor = kUnmeasured;     ///< simulated time over that of `value`: processor or wall
  double residual = kUnmeasured;           ///< m/s, worst row kind, rms, last sweep
  double meanOverlap = kUnmeasured;        ///< <δ/d> over touching pairs of spheres
  double creep = kUnmeasured;              ///< m/s, rms speed of the particles
  double medianCreep = kUnmeasured;        ///< m/s, net way of the median grain over the time that was measured
  double fastCreep = kUnmeasured;          ///< m/s, the same of the grain that 95 % are slower than
  double creepOfReference = kUnmeasured;   ///< the same of the run that is taken for right
  double overlapError = kUnmeasured;       ///< relative, against that run
  double heightError = kUnmeasured;        ///< relative; of a column against its closed form, else against that run
  double heightChange = kUnmeasured;       ///< of the mean height of the particles, relative
  double reductionLevel = kUnmeasured;     ///< h, mean over the steps
  double fullSweeps = kUnmeasured;         ///< a step in full
  double speedUp = kUnmeasured;            ///< processor time of a step in full over that of a merged one
  double reductionOverhead = kUnmeasured;  ///< share of the merged step that deciding on merges and splits takes
  double splitRate = kUnmeasured;          ///< splits a particle and simulated second
  std::array<double, kStageCount> stageMs = [] {
    std::array<double, kStageCount> none{};
    none.fill(kUnmeasured);
    return none;
  }();

  void setValue(std::string_view what, const Spread& spread);
};

/// The content of a file of results.
struct Results {
  Provenance provenance;
  std::vector<Record> records;
};

/// As CSV (RFC 4180): a header line and a line a record, the machine in every line.
std::string toCsv(const Results& results);
/// Reads what toCsv wrote, whatever the order of columns; unknown columns are passed over. Throws std::runtime_error
/// with the line for anything else.
Results fromCsv(std::string_view text);

}  // namespace scree::bench
