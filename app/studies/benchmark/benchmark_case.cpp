#include "app/studies/benchmark/benchmark_case.h"

#include <fmt/format.h>

#include <iterator>

namespace scree {

namespace {

std::string drumText(const BenchmarkSize& size, bool moves) {
  std::string text = fmt::format(
      "bodies:\n  drum:\n    shapes:\n      - hollow_cylinder: {{diameter: {} m, length: {} m, axis: y, material: "
      "steel}}\n",
      2.0 * size.radius, size.length);
  if (moves) {
    text += fmt::format("    motion:\n      - rotate: {{axis: y, speed: {} rad/s}}\n", -kBenchmarkDrumSpeed);
  }
  return text + "particles:\n  - file: {path: m2.csv, material: m2}\n  - file: {path: m1.csv, material: m1}\n";
}

std::string penetrationText(const BenchmarkSize& size, bool moves) {
  std::string text = fmt::format(
      "bodies:\n  box:\n    shapes:\n      - container: {{size: [{0}, {1}, {2}], position: [0, 0, {3}], open: [+z], "
      "material: steel}}\n"
      "particles:\n  - file: {{path: m1.csv, material: m1}}\n",
      size.box.x(), size.box.y(), size.box.z(), size.bottom + 0.5 * size.box.z());
  if (moves) {
    text += fmt::format("  - sphere: {{diameter: {} m, position: [0, 0, {}], velocity: [0, 0, {}], material: steel}}\n",
                        2.0 * kBallRadius, kBallHeight, -kBallSpeed);
  }
  return text;
}

}  // namespace

BenchmarkSize sizeOf(BenchmarkCase which, bool quick) {
  BenchmarkSize size{.radii = {0.001, 0.002}};
  if (which == BenchmarkCase::drum) {
    size.radius = quick ? 0.04 : 0.1;
    size.length = quick ? 0.024 : 0.06;
    size.counts = quick ? std::array<std::size_t, 2>{1875, 500} : std::array<std::size_t, 2>{30000, 8000};
    size.seconds = quick ? 1.0 : 5.0;
    size.interval = 0.1;
    return size;
  }
  size.box = quick ? Vec3(0.04, 0.03, 0.2) : Vec3(0.1, 0.06, 0.2);
  size.bottom = -0.090243;
  size.counts = {quick ? std::size_t{1563} : std::size_t{25000}, 0};
  size.seconds = quick ? 0.02 : 0.1;
  size.interval = 1e-3;
  return size;
}

std::string benchmarkMaterialsText(BenchmarkStiffness stiffness) {
  std::string text = "materials:\n";
  for (const BenchmarkMaterial& one : kBenchmarkMaterials) {
    text += fmt::format("  {}: {{density: {} kg/m3, youngs_modulus: {} Pa, poisson_ratio: {}}}\n", one.name,
                        one.density, one.modulus(stiffness), one.poissonRatio);
  }
  text += fmt::format("default_pair: {{stiffness: hertz, restitution: {}, friction: {}}}\npairs:\n",
                      kBenchmarkRestitution[0][0], kBenchmarkFriction[0][0]);
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      if (j > 0) {
        text += fmt::format("  - {{between: [{}, {}], stiffness: hertz, restitution: {}, friction: {}}}\n",
                            kBenchmarkMaterials[static_cast<std::size_t>(i)].name,
                            kBenchmarkMaterials[static_cast<std::size_t>(j)].name, kBenchmarkRestitution[i][j],
                            kBenchmarkFriction[i][j]);
      }
    }
  }
  return text;
}

std::string benchmarkScene(BenchmarkCase which, const BenchmarkSize& size, BenchmarkStiffness stiffness, bool moves) {
  const bool isDrum = which == BenchmarkCase::drum;
  std::string text = fmt::format("scree: 1\nname: {}\ntime_step: 1 ms\nduration: {} s\ngravity: [0, 0, {} m/s2]\n",
                                 isDrum ? "Benchmark drum" : "Benchmark penetration", size.seconds, -kBenchmarkGravity);
  text += benchmarkMaterialsText(stiffness);
  return text + (isDrum ? drumText(size, moves) : penetrationText(size, moves));
}

std::string grainTable(const std::vector<BenchmarkGrain>& grains) {
  std::string text = "x,y,z,radius\n";
  for (const BenchmarkGrain& grain : grains) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", grain.position.x(), grain.position.y(),
                   grain.position.z(), grain.radius);
  }
  return text;
}

}  // namespace scree
