#include <gtest/gtest.h>

#include <cmath>

#include "engine/analysis/repose.h"
#include "engine/base/random.h"

namespace scree {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

void addGrain(Particles& particles, const Vec3& position, double radius = 0.005) {
  Particle particle;
  particle.position = position;
  particle.radius = radius;
  particle.mass = 2500.0 * sphereVolume(radius);
  particles.add(particle);
}

/// A drum about +y filled below a plane tilted by `angle`; rotation about +y lifts the side of -x.
Particles tiltedBed(double angle, const DrumFrame& frame) {
  Particles particles;
  Random random(7);
  while (particles.size() < 20000) {
    const Vec3 p(random.uniform(-frame.radius, frame.radius), random.uniform(-0.04, 0.04),
                 random.uniform(-frame.radius, frame.radius));
    const double surface = -p.x() * std::tan(angle);
    if (std::hypot(p.x(), p.z()) < frame.radius && p.z() < surface) {
      addGrain(particles, p);
    }
  }
  return particles;
}

TEST(Repose, DrumAnglesOfATiltedHalfFilledDrum) {
  const DrumFrame frame{.centre = Vec3::Zero(), .axis = Vec3::UnitY(), .radius = 0.26};
  const Particles bed = tiltedBed(35.0 * kDegree, frame);
  // 20 000 random points: the centre of mass scatters by R/sqrt(N)/(4R/3π) = 1 degree at three sigma.
  EXPECT_NEAR(drumAngleByMass(bed, frame) / kDegree, 35.0, 1.0);
  // The highest of about 170 points a slice lies within a fraction of a diameter under the surface.
  EXPECT_NEAR(drumAngleBySurface(bed, frame) / kDegree, 35.0, 1.0);
}

TEST(Repose, DrumAngleTurnsSignWithTheAxis) {
  DrumFrame frame{.centre = Vec3::Zero(), .axis = Vec3::UnitY(), .radius = 0.26};
  const Particles bed = tiltedBed(35.0 * kDegree, frame);
  const double there = drumAngleByMass(bed, frame);
  frame.axis = -frame.axis;
  EXPECT_DOUBLE_EQ(drumAngleByMass(bed, frame), -there);
}

TEST(Repose, LayersOfADrumLieUnderItsSurface) {
  const DrumFrame frame{.centre = Vec3::Zero(), .axis = Vec3::UnitY(), .radius = 0.26};
  const double angle = 35.0 * kDegree;
  constexpr double kSpeed = 0.5;       // rad/s
  constexpr double kThickness = 0.02;  // m, of a layer
  Particles bed = tiltedBed(angle, frame);
  // Down to 3 layers it slides over the drum, the faster the less deep; below it turns with the drum.
  const auto depthOf = [&](const Vec3& p) { return -p.x() * std::sin(angle) - p.z() * std::cos(angle); };
  for (std::size_t i = 0; i < bed.size(); ++i) {
    const double sliding = std::max(0.0, 3.0 * kThickness - depthOf(bed.position[i]));  // 1/s of it
    bed.velocity[i] = (kSpeed * frame.axis).cross(bed.position[i]) + 10.0 * sliding * Vec3::UnitY();
  }
  const auto isDeep = [&](std::size_t i) { return depthOf(bed.position[i]) > 3.0 * kThickness; };
  const std::array<DrumLayer, kDrumLayers> layers = drumLayers(bed, frame, kSpeed, kThickness, isDeep);
  double grains = 0.0;
  double plug = 0.0;
  for (const DrumLayer& layer : layers) {
    grains += layer.grains;
    plug += layer.plug;
  }
  EXPECT_EQ(grains, static_cast<double>(bed.size()));
  EXPECT_NEAR(plug / grains, plugFraction(bed, frame, kSpeed), 1e-12);
  // The line through the highest grains is within a fifth of a layer of the surface: see the angle above.
  EXPECT_NEAR(layers[0].speed / layers[0].grains, 10.0 * 2.5 * kThickness, 10.0 * 0.2 * kThickness);
  EXPECT_NEAR(layers[1].speed / layers[1].grains, 10.0 * 1.5 * kThickness, 10.0 * 0.2 * kThickness);
  EXPECT_EQ(layers[0].members, 0.0);
  EXPECT_EQ(layers[4].members, layers[4].grains);
  EXPECT_EQ(layers[4].plug, layers[4].grains);
}

TEST(Repose, PlugIsWhatTurnsWithTheDrum) {
  const DrumFrame frame{.centre = Vec3::Zero(), .axis = Vec3::UnitY(), .radius = 0.26};
  Particles bed = tiltedBed(0.3, frame);
  for (std::size_t i = 0; i < bed.size(); ++i) {
    bed.velocity[i] = (0.5 * frame.axis).cross(bed.position[i]);
    if (i % 4 == 0) {
      bed.velocity[i].x() += 0.16 * frame.radius * 0.5;  // just over the threshold
    }
  }
  EXPECT_NEAR(plugFraction(bed, frame, 0.5), 0.75, 1e-3);
}

TEST(Repose, PileOfKnownSlope) {
  Particles pile;
  Random random(3);
  const double slope = std::tan(30.0 * kDegree);
  const double base = 0.2;
  while (pile.size() < 30000) {
    const Vec3 p(random.uniform(-base, base), random.uniform(-base, base), random.uniform(0.0, base * slope));
    if (p.z() < slope * (base - std::hypot(p.x(), p.y()))) {
      addGrain(pile, p + Vec3(1.0, 2.0, 0.5));
    }
  }
  const PileShape shape = measurePile(pile, 0.5);
  // Rings one diameter wide, tops within a few millimetres under the cone.
  EXPECT_NEAR(shape.angle / kDegree, 30.0, 1.0);
  EXPECT_NEAR(shape.height, base * slope, 0.015);
  EXPECT_LT(shape.radius, base);
}

TEST(Repose, EmptyAndTinySetsAreHarmless) {
  Particles none;
  EXPECT_EQ(measurePile(none, 0.0).height, 0.0);
  EXPECT_EQ(drumAngleByMass(none, DrumFrame{}), 0.0);
  EXPECT_EQ(drumAngleBySurface(none, DrumFrame{}), 0.0);
  EXPECT_EQ(plugFraction(none, DrumFrame{}, 1.0), 0.0);
  addGrain(none, Vec3(0.0, 0.0, 0.005));
  EXPECT_DOUBLE_EQ(measurePile(none, 0.0).height, 0.01);
}

TEST(Repose, Statistics) {
  const std::vector<double> values = {1.0, 2.0, 3.0, 4.0};
  const Statistics statistics = statisticsOf(values);
  EXPECT_DOUBLE_EQ(statistics.mean, 2.5);
  EXPECT_DOUBLE_EQ(statistics.deviation, std::sqrt(1.25));
  EXPECT_EQ(statistics.count, 4U);
}

/// Grains under a surface that is flat up to x = 0.05 m and then falls with `angle` from 0.2 m.
Particles slope(double angle) {
  Particles particles;
  Random random(3);
  while (particles.size() < 30000) {
    const Vec3 p(random.uniform(0.0, 0.6), random.uniform(-0.1, 0.1), random.uniform(0.0, 0.2));
    if (p.z() < 0.2 - std::max(0.0, p.x() - 0.05) * std::tan(angle)) {
      addGrain(particles, p);
    }
  }
  return particles;
}

TEST(Slope, IsThatOfTheSurfaceBetweenCrestAndFoot) {
  for (const double degrees : {20.0, 30.0, 40.0}) {
    const Particles particles = slope(degrees * kDegree);
    const SlopeFrame frame{.halfWidth = 0.08};
    // The highest of a cell's grains lies a little under the surface, by less where the cell is deeper.
    EXPECT_NEAR(slopeAngle(particles, frame) / kDegree, degrees, 1.0) << degrees;
  }
}

TEST(Slope, TurnsWithItsFrameAndIgnoresWhatLiesBeyondTheFoot) {
  const Particles particles = slope(35.0 * kDegree);
  const SlopeFrame frame{.origin = Vec3(0.0, 0.0, 0.0), .halfWidth = 0.08};
  const double angle = slopeAngle(particles, frame);
  Particles turned;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3& p = particles.position[i];
    addGrain(turned, Vec3(1.0 - p.y(), 2.0 + p.x(), 0.5 + p.z()));
  }
  addGrain(turned, Vec3(1.0, 3.0, 0.505));
  addGrain(turned, Vec3(1.0, 3.1, 0.7));
  const SlopeFrame other{.origin = Vec3(1.0, 2.0, 0.5), .downhill = Vec3::UnitY(), .halfWidth = 0.08};
  EXPECT_NEAR(slopeAngle(turned, other), angle, 1e-9);
  EXPECT_EQ(slopeAngle(Particles{}, other), 0.0);
}

}  // namespace
}  // namespace scree
