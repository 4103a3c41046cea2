#include "app/studies/angles/angle_case.h"

#include <fmt/format.h>

#include <iterator>
#include <numbers>

#include "engine/analysis/repose.h"

namespace scree {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr double kTouch = 0.01;  // gap up to which grains of a heap touch, over the larger diameter

constexpr double kChannelHeight = 0.6;  // m, of walls that nothing passes

std::string lawsText() {
  const auto material = [](const char* name) {
    return fmt::format("  {}: {{density: {} kg/m3, youngs_modulus: {} Pa, poisson_ratio: {}}}\n", name, kAngleDensity,
                       kAngleModulus, kAnglePoisson);
  };
  return "materials:\n" + material("ore") + material("glass") +
         fmt::format(
             "default_pair: {{restitution: {}, friction: {}, rolling_resistance: {}, twisting: 0, stiffness: "
             "hertz, damping_time: 1 ms}}\npairs:\n  - {{between: [ore, glass], restitution: {}, friction: 0, "
             "rolling_resistance: 0, stiffness: hertz, damping_time: 1 ms}}\n",
             kAngleRestitution, kAngleFriction, kAngleRolling, kAngleRestitution);
}

std::string fillText(const std::string& region, std::size_t grains, bool twoSizes) {
  return fmt::format(
      "particles:\n  - fill:\n      region: {}\n      count: {}\n      sizes: {{list: {{diameters: [{}]}}}}\n"
      "      spacing: 1.02\n      material: ore\n",
      region, grains,
      twoSizes ? fmt::format("{} m, {} m", kAngleDiameter, kAngleSmallDiameter) : fmt::format("{} m", kAngleDiameter));
}

std::string fileText() { return "particles:\n  - file: {path: grains.csv, material: ore}\n"; }

std::string columnText(const AngleSize& size, bool isStart) {
  const double half = 0.5 * size.width;
  return fmt::format(
             "bodies:\n  box:\n    shapes:\n      - container: {{size: [{0}, {0}, 1], position: [0, 0, 0.5], "
             "open: [+z], material: ore}}\n",
             size.width) +
         (isStart ? fillText(fmt::format("{{box: {{lower: [{0}, {0}, 0], upper: [{1}, {1}, 1]}}}}", -half, half),
                             size.grains, false)
                  : fileText());
}

std::string pileText(const AngleSize& size, bool isStart) {
  const std::string ground = isStart ? "" : "bodies:\n  ground:\n    shapes:\n      - plane: {material: ore}\n";
  return ground + fmt::format(
                      "emitters:\n  source:\n    position: [0, 0, {0}]\n    size: [{1}, {1}, 0]\n    diameter: {2} m\n"
                      "    material: ore\n    rate: {3} 1/s\n    count: {4}\n    velocity: [0, 0, {5}]\n",
                      kAngleFeedHeight, 3.0 * kAngleDiameter, kAngleDiameter, kAngleRate, size.grains,
                      -kAngleFeedSpeed);
}

/// Bed between x = 0 and `width`, in a channel that goes on to `length` once the gate is gone.
std::string collapseText(const AngleSize& size, bool isStart) {
  const double length = isStart ? size.width : size.length;
  const double half = 0.5 * size.width;
  return fmt::format(
             "bodies:\n  ground:\n    shapes:\n      - plane: {{material: ore}}\n"
             "  walls:\n    shapes:\n      - container: {{size: [{0}, {1}, {2}], position: [{3}, 0, {4}], "
             "open: [{5}-z, +z], material: glass}}\n",
             length, size.width, kChannelHeight, 0.5 * length, 0.5 * kChannelHeight, isStart ? "" : "+x, ") +
         (isStart ? fillText(fmt::format("{{box: {{lower: [0, {0}, 0], upper: [{1}, {2}, {3}]}}}}", -half, size.width,
                                         half, kChannelHeight),
                             size.grains, true)
                  : fileText());
}

std::string drumText(const AngleSize& size, bool isStart) {
  std::string text = fmt::format(
      "bodies:\n  drum:\n    shapes:\n      - hollow_cylinder: {{diameter: {} m, length: {} m, axis: y, material: ore, "
      "cap_material: glass}}\n",
      2.0 * size.radius, size.length);
  if (!isStart) {
    return text + fmt::format("    motion:\n      - rotate: {{axis: y, speed: {} rad/s}}\n", size.speed) + fileText();
  }
  return text + fillText(fmt::format("{{cylinder: {{axis: y, diameter: {} m, length: {} m}}}}", 2.0 * size.radius,
                                     size.length),
                         size.grains, true);
}

/// Mean height over the larger diameter, and mean overlap of the pairs that touch [%].
std::vector<double> columnValues(const Particles& particles) {
  double height = 0.0;
  double overlap = 0.0;
  double pairs = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    height += particles.position[i].z();
    for (std::size_t j = 0; j < i; ++j) {
      const double apart = (particles.position[i] - particles.position[j]).norm();
      const double depth = particles.radius[i] + particles.radius[j] - apart;
      if (depth > 0.0) {
        overlap += depth;
        pairs += 1.0;
      }
    }
  }
  const double count = static_cast<double>(std::max<std::size_t>(1, particles.size()));
  return {height / count / kAngleDiameter, 100.0 * overlap / std::max(1.0, pairs) / kAngleDiameter};
}

std::vector<double> pileValues(const Particles& particles) {
  const HeapAngle angle = coneAngle(particles, largestTouchingGroup(particles, kTouch * kAngleDiameter));
  const PileShape shape = measurePile(particles, 0.0);
  return {kDegrees * angle.whole, kDegrees * angle.left, kDegrees * angle.right, kDegrees * shape.angle,
          shape.height / kAngleDiameter};
}

std::vector<double> collapseValues(const AngleSize& size, const Particles& particles) {
  const HeapAngle angle = wedgeAngle(particles, largestTouchingGroup(particles, kTouch * kAngleDiameter), 0.0);
  const double line = slopeAngle(particles, {.origin = Vec3::Zero(), .halfWidth = 0.5 * size.width});
  return {kDegrees * angle.whole, kDegrees * angle.left, kDegrees * angle.right, kDegrees * line};
}

std::vector<double> drumValues(const AngleSize& size, const Particles& particles) {
  const DrumFrame frame{.radius = size.radius};
  return {kDegrees * drumAngleByMass(particles, frame), kDegrees * drumAngleBySurface(particles, frame)};
}

}  // namespace

const char* nameOf(AngleCase which) {
  constexpr std::array<const char*, 4> kNames = {"column", "pile", "collapse", "drum"};
  return kNames[static_cast<std::size_t>(which)];
}

AngleSize angleSizeOf(AngleCase which, bool quick) {
  constexpr double d = kAngleDiameter;
  switch (which) {
    case AngleCase::column:
      return {.grains = quick ? 400U : 2000U,
              .width = quick ? 5 * d : 8 * d,
              .seconds = 1.5,
              .from = 1.2,
              .interval = 0.05};
    case AngleCase::pile: {
      const std::size_t grains = quick ? 800 : 3363;
      const double fed = static_cast<double>(grains) / kAngleRate;
      return {.grains = grains, .seconds = fed + 3.0, .from = fed + 2.5, .interval = 0.1};
    }
    case AngleCase::collapse:
      return {.grains = quick ? 1000U : 4000U,
              .width = quick ? 0.12 : 0.195,
              .length = 1.5,
              .settling = 1.5,
              .seconds = 2.5,
              .from = 2.0,
              .interval = 0.1};
    case AngleCase::drum:
      // The same Froude number.
      return {.grains = quick ? 900U : 4864U,
              .radius = quick ? 0.13 : 0.26,
              .length = quick ? 0.065 : 0.091,
              .speed = quick ? 0.5 * std::numbers::sqrt2 : 0.5,
              .settling = 1.5,
              .seconds = quick ? 3.0 : 5.0,
              .from = quick ? 1.5 : 2.5,
              .interval = 0.1};
  }
  return {};
}

std::string angleScene(AngleCase which, const AngleSize& size, int seed, bool isStart) {
  std::string text = fmt::format(
      "scree: 1\nname: Angles {}\ntime_step: 5 ms\nduration: {} s\nseed: {}\ngravity: [0, 0, {} m/s2]\n"
      "bounds: {{lower: [-3, -3, -0.5], upper: [3, 3, 3]}}\n",
      nameOf(which), size.seconds, seed, -kAngleGravity);
  text += lawsText();
  switch (which) {
    case AngleCase::column:
      return text + columnText(size, isStart);
    case AngleCase::pile:
      return text + pileText(size, isStart);
    case AngleCase::collapse:
      return text + collapseText(size, isStart);
    case AngleCase::drum:
      return text + drumText(size, isStart);
  }
  return text;
}

std::string angleTable(const std::vector<AngleGrain>& grains) {
  std::string text = "x,y,z,radius\n";
  for (const AngleGrain& grain : grains) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", grain.position.x(), grain.position.y(),
                   grain.position.z(), grain.radius);
  }
  return text;
}

std::vector<std::string> angleQuantities(AngleCase which) {
  switch (which) {
    case AngleCase::column:
      return {"mean height [d]", "mean overlap [%]"};
    case AngleCase::pile:
      return {"angle [°]", "left flank [°]", "right flank [°]", "line through the profile [°]", "height [d]"};
    case AngleCase::collapse:
      return {"angle [°]", "near half [°]", "far half [°]", "line through the profile [°]"};
    case AngleCase::drum:
      return {"angle by mass [°]", "angle of the surface [°]"};
  }
  return {};
}

std::vector<double> angleValues(AngleCase which, const AngleSize& size, const Particles& particles) {
  switch (which) {
    case AngleCase::column:
      return columnValues(particles);
    case AngleCase::pile:
      return pileValues(particles);
    case AngleCase::collapse:
      return collapseValues(size, particles);
    case AngleCase::drum:
      return drumValues(size, particles);
  }
  return {};
}

}  // namespace scree
