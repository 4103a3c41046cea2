#include "app/studies/reduction/reduction_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <exception>
#include <utility>

#include "app/console/load.h"
#include "app/console/signals.h"
#include "app/studies/warm_start_setups.h"
#include "engine/analysis/bursts.h"
#include "engine/base/parallel.h"
#include "engine/step/measure.h"
#include "engine/step/step.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

constexpr double kSampleInterval = 0.05;  // simulated time between samples [s]
constexpr double kNudge = 1e-6;           // displacement of a grain in a twin [diameters]
constexpr int kShadowEvery = 4;           // steps between judgements of the split sensors in shadow mode

ReductionParameters limitsOfRun(ReductionPreset preset) {
  Parameters parameters;
  applyPreset(parameters, preset);
  return parameters.reduction;
}

/// World of a run before its first step.
World branched(const ReductionSystem& system, const World& start, const ReductionCase& what) {
  World world = start;
  const ReductionParameters reduction = world.parameters.reduction;
  setSolver(world.parameters, what.solving);
  world.parameters.reduction = reduction;
  world.parameters.reduction.merging = Switch::off;
  if (what.reduction) {
    world.parameters.reduction = what.limits;
    world.parameters.reduction.merging = Switch::on;
    if (*what.reduction == ReductionPreset::paperCs) {
      world.sensors.insert(world.sensors.end(), system.sensors.begin(), system.sensors.end());
    }
  }
  return world;
}

/// Sums over the steps since the last sample.
struct Sums {
  double level = 0.0;
  double drive = 0.0;
  std::vector<double> oracle;
  std::vector<double> still;
  std::vector<double> adrift;
  StageTimes stages;
  double wall = 0.0;  ///< wall time [s]
  int count = 0;      ///< number of steps
};

ReductionSample sampleOf(const ReductionSystem& system, World& world, const Sums& sums) {
  const double share = 1.0 / sums.count;
  ReductionSample sample{.time = world.time - system.zero,
                         .reading = readSystem(system, world),
                         .level = share * sums.level,
                         .drive = share * sums.drive,
                         .elastic = world.budget.elastic,
                         .particles = world.particles.size(),
                         .wall = sums.wall,
                         .stages = sums.stages};
  for (const double level : sums.oracle) {
    sample.oracle.push_back(share * level);
  }
  for (const double still : sums.still) {
    sample.still.push_back(share * still);
  }
  for (const double adrift : sums.adrift) {
    sample.adrift.push_back(share * adrift);
  }
  const Budget budget = measureWorld(world);
  sample.kinetic = budget.kinetic;
  sample.potential = budget.potential;
  return sample;
}

/// Observers of a run in full.
struct Onlookers {
  Oracle oracle;
  Shadow shadow;

  Onlookers(const std::vector<OracleSetting>& oracles, const ShadowSettings& settings)
      : oracle(oracles), shadow(settings) {}
};

ShadowSettings shadowSettings(const ReductionSystem& system) {
  return {.reduction = limitsOfRun(kDefaultReductionPreset), .diameter = system.diameter, .every = kShadowEvery};
}

OracleSetting oracleSettingOf(const ReductionSystem& system, const ReductionParameters& limits) {
  return scree::oracleSettingOf(reductionLimits({.reduction = limits}, system.diameter));
}

ReductionCounts since(const ReductionCounts& start, const ReductionCounts& now) {
  ReductionCounts counts{.merges = now.merges - start.merges};
  for (std::size_t i = 0; i < kSplitCauseCount; ++i) {
    counts.splits[i] = now.splits[i] - start.splits[i];
  }
  return counts;
}

std::vector<Arrival> arrivalsSince(const World& start, const World& world, double zero) {
  std::vector<Arrival> arrivals;
  for (std::size_t s = 0; s < world.sinks.size(); ++s) {
    const std::vector<Departure>& all = world.sinks[s].departures;
    for (std::size_t i = start.sinks[s].departures.size(); i < all.size(); ++i) {
      arrivals.push_back({.time = all[i].time - zero, .lateral = all[i].position.y(), .mass = all[i].mass});
    }
  }
  return arrivals;
}

double medianOf(std::vector<double> values) {
  if (values.empty()) {
    return kUnknown;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Steps a run to its end, and records times and samples.
void stepThrough(const ReductionSystem& system, World& world, StepData& data, ReductionRun& run) {
  std::optional<Onlookers> onlookers;
  if (run.isFull()) {
    onlookers.emplace(system.oracles, shadowSettings(system));
  }
  std::vector<double> walls;
  Sums sums;
  BurstCounter bursts;
  const auto steps = static_cast<std::size_t>(std::lround(system.run / world.parameters.timeStep));
  const auto stride = std::max<std::size_t>(1, std::lround(kSampleInterval / world.parameters.timeStep));
  while (run.steps < steps && signalReceived() == 0) {
    const auto before = std::chrono::steady_clock::now();
    const std::clock_t processorBefore = std::clock();
    step(world, data);
    run.processor += static_cast<double>(std::clock() - processorBefore) / CLOCKS_PER_SEC;
    walls.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
    run.wall += walls.back();
    ++run.steps;
    run.sweeps += data.report.sweeps;
    run.stages += data.report.times;
    sums.stages += data.report.times;
    sums.wall += walls.back();
    if (world.time - system.zero > system.late) {
      bursts.add(world);
    }
    ++sums.count;
    sums.level += world.reduction.levelOf(world.particles.size()).level();
    sums.drive += readDrive(system, world);
    if (onlookers) {
      onlookers->oracle.add(world, data);
      onlookers->shadow.add(world, data);
      sums.oracle.resize(onlookers->oracle.settings().size(), 0.0);
      sums.still.resize(sums.oracle.size(), 0.0);
      sums.adrift.resize(sums.oracle.size(), 0.0);
      for (std::size_t i = 0; i < sums.oracle.size(); ++i) {
        sums.oracle[i] += onlookers->oracle.level(i);
        sums.still[i] += onlookers->oracle.parts(i).stillShare();
        sums.adrift[i] += onlookers->oracle.parts(i).adriftShare();
      }
    }
    if (run.steps % stride == 0) {
      run.samples.push_back(sampleOf(system, world, sums));
      sums = {};
    }
  }
  run.lateBursts = bursts.bursts();
  run.wallMedian = medianOf(std::move(walls));
  if (onlookers) {
    for (std::size_t i = 0; i < kShadowSensorCount; ++i) {
      run.shadow[i] = onlookers->shadow.score(static_cast<ShadowSensor>(i));
    }
    run.decisions = onlookers->shadow.decisions();
  }
}

/// Text of the limits on speeds [mm/s].
std::string speedsOf(const OracleSetting& setting) {
  if (setting.normalIn == setting.tangential && setting.normalOut == setting.tangential) {
    return fmt::format("{:g}", 1e3 * setting.tangential);
  }
  return fmt::format("{:g}/{:g}/{:g}", 1e3 * setting.normalIn, 1e3 * setting.normalOut, 1e3 * setting.tangential);
}

std::array<double, 2> angleDifference(const ReductionSystem& system, Twin& twin) {
  const SystemReading first = readSystem(system, twin.first());
  std::array<double, 2> difference = readSystem(system, twin.second()).angles;
  for (std::size_t angle = 0; angle < difference.size(); ++angle) {
    difference[angle] -= first.angles[angle];
  }
  return difference;
}

}  // namespace

std::vector<OracleSetting> oracleSettings(const ReductionSystem& system, std::span<const ReductionCase> cases) {
  std::vector<OracleSetting> settings;
  for (const double loose : {1.0, 2.0}) {
    for (const int window : {1, 3, 10}) {
      settings.push_back({.normalIn = 2.5e-3 * loose,
                          .normalOut = 2.5e-3 * loose,
                          .tangential = 2.5e-3 * loose,
                          .rolling = loose == 1.0 ? 0.5 : 1.5,
                          .window = window});
    }
  }
  const auto add = [&settings](const OracleSetting& own) {
    if (std::find(settings.begin(), settings.end(), own) == settings.end()) {
      settings.push_back(own);
    }
  };
  for (const ReductionPresetInfo& info : reductionPresetTable()) {
    add(oracleSettingOf(system, limitsOfRun(info.preset)));
  }
  for (const ReductionCase& what : cases) {
    if (what.reduction) {
      add(oracleSettingOf(system, what.limits));
    }
  }
  return settings;
}

std::string nameOf(const OracleSetting& setting) {
  return fmt::format("{} mm/s, {:g} rad/s, {} step{}", speedsOf(setting), setting.rolling, setting.window,
                     setting.window == 1 ? "" : "s");
}

std::string columnOf(const OracleSetting& setting) {
  return fmt::format("{}mm/s_{:g}rad/s_{}", speedsOf(setting), setting.rolling, setting.window);
}

std::size_t oracleIndexOf(const ReductionSystem& system, const ReductionCase& what) {
  const std::vector<OracleSetting>& all = system.oracles;
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), oracleSettingOf(system, what.limits)) -
                                  all.begin());
}

std::optional<World> fillSystem(const ReductionSystem& system, int seed, ThreadPool* threads) {
  std::vector<SceneOverride> overrides = system.overrides;
  overrides.push_back({"seed", std::to_string(seed)});
  const std::optional<Scene> scene = loadOrExplain(system.scene, overrides);
  if (!scene) {
    return std::nullopt;
  }
  ReductionCase filling{.solving = presetParameters(Preset::fast), .reduction = std::nullopt};
  if (system.fillMerged) {
    filling.reduction = kDefaultReductionPreset;
    filling.limits = limitsOfRun(kDefaultReductionPreset);
  }
  World world = branched(system, scene->world, filling);
  StepData data;
  data.context.threads = threads;
  const auto steps = std::lround(system.fill / world.parameters.timeStep);
  for (long i = 0; i < steps; ++i) {
    if (signalReceived() != 0) {
      return std::nullopt;
    }
    step(world, data);
  }
  if (system.fillMerged) {
    // A step without merging frees all grains, so that runs start as after a filling in full.
    world.parameters.reduction.merging = Switch::off;
    step(world, data);
  }
  return world;
}

ReductionRun runCase(const ReductionSystem& system, const World& start, const ReductionCase& what, int seed,
                     ThreadPool* threads) {
  ReductionRun run{.what = what, .seed = seed};
  World world = branched(system, start, what);
  StepData data;
  data.context.threads = threads;
  try {
    stepThrough(system, world, data, run);
  } catch (const std::exception& error) {
    run = {.what = what, .seed = seed, .refusal = error.what()};
    return run;
  }
  run.arrivals = arrivalsSince(start, world, system.zero);
  run.counts = since(start.reduction.counts, world.reduction.counts);
  run.faults = world.faultCount - start.faultCount;
  return run;
}

std::vector<TwinSample> runTwin(const ReductionSystem& system, const World& start, const ReductionCase& what) {
  ReductionCase full = what;
  full.reduction = std::nullopt;
  World second = branched(system, start, what);
  if (!what.reduction && second.particles.size() > 0) {
    const std::size_t middle = second.particles.size() / 2;
    second.particles.position[middle].x() += kNudge * 2.0 * second.particles.radius[middle];
  }
  Twin twin(branched(system, start, full), std::move(second));
  std::vector<TwinSample> samples;
  const auto steps = std::lround(system.twin / start.parameters.timeStep);
  const auto stride = std::max(1L, std::lround(0.05 * system.twin / start.parameters.timeStep));
  for (long i = 1; i <= steps && signalReceived() == 0; ++i) {
    twin.step();
    if (i % stride == 0) {
      samples.push_back({.apart = twin.read(), .angles = angleDifference(system, twin)});
      samples.back().apart.time -= start.time;
    }
  }
  return samples;
}

}  // namespace scree
