#include "engine/analysis/solving/solver_error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <map>
#include <numeric>

#include "engine/analysis/angle_of_repose.h"
#include "engine/analysis/would_move.h"
#include "engine/base/base_constants.h"
#include "engine/base/clock.h"
#include "engine/settings/presets.h"
#include "engine/step/step.h"
#include "engine/world/reduction_limits.h"

namespace scree {

namespace {

constexpr int kSweeps = 64;          // of the converged copy in each substep
constexpr int kScreenSubsteps = 16;  // of the converged copy of solverErrorNow()
constexpr double kLayer = 2.0;       // thickness of a layer of the profile, in mean diameters
constexpr double kSlow = 0.75;       // part of the particles that count as slow

double kineticOf(const World& world) {
  const Particles& particles = world.particles;
  double sum = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    sum += 0.5 * particles.mass[i] * particles.velocity[i].squaredNorm() +
           0.5 * particles.inertia(i) * particles.angularVelocity[i].squaredNorm();
  }
  return sum;
}

Vec3 centreOf(const World& world) {
  Vec3 sum = Vec3::Zero();
  double mass = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    sum += world.particles.mass[i] * world.particles.position[i];
    mass += world.particles.mass[i];
  }
  return mass > 0.0 ? Vec3(sum / mass) : sum;
}

double weightOf(const World& world) {
  const double mass = std::accumulate(world.particles.mass.begin(), world.particles.mass.end(), 0.0);
  const double gravity = world.parameters.gravity.norm();
  return mass * (gravity > 0.0 ? gravity : kStandardGravity);
}

/// The shortest ways first.
std::vector<std::size_t> slowest(const World& start, const World& converged) {
  std::vector<double> ways;
  for (std::size_t i = 0; i < start.particles.size(); ++i) {
    ways.push_back(start.periodic.nearest(converged.particles.position[i] - start.particles.position[i]).squaredNorm());
  }
  std::vector<std::size_t> order(ways.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return ways[a] != ways[b] ? ways[a] < ways[b] : a < b; });
  order.resize(static_cast<std::size_t>(std::ceil(kSlow * static_cast<double>(order.size()))));
  return order;
}

double medianOf(std::vector<double> values) {
  if (values.empty()) {
    return 0.0;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Unit vector of gravity; without gravity -z.
Vec3 downwards(const World& world) {
  const double gravity = world.parameters.gravity.norm();
  return gravity > 0.0 ? Vec3(world.parameters.gravity / gravity) : Vec3(-Vec3::UnitZ());
}

/// Root mean square over horizontal layers of the start of their mean distance `apart` [in its unit].
double overLayers(const World& start, const std::vector<Vec3>& apart) {
  struct Layer {
    Vec3 sum = Vec3::Zero();
    std::size_t count = 0;
  };
  const double thickness = kLayer * meanDiameter(start);
  const Vec3 down = downwards(start);
  std::map<std::int64_t, Layer> layers;
  for (std::size_t i = 0; i < apart.size(); ++i) {
    const double depth = down.dot(start.particles.position[i]);
    Layer& layer = layers[static_cast<std::int64_t>(std::floor(depth / thickness))];
    layer.sum += apart[i];
    ++layer.count;
  }
  double sum = 0.0;
  for (const auto& [depth, layer] : layers) {
    sum += (layer.sum / static_cast<double>(layer.count)).squaredNorm();
  }
  return layers.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(layers.size()));
}

double largestDifference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    largest = std::max(largest, (a[i] - b[i]).norm());
  }
  return largest;
}

/// Processor time so far of all that steps a world [s]. A window does other work at the same time, on other threads.
double processorSeconds(const ThreadPool* threads) {
  return threads == nullptr ? threadSeconds() : static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace

Parameters convergedParameters(const Parameters& parameters, int substeps) {
  Parameters p = parameters;
  p.method = Method::pgs;
  p.warmStart = WarmStart::adaptive;
  p.warmStartFloor = presetParameters(Preset::standard).warmStartFloor;
  p.overRelaxation = 1.0;
  p.substeps = substeps;
  p.mostSubsteps = std::max(p.mostSubsteps, substeps);
  p.sweeps = kSweeps;
  p.impactSweeps = kSweeps;
  p.tolerance = p.restTolerance = 0.0;
  p.reduction.merging = Switch::off;
  return p;
}

void stepUpTo(World& world, double time) {
  StepData data;
  while (world.time < time - 1e-9 * world.parameters.timeStep) {
    step(world, data);
  }
}

std::optional<ShortRun> shortRun(const World& world, const Parameters& parameters, double time, ThreadPool* threads,
                                 const std::atomic<int>* interrupt, const std::function<void(double)>& progressed) {
  ShortRun run{.world = world};
  run.world.parameters = parameters;
  run.world.parameters.guard = GuardAction::off;
  run.world.emitters.clear();
  run.world.sinks.clear();
  run.world.granulation = Granulation{};
  run.world.pull.reset();
  run.forces.assign(world.bodies.size(), Vec3::Zero());
  StepData data;
  data.context.threads = threads;
  data.context.interrupt = interrupt;
  const double before = processorSeconds(threads);
  const double end = world.time + time - 1e-9 * parameters.timeStep;
  do {
    if (!step(run.world, data) || (interrupt != nullptr && interrupt->load() != 0)) {
      return std::nullopt;
    }
    ++run.steps;
    run.substeps += data.context.substeps;
    for (std::size_t i = 0; i < run.forces.size(); ++i) {
      run.forces[i] += run.world.bodies[i].reaction.force;
    }
    if (progressed) {
      progressed(std::min(1.0, (run.world.time - world.time) / time));
    }
  } while (run.world.time < end);
  run.seconds = processorSeconds(threads) - before;
  run.time = run.world.time - world.time;
  run.substeps /= static_cast<double>(run.steps);
  for (Vec3& force : run.forces) {
    force /= static_cast<double>(run.steps);
  }
  if (run.world.particles.id != world.particles.id) {
    return std::nullopt;
  }
  return run;
}

SolverError solverError(const World& start, const ShortRun& converged, const ShortRun& run) {
  SolverError error;
  error.time = run.time;
  const std::vector<Vec3>& truth = converged.world.particles.position;
  const std::vector<Vec3>& here = run.world.particles.position;
  std::vector<Vec3> apart;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    apart.push_back(here[i] - truth[i]);
    error.speeds.push_back(apart.back().norm() / run.time);
  }
  error.profile = overLayers(start, apart) / run.time;
  const Vec3 down = downwards(start);
  std::vector<double> speeds;
  for (const std::size_t slot : slowest(start, converged.world)) {
    speeds.push_back(error.speeds[slot]);
    error.sinking += down.dot(here[slot] - truth[slot]) / run.time;
  }
  error.sinking /= std::max<double>(1.0, static_cast<double>(speeds.size()));
  error.creep = medianOf(std::move(speeds));
  error.centre = (centreOf(run.world) - centreOf(converged.world)).norm();
  error.angle = angleOfRepose(run.world).value_or(0.0) - angleOfRepose(converged.world).value_or(0.0);
  const double kinetic = kineticOf(converged.world);
  error.kinetic = kinetic > 0.0 ? kineticOf(run.world) / kinetic - 1.0 : 0.0;
  const double weight = weightOf(start);
  error.force = weight > 0.0 ? largestDifference(run.forces, converged.forces) / weight : 0.0;
  return error;
}

std::optional<SolverError> solverErrorNow(const World& world, ThreadPool* threads, const std::atomic<int>* interrupt) {
  const double time = trialTime(world);
  const std::optional<ShortRun> converged =
      shortRun(world, convergedParameters(world.parameters, kScreenSubsteps), time, threads, interrupt);
  if (!converged) {
    return std::nullopt;
  }
  Parameters own = world.parameters;
  own.reduction.merging = Switch::off;
  const std::optional<ShortRun> run = shortRun(world, own, time, threads, interrupt);
  return run ? std::optional(solverError(world, *converged, *run)) : std::nullopt;
}

}  // namespace scree
