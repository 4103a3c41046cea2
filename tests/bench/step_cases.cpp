#include <fmt/format.h>

#include <cmath>

#include "engine/base/parallel.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/bench/cases.h"
#include "tests/bench/settings.h"
#include "tests/bench/stopwatch.h"
#include "tests/bench/sweep_cases.h"

namespace scree::bench {

namespace {

/// How long a case is looked at. Steps, not seconds: the errors reached must not depend on the load of the machine.
struct Length {
  int warmUp = 20;  ///< steps before the clock starts
  int blocks = 7;   ///< repeats
  int steps = 5;    ///< a block
  int rounds = 1;   ///< each from the same state, where few steps of it are typical: a block of those is soon over
};

struct StepCase {
  std::string state;
  std::string settings;  ///< empty: those of the scene
  int threads = 1;
  Length length;
  Tier tier = Tier::full;
};

/// What is summed up over the steps of all blocks.
struct Sums {
  double steps = 0.0;
  double contacts = 0.0;
  double particles = 0.0;
  double sweeps = 0.0;
  double contactSweeps = 0.0;
  double overlap = 0.0;
  double squaredSpeed = 0.0;
  double residual = 0.0;
  double wall = 0.0;
  double cpu = 0.0;
  StageTimes times;

  void add(const World& world, const StepData& data) {
    const auto count = static_cast<double>(data.list.contacts.size());
    steps += 1.0;
    contacts += count;
    particles += static_cast<double>(world.particles.size());
    sweeps += static_cast<double>(data.report.sweeps);
    contactSweeps += static_cast<double>(data.report.contactSweeps);
    overlap += data.report.meanOverlap;
    double sum = 0.0;
    for (const Vec3& velocity : world.particles.velocity) {
      sum += velocity.squaredNorm();
    }
    squaredSpeed += world.particles.size() == 0 ? 0.0 : sum / static_cast<double>(world.particles.size());
    residual += data.report.residuals.empty() ? 0.0 : data.report.residuals.back().worstRms();
    for (std::size_t stage = 0; stage < kStageCount; ++stage) {
      times.seconds[stage] += data.report.times.seconds[stage];
    }
  }
};

/// Stage times are wall times. With one thread they are scaled by the share of the wall time that the thread had a
/// processor: what other programs took is not ours.
double stageScale(const Sums& sums, int threads) { return threads == 1 ? sums.cpu / sums.wall : 1.0; }

void fill(Record& record, const Sums& sums, double timeStep) {
  const int threads = static_cast<int>(record.threads);
  const double scale = stageScale(sums, threads);
  record.particles = sums.particles / sums.steps;
  record.contacts = sums.contacts / sums.steps;
  record.sweeps = sums.sweeps / sums.steps;
  record.nsPerContactSweep =
      sums.contactSweeps > 0.0 ? 1e9 * scale * solveSeconds(sums.times) / sums.contactSweeps : kUnmeasured;
  record.nsPerParticleStep = record.value;
  record.msPerStep = 1e-6 * record.value * record.particles;
  record.cpuPerSimulated = sums.cpu / (sums.steps * timeStep);
  record.realTimeFactor = timeStep / (1e-3 * record.msPerStep);
  record.residual = sums.residual / sums.steps;
  record.meanOverlap = sums.overlap / sums.steps;
  record.creep = std::sqrt(sums.squaredSpeed / sums.steps);
  for (std::size_t stage = 0; stage < kStageCount; ++stage) {
    record.stageMs[stage] = 1e3 * scale * sums.times.seconds[stage] / sums.steps;
  }
}

std::string nameOfStep(const StepCase& c) {
  return fmt::format("step/{}/{}/{}-thread{}", c.state, c.settings.empty() ? "scene" : c.settings, c.threads,
                     c.threads == 1 ? "" : "s");
}

/// Warms up, then times the blocks of a round; their times go to `perParticle` [ns].
void timeBlocks(const StepCase& c, ThreadPool& pool, World& world, Sums& sums, std::vector<double>& perParticle) {
  StepData data;
  data.context.threads = &pool;
  for (int i = 0; i < c.length.warmUp; ++i) {
    step(world, data);
  }
  for (int block = 0; block < c.length.blocks; ++block) {
    double seconds = 0.0;
    double particles = 0.0;
    for (int i = 0; i < c.length.steps; ++i) {
      const Stopwatch watch;
      step(world, data);
      const Elapsed elapsed = watch.elapsed();
      sums.wall += elapsed.wall;
      sums.cpu += elapsed.cpu;
      seconds += c.threads == 1 ? elapsed.cpu : elapsed.wall;
      particles += static_cast<double>(world.particles.size());
      sums.add(world, data);
    }
    perParticle.push_back(1e9 * seconds / particles);
  }
}

Outcome measure(const StepCase& c, States& states) {
  const World start = *states.get(c.state);
  Parameters parameters = start.parameters;
  Outcome outcome;
  Record& record = outcome.record;
  record.kind = "step";
  record.name = nameOfStep(c);
  record.scene = c.state;
  record.settings = c.settings.empty() ? "scene" : c.settings;
  record.threads = c.threads;
  record.start = startHash(start);
  outcome.failure = applySettings(parameters, fmt::format("{} threads={}", c.settings, c.threads));
  if (!outcome.failure.empty()) {
    return outcome;
  }
  record.instructionSet = solverInstructionSet(parameters);

  ThreadPool pool(c.threads);
  Sums sums;
  std::vector<double> perParticle;
  World world;
  for (int round = 0; round < c.length.rounds; ++round) {
    world = start;
    world.parameters = parameters;
    timeBlocks(c, pool, world, sums, perParticle);
  }
  if (const std::uint64_t lost = world.faultCount - start.faultCount; lost > 0) {
    outcome.failure = fmt::format("{} particles were lost: {}", lost, world.faults.back().what);
    return outcome;
  }
  record.setValue(c.threads == 1 ? "ns of processor per particle and step" : "ns of wall time per particle and step",
                  spreadOf(perParticle));
  fill(record, sums, parameters.timeStep);
  return outcome;
}

void addBeds(std::vector<StepCase>& cases) {
  for (const std::string& preset : presetNames()) {
    cases.push_back({"bed-1k", preset, 1, {60, 7, 10}, Tier::quick});
    cases.push_back({"bed-4k", preset, 1, {30, 7, 5}, Tier::quick});
    cases.push_back({"bed-20k", preset, 1, {10, 7, 2}});
  }
  for (const int threads : {1, 2}) {
    cases.push_back({"bed-8k", "fast", threads, {20, 7, 5}});
    cases.push_back({"bed-8k", "paper", threads, {3, 3, 2}});
    if (threads > 1) {
      cases.push_back({"bed-20k", "fast", threads, {10, 7, 2}});
    }
    cases.push_back({"bed-100k", "fast", threads, {4, 5, 2}});
    cases.push_back({"bed-100k", "paper-warm", threads, {1, 3, 1}});
  }
}

std::vector<StepCase> allCases() {
  std::vector<StepCase> cases;
  cases.push_back({"bed-tiny", "paper-warm", 1, {5, 3, 2}, Tier::tiny});
  addBeds(cases);
  cases.push_back({"drum", "fast", 1, {20, 7, 5}, Tier::quick});
  // Contacts with a mesh, and between grains: times of a step over its contacts are compared.
  cases.push_back({"plate-4k", "fast", 1, {20, 7, 5}, Tier::quick});
  cases.push_back({"box-4k", "fast", 1, {20, 7, 5}, Tier::quick});
  for (const char* scene : {"slope-4k", "drum", "pile", "collapse", "conveyor", "container", "column"}) {
    cases.push_back({scene, "paper", 1, {10, 7, 3, 3}});
    if (std::string_view(scene) != "drum") {
      cases.push_back({scene, "fast", 1, {10, 7, 3, 7}});
    }
  }
  return cases;
}

}  // namespace

std::string startHash(const World& world) { return fmt::format("{:016x}", stateHash(world)); }

std::vector<Case> stepCases() {
  std::vector<Case> cases;
  for (const StepCase& c : allCases()) {
    cases.push_back({nameOfStep(c), c.tier, [c](States& states) { return measure(c, states); }});
  }
  return cases;
}

}  // namespace scree::bench
