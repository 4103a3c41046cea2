#include "app/studies/triaxial/triaxial_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <span>

#include "app/console/load.h"
#include "app/console/signals.h"
#include "engine/step/step.h"

namespace scree {

namespace {

constexpr std::array<std::array<const char*, 2>, 3> kWalls = {
    {{"left", "right"}, {"front", "back"}, {"bottom", "top"}}};
constexpr int kAxial = 2;
constexpr double kConsolidation = 11.0;  // simulated time of consolidation by the courses of the scene's motors [s]
constexpr double kFirstStrain = 0.10;    // strain at the start of the critical phase (W, section 4.4)
constexpr double kLastStrain = 0.25;
// Speed of the side motors [m/s]: above that of any side wall, so that the motors only push.
constexpr double kReturnSpeed = 0.05;
constexpr double kStrongest = 1e4;  // largest force of a motor [N]

/// Body or joint with a name that the scene has.
auto& named(auto& list, std::string_view name) {
  return *std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
}

double areaAcross(const std::array<double, 3>& sides, std::size_t axis) {
  return sides[(axis + 1) % 3] * sides[(axis + 2) % 3];
}

std::vector<SceneOverride> overridesOf(const TriaxialSample& sample, int seed) {
  std::vector<SceneOverride> overrides = {{"seed", std::to_string(seed)}};
  if (sample.roughWalls) {
    overrides.push_back({"pairs", "[]"});
  }
  for (const auto& pair : kWalls) {
    for (const char* wall : pair) {
      overrides.push_back({fmt::format("bodies.{}.mass", wall), fmt::format("{} kg", sample.wallMass)});
    }
  }
  return overrides;
}

/// Sets the largest force of the motors of an axis to a pressure [Pa] on the present area of a wall.
void setPressure(World& world, std::size_t axis, double pressure) {
  const double area = areaAcross(triaxialSides(world), axis);
  for (const char* wall : kWalls[axis]) {
    Motor& motor = named(world.joints, wall).motor;
    motor.limitCourse = {};
    motor.limit = pressure * area;
  }
}

/// Begins the shear: top and bottom follow a speed from now on, the sides a pressure.
void beginShear(World& world, const TriaxialSample& sample) {
  for (std::size_t axis = 0; axis < kWalls.size(); ++axis) {
    for (const char* wall : kWalls[axis]) {
      Motor& motor = named(world.joints, wall).motor;
      motor.course = {};
      motor.limitCourse = {};
      motor.value = axis == kAxial ? sample.speed : kReturnSpeed;
      motor.limit = kStrongest;
    }
  }
  if (sample.timeStep > 0.0) {
    world.parameters.timeStep = sample.timeStep;
  }
}

TriaxialPoint pointOf(const World& world, double startLength) {
  const std::array<double, 3> sides = triaxialSides(world);
  TriaxialPoint point{.strain = 1.0 - sides[kAxial] / startLength};
  for (std::size_t axis = 0; axis < kWalls.size(); ++axis) {
    const double area = areaAcross(sides, axis);
    for (const char* wall : kWalls[axis]) {
      const double motor = named(world.joints, wall).motorForce / area;
      if (axis == kAxial) {
        point.axial += motor / 2.0;
      } else {
        point.side += motor / 4.0;
        point.sideOnGrains += std::abs(named(world.bodies, wall).reaction.force[static_cast<int>(axis)]) / area / 4.0;
      }
    }
  }
  return point;
}

TriaxialPoint meanOf(std::span<const TriaxialPoint> points) {
  TriaxialPoint mean;
  for (const TriaxialPoint& point : points) {
    const double share = 1.0 / static_cast<double>(points.size());
    mean.strain += share * point.strain;
    mean.axial += share * point.axial;
    mean.side += share * point.side;
    mean.sideOnGrains += share * point.sideOnGrains;
  }
  return mean;
}

bool isCritical(const TriaxialPoint& point) { return point.strain >= kFirstStrain && point.strain <= kLastStrain; }

std::vector<TriaxialPoint> criticalPoints(const std::vector<TriaxialPoint>& points) {
  std::vector<TriaxialPoint> critical;
  std::copy_if(points.begin(), points.end(), std::back_inserter(critical), isCritical);
  return critical;
}

}  // namespace

std::array<double, 3> triaxialSides(const World& world) {
  std::array<double, 3> sides{};
  for (std::size_t axis = 0; axis < kWalls.size(); ++axis) {
    const Vec3 apart =
        named(world.bodies, kWalls[axis][1]).pose.position - named(world.bodies, kWalls[axis][0]).pose.position;
    sides[axis] = apart[static_cast<int>(axis)];
  }
  return sides;
}

std::optional<World> consolidated(const TriaxialSample& sample, int seed) {
  const std::optional<Scene> scene = loadOrExplain("triaxial", overridesOf(sample, seed));
  if (!scene) {
    return std::nullopt;
  }
  World world = scene->world;
  setSolver(world.parameters, presetParameters(Preset::fast));
  StepData data;
  const auto steps = std::lround(kConsolidation / world.parameters.timeStep);
  for (long i = 0; i < steps; ++i) {
    if (signalReceived() != 0) {
      return std::nullopt;
    }
    for (std::size_t axis = 0; axis < kWalls.size(); ++axis) {
      setPressure(world, axis, sample.pressure);
    }
    step(world, data);
  }
  return world;
}

TriaxialRun sheared(const World& start, const TriaxialSample& sample, const Solver& solver, int seed) {
  TriaxialRun run{.sample = sample, .solver = solver, .seed = seed};
  World world = start;
  setSolver(world.parameters, solver.parameters);
  beginShear(world, sample);
  const double length = triaxialSides(world)[kAxial];
  const auto steps = std::lround(kLastStrain * length / (2.0 * sample.speed * world.parameters.timeStep)) + 1;
  StepData data;
  int critical = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (long i = 0; i < steps; ++i) {
    if (signalReceived() != 0) {
      run.points.clear();
      return run;
    }
    setPressure(world, 0, sample.pressure);
    setPressure(world, 1, sample.pressure);
    step(world, data);
    run.points.push_back(pointOf(world, length));
    if (isCritical(run.points.back())) {
      run.overlap += data.report.meanOverlap;
      ++critical;
    }
  }
  run.overlap /= std::max(1, critical);
  run.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  run.faults = world.faultCount;
  return run;
}

TriaxialPoint TriaxialRun::critical() const { return meanOf(criticalPoints(points)); }

double TriaxialRun::fluctuation() const {
  const double mean = critical().axial;
  double sum = 0.0;
  const std::vector<TriaxialPoint> phase = criticalPoints(points);
  for (const TriaxialPoint& point : phase) {
    sum += std::pow(point.axial - mean, 2);
  }
  return phase.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(phase.size()));
}

std::vector<TriaxialPoint> TriaxialRun::curve(double part) const {
  std::vector<TriaxialPoint> means;
  for (std::size_t first = 0; first < points.size();) {
    const double border = part * (std::floor(points[first].strain / part) + 1.0);
    std::size_t end = first + 1;
    while (end < points.size() && points[end].strain < border) {
      ++end;
    }
    means.push_back(meanOf(std::span(points).subspan(first, end - first)));
    first = end;
  }
  return means;
}

}  // namespace scree
