// Members of what turns that one contact at most holds are split off at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/aggregates/support_levels.h"
#include "engine/settings/presets.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr std::uint32_t kMiddle = 0;  // slot
constexpr std::uint32_t kNeighbours = 3;
constexpr double kLightly = 1e-6;  // N, between neighbours
/// Parts of a diameter by which neighbours are apart: those that are freed touch no more.
constexpr double kApart = 1e-6;

void keep(World& world, const ContactKey& key, std::uint32_t b, const Vec3& normal, double force) {
  KeptContact contact{.key = key, .a = kMiddle, .b = b, .normalForce = static_cast<float>(force), .holds = true};
  contact.a = static_cast<std::uint32_t>(std::find(world.particles.id.begin(), world.particles.id.end(), key.a) -
                                         world.particles.id.begin());
  for (int axis = 0; axis < 3; ++axis) {
    contact.normal[axis] = static_cast<float>(normal[axis]);
  }
  keepContact(world, contact);
}

/// Grains at rest on a plate that turns about its normal, all of them merged: one in the middle, and neighbours that
/// pushed it a little from different sides then.
World mergedOnAPlate() {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  world.parameters.reduction.audit.split = Switch::off;
  const std::uint32_t plate = testing::addFloor(world);
  world.bodies[plate].drives.push_back({Rotation{}, {.value = 0.01}});
  world.bodies[plate].angularVelocity = Vec3(0, 0, 0.01);
  const Vec3 sides[] = {Vec3::Zero(), Vec3::UnitX(), -Vec3::UnitX(), Vec3::UnitY()};
  std::vector<std::uint32_t> slots;
  for (const Vec3& side : sides) {
    slots.push_back(static_cast<std::uint32_t>(testing::addSphere(world, (1.0 + kApart) * testing::kDiameter * side)));
  }
  const double weight = testing::kGravity * world.particles.mass[kMiddle];
  const double height = testing::kRadius - weight / testing::pelletLaw().stiffness;
  fitMembers(world);
  world.reduction.gravity = world.parameters.gravity;
  for (const std::uint32_t slot : slots) {
    const ContactKey onPlate = ContactKey::boundary(world.particles.id[slot], plate, 0, 0);
    world.particles.position[slot].z() = height;
    join(world, slot, *aggregateOn(world, onPlate));
    keep(world, onPlate, kNoParticle, -Vec3::UnitZ(), weight);
    if (slot != kMiddle) {
      keep(world, ContactKey::particles(world.particles.id[kMiddle], world.particles.id[slot]), slot, sides[slot],
           kLightly);
    }
  }
  setLevels(world, slots);
  return world;
}

/// Splits off what is where a grain is now.
void addSensorAt(World& world, std::uint32_t slot) {
  SplitSensor sensor;
  sensor.shape = SensorBox{Vec3::Constant(0.3 * testing::kDiameter)};
  sensor.pose.position = world.particles.position[slot];
  world.sensors.push_back(sensor);
}

std::size_t splitBySupport(const World& world) {
  return world.reduction.counts.splits[static_cast<std::size_t>(SplitCause::support)];
}

TEST(LooseRiders, AreSplitOffTwoStepsAfterTheirNeighbours) {
  for (std::uint32_t going = 1; going <= kNeighbours; ++going) {
    World world = mergedOnAPlate();
    for (std::uint32_t slot = 1; slot <= going; ++slot) {
      addSensorAt(world, slot);
    }
    StepData data;
    testing::takeSteps(world, data, 2);
    // The plate and one neighbour are enough.
    const bool isHeld = going < kNeighbours;
    EXPECT_EQ(!world.reduction.isFree(kMiddle), isHeld) << going;
    EXPECT_EQ(splitBySupport(world), isHeld ? 0U : 1U) << going;
    testing::takeSteps(world, data, 50);
    EXPECT_EQ(!world.reduction.isFree(kMiddle), isHeld) << going;
  }
}

/// Slots of members that one contact at most pushes.
std::vector<std::uint32_t> almostAlone(const World& world) {
  const std::vector<ParticleId>& ids = world.particles.id;
  std::vector<int> pushes(world.particles.size(), 0);
  for (std::size_t i = 0; i < world.history.keys.size(); ++i) {
    if (world.history.keys[i].isMember() && world.history.multipliers[i].normal > 0.0) {
      const auto at = std::lower_bound(ids.begin(), ids.end(), world.history.keys[i].member());
      ++pushes[static_cast<std::size_t>(at - ids.begin())];
    }
  }
  world.reduction.kept.forAll([&](const KeptContact& contact) {
    for (const std::uint32_t slot : {contact.a, contact.b}) {
      if (slot != kNoParticle && contact.normalForce > 0.0F) {
        ++pushes[slot];
      }
    }
  });
  std::vector<std::uint32_t> slots;
  for (std::uint32_t slot = 0; slot < pushes.size(); ++slot) {
    if (!world.reduction.isFree(slot) && pushes[slot] <= 1) {
      slots.push_back(slot);
    }
  }
  return slots;
}

TEST(LooseRiders, NoneStaysInADrum) {
  World world = testing::mergingDrum(0.5);
  StepData data;
  testing::run(world, data, 1.0);
  std::vector<std::uint32_t> before;
  std::size_t found = 0;
  for (int i = 0; i < 1000; ++i) {
    step(world, data);
    for (const std::uint32_t slot : before) {
      ASSERT_TRUE(world.reduction.isFree(slot)) << slot << " in step " << world.step;
    }
    before = almostAlone(world);
    found += before.size();
  }
  EXPECT_GT(found, 0U);
}

}  // namespace
}  // namespace scree
