#include "engine/state/state.h"

#include <gtest/gtest.h>

#include <xxhash.h>
#include <cmath>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "tests/support/busy_world.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

World steppedWorld() {
  World world = testing::busyWorld();
  StepData data;
  testing::takeSteps(world, data, 150);
  return world;
}

TEST(State, RoundTripKeepsEveryByte) {
  const World world = steppedWorld();
  ASSERT_GT(world.particles.size(), 50U);
  ASSERT_GT(world.history.keys.size(), 50U);
  const std::vector<std::byte> bytes = saveState(world);
  const World restored = restoreState(bytes);
  EXPECT_EQ(saveState(restored), bytes);
  EXPECT_EQ(stateHash(restored), stateHash(world));
  EXPECT_EQ(restored.budget.totalWork, world.budget.totalWork);
  EXPECT_EQ(restored.faultCount, world.faultCount);
}

TEST(State, HashSeesStateAndNotMeasurementsOrThreads) {
  World world = steppedWorld();
  const std::uint64_t hash = stateHash(world);
  world.budget.totalWork += 1.0;
  world.parameters.threads = 7;
  world.bodies[0].reaction.power = 3.0;
  EXPECT_EQ(stateHash(world), hash);
  World other = world;
  other.particles.velocity[3].x() = std::nextafter(other.particles.velocity[3].x(), 10.0);
  EXPECT_NE(stateHash(other), hash);
  other = world;
  other.history.multipliers[0].rolling.z() += 1e-20;
  EXPECT_NE(stateHash(other), hash);
  other = world;
  other.emitters[0].random.next();
  EXPECT_NE(stateHash(other), hash);
}

TEST(State, ValuesThatNoRunHasAreRefused) {
  const World sound = steppedWorld();
  const auto expectRefused = [&](const char* what, auto damage) {
    World world = sound;
    damage(world);
    try {
      restoreState(saveState(world));
      ADD_FAILURE() << what;
    } catch (const StateError& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
  };
  ASSERT_FALSE(sound.bodies.empty());
  expectRefused("particle", [](World& w) { w.particles.radius[0] = 1e300; });
  expectRefused("particle", [](World& w) { w.particles.position[0].x() = std::nan(""); });
  expectRefused("particle", [](World& w) { std::swap(w.particles.id[0], w.particles.id[1]); });
  expectRefused("parameter", [](World& w) { w.parameters.sweeps = 2'000'000'000; });
  expectRefused("parameter", [](World& w) { w.parameters.method = static_cast<Method>(77); });
  expectRefused("parameter", [](World& w) { w.parameters.gravity.x() = 1e200; });
  expectRefused("parameter", [](World& w) { w.parameters.collisionTime = -1e-3; });
  expectRefused("law", [](World& w) { w.materials.pairs[0].stiffness = std::nan(""); });
  expectRefused("law", [](World& w) { w.materials.pairs[0].stiffness = -1.0; });
  expectRefused("law", [](World& w) { w.materials.list[0].poissonRatio = -1.0; });
  expectRefused("body", [](World& w) { w.bodies[0].pose.orientation.coeffs().setZero(); });
}

TEST(State, KeptContactsOfOtherMembersAreRefused) {
  World sound = testing::mergingDrum(0.3);
  StepData data;
  testing::run(sound, data, 2.5);
  const std::vector<KeptContact> kept = sound.reduction.kept.sorted();
  const auto between = std::ranges::find_if(kept, [](const KeptContact& c) { return c.b != kNoParticle; });
  ASSERT_NE(between, kept.end());
  ASSERT_NO_THROW(restoreState(saveState(sound)));
  const auto expectRefused = [&](const char* what, auto damage) {
    World world = sound;
    KeptContact contact = *between;
    damage(contact);
    world.reduction.kept.assign({contact}, world.particles.size());
    try {
      restoreState(saveState(world));
      ADD_FAILURE() << what;
    } catch (const StateError& error) {
      EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
    }
  };
  // Its lists would have no end.
  expectRefused("with itself", [](KeptContact& c) { c.b = c.a; });
  expectRefused("damaged", [](KeptContact& c) { std::swap(c.a, c.b); });
  expectRefused("damaged", [](KeptContact& c) { ++c.key.b; });
}

TEST(State, TruncationsAreRefused) {
  const std::vector<std::byte> bytes = saveState(steppedWorld());
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::size_t length = i < 200 ? static_cast<std::size_t>(i) : random.next() % bytes.size();
    EXPECT_THROW(restoreState(std::span(bytes).first(length)), StateError) << length;
  }
  std::vector<std::byte> longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_THROW(restoreState(longer), StateError);
}

TEST(State, DamageIsRefused) {
  const std::vector<std::byte> bytes = saveState(steppedWorld());
  Random random(2);
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::byte> damaged = bytes;
    const std::size_t changes = 1 + random.next() % 4;
    for (std::size_t k = 0; k < changes; ++k) {
      damaged[random.next() % damaged.size()] ^= static_cast<std::byte>(1 + random.next() % 255);
    }
    if (damaged != bytes) {
      EXPECT_THROW(restoreState(damaged), StateError);
    }
  }
  EXPECT_THROW(restoreState(std::vector<std::byte>(1000, std::byte{0x5a})), StateError);
}

TEST(State, ContactsOutOfOrderAreRefused) {
  World world = steppedWorld();
  ASSERT_LT(world.history.keys.front(), world.history.keys.back());
  std::swap(world.history.keys.front(), world.history.keys.back());
  EXPECT_THROW(restoreState(saveState(world)), StateError);
}

/// Damage that the checksum does not show: it is computed anew.
void sealAgain(std::vector<std::byte>& bytes) {
  const std::size_t covered = bytes.size() - sizeof(std::uint64_t);
  const std::uint64_t checksum = XXH3_64bits(bytes.data(), covered);
  std::memcpy(bytes.data() + covered, &checksum, sizeof checksum);
}

TEST(State, ForgedStatesNeverCrash) {
  World small = testing::busyWorld();
  StepData data;
  testing::takeSteps(small, data, 40);
  const std::vector<std::byte> bytes = saveState(small);
  Random random(3);
  int refused = 0;
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::byte> damaged = bytes;
    const std::size_t changes = 1 + random.next() % 3;
    for (std::size_t k = 0; k < changes; ++k) {
      damaged[12 + random.next() % (damaged.size() - 20)] = static_cast<std::byte>(random.next());
    }
    sealAgain(damaged);
    try {
      World world = restoreState(damaged);
      ++accepted;
      world.parameters.sweeps = std::min(world.parameters.sweeps, 5);
      world.parameters.impactSweeps = std::min(world.parameters.impactSweeps, 5);
      StepData fresh;
      step(world, fresh);
      step(world, fresh);
    } catch (const StateError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(accepted, 100);
}

TEST(State, EmittersComeToAnEndOrAreRefused) {
  World world = testing::busyWorld();
  ASSERT_FALSE(world.emitters.empty());
  Emitter& emitter = world.emitters[0];
  // As fast as there is room: what is due need not be little.
  emitter.rate = 1e12;
  emitter.owed = 1e12;
  EXPECT_NO_THROW(restoreState(saveState(world)));
  emitter.halfExtents = Vec3::Constant(1e9);
  EXPECT_THROW(restoreState(saveState(world)), StateError);
  emitter.rate = emitter.owed = 10.0;
  EXPECT_NO_THROW(restoreState(saveState(world)));
  emitter.nextDiameter = 1e-12;
  EXPECT_THROW(restoreState(saveState(world)), StateError);
}

TEST(State, OtherVersionsAndForeignFilesSaySo) {
  std::vector<std::byte> bytes = saveState(steppedWorld());
  bytes[8] = std::byte{99};
  try {
    restoreState(bytes);
    FAIL();
  } catch (const StateError& error) {
    EXPECT_NE(std::string(error.what()).find("version"), std::string::npos);
  }
  bytes[0] = std::byte{'X'};
  EXPECT_THROW(restoreState(bytes), StateError);
}

}  // namespace
}  // namespace scree
