#include <fmt/format.h>

#include <array>
#include <utility>

#include "engine/base/parallel.h"
#include "engine/settings/presets.h"
#include "engine/step/step.h"
#include "engine/world/placement.h"
#include "tests/bench/cases.h"
#include "tests/bench/settings.h"
#include "tests/bench/stopwatch.h"

namespace scree::bench {

namespace {

/// As many sweeps as a residual of 1 mm/s takes, with the published warm start.
constexpr const char* kAdaptive = "paper-warm tolerance=0.001 sweeps=999";

/// A state with merging and without, side by side from the same start, the same sweeps on both sides.
struct ReducedCase {
  std::string state;
  std::string settings = "fast";
  double settle = 1.0;  ///< s that both sides go on before the clock starts: what is at rest merges meanwhile
  int blocks = 7;       ///< repeats; the sides take turns
  int fullSteps = 3;    ///< a block
  int reducedSteps = 30;
  Tier tier = Tier::full;
};

/// One of the two sides.
class Side {
 public:
  /// A prepared state may have been left with other limits of merging than are the default now.
  Side(const World& start, Switch merging) : world_(start) {
    applyPreset(world_.parameters, kDefaultReductionPreset);
    world_.parameters.reduction.merging = merging;
  }

  std::string apply(const std::string& settings) {
    return applySettings(world_.parameters, fmt::format("{} threads=1", settings));
  }
  void advance(double seconds) {
    for (const double end = world_.time + seconds; world_.time < end;) {
      step(world_, data_);
    }
  }
  /// Processor time a step [s], over as many; sums up what is asked for at the end.
  double measure(int steps) {
    const Stopwatch watch;
    for (int i = 0; i < steps; ++i) {
      step(world_, data_);
      ++steps_;
      level_ += data_.report.reductionLevel;
      contacts_ += static_cast<double>(data_.list.contacts.size());
      sweeps_ += data_.report.sweeps;
      for (std::size_t stage = 0; stage < kStageCount; ++stage) {
        times_.seconds[stage] += data_.report.times.seconds[stage];
      }
    }
    return watch.elapsed().cpu / steps;
  }
  std::uint64_t splits() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : world_.reduction.counts.splits) {
      sum += count;
    }
    return sum;
  }

  const World& world() const { return world_; }
  double steps() const { return steps_; }
  double level() const { return level_ / steps_; }
  double contacts() const { return contacts_ / steps_; }
  double sweeps() const { return sweeps_ / steps_; }
  const StageTimes& times() const { return times_; }

 private:
  World world_;
  StepData data_;
  StageTimes times_;
  double steps_ = 0.0;
  double level_ = 0.0;
  double contacts_ = 0.0;
  double sweeps_ = 0.0;
};

double shareOf(const StageTimes& times, Stage a, Stage b) {
  const double both = times.seconds[static_cast<std::size_t>(a)] + times.seconds[static_cast<std::size_t>(b)];
  return both / times.total();
}

std::string nameOfReduced(const ReducedCase& c) { return fmt::format("reduced/{}/{}", c.state, c.settings); }

Outcome measureReduced(const ReducedCase& c, States& states) {
  const std::shared_ptr<const World> start = states.get(c.state);
  Side full(*start, Switch::off);
  Side reduced(*start, Switch::on);
  Outcome outcome;
  for (Side* side : {&full, &reduced}) {
    outcome.failure = side->apply(c.settings);
    if (!outcome.failure.empty()) {
      return outcome;
    }
    side->advance(c.settle);
  }
  const std::uint64_t splitsBefore = reduced.splits();
  std::vector<double> milliseconds;
  std::vector<double> ratios;
  for (int block = 0; block < c.blocks; ++block) {
    const double fullTime = full.measure(c.fullSteps);
    const double reducedTime = reduced.measure(c.reducedSteps);
    milliseconds.push_back(1e3 * reducedTime);
    ratios.push_back(fullTime / reducedTime);
  }
  Record& record = outcome.record;
  record.kind = "reduced";
  record.name = nameOfReduced(c);
  record.scene = c.state;
  record.settings = c.settings;
  record.start = startHash(*start);
  record.setValue("ms of processor per merged step", spreadOf(milliseconds));
  record.msPerStep = record.value;
  record.particles = static_cast<double>(reduced.world().particles.size());
  record.contacts = reduced.contacts();
  record.sweeps = reduced.sweeps();
  record.fullSweeps = full.sweeps();
  record.reductionLevel = reduced.level();
  record.speedUp = spreadOf(ratios).median;
  record.reductionOverhead = shareOf(reduced.times(), Stage::splits, Stage::merges);
  record.splitRate = static_cast<double>(reduced.splits() - splitsBefore) /
                     (record.particles * reduced.steps() * reduced.world().parameters.timeStep);
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    record.stageMs[stage] = record.value * reduced.times().seconds[stage] / reduced.times().total();
  }
  return outcome;
}

std::vector<ReducedCase> allReducedCases() {
  return {
      {.state = "bed-tiny", .settle = 0.1, .blocks = 3, .fullSteps = 2, .reducedSteps = 4, .tier = Tier::tiny},
      {.state = "bed-4k", .settle = 2.0, .tier = Tier::quick},
      {.state = "bed-20k", .settle = 2.0, .reducedSteps = 60},
      {.state = "smooth-20k", .settle = 1.0, .blocks = 5, .fullSteps = 2, .reducedSteps = 20},
      {.state = "bed-20k", .settings = "paper-warm", .settle = 0.5, .blocks = 3, .fullSteps = 1},
      {.state = "bed-100k", .settle = 2.0, .blocks = 5, .fullSteps = 1, .reducedSteps = 40},
      // The second bed is twice as large: what the ball stirs is the same.
      {.state = "ball-50k", .settle = 0.2, .fullSteps = 1},
      {.state = "ball-100k", .settle = 0.2, .fullSteps = 1},
      {.state = "drum", .blocks = 21, .fullSteps = 10, .reducedSteps = 10, .tier = Tier::quick},
      {.state = "drum", .settings = "paper-warm", .settle = 0.5, .blocks = 7, .fullSteps = 5, .reducedSteps = 10},
      // At rest the full run leaves out sweeps, unless it may not: the estimate is for equal sweeps.
      {.state = "pile"},
      {.state = "pile", .settings = "fast rest_tolerance=0"},
      {.state = "collapse", .settle = 3.0, .tier = Tier::quick},
      {.state = "collapse", .settings = "fast rest_tolerance=0", .settle = 3.0},
      {.state = "conveyor", .settle = 2.0, .blocks = 11, .fullSteps = 10, .reducedSteps = 10},
      {.state = "conveyor", .settings = "paper-warm", .settle = 2.0, .blocks = 7, .fullSteps = 5, .reducedSteps = 10},
      {.state = "conveyor-40k", .settle = 3.0, .blocks = 5, .fullSteps = 2, .reducedSteps = 10},
      // Until the residual is as small on either side: what is merged asks for fewer sweeps.
      {.state = "drum", .settings = kAdaptive, .settle = 0.5, .blocks = 7, .fullSteps = 5, .reducedSteps = 10},
      {.state = "conveyor", .settings = kAdaptive, .settle = 2.0, .blocks = 7, .fullSteps = 5, .reducedSteps = 10},
      {.state = "collapse", .settings = kAdaptive, .settle = 3.0, .blocks = 5, .fullSteps = 3},
  };
}

}  // namespace

std::vector<Case> reducedCases() {
  std::vector<Case> cases;
  for (const ReducedCase& c : allReducedCases()) {
    cases.push_back({nameOfReduced(c), c.tier, [c](States& states) { return measureReduced(c, states); }});
  }
  return cases;
}

}  // namespace scree::bench
