// Values of measures against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/base/random.h"
#include "engine/measures/flow_count.h"
#include "engine/measures/measured_values.h"
#include "engine/measures/repose_line.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::addSphere;

constexpr double kRadians = std::numbers::pi / 180.0;

TEST(Measures, ARulerGivesLengthAndParts) {
  const auto values = rulerValues({1.0, 2.0, 3.0}, {4.0, 6.0, 15.0});
  EXPECT_DOUBLE_EQ(values[0], 13.0);
  EXPECT_DOUBLE_EQ(values[1], 3.0);
  EXPECT_DOUBLE_EQ(values[2], 4.0);
  EXPECT_DOUBLE_EQ(values[3], 12.0);
}

TEST(Measures, AnglesAreExactOverTheWholeRange) {
  for (const double degrees : {0.0, 1e-5, 30.0, 90.0, 179.9999, 180.0}) {
    const double turn = degrees * kRadians;
    EXPECT_NEAR(cornerAngle({3.0, 1.0, 2.0}, {1.0, 1.0, 2.0}, Vec3(1.0 + std::cos(turn), 1.0, 2.0 + std::sin(turn))),
                degrees, 1e-9);
  }
  EXPECT_TRUE(std::isnan(cornerAngle({1.0, 1.0, 1.0}, {1.0, 1.0, 1.0}, {2.0, 1.0, 1.0}))) << "a line of no length";
}

TEST(Measures, PointsGoWithTheirGrainOrBody) {
  World world = testing::emptyWorld();
  const std::uint32_t body = testing::addShape(world, {}, {Vec3(0, 0, 1), Quat::Identity()});
  addSphere(world, {0.1, 0.2, 0.3});
  MeasurePoint onGrain{.place = {}, .grain = world.particles.id[0], .body = {}};
  MeasurePoint onBody{.place = {0.5, 0.0, 0.0}, .grain = {}, .body = body};
  EXPECT_EQ(placeOf(world, onGrain), Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(placeOf(world, onBody), Vec3(0.5, 0.0, 1.0));
  world.bodies[body].pose.orientation = Quat(Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitZ()));
  EXPECT_NEAR((*placeOf(world, onBody) - Vec3(0.0, 0.5, 1.0)).norm(), 0.0, 1e-12);
  onGrain.grain = 77;
  onBody.body = 5;
  EXPECT_FALSE(placeOf(world, onGrain)) << "no such grain";
  EXPECT_FALSE(placeOf(world, onBody)) << "no such body";
}

TEST(Measures, ARegionSumsWhatLiesInIt) {
  World world = testing::emptyWorld();
  Random random(3);
  const std::vector<MeasureRegion> regions = {
      {SensorBox{{0.1, 0.2, 0.15}}, {Vec3(0.05, 0.0, 0.1), Quat(Eigen::AngleAxisd(0.7, Vec3::UnitX()))}},
      {SensorSphere{0.2}, {Vec3(-0.1, 0.1, 0.0), Quat::Identity()}},
      {SensorCylinder{0.15, 0.2}, {Vec3(0.0, -0.1, 0.0), Quat(Eigen::AngleAxisd(1.1, Vec3::UnitY()))}}};
  for (int i = 0; i < 500; ++i) {
    addSphere(world, testing::randomShift(random, 0.4), random.uniform(0.005, 0.02), testing::randomShift(random, 1.0));
  }
  std::vector<std::uint16_t> contacts;
  for (std::size_t slot = 0; slot < world.particles.size(); ++slot) {
    contacts.push_back(static_cast<std::uint16_t>(slot % 7));
  }
  for (const MeasureRegion& region : regions) {
    double mass = 0.0;
    double count = 0.0;
    double speed = 0.0;
    double height = 0.0;
    double touching = 0.0;
    double solid = 0.0;
    for (std::size_t slot = 0; slot < world.particles.size(); ++slot) {
      const Vec3& place = world.particles.position[slot];
      const Vec3 local = region.pose.orientation.toRotationMatrix().transpose() * (place - region.pose.position);
      const bool isBox = std::holds_alternative<SensorBox>(region.shape);
      const bool inside = isBox ? std::abs(local.x()) < 0.1 && std::abs(local.y()) < 0.2 && std::abs(local.z()) < 0.15
                          : std::holds_alternative<SensorSphere>(region.shape)
                              ? local.norm() < 0.2
                              : std::hypot(local.x(), local.y()) < 0.15 && std::abs(local.z()) < 0.2;
      if (inside) {
        mass += world.particles.mass[slot];
        count += 1.0;
        speed += world.particles.velocity[slot].norm();
        height += place.z();
        touching += contacts[slot];
        solid += 4.0 / 3.0 * std::numbers::pi * std::pow(world.particles.radius[slot], 3.0);
      }
    }
    ASSERT_GT(count, 10.0);
    const auto values = regionValues(world, region, contacts);
    EXPECT_EQ(values[0], mass);
    EXPECT_EQ(values[1], count);
    EXPECT_NEAR(values[2], speed / count, 1e-12);
    EXPECT_NEAR(values[3], height / count, 1e-12);
    EXPECT_NEAR(values[4], touching / count, 1e-12);
    EXPECT_NEAR(values[5] * volumeOf(region.shape), solid, 1e-12);
  }
  EXPECT_NEAR(volumeOf(SensorBox{{0.5, 1.0, 1.5}}), 6.0, 1e-12);
  EXPECT_NEAR(volumeOf(SensorSphere{1.0}), 4.0 / 3.0 * std::numbers::pi, 1e-12);
  EXPECT_NEAR(volumeOf(SensorCylinder{2.0, 1.5}), 12.0 * std::numbers::pi, 1e-12);
}

TEST(Measures, AnEmptyRegionHasNoMeans) {
  const World world = testing::emptyWorld();
  const auto values = regionValues(world, {SensorSphere{0.1}, {}}, {});
  EXPECT_EQ(values[0], 0.0);
  EXPECT_EQ(values[1], 0.0);
  EXPECT_TRUE(std::isnan(values[2]));
  EXPECT_EQ(values[5], 0.0);
}

/// Grains that go from one place to another in one step.
FlowCount passages(const MeasureFlow& plane, const std::vector<std::array<Vec3, 2>>& ways) {
  GrainPlaces before;
  GrainPlaces now;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    before.id.push_back(static_cast<ParticleId>(i));
    before.place.push_back(ways[i][0]);
    before.mass.push_back(0.5);
  }
  now = before;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    now.place[i] = ways[i][1];
  }
  return passagesThrough(plane, before, now);
}

TEST(Measures, AFlowCountsEachPassageOnceInItsDirection) {
  const MeasureFlow plane{.isDisk = false, .pose = {}, .halfWidth = 0.1, .halfHeight = 0.2};
  const FlowCount count = passages(plane, {{{{0, 0, -0.01}, {0, 0, 0.01}}},              // forward
                                           {{{0, 0, -50.0}, {0, 0, 70.0}}},              // forward, across in one jump
                                           {{{0.05, 0.15, 0.01}, {0.05, 0.15, -0.01}}},  // backward
                                           {{{0, 0, 0.01}, {0, 0, 0.02}}},               // stays in front
                                           {{{0.11, 0, -0.01}, {0.11, 0, 0.01}}},        // beside the rectangle
                                           {{{0, 0.21, 0.01}, {0, 0.21, -0.01}}},        // beside it
                                           {{{-0.3, 0, -0.1}, {0.3, 0, 0.1}}},           // slanting through its middle
                                           {{{0, 0, -0.1}, {0.6, 0, 0.1}}}});            // slanting past its edge
  EXPECT_EQ(count.forward, 3U);
  EXPECT_EQ(count.backward, 1U);
  EXPECT_EQ(count.forwardMass, 1.5);
  EXPECT_EQ(count.backwardMass, 0.5);
}

TEST(Measures, AGrainThatStopsInThePlaneIsCountedOnce) {
  const MeasureFlow plane;
  FlowCount sum;
  const std::vector<double> heights = {-0.02, -0.01, 0.0, 0.0, 0.01, 0.0, -0.01};
  for (std::size_t i = 0; i + 1 < heights.size(); ++i) {
    sum.add(passages(plane, {{{{0, 0, heights[i]}, {0, 0, heights[i + 1]}}}}));
  }
  EXPECT_EQ(sum.forward, 1U);
  EXPECT_EQ(sum.backward, 1U);
}

TEST(Measures, ADiskHasNoCornersAndATurnedPlaneItsOwnFrame) {
  MeasureFlow plane{.isDisk = true, .pose = {}, .halfWidth = 0.1, .halfHeight = 0.1};
  const std::vector<std::array<Vec3, 2>> corner = {{{{0.09, 0.09, -1.0}, {0.09, 0.09, 1.0}}}};
  EXPECT_EQ(passages(plane, corner).forward, 0U);
  plane.isDisk = false;
  EXPECT_EQ(passages(plane, corner).forward, 1U);
  plane.pose = testing::facing({1.0, 0.0, 0.0}, -Vec3::UnitX());
  const FlowCount along = passages(plane, {{{{1.5, 0, 0}, {0.5, 0, 0}}}, {{{0.5, 0, 0.05}, {1.5, 0, 0.05}}}});
  EXPECT_EQ(along.forward, 1U);
  EXPECT_EQ(along.backward, 1U);
}

TEST(Measures, GrainsThatComeOrLeaveAreNotPassages) {
  GrainPlaces before;
  GrainPlaces now;
  before.id = {1, 2, 4};
  before.place = {Vec3(0, 0, -1), Vec3(0, 0, -1), Vec3(0, 0, -1)};
  now.id = {2, 3, 4, 9};
  now.place = {Vec3(0, 0, 1), Vec3(0, 0, 1), Vec3(0, 0, -2), Vec3(0, 0, 1)};
  now.mass = {2.0, 3.0, 4.0, 9.0};
  const FlowCount count = passagesThrough({}, before, now);
  EXPECT_EQ(count.forward, 1U) << "grain 2 alone";
  EXPECT_EQ(count.forwardMass, 2.0);
  EXPECT_EQ(count.backward, 0U);
}

/// Grains below a plane z = height - slope x, on a square of a half edge of 0.3 m.
World incline(double degrees) {
  World world = testing::emptyWorld();
  constexpr double kPitch = 0.01;
  for (int i = -30; i < 30; ++i) {
    for (int j = -30; j < 30; ++j) {
      const double x = (i + 0.5) * kPitch;
      const double top = 0.5 - std::tan(degrees * kRadians) * x;
      addSphere(world, {x, (j + 0.5) * kPitch, top}, kPitch);
      addSphere(world, {x, (j + 0.5) * kPitch, top - kPitch}, kPitch);
    }
  }
  return world;
}

TEST(Measures, TheSlopeInABoxIsThatOfItsSurface) {
  for (const double degrees : {0.0, 20.0, 35.0}) {
    const World world = incline(degrees);
    const MeasureRepose box{
        .inBox = true, .pose = {Vec3(0.02, 0.01, 0.5), Quat::Identity()}, .halfExtents = {0.1, 0.1, 0.4}};
    const auto line = reposeLine(world, box);
    ASSERT_TRUE(line);
    EXPECT_NEAR(line->angle / kRadians, degrees, 1e-6);
    if (degrees > 0.0) {
      EXPECT_NEAR((line->downhill - Vec3::UnitX()).norm(), 0.0, 1e-6);
      EXPECT_NEAR(line->top.z(), 0.5 - std::tan(degrees * kRadians) * line->top.x(), 1e-9) << "it lies in the surface";
    }
  }
}

TEST(Measures, ASlopeNeedsGrains) {
  const MeasureRepose far{.inBox = true, .pose = {Vec3(5, 5, 5), Quat::Identity()}, .halfExtents = {0.1, 0.1, 0.1}};
  EXPECT_FALSE(reposeLine(incline(20.0), far));
  EXPECT_FALSE(reposeLine(testing::emptyWorld(), {}));
  World few = testing::emptyWorld();
  addSphere(few, {0, 0, 1});
  EXPECT_FALSE(reposeLine(few, {})) << "one grain is no heap";
}

TEST(Measures, AHeapHasALineFromItsCrestAndABeltNone) {
  World world = testing::emptyWorld();
  constexpr double kPitch = 0.01;
  for (int i = -40; i <= 40; ++i) {
    for (int j = -40; j <= 40; ++j) {
      const double radius = kPitch * std::hypot(i, j);
      for (double z = 0.005; z <= 0.2 - std::tan(30.0 * kRadians) * radius; z += kPitch) {
        addSphere(world, {i * kPitch, j * kPitch, z}, kPitch);
      }
    }
  }
  const auto line = reposeLine(world, {});
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->angle / kRadians, 30.0, 2.0) << "grains on a grid";
  EXPECT_NEAR(line->top.head<2>().norm(), 0.0, 1e-9);
  EXPECT_NEAR(line->top.z(), 0.2, 0.01);
  EXPECT_NEAR(line->length, 0.2 / std::tan(30.0 * kRadians), 0.03);
  EXPECT_EQ(line->downhill, Vec3::Zero()) << "to all sides";
  const std::uint32_t body = testing::addFloor(world);
  Drive belt;
  belt.motion = SurfaceMotion{};
  world.bodies[body].drives.push_back(belt);
  EXPECT_FALSE(reposeLine(world, {}));
}

TEST(Measures, AGrainTellsItsMotion) {
  World world = testing::emptyWorld();
  const std::size_t slot = addSphere(world, {1, 2, 3}, 0.02, {3, 0, -4}, {0, 6, 8});
  const double mass = world.particles.mass[slot];
  const auto values = grainValues(world, world.particles.id[slot], std::vector<std::uint16_t>{5});
  EXPECT_DOUBLE_EQ(values[0], 5.0);
  EXPECT_DOUBLE_EQ(values[1], 1.0);
  EXPECT_DOUBLE_EQ(values[3], 3.0);
  EXPECT_DOUBLE_EQ(values[4], -4.0);
  EXPECT_DOUBLE_EQ(values[5], 10.0);
  EXPECT_DOUBLE_EQ(values[6], 5.0);
  EXPECT_NEAR(values[7], 0.5 * mass * 25.0 + 0.5 * 0.4 * mass * 1e-4 * 100.0, 1e-12);
  EXPECT_EQ(values[8], 0.0);
  EXPECT_TRUE(std::isnan(grainValues(world, 99, {})[0])) << "no such grain";
}

TEST(Measures, UnsoundOnesSayWhatIsWrong) {
  EXPECT_EQ(problemOf(MeasureKind(MeasureFlow{})), "");
  EXPECT_NE(problemOf(MeasureKind(MeasureFlow{.isDisk = false, .pose = {}, .halfWidth = 0.0, .halfHeight = 1.0})), "");
  EXPECT_NE(problemOf(MeasureKind(MeasureRegion{SensorHalfSpace{}, {}})), "");
  EXPECT_NE(problemOf(MeasureKind(MeasureRegion{SensorSphere{-1.0}, {}})), "");
  MeasureRuler ruler;
  ruler.to.place.x() = std::nan("");
  EXPECT_NE(problemOf(MeasureKind(ruler)), "");
}

}  // namespace
}  // namespace scree
