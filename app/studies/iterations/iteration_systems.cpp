#include "app/studies/iterations/iteration_systems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree {

namespace {

constexpr int kTeeth = 64;
constexpr double kToothHeight = 1.2;    // d
constexpr double kToothAngle = 50.0;    // degrees, of the steep side to the wall
constexpr double kToothLength = 0.999;  // of the pitch, 3.93 d: teeth do not share points
constexpr double kBehindWall = 0.2;     // d: the base of a tooth lies in the wall
constexpr double kSpacing = 1.05;       // pitch of the lattice over d
constexpr double kDrumRamp = 0.5;       // s
constexpr double kLooseFraction = 0.3;  // least share of a cylinder that the lattice fills with grains

// Seven speeds, as published; a speed of 0.34 rad/s stands in its figure 10.
constexpr double kSpeeds[] = {0.0, 0.03, 0.06, 0.13, 0.3, 0.63, 2.5};

std::string headOf(const std::string& name) {
  const double radius = 0.5 * kIterationDiameter;
  const double density = kIterationMass / (4.0 / 3.0 * std::numbers::pi * radius * radius * radius);
  return fmt::format(
      "scree: 1\nname: {}\nduration: 5 s\ntime_step: {} s\ngravity: [0, 0, -{} m/s2]\n"
      "materials:\n  grain: {{density: {:.6f} kg/m3, youngs_modulus: 5 MPa, poisson_ratio: 0.25}}\n"
      "default_pair: {{restitution: 0, friction: {}, stiffness: hertz, damping_time: 1 ms}}\n",
      name, kIterationStep, kIterationGravity, density, kIterationFriction);
}

std::string columnText(const IterationSystem& system) {
  return fmt::format(
      "bodies:\n  floor:\n    shapes: [{{plane: {{material: grain}}}}]\n"
      "particles:\n  - stack: {{count: {}, diameter: {} m, bottom: [0, 0, 0], material: grain}}\n"
      "bounds: {{lower: [-1, -1, -1], upper: [1, 1, {}]}}\n",
      system.grains, kIterationDiameter, 2.0 * kIterationDiameter * system.grains);
}

std::string containerText(const IterationSystem& system) {
  const double diameter = system.width * kIterationDiameter;
  const double section = 0.25 * system.width * system.width;  // in areas of a grain's circle
  // A layer of grains is 2/3 d deep when melted down.
  const double height = kIterationDiameter * (2.0 / 3.0 * system.grains / (kLooseFraction * section) + 4.0);
  return fmt::format(
      "bodies:\n  container:\n    shapes:\n"
      "      - hollow_cylinder: {{diameter: {0:.6f} m, length: {1:.6f} m, position: [0, 0, {2:.6f}], open: [high], "
      "material: grain}}\n"
      "particles:\n  - fill:\n"
      "      region: {{cylinder: {{position: [0, 0, {2:.6f}], diameter: {0:.6f} m, length: {1:.6f} m}}}}\n"
      "      count: {3}\n      diameter: {4} m\n      spacing: {5}\n      material: grain\n"
      "bounds: {{lower: [-1, -1, -1], upper: [1, 1, {6:.6f}]}}\n",
      diameter, height, 0.5 * height, system.grains, kIterationDiameter, kSpacing, 2.0 * height + 1.0);
}

/// Points of a tooth in the plane across the axis: both feet behind the wall, the tip, and the feet on it.
std::string toothText(int tooth) {
  const double radius = 0.5 * kTeethDrumWidth;
  const double turn = 2.0 * std::numbers::pi / kTeeth;
  const double begin = turn * tooth;
  const double end = begin + kToothLength * turn;
  const double tip = end - kToothHeight / std::tan(kToothAngle * std::numbers::pi / 180.0) / radius;
  const double along = 0.5 * kTeethDrumLength * kIterationDiameter;
  std::string points;
  const auto add = [&](double distance, double angle) {
    // Turning about +y leads from z to x.
    const double x = kIterationDiameter * distance * std::sin(angle);
    const double z = kIterationDiameter * distance * std::cos(angle);
    for (const double y : {-along, along}) {
      points += fmt::format("{}[{:.7f}, {:.7f}, {:.7f}]", points.empty() ? "" : ", ", x, y, z);
    }
  };
  add(radius + kBehindWall, begin);
  add(radius, begin);
  add(radius - kToothHeight, tip);
  add(radius, end);
  add(radius + kBehindWall, end);
  return fmt::format("      - hull: {{points: [{}], material: grain}}\n", points);
}

std::string drumText(const IterationSystem& system) {
  const double inner = kIterationDiameter * (kTeethDrumWidth - 2.0 * (kToothHeight + 0.1));
  std::string text = fmt::format(
      "bodies:\n  drum:\n    shapes:\n"
      "      - hollow_cylinder: {{diameter: {} m, length: {} m, axis: y, material: grain}}\n",
      kTeethDrumWidth * kIterationDiameter, kTeethDrumLength * kIterationDiameter);
  for (int tooth = 0; tooth < kTeeth; ++tooth) {
    text += toothText(tooth);
  }
  if (system.speed > 0.0) {
    text += fmt::format("    motion:\n      - rotate: {{axis: y, speed: {} rad/s, start: {}, ramp: {}}}\n",
                        system.speed, kTeethDrumRest, kDrumRamp);
  }
  return text + fmt::format(
                    "particles:\n  - fill:\n"
                    "      region: {{cylinder: {{axis: y, diameter: {} m, length: {} m}}}}\n"
                    "      count: {}\n      diameter: {} m\n      spacing: {}\n      material: grain\n"
                    "bounds: {{lower: [-1, -1, -1], upper: [1, 1, 1]}}\n",
                    inner, kTeethDrumLength * kIterationDiameter, system.grains, kIterationDiameter, kSpacing);
}

void addContainers(double width, const std::vector<int>& grains, std::vector<IterationSystem>& systems) {
  for (const int count : grains) {
    systems.push_back(
        {.kind = width > 1.0 ? IterationKind::container : IterationKind::column, .width = width, .grains = count});
  }
}

}  // namespace

std::string IterationSystem::name() const {
  switch (kind) {
    case IterationKind::column:
      return fmt::format("column, {} grains", grains);
    case IterationKind::container:
      return fmt::format("container {:g} d, {} grains", width, grains);
    case IterationKind::drum:
      return fmt::format("drum {:g} rad/s, {} grains", speed, grains);
  }
  return {};
}

std::string IterationSystem::fileName() const {
  switch (kind) {
    case IterationKind::column:
      return fmt::format("column_{}", grains);
    case IterationKind::container:
      return fmt::format("container_{:g}d_{}", width, grains);
    case IterationKind::drum:
      return fmt::format("drum_{}_at_{:g}", grains, speed);
  }
  return {};
}

std::vector<IterationSystem> iterationSystems(bool quick) {
  std::vector<IterationSystem> systems;
  if (quick) {
    addContainers(1.0, {5, 10, 20}, systems);
    addContainers(3.0, {60, 200}, systems);
    addContainers(6.0, {150, 450, 1200}, systems);
    addContainers(9.0, {300, 1000}, systems);
    systems[6].hasVariants = true;
    for (const double speed : {0.0, 0.3, 0.63}) {
      systems.push_back({.kind = IterationKind::drum,
                         .width = kTeethDrumWidth,
                         .grains = 1000,
                         .speed = speed,
                         .hasVariants = speed == 0.3});
    }
    return systems;
  }
  addContainers(1.0, {5, 10, 20, 50, 100}, systems);
  addContainers(3.0, {100, 200, 400, 800}, systems);
  addContainers(6.0, {200, 400, 800, 1600, 3200, 6400}, systems);
  addContainers(9.0, {300, 600, 1200, 2500, 5000, 10000}, systems);
  addContainers(15.0, {1000, 2000, 4000, 8000, 15000, 30000}, systems);
  std::ranges::find_if(systems, [](const IterationSystem& one) {
    return one.width == 6.0 && one.grains == 1600;
  })->hasVariants = true;
  for (const double speed : kSpeeds) {
    for (const int count : {1000, 2500, 5000, 7500}) {
      systems.push_back({.kind = IterationKind::drum,
                         .width = kTeethDrumWidth,
                         .grains = count,
                         .speed = speed,
                         .hasVariants = count == 2500 && speed == 0.3});
    }
  }
  return systems;
}

std::string iterationScene(const IterationSystem& system) {
  const std::string head = headOf("'" + system.name() + "'");
  switch (system.kind) {
    case IterationKind::column:
      return head + columnText(system);
    case IterationKind::container:
      return head + containerText(system);
    case IterationKind::drum:
      return head + drumText(system);
  }
  return {};
}

}  // namespace scree
