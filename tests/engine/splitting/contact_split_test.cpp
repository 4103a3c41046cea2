// How far contact splits and impacts reach along the contacts of members.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/aggregates/support_levels.h"
#include "engine/step/step.h"
#include "engine/world/reduction_limits.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr int kRow = 12;

/// A row of grains on a floor, each in contact with the next, all merged with the ground. Only contact splits are on,
/// and nothing merges again.
World mergedRow() {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  ReductionParameters& r = world.parameters.reduction;
  r.merging = r.contact.split = Switch::on;
  r.front.split = r.audit.split = Switch::off;
  r.merge.window = 1000;
  std::vector<std::uint32_t> slots;
  for (int i = 0; i < kRow; ++i) {
    slots.push_back(
        static_cast<std::uint32_t>(testing::addSphere(world, Vec3(i * testing::kDiameter, 0, testing::kRadius))));
  }
  fitMembers(world);
  const ContactKey floor = ContactKey::boundary(0, 0, 0, 0);
  for (const std::uint32_t slot : slots) {
    join(world, slot, *aggregateOn(world, floor));
  }
  for (const std::uint32_t slot : slots) {
    const ParticleId id = world.particles.id[slot];
    keepContact(world, {.key = ContactKey::boundary(id, 0, 0, 0), .a = slot, .normal = {0, 0, -1}, .holds = true});
    if (slot + 1 < kRow) {
      keepContact(world, {.key = ContactKey::particles(id, world.particles.id[slot + 1]),
                          .a = slot,
                          .b = slot + 1,
                          .normal = {1, 0, 0},
                          .holds = true});
    }
  }
  setLevels(world, slots);
  return world;
}

/// Which of the row come loose when free grains hit these from above.
std::set<int> openedBy(World world, const std::vector<int>& hit, double speed) {
  for (const int i : hit) {
    testing::addSphere(world, Vec3(i * testing::kDiameter, 0, 3.0 * testing::kRadius), testing::kDiameter,
                       Vec3(0, 0, -speed));
  }
  StepData data;
  EXPECT_TRUE(step(world, data));
  std::set<int> opened;
  for (int i = 0; i < kRow; ++i) {
    if (world.reduction.isFree(static_cast<std::uint32_t>(i))) {
      opened.insert(i);
    }
  }
  EXPECT_EQ(data.report.events.size(), opened.size());
  return opened;
}

/// Those within `depth` - 1 contacts of a grain that was hit.
std::set<int> withinLayers(const std::vector<int>& hit, int depth) {
  std::set<int> within;
  for (const int i : hit) {
    for (int k = std::max(0, i - depth + 1); k <= std::min(kRow - 1, i + depth - 1); ++k) {
      within.insert(k);
    }
  }
  return within;
}

// The second of two hits side by side reaches a layer farther than the first through the grains that this one opened.
const std::vector<std::vector<int>> kHits = {{0}, {5}, {11}, {0, 1}, {5, 6}, {3, 4, 8}, {2, 9}};

TEST(ContactSplit, OpensAsManyLayersAsItsDepth) {
  World world = mergedRow();
  for (const std::vector<int>& hit : kHits) {
    for (int depth = 1; depth <= 6; ++depth) {
      world.parameters.reduction.contact.depth = depth;
      EXPECT_EQ(openedBy(world, hit, 0.2), withinLayers(hit, depth)) << hit.front() << " and depth " << depth;
    }
  }
}

TEST(ContactSplit, OpensNothingBelowItsLimit) {
  World world = mergedRow();
  ASSERT_EQ(world.parameters.reduction.contact.normalIn, 0.15);
  EXPECT_TRUE(openedBy(world, {5}, 0.149).empty());
  EXPECT_FALSE(openedBy(world, {5}, 0.151).empty());
}

TEST(ContactSplit, AnImpactOpensALayerMoreForEachStepOfItsSpeed) {
  World world = mergedRow();
  world.parameters.reduction.contact.split = Switch::off;
  world.parameters.reduction.front.split = Switch::on;
  world.parameters.reduction.front.impactDepth = 0.3 / grainUnits(world.parameters, meanDiameter(world)).speed;
  for (const std::vector<int>& hit : kHits) {
    EXPECT_EQ(openedBy(world, hit, 0.2), withinLayers(hit, 1));
    EXPECT_EQ(openedBy(world, hit, 0.4), withinLayers(hit, 2));
    EXPECT_EQ(openedBy(world, hit, 0.7), withinLayers(hit, 3));
    EXPECT_EQ(openedBy(world, hit, 1.0), withinLayers(hit, 4));
    EXPECT_EQ(openedBy(world, hit, 3.0), withinLayers(hit, 4)) << "four layers are the most";
  }
}

}  // namespace
}  // namespace scree
