#include "app/studies/silo/silo_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/console/load.h"
#include "app/studies/peer/liggghts_program.h"
#include "app/studies/stepping.h"
#include "engine/base/clock.h"
#include "engine/base/random.h"
#include "engine/io/output_file.h"
#include "engine/settings/presets.h"

namespace scree {

namespace {

constexpr double kPitch = 1.06;     // of the lattice, in diameters
constexpr int kSides = 96;          // of the round walls
constexpr double kDrop = 0.05;      // m below the floor, from where grains are gone
constexpr double kFirstLeft = 0.1;  // share that has left when the rate begins to count
constexpr double kLastLeft = 0.5;   // and when it ends
constexpr double kBeverloo = 0.58;  // C
constexpr double kEmptyRing = 1.4;  // k

bool isAt(const World& world, double time) { return world.time + 0.5 * world.parameters.timeStep >= time; }

double massOf(const std::vector<BenchmarkGrain>& grains) {
  double mass = 0.0;
  for (const BenchmarkGrain& grain : grains) {
    mass += kBenchmarkMaterials[0].density * sphereVolume(grain.radius);
  }
  return mass;
}

std::vector<BenchmarkGrain> latticeOf(const SiloSize& size, int seed) {
  const double pitch = kPitch * 2.0 * size.grainRadius;
  const double slack = 0.9 * (0.5 * pitch - size.grainRadius);
  const auto across = static_cast<int>(2.0 * size.radius / pitch);
  Random random(static_cast<std::uint64_t>(seed));
  std::vector<BenchmarkGrain> grains;
  for (int k = 0; grains.size() < size.grains; ++k) {
    for (int j = 0; j < across; ++j) {
      for (int i = 0; i < across && grains.size() < size.grains; ++i) {
        const Vec3 cell((i - 0.5 * (across - 1)) * pitch, (j - 0.5 * (across - 1)) * pitch, (k + 0.5) * pitch);
        if (std::hypot(cell.x(), cell.y()) + 0.5 * pitch < size.radius * std::cos(std::numbers::pi / kSides)) {
          const Vec3 jitter(random.uniform(-slack, slack), random.uniform(-slack, slack),
                            random.uniform(-slack, slack));
          grains.push_back({cell + jitter, size.grainRadius});
        }
      }
    }
  }
  return grains;
}

SiloStart startOf(const World& world, const SiloSize& size) {
  SiloStart start;
  double height = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    start.grains.push_back({world.particles.position[i], world.particles.radius[i]});
    height += world.particles.position[i].z();
  }
  height /= std::max(1.0, static_cast<double>(start.grains.size()));
  start.bulkDensity = massOf(start.grains) / (std::numbers::pi * size.radius * size.radius * 2.0 * height);
  return start;
}

}  // namespace

SiloSize siloSizeOf(bool quick) {
  if (quick) {
    return {.radius = 0.04,
            .height = 0.4,
            .grains = 3000,
            .orifices = {0.012, 0.016},
            .settling = 0.6,
            .seconds = 2.0,
            .interval = 0.02};
  }
  return {.radius = 0.1,
          .height = 0.8,
          .grains = 100000,
          .orifices = {0.02, 0.03},
          .settling = 0.8,
          .seconds = 5.0,
          .interval = 0.05};
}

double beverlooRate(double bulkDensity, double gravity, double orificeDiameter, double grainDiameter) {
  const double open = std::max(0.0, orificeDiameter - kEmptyRing * grainDiameter);
  return kBeverloo * bulkDensity * std::sqrt(gravity) * std::pow(open, 2.5);
}

double rateOf(const std::vector<SiloSample>& samples, double total) {
  double count = 0.0;
  double time = 0.0;
  double mass = 0.0;
  double square = 0.0;
  double product = 0.0;
  for (const SiloSample& sample : samples) {
    if (sample.mass >= kFirstLeft * total && sample.mass <= kLastLeft * total) {
      count += 1.0;
      time += sample.time;
      mass += sample.mass;
      square += sample.time * sample.time;
      product += sample.time * sample.mass;
    }
  }
  return count < 3.0 ? 0.0 : (count * product - time * mass) / (count * square - time * time);
}

std::string siloScene(const SiloSize& size, BenchmarkStiffness stiffness, bool isOpen) {
  std::string text = fmt::format("scree: 1\nname: Silo\ntime_step: 1 ms\nduration: {} s\ngravity: [0, 0, {} m/s2]\n",
                                 size.seconds, -kBenchmarkGravity);
  text += benchmarkMaterialsText(stiffness);
  text +=
      "bodies:\n  silo:\n    shapes:\n      - mesh: {file: silo.stl, material: steel}\n"
      "particles:\n  - file: {path: m1.csv, material: m1}\n";
  if (isOpen) {
    text += fmt::format("sinks:\n  below:\n    position: [0, 0, {}]\n    size: [4, 4, 1]\n", -kDrop - 0.5);
  }
  return text;
}

std::string siloMesh(const SiloSize& size, double orifice) {
  std::string facets;
  const auto corner = [](double radius, int place, double z) {
    const double angle = 2.0 * std::numbers::pi * place / kSides;
    return Vec3(radius * std::cos(angle), radius * std::sin(angle), z);
  };
  for (int i = 0; i < kSides; ++i) {
    const Vec3 a = corner(size.radius, i, 0.0);
    const Vec3 b = corner(size.radius, i + 1, 0.0);
    const Vec3 c = corner(size.radius, i + 1, size.height);
    const Vec3 d = corner(size.radius, i, size.height);
    facets += facetText(a, c, b) + facetText(a, d, c);
    const Vec3 inner = corner(orifice, i, 0.0);
    facets += facetText(inner, a, b);
    if (orifice > 0.0) {
      facets += facetText(inner, b, corner(orifice, i + 1, 0.0));
    }
  }
  return stlText(facets);
}

std::optional<SiloStart> siloStart(const SiloSize& size, int seed, const std::filesystem::path& folder) {
  writeFileAtomically(folder / "m1.csv", grainTable(latticeOf(size, seed)));
  writeFileAtomically(folder / "silo.stl", siloMesh(size, 0.0));
  const std::filesystem::path file = folder / "fill.yaml";
  writeFileAtomically(file, siloScene(size, BenchmarkStiffness::hard, false));
  std::optional<Scene> scene = loadOrExplain(file.string(), {});
  if (!scene) {
    return std::nullopt;
  }
  World world = std::move(scene->world);
  applyPreset(world.parameters, Preset::fast);
  world.parameters.threads = 1;
  const SteppingEnd end = stepWhile(world, [&](const StepReport&) { return !isAt(world, size.settling); });
  return end == SteppingEnd::done ? std::optional(startOf(world, size)) : std::nullopt;
}

SiloRun siloRun(const SiloSize& size, const SiloStart& start, double orifice, const SiloWay& way, int seed,
                const std::filesystem::path& folder) {
  SiloRun run{.way = way.name,
              .what = way.what,
              .orifice = orifice,
              .seed = seed,
              .bulkDensity = start.bulkDensity,
              .grainRadius = size.grainRadius};
  writeFileAtomically(folder / "m1.csv", grainTable(start.grains));
  writeFileAtomically(folder / "silo.stl", siloMesh(size, orifice));
  const std::filesystem::path file = folder / "scene.yaml";
  writeFileAtomically(file, siloScene(size, way.stiffness, true));
  std::optional<Scene> scene = loadOrExplain(file.string(), way.settings);
  if (!scene) {
    run.failure = "the scene does not load";
    return run;
  }
  World world = std::move(scene->world);
  world.parameters.threads = 1;
  const double total = massOf(start.grains);
  const double began = threadSeconds();
  const SteppingEnd end = stepWhile(world, [&](const StepReport& report) {
    run.worstOverlap = std::max(run.worstOverlap, report.worstOverlap);
    const double left = world.sinks.front().mass;
    if (isAt(world, size.interval * static_cast<double>(run.samples.size()))) {
      run.samples.push_back({world.time, left});
    }
    return !isAt(world, size.seconds) && left < 0.6 * total;
  });
  run.processor = threadSeconds() - began;
  run.seconds = world.time;
  run.faults = world.faultCount;
  run.failure = failureOf(world, end);
  return run;
}

}  // namespace scree
