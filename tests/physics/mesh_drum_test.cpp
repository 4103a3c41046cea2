// A drum of triangles against the same drum as a primitive: what is measured of them differs by no more than chance,
// which is known from runs with several seeds. The slow ones take about a minute.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "engine/analysis/angle_of_repose.h"
#include "engine/analysis/repose.h"
#include "engine/scene/scene.h"
#include "engine/step/step.h"

namespace scree {
namespace {

constexpr double kSpeed = 0.7;            // rad/s: the Froude number of the published drum
constexpr double kMeshDrumRadius = 0.13;  // m
constexpr double kSettled = 2.0;          // s: the bed is on the wall and flows
constexpr double kMeasured = 6.0;         // s
constexpr int kSeeds = 24;
constexpr double kErrors = 3.0;  // standard errors within which two means count as equal

// A drum of half the published diameter and a quarter of its grains.
constexpr std::string_view kScene = R"(
scree: 1
name: Drum
time_step: 5 ms
seed: {seed}
materials:
  ore: {{density: 3700}}
  wall: {{density: 7800}}
  glass: {{density: 2500}}
default_pair: {{restitution: 0.18, friction: 0.91, rolling_resistance: 0.32, stiffness: 3000, damping_time: 1 ms}}
pairs:
  - {{between: [ore, wall], friction: {friction}}}
  - {{between: [ore, glass], friction: 0, rolling_resistance: 0}}
bodies:
  drum:
    shapes:
{shapes}
    motion:
      - rotate: {{axis: y, speed: {speed}}}
particles:
  - fill:
      region: {{cylinder: {{axis: y, diameter: 258 mm, length: 78 mm}}}}
      count: 1000
      sizes: {{list: {{diameters: [13 mm, 10 mm]}}}}
      material: ore
)";
constexpr std::string_view kPrimitive = R"(
      - hollow_cylinder: {diameter: 260 mm, length: 78 mm, axis: y, material: wall, cap_material: glass})";
constexpr std::string_view kMesh = R"(
      - mesh:
          make: {drum: {diameter: 260 mm, length: 80 mm, sides: 96, closed_low: false, closed_high: false}}
          axis: y
          material: wall
      - rectangle: {size: [400 mm, 400 mm], position: [0, -39 mm, 0], normal: y, material: glass}
      - rectangle: {size: [400 mm, 400 mm], position: [0, 39 mm, 0], normal: -y, material: glass})";

enum Quantity : std::size_t { kAngleByMass, kAngleBySurface, kTorque, kEnergy, kFlowing, kQuantities };
constexpr std::array<const char*, kQuantities> kNames = {"angle of the centre of mass [deg]",
                                                         "angle of the surface [deg]", "torque [N m]",
                                                         "kinetic energy [mJ]", "share that flows"};
using Reading = std::array<double, kQuantities>;

Reading readingOf(const World& world) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  const DrumFrame frame{.radius = kMeshDrumRadius};
  double energy = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    energy += 0.5 * world.particles.mass[i] * world.particles.velocity[i].squaredNorm();
  }
  return {kDegrees * drumAngleByMass(world.particles, frame), kDegrees * drumAngleBySurface(world.particles, frame),
          drivingTorque(world.bodies[0]), 1e3 * energy, 1.0 - plugFraction(world.particles, frame, kSpeed)};
}

/// Means over time of one run.
Reading measuredRun(std::string_view shapes, double friction, int seed) {
  const SceneResult loaded = loadSceneText(fmt::format(kScene, fmt::arg("seed", seed), fmt::arg("friction", friction),
                                                       fmt::arg("shapes", shapes), fmt::arg("speed", kSpeed)),
                                           "drum.yaml");
  EXPECT_TRUE(loaded.scene) << (loaded.errors.empty() ? "" : loaded.errors.front().text());
  Reading sum{};
  if (!loaded.scene) {
    return sum;
  }
  World world = loaded.scene->world;
  StepData data;
  double readings = 0.0;
  while (world.time < kSettled + kMeasured) {
    EXPECT_TRUE(step(world, data));
    if (world.time >= kSettled && world.step % 4 == 0) {
      const Reading now = readingOf(world);
      for (std::size_t q = 0; q < kQuantities; ++q) {
        sum[q] += now[q];
      }
      readings += 1.0;
    }
  }
  EXPECT_EQ(world.faultCount, 0U);
  for (double& value : sum) {
    value /= readings;
  }
  return sum;
}

std::array<Statistics, kQuantities> measuredSeeds(std::string_view shapes, double friction) {
  std::array<std::vector<double>, kQuantities> values;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const Reading reading = measuredRun(shapes, friction, seed);
    for (std::size_t q = 0; q < kQuantities; ++q) {
      values[q].push_back(reading[q]);
    }
  }
  std::array<Statistics, kQuantities> statistics;
  for (std::size_t q = 0; q < kQuantities; ++q) {
    statistics[q] = statisticsOf(values[q]);
  }
  return statistics;
}

/// Standard error of the difference of two means over the seeds.
double errorOf(const Statistics& a, const Statistics& b) {
  return std::sqrt((a.deviation * a.deviation + b.deviation * b.deviation) / (kSeeds - 1));
}

TEST(SlowMeshDrum, AngleTorqueAndFlowAreThoseOfThePrimitiveWithinTheScatterOverSeeds) {
  const auto primitive = measuredSeeds(kPrimitive, 0.91);
  const auto mesh = measuredSeeds(kMesh, 0.91);
  const auto smooth = measuredSeeds(kMesh, 0.3);
  int told = 0;
  for (std::size_t q = 0; q < kQuantities; ++q) {
    const double difference = mesh[q].mean - primitive[q].mean;
    const double error = errorOf(mesh[q], primitive[q]);
    fmt::print("{:34} primitive {:8.4g} ± {:.2g}, mesh {:8.4g} ± {:.2g}: {:+.2f} standard errors; smooth {:.4g}\n",
               kNames[q], primitive[q].mean, primitive[q].deviation, mesh[q].mean, mesh[q].deviation,
               difference / error, smooth[q].mean);
    EXPECT_LE(std::abs(difference), kErrors * error) << kNames[q];
    // Chance is small, so that the comparison means something.
    EXPECT_LE(error, 0.03 * primitive[q].mean) << kNames[q];
    told += std::abs(smooth[q].mean - primitive[q].mean) > kErrors * errorOf(smooth[q], primitive[q]) ? 1 : 0;
  }
  // A wall of another friction is told from it in most of what is measured.
  EXPECT_GE(told, 3);
}

}  // namespace
}  // namespace scree
