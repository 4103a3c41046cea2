#include "app/studies/benchmark/benchmark_run.h"

#include <algorithm>
#include <utility>

#include "app/console/load.h"
#include "app/studies/stepping.h"
#include "engine/base/clock.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

constexpr double kLargeRadius = 1.5e-3;  // m: grains above it are of M2

BenchmarkSample sampleOf(BenchmarkCase which, const World& world) {
  BenchmarkSample sample{.time = world.time};
  if (which == BenchmarkCase::drum) {
    sample.zones = zoneCountsOf(world);
    return sample;
  }
  const auto ball = std::ranges::max_element(world.particles.radius);
  sample.ballHeight = world.particles.position[static_cast<std::size_t>(ball - world.particles.radius.begin())].z();
  return sample;
}

}  // namespace

ZoneCounts zoneCountsOf(const World& world) {
  ZoneCounts counts;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const std::size_t size = world.particles.radius[i] > kLargeRadius ? 1 : 0;
    const Vec3& p = world.particles.position[i];
    counts.first[size] += p.x() > 0.0 && p.z() > 0.0 ? 1 : 0;
    counts.second[size] += p.x() < 0.0 && p.z() < 0.0 ? 1 : 0;
  }
  return counts;
}

BenchmarkRun benchmarkRun(BenchmarkCase which, const BenchmarkSize& size, const BenchmarkStart& start,
                          const BenchmarkWay& way, int seed, const std::filesystem::path& folder) {
  BenchmarkRun run{.which = which, .way = way.name, .what = way.what, .seed = seed};
  writeFileAtomically(folder / "m1.csv", grainTable(start.grains[0]));
  writeFileAtomically(folder / "m2.csv", grainTable(start.grains[1]));
  const std::filesystem::path file = folder / "scene.yaml";
  writeFileAtomically(file, benchmarkScene(which, size, way.stiffness, true));
  std::optional<Scene> scene = loadOrExplain(file.string(), way.settings);
  if (!scene) {
    run.failure = "the scene does not load";
    return run;
  }
  World world = std::move(scene->world);
  world.parameters.threads = 1;
  const double began = threadSeconds();
  double steps = 0.0;
  const auto note = [&](const StepReport& report) {
    run.meanOverlap += report.meanOverlap;
    run.worstOverlap = std::max(run.worstOverlap, report.worstOverlap);
    if (world.time + 0.5 * world.parameters.timeStep >= size.interval * static_cast<double>(run.samples.size())) {
      run.samples.push_back(sampleOf(which, world));
    }
    steps += 1.0;
    return world.time + 0.5 * world.parameters.timeStep < size.seconds;
  };
  run.failure = failureOf(world, stepWhile(world, note));
  run.processor = threadSeconds() - began;
  run.seconds = world.time;
  run.meanOverlap /= std::max(1.0, steps - 1.0);
  run.faults = world.faultCount;
  return run;
}

double lateMean(const BenchmarkRun& run, const std::function<double(const BenchmarkSample&)>& reading) {
  double sum = 0.0;
  double count = 0.0;
  for (std::size_t i = run.samples.size() / 2; i < run.samples.size(); ++i) {
    sum += reading(run.samples[i]);
    count += 1.0;
  }
  return count > 0.0 ? sum / count : 0.0;
}

}  // namespace scree
