// Sinks and split sensors that are thinner than what grains or members go in a step.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/settings/presets.h"
#include "engine/splitting/split_regions.h"
#include "engine/state/state.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

World rain(Preset preset, double thickness) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, preset);
  world.parameters.sweeps = std::min(world.parameters.sweeps, 20);
  Sink sink;
  sink.name = "end";
  sink.pose = testing::facing(Vec3(0, 0, -1.5), Vec3(0.2, 0.1, 1.0).normalized());
  sink.halfExtents = Vec3(2.0, 2.0, 0.5 * thickness);
  world.sinks.push_back(sink);
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    testing::addSphere(world, Vec3(0.02 * (i % 10), 0.02 * (i / 10 % 10), 0.02 * (i / 100) + random.uniform(0.0, 0.5)),
                       0.01);
  }
  return world;
}

TEST(ThinSink, TakesAllThatFallThrough) {
  for (const Preset preset : {Preset::fast, Preset::accurate, Preset::paper}) {
    for (const double thickness : {2e-3, 1e-6}) {
      World world = rain(preset, thickness);
      StepData data;
      testing::run(world, data, 1.0);
      EXPECT_EQ(world.sinks[0].departures.size(), 200U);
      EXPECT_EQ(world.particles.size(), 0U);
      EXPECT_EQ(world.faultCount, 0U);
      EXPECT_TRUE(world.faults.empty());
    }
  }
}

TEST(ThinSink, TakesWhatIsStoppedBehindIt) {
  for (const double height : {0.0101, 0.013, 0.02, 0.029}) {
    World world = testing::emptyWorld(testing::smoothLaw());
    applyPreset(world.parameters, Preset::fast);
    testing::addFloor(world);
    Sink sink;
    sink.pose.position = Vec3(0.0, 0.0, height);
    sink.halfExtents = Vec3(0.1, 0.1, 1e-4);
    world.sinks.push_back(sink);
    for (int i = 0; i < 20; ++i) {
      testing::addSphere(world, Vec3(0.009 * (i % 5), 0.02 * (i / 5), 0.5 + 0.05 * i), 0.008, Vec3(0, 0, -3.0));
    }
    StepData data;
    testing::run(world, data, 0.6);
    EXPECT_EQ(world.sinks[0].departures.size(), 20U) << height;
  }
}

TEST(ThinSink, LeavesWhatGoesBesideIt) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  Sink sink;
  sink.pose.position = Vec3(0.0, 0.0, -0.5);
  sink.halfExtents = Vec3(0.1, 0.1, 1e-3);
  world.sinks.push_back(sink);
  testing::addSphere(world, Vec3(0.099, 0.0, 0.0));
  testing::addSphere(world, Vec3(0.101, 0.05, 0.0));
  StepData data;
  testing::run(world, data, 0.5);
  ASSERT_EQ(world.sinks[0].departures.size(), 1U);
  EXPECT_EQ(world.sinks[0].departures[0].id, 0U);
}

TEST(ThinSink, ARestoredRunTakesTheSame) {
  World world = rain(Preset::fast, 2e-3);
  StepData data;
  for (int i = 0; i < 130; ++i) {
    World restored = restoreState(saveState(world));
    step(world, data);
    StepData fresh;
    step(restored, fresh);
    ASSERT_EQ(saveState(restored), saveState(world)) << i;
  }
  EXPECT_GT(world.sinks[0].departures.size(), 50U);
}

TEST(PassesThrough, EveryShapeAgreesWithPointsOnTheWay) {
  const SensorShape shapes[] = {SensorBox{Vec3(0.3, 0.05, 0.2)}, SensorSphere{0.2},
                                SensorCylinder{.radius = 0.2, .halfLength = 0.05}, SensorHalfSpace{}};
  Random random(5);
  const auto place = [&] {
    return Vec3(random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6));
  };
  for (const SensorShape& shape : shapes) {
    int met = 0;
    for (int i = 0; i < 2000; ++i) {
      const Vec3 from = place();
      const Vec3 to = place();
      bool isIn = false;
      for (int k = 0; k <= 2000; ++k) {
        isIn = isIn || contains(shape, from + k / 2000.0 * (to - from));
      }
      met += isIn ? 1 : 0;
      if (isIn) {
        EXPECT_TRUE(passesThrough(shape, from, to));
      } else {
        // No more than a point between those looked at, at the border.
        SensorShape smaller = shape;
        if (auto* box = std::get_if<SensorBox>(&smaller)) {
          box->halfExtents *= 0.98;
        } else if (auto* sphere = std::get_if<SensorSphere>(&smaller)) {
          sphere->radius *= 0.98;
        } else if (auto* cylinder = std::get_if<SensorCylinder>(&smaller)) {
          *cylinder = {.radius = 0.98 * cylinder->radius, .halfLength = 0.98 * cylinder->halfLength};
        }
        EXPECT_FALSE(passesThrough(smaller, from, to));
      }
    }
    EXPECT_GT(met, 100);
    EXPECT_LT(met, 1900);
  }
  EXPECT_TRUE(passesThrough(SensorBox{Vec3::Ones()}, Vec3::Zero(), Vec3::Zero()));
  EXPECT_FALSE(passesThrough(SensorBox{Vec3::Ones()}, Vec3(0, 2, 0), Vec3(0, 2, 0)));
}

/// Members of the ground in a row along x, without gravity and contacts.
World rowOfMembers() {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.gravity.setZero();
  world.parameters.reduction.merging = Switch::on;
  for (int i = 0; i < 50; ++i) {
    testing::addSphere(world, Vec3(0.02 * i, 0.0, 0.0));
  }
  testing::addFloor(world);
  world.bodies[0].pose.position.z() = -1.0;
  fitMembers(world);
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    join(world, slot, *aggregateOn(world, ContactKey::boundary(0, 0, 0, 0)));
  }
  return world;
}

TEST(ThinSensor, OpensEveryMemberThatItGoesThrough) {
  const SensorShape shapes[] = {SensorBox{Vec3(1e-3, 0.1, 0.1)}, SensorSphere{2e-3},
                                SensorCylinder{.radius = 2e-3, .halfLength = 0.1}};
  for (const SensorShape& shape : shapes) {
    World world = rowOfMembers();
    Body carrier;
    carrier.pose.position = Vec3(-0.013, 0.0, 0.0);
    carrier.drives.push_back({Translation{Vec3::UnitX()}, {.value = 17.0}});  // 85 mm a step
    world.bodies.push_back(carrier);
    SplitSensor sensor;
    sensor.shape = shape;
    sensor.body = 1;
    world.sensors.push_back(sensor);
    StepData data;
    testing::takeSteps(world, data, 6);
    const double end = -0.013 + 17.0 * 6 * world.parameters.timeStep;
    for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
      EXPECT_EQ(world.reduction.isFree(slot), 0.02 * slot < end) << slot;
    }
  }
}

TEST(ThinSensor, OpensMembersOfWhatMovesThroughIt) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.gravity.setZero();
  world.parameters.reduction.merging = Switch::on;
  for (int i = 0; i < 50; ++i) {
    testing::addSphere(world, Vec3(0.02 * i, 0.0, 0.0));
  }
  testing::addFloor(world);
  world.bodies[0].pose.position.z() = -1.0;
  world.bodies[0].drives.push_back({Translation{-Vec3::UnitX()}, {.value = 17.0}});
  StepData data;
  fitMembers(world);
  world.bodies[0].velocity = Vec3(-17.0, 0.0, 0.0);
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    world.particles.velocity[slot] = world.bodies[0].velocity;
    join(world, slot, *aggregateOn(world, ContactKey::boundary(0, 0, 0, 0)));
  }
  SplitSensor sensor;
  sensor.shape = SensorBox{Vec3(1e-3, 0.1, 0.1)};
  sensor.pose.position.x() = -0.011;
  world.sensors.push_back(sensor);
  testing::takeSteps(world, data, 6);
  const double way = 17.0 * 6 * world.parameters.timeStep;
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    EXPECT_EQ(world.reduction.isFree(slot), 0.02 * slot - way < -0.011) << slot;
  }
}

}  // namespace
}  // namespace scree
