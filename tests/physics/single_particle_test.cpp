// One sphere, and the ground or another sphere: closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/methods.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

TEST(FreeFall, IsExactForTheStepper) {
  World world = emptyWorld();
  const Vec3 v0(0.3, -0.2, 1.0);
  const Vec3 w0(1.0, 2.0, 3.0);
  addSphere(world, Vec3(0, 0, 5), kDiameter, v0, w0);
  StepData data;
  run(world, data, 1.0);
  const double dt = world.parameters.timeStep / world.parameters.substeps;
  // Velocity first, then position: x = x0 + v0 t - g t (t + Δt)/2, up to the round-off of 200 additions.
  const Vec3 expected = Vec3(0, 0, 5) + v0 - Vec3(0, 0, 0.5 * kGravity * (1.0 + dt));
  EXPECT_LT((world.particles.position[0] - expected).norm(), 1e-12);
  EXPECT_LT((world.particles.velocity[0] - (v0 - Vec3(0, 0, kGravity))).norm(), 1e-12);
  EXPECT_EQ(world.particles.angularVelocity[0], w0);
  const Eigen::AngleAxisd turn(w0.norm() * 1.0, w0.normalized());
  EXPECT_LT(world.particles.orientation[0].angularDistance(Quat(turn)), 1e-7);
}

TEST(Bounce, HeightsFollowTheSquareOfRestitution) {
  const double restitution = 0.8;
  World world = emptyWorld(smoothLaw(restitution));
  world.parameters.timeStep = 1e-5;
  addFloor(world);
  const double height = 0.1;
  addSphere(world, Vec3(0, 0, kRadius + height));
  StepData data;
  std::vector<double> tops;
  double top = 0.0;
  bool rising = false;
  while (tops.size() < 4) {
    step(world, data);
    const bool now = world.particles.velocity[0].z() > 0.0;
    if (rising && !now) {
      tops.push_back(top);
    }
    rising = now;
    top = world.particles.position[0].z() - kRadius;
  }
  // An impact is found up to u Δt (14 µm) late and rebounds from there: an error of at most 14 µm a bounce, and the
  // speed it had then is off by g Δt. Against the fourth top, 16.8 mm, four such errors are 0.33 %.
  for (std::size_t k = 0; k < tops.size(); ++k) {
    const double expected = height * std::pow(restitution, 2.0 * static_cast<double>(k + 1));
    EXPECT_NEAR(tops[k], expected, static_cast<double>(k + 1) * 1.4e-5) << "bounce " << k + 1;
  }
}

TEST(SlipToRoll, TimeAndFinalSpeed) {
  for (const double friction : {0.1, 0.3, 0.91}) {
    PairLaw law = smoothLaw();
    law.friction = friction;
    World world = emptyWorld(law);
    world.parameters.timeStep = 1e-3;
    addFloor(world);
    addSphere(world, Vec3::Zero());
    world.particles.position[0].z() = kRadius - world.particles.mass[0] * kGravity / law.stiffness;
    const double start = 1.0;
    world.particles.velocity[0].x() = start;
    StepData data;
    double slipEnds = 0.0;
    for (int i = 0; i < 1000; ++i) {
      step(world, data);
      const double slip = world.particles.velocity[0].x() - kRadius * world.particles.angularVelocity[0].y();
      if (slipEnds == 0.0 && slip < 1e-6) {
        slipEnds = world.time;
      }
    }
    // Seen at the end of the step in which it happens.
    const double expected = 2.0 * start / (7.0 * friction * kGravity);
    EXPECT_GE(slipEnds, expected - roundOff(1e-9, world.parameters.timeStep));
    EXPECT_LE(slipEnds, expected + world.parameters.timeStep);
    // Angular momentum about the contact is kept, so 5/7 to round-off; the creep of the friction row is γ_t f_t = 0. In
    // single precision speeds of 1 m/s are rounded in each substep of the slip, both of them.
    const double roundings = 2.0 * expected / world.parameters.timeStep * world.parameters.substeps;
    const double bound = roundOff(1e-9, roundings * kSingle * start);
    EXPECT_NEAR(world.particles.velocity[0].x(), 5.0 / 7.0 * start, bound);
    EXPECT_NEAR(world.particles.angularVelocity[0].y() * kRadius, 5.0 / 7.0 * start, bound);
  }
}

struct Rebound {
  Vec3 velocity;
  Vec3 spin;
};

/// A sphere hits the floor without gravity, after the impact stage's step.
Rebound hitFloor(const PairLaw& law, const Vec3& velocity, const Vec3& spin) {
  World world = emptyWorld(law);
  world.parameters.gravity.setZero();
  addFloor(world);
  addSphere(world, Vec3(0, 0, kRadius - 1e-13), kDiameter, velocity, spin);
  StepData data;
  step(world, data);
  EXPECT_EQ(data.report.impactCount, 1U);
  return {world.particles.velocity[0], world.particles.angularVelocity[0]};
}

TEST(ObliqueImpact, GrossSliding) {
  PairLaw law = smoothLaw(0.5);
  law.friction = 0.2;
  for (const double spin : {-30.0, 0.0, 30.0}) {
    const Vec3 before(3.0, 0.0, -1.0);
    const Rebound after = hitFloor(law, before, Vec3(0.0, spin, 0.0));
    // Slip before: 3 - spin r; stopping it takes more than μ (1+e) u_n · 7/2 = 1.05, so the impulse is μ (1+e) m u_n.
    const double change = law.friction * (1.0 + law.restitution) * 1.0;
    // Round-off of a few 1e-16, with the regularisation γ_t/Δt beside 1/m (1e-6) playing no part on the cone. In single
    // precision a few roundings of 3 m/s.
    const double bound = roundOff(1e-9, 4.0 * kSingle * 3.0);
    EXPECT_NEAR(after.velocity.z(), 0.5, bound);
    EXPECT_NEAR(after.velocity.x(), before.x() - change, bound);
    EXPECT_NEAR(after.spin.y(), spin + 2.5 * change / kRadius, roundOff(1e-9, bound / kRadius));
    EXPECT_NEAR(after.velocity.y(), 0.0, 1e-15);
  }
}

TEST(ObliqueImpact, Sticking) {
  PairLaw law = smoothLaw(0.5);
  law.friction = 0.91;
  const Rebound after = hitFloor(law, Vec3(1.0, 0.0, -1.0), Vec3::Zero());
  // The slip of 1 m/s is stopped: 5/7 of the speed stays and the sphere rolls. Creep: γ_t λ_t/Δt = 1e-6 · 0.0012/5e-3,
  // and as many times that as there are substeps, each a shorter time for the same impulse.
  const double creep = 1e-6 * emptyWorld().parameters.substeps;
  EXPECT_NEAR(after.velocity.x(), 5.0 / 7.0, creep);
  EXPECT_NEAR(after.spin.y() * kRadius, 5.0 / 7.0, creep);
}

TEST(ObliqueImpact, PairOfUnequalSpheres) {
  PairLaw law = smoothLaw(0.3);
  law.friction = 0.1;
  World world = emptyWorld(law);
  world.parameters.gravity.setZero();
  const double da = 0.01;
  const double db = 0.02;
  addSphere(world, Vec3::Zero(), da, Vec3(1.0, 2.0, 0.0));
  addSphere(world, Vec3(0.5 * (da + db) - 1e-13, 0, 0), db);
  const double ma = world.particles.mass[0];
  const double mb = world.particles.mass[1];
  StepData data;
  step(world, data);
  const double impulse = (1.0 + law.restitution) * 1.0 * ma * mb / (ma + mb);
  // Gross sliding: 2 m/s of slip need more than μ J (1/m_a + 1/m_b) 7/2 = 0.46 m/s. Round-off only, in single precision
  // that of a few sums with 2 m/s.
  const double bound = roundOff(1e-9, 4.0 * kSingle * 2.0);
  EXPECT_NEAR(world.particles.velocity[1].x(), impulse / mb, bound);
  EXPECT_NEAR(world.particles.velocity[1].y(), law.friction * impulse / mb, bound);
  EXPECT_NEAR(world.particles.velocity[0].y(), 2.0 - law.friction * impulse / ma, bound);
  const double torqueA = -law.friction * impulse * 0.5 * da;  // (r_a e_x) x (-J_t e_y)
  EXPECT_NEAR(world.particles.angularVelocity[0].z(), torqueA / world.particles.inertia(0),
              roundOff(1e-7, 2.0 * bound / da));
  const double torqueB = -law.friction * impulse * 0.5 * db;  // (-r_b e_x) x (+J_t e_y)
  EXPECT_NEAR(world.particles.angularVelocity[1].z(), torqueB / world.particles.inertia(1),
              roundOff(1e-7, 2.0 * bound / db));
}

TEST(Twisting, DiesOutAtTheTorqueOfTheLaw) {
  PairLaw law = pelletLaw();
  law.twisting = 0.5;
  World world = emptyWorld(law);
  addFloor(world);
  addSphere(world, Vec3::Zero());
  world.particles.position[0].z() = kRadius - world.particles.mass[0] * kGravity / law.stiffness;
  const double start = 500.0;
  world.particles.angularVelocity[0].z() = start;
  StepData data;
  run(world, data, 0.1);
  // Torque α μ r m g over I = 0.4 m r²: a constant deceleration, exact for the stepper. In single precision the spin is
  // rounded in each of its substeps.
  const double deceleration = 0.5 * 0.91 * kGravity / (0.4 * kRadius);
  const double roundings = 0.1 / world.parameters.timeStep * world.parameters.substeps;
  EXPECT_NEAR((start - world.particles.angularVelocity[0].z()) / 0.1 / deceleration, 1.0,
              roundOff(1e-9, roundings * kSingle * start / (0.1 * deceleration)));
  run(world, data, 0.5);
  EXPECT_NEAR(world.particles.angularVelocity[0].z(), 0.0, 1e-9);
}

}  // namespace
}  // namespace scree::testing
