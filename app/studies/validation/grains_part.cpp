#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>

#include "app/console/load.h"
#include "app/console/signals.h"
#include "app/studies/validation/validation_parts.h"
#include "engine/analysis/column.h"
#include "engine/analysis/solving/solver_error.h"

// Single grains and columns against closed forms, in the shipped scenes slide, drop and column, and on an incline.
namespace scree {

namespace {

constexpr double kGravity = 9.81;
constexpr double kDegrees = 180.0 / std::numbers::pi;

void stepOnce(World& world) { stepUpTo(world, world.time + 0.5 * world.parameters.timeStep); }

/// Shipped scene as it is.
std::optional<World> sceneWorld(const char* name) {
  std::optional<Scene> scene = loadOrExplain(name, {});
  return scene ? std::optional(std::move(scene->world)) : std::nullopt;
}

ValidationRow row(const char* system, const std::string& quantity, const char* unit, double value,
                  const std::string& source, double closedForm, double tolerance) {
  ValidationRow result;
  result.part = "grains";
  result.system = system;
  result.way = "as the scene";
  result.quantity = quantity;
  result.unit = unit;
  result.source = source;
  result.low = closedForm - tolerance;
  result.high = closedForm + tolerance;
  const double values[] = {value};
  return measuredRow(std::move(result), values);
}

/// A ball that slides until it rolls: after t = 2 u/(7 μ g), at 5 u/7; and one that rolling resistance stops after
/// u²/(2 · 5/7 μ_r g) (METHOD.md 16.4). A step of 1 ms is the tolerance of the time, and the way in it that of the
/// distance.
std::vector<ValidationRow> slideRows() {
  constexpr double kSpeed = 1.0;                                // m/s, of the scene
  constexpr std::array<double, 3> kFriction = {0.1, 0.3, 0.9};  // of the scene's first three balls
  constexpr double kRolling = 0.05;                             // of its fourth
  std::optional<World> world = sceneWorld("slide");
  if (!world) {
    return {};
  }
  const double start = world->particles.position[3].x();
  std::array<double, 3> rollsFrom{};
  std::array<double, 3> rollsAt{};
  while (world->time < 3.4 && signalReceived() == 0) {
    stepOnce(*world);
    for (std::size_t i = 0; i < rollsFrom.size(); ++i) {
      const double slip =
          world->particles.velocity[i].x() - world->particles.angularVelocity[i].y() * world->particles.radius[i];
      if (rollsFrom[i] == 0.0 && slip < 1e-3 * kSpeed) {
        rollsFrom[i] = world->time;
        rollsAt[i] = world->particles.velocity[i].x();
      }
    }
  }
  std::vector<ValidationRow> rows;
  for (std::size_t i = 0; i < rollsFrom.size(); ++i) {
    const std::string with = fmt::format(", friction {}", kFriction[i]);
    rows.push_back(row("slide", "rolls from" + with, "ms", 1e3 * rollsFrom[i], "closed form 2 u/(7 μ g), ± a step",
                       1e3 * 2.0 * kSpeed / (7.0 * kFriction[i] * kGravity), 1.0));
    rows.push_back(row("slide", "rolls at" + with, "m/s", rollsAt[i], "closed form 5 u/7, ± 1 %", 5.0 / 7.0 * kSpeed,
                       0.01 * 5.0 / 7.0 * kSpeed));
  }
  const double stopped = kSpeed * kSpeed / (2.0 * 5.0 / 7.0 * kRolling * kGravity);
  rows.push_back(row("slide", "rolls to a stop after", "m", world->particles.position[3].x() - start,
                     "closed form 7 u²/(10 μ_r g), ± 1 %", stopped, 0.01 * stopped));
  return rows;
}

/// Balls dropped from 0.45 m: the square root of the ratio of heights is the restitution. A step of 1 ms at 3 m/s is
/// 3 mm of the height, 0.7 %; half of that in the root, twice.
std::vector<ValidationRow> dropRows() {
  constexpr double kHeight = 0.45;  // m, of the scene
  constexpr std::array<double, 4> kRestitution = {0.18, 0.5, 0.8, 1.0};
  std::optional<World> world = sceneWorld("drop");
  if (!world) {
    return {};
  }
  std::array<double, 4> top{};
  std::array<int, 4> bounces{};
  while (world->time < 1.2 && signalReceived() == 0) {
    const std::vector<Vec3> before = world->particles.velocity;
    stepOnce(*world);
    for (std::size_t i = 0; i < top.size(); ++i) {
      bounces[i] += before[i].z() < 0.0 && world->particles.velocity[i].z() > 0.0 ? 1 : 0;
      if (bounces[i] == 1) {
        top[i] = std::max(top[i], world->particles.position[i].z() - world->particles.radius[i]);
      }
    }
  }
  std::vector<ValidationRow> rows;
  for (std::size_t i = 0; i < top.size(); ++i) {
    rows.push_back(row("drop", fmt::format("restitution by height, given {}", kRestitution[i]), "",
                       std::sqrt(top[i] / kHeight), "closed form, ± the way in half a step", kRestitution[i], 0.007));
  }
  return rows;
}

std::string inclineScene(double degrees) {
  constexpr double kRadius = 0.0065;
  const double angle = degrees / kDegrees;
  return fmt::format(
      "scree: 1\nname: Incline\nduration: 1 s\ntime_step: 5 ms\nmaterials:\n  ore: {{density: 3700 kg/m3}}\n"
      "default_pair: {{restitution: 0.18, friction: 0.91, rolling_resistance: 0.32, stiffness: 3 kN/m, damping_time: 1 "
      "ms}}\n"
      "bodies:\n  slope:\n    orientation: {{axis: y, angle: {} deg}}\n"
      "    shapes: [{{rectangle: {{size: [2 m, 1 m], material: ore}}}}]\n"
      "particles:\n  - sphere: {{diameter: 13 mm, position: [{}, 0, {}], material: ore}}\n"
      "bounds: {{lower: [-3 m, -1 m, -3 m], upper: [3 m, 1 m, 1 m]}}\n",
      degrees, kRadius * std::sin(angle), kRadius * std::cos(angle));
}

/// True if a pellet on a slope rolls: after four seconds it is a tenth of its radius away. That takes less than a
/// thousandth of a degree beyond the onset.
bool rolls(double degrees) {
  SceneResult result = loadSceneText(inclineScene(degrees), "incline.yaml", {});
  if (!result.scene) {
    return false;
  }
  World& world = result.scene->world;
  const Vec3 start = world.particles.position[0];
  while (world.time < 4.0) {
    stepOnce(world);
  }
  return (world.particles.position[0] - start).norm() > 0.1 * world.particles.radius[0];
}

/// Angle at which a pellet begins to roll, by halving intervals to a thousandth of a degree.
std::vector<ValidationRow> onsetRows() {
  double stays = 10.0;
  double goes = 30.0;
  while (goes - stays > 1e-3 && signalReceived() == 0) {
    const double middle = 0.5 * (stays + goes);
    (rolls(middle) ? goes : stays) = middle;
  }
  const double onset = 0.5 * (stays + goes);
  return {row("incline", "a pellet rolls from", "°", onset, "closed form arctan μ_r, ± 0.05°",
              std::atan(0.32) * kDegrees, 0.05),
          row("incline", "a pellet rolls from (experiment)", "°", onset,
              "experiment of the parametrisation paper, 17.8 ± 0.1°", 17.8, 0.1)};
}

/// Height of 25 spheres under their own weight.
std::vector<ValidationRow> columnRows() {
  std::optional<World> world = sceneWorld("column");
  if (!world) {
    return {};
  }
  while (world->time < 5.0 && signalReceived() == 0) {
    stepOnce(*world);
  }
  const Particles& particles = world->particles;
  const HertzColumn column{.count = static_cast<int>(particles.size()),
                           .radius = particles.radius[0],
                           .mass = particles.mass[0],
                           .effectiveModulus = 6e6 / (1.0 - 0.25 * 0.25) / 2.0,
                           .gravity = kGravity};
  double top = 0.0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    top = std::max(top, particles.position[i].z() + particles.radius[i]);
  }
  const double error = 100.0 * (top / hertzHeight(column) - 1.0);
  return {row("column", "height of 25 spheres, error", "%", error, "closed form of Hertz; the paper counts to 0.1 %",
              0.0, 0.1)};
}

}  // namespace

std::vector<ValidationRow> measureGrains(const ValidationSettings&) {
  std::vector<ValidationRow> rows = slideRows();
  for (std::vector<ValidationRow> (*measure)() : {dropRows, onsetRows, columnRows}) {
    const std::vector<ValidationRow> more = measure();
    rows.insert(rows.end(), more.begin(), more.end());
  }
  return rows;
}

}  // namespace scree
