// Forces between grains, also inside aggregates, against what statics say.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/analysis/carried_speed.h"
#include "engine/analysis/force_network.h"
#include "engine/analysis/split_distance.h"
#include "engine/settings/presets.h"
#include "engine/world/placement.h"
#include "engine/world/reduction_limits.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr int kHigh = 5;

/// Grains on each other and on a floor, at rest.
World restingColumn(Switch merging, StepData& data) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::accurate);
  world.parameters.reduction.audit.split = Switch::off;
  testing::addFloor(world);
  for (int i = 0; i < kHigh; ++i) {
    testing::addSphere(world, Vec3(0, 0, (1 + 2 * i) * testing::kRadius));
  }
  // Kept forces are those of the moment of merging: it must be at rest before.
  testing::run(world, data, 3.0);
  world.parameters.reduction.merging = merging;
  testing::run(world, data, 0.5);
  placeMembers(world);
  return world;
}

std::vector<ForceContact> forcesIn(const World& world, const StepData& data) {
  std::vector<ForceContact> contacts;
  findForceContacts(world, data, contacts);
  return contacts;
}

void expectWeights(const World& world, const std::vector<ForceContact>& contacts, bool kept) {
  ASSERT_EQ(contacts.size(), static_cast<std::size_t>(kHigh));
  const double weight = world.particles.mass[0] * testing::kGravity;
  for (const ForceContact& contact : contacts) {
    EXPECT_EQ(contact.kept, kept);
    const bool onFloor = contact.b == kNoParticle;
    // What lies above the contact: all from the upper of its two grains on.
    const std::uint32_t upper = onFloor ? contact.a : std::max(contact.a, contact.b);
    const double above = static_cast<double>(kHigh - upper) * weight;
    EXPECT_NEAR(static_cast<double>(contact.force), above, 1e-3 * above) << upper;
    EXPECT_NEAR(std::abs(contact.normal.z()), 1.0f, 1e-5f);
    EXPECT_NEAR(static_cast<double>(contact.point.z()), 2.0 * upper * testing::kRadius, 0.1 * testing::kRadius);
    EXPECT_EQ(contact.body, onFloor ? 0U : kFixedInWorld);
  }
}

TEST(ForceNetwork, AContactCarriesTheWeightAboveIt) {
  StepData data;
  const World world = restingColumn(Switch::off, data);
  expectWeights(world, forcesIn(world, data), false);
}

TEST(ForceNetwork, SoDoesOneInsideAnAggregate) {
  StepData data;
  const World world = restingColumn(Switch::on, data);
  ASSERT_EQ(world.reduction.memberCount, static_cast<std::size_t>(kHigh));
  expectWeights(world, forcesIn(world, data), true);
}

TEST(ForceNetwork, KeptForcesTurnWithTheirAggregate) {
  StepData data;
  World world = restingColumn(Switch::on, data);
  // The whole aggregate on its side: about x by a quarter turn, z becomes -y.
  Aggregate& aggregate = world.reduction.aggregates[0];
  aggregate.frame.pose.orientation = Quat(std::sqrt(0.5), std::sqrt(0.5), 0.0, 0.0) * aggregate.frame.pose.orientation;
  placeMembers(world);
  for (const ForceContact& contact : forcesIn(world, data)) {
    EXPECT_NEAR(std::abs(contact.normal.y()), 1.0f, 1e-5f);
  }
}

TEST(ForceNetwork, NothingIsTwiceInTheStepInWhichItMerges) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  testing::addOpenBox(world, 0.06, 0.3);
  testing::addLattice(world, 4, 4, 5, 0.011, 0.013, 3);
  StepData data;
  std::uint64_t merges = 0;
  for (int i = 0; i < 400; ++i) {
    step(world, data);
    placeMembers(world);
    std::vector<std::pair<std::uint32_t, std::uint64_t>> seen;
    for (const ForceContact& contact : forcesIn(world, data)) {
      const std::uint64_t other =
          contact.b == kNoParticle ? (std::uint64_t{1} << 40) + contact.body * 64 + contact.shape : contact.b;
      if (contact.b != kNoParticle) {
        seen.emplace_back(std::min(contact.a, contact.b), std::max<std::uint64_t>(contact.a, contact.b));
      } else if (contact.kept) {
        seen.emplace_back(contact.a, other + static_cast<std::uint64_t>(std::lround(contact.normal.x() * 10 + 20)) * 7 +
                                         static_cast<std::uint64_t>(std::lround(contact.normal.y() * 10 + 20)) * 997);
      }
      EXPECT_GT(contact.force, 0.0f);
      EXPECT_NEAR(contact.normal.norm(), 1.0f, 1e-4f);
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end()) << i;
    merges = world.reduction.counts.merges;
  }
  EXPECT_GT(merges, 40U);
}

TEST(ForceNetwork, LargestForceAtAGrain) {
  std::vector<ForceContact> contacts(3);
  contacts[0].a = 0;
  contacts[0].b = 1;
  contacts[0].force = 2.0f;
  contacts[1].a = 1;
  contacts[1].force = 5.0f;
  contacts[2].a = 0;
  contacts[2].force = 1.0f;
  std::vector<float> forces;
  largestForces(contacts, 3, forces);
  EXPECT_EQ(forces, (std::vector<float>{2.0f, 5.0f, 0.0f}));
}

TEST(CarriedSpeed, IsThatAgainstTheBeltAndInFlightThatInTheWorld) {
  World world = testing::emptyWorld();
  const std::uint32_t belt = testing::addShape(world, Rectangle{2.0, 0.2});
  world.bodies[belt].shapes[0].surfaceVelocity = Vec3(0.5, 0, 0);
  testing::addSphere(world, Vec3(-0.5, 0, testing::kRadius));
  testing::addSphere(world, Vec3(-0.5, 0, 3.0 * testing::kRadius));
  testing::addSphere(world, Vec3(0.5, 0, 0.6), testing::kDiameter, Vec3(0.2, 0, 0));
  StepData data;
  testing::run(world, data, 0.25);
  std::vector<float> speeds;
  carriedSpeeds(world, forcesIn(world, data), speeds);
  ASSERT_EQ(speeds.size(), 3U);
  EXPECT_GT(world.particles.velocity[0].x(), 0.4) << "it rides along";
  EXPECT_NEAR(static_cast<double>(speeds[0]), (world.particles.velocity[0] - Vec3(0.5, 0, 0)).norm(), 1e-6);
  EXPECT_NEAR(static_cast<double>(speeds[2]), world.particles.velocity[2].norm(), 1e-6);
}

TEST(CarriedSpeed, OnAWheelIsThatAgainstItsTurning) {
  World world = testing::emptyWorld(testing::smoothLaw());
  world.parameters.gravity.setZero();
  const std::uint32_t floor = testing::addFloor(world);
  world.bodies[floor].angularVelocity = Vec3(0, 0, 3.0);
  testing::addSphere(world, Vec3(0.1, 0, testing::kRadius), testing::kDiameter, Vec3(0, 0.3, 0));
  testing::addSphere(world, Vec3(0, 0.2, testing::kRadius), testing::kDiameter, Vec3(0, 0.3, 0));
  std::vector<ForceContact> contacts(2);
  contacts[0].a = 0;
  contacts[1].a = 1;
  contacts[0].body = contacts[1].body = floor;
  std::vector<float> speeds;
  carriedSpeeds(world, contacts, speeds);
  EXPECT_NEAR(speeds[0], 0.0f, 1e-6f) << "v = w x r";
  EXPECT_NEAR(static_cast<double>(speeds[1]), std::hypot(0.6, 0.3), 1e-6) << "w x r is along -x there";
}

TEST(SplitDistance, IsTheShareOfTheLimitThatIsLeft) {
  StepData data;
  World world = restingColumn(Switch::on, data);
  const double limit = reductionLimits(world).front;
  const double top = world.particles.position[kHigh - 1].z();
  // One slides along the top grain at a quarter of the front's limit.
  testing::addSphere(world, Vec3(0, 0, top + testing::kDiameter - 1e-5), testing::kDiameter, Vec3(0.25 * limit, 0, 0));
  std::vector<float> distances;
  splitDistances(world, nullptr, distances);
  ASSERT_EQ(distances.size(), static_cast<std::size_t>(kHigh) + 1);
  EXPECT_EQ(distances[kHigh], 0.0f) << "it is free";
  EXPECT_NEAR(distances[kHigh - 1], 0.75f, 1e-3f);
  EXPECT_EQ(distances[0], 1.0f);
  world.particles.velocity[kHigh] = Vec3(3.0 * limit, 0, 0);
  splitDistances(world, nullptr, distances);
  EXPECT_EQ(distances[kHigh - 1], 0.0f);
  // What is said is what the next step does.
  step(world, data);
  EXPECT_TRUE(world.reduction.isFree(kHigh - 1));
}

}  // namespace
}  // namespace scree
