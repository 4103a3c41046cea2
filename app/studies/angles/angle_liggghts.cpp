#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <sstream>

#include "app/console/signals.h"
#include "app/studies/angles/angle_run.h"
#include "app/studies/peer/liggghts_program.h"
#include "engine/io/output_file.h"
#include "engine/settings/rayleigh_time.h"

namespace scree {

namespace {

/// Steps of a run: a sample falls on a step.
struct Steps {
  double length = 0.0;  // s
  long every = 1;       // between samples
  long first = 0;       // of the first sample
  long all = 0;
};

Steps stepsOf(AngleCase which, const AngleSize& size) {
  const bool hasSmall = which == AngleCase::collapse || which == AngleCase::drum;
  const double radius = 0.5 * (hasSmall ? kAngleSmallDiameter : kAngleDiameter);
  const double longest = kLiggghtsShare * radius * rayleighRatio(kAngleModulus, kAnglePoisson, kAngleDensity);
  Steps steps;
  steps.every = static_cast<long>(std::ceil(size.interval / longest));
  steps.length = size.interval / static_cast<double>(steps.every);
  steps.first = std::lround(size.from / steps.length);
  steps.all = std::lround(size.seconds / steps.length);
  return steps;
}

/// The first grains of some, in a box around all of them, where others can be added. It is no larger than they need:
/// LIGGGHTS widens it, and clears all its cells with each search.
std::string dataText(const std::vector<AngleGrain>& all, std::size_t count) {
  Vec3 low = all.front().position;
  Vec3 high = low;
  for (const AngleGrain& grain : all) {
    low = low.cwiseMin(grain.position);
    high = high.cwiseMax(grain.position);
  }
  low.array() -= 2.0 * kAngleDiameter;
  high.array() += 2.0 * kAngleDiameter;
  std::string text =
      fmt::format("Grains\n\n{} atoms\n3 atom types\n\n{} {} xlo xhi\n{} {} ylo yhi\n{} {} zlo zhi\n\nAtoms\n\n", count,
                  low.x(), high.x(), low.y(), high.y(), low.z(), high.z());
  for (std::size_t i = 0; i < count; ++i) {
    const AngleGrain& grain = all[i];
    fmt::format_to(std::back_inserter(text), "{} 1 {} {} {} {} {}\n", i + 1, 2.0 * grain.radius, kAngleDensity,
                   grain.position.x(), grain.position.y(), grain.position.z());
  }
  return text;
}

/// Nine values of pairs of grains (1), rough walls (2) and smooth walls (3).
std::string pairsText(double rough, double smooth) {
  return fmt::format(" 3 {0} {0} {1} {0} {0} {1} {1} {1} {1}\n", rough, smooth);
}

std::string pairLawsText() {
  return fmt::format(
             "fix p1 all property/global youngsModulus peratomtype {0} {0} {0}\n"
             "fix p2 all property/global poissonsRatio peratomtype {1} {1} {1}\n",
             kAngleModulus, kAnglePoisson) +
         "fix p3 all property/global coefficientRestitution peratomtypepair" +
         pairsText(kAngleRestitution, kAngleRestitution) +
         "fix p4 all property/global coefficientFriction "
         "peratomtypepair" +
         pairsText(kAngleFriction, 0.0) + "fix p5 all property/global coefficientRollingFriction peratomtypepair" +
         pairsText(kAngleRolling, 0.0) +
         "pair_style gran model hertz tangential history rolling_friction epsd2\npair_coeff * *\n";
}

constexpr const char* kWall = "all wall/gran model hertz tangential history rolling_friction epsd2";

std::string planeText(int number, int type, const char* plane, double place) {
  return fmt::format("fix wall{} {} primitive type {} {} {}\n", number, kWall, type, plane, place);
}

std::string wallsText(AngleCase which, const AngleSize& size) {
  constexpr int kRough = 2;
  constexpr int kSmooth = 3;
  if (which == AngleCase::drum) {
    const std::string turn =
        fmt::format("rotate origin 0. 0. 0. axis 0. 1. 0. period {:.17g}\n", 2.0 * std::numbers::pi / size.speed);
    return fmt::format(
               "fix shell all mesh/surface file shell.stl type {}\nfix caps all mesh/surface file caps.stl "
               "type {}\nfix walls {} mesh n_meshes 2 meshes shell caps\n",
               kRough, kSmooth, kWall) +
           "fix turning1 all move/mesh mesh shell " + turn + "fix turning2 all move/mesh mesh caps " + turn;
  }
  std::string text = planeText(0, kRough, "zplane", 0.0);
  const double half = 0.5 * size.width;
  if (which == AngleCase::column) {
    text += planeText(1, kRough, "xplane", -half) + planeText(2, kRough, "xplane", half) +
            planeText(3, kRough, "yplane", -half) + planeText(4, kRough, "yplane", half);
  } else if (which == AngleCase::collapse) {
    text += planeText(1, kSmooth, "xplane", 0.0) + planeText(2, kSmooth, "yplane", -half) +
            planeText(3, kSmooth, "yplane", half);
  }
  return text;
}

/// Runs between grains that are added, each at the step nearest to its time.
std::string feedText(const std::vector<AngleGrain>& feed, const Steps& steps, long& done) {
  std::string text;
  for (std::size_t i = 1; i < feed.size(); ++i) {
    const AngleGrain& grain = feed[i];
    const long step = std::lround((grain.time - feed.front().time) / steps.length);
    if (step > done) {
      fmt::format_to(std::back_inserter(text), "run {}\n", step - done);
      done = step;
    }
    fmt::format_to(std::back_inserter(text),
                   "create_atoms 1 single {} {} {} units box\ngroup new id {}\nset group new diameter {} density {}\n"
                   "velocity new set {} {} {}\ngroup new delete\n",
                   grain.position.x(), grain.position.y(), grain.position.z(), i + 1, 2.0 * grain.radius, kAngleDensity,
                   grain.velocity.x(), grain.velocity.y(), grain.velocity.z());
  }
  return text;
}

std::string inputText(AngleCase which, const AngleSize& size, const std::vector<AngleGrain>& start,
                      const Steps& steps) {
  std::string text =
      liggghtsHead() + "neighbor 0.003 bin\nneigh_modify delay 0\n" + pairLawsText() +
      fmt::format("timestep {:.17g}\nfix gravity all gravity {} vector 0. 0. -1.\n", steps.length, kAngleGravity) +
      wallsText(which, size) + "fix motion all nve/sphere\nthermo 100000\n" + "thermo_modify lost ignore norm no\n";
  long done = 0;
  if (which == AngleCase::pile) {
    const Vec3& v = start.front().velocity;
    text += fmt::format("velocity all set {} {} {}\n", v.x(), v.y(), v.z()) + feedText(start, steps, done);
  }
  text += fmt::format("run {}\n", std::max(0L, steps.first - done));
  return text + fmt::format(
                    "dump places all custom {} places.txt id x y z radius\ndump_modify places sort id\n"
                    "run {}\n",
                    steps.every, steps.all - steps.first);
}

/// Frames of a dump.
std::vector<AngleSample> samplesIn(AngleCase which, const AngleSize& size, const Steps& steps,
                                   const std::filesystem::path& path) {
  std::vector<AngleSample> samples;
  std::ifstream file(path);
  double time = 0.0;
  Particles particles;
  const auto close = [&] {
    if (particles.size() > 0) {
      samples.push_back({time, angleValues(which, size, particles)});
      particles = {};
    }
  };
  bool isPlaces = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("ITEM:")) {
      isPlaces = line.starts_with("ITEM: ATOMS");
      if (line.starts_with("ITEM: TIMESTEP")) {
        close();
        std::getline(file, line);
        time = std::stod(line) * steps.length;
      }
      continue;
    }
    std::istringstream words(line);
    long id = 0;
    Particle particle;
    if (isPlaces &&
        words >> id >> particle.position.x() >> particle.position.y() >> particle.position.z() >> particle.radius) {
      particle.mass = kAngleDensity * sphereVolume(particle.radius);
      particles.add(particle);
    }
  }
  close();
  return samples;
}

}  // namespace

AngleRun angleLiggghtsRun(AngleCase which, const AngleSize& size, const std::vector<AngleGrain>& start,
                          const AngleWay& way, int seed, const std::filesystem::path& folder) {
  AngleRun run{.which = which, .way = way.name, .seed = seed};
  const Steps steps = stepsOf(which, size);
  writeFileAtomically(folder / "particles.data", dataText(start, which == AngleCase::pile ? 1 : start.size()));
  if (which == AngleCase::drum) {
    writeFileAtomically(folder / "shell.stl", stlText(drumShell(size.radius, size.length)));
    writeFileAtomically(folder / "caps.stl", stlText(drumCaps(size.radius, size.length)));
  }
  const std::optional<double> processor = runLiggghts(folder, inputText(which, size, start, steps));
  if (!processor || signalReceived() != 0) {
    run.failure = liggghtsFailure(folder);
    return run;
  }
  run.samples = samplesIn(which, size, steps, folder / "places.txt");
  run.processor = *processor;
  run.seconds = size.seconds;
  return run;
}

}  // namespace scree
