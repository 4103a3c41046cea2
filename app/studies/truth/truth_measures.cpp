#include "app/studies/truth/truth_measures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/studies/experiment_parts.h"
#include "app/studies/reduction/reduction_systems.h"
#include "engine/analysis/repose.h"

namespace scree {

namespace {

constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;
constexpr double kMinute = 60.0;          // s
constexpr double kMovingShare = 1e-4;     // of the weight times a diameter
constexpr double kPlateHalfDepth = 0.02;  // m to both sides in which the slope on the plate is measured

double meanDiameter(const Particles& particles) {
  double sum = 0.0;
  for (const double radius : particles.radius) {
    sum += 2.0 * radius;
  }
  return sum / static_cast<double>(particles.size());
}

double massOf(const Particles& particles) {
  double mass = 0.0;
  for (const double one : particles.mass) {
    mass += one;
  }
  return mass;
}

/// Angle that the study of the reduction measures in a system of this kind.
double reductionAngle(ReductionSystem::Kind kind, World& world) {
  ReductionSystem system{.kind = kind};
  system.angles = {"angle"};
  return readSystem(system, world).angles[0];
}

}  // namespace

double plateAngle(const World& world) {
  SlopeFrame frame{.halfWidth = kPlateHalfDepth};
  const double right = slopeAngle(world.particles, frame);
  frame.downhill = -Vec3::UnitX();
  return 0.5 * kDegreesPerRadian * (right + slopeAngle(world.particles, frame));
}

double massBelow(const World& world, double height) {
  double mass = 0.0;
  for (const Sink& sink : world.sinks) {
    mass += sink.mass;
  }
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    mass += world.particles.position[i].z() < height ? world.particles.mass[i] : 0.0;
  }
  return mass;
}

double centreHeight(const World& world, double floor) {
  double sum = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    sum += world.particles.mass[i] * (world.particles.position[i].z() - floor);
  }
  return sum / massOf(world.particles) / meanDiameter(world.particles);
}

double medianCreep(const World& first, const World& now) {
  std::vector<double> ways;
  for (std::size_t i = 0; i < now.particles.size(); ++i) {
    ways.push_back((now.particles.position[i] - first.particles.position[i]).norm());
  }
  const auto middle = ways.begin() + static_cast<std::ptrdiff_t>(ways.size() / 2);
  std::nth_element(ways.begin(), middle, ways.end());
  return *middle / meanDiameter(now.particles) * kMinute / (now.time - first.time);
}

double meanCreep(const World& first, const World& now) {
  double sum = 0.0;
  for (std::size_t i = 0; i < now.particles.size(); ++i) {
    sum += now.particles.position[i].x() - first.particles.position[i].x();
  }
  const double way = sum / static_cast<double>(now.particles.size());
  return way / meanDiameter(now.particles) * kMinute / (now.time - first.time);
}

bool isMoving(const World& world) {
  const double weight = massOf(world.particles) * world.parameters.gravity.norm();
  return world.budget.kinetic > kMovingShare * weight * meanDiameter(world.particles);
}

TruthMeasure drumAngleMeasure() {
  return {.name = "angle by mass", .unit = "deg", .read = [](const World&, World& now) {
            return kDegreesPerRadian * drumAngleByMass(now.particles, drumFrameOf(now));
          }};
}

TruthMeasure drumPlugMeasure() {
  return {.name = "plug", .unit = "%", .read = [](const World&, World& now) {
            return 100.0 * plugFraction(now.particles, drumFrameOf(now), drumSpeedOf(now));
          }};
}

TruthMeasure ridgeMeasure() {
  return {.name = "slope of the ridge", .unit = "deg", .read = [](const World&, World& now) {
            return reductionAngle(ReductionSystem::Kind::conveyor, now);
          }};
}

TruthMeasure collapseMeasure() {
  return {.name = "slope 2 to 2.5 s after", .unit = "deg", .read = [](const World&, World& now) {
            return reductionAngle(ReductionSystem::Kind::collapse, now);
          }};
}

TruthMeasure pileMeasure() {
  return {.name = "slope 1 to 2 s after the feed", .unit = "deg", .read = [](const World&, World& now) {
            return kDegreesPerRadian * measurePile(now.particles, 0.0).angle;
          }};
}

TruthMeasure plateMeasure() {
  return {.name = "slope of the heap left", .unit = "deg", .read = [](const World&, World& now) {
            return plateAngle(now);
          }};
}

TruthMeasure rateMeasure(double height) {
  return {.name = "mass rate",
          .unit = "kg/s",
          .digits = 3,
          .isMean = false,
          .read = [height](const World& first, World& now) {
            return (massBelow(now, height) - massBelow(first, height)) / (now.time - first.time);
          }};
}

TruthMeasure centreMeasure() {
  return {.name = "height of the centre", .unit = "d", .read = [](const World&, World& now) {
            return centreHeight(now, now.bodies.at(0).pose.position.z());
          }};
}

TruthMeasure wallShareMeasure() {
  return {.name = "weight on the wall", .unit = "%", .read = [](const World&, World& now) {
            const auto floor = std::ranges::find(now.bodies, "floor", &Body::name);
            const double weight = massOf(now.particles) * now.parameters.gravity.norm();
            return 100.0 * (1.0 - std::abs(floor->reaction.force.z()) / weight);
          }};
}

TruthMeasure medianCreepMeasure() {
  return {.name = "creep, median", .unit = "d/min", .digits = 3, .isMean = false, .read = medianCreep};
}

TruthMeasure meanCreepMeasure() {
  return {.name = "creep, mean downhill", .unit = "d/min", .digits = 3, .isMean = false, .read = meanCreep};
}

TruthMeasure movingMeasure(double run) {
  return {.name = "time until rest", .unit = "s", .digits = 3, .read = [run](const World&, World& now) {
            return isMoving(now) ? run : 0.0;
          }};
}

TruthMeasure reboundMeasure(double speed) {
  return {.name = "rebound",
          .unit = "of the speed",
          .digits = 3,
          .isMean = false,
          .read = [speed](const World&, World& now) {
            double sum = 0.0;
            for (const Vec3& velocity : now.particles.velocity) {
              sum += velocity.z();
            }
            return sum / static_cast<double>(now.particles.size()) / speed;
          }};
}

}  // namespace scree
