// Settings that are changed while a bed is merged act on what is merged, as if they had been so when it merged.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/session/world_commands.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "engine/world/reduction_limits.h"
#include "tests/support/bed.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

void give(World& world, const WorldCommand& command) { ASSERT_EQ(applyCommand(world, command), std::string()); }

/// A bed that merged under a preset of the reduction, at rest since.
World mergedUnder(ReductionPreset preset) {
  static const World settled = testing::settledBed();
  World world = settled;
  applyPreset(world.parameters, Preset::fast);
  applyPreset(world.parameters, preset);
  world.parameters.reduction.merging = Switch::on;
  StepData data;
  testing::run(world, data, 0.5);
  return world;
}

std::uint64_t splitsOf(const World& world, SplitCause cause) {
  return world.reduction.counts.splits[static_cast<std::size_t>(cause)];
}

/// Members that are split off for that cause in so many seconds.
std::uint64_t splitsIn(World world, double seconds, SplitCause cause) {
  StepData data;
  const std::uint64_t before = splitsOf(world, cause);
  testing::run(world, data, seconds);
  return splitsOf(world, cause) - before;
}

/// Unit of times for grains of kDiameter [s], √(d/g).
const double kGrainTime = grainUnits(Parameters{}, testing::kDiameter).time;
/// Unit of speeds [m/s], √(g d).
const double kGrainSpeed = grainUnits(Parameters{}, testing::kDiameter).speed;

TEST(LiveSettings, AuditsThatAreTurnedOnLateLookAtWhatHasMerged) {
  for (const ReductionPreset before :
       {ReductionPreset::paperCs, ReductionPreset::paperTrF, ReductionPreset::paperCtr}) {
    World world = mergedUnder(before);
    ASSERT_GT(world.reduction.memberCount, world.particles.size() / 2);
    EXPECT_EQ(splitsIn(world, 2.0, SplitCause::audit), 0U);
    give(world, SetReductionPreset{ReductionPreset::local});
    EXPECT_GT(splitsIn(world, 2.0, SplitCause::audit), 20U);
  }
}

TEST(LiveSettings, AuditsByTheirSwitchAreThoseOfThePreset) {
  World world = mergedUnder(ReductionPreset::local);
  World off = world;
  give(off, SetChoice{ChoiceKey::auditSplit, static_cast<int>(Switch::off)});
  EXPECT_EQ(splitsIn(off, 1.0, SplitCause::audit), 0U);
  StepData data;
  testing::run(off, data, 1.0);
  give(off, SetChoice{ChoiceKey::auditSplit, static_cast<int>(Switch::on)});
  EXPECT_GT(splitsIn(off, 1.0, SplitCause::audit), 10U);
}

TEST(LiveSettings, AShorterAuditIntervalIsKeptByThoseThatAreMergedAlready) {
  World world = mergedUnder(ReductionPreset::local);
  give(world, SetParameter{ParameterKey::auditTime, 10.0 / kGrainTime});
  StepData data;
  testing::run(world, data, 1.0);  // all that is due at once has been
  EXPECT_EQ(splitsIn(world, 0.5, SplitCause::audit), 0U);
  give(world, SetParameter{ParameterKey::auditTime, 0.1 / kGrainTime});
  EXPECT_GT(splitsIn(world, 0.5, SplitCause::audit), 5U);
  // And a longer one spares them: their dates move on, too.
  give(world, SetParameter{ParameterKey::auditTime, 10.0 / kGrainTime});
  EXPECT_EQ(splitsIn(world, 0.5, SplitCause::audit), 0U);
}

TEST(LiveSettings, TheTimeStepDoesNotChangeWhenMembersAreAudited) {
  World world = mergedUnder(ReductionPreset::local);
  give(world, SetParameter{ParameterKey::auditTime, 10.0 / kGrainTime});
  StepData data;
  testing::run(world, data, 0.1);
  const auto earliest = [](const World& of) {
    std::uint64_t first = UINT64_MAX;
    for (std::uint32_t slot = 0; slot < of.reduction.members.size(); ++slot) {
      first = of.reduction.isFree(slot) ? first : std::min(first, of.reduction.members[slot].auditDue);
    }
    return static_cast<double>(first - of.step) * of.parameters.timeStep;
  };
  const double before = earliest(world);
  give(world, SetParameter{ParameterKey::timeStep, 1e-3});
  step(world, data);
  // From the merging on it is counted in the new steps, of which few have passed.
  EXPECT_GT(earliest(world), before - 0.01);
  EXPECT_LT(earliest(world), 10.0 + 0.01);
}

/// A grain that slides over a merged bed.
World withASlider(ReductionPreset preset, double speed) {
  World world = mergedUnder(preset);
  double top = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    top = std::max(top, world.particles.position[i].z() + world.particles.radius[i]);
  }
  testing::addSphere(world, Vec3(0, 0, top + 0.49 * testing::kDiameter), testing::kDiameter, Vec3(speed, 0, -speed));
  return world;
}

TEST(LiveSettings, FrontsThatAreTurnedOnLateOpenWhatHasMerged) {
  World world = withASlider(ReductionPreset::local, 0.5);
  give(world, SetChoice{ChoiceKey::frontSplit, static_cast<int>(Switch::off)});
  give(world, SetChoice{ChoiceKey::auditSplit, static_cast<int>(Switch::off)});
  const auto opened = [](const World& of) {
    return splitsIn(of, 0.1, SplitCause::passing) + splitsIn(of, 0.1, SplitCause::impact);
  };
  EXPECT_EQ(opened(world), 0U);
  give(world, SetChoice{ChoiceKey::frontSplit, static_cast<int>(Switch::on)});
  EXPECT_GT(opened(world), 0U);
  give(world, SetParameter{ParameterKey::splitSpeed, 0.9 / kGrainSpeed});
  give(world, SetParameter{ParameterKey::impactDepth, infoOf(ParameterKey::impactDepth).maximum});
  const std::uint64_t few = splitsIn(world, 0.1, SplitCause::passing);
  give(world, SetParameter{ParameterKey::splitSpeed, 0.01 / kGrainSpeed});
  EXPECT_GT(splitsIn(world, 0.1, SplitCause::passing), few);
}

TEST(LiveSettings, ThePapersSplitsThatAreTurnedOnLateOpenWhatHasMerged) {
  World world = withASlider(ReductionPreset::local, 0.5);
  give(world, SetChoice{ChoiceKey::frontSplit, static_cast<int>(Switch::off)});
  give(world, SetChoice{ChoiceKey::auditSplit, static_cast<int>(Switch::off)});
  World contact = world;
  give(contact, SetReductionPreset{ReductionPreset::paperCs});
  EXPECT_EQ(splitsIn(world, 0.1, SplitCause::contactSplit), 0U);
  EXPECT_GT(splitsIn(contact, 0.1, SplitCause::contactSplit), 0U);
  World trial = world;
  give(trial, SetReductionPreset{ReductionPreset::paperTrF});
  give(trial, SetParameter{ParameterKey::trialForce, 0.01});
  EXPECT_EQ(splitsIn(world, 0.1, SplitCause::trialSolve), 0U);
  EXPECT_GT(splitsIn(trial, 0.1, SplitCause::trialSolve), 0U);
  // A limit of the contact split that nothing is beyond, live.
  for (const ParameterKey key : {ParameterKey::contactNormalIn, ParameterKey::contactNormalOut,
                                 ParameterKey::contactTangential, ParameterKey::contactRolling}) {
    give(contact, SetParameter{key, infoOf(key).maximum});
  }
  EXPECT_EQ(splitsIn(contact, 0.1, SplitCause::contactSplit), 0U);
}

/// Force of kept contacts on bodies along x [N].
double keptAcross(const World& world) {
  double sum = 0.0;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    for (const KeptLoad& load : aggregate.load.byBody) {
      sum += (aggregate.frame.pose.orientation * load.force).x();
    }
  }
  return sum;
}

TEST(LiveSettings, ALowerLimitOfTheLoadMakesMembersBearWhatHasChanged) {
  World world = mergedUnder(ReductionPreset::local);
  StepData data;
  give(world, SetParameter{ParameterKey::loadChange, 0.5});
  give(world, SetParameter{ParameterKey::gravityX, 1.0});
  step(world, data);
  const double before = keptAcross(world);
  give(world, SetParameter{ParameterKey::loadChange, 0.05});
  step(world, data);
  EXPECT_GT(keptAcross(world), before + 0.01 * world.particles.mass[0] * static_cast<double>(world.particles.size()));
}

/// Grains that an audit has just opened.
World justOpened() {
  World world = mergedUnder(ReductionPreset::local);
  give(world, SetChoice{ChoiceKey::auditSplit, static_cast<int>(Switch::off)});
  world.reduction.splitAll = true;
  StepData data;
  step(world, data);
  return world;
}

std::uint64_t mergesIn(World world, int steps) {
  StepData data;
  const std::uint64_t before = world.reduction.counts.merges;
  testing::takeSteps(world, data, steps);
  return world.reduction.counts.merges - before;
}

TEST(LiveSettings, TheQuarantineThatHoldsIsTheOneThatIsSet) {
  World world = justOpened();
  give(world, SetParameter{ParameterKey::waitTime, 60.0 * Parameters{}.timeStep / kGrainTime});
  EXPECT_EQ(mergesIn(world, 10), 0U);
  StepData data;
  step(world, data);
  give(world, SetParameter{ParameterKey::waitTime, 1.0 * Parameters{}.timeStep / kGrainTime});
  const std::uint64_t soon = mergesIn(world, 10);
  EXPECT_GT(soon, world.particles.size() / 2);
  // Longer again, for those that are in it.
  World longer = justOpened();
  give(longer, SetParameter{ParameterKey::waitTime, 4.0 * Parameters{}.timeStep / kGrainTime});
  step(longer, data = StepData{});
  give(longer, SetParameter{ParameterKey::waitTime, 100.0 * Parameters{}.timeStep / kGrainTime});
  EXPECT_EQ(mergesIn(longer, 15), 0U);
}

TEST(LiveSettings, TheMergeLimitsThatHoldAreThoseThatAreSet) {
  World world = justOpened();
  give(world, SetParameter{ParameterKey::waitTime, 1.0 * Parameters{}.timeStep / kGrainTime});
  const std::uint64_t merged = mergesIn(world, 12);
  ASSERT_GT(merged, world.particles.size() / 2);
  World strict = world;
  for (const ParameterKey key : {ParameterKey::mergeNormalIn, ParameterKey::mergeNormalOut}) {
    give(strict, SetParameter{key, 1e-12});
  }
  EXPECT_LT(mergesIn(strict, 12), merged / 2);
  strict = world;
  give(strict, SetParameter{ParameterKey::mergeTangential, 1e-12});
  EXPECT_LT(mergesIn(strict, 12), merged / 2);
  World window = world;
  give(window, SetParameter{ParameterKey::mergeWindow, 40.0});
  EXPECT_EQ(mergesIn(window, 12), 0U);
  StepData data;
  testing::takeSteps(window, data, 12);
  give(window, SetParameter{ParameterKey::mergeWindow, 2.0});
  EXPECT_GT(mergesIn(window, 2), world.particles.size() / 2);
}

TEST(LiveSettings, MergingThatIsTurnedOffFreesAllAndOnAgainMergesThem) {
  World world = mergedUnder(ReductionPreset::local);
  StepData data;
  give(world, SetChoice{ChoiceKey::merging, static_cast<int>(Switch::off)});
  step(world, data);
  EXPECT_EQ(world.reduction.memberCount, 0U);
  give(world, SetChoice{ChoiceKey::merging, static_cast<int>(Switch::on)});
  testing::run(world, data, 0.5);
  EXPECT_GT(world.reduction.memberCount, world.particles.size() / 2);
  EXPECT_GT(splitsIn(world, 1.0, SplitCause::audit), 10U);
}

/// What is changed live is part of the run: it goes on from a saved state as it does without.
TEST(LiveSettings, ChangedAndSavedIsChangedAndGoneOnWith) {
  World world = mergedUnder(ReductionPreset::paperCs);
  give(world, SetReductionPreset{ReductionPreset::local});
  World restored = restoreState(saveState(world));
  StepData data;
  StepData other;
  for (int i = 0; i < 60; ++i) {
    step(world, data);
    step(restored, other);
    if (i == 20) {
      give(world, SetParameter{ParameterKey::auditTime, 0.03 / kGrainTime});
      restored = restoreState(saveState(world));
      other = StepData{};
    }
    ASSERT_EQ(stateHash(restored), stateHash(world)) << i;
  }
}

}  // namespace
}  // namespace scree
