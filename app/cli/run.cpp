#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/outputs.h"
#include "app/cli/resume.h"
#include "app/cli/run_sums.h"
#include "app/cli/summary.h"
#include "app/console/bare_scene.h"
#include "app/console/exit_codes.h"
#include "app/console/load.h"
#include "app/console/print.h"
#include "app/console/progress.h"
#include "app/console/signals.h"
#include "engine/analysis/angle_of_repose.h"
#include "engine/analysis/solving/solver_error.h"
#include "engine/analysis/would_move.h"
#include "engine/io/checkpoint_file.h"
#include "engine/session/changes/branch.h"
#include "engine/step/step.h"
#include "engine/step/step_threads.h"
#include "engine/step/watch.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

using Clock = std::chrono::steady_clock;

// Goes on from the checkpoint of a run of a sweep with its sums, where both are there and can be read.
void goOn(const RunOptions& options, Scene& scene, std::optional<RunSums>& sums) {
  std::error_code error;
  if (!std::filesystem::exists(options.checkpoint, error)) {
    return;
  }
  try {
    World saved = readCheckpoint(options.checkpoint);
    sums = readSums(options.sums, saved.step);
    if (sums) {
      scene.world = std::move(saved);
      print(stderr, "going on from {} at {:g} s\n", options.checkpoint.string(), scene.world.time);
      return;
    }
    print(stderr, "{} is without its sums: beginning anew\n", options.checkpoint.string());
  } catch (const CheckpointError& failure) {
    print(stderr, "{}: beginning anew\n", failure.what());
  }
}

// Keys, in quotes, whose values are others than at the start that a run branches from.
std::string keysApart(const RunOptions& options) {
  const auto has = [](const std::vector<SceneOverride>& all, const SceneOverride& one) {
    return std::ranges::any_of(
        all, [&](const SceneOverride& other) { return other.key == one.key && other.value == one.value; });
  };
  std::set<std::string> keys;
  for (const SceneOverride& one : options.overrides) {
    if (!has(options.startOverrides, one)) {
      keys.insert(one.key);
    }
  }
  for (const SceneOverride& one : options.startOverrides) {
    if (!has(options.overrides, one)) {
      keys.insert(one.key);
    }
  }
  std::string text;
  for (const std::string& key : keys) {
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", key);
  }
  return text;
}

// Makes a run of a sweep go on from the state of its start. Returns kDone if `scene` is ready to run.
int branch(const RunOptions& options, Scene& scene) {
  const std::optional<Scene> before = loadOrExplain(options.scene, withoutGrains(options.startOverrides));
  if (!before) {
    return kBadScene;
  }
  const BranchResult result =
      branchFrom(readCheckpoint(options.start), before->world, before->seed != scene.seed, scene.world);
  if (!result.refusal.empty()) {
    print(stderr, "cannot branch from the start, which has other values of {}: {}\n", keysApart(options),
          result.refusal);
    return kBadScene;
  }
  if (!result.message.empty()) {
    print(stderr, "{}\n", result.message);
  }
  return kDone;
}

// Loads the scene and, with --resume or in a run of a sweep, the state from which it continues. Returns kDone if
// `scene` is ready to run.
int prepare(const RunOptions& options, std::optional<Scene>& scene, std::optional<RunSums>& sums) {
  std::vector<SceneOverride> overrides = options.overrides;
  if (!options.guard.empty()) {
    overrides.push_back({"solver.guard", options.guard});
  }
  scene = loadOrExplain(options.scene, options.start.empty() ? overrides : withoutGrains(overrides));
  if (!scene) {
    return kBadScene;
  }
  for (const SceneError& note : scene->notes) {
    print(stderr, "{}\n", note.text());
  }
  if (!options.sums.empty()) {
    goOn(options, *scene, sums);
  }
  if (!options.start.empty() && !sums) {
    if (const int code = branch(options, *scene); code != kDone) {
      return code;
    }
  }
  if (!options.resume.empty() && !sums) {
    const std::string sceneWorld = scene->world.name;
    const std::string refusal = resumeFrom(readCheckpoint(options.resume), overrides, *scene);
    if (!refusal.empty()) {
      print(stderr, "{}\n", refusal);
      return kUsage;
    }
    if (scene->world.name != sceneWorld) {
      print(stderr, "{} was saved from '{}', not from '{}': going on with the saved one\n", options.resume.string(),
            scene->world.name, sceneWorld);
    }
  }
  if (options.threads) {
    const std::string refusal = setValue(scene->world.parameters, ParameterKey::threads, *options.threads);
    if (!refusal.empty()) {
      print(stderr, "--threads: {}\n", refusal);
      return kUsage;
    }
  }
  return kDone;
}

// True if a question is to be asked after this step: every `interval` [s] of simulated time.
bool isAskDue(const World& world, double interval) {
  const auto stride =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(interval / world.parameters.timeStep)));
  return world.step % stride == 0;
}

void askMembers(World& world, const StepData& data, WouldMoveRecord& record) {
  placeMembers(world);
  record.add(world, wouldMove(world, data.context.threads));
}

void askSolver(World& world, const StepData& data, SolverErrorRecord& record) {
  placeMembers(world);
  if (const std::optional<SolverError> error = solverErrorNow(world, data.context.threads)) {
    record.add(world.time, *error);
  }
}

// Asks the questions of the options that have a meaning before the first step: its rows need an answer.
void askAtStart(World& world, const StepData& data, RunReport& report) {
  if (report.wouldMove && world.reduction.memberCount > 0) {
    askMembers(world, data, *report.wouldMove);
  }
  if (report.solverError && world.particles.size() > 0) {
    askSolver(world, data, *report.solverError);
  }
}

void askAngle(World& world, const RunOptions& options, AngleRecord& record) {
  if (world.time + 0.5 * world.parameters.timeStep < options.angleFrom.value_or(0.0) ||
      !isAskDue(world, *options.angleEvery)) {
    return;
  }
  placeMembers(world);
  if (const std::optional<double> angle = angleOfRepose(world)) {
    record.add(*angle);
  }
}

void askFlow(World& world, const RunOptions& options, const RotatingDrum& drum, FlowRecord& record) {
  if (world.time + 0.5 * world.parameters.timeStep >= options.flowFrom.value_or(0.0) &&
      isAskDue(world, *options.flowEvery)) {
    placeMembers(world);
    record.push_back(drumFlow(world, drum, usualWindow(world, drum)));
  }
}

/// Before the first step, after steps, and at the end.
void askMixing(World& world, const RunOptions& options, MixingRecord& record) {
  if (world.time + 0.5 * world.parameters.timeStep >= options.mixingFrom.value_or(0.0)) {
    placeMembers(world);
    record.add(world);
  }
}

void askIfDue(World& world, const StepData& data, const RunOptions& options, RunReport& report) {
  if (options.wouldMove && isAskDue(world, *options.wouldMove)) {
    askMembers(world, data, *report.wouldMove);
  }
  if (options.solverError && world.particles.size() > 0 && isAskDue(world, *options.solverError)) {
    askSolver(world, data, *report.solverError);
  }
  if (report.angle) {
    askAngle(world, options, *report.angle);
  }
  if (report.flow) {
    if (const std::optional<RotatingDrum> drum = rotatingDrum(world)) {
      askFlow(world, options, *drum, *report.flow);
    }
  }
  if (report.mixing && isAskDue(world, *options.mixingEvery)) {
    askMixing(world, options, *report.mixing);
  }
}

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool isAtEnd(const World& world, double until) { return world.time + 0.5 * world.parameters.timeStep > until; }

// Steps until the simulated time `until` [s], a signal, or a stop by the guard. Returns true if the guard stopped the
// run.
bool stepUntil(double until, World& world, StepData& data, RunOutputs& outputs, ProgressBar& bar, RunReport& report,
               const RunOptions& options) {
  outputs.begin(world, data);
  askAtStart(world, data, report);
  if (report.mixing && report.mixing->samples().empty()) {
    askMixing(world, options, *report.mixing);
  }
  StepThreads threads;
  bool isStopped = false;
  const double wallBefore = report.wallTime;
  const Clock::time_point start = Clock::now();
  Clock::time_point saved = start;
  while (!isAtEnd(world, until) && signalReceived() == 0 && !isStopped) {
    data.context.threads = threads.forStep(world.parameters.threads, data.list.contacts.size());
    const std::size_t findings = world.guard.findings.size();
    step(world, data);
    isStopped = guardStops(world, findings);
    if (outputs.readsPlaces(world)) {
      placeMembers(world);
    }
    report.statistics.add(data);
    askIfDue(world, data, options, report);
    outputs.afterStep(world, data);
    bar.update(world.time, world.particles.size(), data.list.contacts.size());
    report.wallTime = wallBefore + secondsSince(start);
    if (options.saveEvery && secondsSince(saved) >= *options.saveEvery && !isAtEnd(world, until) && !isStopped) {
      outputs.save(world, report);
      saved = Clock::now();
    }
  }
  data.context.threads = nullptr;  // the threads end with this function
  return isStopped;
}

int exitCodeOf(bool interrupted, bool isStopped, bool outputFailed, bool troubles) {
  if (outputFailed) {
    return kOutputFailed;
  }
  if (isStopped) {
    return kGuardStopped;
  }
  if (interrupted) {
    return kSignalled + signalReceived();
  }
  return troubles ? kTroubles : kDone;
}

}  // namespace

int runCommand(const RunOptions& options) {
  std::optional<Scene> scene;
  std::optional<RunSums> sums;
  if (const int code = prepare(options, scene, sums); code != kDone) {
    return code;
  }
  World& world = scene->world;
  if (!options.belt.empty() && !widestBelt(world)) {
    print(stderr, "--belt: the scene has no belt: a rectangle or box with the motion 'belt' along one of its edges\n");
    return kUsage;
  }
  if (!options.population.empty() && !world.granulation.isOn()) {
    print(stderr,
          "--population: nothing changes the grains of the scene: give it a section 'granulation' with a law, fines or "
          "a spray\n");
    return kUsage;
  }
  if (options.flowEvery && !rotatingDrum(world)) {
    print(stderr,
          "--flow: the scene has no drum: a hollow cylinder, or a mesh made round, that a motion turns about its "
          "axis\n");
    return kUsage;
  }
  if (const std::string why = options.mixingEvery ? whyNotMixed(world, options.mixing.by) : ""; !why.empty()) {
    print(stderr, "--mixing-by {}: {}: tell them apart by x, y or z\n",
          kMixingNames.at(static_cast<std::size_t>(options.mixing.by)), why);
    return kUsage;
  }
  const double until = options.until.value_or(scene->duration);
  RunReport report;
  report.sceneName = scene->name;
  report.sceneFile = scene->file.string();
  report.seed = scene->seed;
  for (const SceneOverride& override : options.overrides) {
    report.overrides.emplace_back(override.key, override.value);
  }
  if (const std::filesystem::path& from = options.start.empty() ? options.resume : options.start; !from.empty()) {
    report.resumedFrom = from.string();
  }
  report.startStep = sums ? sums->startStep : world.step;
  report.startTime = sums ? sums->startTime : world.time;

  watchSignals(options.sums.empty() ? SecondSignal::endsAtOnce : SecondSignal::isIgnored);
  if (isAtEnd(world, until)) {
    print(stderr, "{} is at {:g} s already: there is nothing to step until {:g} s\n",
          report.resumedFrom.value_or("the run"), world.time, until);
  }
  ProgressBar bar(world.time, until);
  if (options.wouldMove) {
    report.wouldMove.emplace();
  }
  if (options.solverError) {
    report.solverError.emplace();
  }
  if (options.angleEvery) {
    report.angle.emplace();
  }
  if (options.flowEvery) {
    report.flow.emplace();
  }
  if (options.mixingEvery) {
    report.mixing.emplace(options.mixing);
  }
  std::optional<BeltMemory> landings;
  if (sums) {
    report.wallTime = sums->wallTime;
    report.statistics = sums->statistics;
    report.angle = sums->angle;
    report.flow = sums->flow;
    if (report.mixing && sums->mixing) {
      report.mixing->goOn(std::move(*sums->mixing));
    }
    landings = std::move(sums->belt);
  }
  RunOutputs outputs(
      options, world, report, [&bar] { bar.clear(); }, std::move(landings));
  if (outputs.allFailed()) {
    print(stderr, "none of the requested outputs can be written: nothing was run\n");
    return kOutputFailed;
  }
  StepData data;
  const bool isStopped = stepUntil(until, world, data, outputs, bar, report, options);
  bar.clear();
  placeMembers(world);

  const bool interrupted = signalReceived() != 0 && !isStopped && !isAtEnd(world, until);
  if (interrupted) {
    print(stderr, "interrupted at {:.4g} s of {:g} s: writing what was asked for\n", world.time, until);
  }
  outputs.finish(world, data);
  report.belt = outputs.beltNumbers();
  report.population = outputs.populationNumbers();
  const bool isOfSweep = !options.sums.empty();
  if (interrupted && isOfSweep) {
    outputs.save(world, report);
    return exitCodeOf(interrupted, false, !outputs.failures().empty(), false);
  }
  if (report.mixing) {
    askMixing(world, options, *report.mixing);
  }
  report.exitReason = isStopped ? "stopped by the guard" : interrupted ? "interrupted" : "reached the end time";
  const bool troubles = world.faultCount > 0 || !world.guard.findings.empty();
  report.failures = outputs.failures();
  report.exitCode = exitCodeOf(interrupted, isStopped, !report.failures.empty(), troubles);
  outputs.writeReport(report, world, data);
  if (isOfSweep && options.keepsState) {
    outputs.saveLast(world);
  }

  print(stdout, "{}", runSummary(report, world, data.report, data.list.contacts.size()));
  if (const std::string belt = outputs.beltSummary(); !belt.empty()) {
    print(stdout, "  {:<10} {}\n", "belt", belt);
  }
  if (const std::string population = outputs.populationSummary(); !population.empty()) {
    print(stdout, "  {:<10} {}\n", "population", population);
  }
  for (const std::string& file : outputs.written()) {
    print(stdout, "  {:<10} {}\n", "wrote", file);
  }
  print(stderr, "{}{}", troubleText(world), guardText(world, isStopped));
  return exitCodeOf(interrupted, isStopped, !outputs.failures().empty(), troubles);
}

}  // namespace scree
