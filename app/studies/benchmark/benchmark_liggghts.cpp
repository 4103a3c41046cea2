#include "app/studies/benchmark/benchmark_liggghts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <sstream>

#include "app/console/signals.h"
#include "app/studies/peer/liggghts_program.h"
#include "engine/io/output_file.h"
#include "engine/settings/rayleigh_time.h"

namespace scree {

namespace {

constexpr const char* kSamples = "samples.txt";

/// Atoms with types 1 (M1), 2 (M2) and 3 (the ball, of steel).
std::string dataText(BenchmarkCase which, const BenchmarkSize& size, const BenchmarkStart& start) {
  const bool hasBall = which == BenchmarkCase::penetration;
  const std::size_t count = start.grains[0].size() + start.grains[1].size() + (hasBall ? 1 : 0);
  const double side = hasBall ? 0.2 : 1.5 * size.radius;
  std::string text = fmt::format(
      "Grains of the benchmark\n\n{} atoms\n3 atom types\n\n{} {} xlo xhi\n{} {} ylo yhi\n{} {} zlo zhi\n\nAtoms\n\n",
      count, -side, side, -side, side, -side, side);
  std::size_t id = 0;
  const auto add = [&](std::size_t type, const BenchmarkGrain& grain) {
    fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {} {}\n", ++id, type + 1, 2.0 * grain.radius,
                   kBenchmarkMaterials[type].density, grain.position.x(), grain.position.y(), grain.position.z());
  };
  for (std::size_t type = 0; type < start.grains.size(); ++type) {
    for (const BenchmarkGrain& grain : start.grains[type]) {
      add(type, grain);
    }
  }
  if (hasBall) {
    add(2, {Vec3(0.0, 0.0, kBallHeight), kBallRadius});
  }
  return text;
}

std::string pairsText(const double (&values)[3][3]) {
  std::string text;
  for (const auto& row : values) {
    for (const double value : row) {
      text += fmt::format(" {}", value);
    }
  }
  return text;
}

std::string propertiesText(BenchmarkStiffness stiffness) {
  std::string youngs;
  std::string poisson;
  for (const BenchmarkMaterial& one : kBenchmarkMaterials) {
    youngs += fmt::format(" {}", one.modulus(stiffness));
    poisson += fmt::format(" {}", one.poissonRatio);
  }
  return fmt::format(
      "fix p1 all property/global youngsModulus peratomtype{}\nfix p2 all property/global poissonsRatio peratomtype{}\n"
      "fix p3 all property/global coefficientRestitution peratomtypepair 3{}\n"
      "fix p4 all property/global coefficientFriction peratomtypepair 3{}\n",
      youngs, poisson, pairsText(kBenchmarkRestitution), pairsText(kBenchmarkFriction));
}

std::string wallsText(BenchmarkCase which, const BenchmarkSize& size) {
  constexpr const char* kWall = "all wall/gran model hertz tangential history";
  if (which == BenchmarkCase::drum) {
    return fmt::format(
        "fix cad all mesh/surface file drum.stl type 3\nfix walls {} mesh n_meshes 1 meshes cad\n"
        "fix turning all move/mesh mesh cad rotate origin 0. 0. 0. axis 0. -1. 0. period {:.17g}\n",
        kWall, 2.0 * std::numbers::pi / kBenchmarkDrumSpeed);
  }
  std::string text;
  const std::array<std::pair<const char*, double>, 5> planes = {{{"xplane", -0.5 * size.box.x()},
                                                                 {"xplane", 0.5 * size.box.x()},
                                                                 {"yplane", -0.5 * size.box.y()},
                                                                 {"yplane", 0.5 * size.box.y()},
                                                                 {"zplane", size.bottom}}};
  for (std::size_t i = 0; i < planes.size(); ++i) {
    text += fmt::format("fix wall{} {} primitive type 3 {} {}\n", i, kWall, planes[i].first, planes[i].second);
  }
  return text;
}

std::string samplesText(BenchmarkCase which, long every, double timeStep) {
  std::string text = fmt::format("variable t equal step*{:.17g}\n", timeStep);
  if (which == BenchmarkCase::drum) {
    text +=
        "group m1 type 1\ngroup m2 type 2\nregion one block 0. 1. -1. 1. 0. 1. units box\n"
        "region two block -1. 0. -1. 1. -1. 0. units box\n"
        "variable a equal count(m1,one)\nvariable b equal count(m2,one)\n"
        "variable c equal count(m1,two)\nvariable d equal count(m2,two)\n";
    return text + fmt::format("fix told all print {} \"$t $a $b $c $d\" file {} screen no\n", every, kSamples);
  }
  text += fmt::format("group ball type 3\nvelocity ball set 0. 0. {}\nvariable a equal xcm(ball,z)\n", -kBallSpeed);
  return text + fmt::format("fix told all print {} \"$t $a\" file {} screen no\n", every, kSamples);
}

std::string inputText(BenchmarkCase which, const BenchmarkSize& size, BenchmarkStiffness stiffness) {
  const auto every = static_cast<long>(std::ceil(size.interval / liggghtsStep(which, size, stiffness)));
  const double timeStep = size.interval / static_cast<double>(every);
  const auto steps = every * std::lround(size.seconds / size.interval);
  std::string text = liggghtsHead() + "neighbor 0.001 bin\nneigh_modify delay 0\n";
  text += propertiesText(stiffness);
  text += fmt::format(
      "pair_style gran model hertz tangential history\npair_coeff * *\ntimestep {:.17g}\n"
      "fix gravity all gravity {} vector 0. 0. -1.\n",
      timeStep, kBenchmarkGravity);
  text += wallsText(which, size);
  text += "fix motion all nve/sphere\n";
  text += samplesText(which, every, timeStep);
  return text + fmt::format("thermo {}\nthermo_modify lost ignore norm no\nrun {}\n", every, steps);
}

std::vector<BenchmarkSample> samplesIn(BenchmarkCase which, const std::filesystem::path& path) {
  std::vector<BenchmarkSample> samples;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    BenchmarkSample sample;
    std::array<double, 4> values{};
    const std::size_t wanted = which == BenchmarkCase::drum ? 4 : 1;
    bool isWhole = static_cast<bool>(words >> sample.time);
    for (std::size_t i = 0; i < wanted; ++i) {
      isWhole = isWhole && static_cast<bool>(words >> values[i]);
    }
    if (!isWhole) {
      continue;  // the headline
    }
    const auto count = [&](std::size_t i) { return static_cast<std::size_t>(std::max(0.0, values[i])); };
    sample.zones = {{count(0), count(1)}, {count(2), count(3)}};
    sample.ballHeight = values[0];
    samples.push_back(sample);
  }
  return samples;
}

}  // namespace

double liggghtsStep(BenchmarkCase which, const BenchmarkSize& size, BenchmarkStiffness stiffness) {
  double shortest = 1.0;
  const auto take = [&](const BenchmarkMaterial& material, double radius) {
    const double rayleigh =
        radius * rayleighRatio(material.modulus(stiffness), material.poissonRatio, material.density);
    shortest = std::min(shortest, kLiggghtsShare * rayleigh);
  };
  take(kBenchmarkMaterials[0], size.radii[0]);
  if (which == BenchmarkCase::drum) {
    take(kBenchmarkMaterials[1], size.radii[1]);
  } else {
    take(kBenchmarkMaterials[2], kBallRadius);
  }
  return shortest;
}

BenchmarkRun liggghtsRun(BenchmarkCase which, const BenchmarkSize& size, const BenchmarkStart& start,
                         const BenchmarkWay& way, int seed, const std::filesystem::path& folder) {
  BenchmarkRun run{.which = which, .way = way.name, .what = way.what, .seed = seed};
  writeFileAtomically(folder / "particles.data", dataText(which, size, start));
  if (which == BenchmarkCase::drum) {
    writeFileAtomically(folder / "drum.stl",
                        stlText(drumShell(size.radius, size.length) + drumCaps(size.radius, size.length)));
  }
  const std::optional<double> processor = runLiggghts(folder, inputText(which, size, way.stiffness));
  run.samples = samplesIn(which, folder / kSamples);
  if (!processor || signalReceived() != 0) {
    run.failure = liggghtsFailure(folder);
    return run;
  }
  run.processor = *processor;
  run.seconds = size.seconds;
  return run;
}

}  // namespace scree
