#include "app/studies/iterations/iteration_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/stepping.h"
#include "engine/analysis/fields/field_values.h"
#include "engine/analysis/solving/solver_error.h"
#include "engine/scene/scene.h"
#include "engine/session/field_run.h"
#include "engine/settings/presets.h"
#include "engine/world/step_report.h"

namespace scree {

namespace {

constexpr double kFirstGravity = 0.01;  // m/s², as published
constexpr double kRest = 1.0;           // s of rest under all of gravity
constexpr double kLongestTurn = 70.0;   // s that a drum turns before its start: a third of a turn at 0.03 rad/s
constexpr double kReferenceTime = 1.0;  // s: a container has settled at its start
constexpr int kReferenceSubsteps = 8;   // of 64 sweeps each
constexpr double kBedPacking = 0.6;
constexpr double kWallEvery = 0.05;  // s between instants at which forces on the wall are taken
constexpr double kFieldEvery = 0.1;  // s between instants of the fields
constexpr double kTallBed = 30.0;    // d: above it the first number of sweeps is larger
constexpr int kFewSweeps = 4;        // first number from a cold start
constexpr int kTallSweeps = 11;      // the same for a tall bed, which would fall in on itself
constexpr int kRunsWithin = 2;       // runs in a row within the least error that end a way
constexpr double kOwnLeast = 0.004;  // that error of ways with substeps or a warm start
constexpr int kMostOwnSweeps = 64;   // of a solve of such a way

IterationWay wayOf(const char* name, Preset preset, bool isMain) {
  IterationWay way{.name = name, .solver = presetParameters(preset), .isMain = isMain};
  return way;
}

std::vector<IterationWay> allWays() {
  std::vector<IterationWay> ways = {wayOf(kColdWay, Preset::paper, true), wayOf(kOwnWay, Preset::standard, true)};
  const auto add = [&](const char* name, Preset preset) -> IterationWay& {
    return ways.emplace_back(wayOf(name, preset, false));
  };
  const auto divide = [](IterationWay& way) { way.solver.substeps = way.solver.mostSubsteps = 4; };
  add(kHistoryWay, Preset::paperWarm);
  divide(add(kColdSubstepsWay, Preset::paper));
  divide(add("history 0.85, 4 substeps", Preset::paperWarm));
  IterationWay& fixed = add(kFixedWay, Preset::standard);
  divide(fixed);
  fixed.isMain = true;
  IterationWay& shorter = add("default, 4 substeps, step 5 ms", Preset::standard);
  divide(shorter);
  shorter.timeStep = 0.5 * kIterationStep;
  add("cold, step 5 ms", Preset::paper).timeStep = 0.5 * kIterationStep;
  add("cold, one after another", Preset::paper).solver.method = Method::scalar;
  add("cold, joined impacts", Preset::paper).solver.impacts = Impacts::joined;
  add("cold, bed formed so", Preset::paper).formsBed = true;
  return ways;
}

void prepare(World& world) {
  world.parameters.threads = 1;
  world.parameters.guard = GuardAction::off;
  world.parameters.reduction.merging = Switch::off;
}

/// Steps up to a time [s], under a gravity that rises until `ramp` [s].
bool settle(World& world, double ramp, double end) {
  const double full = kIterationGravity;
  const SteppingEnd how = stepWhile(world, [&](const StepReport&) {
    const double share = ramp > 0.0 ? std::min(1.0, world.time / ramp) : 1.0;
    world.parameters.gravity = Vec3(0.0, 0.0, -(kFirstGravity + share * (full - kFirstGravity)));
    return world.time < end;
  });
  return how != SteppingEnd::signal;
}

/// Inertial number of the means of shear rate and pressure over the nodes, by mass. The mean of the numbers themselves
/// is that of the few grains in flight over the bed, which bear no pressure.
double meanInertialNumber(const FieldSums& sums) {
  double mass = 0.0;
  double shearRate = 0.0;
  double pressure = 0.0;
  for (std::size_t node = 0; node < sums.grid.nodes(); ++node) {
    const NodeFields fields = fieldsAt(sums, node);
    if (std::isfinite(fields.inertialNumber)) {
      mass += sums.grains[node].mass;
      shearRate += sums.grains[node].mass * fields.shearRate;
      pressure += sums.grains[node].mass * fields.pressure;
    }
  }
  constexpr double kVolume = std::numbers::pi / 6.0 * kIterationDiameter * kIterationDiameter * kIterationDiameter;
  return pressure > 0.0 ? shearRate / mass * kIterationDiameter * std::sqrt(kIterationMass / kVolume * mass / pressure)
                        : 0.0;
}

/// Numbers of sweeps: 1, 2, 3, 4, 6, 8, 11, 16, 23 and so on, in steps of √2.
std::vector<int> sweepNumbers(int first, int last) {
  std::vector<int> numbers;
  for (int i = 0; numbers.empty() || numbers.back() < last; ++i) {
    const int next = static_cast<int>(std::lround(std::pow(2.0, 0.5 * i)));
    if (next >= first && (numbers.empty() || next > numbers.back())) {
      numbers.push_back(next);
    }
  }
  return numbers;
}

double drumDepth(const World& world) {
  constexpr int kBins = 180;
  const double radius = 0.5 * kTeethDrumWidth;
  std::array<double, kBins> volumes{};
  const Particles& p = world.particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double angle = std::atan2(p.position[i].x(), p.position[i].z()) / (2.0 * std::numbers::pi) + 0.5;
    volumes[static_cast<std::size_t>(std::min<double>(kBins - 1, angle * kBins))] += std::numbers::pi / 6.0;
  }
  double sum = 0.0;
  int count = 0;
  for (const double volume : volumes) {
    // Section of a sector between the wall and the depth t: half its angle times R² - (R - t)².
    const double section = volume / (kBedPacking * kTeethDrumLength);
    const double inner = radius * radius - section * kBins / std::numbers::pi;
    const double depth = radius - std::sqrt(std::max(0.0, inner));
    if (depth >= 1.0) {
      sum += depth;
      ++count;
    }
  }
  return count > 0 ? sum / count : 0.0;
}

/// World of a system whose grains have settled with a solver; a drum flows.
std::optional<World> formedBed(const IterationSystem& system, int seed, const Parameters& solver,
                               const IterationPlan& plan) {
  const SceneOverride override{.key = "seed", .value = std::to_string(seed)};
  SceneResult result = loadSceneText(iterationScene(system), system.name() + ".yaml", std::span(&override, 1));
  for (const SceneError& error : result.errors) {
    print(stderr, "{}: {}\n", system.name(), error.text());
  }
  if (!result.scene) {
    return std::nullopt;
  }
  World world = std::move(result.scene->world);
  prepare(world);
  applySolver(world.parameters, solver);
  if (system.kind == IterationKind::drum) {
    const double turning = system.speed > 0.0 ? std::min(kLongestTurn, plan.turn / system.speed) : kRest;
    return settle(world, 0.0, kTeethDrumRest + turning) ? std::optional(std::move(world)) : std::nullopt;
  }
  return settle(world, plan.ramp, plan.ramp + kRest) ? std::optional(std::move(world)) : std::nullopt;
}

/// Runs of a way with more and more sweeps.
void runWay(const IterationWay& way, const World& start, const IterationPlan& plan, IterationCase& one) {
  const bool isTall = one.height > kTallBed && one.system.kind != IterationKind::drum;
  const bool isQuickWay = way.isWarm() || way.solver.substeps > 1;
  const int first = isQuickWay ? 1 : isTall ? kTallSweeps : kFewSweeps;
  const int last = isQuickWay ? std::min(kMostOwnSweeps, plan.mostSweeps) : plan.mostSweeps;
  const double least = isQuickWay ? kOwnLeast : plan.least;
  int within = 0;
  for (const int sweeps : sweepNumbers(first, last)) {
    std::optional<World> formed;
    if (way.formsBed) {
      Parameters solver = way.solver;
      solver.sweeps = solver.impactSweeps = sweeps;
      formed = formedBed(one.system, one.seed, solver, plan);
    }
    if (way.formsBed && !formed) {
      return;
    }
    IterationRun run = iterationRun(one.system, formed ? *formed : start, way, sweeps, plan);
    if (run.errors.steps == 0) {
      return;
    }
    run.overlapError = run.errors.overlap() - one.reference.errors.overlap();
    within = run.overlapError <= least ? within + 1 : 0;
    // The own way is within it at once: where ways are compared, its other errors are followed further.
    within = one.system.hasVariants && way.name == kOwnWay ? 0 : within;
    one.runs.push_back(std::move(run));
    if (within == kRunsWithin) {
      return;
    }
  }
}

/// Reference with small substeps and many sweeps, and the inertial number in it.
bool runReference(const World& start, const IterationPlan& plan, IterationCase& one) {
  const bool isDrum = one.system.kind == IterationKind::drum;
  IterationWay way{.name = "reference",
                   .solver = convergedParameters(presetParameters(Preset::accurate), kReferenceSubsteps)};
  IterationPlan times = plan;
  times.containerTime = std::min(plan.containerTime, kReferenceTime);
  times.window = std::min(plan.window, times.containerTime);
  one.reference = iterationRun(one.system, start, way, way.solver.sweeps, times);
  if (isDrum && one.system.speed > 0.0) {
    World world = start;
    applySolver(world.parameters, presetParameters(Preset::accurate));
    const RunFields fields =
        fieldsOfRun(std::move(world), {.from = start.time + plan.drumTime - plan.window,
                                       .to = start.time + plan.drumTime,
                                       .every = kFieldEvery,
                                       .threads = 1,
                                       .goOn = [](const World&) { return signalReceived() == 0; }});
    one.inertialNumber = meanInertialNumber(fields.average.sums());
  }
  return one.reference.errors.steps > 0;
}

}  // namespace

IterationPlan iterationPlan(bool quick) {
  if (!quick) {
    return {};
  }
  return {.ramp = 4.0,
          .turn = 1.0,
          .containerTime = 1.5,
          .drumTime = 1.5,
          .window = 0.5,
          .least = 0.045,
          .mostSweeps = 256};
}

const std::vector<IterationWay>& iterationWays() {
  static const std::vector<IterationWay> kWays = allWays();
  return kWays;
}

std::optional<World> iterationStart(const IterationSystem& system, int seed, const IterationPlan& plan) {
  return formedBed(system, seed, presetParameters(Preset::accurate), plan);
}

double bedHeight(const IterationSystem& system, const World& world) {
  if (system.kind == IterationKind::drum) {
    return drumDepth(world);
  }
  double sum = 0.0;
  for (const Vec3& position : world.particles.position) {
    sum += position.z() / kIterationDiameter;
  }
  return 2.0 * sum / static_cast<double>(world.particles.size());
}

IterationRun iterationRun(const IterationSystem& system, const World& start, const IterationWay& way, int sweeps,
                          const IterationPlan& plan) {
  World world = start;
  applySolver(world.parameters, way.solver);
  world.parameters.timeStep = way.timeStep;
  world.parameters.sweeps = world.parameters.impactSweeps = sweeps;
  const double end = start.time + plan.timeOf(system) - 0.5 * way.timeStep;
  IterationRun run{.way = way.name, .sweeps = sweeps};
  std::array<ContactErrors, 2> halves;
  double solves = 0.0;
  double steps = 0.0;
  double nextWall = end - plan.window;
  std::vector<ForceContact> contacts;
  const SteppingEnd how = watchSteps(world, [&](const StepData& data) {
    if (world.time <= start.time || world.time <= end - plan.window) {
      return true;
    }
    addContactErrors(world, data, halves[world.time > end - 0.5 * plan.window ? 1 : 0]);
    solves += static_cast<double>(reportOf(data).sweeps) / sweeps;
    steps += 1.0;
    if (system.kind == IterationKind::container && world.time >= nextWall) {
      findForceContacts(world, data, contacts);
      run.wall.add(world, contacts);
      nextWall += kWallEvery;
    }
    return world.time < end;
  });
  if (how == SteppingEnd::signal || steps == 0.0) {
    return {};
  }
  run.substeps = solves / steps;
  run.drift = halves[1].overlap() - halves[0].overlap();
  run.errors = halves[0];
  run.errors += halves[1];
  return run;
}

std::optional<IterationCase> iterationCase(const IterationSystem& system, int seed, const IterationPlan& plan) {
  const std::optional<World> start = iterationStart(system, seed, plan);
  if (!start) {
    return std::nullopt;
  }
  IterationCase one{.system = system, .seed = seed, .height = bedHeight(system, *start)};
  if (!runReference(*start, plan, one)) {
    return std::nullopt;
  }
  for (const IterationWay& way : iterationWays()) {
    const bool isAsked = way.isMain || system.hasVariants;
    if (isAsked && (!way.formsBed || system.kind == IterationKind::container)) {
      runWay(way, *start, plan, one);
    }
  }
  if (signalReceived() != 0) {
    return std::nullopt;
  }
  return one;
}

Needed neededOf(const IterationCase& one, const std::string& way, double tolerance, OverlapOf which) {
  std::vector<ErrorPoint> curve;
  for (const IterationRun& run : one.runs) {
    if (run.way == way) {
      curve.push_back({.sweeps = static_cast<double>(run.sweeps),
                       .error = std::max(0.0, which == OverlapOf::law ? run.errors.overlap() : run.overlapError)});
    }
  }
  return neededSweeps(curve, tolerance);
}

}  // namespace scree
