// What holds members on what carries them, as contacts come and go.
#include "engine/aggregates/support_levels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <queue>
#include <vector>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/base/random.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr std::uint32_t kNowhere = UINT32_MAX;

/// Members of the ground, connected only by what is kept of them.
World membersOnGround(std::uint32_t count) {
  World world = testing::emptyWorld();
  testing::addShape(world, Plane{});
  for (std::uint32_t i = 0; i < count; ++i) {
    testing::addSphere(world, Vec3(1.5 * testing::kDiameter * i, 0.0, 1.0));
  }
  fitMembers(world);
  const std::uint32_t ground = *aggregateOn(world, ContactKey::boundary(0, 0, 0, 0));
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    join(world, slot, ground);
  }
  return world;
}

void connect(World& world, std::uint32_t a, std::uint32_t b) {
  KeptContact contact;
  contact.a = std::min(a, b);
  contact.b = std::max(a, b);
  contact.key = ContactKey::particles(world.particles.id[contact.a], world.particles.id[contact.b]);
  contact.holds = true;
  keepContact(world, contact);
}

void stand(World& world, std::uint32_t slot) {
  KeptContact contact;
  contact.a = slot;
  contact.key = ContactKey::boundary(world.particles.id[slot], 0, 0, 0);
  contact.holds = true;
  keepContact(world, contact);
}

void levelAll(World& world) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    all.push_back(slot);
  }
  setLevels(world, all);
}

/// Frees one member; returns those that held it and are members still.
std::vector<std::uint32_t> release(World& world, std::uint32_t slot) {
  std::vector<std::uint32_t> affected;
  world.reduction.kept.removeOf(slot, [&](const KeptContact& contact) {
    dropContact(world, contact);
    if (contact.b != kNoParticle) {
      affected.push_back(contact.other(slot));
    }
  });
  leave(world, slot);
  return affected;
}

/// Contacts from the ground, found from nothing; kNowhere for what is not connected with it, or free.
std::vector<std::uint32_t> distances(const World& world) {
  std::vector<std::uint32_t> distance(world.particles.size(), kNowhere);
  std::queue<std::uint32_t> queue;
  world.reduction.kept.forAll([&](const KeptContact& contact) {
    if (contact.b == kNoParticle && distance[contact.a] == kNowhere) {
      distance[contact.a] = 1;
      queue.push(contact.a);
    }
  });
  for (; !queue.empty(); queue.pop()) {
    world.reduction.kept.forContactsOf(queue.front(), [&](const KeptContact& contact) {
      const std::uint32_t other = contact.b == kNoParticle ? contact.a : contact.other(queue.front());
      if (distance[other] == kNowhere) {
        distance[other] = distance[queue.front()] + 1;
        queue.push(other);
      }
    });
  }
  return distance;
}

TEST(Levels, AreTheDistancesFromTheCarrierWhateverIsReleased) {
  constexpr std::uint32_t kCount = 400;
  World world = membersOnGround(kCount);
  Random random(5);
  const auto any = [&](std::uint32_t below) { return static_cast<std::uint32_t>(random.uniform(0.0, below)); };
  for (std::uint32_t slot = 1; slot < kCount; ++slot) {
    // Neighbours in the order of slots: long ways, of which many hang on one member.
    connect(world, slot, slot - 1 - any(std::min(slot, 6U)));
    if (slot % 3 == 0) {
      connect(world, slot, slot - 1 - any(std::min(slot, 20U)));
    }
  }
  for (const std::uint32_t slot : {0U, 150U, 151U}) {
    stand(world, slot);
  }
  levelAll(world);
  std::size_t lostAtAll = 0;
  for (int round = 0; round < 120; ++round) {
    std::uint32_t slot = any(kCount);
    if (world.reduction.isFree(slot)) {
      continue;
    }
    const std::vector<std::uint32_t> lost = mendLevels(world, release(world, slot));
    const std::vector<std::uint32_t> expected = distances(world);
    for (std::uint32_t i = 0; i < kCount; ++i) {
      if (world.reduction.isFree(i)) {
        continue;
      }
      ASSERT_EQ(std::binary_search(lost.begin(), lost.end(), i), expected[i] == kNowhere) << i << " in " << round;
      if (expected[i] != kNowhere) {
        ASSERT_EQ(world.reduction.members[i].level, expected[i]) << i << " in " << round;
      }
    }
    for (const std::uint32_t one : lost) {
      if (!world.reduction.isFree(one)) {
        release(world, one);
      }
    }
    lostAtAll += lost.size();
  }
  EXPECT_GT(lostAtAll, 20U) << "pieces came off";
}

TEST(Levels, ALargePieceThatComesOffIsLookedAtOnce) {
  // Held by one member in a ring of many: looking for the way round step by step would take 1e5 rounds of the ring.
  constexpr std::uint32_t kCount = 20000;
  World world = membersOnGround(kCount);
  stand(world, 0);
  connect(world, 0, 1);
  for (std::uint32_t slot = 2; slot < kCount; ++slot) {
    connect(world, slot, slot - 1);
  }
  connect(world, kCount - 1, 1);
  levelAll(world);
  ASSERT_EQ(world.reduction.members[kCount / 2].level, kCount / 2 + 1);
  EXPECT_EQ(mendLevels(world, release(world, 0)).size(), kCount - 1);
}

}  // namespace
}  // namespace scree
