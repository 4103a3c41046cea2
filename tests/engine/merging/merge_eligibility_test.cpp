// What merges and splits keep from step to step, or find several at a time, is what a look at each one finds.
#include "engine/merging/merge_eligibility.h"
#include "engine/contacts/contacts_constants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "engine/base/random.h"
#include "engine/contacts/contact_slips.h"
#include "engine/members/audit_queue.h"
#include "engine/merging/contact_bits.h"
#include "engine/merging/quarantine.h"
#include "engine/settings/presets.h"
#include "engine/solver/batch_kernels.h"
#include "engine/splitting/split_members.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

World flowingDrum(StepData& data) {
  World world = testing::mergingDrum(0.3);
  testing::run(world, data, 2.5);
  return world;
}

/// Compares what is found for all contacts of a step with a look at each.
void expectSlips(const World& world, const StepData& data, std::string_view set) {
  ContactSlips slips;
  for (std::size_t i = 0; i < data.list.contacts.size(); ++i) {
    const std::size_t at = i % contacts::kSlipsAtOnce;
    if (at == 0) {
      findSlips(world, data.list, i, std::min(data.list.contacts.size(), i + contacts::kSlipsAtOnce), slips);
    }
    const Slip slip = slipOf(world, data.list, data.list.contacts[i]);
    EXPECT_EQ(slips.squaredVelocity[at], slip.velocity.squaredNorm()) << set << ' ' << i;
    EXPECT_EQ(slips.squaredSpin[at], slip.spin.squaredNorm()) << set << ' ' << i;
    EXPECT_EQ(slips.along[at], data.list.contacts[i].normal.dot(slip.velocity)) << set << ' ' << i;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(slips.rounded[at].velocity[axis], static_cast<float>(slip.velocity[static_cast<int>(axis)]))
          << set << ' ' << i;
      EXPECT_EQ(slips.rounded[at].spin[axis], static_cast<float>(slip.spin[static_cast<int>(axis)])) << set << ' ' << i;
    }
  }
}

TEST(ContactSlips, AreThoseOfEachContactWithEveryInstructionSet) {
  StepData data;
  World world = flowingDrum(data);
  std::size_t pairs = 0;
  std::size_t members = 0;
  std::size_t surfaces = 0;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(step(world, data));
    for (const Contact& contact : data.list.contacts) {
      pairs += contact.isPrescribed() ? 0 : 1;
      members += contact.key.isMember() ? 1 : 0;
      surfaces += contact.key.isBoundary() ? 1 : 0;
    }
    for (const std::string_view set : instructionSets()) {
      ASSERT_TRUE(useInstructionSet(set));
      expectSlips(world, data, set);
    }
    useInstructionSet("");
  }
  EXPECT_GT(pairs, 100U);
  EXPECT_GT(members, 100U);
  EXPECT_GT(surfaces, 100U);
}

/// Compares what bits say of all contacts of a step with what the limits say of each.
void expectBits(const World& world, const StepData& data, std::string_view set, std::array<std::size_t, 4>& counts) {
  const Parameters& p = world.parameters;
  const ReductionLimits limits = reductionLimits(world);
  ContactSlips slips;
  ContactTraits traits;
  for (std::size_t begin = 0; begin < data.list.contacts.size(); begin += contacts::kSlipsAtOnce) {
    const std::size_t end = std::min(data.list.contacts.size(), begin + contacts::kSlipsAtOnce);
    findSlips(world, data.list, begin, end, slips);
    for (std::size_t i = begin; i < end; ++i) {
      const Contact& contact = data.list.contacts[i];
      const std::vector<double>& radius = world.particles.radius;
      traits.push[i - begin] = data.list.multipliers[i].normal;
      traits.friction[i - begin] = i % 5 == 0 ? 0.0 : 0.5;
      traits.radius[i - begin] = radius[contact.a];
    }
    const ContactBits bits = findBits(slips, traits, ClearLimits(limits), end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t at = i - begin;
      const auto is = [&](std::uint64_t bit) { return (bit >> at & 1U) != 0; };
      const Slip slip = slipOf(world, data.list, data.list.contacts[i]);
      const bool pushes = traits.push[at] > 0.0;
      const bool rubs = pushes && traits.friction[at] > 0.0;
      const bool quiet = pushes && isQuiet(limits, data.list.contacts[i].normal, slip, nullptr, p.timeStep);
      const bool fast =
          rubs && std::max(slip.velocity.norm(), traits.radius[at] * slip.spin.norm()) > mostBeside(limits);
      ASSERT_EQ(is(bits.pushing), pushes) << set << ' ' << i;
      ASSERT_EQ(is(bits.rubbing), rubs) << set << ' ' << i;
      ASSERT_TRUE(is(bits.unclear) || is(bits.quiet) == quiet) << set << ' ' << i;
      ASSERT_TRUE(is(bits.nearFast) || is(bits.fast) == fast) << set << ' ' << i;
      ASSERT_FALSE((is(bits.unclear) && is(bits.quiet)) || (is(bits.nearFast) && is(bits.fast))) << set << ' ' << i;
      counts[0] += is(bits.quiet) ? 1 : 0;
      counts[1] += is(bits.unclear) ? 1 : 0;
      counts[2] += is(bits.fast) ? 1 : 0;
      counts[3] += is(bits.nearFast) ? 1 : 0;
    }
    const std::uint64_t beyond = end - begin < contacts::kSlipsAtOnce ? ~std::uint64_t{0} << (end - begin) : 0;
    ASSERT_EQ((bits.pushing | bits.quiet | bits.unclear | bits.fast | bits.nearFast) & beyond, 0U);
  }
}

TEST(ContactBits, SayWhatALookAtEachContactSaysWithEveryInstructionSet) {
  StepData data;
  World world = flowingDrum(data);
  std::array<std::size_t, 4> counts{};
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(step(world, data));
    for (const std::string_view set : instructionSets()) {
      ASSERT_TRUE(useInstructionSet(set));
      expectBits(world, data, set, counts);
    }
    useInstructionSet("");
  }
  EXPECT_GT(counts[0], 1000U);
  EXPECT_GT(counts[2], 1000U);
  // Who is told by a root is the exception.
  EXPECT_LT(counts[1], counts[0] / 10);
  EXPECT_LT(counts[3], counts[2] / 10);
  // Of accelerations bits know nothing.
  world.parameters.reduction.merge.normalAcceleration = 1.0;
  ContactSlips slips;
  ContactTraits traits;
  findSlips(world, data.list, 0, contacts::kSlipsAtOnce, slips);
  traits.push.fill(1.0);
  EXPECT_EQ(findBits(slips, traits, ClearLimits(reductionLimits(world)), contacts::kSlipsAtOnce).quiet, 0U);
}

/// A direction, times a length that is anything up to twice a limit and often near it.
Vec3 aboutAsLongAs(double limit, Random& random) {
  const double near = 1.0 + random.uniform(-1.0, 1.0) * std::pow(10.0, random.uniform(-16.0, 0.0));
  const Vec3 v(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
  return near * limit * v.normalized();
}

TEST(ClearLimits, SayNothingThatAnExactLookWouldDeny) {
  Random random(17);
  Parameters p;
  ReductionParameters& r = p.reduction;
  std::array<std::size_t, 3> counts{};
  constexpr double kGrainDiameter = 0.01;
  for (int i = 0; i < 50000; ++i) {
    r.merge.normalIn = random.uniform(1e-3, 1e-2);
    r.merge.normalOut = random.uniform(1e-3, 1e-2);
    r.merge.tangential = random.uniform(1e-3, 1e-2);
    r.merge.rollingAcceleration = i % 10 == 0 ? 1.0 : 0.0;  // of which nothing is known
    r.merge.rolling = 0.5;
    const double speeds[] = {r.merge.normalIn, r.merge.normalOut, r.merge.tangential,
                             std::hypot(std::max(r.merge.normalIn, r.merge.normalOut), r.merge.tangential)};
    const Slip slip{aboutAsLongAs(speeds[i % 4], random), aboutAsLongAs(r.merge.rolling, random)};
    const ReductionLimits limits = reductionLimits(p, kGrainDiameter);
    const Vec3 normal = aboutAsLongAs(1.0, random).normalized();
    const bool quiet = isQuiet(limits, normal, slip, nullptr, p.timeStep);
    const ClearLimits clear(limits);
    const bool surelyQuiet = clear.isSurelyQuiet(slip.velocity.squaredNorm(), slip.spin.squaredNorm());
    const bool surelyBeyond = clear.isSurelyBeyond(slip.velocity.squaredNorm(), slip.spin.squaredNorm());
    ASSERT_TRUE(!surelyQuiet || quiet) << i;
    ASSERT_TRUE(!surelyBeyond || !quiet) << i;
    ++counts[surelyQuiet ? 0 : surelyBeyond ? 1 : 2];
  }
  for (const std::size_t count : counts) {
    EXPECT_GT(count, 500U);
  }
}

TEST(Verdicts, WhoIsInQuarantineIsKnownFromStepToStep) {
  StepData data;
  World world = flowingDrum(data);
  std::size_t held = 0;
  for (int i = 0; i < 300; ++i) {
    if (i == 150) {
      world.parameters.reduction.merge.wait *= 2.0;  // some who were through with theirs are not any more
    }
    ASSERT_TRUE(step(world, data));
    if (!isLookedWhoMerges(world)) {
      continue;  // nobody asks for them
    }
    std::vector<std::uint32_t> listed = world.reduction.quarantined;
    std::sort(listed.begin(), listed.end());
    for (const std::uint32_t slot : data.list.active) {
      const bool lasts = world.reduction.isFree(slot) && quarantineOf(world, reductionLimits(world), slot).lasts;
      held += lasts ? 1 : 0;
      ASSERT_TRUE(!lasts || std::binary_search(listed.begin(), listed.end(), slot)) << i << ' ' << slot;
    }
  }
  EXPECT_GT(held, 300U);
}

/// How contacts moved at the end of a step, by key, where nobody merged at them.
using Motions = std::map<ContactKey, Slip>;

Motions motionsOf(const World& world, const StepData& data) {
  Motions motions;
  for (const Contact& contact : data.list.contacts) {
    const bool isPair = contact.b != kNoParticle && !contact.isPrescribed();
    if (world.reduction.isFree(contact.a) && (!isPair || world.reduction.isFree(contact.b))) {
      const Slip slip = slipOf(world, data.list, contact);
      motions[contact.key] = {slip.velocity.cast<float>().cast<double>(), slip.spin.cast<float>().cast<double>()};
    }
  }
  return motions;
}

/// What became of the contacts of a step: [0] quiet, [1] not by their accelerations, [2] nor as they were new.
void expectQuietSteps(const World& world, const StepData& data, const Motions& before, const Motions& now,
                      std::array<std::size_t, 3>& counts) {
  const Parameters& p = world.parameters;
  const ReductionLimits limits = reductionLimits(world);
  ReductionLimits slow = limits;
  slow.normalAcceleration = slow.tangentialAcceleration = slow.rollingAcceleration = 0.0;
  const ContactHistory& history = world.history;
  for (std::size_t i = 0; i < data.list.contacts.size(); ++i) {
    const Contact& contact = data.list.contacts[i];
    if (!now.contains(contact.key) || !(data.list.multipliers[i].normal > 0.0)) {
      continue;
    }
    const auto last = before.find(contact.key);
    const bool isKnown = last != before.end();
    const Slip slip = slipOf(world, data.list, contact);
    const bool isSlow = isQuiet(slow, contact.normal, slip, nullptr, p.timeStep);
    const bool quiet = isQuiet(limits, contact.normal, slip, isKnown ? &last->second : nullptr, p.timeStep);
    const auto at = std::lower_bound(history.keys.begin(), history.keys.end(), contact.key) - history.keys.begin();
    ASSERT_EQ(history.keys[static_cast<std::size_t>(at)], contact.key);
    // Of one whose member was free a step ago, or the other way round, the key is new to us but not to merging.
    if (isKnown || !contact.key.isMember()) {
      ASSERT_EQ(history.quietSteps[static_cast<std::size_t>(at)] > 0, quiet) << i;
    }
    counts[0] += quiet ? 1 : 0;
    counts[1] += isSlow && !quiet && isKnown ? 1 : 0;
    counts[2] += isSlow && !quiet && !isKnown ? 1 : 0;
  }
}

TEST(Accelerations, AreHeldAgainstHowTheSameContactMovedAStepBefore) {
  StepData data;
  World world = flowingDrum(data);
  EXPECT_TRUE(world.history.motion.empty()) << "nothing asks for it";
  ReductionParameters& r = world.parameters.reduction;
  r.merge.normalAcceleration = r.merge.tangentialAcceleration = 1.0;  // m/s²
  r.merge.rollingAcceleration = 300.0;                                // rad/s²
  ASSERT_TRUE(step(world, data));
  EXPECT_EQ(std::ranges::count_if(world.history.quietSteps, [](std::uint32_t n) { return n > 0; }), 0)
      << "in the first step they are not known";
  std::array<std::size_t, 3> counts{};
  Motions before = motionsOf(world, data);
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(step(world, data));
    ASSERT_EQ(world.history.motion.size(), world.history.keys.size());
    const Motions now = motionsOf(world, data);
    expectQuietSteps(world, data, before, now, counts);
    before = now;
  }
  for (const std::size_t count : counts) {
    EXPECT_GT(count, 100U);
  }
  r.merge.normalAcceleration = r.merge.tangentialAcceleration = r.merge.rollingAcceleration = 0.0;
  ASSERT_TRUE(step(world, data));
  EXPECT_TRUE(world.history.motion.empty());
  EXPECT_EQ(world.history.quietSteps.size(), world.history.keys.size());
}

/// A grain that touches down, sinks in and is merged at once.
TEST(KeptContact, OnABodyHasTheGapThatTheGrainIsAt) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  world.parameters.reduction.merge.window = 1;
  world.parameters.reduction.front.split = Switch::off;  // else the window is longer
  testing::addFloor(world);
  testing::addSphere(world, Vec3(0, 0, testing::kRadius + 1e-6));
  StepData data;
  double speed = 0.0;
  for (int i = 0; i < 50 && world.reduction.memberCount == 0; ++i) {
    ASSERT_TRUE(step(world, data));
    speed = data.merging.motionBeforeMerge.empty() ? 0.0 : data.merging.motionBeforeMerge[0].velocity.norm();
  }
  ASSERT_EQ(world.reduction.memberCount, 1U);
  placeMembers(world);
  const std::vector<KeptContact> kept = world.reduction.kept.sorted();
  ASSERT_EQ(kept.size(), 1U);
  // It is kept in single precision, and the solver moves it so.
  const double tolerance = 1e-6 * testing::kRadius;
  ASSERT_GT(speed * data.context.substepTime, 20.0 * tolerance) << "or nothing could be told";
  EXPECT_NEAR(kept[0].gap, world.particles.position[0].z() - testing::kRadius, tolerance);
}

TEST(AuditQueue, GivesTheEarliestFirstAndOfOneStepTheLowestId) {
  Random random(11);
  AuditQueue queue;
  std::vector<AuditQueue::Entry> all;
  for (int i = 0; i < 500; ++i) {
    const AuditQueue::Entry entry{static_cast<std::uint64_t>(random.uniform(0.0, 50.0)),
                                  static_cast<ParticleId>(random.uniform(0.0, 1000.0))};
    all.push_back(entry);
    queue.add(entry.step, entry.id);
  }
  std::sort(all.begin(), all.end());
  EXPECT_FALSE(AuditQueue().isAnyDue(1000));
  for (const AuditQueue::Entry& expected : all) {
    EXPECT_TRUE(queue.isAnyDue(expected.step));
    EXPECT_TRUE(expected.step == 0 || !queue.isAnyDue(expected.step - 1));
    EXPECT_EQ(queue.takeFirst(), expected);
  }
  EXPECT_EQ(queue.size(), 0U);
}

/// A history with the keys (1, i), their multipliers told apart by i.
ContactHistory historyOf(const std::vector<std::uint64_t>& keys) {
  ContactHistory history;
  for (const std::uint64_t key : keys) {
    history.keys.push_back({1, key});
    history.multipliers.push_back({.normal = static_cast<double>(key)});
    history.quietSteps.push_back(static_cast<std::uint32_t>(key));
  }
  return history;
}

TEST(ChangeHistory, TakesOutAndPutsInWhereverItIsAsked) {
  Random random(9);
  for (int turn = 0; turn < 500; ++turn) {
    std::vector<std::uint64_t> keys;
    std::vector<std::size_t> dropped;
    std::vector<std::uint64_t> expected;
    std::vector<std::uint64_t> added;
    // Each key of some is in it or not, is dropped or not, and is put in or not.
    const double isIn = random.uniform(0.0, 1.0);
    const double isDropped = random.uniform(0.0, 1.0);
    const double isAdded = random.uniform(0.0, 0.6);
    for (std::uint64_t key = 0; key < 60; ++key) {
      const bool in = random.uniform(0.0, 1.0) < isIn;
      const bool drop = in && random.uniform(0.0, 1.0) < isDropped;
      const bool add = random.uniform(0.0, 1.0) < isAdded;
      if (drop) {
        dropped.push_back(keys.size());
      }
      if (in) {
        keys.push_back(key);
      }
      if (add) {
        added.push_back(key);
      }
      if (add || (in && !drop)) {
        expected.push_back(add ? 1000 + key : key);
      }
    }
    World world;
    world.history = historyOf(keys);
    StepData data;
    // In no order, and each twice: the second one stays.
    std::vector<std::uint64_t> order = added;
    std::reverse(order.begin(), order.end());
    for (const double offset : {500.0, 1000.0}) {
      for (const std::uint64_t key : order) {
        data.historyEdit.entries.push_back({.multipliers = {.normal = offset + static_cast<double>(key)},
                                            .key = {1, key},
                                            .quietSteps = static_cast<std::uint32_t>(1000 + key)});
      }
    }
    changeHistory(world, dropped, data.historyEdit);
    ASSERT_EQ(world.history.keys.size(), expected.size()) << turn;
    ASSERT_EQ(world.history.multipliers.size(), expected.size()) << turn;
    ASSERT_EQ(world.history.quietSteps.size(), expected.size()) << turn;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_EQ(world.history.keys[i].b, expected[i] % 1000) << turn;
      ASSERT_EQ(world.history.multipliers[i].normal, static_cast<double>(expected[i])) << turn;
      ASSERT_EQ(world.history.quietSteps[i], expected[i]) << turn;
    }
  }
}

}  // namespace
}  // namespace scree
