#include "engine/analysis/solving/precision.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/settings/presets.h"

namespace scree {

namespace {

constexpr int kTruthSubsteps = 32;    // of the converged run
constexpr int kScatterSubsteps = 64;  // of the second converged run
constexpr int kRounds = 2;            // runs of each case; the shortest time counts
constexpr double kOtherWork = 16.0;   // estimate of the work of a substep besides its sweeps, in sweeps
constexpr double kDegrees = 180.0 / std::numbers::pi;

constexpr std::array<PrecisionMeasure, 7> kMeasures = {{
    {"creep", "mm/s", 1e3, &SolverError::creep,
     "Distance of a grain from its converged place over the time: median over the three quarters that move least."},
    {"sinking", "mm/s", 1e3, &SolverError::sinking, "Mean wrong way down of the slow grains over the time."},
    {"profile", "mm/s", 1e3, &SolverError::profile,
     "Difference of the mean velocities of horizontal layers, two mean diameters thick: root mean square over them."},
    {"centre of mass", "mm", 1e3, &SolverError::centre, "Distance of the centre of mass from the converged one."},
    {"angle", "degrees", kDegrees, &SolverError::angle, "Difference of the angles of repose."},
    {"kinetic energy", "%", 100.0, &SolverError::kinetic, "Difference of the kinetic energies over the converged one."},
    {"force on a body", "% of the weight", 100.0, &SolverError::force,
     "Largest difference of the mean forces of grains on a body, over the weight of all grains."},
}};

double workOf(const Parameters& p) { return p.substeps * (p.sweeps + kOtherWork); }

/// Runs of a measurement with the progress over all of them.
class ShortRuns {
 public:
  ShortRuns(const World& start, const PrecisionPlan& plan, const PrecisionWatch& watch)
      : start_(start), time_(plan.time), watch_(watch) {
    total_ = workOf(truth()) + workOf(scatter());
    for (const PrecisionCase& one : plan.cases) {
      total_ += kRounds * workOf(one.parameters);
    }
  }

  Parameters truth() const { return convergedParameters(start_.parameters, kTruthSubsteps); }
  Parameters scatter() const { return convergedParameters(start_.parameters, kScatterSubsteps); }
  bool isInterrupted() const { return watch_.interrupt != nullptr && watch_.interrupt->load() != 0; }

  std::optional<ShortRun> run(const Parameters& parameters, std::string_view name) {
    const double work = workOf(parameters);
    const auto tell = [&](double part) {
      if (watch_.progressed) {
        watch_.progressed((done_ + part * work) / total_, name);
      }
    };
    tell(0.0);
    std::optional<ShortRun> run = shortRun(start_, parameters, time_, nullptr, watch_.interrupt, tell);
    done_ += work;
    return run;
  }

  /// Point of a way to solve that is run `rounds` times.
  std::optional<PrecisionPoint> point(const PrecisionCase& one, int rounds, const ShortRun& converged) {
    std::optional<PrecisionPoint> best;
    for (int round = 0; round < rounds; ++round) {
      const std::optional<ShortRun> run = this->run(one.parameters, one.name);
      if (!run) {
        return std::nullopt;
      }
      const double seconds = run->seconds / static_cast<double>(run->steps);
      if (!best) {
        best = PrecisionPoint{.error = solverError(start_, converged, *run), .seconds = seconds};
        best->error.speeds.clear();
        best->substeps = run->substeps;
      }
      best->seconds = std::min(best->seconds, seconds);
    }
    return best;
  }

 private:
  const World& start_;
  double time_;
  const PrecisionWatch& watch_;
  double total_ = 0.0;
  double done_ = 0.0;
};

}  // namespace

std::span<const PrecisionMeasure> precisionMeasures() { return kMeasures; }

double errorOf(const PrecisionPoint& point, const PrecisionMeasure& measure) {
  return measure.scale * std::abs(point.error.*measure.value);
}

std::vector<PrecisionCase> presetCases(const Parameters& parameters, std::string_view ownName) {
  std::vector<PrecisionCase> cases;
  for (const PresetInfo& info : presetTable()) {
    PrecisionCase one{.name = std::string(info.name), .parameters = parameters};
    applyPreset(one.parameters, info.preset);
    cases.insert(info.preset == Preset::fast ? cases.begin() : cases.end(), std::move(one));
  }
  if (!presetOf(parameters)) {
    cases.push_back({.name = std::string(ownName), .parameters = parameters});
  }
  return cases;
}

bool measurePrecision(const World& start, const PrecisionPlan& plan, const PrecisionWatch& watch) {
  ShortRuns runs(start, plan, watch);
  const std::optional<ShortRun> converged = runs.run(runs.truth(), "the converged run");
  if (!converged) {
    return false;
  }
  std::vector<PrecisionCase> cases = plan.cases;
  cases.push_back({.name = std::string(kScatterOfTruth), .parameters = runs.scatter()});
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases[i].parameters.reduction.merging = Switch::off;
    std::optional<PrecisionPoint> point = runs.point(cases[i], i + 1 < cases.size() ? kRounds : 1, *converged);
    if (runs.isInterrupted()) {
      return false;
    }
    if (watch.measured) {
      watch.measured(i, std::move(point));
    }
  }
  return true;
}

}  // namespace scree
