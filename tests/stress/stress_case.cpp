#include "tests/stress/stress_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "engine/base/random.h"

namespace scree::stress {

namespace {

constexpr double kStressGravity = 9.81;
constexpr double kSmallDensity = 2500.0;  // kg/m³
constexpr double kHeaviest = 20000.0;     // kg/m³
constexpr double kMostTension = 10.0;     // N/m
/// Of a drum over the large grains' diameter: the highest lattice, 8.2 d, with what falls onto it fits in where the
/// drum is as wide as the lattice.
constexpr double kDrumWidth = 13.0;

double logarithmic(Random& random, double from, double to) { return from * std::pow(to / from, random.uniform()); }

template <std::size_t N>
const char* oneOf(Random& random, const std::array<const char*, N>& names) {
  return names[std::min(N - 1, static_cast<std::size_t>(random.uniform() * N))];
}

/// Density of the large grains [kg/m³]: the mass ratio as far as sizes leave it open.
double largeDensity(const Case& c) {
  return std::clamp(kSmallDensity * c.massRatio / std::pow(c.sizeRatio, 3), 500.0, kHeaviest);
}

/// Speed that a grain gets while it falls through half its diameter.
double naturalSpeed(const Case& c) { return std::sqrt(kStressGravity * c.diameter); }

/// Grains on a lattice from `bottom` up.
void addGrains(const Case& c, const Room& room, double diameter, double bottom, double spread, std::size_t most,
               const char* material, Random& random, std::string& text) {
  const double pitch = 1.08 * diameter;
  // A drum is narrower at its bottom.
  const double half = std::min(room.halfX, c.wall == "drum" ? 0.5 * room.height : room.halfX) * spread;
  const double deep = room.halfY * (c.wall == "drum" ? 1.0 : spread);
  const auto nx = std::max(1, static_cast<int>(2.0 * half / pitch + 0.01));
  const auto ny = std::max(1, static_cast<int>(2.0 * deep / pitch - 0.1));
  std::size_t made = 0;
  for (int layer = 0; made < most; ++layer) {
    for (int j = 0; j < ny && made < most; ++j) {
      for (int i = 0; i < nx && made < most; ++i) {
        const auto shake = [&] { return 0.03 * diameter * (2.0 * random.uniform() - 1.0); };
        const double x = (i - 0.5 * (nx - 1)) * pitch + shake();
        const double y = (j - 0.5 * (ny - 1)) * pitch + shake();
        const double z = bottom + (layer + 0.55) * pitch;
        text += fmt::format("  - sphere: {{diameter: {:.9g}, position: [{:.9g}, {:.9g}, {:.9g}], material: {}}}\n",
                            diameter, x, y, z, material);
        ++made;
      }
    }
  }
}

/// Height of a lattice of so many grains [m].
double heightOf(const Case& c, const Room& room, double diameter, double spread, std::size_t count) {
  const double pitch = 1.08 * diameter;
  const double half = std::min(room.halfX, c.wall == "drum" ? 0.5 * room.height : room.halfX) * spread;
  const double deep = room.halfY * (c.wall == "drum" ? 1.0 : spread);
  const auto nx = std::max(1, static_cast<int>(2.0 * half / pitch + 0.01));
  const auto ny = std::max(1, static_cast<int>(2.0 * deep / pitch - 0.1));
  return pitch * std::ceil(static_cast<double>(count) / (nx * ny));
}

/// Keys of the pair for what attracts.
std::string cohesionOf(const Case& c) {
  if (c.bond == 0.0) {
    return "";
  }
  const double radius = 0.5 * c.diameter / c.sizeRatio;
  const double force = c.bond * kSmallDensity * kStressGravity * 4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3);
  if (c.bridgeVolume == 0.0) {
    return fmt::format(", pull_off: {:.9g}", force);
  }
  return fmt::format(", surface_tension: {:.9g}, bridge_volume: {:.9g}, contact_angle: {:.9g} deg{}",
                     force / (2.0 * std::numbers::pi * radius), c.bridgeVolume * std::pow(radius, 3), c.contactAngle,
                     c.simpleBridges ? ", simple_bridges: true" : "");
}

/// Two full turns or swings of a wall that moves.
std::string motionOf(const Case& c) {
  const double speed = naturalSpeed(c);
  if (c.load == "sheared" && c.wall == "drum") {
    return fmt::format("    motion:\n      - rotate: {{axis: y, point: [0, 0, {:.9g}], speed: {:.9g}}}\n",
                       0.5 * roomOf(c).height, 2.0 * speed / roomOf(c).height);
  }
  if (c.load != "shaken" && c.load != "sheared") {
    return "";
  }
  const double period = 4.0 * std::sqrt(c.diameter / kStressGravity);
  std::string text = fmt::format("    motion:\n      - translate:\n          direction: {}\n          course:\n",
                                 c.load == "shaken" ? "z" : "x");
  constexpr int kSwings = 40;
  for (int i = 0; i <= 2 * kSwings; ++i) {
    text += fmt::format("            - {{time: {:.9g}, speed: {:.9g}}}\n", (0.5 * i + 0.25) * period,
                        i % 2 == 0 ? 0.5 * speed : -0.5 * speed);
  }
  return text;
}

std::string wallOf(const Case& c, const std::string& mesh) {
  const Room room = roomOf(c);
  std::string shape;
  if (c.wall == "drum") {
    shape = fmt::format("hollow_cylinder: {{diameter: {:.9g}, length: {:.9g}, axis: y, material: steel", room.height,
                        2.0 * room.halfY);
  } else if (c.wall == "box") {
    shape = fmt::format("container: {{size: [{:.9g}, {:.9g}, {:.9g}], material: steel", 2.0 * room.halfX,
                        2.0 * room.halfY, room.height);
  } else {
    shape = fmt::format("mesh: {{file: {}, material: steel", mesh);
  }
  const std::string place = c.wall == "mesh" ? "" : fmt::format(", position: [0, 0, {:.9g}]", 0.5 * room.height);
  return fmt::format("  wall:\n    shapes:\n      - {}{}}}\n", shape, place) + motionOf(c);
}

}  // namespace

Case caseOf(std::uint64_t number) {
  Random random(0x5ca1ab1eULL + number);
  Case c;
  c.number = number;
  c.hertz = random.uniform() < 0.5;
  c.stiffness = c.hertz ? logarithmic(random, 1e6, 2e11) : logarithmic(random, 1e3, 1e8);
  c.diameter = logarithmic(random, 1e-4, 4.0);
  c.sizeRatio = random.uniform() < 0.3 ? 1.0 : logarithmic(random, 1.0, 50.0);
  c.massRatio = logarithmic(random, 1.0, 1e5);
  c.timeStep = logarithmic(random, 1e-4, 1e-2);
  c.restitution = random.uniform() < 0.3 ? 0.0 : 0.9 * random.uniform();
  c.load = oneOf(random, std::array{"dropped", "pressed", "sheared", "shaken", "poured"});
  c.wall = oneOf(random, std::array{"box", "drum", "mesh"});
  c.preset = oneOf(random, std::array{"fast", "accurate", "paper-warm"});
  c.merging = random.uniform() < 0.5;
  if (c.load == "pressed" && c.wall == "drum") {
    c.wall = "box";  // a plate needs a floor
  }
  return c;
}

Case wetCaseOf(std::uint64_t number) {
  Case c = caseOf(number);
  Random random(0x3a7e4ULL + number);
  // Of a liquid no more tense than a scene may have, which holds large grains weakly.
  const double strongest =
      kMostTension / (kSmallDensity * kStressGravity * 2.0 / 3.0 * std::pow(0.5 * c.diameter / c.sizeRatio, 2));
  c.bond = logarithmic(random, 1e-2, 1e3);
  c.bridgeVolume = random.uniform() < 0.25 ? 0.0 : logarithmic(random, 1e-4, 0.1);
  c.bond = c.bridgeVolume > 0.0 ? std::min(c.bond, strongest) : c.bond;
  c.contactAngle = random.uniform() < 0.5 ? 0.0 : 50.0 * random.uniform();
  c.simpleBridges = random.uniform() < 0.25;
  return c;
}

Room roomOf(const Case& c) {
  return {.halfX = 2.4 * c.diameter,
          .halfY = 2.4 * c.diameter,
          .height = (c.wall == "drum" ? kDrumWidth : 14.0) * c.diameter};
}

std::string sceneOf(const Case& c, const std::string& mesh) {
  Random random(0xf00dULL + c.number);
  const Room room = roomOf(c);
  const double small = c.diameter / c.sizeRatio;
  std::string text = fmt::format(
      "scree: 1\nname: {}\nduration: 1\ntime_step: {:.9g}\nseed: 1\nsolver: {{preset: {}}}\nreduction: {{merging: "
      "{}}}\n"
      "materials:\n  light: {{density: {:.9g}{}}}\n  heavy: {{density: {:.9g}{}}}\n  steel: {{density: 7800{}}}\n"
      "default_pair: {{restitution: {:.9g}, friction: 0.5, rolling_resistance: 0.1, {}damping_time: 1 ms{}}}\n",
      describe(c), c.timeStep, c.preset, c.merging ? "on" : "off", kSmallDensity,
      c.hertz ? fmt::format(", youngs_modulus: {:.9g}, poisson_ratio: 0.25", c.stiffness) : "", largeDensity(c),
      c.hertz ? fmt::format(", youngs_modulus: {:.9g}, poisson_ratio: 0.25", c.stiffness) : "",
      c.hertz ? ", youngs_modulus: 210e9, poisson_ratio: 0.3" : "", c.restitution,
      c.hertz ? "stiffness: hertz, " : fmt::format("stiffness: {:.9g}, ", c.stiffness), cohesionOf(c));
  text += "bodies:\n" + wallOf(c, mesh);
  constexpr std::size_t kLarge = 24;
  const std::size_t smalls = c.sizeRatio > 1.3 ? 60 : 0;
  const bool isDrum = c.wall == "drum";
  const double spread = isDrum ? 0.45 : 0.95;
  // Without a fall the grains begin just above the floor.
  const double bottom = (isDrum ? 0.8 : 0.02) * c.diameter + (c.load == "dropped" ? 2.0 * c.diameter : 0.0);
  const std::size_t large = c.load == "poured" ? 4 : kLarge;
  double top = bottom;
  std::string grains = "particles:\n";
  if (smalls > 0) {
    addGrains(c, room, small, bottom, spread, smalls, "light", random, grains);
    top += heightOf(c, room, small, spread, smalls);
  }
  addGrains(c, room, c.diameter, top, spread, large, "heavy", random, grains);
  top += heightOf(c, room, c.diameter, spread, large);
  if (c.load == "pressed") {
    const double lightest = kSmallDensity * 0.5236 * std::pow(smalls > 0 ? small : c.diameter, 3);
    text += fmt::format(
        "  plate:\n    position: [0, 0, {:.9g}]\n    mass: {:.9g}\n    shapes:\n"
        "      - box: {{size: [{:.9g}, {:.9g}, {:.9g}], material: steel}}\n"
        "joints:\n  guide: {{kind: prismatic, body: plate, position: [0, 0, {:.9g}], axis: -z}}\n",
        top + 0.6 * c.diameter, lightest * c.massRatio, 4.6 * c.diameter, 4.6 * c.diameter, c.diameter,
        top + 0.6 * c.diameter);
  }
  if (c.load == "poured") {
    text += fmt::format(
        "emitters:\n  source: {{position: [0, 0, {:.9g}], size: [{:.9g}, {:.9g}, {:.9g}], diameter: {:.9g}, "
        "material: light, rate: {:.9g}, count: 60}}\n",
        top + 3.0 * c.diameter, 2.0 * c.diameter, 2.0 * c.diameter, 0.5 * c.diameter + 2.0 * small,
        smalls > 0 ? small : 0.8 * c.diameter, 20.0 * std::sqrt(kStressGravity / c.diameter));
  }
  const double far = 100.0 * c.diameter + 1.0;
  return text + grains +
         fmt::format("bounds: {{lower: [-{0:.9g}, -{0:.9g}, -{0:.9g}], upper: [{0:.9g}, {0:.9g}, {0:.9g}]}}\n", far);
}

std::string boxMesh(const Case& c) {
  const Room room = roomOf(c);
  std::string text;
  for (int corner = 0; corner < 8; ++corner) {
    text += fmt::format("v {:.9g} {:.9g} {:.9g}\n", (corner & 1) != 0 ? room.halfX : -room.halfX,
                        (corner & 2) != 0 ? room.halfY : -room.halfY, (corner & 4) != 0 ? room.height : 0.0);
  }
  // Outward, by the right hand.
  constexpr std::array<std::array<int, 4>, 6> kFaces = {
      {{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5}, {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}}};
  for (const auto& f : kFaces) {
    text += fmt::format("f {} {} {}\nf {} {} {}\n", f[0], f[1], f[2], f[0], f[2], f[3]);
  }
  return text;
}

std::string describe(const Case& c) {
  return fmt::format(
      "{} {} {:.2g} {} d {:.2g} m, sizes 1 to {:.2g}, masses 1 to {:.2g}, step {:.2g} s, e {:.2g}, "
      "{} in a {}, {}{}{}",
      c.number, c.hertz ? "E" : "k", c.stiffness, c.hertz ? "Pa" : "N/m", c.diameter, c.sizeRatio, c.massRatio,
      c.timeStep, c.restitution, c.load, c.wall, c.preset, c.merging ? ", merging" : "",
      c.bond == 0.0 ? "" : fmt::format(", bond {:.2g}, bridge {:.2g}", c.bond, c.bridgeVolume));
}

}  // namespace scree::stress
