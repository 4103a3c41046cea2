#include "app/studies/benchmark/benchmark_start.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "app/console/load.h"
#include "app/studies/stepping.h"
#include "engine/base/random.h"
#include "engine/io/output_file.h"
#include "engine/settings/presets.h"

namespace scree {

namespace {

constexpr double kSpacing = 1.05;     // pitch of the lattice, over the larger diameter
constexpr double kSettling = 0.5;     // s, some ten times the fall over a fifth of the drum
constexpr double kBoundary = 1.5e-3;  // m: radii above it are of M2

const char* fileOf(BenchmarkCase which) {
  return which == BenchmarkCase::drum ? "drum_partcoordinates.txt" : "penetration_25kparticles.txt";
}

/// True if a cube of the lattice lies in the room of a case.
bool isInside(BenchmarkCase which, const BenchmarkSize& size, const Vec3& centre, double half) {
  if (which == BenchmarkCase::penetration) {
    return true;  // the cubes are counted out
  }
  const double x = std::abs(centre.x()) + half;
  const double z = std::abs(centre.z()) + half;
  return x * x + z * z < size.radius * size.radius;
}

/// Cubes of a lattice from below, as many as are needed.
std::vector<Vec3> cubesOf(BenchmarkCase which, const BenchmarkSize& size, double pitch, std::size_t needed) {
  const bool isDrum = which == BenchmarkCase::drum;
  const double width = isDrum ? 2.0 * size.radius : size.box.x();
  const double depth = isDrum ? size.length : size.box.y();
  const double low = isDrum ? -size.radius : size.bottom;
  const auto columns = static_cast<int>(width / pitch);
  const auto rows = static_cast<int>(depth / pitch);
  std::vector<Vec3> cubes;
  for (int k = 0; cubes.size() < needed; ++k) {
    const double z = low + (k + 0.5) * pitch;
    if (isDrum && z > size.radius) {
      throw std::runtime_error("the drum has no room for its grains");
    }
    for (int j = 0; j < rows; ++j) {
      for (int i = 0; i < columns && cubes.size() < needed; ++i) {
        const Vec3 centre((i - 0.5 * (columns - 1)) * pitch, (j - 0.5 * (rows - 1)) * pitch, z);
        if (isInside(which, size, centre, 0.5 * pitch)) {
          cubes.push_back(centre);
        }
      }
    }
  }
  return cubes;
}

/// Large grains in cubes chosen at random, eight small ones in each of the others.
BenchmarkStart latticeOf(BenchmarkCase which, const BenchmarkSize& size, int seed) {
  const bool isDrum = which == BenchmarkCase::drum;
  const double pitch = kSpacing * 2.0 * (isDrum ? size.radii[1] : 2.0 * size.radii[0]);
  std::size_t large = size.counts[1];
  std::size_t small = size.counts[0];
  const std::vector<Vec3> cubes = cubesOf(which, size, pitch, large + (small + 7) / 8);
  Random random(static_cast<std::uint64_t>(seed));
  BenchmarkStart start;
  std::size_t left = cubes.size();
  for (const Vec3& cube : cubes) {
    const bool isLarge = random.uniform() * static_cast<double>(left--) < static_cast<double>(large);
    if (isLarge) {
      --large;
      start.grains[1].push_back({cube, size.radii[1]});
      continue;
    }
    const double slack = 0.25 * pitch - size.radii[0];
    for (int corner = 0; corner < 8 && small > 0; ++corner, --small) {
      const Vec3 side((corner & 1) != 0 ? 1.0 : -1.0, (corner & 2) != 0 ? 1.0 : -1.0, (corner & 4) != 0 ? 1.0 : -1.0);
      const Vec3 jitter(random.uniform(-slack, slack), random.uniform(-slack, slack), random.uniform(-slack, slack));
      start.grains[0].push_back({cube + 0.25 * pitch * side + 0.9 * jitter, size.radii[0]});
    }
  }
  return start;
}

BenchmarkStart grainsOf(const World& world) {
  BenchmarkStart start;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const bool isSecond = world.particles.radius[i] > kBoundary;
    start.grains[isSecond ? 1 : 0].push_back({world.particles.position[i], world.particles.radius[i]});
  }
  return start;
}

}  // namespace

BenchmarkStart publishedStart(BenchmarkCase which, const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / fileOf(which);
  std::ifstream file(path);
  if (!file) {
    throw std::runtime_error(fmt::format("{}: not found", path.string()));
  }
  BenchmarkStart start;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    BenchmarkGrain grain;
    std::string rest;
    if (words >> grain.radius >> grain.position.x() >> grain.position.y() >> grain.position.z() && !(words >> rest)) {
      start.grains[grain.radius > kBoundary ? 1 : 0].push_back(grain);
    }
  }
  const BenchmarkSize size = sizeOf(which, false);
  if (start.grains[0].size() != size.counts[0] || start.grains[1].size() != size.counts[1]) {
    throw std::runtime_error(fmt::format("{}: {} and {} grains of M1 and M2, where the published file has {} and {}",
                                         path.string(), start.grains[0].size(), start.grains[1].size(), size.counts[0],
                                         size.counts[1]));
  }
  return start;
}

std::optional<BenchmarkStart> filledStart(BenchmarkCase which, const BenchmarkSize& size, int seed,
                                          const std::filesystem::path& folder) {
  const BenchmarkStart loose = latticeOf(which, size, seed);
  writeFileAtomically(folder / "m1.csv", grainTable(loose.grains[0]));
  writeFileAtomically(folder / "m2.csv", grainTable(loose.grains[1]));
  const std::filesystem::path file = folder / "settle.yaml";
  writeFileAtomically(file, benchmarkScene(which, size, BenchmarkStiffness::hard, false));
  std::optional<Scene> scene = loadOrExplain(file.string(), {});
  if (!scene) {
    return std::nullopt;
  }
  World world = std::move(scene->world);
  applyPreset(world.parameters, Preset::fast);
  world.parameters.threads = 1;
  const SteppingEnd end = stepWhile(world, [&](const StepReport&) { return world.time < kSettling; });
  return end == SteppingEnd::signal ? std::nullopt : std::optional(grainsOf(world));
}

}  // namespace scree
