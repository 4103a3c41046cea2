// Split sensors through the session's queue: what is inside one comes loose, whatever its shape and however it moves.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>
#include <string>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/session/session.h"
#include "tests/support/time_runs.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr int kPerSide = 12;
constexpr double kPitch = 1.5 * testing::kDiameter;  // so far that none of them touches another
constexpr double kHalfSide = 0.5 * kPitch * (kPerSide - 1);

/// Members of the ground all through a cube about the origin, without gravity and contacts: only a sensor can part
/// them, and nothing merges again. Body 0 flies and turns through the cube without touching anything.
World cubeOfMembers() {
  World world = testing::emptyWorld();
  world.parameters.reduction.audit.split = Switch::off;  // only sensors are to open anything
  world.parameters.gravity.setZero();
  world.parameters.reduction.merging = Switch::on;
  Random random(11);
  for (int i = 0; i < kPerSide * kPerSide * kPerSide; ++i) {
    const Vec3 cell(i % kPerSide, i / kPerSide % kPerSide, i / kPerSide / kPerSide);
    testing::addSphere(world, kPitch * cell - Vec3::Constant(kHalfSide) + 0.002 * testing::randomDirection(random));
  }
  testing::addFloor(world);
  world.bodies[0].pose.position.z() = -1.0;
  fitMembers(world);
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    join(world, slot, *aggregateOn(world, ContactKey::boundary(0, 0, 0, 0)));
  }
  Body carrier;
  carrier.name = "carrier";
  carrier.pose.position = Vec3(-0.06, 0.02, -0.03);
  carrier.drives.push_back({Translation{Vec3(0.8, -0.2, 0.4)}, {.value = 0.3}});
  carrier.drives.push_back({Rotation{carrier.pose.position, Vec3(0, 0, 1)}, {.value = 2.0}});
  world.bodies.push_back(carrier);
  return world;
}

/// A shape, the same one larger, and whether a point in its frame is inside, written out.
struct ShapeCase {
  const char* name;
  SensorShape (*shape)(double size);
  bool (*holds)(const Vec3& p, double size);
};

const ShapeCase kShapes[] = {
    {"Box", [](double s) -> SensorShape { return SensorBox{Vec3(s, 1.5 * s, 0.7 * s)}; },
     [](const Vec3& p, double s) {
       return -s <= p.x() && p.x() <= s && -1.5 * s <= p.y() && p.y() <= 1.5 * s && -0.7 * s <= p.z() &&
              p.z() <= 0.7 * s;
     }},
    {"Sphere", [](double s) -> SensorShape { return SensorSphere{s}; },
     [](const Vec3& p, double s) { return std::hypot(p.x(), p.y(), p.z()) <= s; }},
    {"Cylinder", [](double s) -> SensorShape { return SensorCylinder{.radius = s, .halfLength = 1.4 * s}; },
     [](const Vec3& p, double s) { return std::hypot(p.x(), p.y()) <= s && -1.4 * s <= p.z() && p.z() <= 1.4 * s; }},
    {"HalfSpace", [](double) -> SensorShape { return SensorHalfSpace{}; },
     [](const Vec3& p, double) { return p.z() <= 0.0; }},
};

using Case = std::tuple<int, bool>;  // which shape, and whether the body carries it

class SplitSensors : public ::testing::TestWithParam<Case> {
 protected:
  SplitSensors() : session_(cubeOfMembers(), false) {}

  const ShapeCase& shape() const { return kShapes[std::get<0>(GetParam())]; }
  bool isCarried() const { return std::get<1>(GetParam()); }

  /// The sensor at `shift` from its first place, turned by `angle` about x there. A half-space starts at the lower
  /// corner of the cube and looks into it.
  SplitSensor sensor(const Vec3& shift, double angle, double size) const {
    SplitSensor sensor;
    sensor.name = "it";
    sensor.shape = shape().shape(size);
    sensor.pose.position = start() + shift;
    sensor.pose.orientation = Quat(std::cos(0.5 * angle), std::sin(0.5 * angle), 0.0, 0.0);
    sensor.body = isCarried() ? 1 : kFixedInWorld;
    return sensor;
  }
  Vec3 start() const {
    const bool isHalf = std::get<0>(GetParam()) == 3;
    return {0.0, 0.0, isHalf ? (isCarried() ? -0.04 : -0.08) : (isCarried() ? 0.01 : -0.03)};
  }

  /// Takes a step and expects that the members inside came loose in it, by the places where they and the body were
  /// before it, and nobody else. How many that were.
  std::size_t expectStep(const Vec3& shift, double angle, double size, bool isOn = true) {
    const World before = session_.world();
    const Mat3 local = Eigen::AngleAxisd(angle, Vec3::UnitX()).toRotationMatrix();
    Mat3 turn = local;
    Vec3 origin = start() + shift;
    if (isCarried()) {
      const Mat3 body = before.bodies[1].pose.orientation.toRotationMatrix();
      turn = body * local;
      origin = before.bodies[1].pose.position + body * origin;
    }
    session_.post(StepOnce{1});
    testing::finish(session_);
    std::size_t loose = 0;
    for (std::uint32_t slot = 0; slot < before.particles.size(); ++slot) {
      const Vec3 p = turn.transpose() * (before.particles.position[slot] - origin);
      const bool opens = isOn && shape().holds(p, size);
      const bool wasFree = before.reduction.isFree(slot);
      EXPECT_EQ(session_.world().reduction.isFree(slot), wasFree || opens) << slot;
      loose += opens && !wasFree ? 1 : 0;
    }
    const auto& counts = session_.world().reduction.counts.splits;
    EXPECT_EQ(counts[static_cast<std::size_t>(SplitCause::sensor)],
              before.reduction.counts.splits[static_cast<std::size_t>(SplitCause::sensor)] + loose);
    return loose;
  }

  Session session_;
};

TEST_P(SplitSensors, OpenTheMembersInsideThemAndNoOthers) {
  constexpr double kSize = 0.045;
  const Vec3 none = Vec3::Zero();
  EXPECT_EQ(expectStep(none, 0.0, kSize, false), 0U) << "there is no sensor yet";
  // added
  session_.post(AddSensor{sensor(none, 0.0, kSize)});
  const std::size_t added = expectStep(none, 0.0, kSize);
  EXPECT_GT(added, 10U);
  // as it moves: with the body, or told so
  std::size_t moved = 0;
  Vec3 shift = none;
  double angle = 0.0;
  for (int i = 0; i < 30; ++i) {
    if (!isCarried()) {
      shift += Vec3(0.001, 0.0005, 0.0015);
      angle += 0.02;
      session_.post(ChangeSensor{0, sensor(shift, angle, kSize)});
    }
    moved += expectStep(shift, angle, kSize);
  }
  EXPECT_GT(moved, 30U);
  // moved to another place, and on the body as well
  shift += Vec3(-0.01, 0.005, 0.02);
  session_.post(ChangeSensor{0, sensor(shift, angle, kSize)});
  EXPECT_GT(expectStep(shift, angle, kSize), 5U);
  // resized; a half-space has no size
  session_.post(ChangeSensor{0, sensor(shift, angle, 1.5 * kSize)});
  const std::size_t resized = expectStep(shift, angle, 1.5 * kSize);
  EXPECT_TRUE(resized > 20U || std::get<0>(GetParam()) == 3);
  // switched off, moved meanwhile, and on again
  shift += Vec3(0.005, -0.005, 0.01);
  SplitSensor off = sensor(shift, angle, 1.5 * kSize);
  off.enabled = false;
  session_.post(ChangeSensor{0, off});
  EXPECT_EQ(expectStep(shift, angle, 1.5 * kSize, false), 0U);
  session_.post(ChangeSensor{0, sensor(shift, angle, 1.5 * kSize)});
  EXPECT_GT(expectStep(shift, angle, 1.5 * kSize), 5U);
  // moved and removed before the next step
  shift += Vec3(0.0, 0.0, 0.02);
  session_.post(ChangeSensor{0, sensor(shift, angle, 1.5 * kSize)});
  session_.post(RemoveSensor{0});
  EXPECT_EQ(expectStep(shift, angle, 1.5 * kSize, false), 0U);
  EXPECT_GT(session_.world().reduction.memberCount, 0U) << "some were left to split";
  EXPECT_GT((session_.world().bodies[1].pose.position - Vec3(-0.06, 0.02, -0.03)).norm(), 0.03);
}

std::string nameOf(const ::testing::TestParamInfo<Case>& one) {
  return std::string(kShapes[std::get<0>(one.param)].name) + (std::get<1>(one.param) ? "OnABody" : "FixedInTheWorld");
}

INSTANTIATE_TEST_SUITE_P(All, SplitSensors, ::testing::Combine(::testing::Range(0, 4), ::testing::Bool()), nameOf);

}  // namespace
}  // namespace scree
