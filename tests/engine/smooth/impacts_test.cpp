// Impacts of single grains after Chung and Ooi, "Benchmark tests for verifying discrete element modelling codes at
// particle impact level" (Granular Matter 13, 2011): their eight cases with their materials, against closed forms and
// against the equations of the law integrated here contact by contact.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/solve/smooth/smooth_law.h"
#include "engine/solve/smooth/stable_step.h"
#include "engine/world/contact_spring.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

/// A hundredth: a substep of a tenth of the Rayleigh time leaves restitution off by as much.
constexpr double kHundredth = 0.01;
/// Share of the method's own substep that is taken where the course of an impact counts.
constexpr double kShareOfImpacts = 0.1;

struct ImpactMaterial {
  double young;    // Pa
  double poisson;  // 1
  double density;  // kg/m³
  double restitution = 1.0;
  double friction = 0.0;
};
constexpr ImpactMaterial kGlass{4.8e10, 0.20, 2800.0};
constexpr ImpactMaterial kLimestone{2.0e10, 0.25, 2500.0};
constexpr ImpactMaterial kAluminium{7.0e10, 0.33, 2699.0};
constexpr ImpactMaterial kMagnesium{4.0e10, 0.35, 1800.0};
constexpr ImpactMaterial kAlumina{3.8e11, 0.23, 4000.0, 0.98, 0.092};
constexpr ImpactMaterial kSteel{2.08e11, 0.30, 7850.0, 1.0, 0.3};
constexpr ImpactMaterial kPolyethylene{1.0e9, 0.30, 1400.0, 1.0, 0.3};
constexpr ImpactMaterial kSpinningAluminium{7.0e10, 0.33, 2700.0, 0.5, 0.4};
constexpr ImpactMaterial kSpinningCopper{1.2e11, 0.35, 8900.0, 0.5, 0.4};

double effectiveOf(const ImpactMaterial& material) {
  return material.young / (2.0 * (1.0 - material.poisson * material.poisson));
}

World impactWorld(const ImpactMaterial& material) {
  PairLaw law;
  law.law = StiffnessLaw::hertz;
  law.effectiveModulus = effectiveOf(material);
  law.restitution = material.restitution;
  law.friction = material.friction;
  World world = emptyWorld(law);
  Material& own = world.materials.list[0];
  own.density = material.density;
  own.youngsModulus = material.young;
  own.poissonRatio = material.poisson;
  world.parameters.method = Method::smooth;
  world.parameters.gravity.setZero();
  return world;
}

/// A sphere that just touches the floor at z = 0, or one at x = 0 that touches another on its right.
World onFloor(const ImpactMaterial& material, double radius, const Vec3& velocity, const Vec3& spin = Vec3::Zero()) {
  World world = impactWorld(material);
  addFloor(world);
  addSphere(world, Vec3(0, 0, radius), 2.0 * radius, velocity, spin);
  return world;
}
World inPair(const ImpactMaterial& material, double radius, double other, double speed, double spin, double otherSpin) {
  World world = impactWorld(material);
  addSphere(world, Vec3::Zero(), 2.0 * radius, Vec3(speed, 0, 0), Vec3(0, 0, spin));
  addSphere(world, Vec3(radius + other, 0, 0), 2.0 * other, Vec3(-speed, 0, 0), Vec3(0, 0, otherSpin));
  return world;
}

double overlapIn(const World& world) {
  const Particles& p = world.particles;
  return p.size() > 1 ? p.radius[0] + p.radius[1] - (p.position[1] - p.position[0]).norm()
                      : p.radius[0] - p.position[0].z();
}

struct Course {
  double deepest = 0.0;   // m
  double duration = 0.0;  // s
};

/// Steps until the impact is over, in steps of a share of the method's own substep.
Course runImpact(World& world, double share = 1.0) {
  world.parameters.timeStep = share * stableStep(world);
  Course course;
  StepData data;
  for (int i = 0; i < 100000; ++i) {
    step(world, data);
    const double overlap = overlapIn(world);
    course.deepest = std::max(course.deepest, overlap);
    if (overlap <= 0.0) {
      course.duration = world.time;
      return course;
    }
  }
  ADD_FAILURE() << "they did not part";
  return course;
}

double effectiveMassIn(const World& world) {
  const Particles& p = world.particles;
  return p.size() > 1 ? p.mass[0] * p.mass[1] / (p.mass[0] + p.mass[1]) : p.mass[0];
}
double effectiveRadiusIn(const World& world) {
  const Particles& p = world.particles;
  return p.size() > 1 ? p.radius[0] * p.radius[1] / (p.radius[0] + p.radius[1]) : p.radius[0];
}

/// Impulse across the normal on the side that slips with `slip` [m/s], by small steps of the equations in two numbers:
/// m* δ'' = -F, and slip' = 7/2 T/m* for spheres. The springs as in METHOD.md 18, with no vectors and no substeps.
double tangentialImpulse(const ImpactMaterial& material, double mass, double radius, double speed, double slip) {
  constexpr int kParts = 200000;
  const double stiffness =
      springOf(PairLaw{.law = StiffnessLaw::hertz, .effectiveModulus = effectiveOf(material)}, radius).stiffness;
  const double zeta = dampingRatio(material.restitution, StiffnessLaw::hertz);
  const double share = 2.0 * (1.0 - material.poisson) / (2.0 - material.poisson);
  const double time = 4.0 * std::pow(1.25 * mass * speed * speed / stiffness, 0.4) / speed / kParts;
  double overlap = 0.0;
  double approach = speed;
  double spring = 0.0;
  double impulse = 0.0;
  for (int i = 0; i < 2 * kParts && overlap >= 0.0; ++i) {
    const double before = overlap;
    overlap += time * approach;
    if (overlap <= 0.0) {
      break;
    }
    const double slope = 1.5 * stiffness * std::sqrt(overlap);
    const double force = stiffness * overlap * std::sqrt(overlap) + 2.0 * zeta * std::sqrt(mass * slope) * approach;
    if (overlap < before) {
      spring *= std::sqrt(overlap / before);
    }
    spring -= share * slope * slip * time;
    const double limit = material.friction * std::max(force, 0.0);
    const double whole = spring - 2.0 * zeta * std::sqrt(mass * share * slope) * slip;
    const double held = std::clamp(whole, -limit, limit);
    if (held != whole) {
      spring = held;
    }
    approach -= time * force / mass;
    slip += time * 3.5 * held / mass;
    impulse += time * held;
  }
  return impulse;
}

TEST(ChungOoi, ElasticNormalImpacts) {
  const auto check = [](World world, double speed) {
    const double own = world.particles.velocity[0].norm();
    // Hertz 1882: m* u²/2 = 2/5 K δ^(5/2), and a duration of 2.9432 δ/u.
    const double stiffness = springOf(world.materials.pair(0, 0), effectiveRadiusIn(world)).stiffness;
    const double deepest = std::pow(1.25 * effectiveMassIn(world) * speed * speed / stiffness, 0.4);
    const Course course = runImpact(world, 0.1);  // its end is only seen to a step
    EXPECT_NEAR(course.deepest / deepest, 1.0, kHundredth);
    EXPECT_NEAR(course.duration / (2.9432 * deepest / speed), 1.0, kHundredth);
    EXPECT_NEAR(world.particles.velocity[0].norm() / own, 1.0, kHundredth);
  };
  for (const ImpactMaterial& material : {kGlass, kLimestone}) {
    check(inPair(material, 0.01, 0.01, 10.0, 0.0, 0.0), 20.0);  // test 1
  }
  for (const ImpactMaterial& material : {kAluminium, kMagnesium}) {
    check(onFloor(material, 0.1, Vec3(0, 0, -0.2)), 0.2);  // test 2
  }
}

TEST(ChungOoi, RestitutionOfNormalImpacts) {
  for (ImpactMaterial material : {kAlumina, kSteel}) {
    for (int tenths = 2; tenths <= 10; ++tenths) {
      material.restitution = 0.1 * tenths;
      World world = onFloor(material, 0.0025, Vec3(0, 0, -3.9));  // test 3
      runImpact(world);
      EXPECT_NEAR(world.particles.velocity[0].z() / 3.9, material.restitution, kHundredth);
    }
  }
}

/// Impact on the floor with these speeds [m/s] and spin [rad/s] about y: velocity and spin after are those of the
/// impulse across the normal.
World checkOnFloor(const ImpactMaterial& material, double radius, double speed, double along, double spin) {
  World world = onFloor(material, radius, Vec3(along, 0, -speed), Vec3(0, spin, 0));
  const double mass = world.particles.mass[0];
  const double slip = along - radius * spin;
  const double impulse = tangentialImpulse(material, mass, radius, speed, slip);
  runImpact(world, kShareOfImpacts);
  const double scale = std::abs(impulse) / mass;
  // Of the change by the impact, and of the limit of friction where that hardly changes it.
  const double bound = kHundredth * std::max(scale, material.friction * speed);
  EXPECT_NEAR(world.particles.velocity[0].x(), along + impulse / mass, bound) << along << " m/s " << spin << " rad/s";
  EXPECT_NEAR(radius * world.particles.angularVelocity[0].y(), radius * spin - 2.5 * impulse / mass, 2.5 * bound);
  return world;
}

TEST(ChungOoi, ObliqueImpactsAtOneSpeed) {
  constexpr double kRadiusOfTest = 0.0025;
  for (int angle = 5; angle <= 85; angle += 10) {  // test 4
    const double theta = angle * std::numbers::pi / 180.0;
    const double down = 3.9 * std::cos(theta);
    const double along = 3.9 * std::sin(theta);
    const World world = checkOnFloor(kAlumina, kRadiusOfTest, down, along, 0.0);
    // Slides throughout from tan θ = μ (7 - 1/κ) on, κ = 2 (1 - ν)/(2 - ν) (Maw, Barber and Fawcett 1976).
    if (angle >= 35) {
      const double change = kAlumina.friction * (1.0 + kAlumina.restitution) * down;
      EXPECT_NEAR(world.particles.velocity[0].x() / along, 1.0 - change / along, kHundredth) << angle;
      EXPECT_NEAR(world.particles.angularVelocity[0].y() / (2.5 * change / kRadiusOfTest), 1.0, kHundredth) << angle;
    }
  }
}

TEST(ChungOoi, ObliqueImpactsAtOneNormalSpeed) {
  for (const ImpactMaterial& material : {kSteel, kPolyethylene}) {
    for (const double along : {0.5, 2.0, 5.0, 10.0, 15.0, 20.0}) {  // test 5
      checkOnFloor(material, 1e-5, 5.0, along, 0.0);
    }
  }
}

TEST(ChungOoi, SpinningSphereOnAFloor) {
  for (const ImpactMaterial& material : {kSpinningAluminium, kSpinningCopper}) {
    for (const double spin : {0.175, 2.0, 4.0, 8.0, 14.0, 21.0}) {  // test 6
      checkOnFloor(material, 0.1, 0.2, 0.0, spin);
    }
  }
}

void checkPair(const ImpactMaterial& material, double other, double spin, double otherSpin) {
  constexpr double kFirst = 0.1;  // m
  constexpr double kSpeed = 0.2;  // m/s
  World world = inPair(material, kFirst, other, kSpeed, spin, otherSpin);
  const double mass = effectiveMassIn(world);
  // Of b's surface against a's.
  const double slip = -(kFirst * spin + other * otherSpin);
  const double impulse = tangentialImpulse(material, mass, effectiveRadiusIn(world), 2.0 * kSpeed, slip);
  const Particles before = world.particles;
  runImpact(world, kShareOfImpacts);
  const Particles& after = world.particles;
  const double bound = kHundredth * std::max(std::abs(impulse), mass * material.friction * 2.0 * kSpeed);
  EXPECT_NEAR(after.mass[0] * after.velocity[0].y(), -impulse, bound) << spin;
  EXPECT_NEAR(after.mass[1] * after.velocity[1].y(), impulse, bound) << spin;
  EXPECT_NEAR(after.inertia(0) * (after.angularVelocity[0].z() - spin) / kFirst, -impulse, bound) << spin;
  EXPECT_NEAR(after.inertia(1) * (after.angularVelocity[1].z() - otherSpin) / other, -impulse, bound) << spin;
  EXPECT_NEAR((after.velocity[1] - after.velocity[0]).x() / (2.0 * kSpeed), material.restitution, kHundredth);
}

TEST(ChungOoi, SpinningSpheres) {
  for (const ImpactMaterial& material : {kSpinningAluminium, kSpinningCopper}) {
    for (const double spin : {0.175, 2.0, 4.0, 8.0, 14.0, 21.0}) {
      checkPair(material, 0.1, spin, spin);  // test 7
      checkPair(material, 1.0, spin, 0.0);   // test 8
    }
  }
}

}  // namespace
}  // namespace scree::testing
