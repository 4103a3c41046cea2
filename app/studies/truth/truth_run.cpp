#include "app/studies/truth/truth_run.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <numbers>

#include "app/console/load.h"
#include "app/console/print.h"
#include "app/console/signals.h"
#include "app/studies/triaxial/triaxial_run.h"
#include "engine/analysis/solving/solver_error.h"

namespace scree {

namespace {

constexpr double kUnheard = 0.05;      // simulated time in which no signal is heard [s]
constexpr double kTruthSample = 0.01;  // simulated time between samples of a mean [s]
constexpr double kLevel = 1.0;         // time that the bed of the slope settles before it is tilted [s]
constexpr double kTiltRate = 10.0;     // degrees/s
constexpr double kMostTilt = 45.0;     // degrees
constexpr double kTilted = 1.0;        // time at the largest tilt [s]
constexpr double kFlatter = 1.0;       // degrees that the slope is below its angle of repose in the runs

TriaxialSample triaxialSample() { return {.name = "1 kg, rough", .roughWalls = true, .wallMass = 1.0}; }

std::optional<Scene> loadedScene(const TruthSystem& system, int seed) {
  std::vector<SceneOverride> overrides = system.overrides;
  overrides.push_back({"seed", std::to_string(seed)});
  if (!system.scene.empty()) {
    return loadOrExplain(system.scene, overrides);
  }
  SceneResult result = loadSceneText(system.sceneText, system.name + ".yaml", overrides);
  for (const SceneError& error : result.errors) {
    print(stderr, "{}\n", error.text());
  }
  return std::move(result.scene);
}

/// Turns gravity by an angle [degrees], so that a bed falls along x.
void tilt(World& world, double degrees) {
  const double angle = degrees * std::numbers::pi / 180.0;
  world.parameters.gravity = world.parameters.gravity.norm() * Vec3(std::sin(angle), 0.0, -std::cos(angle));
}

/// Steps a world until `end` [s]. False after a signal.
bool stepUntil(World& world, double end) {
  const double last = end - 0.5 * world.parameters.timeStep;
  while (world.time < last && signalReceived() == 0) {
    stepUpTo(world, std::min(last, world.time + kUnheard));
  }
  return signalReceived() == 0;
}

/// Lets a slope find its angle of repose and makes it flatter. False after a signal.
bool makeSlope(World& world) {
  bool isDone = stepUntil(world, kLevel);
  for (double degrees = 0.0; isDone && degrees < kMostTilt;) {
    degrees = std::min(kMostTilt, degrees + kTiltRate * world.parameters.timeStep);
    tilt(world, degrees);
    isDone = stepUntil(world, world.time + world.parameters.timeStep);
  }
  isDone = isDone && stepUntil(world, world.time + kTilted);
  tilt(world, kMostTilt - kFlatter);
  return isDone;
}

std::vector<double> shearedStress(const World& start, const TruthWay& way, int seed) {
  World world = start;
  solveInWay(world, way);
  TriaxialSample sample = triaxialSample();
  sample.timeStep = way.timeStep;
  const TriaxialRun run = sheared(start, sample, {std::string(way.name), world.parameters}, seed);
  return run.points.empty() ? std::vector<double>{} : std::vector{run.critical().axial};
}

/// Steps to the end of a run and measures. Empty after a signal.
std::vector<double> measured(const TruthSystem& system, World& world) {
  const double begin = world.time;
  if (!stepUntil(world, begin + system.from)) {
    return {};
  }
  const World first = world;
  std::vector<double> sums(system.measures.size(), 0.0);
  const auto samples = std::lround((system.run - system.from) / kTruthSample);
  for (long sample = 1; sample <= samples; ++sample) {
    if (!stepUntil(world, begin + system.from + kTruthSample * static_cast<double>(sample))) {
      return {};
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const TruthMeasure& measure = system.measures[i];
      if (measure.isMean) {
        sums[i] += measure.read(first, world) / static_cast<double>(samples);
      } else if (sample == samples) {
        sums[i] = measure.read(first, world);
      }
    }
  }
  return sums;
}

}  // namespace

std::optional<World> truthStart(const TruthSystem& system, int seed) {
  if (system.isTriaxial) {
    return consolidated(triaxialSample(), seed);
  }
  std::optional<Scene> scene = loadedScene(system, seed);
  if (!scene) {
    return std::nullopt;
  }
  World& world = scene->world;
  solveInWay(world, *truthWayNamed("default"));
  const bool isDone = system.isSlope ? makeSlope(world) : stepUntil(world, system.fill);
  return isDone ? std::optional(std::move(world)) : std::nullopt;
}

std::vector<double> runTruth(const TruthSystem& system, const World& start, const TruthWay& way, int seed) {
  try {
    if (system.isTriaxial) {
      return shearedStress(start, way, seed);
    }
    World world = start;
    solveInWay(world, way);
    return measured(system, world);
  } catch (const std::exception& error) {
    print(stderr, "{}, seed {}, {}: left out: {}\n", system.name, seed, way.name, error.what());
    return {};
  }
}

}  // namespace scree
