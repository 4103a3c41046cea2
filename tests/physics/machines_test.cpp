// Particles against moving bodies: forces, torques and powers that belong together.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/methods.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

TEST(Drum, PowerIsTorqueTimesSpeed) {
  PairLaw law = pelletLaw();
  law.twisting = 0.2;
  World world = emptyWorld(law);
  world.parameters.sweeps = 20;  // what is booked must fit whether or not the solve converged
  world.parameters.impactSweeps = 20;
  const Pose lying = facing(Vec3(0.1, 0.2, 0.3), Vec3::UnitY());
  const std::uint32_t drum = addShape(world, HollowCylinder{.radius = 0.1, .halfLength = 0.03}, lying);
  const double speed = 3.0;
  world.bodies[drum].drives.push_back({Rotation{lying.position, Vec3::UnitY()}, {.value = speed}});
  addLattice(world, 7, 3, 5, 0.010, 0.013, 4);
  for (Vec3& x : world.particles.position) {
    x += lying.position - Vec3(0, 0, 0.04);
  }
  StepData data;
  double work = 0.0;
  for (int i = 0; i < 400; ++i) {
    step(world, data);
    const Reaction& reaction = world.bodies[drum].reaction;
    const double power = -speed * reaction.torque.y();
    // The body only turns about its own centre, so all its power goes through the torque. Terms of some watts cancel
    // to round-off; 1e-12 W leaves a thousand of them.
    ASSERT_NEAR(reaction.power, power, 1e-12 * (1.0 + std::abs(power))) << "step " << i;
    work += world.parameters.timeStep * reaction.power;
  }
  EXPECT_NEAR(world.budget.totalWork, work, 1e-12);
  EXPECT_GT(work, 0.0);
}

TEST(Drum, AngularMomentumIsGivenAndTaken) {
  PairLaw law = pelletLaw();
  law.twisting = 0.2;
  World world = emptyWorld(law);
  world.parameters.gravity.setZero();
  const std::uint32_t drum = addShape(world, HollowCylinder{.radius = 0.05, .halfLength = 0.03});
  world.bodies[drum].drives.push_back({Rotation{}, {.value = 10.0}});
  Random random(2);
  for (int i = 0; i < 6; ++i) {
    addSphere(world, Vec3(-0.025 + 0.01 * i, 0.005 * i, 0), kDiameter, 2.0 * randomDirection(random));
  }
  StepData data;
  for (int i = 0; i < 200; ++i) {
    const Vec3 before = measured(world).angularMomentum;
    step(world, data);
    const Vec3 change = measured(world).angularMomentum - before;
    const Vec3 taken = world.parameters.timeStep * world.bodies[drum].reaction.torque;
    // 6 particles of 4 g at 2 m/s and 5 cm: parts of 2e-3 N m s, to round-off; in single precision that of some twenty
    // sweeps in which impacts and contacts converge.
    ASSERT_LE((change + taken).norm(), roundOff(1e-14, 20.0 * kSingle * 2e-3)) << "step " << i;
  }
}

TEST(Belt, DragsASphereToItsSpeed) {
  World world = emptyWorld();
  const std::uint32_t belt = addShape(world, Rectangle{.halfX = 5.0, .halfY = 0.5});
  world.bodies[belt].drives.push_back({SurfaceMotion{0, Vec3::UnitX()}, {.value = 0.1}});
  addSphere(world, Vec3(-1, 0, kRadius));
  StepData data;
  run(world, data, 5.0);
  // Friction speeds it up, rolling resistance ends its rolling: it rides along. Creep γ f of 1e-8 m/s.
  EXPECT_NEAR(world.particles.velocity[0].x(), 0.1, 1e-7);
  EXPECT_NEAR(world.particles.angularVelocity[0].norm() * kRadius, 0.0, 1e-7);
  EXPECT_EQ(world.bodies[belt].velocity, Vec3::Zero());
  // All work of the belt became kinetic energy or heat: at least twice the kinetic energy (slip at constant force).
  EXPECT_GT(world.budget.totalWork, 2.0 * 0.5 * world.particles.mass[0] * 0.01 * 0.999);
}

TEST(Piston, PushesWithTheWeightOfWhatItCarries) {
  World world = emptyWorld();
  const std::uint32_t floor = addShape(world, Rectangle{});
  world.bodies[floor].drives.push_back({Translation{}, {.value = 0.05, .ramp = 0.5}});
  addSphere(world, Vec3(0, 0, kRadius));
  StepData data;
  run(world, data, 0.3);
  const double mass = world.particles.mass[0];
  // Lifted with 0.1 m/s² after the start's ringing has decayed: F = m (g + a), power F v. 1e-6: decay over 0.3 s.
  EXPECT_NEAR(-world.bodies[floor].reaction.force.z() / (mass * (kGravity + 0.1)), 1.0, 1e-6);
  EXPECT_NEAR(world.bodies[floor].reaction.power / (mass * (kGravity + 0.1) * world.bodies[floor].velocity.z()), 1.0,
              1e-6);
}

}  // namespace
}  // namespace scree::testing
