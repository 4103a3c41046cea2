// Joints and motors against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/multibody/machine.h"
#include "engine/settings/presets.h"
#include "engine/step/step.h"
#include "tests/support/machines.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

constexpr std::uint32_t kWorld = kFixedInWorld;

World machineWorld(double timeStep = 1e-3) {
  World world = emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.timeStep = timeStep;
  return world;
}

double energyOf(const World& world) {
  const MachineEnergy energy = machineEnergy(world.bodies, world.parameters.gravity);
  return energy.kinetic + energy.potential;
}

/// A rod of length 1 m along the direction in the x-z plane at `angle` from straight down, hung up at its end.
std::uint32_t addRod(World& world, std::uint32_t to, const Vec3& top, double angle, double mass = 2.0,
                     double length = 1.0) {
  const Vec3 along(std::sin(angle), 0.0, -std::cos(angle));
  const std::uint32_t rod = addBox(world, Vec3(0.05 * length, 0.05 * length, length), mass,
                                   {top + 0.5 * length * along, Quat(Eigen::AngleAxisd(-angle, Vec3::UnitY()))});
  addJoint(world, JointKind::hinge, to, rod, top, Vec3::UnitY());
  return rod;
}

TEST(Pendulum, SwingsWithItsPeriodAndKeepsItsEnergy) {
  World world = machineWorld();
  const double start = 0.5;
  const std::uint32_t rod = addRod(world, kWorld, Vec3::Zero(), start);
  const double before = energyOf(world);
  StepData data;
  // Zero crossings of the angle over ten swings.
  std::vector<double> crossings;
  double last = world.joints[0].coordinate;
  while (crossings.size() < 11 && world.time < 30.0) {
    step(world, data);
    const Vec3 down = world.bodies[rod].pose.orientation * -Vec3::UnitZ();
    const double angle = std::atan2(down.x(), -down.z());
    if (last > 0.0 && angle <= 0.0) {
      crossings.push_back(world.time - world.parameters.timeStep * angle / (angle - last));
    }
    last = angle;
  }
  ASSERT_EQ(crossings.size(), 11U);
  // Physical pendulum: T = 4 K(sin(θ/2)) sqrt(I/(m g l)), K the complete elliptic integral.
  const double inertia = (1.0 + 0.0025) / 12.0 + 0.25;
  const double exact = 4.0 * std::comp_ellint_1(std::sin(0.5 * start)) * std::sqrt(inertia / (kGravity * 0.5));
  // First order in the substep of 0.25 ms: a share of some (ω dt)² from the integrator and 1e-4 from losses.
  EXPECT_NEAR((crossings.back() - crossings.front()) / 10.0, exact, 1e-3 * exact);
  // Held rows lose what the stabilisation damps: under a percent of the swing's energy of m g l (1 - cos θ).
  EXPECT_NEAR(energyOf(world), before, 0.02 * 2.0 * kGravity * 0.5 * (1.0 - std::cos(start)));
  EXPECT_LT((world.bodies[rod].pose.toWorld(Vec3(0, 0, 0.5))).norm(), 1e-5);
}

TEST(Pendulum, ForceInItsHingeIsWeightAtRest) {
  World world = machineWorld();
  addRod(world, kWorld, Vec3::Zero(), 0.0);
  StepData data;
  takeSteps(world, data, 100);
  EXPECT_NEAR(world.joints[0].force.z(), 2.0 * kGravity, 1e-6);
  EXPECT_NEAR(world.joints[0].force.head<2>().norm(), 0.0, 1e-9);
}

TEST(DoublePendulum, KeepsItsEnergy) {
  double drift[2] = {};
  for (int fine = 0; fine < 2; ++fine) {
    World world = machineWorld(fine == 1 ? 0.25e-3 : 1e-3);
    const std::uint32_t upper = addRod(world, kWorld, Vec3::Zero(), 1.2);
    const Vec3 joint = world.bodies[upper].pose.toWorld(Vec3(0, 0, -0.5));
    addRod(world, upper, joint, 2.0);
    const double before = energyOf(world);
    StepData data;
    run(world, data, 3.0);
    drift[fine] = std::abs(energyOf(world) - before) / (2.0 * 2.0 * kGravity);
  }
  // Chaotic, so paths part; energy of up to 2 m g 1 m stays, the better the smaller the step.
  EXPECT_LT(drift[0], 0.05);
  EXPECT_LT(drift[1], 0.5 * drift[0]);
}

TEST(SliderCrank, FollowsItsKinematics) {
  World world = machineWorld();
  const double crank = 0.2;
  const double rodLength = 0.7;
  const double speed = 3.0;
  const std::uint32_t wheel =
      addBox(world, Vec3(2 * crank, 0.05, 0.05), 1.0, {Vec3(0.5 * crank, 0, 0), Quat::Identity()});
  const std::uint32_t rod =
      addBox(world, Vec3(rodLength, 0.03, 0.03), 1.0, {Vec3(crank + 0.5 * rodLength, 0, 0), Quat::Identity()});
  const std::uint32_t slider =
      addBox(world, Vec3(0.1, 0.1, 0.1), 3.0, {Vec3(crank + rodLength, 0, 0), Quat::Identity()});
  const std::uint32_t drive = addJoint(world, JointKind::hinge, kWorld, wheel, Vec3::Zero(), -Vec3::UnitY());
  addJoint(world, JointKind::hinge, wheel, rod, Vec3(crank, 0, 0), Vec3::UnitY());
  addJoint(world, JointKind::hinge, rod, slider, Vec3(crank + rodLength, 0, 0), Vec3::UnitY());
  addJoint(world, JointKind::prismatic, kWorld, slider, Vec3(crank + rodLength, 0, 0), Vec3::UnitX());
  world.joints[drive].motor = {.kind = MotorKind::speed, .value = speed, .limit = 1e6};
  StepData data;
  double worst = 0.0;
  for (int i = 0; i < 3000; ++i) {
    step(world, data);
    const double angle = world.joints[drive].coordinate;
    const double exact =
        crank * std::cos(angle) + std::sqrt(rodLength * rodLength - std::pow(crank * std::sin(angle), 2));
    worst = std::max(worst, std::abs(world.bodies[slider].pose.position.x() - exact));
  }
  // Position errors of held rows: (speed dt)² lengths a substep, corrected over a few.
  EXPECT_LT(worst, 1e-5);
  EXPECT_NEAR(world.joints[drive].coordinate, speed * world.time, 1e-6);
}

TEST(FourBar, ClosedLoopStaysClosed) {
  World world = machineWorld();
  // A parallelogram: in space one loop of four hinges with parallel axes is redundant three times over.
  const std::uint32_t left = addRod(world, kWorld, Vec3(0, 0, 0), 0.6);
  const std::uint32_t right = addRod(world, kWorld, Vec3(0.8, 0, 0), 0.6);
  const Vec3 lowLeft = world.bodies[left].pose.toWorld(Vec3(0, 0, -0.5));
  const Vec3 lowRight = world.bodies[right].pose.toWorld(Vec3(0, 0, -0.5));
  const std::uint32_t coupler =
      addBox(world, Vec3(0.8, 0.05, 0.05), 1.0, {0.5 * (lowLeft + lowRight), Quat::Identity()});
  addJoint(world, JointKind::hinge, left, coupler, lowLeft, Vec3::UnitY());
  addJoint(world, JointKind::hinge, right, coupler, lowRight, Vec3::UnitY());
  const double before = energyOf(world);
  StepData data;
  double tilt = 0.0;
  for (int i = 0; i < 3000; ++i) {
    step(world, data);
    tilt = std::max(tilt, std::abs((world.bodies[coupler].pose.orientation * Vec3::UnitX()).z()));
  }
  EXPECT_LT(tilt, 1e-5);
  EXPECT_NEAR(energyOf(world), before, 0.02 * std::abs(before));
}

TEST(Motor, HoldsAnArmWithTheTorqueOfItsWeight) {
  World world = machineWorld();
  const std::uint32_t arm = addBox(world, Vec3(1.0, 0.1, 0.1), 4.0, {Vec3(0.5, 0, 0), Quat::Identity()});
  const std::uint32_t joint = addJoint(world, JointKind::hinge, kWorld, arm, Vec3::Zero(), -Vec3::UnitY());
  world.joints[joint].motor = {.kind = MotorKind::position, .value = 0.0, .limit = 1e4, .fastest = 1.0};
  StepData data;
  takeSteps(world, data, 200);
  EXPECT_NEAR(world.joints[joint].motorForce, 4.0 * kGravity * 0.5, 1e-6);

  // Speeding up at 2 rad/s²: I α on top, the arm level to a thousandth in the first steps.
  world.joints[joint].motor = {
      .kind = MotorKind::speed, .course = {{world.time, 0.0}, {world.time + 10.0, 20.0}}, .limit = 1e4};
  takeSteps(world, data, 10);
  const double inertia = 4.0 * ((1.0 + 0.01) / 12.0 + 0.25);
  EXPECT_NEAR(world.joints[joint].motorForce, 4.0 * kGravity * 0.5 + 2.0 * inertia, 1e-3 * inertia);
}

TEST(Motor, GivesNoMoreThanItsLimit) {
  World world = machineWorld();
  const std::uint32_t arm = addBox(world, Vec3(1.0, 0.1, 0.1), 4.0, {Vec3(0.5, 0, 0), Quat::Identity()});
  const std::uint32_t joint = addJoint(world, JointKind::hinge, kWorld, arm, Vec3::Zero(), -Vec3::UnitY());
  world.joints[joint].motor = {.kind = MotorKind::position, .value = 0.0, .limit = 10.0, .fastest = 1.0};
  StepData data;
  takeSteps(world, data, 10);
  EXPECT_NEAR(world.joints[joint].motorForce, 10.0, 1e-9);
  // (τ - m g l/2)/I in the first moments.
  const double inertia = 4.0 * ((1.0 + 0.01) / 12.0 + 0.25);
  const double rate = (10.0 - 4.0 * kGravity * 0.5) / inertia * world.time;
  EXPECT_NEAR(world.joints[joint].rate, rate, 1e-3 * std::abs(rate));
}

TEST(Motor, ActuatorCarriesWhatItsGeometrySays) {
  World world = machineWorld();
  const std::uint32_t arm = addBox(world, Vec3(2.0, 0.1, 0.1), 10.0, {Vec3(1.0, 0, 0), Quat::Identity()});
  addJoint(world, JointKind::hinge, kWorld, arm, Vec3::Zero(), Vec3::UnitY());
  const Vec3 low(0, 0, -1.0);
  const Vec3 high(1.0, 0, 0);
  const std::uint32_t cylinder = addLink(world, JointKind::actuator, kWorld, low, arm, high);
  world.joints[cylinder].motor = {
      .kind = MotorKind::position, .value = world.joints[cylinder].coordinate, .limit = 1e6};
  StepData data;
  takeSteps(world, data, 300);
  // Moments about the hinge: m g 1 m = F 1 m sin 45°.
  EXPECT_NEAR(world.joints[cylinder].motorForce, 10.0 * kGravity * std::numbers::sqrt2, 1e-4);

  // And follows a course: lengthens by 0.1 m in a second.
  const double length = world.joints[cylinder].coordinate;
  world.joints[cylinder].motor.course = {{world.time, length}, {world.time + 1.0, length + 0.1}};
  run(world, data, world.time + 1.5);
  EXPECT_NEAR(world.joints[cylinder].coordinate, length + 0.1, 1e-6);
}

TEST(Range, StopsAPendulum) {
  World world = machineWorld();
  const std::uint32_t rod = addRod(world, kWorld, Vec3::Zero(), 1.0);
  Joint& joint = world.joints[0];
  joint.hasRange = true;
  joint.least = -0.3;
  joint.most = 0.4;
  StepData data;
  double least = 0.0;
  double most = 0.0;
  for (int i = 0; i < 3000; ++i) {
    step(world, data);
    least = std::min(least, world.joints[0].coordinate);
    most = std::max(most, world.joints[0].coordinate);
  }
  EXPECT_GT(least, -0.301);
  EXPECT_LT(most, 0.401);
  EXPECT_LT(std::abs(world.joints[0].rate), 1e-3);
  // It hangs at the end of its range nearer to straight down, which is 1 rad from where it started.
  EXPECT_NEAR(most, 0.4, 1e-3);
  (void)rod;
}

TEST(Chain, OfTwentyHingesCarriesAHeavyEnd) {
  World world = machineWorld(5e-3);
  std::uint32_t before = kWorld;
  Vec3 top = Vec3::Zero();
  const double length = 0.1;
  for (int i = 0; i < 20; ++i) {
    before = addRod(world, before, top, 0.5 * std::numbers::pi, 0.01, length);
    top += length * Vec3::UnitX();
  }
  const std::uint32_t end = addBox(world, Vec3(0.2, 0.2, 0.2), 1000.0, {top + Vec3(0.1, 0, 0), Quat::Identity()});
  addJoint(world, JointKind::hinge, before, end, top, Vec3::UnitY());
  StepData data;
  double longest = 0.0;
  for (int i = 0; i < 600; ++i) {
    step(world, data);
    longest = std::max(longest, world.bodies[end].pose.toWorld(Vec3(-0.1, 0, 0)).norm());
    ASSERT_TRUE(world.bodies[end].pose.position.allFinite());
  }
  // Links of 10 g hold 1 t, a mass ratio of 1e5: the chain of 2 m must not stretch, at 5 ms.
  EXPECT_LT(longest, 2.0 * (1.0 + 1e-3));
}

TEST(Boxes, StackRests) {
  World world = machineWorld(5e-3);
  addFloor(world);
  for (PairLaw& law : world.materials.pairs) {
    law.stiffness = 1e7;
    law.friction = 0.5;
  }
  std::vector<std::uint32_t> boxes;
  for (int i = 0; i < 5; ++i) {
    boxes.push_back(addBox(world, Vec3(1.0, 1.0, 1.0), 100.0, {Vec3(0, 0, 0.5 + i), Quat::Identity()}));
  }
  StepData data;
  run(world, data, 3.0);
  for (int i = 0; i < 5; ++i) {
    const Body& body = world.bodies[boxes[static_cast<std::size_t>(i)]];
    EXPECT_LT(body.velocity.norm(), 1e-4);
    EXPECT_LT((body.pose.position - Vec3(0, 0, 0.5 + i)).norm(), 2e-3);
  }
  double carried = 0.0;
  for (const BodyContact& contact : world.bodyContacts) {
    // Bodies are numbered from the floor on.
    if ((contact.key.b >> 45) == 0) {
      carried += std::abs(contact.impulse.z()) / data.context.substepTime;
    }
  }
  EXPECT_NEAR(carried, 5.0 * 100.0 * kGravity, 1e-3 * 5.0 * 100.0 * kGravity);
}

TEST(Boxes, SlideOnASlopeSteeperThanTheirFriction) {
  for (const double steep : {0.95, 1.05}) {
    World world = machineWorld(5e-3);
    addFloor(world);
    const double friction = 0.4;
    for (PairLaw& law : world.materials.pairs) {
      law.stiffness = 1e7;
      law.friction = friction;
    }
    const double angle = steep * std::atan(friction);
    world.parameters.gravity = kGravity * Vec3(std::sin(angle), 0, -std::cos(angle));
    const std::uint32_t box = addBox(world, Vec3(0.6, 0.4, 0.2), 10.0, {Vec3(0, 0, 0.1), Quat::Identity()});
    StepData data;
    run(world, data, 1.0);
    const double speed = world.bodies[box].velocity.x();
    if (steep < 1.0) {
      EXPECT_LT(std::abs(speed), 1e-3);
    } else {
      // Constant acceleration but for the first moments in which the contacts close.
      const double exact = kGravity * (std::sin(angle) - friction * std::cos(angle));
      EXPECT_NEAR(speed, exact, 0.03 * exact);
    }
  }
}

TEST(Top, PrecessesAsFastAsItsSpinSays) {
  World world = machineWorld(1e-3);
  // A disc of 0.2 m across on a weightless rod of 0.1 m, its axis level.
  const std::uint32_t top = addShape(world, SolidCylinder{0.1, 0.01});
  Body& body = world.bodies[top];
  body.mass = {.mass = 1.0, .inertia = Vec3(0.0025, 0.0025, 0.005).asDiagonal()};
  body.pose = {Vec3(0.1, 0, 0), Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitX())};
  const double spin = 300.0;
  const double precession = 1.0 * kGravity * 0.1 / (0.005 * spin);
  body.angularVelocity = Vec3(spin, 0, precession);
  body.velocity = Vec3(0, 0, precession).cross(Vec3(0.1, 0, 0));
  addJoint(world, JointKind::ball, kWorld, top, Vec3::Zero());
  StepData data;
  run(world, data, 2.0);
  const Vec3 axis = world.bodies[top].pose.orientation * Vec3::UnitZ();
  const double turned = std::atan2(axis.y(), axis.x());
  // Steady precession Ω = m g l/(I s) for a fast top whose axis is level, exactly: its transverse inertia has no part.
  EXPECT_NEAR(turned, precession * world.time, 0.02 * precession * world.time);
  EXPECT_NEAR(axis.z(), 0.0, 0.02);
}

TEST(Body, FreeTumblingKeepsMomentumAndEnergy) {
  World world = machineWorld(1e-3);
  world.parameters.gravity.setZero();
  const std::uint32_t brick = addBox(world, Vec3(0.1, 0.2, 0.4), 2.0);
  world.bodies[brick].angularVelocity = Vec3(0.1, 10.0, 0.2);  // about the middle axis: it turns over
  const auto spinMomentum = [&] {
    const Mat3 turn = world.bodies[brick].pose.orientation.toRotationMatrix();
    return Vec3(turn * world.bodies[brick].mass.inertia * turn.transpose() * world.bodies[brick].angularVelocity);
  };
  const Vec3 before = spinMomentum();
  const double energy = energyOf(world);
  StepData data;
  run(world, data, 5.0);
  EXPECT_LT((spinMomentum() - before).norm(), 1e-12 * before.norm() * 20000);
  EXPECT_NEAR(energyOf(world), energy, 1e-3 * energy);
}

TEST(Mechanism, AMotorPushesWithItsLimitOverTime) {
  World world = machineWorld();
  world.parameters.gravity.setZero();
  const std::uint32_t sled = addBox(world, Vec3(0.1, 0.1, 0.1), 2.0);
  Motor& motor = world.joints[addJoint(world, JointKind::prismatic, kFixedInWorld, sled, Vec3::Zero())].motor;
  motor.kind = MotorKind::speed;
  motor.value = 100.0;  // never reached
  motor.limitCourse = {{0.0, 0.0}, {1.0, 4.0}, {2.0, 4.0}, {2.001, 1e9}};
  StepData data;
  run(world, data, 1.0);
  // v = ∫ 4 t dt / 2 kg, then 4 N.
  EXPECT_NEAR(world.joints[0].rate, 1.0, 1e-9);
  EXPECT_NEAR(world.joints[0].motorForce, 4.0 * (1.0 - 0.5 * world.parameters.timeStep), 1e-9);
  run(world, data, 1.0);
  EXPECT_NEAR(world.joints[0].rate, 3.0, 1e-9);
  world.joints[0].motor.value = 3.5;
  run(world, data, 0.5);
  EXPECT_NEAR(world.joints[0].rate, 3.5, 1e-9) << "the speed wanted, once the limit allows it";
}

TEST(Mechanism, ASmoothCourseGoesThroughItsPointsWithoutJumpsAndBeyondNone) {
  Motor motor;
  motor.course = {{1.0, 2.0}, {2.0, 2.5}, {4.0, 2.5}, {4.5, 6.0}, {7.0, 7.0}, {8.0, 3.0}};
  motor.smooth = true;
  EXPECT_EQ(motor.wantedAt(0.0), 2.0);
  EXPECT_EQ(motor.wantedAt(9.0), 3.0);
  for (const CoursePoint& point : motor.course) {
    EXPECT_NEAR(motor.wantedAt(point.time), point.value, 1e-12);
  }
  constexpr double kStep = 1e-3;
  double last = 0.0;
  for (double t = 0.9; t < 8.1; t += kStep) {
    const double speed = (motor.wantedAt(t + kStep) - motor.wantedAt(t)) / kStep;
    // Two cubics meet; the largest curvature is that of the steepest piece, 6 * 3.5 m / (0.5 s)^2.
    EXPECT_LT(std::abs(speed - last), 90.0 * kStep) << t;
    last = speed;
    EXPECT_GE(motor.wantedAt(t), 2.0);
    EXPECT_LE(motor.wantedAt(t), 7.0);
  }
  EXPECT_NEAR(motor.wantedAt(3.0), 2.5, 1e-12) << "level between equal points";
  // A straight course is the same straight line.
  motor.course = {{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}, {3.0, 3.0}};
  EXPECT_NEAR(motor.wantedAt(1.3), 1.3, 1e-12);
}

}  // namespace
}  // namespace scree::testing
