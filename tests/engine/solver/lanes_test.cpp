// What goes between lists of contacts and lanes of batches, against the same contact by contact.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/base/random.h"
#include "engine/contacts/contact_law.h"
#include "engine/solve/batched/lane_laws.h"
#include "engine/solve/batched/lane_transfer.h"
#include "engine/solve/batched/lanes.h"
#include "engine/solver/batch_kernels.h"

namespace scree {
namespace {

Vec3 someLanes(Random& random) { return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)}; }

/// Contacts of a batch of which the last lanes are empty.
struct Lists {
  static constexpr std::size_t kFilled = 13;

  std::array<Contact, kLanes> contacts;
  std::array<Multipliers, kLanes> multipliers;
  LaneOrigins origins;

  explicit Lists(Random& random) {
    static const Contact kNowhere;
    static const Multipliers kNothing;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      contacts[lane].normal = someLanes(random).normalized();
      contacts[lane].gap = random.uniform(-1e-4, 1e-3);
      multipliers[lane] = {random.uniform(), someLanes(random), someLanes(random), random.uniform(-1, 1)};
      const bool isFilled = lane < kFilled;
      origins.contacts[lane] = isFilled ? &contacts[lane] : &kNowhere;
      // One contact is new.
      origins.multipliers[lane] = isFilled && lane != 5 ? &multipliers[lane] : &kNothing;
      origins.radii[lane] = isFilled ? random.uniform(0.005, 0.02) : 0.0;
    }
  }
};

void expectVector(const Vec3& expected, const Lane* lanes, std::size_t lane) {
  for (int axis = 0; axis < 3; ++axis) {
    ASSERT_EQ(lanes[axis].of[lane], static_cast<float>(expected[axis])) << "lane " << lane << " axis " << axis;
  }
}

/// Runs `check` with every instruction set.
template <typename Check>
void withEachSet(const Check& check) {
  for (const std::string_view set : instructionSets()) {
    ASSERT_TRUE(useInstructionSet(set));
    check();
    EXPECT_FALSE(::testing::Test::HasFailure()) << "with " << set;
  }
  useInstructionSet("");
}

TEST(Lanes, StartFromTheListsBitForBit) {
  Random random(3);
  const Lists lists(random);
  withEachSet([&] {
    Batch batch;
    BatchSource source;
    for (float& number : source.rebounds.of) {
      number = 1.0F;
    }
    startLanes(lists.origins, batch, source);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const Contact& contact = *lists.origins.contacts[lane];
      const Multipliers& old = *lists.origins.multipliers[lane];
      const double distance = lists.origins.radii[lane] + contact.gap;
      ASSERT_EQ(source.firstGap.of[lane], static_cast<float>(contact.gap));
      ASSERT_EQ(source.radii.of[lane], static_cast<float>(lists.origins.radii[lane]));
      ASSERT_EQ(source.distance.of[lane], static_cast<float>(distance));
      ASSERT_EQ(source.rebounds.of[lane], 0.0F);
      ASSERT_EQ(batch.lambdaNormal.of[lane], static_cast<float>(old.normal));
      expectVector(distance * contact.normal, source.apart, lane);
      expectVector(old.tangential, batch.lambdaTangential, lane);
      const double about = old.twisting - old.rolling.dot(contact.normal);
      expectVector(old.rolling + about * contact.normal, batch.lambdaSpin, lane);
    }
  });
}

TEST(Lanes, EndInTheListsBitForBit) {
  Random random(4);
  Batch batch;
  BatchSource source;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Vec3 normal = someLanes(random).normalized();
    for (int axis = 0; axis < 3; ++axis) {
      batch.normal[axis].of[lane] = static_cast<float>(normal[axis]);
      batch.lambdaTangential[axis].of[lane] = static_cast<float>(random.uniform(-1, 1));
      batch.lambdaSpin[axis].of[lane] = static_cast<float>(random.uniform(-1, 1));
    }
    batch.lambdaNormal.of[lane] = static_cast<float>(random.uniform());
    batch.twistingLimit.of[lane] = lane % 3 == 0 ? 0.0F : 1.0F;
    source.gap.of[lane] = static_cast<float>(random.uniform(-1, 1));
  }
  for (const bool geometry : {true, false}) {
    withEachSet([&] {
      std::array<Contact, kLanes> contacts;
      std::array<Multipliers, kLanes> multipliers;
      LaneTargets targets;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        // In another order than the lanes'.
        targets.contacts[lane] = &contacts[(5 * lane) % kLanes];
        targets.multipliers[lane] = &multipliers[(5 * lane) % kLanes];
        targets.contacts[lane]->surface = static_cast<std::uint32_t>(lane);
        targets.contacts[lane]->law = 7;
      }
      endLanes(batch, source, geometry, targets);
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const Multipliers expected = multipliersOf(batch, lane);
        const Multipliers& found = *targets.multipliers[lane];
        ASSERT_EQ(found.normal, expected.normal);
        ASSERT_EQ(found.tangential, expected.tangential);
        ASSERT_EQ(found.rolling, expected.rolling);
        ASSERT_EQ(found.twisting, expected.twisting);
        const Contact& contact = *targets.contacts[lane];
        ASSERT_EQ(contact.normal, geometry ? lane3(batch.normal, lane) : Contact().normal);
        ASSERT_EQ(contact.gap, geometry ? double{source.gap.of[lane]} : Contact().gap);
        ASSERT_EQ(contact.surface, lane) << "what is beside them stays";
        ASSERT_EQ(contact.law, 7U);
      }
    });
  }
}

/// Three laws: two linear ones, of which one gives the rolling resistance as a length, and one of Hertz.
std::vector<PairLaw> someLaws() {
  PairLaw first;
  first.stiffness = 2e4;
  first.restitution = 0.3;
  first.friction = 0.7;
  first.rollingResistance = 0.21;
  first.twisting = 0.4;
  PairLaw second = first;
  second.rollingIsLength = true;
  second.rollingResistance = 1e-3;
  second.friction = 0.2;
  PairLaw third = first;
  third.law = StiffnessLaw::hertz;
  third.effectiveModulus = 3e6;
  return {first, second, third};
}

TEST(Lanes, FollowTheirLaws) {
  const std::vector<PairLaw> laws = someLaws();
  const std::vector<SpookFactors> factors = {
      {.upsilon = 0.1, .rate = 800.0, .compliance = 0.3}, {0.2, 700.0, 0.2}, {0.3, 600.0, 0.1}};
  Random random(5);
  // All lanes of one law, each of them, then all mixed.
  for (std::uint32_t which = 0; which < 4; ++which) {
    LawLanes lanes;
    lanes.count = 13;
    for (std::size_t lane = 0; lane < lanes.count; ++lane) {
      lanes.law[lane] = which < 3 ? which : static_cast<std::uint32_t>(lane % 3);
      lanes.radius[lane] = random.uniform(0.004, 0.007);
      lanes.otherRadius[lane] = lane % 4 == 0 ? 0.0 : random.uniform(0.004, 0.007);
    }
    Batch batch;
    BatchSource source;
    batch.friction.of[14] = source.rate.of[15] = 1.0F;  // left from something else
    setLaws(laws, factors, lanes, batch, source);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const bool isFilled = lane < lanes.count;
      const double radius = lanes.radius[lane];
      const double other = lanes.otherRadius[lane];
      const ContactLaw law = lawAt(laws[lanes.law[lane]], other == 0.0 ? radius : radius * (other / (radius + other)));
      const SpookFactors& f = factors[lanes.law[lane]];
      const bool hertz = law.exponent != 1.0;
      const auto expect = [&](const Lane& found, double expected) {
        ASSERT_EQ(found.of[lane], isFilled ? static_cast<float>(expected) : 0.0F)
            << "laws " << which << " lane " << lane;
      };
      expect(source.upsilon, f.upsilon);
      expect(source.rate, f.rate);
      expect(source.compliance, hertz ? f.compliance / law.stiffness : f.compliance);
      expect(source.hertz, hertz ? 1.0 : 0.0);
      expect(source.restitution, law.restitution);
      expect(source.spinScale, law.effectiveRadius);
      expect(batch.share, 1.0);
      expect(batch.friction, law.friction);
      expect(batch.rollingLimit, law.rollingLimit);
      expect(batch.twistingLimit, law.twistingLimit);
    }
  }
}

}  // namespace
}  // namespace scree
