#include "app/studies/angles/angle_run.h"

#include <algorithm>
#include <utility>

#include "app/console/load.h"
#include "app/studies/stepping.h"
#include "engine/base/clock.h"
#include "engine/io/output_file.h"
#include "engine/settings/presets.h"

namespace scree {

namespace {

bool isAt(const World& world, double time) { return world.time + 0.5 * world.parameters.timeStep >= time; }

std::vector<AngleGrain> grainsOf(const World& world) {
  std::vector<AngleGrain> grains;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    grains.push_back({.position = world.particles.position[i], .radius = world.particles.radius[i]});
  }
  return grains;
}

/// Grains of an emitter as they are after the step that they came in, until all have come.
SteppingEnd feedOf(World& world, std::vector<AngleGrain>& feed) {
  ParticleId next = 0;
  return stepWhile(world, [&](const StepReport&) {
    const Particles& particles = world.particles;
    for (std::size_t i = 0; i < particles.size(); ++i) {
      if (particles.id[i] >= next) {
        feed.push_back({world.time, particles.position[i], particles.velocity[i], particles.radius[i]});
      }
    }
    next = particles.nextId;
    return world.emitters.front().emitted < world.emitters.front().limit;
  });
}

}  // namespace

std::optional<std::vector<AngleGrain>> angleStart(AngleCase which, const AngleSize& size, int seed,
                                                  const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "start.yaml";
  writeFileAtomically(file, angleScene(which, size, seed, true));
  std::optional<Scene> scene = loadOrExplain(file.string(), {});
  if (!scene) {
    return std::nullopt;
  }
  World world = std::move(scene->world);
  applyPreset(world.parameters, Preset::fast);
  world.parameters.threads = 1;
  if (which == AngleCase::pile) {
    std::vector<AngleGrain> feed;
    return feedOf(world, feed) == SteppingEnd::done ? std::optional(std::move(feed)) : std::nullopt;
  }
  const SteppingEnd end = stepWhile(world, [&](const StepReport&) { return !isAt(world, size.settling); });
  return end == SteppingEnd::done ? std::optional(grainsOf(world)) : std::nullopt;
}

double meanOf(const AngleRun& run, std::size_t value) {
  double sum = 0.0;
  for (const AngleSample& sample : run.samples) {
    sum += sample.values[value];
  }
  return run.samples.empty() ? 0.0 : sum / static_cast<double>(run.samples.size());
}

AngleRun angleRun(AngleCase which, const AngleSize& size, const std::vector<AngleGrain>& start, const AngleWay& way,
                  int seed, const std::filesystem::path& folder) {
  AngleRun run{.which = which, .way = way.name, .seed = seed};
  const std::filesystem::path file = folder / "scene.yaml";
  writeFileAtomically(file, angleScene(which, size, seed, false));
  if (which != AngleCase::pile) {
    writeFileAtomically(folder / "grains.csv", angleTable(start));
  }
  std::optional<Scene> scene = loadOrExplain(file.string(), way.settings);
  if (!scene) {
    run.failure = "the scene does not load";
    return run;
  }
  World world = std::move(scene->world);
  world.parameters.threads = 1;
  double next = size.from;
  const double began = threadSeconds();
  double sampling = 0.0;
  const SteppingEnd end = stepWhile(world, [&](const StepReport& report) {
    run.worstOverlap = std::max(run.worstOverlap, report.worstOverlap);
    if (isAt(world, next)) {
      const double asked = threadSeconds();
      run.samples.push_back({world.time, angleValues(which, size, world.particles)});
      next += size.interval;
      sampling += threadSeconds() - asked;
    }
    return !isAt(world, size.seconds);
  });
  run.processor = threadSeconds() - began - sampling;
  run.seconds = world.time;
  run.faults = world.faultCount;
  run.failure = failureOf(world, end);
  return run;
}

}  // namespace scree
