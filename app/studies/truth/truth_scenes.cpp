#include "app/studies/truth/truth_scenes.h"

#include <fmt/format.h>

#include <numbers>

namespace scree {

namespace {

// Pellets of METHOD.md 16.2 with smooth walls of glass.
constexpr std::string_view kPellets = R"(
scree: 1
name: Truth
duration: 1 s
time_step: 5 ms
materials:
  ore: {density: 3700 kg/m3}
  glass: {density: 2500 kg/m3}
default_pair:
  {restitution: 0.18, friction: 0.91, rolling_resistance: 0.32, stiffness: 3 kN/m, damping_time: 1 ms}
pairs:
  - {between: [ore, glass], friction: 0, rolling_resistance: 0}
bounds: {lower: [-2 m, -2 m, -2 m], upper: [2 m, 2 m, 2 m]}
)";

constexpr std::string_view kGrains = R"(
scree: 1
name: Truth
duration: 1 s
time_step: {}
materials:
  ore: {{density: 2500 kg/m3}}
  wall: {{density: 2500 kg/m3}}
default_pair: {{restitution: {}, friction: {}, rolling_resistance: {}, stiffness: {}, damping_time: 1 ms}}
bounds: {{lower: [-2 m, -2 m, -2 m], upper: [2 m, 2 m, 2 m]}}
)";

/// Points of a course of speed that swings by `amplitude` [m] at `frequency` [Hz] until `end` [s].
std::string swing(double amplitude, double frequency, double end) {
  const double omega = 2.0 * std::numbers::pi * frequency;
  std::string points = "{time: 0, speed: 0}";
  for (int i = 0; (0.5 * i + 0.25) / frequency < end; ++i) {
    points += fmt::format(", {{time: {:.5f}, speed: {:.5f}}}", (0.5 * i + 0.25) / frequency,
                          i % 2 == 0 ? amplitude * omega : -amplitude * omega);
  }
  return points;
}

}  // namespace

std::string truthPlateScene() {
  return std::string(kPellets) + R"(
bodies:
  plate:
    shapes: [{box: {size: [260 mm, 80 mm, 10 mm], position: [0, 0, -5 mm], material: ore}}]
  walls:
    shapes:
      - container:
          {size: [540 mm, 80 mm, 600 mm], position: [0, 0, 0.1], open: [-x, +x, -z, +z], material: glass}
  left:
    shapes: [{rectangle: {size: [320 mm, 80 mm], normal: x, position: [-130 mm, 0, 160 mm], material: glass}}]
    motion: [{translate: {direction: z, speed: 4 m/s, start: 1 s, stop: 1.15 s}}]
  right:
    shapes: [{rectangle: {size: [320 mm, 80 mm], normal: -x, position: [130 mm, 0, 160 mm], material: glass}}]
    motion: [{translate: {direction: z, speed: 4 m/s, start: 1 s, stop: 1.15 s}}]
particles:
  - fill:
      region: {box: {lower: [-129 mm, -39.5 mm, 1 mm], upper: [129 mm, 39.5 mm, 310 mm]}}
      count: 1500
      sizes: {list: {diameters: [13 mm, 10 mm]}}
      layout: random
      material: ore
sinks:
  below: {position: [0, 0, -0.3], size: [2, 2, 0.4]}
)";
}

std::string truthSiloScene() {
  return fmt::format(kGrains, "5 ms", 0.3, 0.5, 0.1, "3 kN/m") + R"(
bodies:
  silo:
    shapes:
      - container: {size: [180 mm, 60 mm, 400 mm], position: [0, 0, 200 mm], open: [-z, +z], material: wall}
      - box: {size: [65 mm, 60 mm, 10 mm], position: [-57.5 mm, 0, -5 mm], material: wall}
      - box: {size: [65 mm, 60 mm, 10 mm], position: [57.5 mm, 0, -5 mm], material: wall}
  gate:
    shapes: [{box: {size: [50 mm, 60 mm, 10 mm], position: [0, 0, -5.5 mm], material: wall}}]
    motion: [{translate: {direction: y, speed: 5 m/s, start: 1 s, stop: 1.2 s}}]
particles:
  - fill:
      region: {box: {lower: [-89 mm, -29.5 mm, 1 mm], upper: [89 mm, 29.5 mm, 400 mm]}}
      count: 2300
      sizes: {list: {diameters: [11 mm, 9 mm]}}
      layout: random
      material: ore
sinks:
  below: {position: [0, 0, -0.4], size: [2, 2, 0.4]}
)";
}

std::string truthContainerScene() {
  return R"(
scree: 1
name: Truth
duration: 1 s
time_step: 2 ms
gravity: [0, 0, -9.8 m/s2]
materials:
  grain: {density: 1909.86 kg/m3, youngs_modulus: 5 MPa, poisson_ratio: 0.25}
default_pair: {restitution: 0, friction: 0.7, stiffness: hertz, damping_time: 1 ms}
bodies:
  floor:
    shapes: [{plane: {material: grain}}]
  tube:
    shapes:
      - hollow_cylinder: {diameter: 60 mm, length: 600 mm, position: [0, 0, 200 mm], open: [low, high], material: grain}
particles:
  - fill:
      region: {cylinder: {position: [0, 0, 200 mm], diameter: 60 mm, length: 400 mm}}
      count: 600
      diameter: 10 mm
      material: grain
bounds: {lower: [-1 m, -1 m, -1 m], upper: [1 m, 1 m, 2 m]}
)";
}

std::string truthSlopeScene() {
  return std::string(kPellets) + R"(
bodies:
  box:
    shapes: [{container: {size: [300 mm, 80 mm, 400 mm], position: [0, 0, 200 mm], open: [+z], material: ore}}]
particles:
  - fill:
      region: {box: {lower: [-149 mm, -39.5 mm, 1 mm], upper: [149 mm, 39.5 mm, 300 mm]}}
      count: 1200
      sizes: {list: {diameters: [13 mm, 10 mm]}}
      layout: random
      material: ore
)";
}

std::string truthShakenScene() {
  return fmt::format(kGrains, "2 ms", 0.5, 0.3, 0, "2 kN/m") + fmt::format(R"(
bodies:
  box:
    shapes: [{{container: {{size: [80 mm, 80 mm, 600 mm], position: [0, 0, 300 mm], open: [+z], material: wall}}}}]
    motion: [{{translate: {{direction: z, smooth: true, course: [{}]}}}}]
particles:
  - fill:
      region: {{box: {{lower: [-39 mm, -39 mm, 1 mm], upper: [39 mm, 39 mm, 80 mm]}}}}
      count: 300
      diameter: 8 mm
      material: ore
)",
                                                                           swing(0.008, 8.0, 10.0));
}

std::string truthReboundScene() {
  std::string text = std::string(kPellets) +
                     "gravity: [0, 0, 0]\nbodies:\n  floor:\n    shapes: [{plane: {material: ore}}]\nparticles:\n";
  for (int i = 0; i < 40; ++i) {
    const double gap = (i + 0.5) / 40.0 * 2e-4;  // m
    text += fmt::format(
        "  - sphere: {{diameter: 13 mm, position: [{:.3f}, {:.3f}, {:.7f}], velocity: [0, 0, -0.04], material: ore}}\n",
        0.03 * (i % 8), 0.03 * (i / 8), 0.0065 + gap);
  }
  return text;
}

std::string truthSettlingScene() {
  return std::string(kPellets) + R"(
bodies:
  box:
    shapes: [{container: {size: [100 mm, 100 mm, 400 mm], position: [0, 0, 200 mm], open: [+z], material: ore}}]
particles:
  - fill:
      region: {box: {lower: [-49 mm, -49 mm, 1 mm], upper: [49 mm, 49 mm, 300 mm]}}
      count: 400
      sizes: {list: {diameters: [13 mm, 10 mm]}}
      layout: random
      material: ore
)";
}

}  // namespace scree
