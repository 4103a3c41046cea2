#include "app/studies/pellets/pellet_grains.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "app/console/signals.h"
#include "app/studies/stepping.h"

namespace scree {

namespace {

constexpr double kRadius = 0.5 * kPelletDiameter;
constexpr double kHold = 10.0;          // rolling resistance that no slope overcomes
constexpr double kSettled = 0.5;        // s, until a pellet on a slope has settled
constexpr double kPistonSpeed = 20e-6;  // m/s
constexpr double kLoaded = 0.1;         // m, above the plane; scenes in which a step is longer than a grain are refused
constexpr double kPistonGap = 1e-3;     // of d, by which it overlaps at first

bool isPast(const World& world, double time) { return world.time + 0.5 * world.parameters.timeStep >= time; }

void stepTo(World& world, double time) {
  stepWhile(world, [&](const StepReport&) { return !isPast(world, time); });
}

std::string groundText() { return "bodies:\n  ground:\n    shapes:\n      - plane: {material: ore}\n"; }

std::string pelletText(double height, const Vec3& velocity = Vec3::Zero(), double spin = 0.0) {
  return fmt::format(
      "particles:\n  - sphere: {{diameter: {} m, position: [0, 0, {}], velocity: [{}, {}, {}], angular_velocity: [0, "
      "{}, 0], material: ore}}\n",
      kPelletDiameter, height, velocity.x(), velocity.y(), velocity.z(), spin);
}

std::optional<World> pistonWorld(const PelletWay& way) {
  const double height = (1.0 - 2.0 * kPistonGap) * kPelletDiameter;
  return pelletWorld(
      pelletHead(way, {}, Vec3::Zero()) + groundText() +
          fmt::format(
              "  piston:\n    position: [0, 0, {}]\n    shapes:\n      - rectangle: {{size: [0.1, 0.1], normal: "
              "-z, material: ore}}\n    motion:\n      - translate: {{direction: -z, speed: {} m/s}}\n",
              height, kPistonSpeed) +
          pelletText(0.5 * height),
      way);
}

/// Pellet at rest on a slope: gravity is turned, the plane is not. It lies where its law bears the weight.
std::optional<World> slopeWorld(const PelletWay& way, const PelletLaw& law, double angle) {
  const double normal = kPelletGravity * std::cos(angle);
  return pelletWorld(pelletHead(way, law, Vec3(kPelletGravity * std::sin(angle), 0.0, -normal)) + groundText() +
                         pelletText(kRadius - overlapUnder(pelletMass() * normal)),
                     way);
}

/// True if a pellet on a slope moves on by a distance in a time, once it has settled.
bool movesOn(const PelletWay& way, const PelletLaw& law, double angle, double time, double distance) {
  std::optional<World> world = slopeWorld(way, law, angle);
  if (!world) {
    return false;
  }
  stepTo(*world, kSettled);
  const double from = world->particles.position[0].x();
  stepTo(*world, kSettled + time);
  return world->particles.position[0].x() - from > distance;
}

/// Slope [rad] between two, by halving, from which a pellet moves on.
double onsetOf(const PelletWay& way, const PelletLaw& law, double time, double distance, double width) {
  double stays = 0.1;
  double goes = 1.2;
  while (goes - stays > width && signalReceived() == 0) {
    const double middle = 0.5 * (stays + goes);
    (movesOn(way, law, middle, time, distance) ? goes : stays) = middle;
  }
  return 0.5 * (stays + goes);
}

/// Speed after the impact by the law, e u.
double reboundSpeed(const PelletDrop& drop, double timeStep) {
  const double squares = 2.0 * (drop.height + drop.depth) / (kPelletGravity * timeStep * timeStep);  // n (n + 1)
  const double steps = std::round(std::sqrt(squares + 0.25) - 0.5);
  return kPelletRestitution * kPelletGravity * timeStep * steps;
}

PelletDrop dropPellet(World world, double height) {
  PelletDrop drop{.height = height, .depth = 0.0, .restitution = 0.0};
  world.particles.position[0].z() = kRadius + height;
  double before = 0.0;  // overlap and speed before the step
  double falling = 0.0;
  double top = 0.0;
  bool hasTurned = false;
  const double longest = 3.0 * std::sqrt(2.0 * height / kPelletGravity) + 0.2;
  stepWhile(world, [&](const StepReport&) {
    const double z = world.particles.position[0].z() - kRadius;
    const double speed = world.particles.velocity[0].z();
    if (falling < 0.0 && speed >= 0.0 && !hasTurned) {
      hasTurned = true;
      drop.depth = before;
    }
    top = hasTurned ? std::max(top, z) : 0.0;
    const bool isOver = hasTurned && speed < 0.0 && z > 0.0;
    before = -z;
    falling = speed;
    return !isOver && !isPast(world, longest);
  });
  drop.restitution = std::sqrt(top / height);
  return drop;
}

}  // namespace

std::vector<PistonError> pressPellet(const PelletWay& way) {
  constexpr std::array<double, 4> kShares = {0.01, 0.02, 0.05, 0.1};
  std::optional<World> loaded = pistonWorld(way);
  std::vector<PistonError> errors;
  if (!loaded) {
    return errors;
  }
  World world = std::move(*loaded);
  double share = 0.0;  // before the step
  stepWhile(world, [&](const StepReport&) {
    if (share >= kShares.at(errors.size())) {
      const double law = pelletStiffness() * std::pow(share * kPelletDiameter, 1.5);
      errors.push_back({share, std::abs(world.bodies.at(1).reaction.force.z()) / law - 1.0});
    }
    share = (world.particles.position[0].z() + kRadius - world.bodies.at(1).pose.position.z()) / kPelletDiameter;
    return errors.size() < kShares.size() && share > 0.0;
  });
  return errors;
}

double restingError(const PelletWay& way) {
  std::optional<World> world =
      pelletWorld(pelletHead(way, {}, Vec3(0.0, 0.0, -kPelletGravity)) + groundText() + pelletText(kRadius), way);
  if (!world) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  stepTo(*world, 2.0);
  return (kRadius - world->particles.position[0].z()) / overlapUnder(pelletMass() * kPelletGravity) - 1.0;
}

std::vector<PelletDrop> dropPellets(const PelletWay& way, double lowest, double highest, std::size_t count) {
  const std::optional<World> world = pelletWorld(
      pelletHead(way, {}, Vec3(0.0, 0.0, -kPelletGravity)) + groundText() + pelletText(kRadius + kLoaded), way);
  std::vector<PelletDrop> drops;
  for (std::size_t i = 0; i < count && world && signalReceived() == 0; ++i) {
    const double place = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    drops.push_back(dropPellet(*world, lowest + (highest - lowest) * place));
  }
  return drops;
}

double alignedHeight(double timeStep, int steps) {
  constexpr double kFound = 1e-9;  // m
  return 0.5 * kPelletGravity * timeStep * timeStep * steps * (steps + 1) - kFound;
}

double steppedRestitution(const PelletDrop& drop, double timeStep) {
  const double up = reboundSpeed(drop, timeStep);
  double height = -drop.depth;
  double top = 0.0;
  for (int k = 1; up > k * kPelletGravity * timeStep; ++k) {
    height += (up - k * kPelletGravity * timeStep) * timeStep;
    top = std::max(top, height);
  }
  return std::sqrt(top / drop.height);
}

double pushingDepth(const PelletDrop& drop, double timeStep) {
  constexpr double kExponent = 1.25;
  constexpr double kShare = 1.0 / 9.0;
  const double wanted = (1.0 - kShare) * reboundSpeed(drop, timeStep) - kPelletGravity * timeStep;
  return wanted * kExponent * timeStep / (4.0 * kShare);
}

double slidingOnset(const PelletWay& way) {
  return std::tan(onsetOf(way, {.friction = kPelletFriction, .rolling = kHold}, 1.0, 1e-6, 1e-9));
}

double rollingOnset(const PelletWay& way) { return onsetOf(way, {}, 2.0, 1e-5, 1e-7); }

double rollingDeceleration(const PelletWay& way) {
  constexpr double kFrom = 0.05;
  constexpr double kTo = 0.35;
  const double weight = pelletMass() * kPelletGravity;
  std::optional<World> world = pelletWorld(pelletHead(way, {}, Vec3(0.0, 0.0, -kPelletGravity)) + groundText() +
                                               pelletText(kRadius - overlapUnder(weight), Vec3::UnitX(), 1.0 / kRadius),
                                           way);
  if (!world) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  stepTo(*world, kFrom);
  const double first = world->particles.velocity[0].x();
  const double began = world->time;
  stepTo(*world, kTo);
  return (first - world->particles.velocity[0].x()) / (world->time - began);
}

}  // namespace scree
