// Pairs tested many at a time, against the same pair by pair.
#include "engine/contacts/near_pairs.h"
#include "engine/base/base_constants.h"
#include "engine/contacts/contacts_constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <vector>

#include "engine/base/random.h"
#include "engine/contacts/fast_pairs.h"
#include "engine/solver/batch_kernels.h"

namespace scree {
namespace {

constexpr double kHuge = 1e200;
constexpr double kTiny = 1e-200;

struct PairCloud {
  std::vector<Vec3> positions;
  std::vector<Vec3> velocities;
  std::vector<double> radii;
  std::vector<double> reach;

  void add(const Vec3& position, double radius, const Vec3& velocity = Vec3::Zero(), double margin = 0.0) {
    positions.push_back(position);
    velocities.push_back(velocity);
    radii.push_back(radius);
    reach.push_back(margin);
  }
  MovingSpheres moving(bool withReach) const {
    return {.spheres = {positions, radii, withReach ? std::span<const double>(reach) : std::span<const double>()},
            .velocities = velocities};
  }
  std::vector<ParticlePair> allPairs() const {
    std::vector<ParticlePair> pairs;
    for (std::uint32_t a = 0; a < positions.size(); ++a) {
      for (std::uint32_t b = a + 1; b < positions.size(); ++b) {
        pairs.push_back({a, b});
      }
    }
    return pairs;
  }
};

Vec3 randomOffset(Random& random, double size) {
  const auto side = [&] { return random.uniform(-size, size); };
  return {side(), side(), side()};
}

/// A dense cloud in motion: most pairs are near each other, in every way in which they may be.
PairCloud randomCloud(std::uint64_t seed) {
  Random random(seed);
  PairCloud cloud;
  for (int i = 0; i < 60; ++i) {
    const Vec3 velocity = i % 5 == 0 ? Vec3(Vec3::Zero()) : randomOffset(random, 4.0);
    const double radius = random.uniform(0.003, 0.006);
    const Vec3 position = randomOffset(random, 0.012);
    cloud.add(position, radius, velocity, random.uniform(0.0, 0.02));
  }
  return cloud;
}

/// Spheres for which rounding, a division by nothing or a number out of range could make a difference.
PairCloud degenerateCloud() {
  PairCloud cloud;
  const double r = 0.005;
  cloud.add({0, 0, 0}, r);
  cloud.add({0, 0, 0}, r);                        // one centre
  cloud.add({2 * r, 0, 0}, r);                    // exactly touching
  cloud.add({2 * r * (1.0 + 0.9e-9), 0, 0}, r);   // still touching
  cloud.add({0, 2 * r * kTouch, 0}, r);           // at the limit
  cloud.add({0, 2 * r * (1.0 + 1.1e-9), 0}, r);   // beyond it
  cloud.add({-0.0, 0, -2 * r}, r, {0, 0, 1}, r);  // with a zero of either sign
  cloud.add({3 * r, r, r}, r, {-1, 0, 0}, 0.01);  // both as fast
  cloud.add({5 * r, r, r}, r, {-1, 0, 0}, 0.01);  // in a row
  cloud.add({1.0, 0, 0}, 2.0);                    // holds the others
  cloud.add({kTiny, 0, 0}, kTiny);                // its square is nothing
  cloud.add({0, kTiny, 0}, r, {kTiny, 0, 0}, r);
  cloud.add({kHuge, 0, 0}, r, {0, 0, 0}, r);  // its square is too large
  cloud.add({0, 0, 0}, kHuge, {kHuge, 0, 0}, kHuge);
  cloud.add({r, r, r}, r, {kHuge, -kHuge, kHuge}, 2 * r);
  cloud.add({-r, r, r}, r, {kHuge, -kHuge, kHuge}, 2 * r);  // none to the last, though neither's speed is a number
  return cloud;
}

/// What is found of the pairs one by one must be what is found of them together, bit for bit.
void compare(const PairCloud& cloud, const MovingSpheres& moving, const LookAhead* ahead,
             std::span<const ParticlePair> pairs, std::size_t& count) {
  NearPairs found;
  findNear(moving, ahead, pairs, found);
  const auto velocity = [&](std::uint32_t slot) {
    return slot == moving.pulled ? moving.pulledVelocity : cloud.velocities[slot];
  };
  Vec3 longest = Vec3::Zero();
  std::size_t at = 0;
  for (const ParticlePair& pair : pairs) {
    const auto [a, b] = pair;
    const Vec3 apart = cloud.positions[b] - cloud.positions[a];
    const double radii = cloud.radii[a] + cloud.radii[b];
    const double turns = moving.turns.empty() ? 0.0 : moving.turns[a] + moving.turns[b];
    if (!moving.spheres.meet(a, b) ||
        (ahead != nullptr && !ahead->mayTouch(apart, velocity(a), velocity(b), radii, turns))) {
      continue;
    }
    ASSERT_LT(at, found.count);
    ASSERT_EQ(found.slots[at], pair);
    const double distance = apart.norm();
    const Vec3 normal = distance > 0.0 ? Vec3(apart / distance) : Vec3::UnitZ();
    const auto expectSame = [](double one, double other) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(one), std::bit_cast<std::uint64_t>(other)) << one << " " << other;
    };
    expectSame(found.normalX[at], normal.x());
    expectSame(found.normalY[at], normal.y());
    expectSame(found.normalZ[at], normal.z());
    expectSame(found.gap[at], distance - radii);
    longest = longest.cwiseMax(apart.cwiseAbs());
    ++at;
  }
  EXPECT_EQ(at, found.count);
  EXPECT_EQ(found.longest, longest);
  count += at;
}

/// Compares all pairs of a cloud, in blocks of several lengths; the number of those found.
std::size_t compareAll(const PairCloud& cloud, const MovingSpheres& moving, const LookAhead* ahead) {
  const std::vector<ParticlePair> pairs = cloud.allPairs();
  std::size_t count = 0;
  for (std::size_t begin = 0, length = 0; begin < pairs.size(); begin += length) {
    // 0 to 19 pairs, as few as some vectors hold; then as many as there is room for.
    length = std::min(begin < 190 ? length + 1 : contacts::kPairsAtOnce, pairs.size() - begin);
    compare(cloud, moving, ahead, std::span(pairs).subspan(begin, length), count);
  }
  return count;
}

class NearPairsOn : public ::testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { ASSERT_TRUE(useInstructionSet(GetParam())); }
  void TearDown() override { useInstructionSet(""); }

  Parameters parameters_;
};

TEST_P(NearPairsOn, AreThoseOfEachPair) {
  const LookAhead ahead(parameters_);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PairCloud cloud = randomCloud(seed);
    const std::size_t pairs = cloud.allPairs().size();
    const std::size_t touching = compareAll(cloud, cloud.moving(false), nullptr);
    const std::size_t within = compareAll(cloud, cloud.moving(true), nullptr);
    const std::size_t meeting = compareAll(cloud, cloud.moving(true), &ahead);
    // All ways to be found or not are there.
    EXPECT_LT(touching, meeting);
    EXPECT_LT(meeting, within);
    EXPECT_LT(within, pairs);
  }
}

TEST_P(NearPairsOn, WithNumbersOutOfRange) {
  const PairCloud cloud = degenerateCloud();
  for (const double gravity : {0.0, 9.81, kHuge}) {
    parameters_.gravity = {0, 0, -gravity};
    const LookAhead ahead(parameters_);
    EXPECT_GT(compareAll(cloud, cloud.moving(true), &ahead), 0U);
  }
  EXPECT_GT(compareAll(cloud, cloud.moving(false), nullptr), 0U);
}

TEST_P(NearPairsOn, ThePulledOneMovesAsItIsPulled) {
  const LookAhead ahead(parameters_);
  const PairCloud cloud = randomCloud(3);
  MovingSpheres moving = cloud.moving(true);
  const std::size_t before = compareAll(cloud, moving, &ahead);
  moving.pulled = 30;
  moving.pulledVelocity = {30.0, -20.0, 10.0};
  EXPECT_NE(compareAll(cloud, moving, &ahead), before);
}

TEST_P(NearPairsOn, MoreMayTouchWhereOthersTurnThem) {
  const LookAhead ahead(parameters_);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const PairCloud cloud = randomCloud(seed);
    MovingSpheres moving = cloud.moving(true);
    const std::size_t before = compareAll(cloud, moving, &ahead);
    Random random(seed);
    std::vector<double> turns;
    for (std::size_t i = 0; i < cloud.radii.size(); ++i) {
      turns.push_back(i % 3 == 0 ? 0.0 : random.uniform(0.0, 5.0));
    }
    moving.turns = turns;
    EXPECT_GT(compareAll(cloud, moving, &ahead), before);
  }
}

TEST_P(NearPairsOn, OfNoneAreNone) {
  NearPairs found;
  found.count = 7;
  findNear(PairCloud().moving(true), nullptr, {}, found);
  EXPECT_EQ(found.count, 0U);
}

INSTANTIATE_TEST_SUITE_P(Sets, NearPairsOn, ::testing::ValuesIn(instructionSets()),
                         [](const auto& named) { return std::string(named.param); });

TEST(FastPairs, AreThoseThatMayHitEachOther) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    PairCloud cloud = randomCloud(seed);
    const double time = 1e-3;
    for (std::size_t i = 0; i < cloud.radii.size(); ++i) {
      cloud.velocities[i] *= i % 2 == 0 ? 0.02 : 1.0;
    }
    const MovingSpheres moving = cloud.moving(true);
    std::vector<RoundedVelocity> rounded;
    for (const Vec3& velocity : cloud.velocities) {
      rounded.push_back(RoundedVelocity::Zero());
      rounded.back().head<3>() = velocity.cast<float>();
    }
    // The first one is too slow to be told by rounded velocities.
    const Hits hits{.time = time,
                    .slowest = seed == 1 ? 1e-6 : 0.1,
                    .leastPart = seed == 1 ? 0.0 : 0.01,
                    .rounded = rounded,
                    .rounding = 7e-6};
    std::vector<ParticlePair> pairs = cloud.allPairs();
    pairs.resize(contacts::kPairsAtOnce - 3);
    FastPairs found;
    findFast(moving, hits, pairs, found);
    std::size_t at = 0;
    for (const ParticlePair& pair : pairs) {
      const auto [a, b] = pair;
      const double speed = (cloud.velocities[b] - cloud.velocities[a]).norm();
      const double radii = cloud.radii[a] + cloud.radii[b];
      const double gap = (cloud.positions[b] - cloud.positions[a]).norm() - radii;
      if (speed > hits.slowest && speed * time > hits.leastPart * radii && gap <= speed * time &&
          moving.spheres.meet(a, b)) {
        ASSERT_LT(at, found.count);
        EXPECT_EQ(found.slots[at], pair);
        EXPECT_DOUBLE_EQ(found.speed[at], speed);
        ++at;
      }
    }
    EXPECT_EQ(at, found.count);
    EXPECT_GT(at, 10U);
    EXPECT_LT(at, pairs.size() / 2);
  }
}

}  // namespace
}  // namespace scree
