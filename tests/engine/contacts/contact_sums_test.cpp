// What batches sum up over their contacts, against the same contact by contact.
#include "engine/solver/contact_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/contacts/contact_law.h"
#include "engine/settings/presets.h"
#include "engine/solver/batch_kernels.h"
#include "engine/step/measure.h"
#include "engine/step/step.h"
#include "engine/world/placement.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// Single precision in gaps, normals, velocities and the law: some eight roundings a contact, most of them of the gap.
constexpr double kTolerance = 2e-6;

/// A drum in motion: pairs, a moving wall, contacts that are open again.
World movingDrum(StiffnessLaw law) {
  World world = testing::drumWorld(400, 0.004, 0.006, 0.05, 3);
  applyPreset(world.parameters, Preset::fast);
  for (PairLaw& pair : world.materials.pairs) {
    pair.law = law;
    pair.effectiveModulus = 1e6;  // Pa, for Hertz
  }
  StepData data;
  testing::run(world, data, 0.4);
  return world;
}

/// Of a contact's second side, of members as they were in the last substep: the drum has turned on since.
Vec3 velocityOfOther(const World& world, const StepData& data, const Contact& contact) {
  if (!contact.key.isMember()) {
    return contact.b == kNoParticle ? data.list.surfaces[contact.surface].velocity
                                    : world.particles.velocity[contact.b];
  }
  const Aggregate& aggregate = world.reduction.aggregates[world.reduction.aggregate[contact.b]];
  const Vec3 turn = -data.context.substepTime * aggregate.frame.angularVelocity;
  return Eigen::AngleAxisd(turn.norm(), turn.normalized()) * aggregate.velocityAt(placeOf(world, contact.b));
}

ContactSums sumsOneByOne(const World& world, const StepData& data) {
  const Particles& particles = world.particles;
  ContactSums sums;
  for (const Contact& contact : data.list.contacts) {
    const bool isPair = contact.b != kNoParticle;
    const auto isFree = [&](std::uint32_t slot) { return world.reduction.isFree(slot); };
    const double other = isPair ? particles.radius[contact.b] : particles.radius[contact.a];
    const double share = contact.overlap() / (2.0 * std::min(particles.radius[contact.a], other));
    sums += {.shares = share, .worst = share};
    if (!isFree(contact.a) && !(isPair && isFree(contact.b))) {
      continue;  // counted with its aggregate
    }
    const Vec3 velocity = velocityOfOther(world, data, contact);
    const double gap =
        contact.gap + data.context.substepTime * contact.normal.dot(velocity - particles.velocity[contact.a]);
    const ContactLaw law = lawOf(world, contact);
    // The row is no stiffer than N m/h² with the lighter mass m, its law's stiffness being e_H k δ^(2 e_H - 2).
    const double lighter =
        isPair ? std::min(particles.mass[contact.a], particles.mass[contact.b]) : particles.mass[contact.a];
    const double most = world.parameters.sweeps * lighter / (data.context.substepTime * data.context.substepTime);
    const double softness = law.exponent == 1.0 ? 1.0 : std::sqrt(std::max(0.0, -gap));
    const double stiffness = std::min(law.stiffness, most / (law.exponent * std::max(softness, 1e-30)));
    const double energy = gap < 0.0 ? lawEnergy(stiffness, law.exponent, -gap) : 0.0;
    const double lightness = (isFree(contact.a) ? 1.0 / particles.mass[contact.a] : 0.0) +
                             (isPair && isFree(contact.b) ? 1.0 / particles.mass[contact.b] : 0.0);
    const double slope = lawSlope(law.stiffness, law.exponent, std::max(0.0, -gap));
    sums += {.elastic = energy, .touching = 1.0, .stiffness = 0.5 * lightness * slope};
  }
  return sums;
}

class SumsOfContacts : public ::testing::TestWithParam<StiffnessLaw> {};

TEST_P(SumsOfContacts, AreThoseOfEachContactOnAllInstructionSets) {
  const World start = movingDrum(GetParam());
  for (const std::string_view set : instructionSets()) {
    ASSERT_TRUE(useInstructionSet(set));
    World world = start;
    StepData data;
    for (int i = 0; i < 3; ++i) {
      step(world, data);
      ASSERT_TRUE(data.list.sums.has_value());
      const ContactSums expected = sumsOneByOne(world, data);
      ASSERT_GT(expected.elastic, 0.0);
      EXPECT_NEAR(data.list.sums->elastic / expected.elastic, 1.0, kTolerance) << set;
      EXPECT_NEAR(data.list.sums->shares / expected.shares, 1.0, kTolerance) << set;
      EXPECT_NEAR(data.list.sums->worst / expected.worst, 1.0, kTolerance) << set;
      EXPECT_NEAR(data.list.sums->stiffness / expected.stiffness, 1.0, kTolerance) << set;
      EXPECT_EQ(data.list.sums->touching, expected.touching) << set;
      EXPECT_EQ(world.budget.elastic, data.list.sums->elastic);
    }
  }
  useInstructionSet("");
}

INSTANTIATE_TEST_SUITE_P(Laws, SumsOfContacts, ::testing::Values(StiffnessLaw::linear, StiffnessLaw::hertz),
                         [](const auto& named) {
                           return named.param == StiffnessLaw::linear ? std::string("Linear") : std::string("Hertz");
                         });

TEST_P(SumsOfContacts, LeaveWhatMergesToItsAggregate) {
  World world = movingDrum(GetParam());
  world.parameters.reduction.merging = Switch::on;
  StepData data;
  std::size_t merges = 0;
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(step(world, data));
    std::vector<std::uint32_t> merged;
    for (const std::uint32_t slot : data.list.active) {
      if (!world.reduction.isFree(slot)) {
        merged.push_back(slot);
      }
    }
    const ContactSums expected = sumsOneByOne(world, data);
    EXPECT_EQ(data.list.sums->touching, expected.touching) << i;
    EXPECT_NEAR(data.list.sums->elastic / expected.elastic, 1.0, kTolerance) << i;
    EXPECT_NEAR(data.list.sums->stiffness / expected.stiffness, 1.0, kTolerance) << i;
    EXPECT_NEAR(data.report.meanOverlap * static_cast<double>(data.list.contacts.size()) / expected.shares, 1.0,
                kTolerance)
        << i;
    double elastic = data.list.sums->elastic;
    for (const Aggregate& aggregate : world.reduction.aggregates) {
      elastic += aggregate.load.elastic;
    }
    EXPECT_EQ(world.budget.elastic, elastic) << i;
    Touches touches;
    measureTouches(world, data.list, touches);
    for (const std::uint32_t slot : merged) {
      EXPECT_EQ(data.report.touches.counts[slot], touches.counts[slot]) << i;
      EXPECT_EQ(data.report.touches.overlaps[slot], touches.overlaps[slot]) << i;
    }
    merges += merged.size();
  }
  EXPECT_GT(merges, 300U);
}

}  // namespace
}  // namespace scree
