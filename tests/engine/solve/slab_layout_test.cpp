// Slabs that threads share: none is crossed by a contact, and all have about as much to do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/base/parallel.h"
#include "engine/base/random.h"
#include "engine/contacts/contacts.h"
#include "engine/contacts/near_members.h"
#include "engine/contacts/pairs.h"
#include "engine/solve/batched/slab_layout.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// Spheres in a bar, about (x/L)^(1/crowding - 1) as many at x as on average.
World bar(std::size_t count, double crowding, double largest) {
  World world = testing::emptyWorld();
  Random random(11);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 place(2.0 * std::pow(random.uniform(), crowding), 0.06 * random.uniform(), 0.06 * random.uniform());
    testing::addSphere(world, place, random.uniform(0.008, largest));
  }
  return world;
}

void findContacts(const World& world, StepData& data) {
  listActive(world, data.list);
  findPairs(world, data.context, data.detection, data.list);
  makeContacts(world, data.context, data.detection, data.list);
}

std::size_t slabOf(const SlabLayout& layout, const Vec3& position) {
  return keyOf(layout, position) >> (2 * layout.bits);
}

void expectNoneCrossed(const World& world, const StepData& data, const SlabLayout& layout) {
  for (const Contact& contact : data.list.contacts) {
    const std::size_t a = slabOf(layout, world.particles.position[contact.a]);
    const std::size_t b = slabOf(layout, world.particles.position[contact.b]);
    ASSERT_LE(std::max(a, b) - std::min(a, b), 1U);
  }
}

TEST(SlabLayout, HasSlabsOfAboutAsManyParticles) {
  const World world = bar(6000, 1.5, 0.010);
  StepData data;
  findContacts(world, data);
  const SlabLayout layout = chooseLayout(world, data.context, data.list);
  ASSERT_GT(data.list.contacts.size(), 5000U);
  EXPECT_EQ(layout.slabs % 2, 0U);
  EXPECT_NEAR(static_cast<double>(layout.slabs), static_cast<double>(data.list.contacts.size()) / 1000.0, 1.0);
  std::vector<int> counts(layout.slabs);
  for (const Vec3& position : world.particles.position) {
    ++counts[slabOf(layout, position)];
  }
  const double mean = 6000.0 / static_cast<double>(layout.slabs);
  // In the most crowded of 1024 slices there are some 60.
  for (const int count : counts) {
    EXPECT_NEAR(count, mean, 60.0);
  }
  expectNoneCrossed(world, data, layout);
}

TEST(SlabLayout, HasSlabsThatNoContactCrosses) {
  // So crowded that slabs of a thousand contacts would be thinner than a few large spheres.
  World world = bar(6000, 40.0, 0.010);
  for (std::size_t i = 0; i < world.particles.size(); i += 100) {
    world.particles.radius[i] = 0.03;
  }
  StepData data;
  findContacts(world, data);
  const SlabLayout layout = chooseLayout(world, data.context, data.list);
  EXPECT_GT(layout.slabs, 3U);
  EXPECT_LT(layout.slabs, data.list.contacts.size() / 2000);
  expectNoneCrossed(world, data, layout);
}

TEST(SlabLayout, IsTheSameForAnyNumberOfThreads) {
  const World world = bar(6000, 2.0, 0.010);
  StepData alone;
  findContacts(world, alone);
  const SlabLayout expected = chooseLayout(world, alone.context, alone.list);
  ThreadPool pool(3);
  StepData shared;
  shared.context.threads = &pool;
  findContacts(world, shared);
  const SlabLayout layout = chooseLayout(world, shared.context, shared.list);
  EXPECT_EQ(layout.slabOfSlice, expected.slabOfSlice);
  EXPECT_EQ(layout.slabs, expected.slabs);
  EXPECT_EQ(layout.slice, expected.slice);
}

TEST(SlabLayout, HasOneSlabForFewContactsAndForWhatIsNoNumber) {
  World few = bar(50, 1.0, 0.010);
  StepData data;
  findContacts(few, data);
  EXPECT_EQ(chooseLayout(few, data.context, data.list).slabs, 1U);
  World none = bar(6000, 1.0, 0.010);
  none.particles.position[17].x() = std::numeric_limits<double>::infinity();
  findContacts(none, data);
  const SlabLayout layout = chooseLayout(none, data.context, data.list);
  EXPECT_EQ(layout.slabs, 1U);
  EXPECT_EQ(slabOf(layout, none.particles.position[17]), 0U);
}

}  // namespace
}  // namespace scree
