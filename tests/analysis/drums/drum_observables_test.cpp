// Observables of a drum on made-up flows, of which each is known.
#include "engine/analysis/drums/drum_observables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kTilt = 7.0 * kDegree;
constexpr double kDrumRadius = 0.5;
constexpr double kGrain = 0.02;
constexpr double kSpeed = 0.53;

RotatingDrum tilted() {
  return {.centre = Vec3(1.0, 2.0, 3.0),
          .axis = Vec3(std::cos(kTilt), 0.0, -std::sin(kTilt)),
          .radius = kDrumRadius,
          .length = 2.0,
          .speed = kSpeed};
}

/// A bed below a chord from `first` to `last` [deg]. Grains deeper than `shear` below it turn with the wall and creep
/// by `creep` along the axis; those above flow down the chord at `down` and along the axis at `along` [m/s].
World madeBed(const RotatingDrum& drum, double shear, double down, double along, double creep, double first = 120.0,
              double last = 167.0) {
  World world = testing::emptyWorld();
  const double middle = 0.5 * (first + last) * kDegree;
  const Vec3 normal = -(std::sin(middle) * drum.side() + std::cos(middle) * drum.up());  // out of the bed
  const double chord = -kDrumRadius * std::cos(0.5 * (last - first) * kDegree);
  const Vec3 slope = (std::cos(middle) * drum.side() - std::sin(middle) * drum.up());
  const double step = kGrain;
  for (double a = -0.6; a <= 0.6; a += step) {
    for (double x = -kDrumRadius; x <= kDrumRadius; x += step) {
      for (double z = -kDrumRadius; z <= kDrumRadius; z += step) {
        const Vec3 from = x * drum.side() + z * drum.up();
        const double height = from.dot(normal) - chord;
        if (from.norm() > kDrumRadius - 0.5 * kGrain || height > 0.0) {
          continue;
        }
        const std::size_t slot = testing::addSphere(world, drum.centre + a * drum.axis + from, kGrain);
        world.particles.velocity[slot] = -height < shear ? Vec3(down * slope + along * drum.axis)
                                                         : Vec3(drum.speed * drum.axis.cross(from) + creep * drum.axis);
      }
    }
  }
  return world;
}

TEST(DrumObservables, ReadAMadeUpFlow) {
  const RotatingDrum drum = tilted();
  const World world = madeBed(drum, 0.06, 1.2, 0.5, 0.0);
  const DrumFlow flow = drumFlow(world, drum, {});
  // Bins of two grains at the wall, 4.6 deg each: an end is off by one.
  const double bin = 2.0 * kGrain / kDrumRadius;
  EXPECT_NEAR(flow.upper, 120.0 * kDegree, 1.5 * bin);
  EXPECT_NEAR(flow.lower, 167.0 * kDegree, 1.5 * bin);
  EXPECT_NEAR(flow.angle(), 36.5 * kDegree, bin) << "the slope of the chord";
  EXPECT_NEAR(flow.across, 1.2, 1e-12);
  EXPECT_NEAR(flow.axial, 0.5, 1e-12);
  EXPECT_NEAR(flow.surface(), 1.3, 1e-12);
  double momentum = 0.0, mass = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    if (std::abs((world.particles.position[i] - drum.centre).dot(drum.axis)) <= 0.5) {
      momentum += world.particles.mass[i] * world.particles.velocity[i].dot(drum.axis);
      mass += world.particles.mass[i];
    }
  }
  EXPECT_NEAR(flow.transport, momentum / mass, 1e-12);
  EXPECT_NEAR(flow.mass, mass, 1e-9 * mass);
}

TEST(DrumObservables, TurnedTheOtherWayTheyAreTheSame) {
  RotatingDrum drum = tilted();
  const DrumFlow one = drumFlow(madeBed(drum, 0.06, 1.2, 0.5, 0.0), drum, {});
  drum.speed = -kSpeed;
  const DrumFlow other = drumFlow(madeBed(drum, 0.06, 1.2, 0.5, 0.0), drum, {});
  EXPECT_NEAR(one.upper, other.upper, 0.1);
  EXPECT_NEAR(one.lower, other.lower, 0.1);
  EXPECT_NEAR(one.across, other.across, 1e-12);
}

TEST(DrumObservables, GrainsInFlightAndOutsideDoNotCount) {
  const RotatingDrum drum = tilted();
  World world = madeBed(drum, 0.06, 1.2, 0.5, 0.0);
  const DrumFlow before = drumFlow(world, drum, {});
  const double angle = 147.0 * kDegree;
  for (double a = -0.45; a < 0.5; a += 0.1) {  // single grains over the surface, and grains outside of the window
    for (const double along : {a, a + 2.0}) {
      const Vec3 ray = std::sin(angle) * drum.side() + std::cos(angle) * drum.up();
      testing::addSphere(world, drum.centre + along * drum.axis + 0.2 * ray, kGrain, Vec3(0.0, 0.0, 5.0));
    }
  }
  const DrumFlow after = drumFlow(world, drum, {});
  EXPECT_NEAR(after.across, before.across, 0.02) << "the second grain of such a cell begins its surface";
  EXPECT_EQ(after.upper, before.upper);
  EXPECT_TRUE(std::isnan(drumFlow(testing::emptyWorld(), drum, {}).transport));
}

TEST(DrumObservables, FieldsOfTheCrossSectionHaveMassAndMomentum) {
  const RotatingDrum drum = tilted();
  const World world = madeBed(drum, 0.06, 1.2, 0.5, 0.1, 100.0, 180.0);
  const DrumWindow window;
  DrumSection section = sectionOf(drum, window, kGrain);
  addInstant(world, drum, window, section);
  addInstant(world, drum, window, section);
  double mass = 0.0;
  Vec3 momentum = Vec3::Zero();
  for (std::size_t i = 0; i < section.mass.size(); ++i) {
    mass += section.densityAt(i) * section.cell * section.cell * section.depth;
    momentum += section.mass[i] * section.velocityAt(i);
  }
  const DrumFlow flow = drumFlow(world, drum, window);
  EXPECT_NEAR(mass, flow.mass, 1e-9 * flow.mass);
  EXPECT_NEAR(momentum.z(), 2.0 * flow.mass * flow.transport, 1e-9 * flow.mass);
  // In the plug the field is that of the wall's rotation; depths below the chord of 100 to 180 deg.
  const Vec3 down(std::sin(140.0 * kDegree), std::cos(140.0 * kDegree), 0.0);
  int inPlug = 0;
  for (std::size_t i = 0; i < section.mass.size(); ++i) {
    const auto size = static_cast<std::size_t>(section.size);
    const double x = (static_cast<double>(i % size) + 0.5 - 0.5 * section.size) * section.cell;
    const double z = (static_cast<double>(i / size) + 0.5 - 0.5 * section.size) * section.cell;
    const double depth = Vec3(x, z, 0.0).dot(down) - kDrumRadius * std::cos(40.0 * kDegree);
    if (section.mass[i] > 0.0 && depth > 0.06 + kGrain) {
      ++inPlug;
      EXPECT_NEAR(section.velocityAt(i).x(), -kSpeed * z, 1.5 * kSpeed * kGrain) << x << ' ' << z;
      EXPECT_NEAR(section.velocityAt(i).y(), kSpeed * x, 1.5 * kSpeed * kGrain) << x << ' ' << z;
    }
  }
  EXPECT_GT(inPlug, 10) << "else nothing was compared";
}

TEST(DrumObservables, MeansAreThoseOfBlocks) {
  std::vector<DrumFlow> flows;
  for (int i = 0; i < 100; ++i) {
    flows.push_back({.time = 0.1 * i,
                     .upper = 2.0,
                     .lower = 3.0,
                     .transport = i < 50 ? 0.2 : 0.3,
                     .axial = i % 10 == 0 ? std::numeric_limits<double>::quiet_NaN() : 0.5,
                     .across = 1.2});
  }
  const FlowMeans means = flowMeans(flows, 4);
  EXPECT_NEAR(means.transport.mean, 0.25, 1e-12);
  EXPECT_NEAR(means.transport.deviation, 0.05, 1e-12);
  EXPECT_NEAR(means.axial.mean, 0.5, 1e-12);
  EXPECT_NEAR(means.angle.mean, std::numbers::pi - 2.5, 1e-12);
  EXPECT_NEAR(means.surface.mean, 1.3, 1e-12);
}

TEST(DrumObservables, TheDrumOfAWorldIsFoundWithItsTilt) {
  World world = testing::drumWorld(50, 0.010, 0.013, 0.08, 2);
  const std::optional<RotatingDrum> drum = rotatingDrum(world);
  ASSERT_TRUE(drum);
  EXPECT_EQ(drum->radius, 0.08);
  EXPECT_NE(drum->speed, 0.0);
  world.bodies[0].drives.clear();
  EXPECT_FALSE(rotatingDrum(world));
}

}  // namespace
}  // namespace scree
