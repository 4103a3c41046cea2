#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/state/state.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// Where a body with these drives is after `seconds` of steps.
Body after(Body body, double seconds, double dt) {
  World world = testing::emptyWorld();
  world.parameters.timeStep = dt;
  world.bodies.push_back(std::move(body));
  StepData data;
  testing::run(world, data, seconds);
  return world.bodies[0];
}

TEST(SpeedProfile, MeanIsTheExactIntegral) {
  const SpeedProfile profile{.value = 2.0, .start = 0.3, .stop = 1.7, .ramp = 0.5};
  const auto speed = [&](double t) {
    if (t < profile.start || t > profile.stop) {
      return 0.0;
    }
    return t < profile.start + profile.ramp ? profile.value * (t - profile.start) / profile.ramp : profile.value;
  };
  for (const double dt : {0.01, 0.123, 0.9}) {
    for (double t = 0.0; t < 2.2; t += 0.071) {
      double sum = 0.0;
      const int parts = 20000;
      for (int i = 0; i < parts; ++i) {
        sum += speed(t + dt * (i + 0.5) / parts) / parts;
      }
      // The midpoint sum errs by one part at each jump: 2/20000.
      ASSERT_NEAR(profile.mean(t, dt), sum, 1.1e-4) << t << " " << dt;
    }
  }
  // A jump without ramp, and a stop inside the ramp.
  EXPECT_DOUBLE_EQ((SpeedProfile{.value = 3.0, .start = 0.5}.mean(0.0, 1.0)), 1.5);
  EXPECT_DOUBLE_EQ((SpeedProfile{.value = 4.0, .stop = 0.5, .ramp = 1.0}.mean(0.0, 1.0)), 0.5);
}

TEST(SpeedProfile, MeanOfACourseIsTheExactIntegral) {
  SpeedProfile profile{.value = 2.0, .course = {{0.3, 0.5}, {0.4, 0.5}, {0.9, 1.0}, {1.0, -1.0}, {1.7, 0.25}}};
  for (const bool smooth : {false, true}) {
    profile.smooth = smooth;
    for (const double dt : {0.01, 0.123, 0.9, 4.0}) {
      for (double t = -0.1; t < 2.2; t += 0.071) {
        double sum = 0.0;
        const int parts = 2000;
        for (int i = 0; i < parts; ++i) {
          sum += profile.mean(t + dt * (i + 0.5) / parts, 0.0) / parts;
        }
        // The midpoint sum errs by slope² / (24 parts²) of each piece, and by an eighth of a part at each corner.
        ASSERT_NEAR(profile.mean(t, dt), sum, 1e-5) << t << " " << dt << " " << smooth;
      }
    }
  }
  EXPECT_NEAR(profile.mean(0.0, 0.1), 1.0, 1e-14) << "the first value holds before";
  EXPECT_NEAR(profile.mean(5.0, 0.1), 0.5, 1e-14) << "and the last one after";
}

TEST(Drives, CourseArrivesWhereItShouldForAnyStep) {
  for (const double dt : {1e-3, 5e-3, 7e-3}) {
    Body wall;
    wall.drives.push_back(
        {Translation{Vec3::UnitZ()}, {.value = 2.0, .course = {{0.1, 0.0}, {0.3, 1.0}, {0.5, -0.5}, {0.8, 0.0}}}});
    // Areas of the trapezia: 2 (0.1 + 0.05 - 0.075).
    EXPECT_NEAR(after(wall, 0.84, dt).pose.position.z(), 0.15, 1e-12);
  }
}

TEST(Drives, SavedStatesKeepTheCourse) {
  World world = testing::emptyWorld();
  world.bodies.emplace_back().drives.push_back(
      {Translation{}, {.value = 2.0, .course = {{0.1, 0.0}, {0.3, 1.0}, {0.5, 0.0}}, .smooth = true}});
  const World restored = restoreState(saveState(world));
  const SpeedProfile& speed = restored.bodies.at(0).drives.at(0).speed;
  EXPECT_EQ(speed.mean(0.12, 0.01), world.bodies[0].drives[0].speed.mean(0.12, 0.01));
  EXPECT_NE(speed.mean(0.12, 0.01), 0.0);
  EXPECT_EQ(stateHash(restored), stateHash(world));
}

TEST(Drives, LiftArrivesWhereItShouldForAnyStep) {
  for (const double dt : {1e-3, 5e-3, 7e-3}) {
    Body wall;
    wall.drives.push_back({Translation{Vec3::UnitZ()}, {.value = 2.0, .start = 0.1234, .stop = 0.5, .ramp = 0.1}});
    const Body lifted = after(wall, 0.7, dt);
    // 2 (0.5 - 0.1234 - 0.1/2), whatever the step: sums of exact integrals.
    EXPECT_NEAR(lifted.pose.position.z(), 2.0 * (0.5 - 0.1234 - 0.05), 1e-12);
    EXPECT_EQ(lifted.velocity, Vec3::Zero());
  }
}

TEST(Drives, RotationKeepsItsCircle) {
  Body arm;
  const Vec3 axis = Vec3(1, 2, 3).normalized();
  const Vec3 point(0.5, -0.2, 0.1);
  arm.pose.position = Vec3(1, 0, 0);
  const double speed = 2.0 * std::numbers::pi;
  arm.drives.push_back({Rotation{point, axis}, {.value = speed}});
  const double radius = axis.cross(arm.pose.position - point).norm();
  const Body turned = after(arm, 0.25, 5e-3);
  const Eigen::AngleAxisd quarter(0.5 * std::numbers::pi, axis);
  EXPECT_LT((turned.pose.position - (point + quarter * (arm.pose.position - point))).norm(), 1e-12);
  EXPECT_LT(turned.pose.orientation.angularDistance(Quat(quarter)), 1e-7);
  const Body round = after(arm, 10.0, 5e-3);
  // 2000 chords of the exact rotation each: round-off, no drift outwards.
  EXPECT_LT((round.pose.position - arm.pose.position).norm(), 1e-11);
  EXPECT_NEAR(axis.cross(round.pose.position - point).norm(), radius, 1e-11);
}

TEST(Drives, AddUp) {
  Body body;
  body.drives.push_back({Translation{Vec3::UnitX()}, {.value = 1.0}});
  body.drives.push_back({Translation{Vec3::UnitY()}, {.value = -0.5, .start = 0.5}});
  const Body moved = after(body, 1.0, 5e-3);
  EXPECT_LT((moved.pose.position - Vec3(1.0, -0.25, 0.0)).norm(), 1e-12);
}

TEST(Drives, BeltMovesItsSurfaceAndNotItself) {
  World world = testing::emptyWorld();
  const std::uint32_t belt = testing::addShape(world, Rectangle{}, testing::facing(Vec3::Zero(), Vec3(0, 0.6, 0.8)));
  world.bodies[belt].drives.push_back({SurfaceMotion{0, Vec3::UnitX()}, {.value = 0.4, .ramp = 1.0}});
  const Pose before = world.bodies[belt].pose;
  StepData data;
  testing::run(world, data, 0.5);
  EXPECT_EQ(world.bodies[belt].pose.position, before.position);
  // Mean over the last step, on the ramp.
  EXPECT_NEAR(world.bodies[belt].shapes[0].surfaceVelocity.x(), 0.4 * (0.5 - 0.0025), 1e-12);
  testing::run(world, data, 1.0);
  EXPECT_NEAR(world.bodies[belt].shapes[0].surfaceVelocity.x(), 0.4, 1e-12);
}

TEST(Drives, StaticBodiesNeverMove) {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  testing::addSphere(world, Vec3(0, 0, testing::kRadius));
  StepData data;
  testing::run(world, data, 0.5);
  EXPECT_EQ(world.bodies[0].pose.position, Vec3::Zero());
  EXPECT_EQ(world.bodies[0].velocity, Vec3::Zero());
  EXPECT_EQ(world.bodies[0].reaction.power, 0.0);
}

}  // namespace
}  // namespace scree
