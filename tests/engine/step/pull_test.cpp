// A grain on the user's spring: forces as they should be, the same bits again, and aggregates let it go.
#include "engine/step/pull_force.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "tests/support/bed.h"
#include "tests/support/time_runs.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

enum class Way : std::uint8_t { pgs, nncg, scalar, fast };

void useWay(Parameters& parameters, Way way) {
  if (way == Way::fast) {
    applyPreset(parameters, Preset::fast);
  } else {
    parameters.method = way == Way::pgs ? Method::pgs : way == Way::nncg ? Method::nncg : Method::scalar;
  }
}

class PulledGrain : public ::testing::TestWithParam<Way> {};

std::string nameOf(const ::testing::TestParamInfo<Way>& way) {
  constexpr std::array<const char*, 4> kNames = {"pgs", "nncg", "scalar", "fast"};
  return kNames[static_cast<std::size_t>(way.param)];
}

INSTANTIATE_TEST_SUITE_P(Ways, PulledGrain, ::testing::Values(Way::pgs, Way::nncg, Way::scalar, Way::fast), nameOf);

TEST_P(PulledGrain, HangsWhereSpringAndWeightBalance) {
  World world = testing::emptyWorld();
  useWay(world.parameters, GetParam());
  world.parameters.timeStep = 5e-3;
  const std::size_t slot = testing::addSphere(world, Vec3(0.1, 0.2, 1.0));
  const double mass = world.particles.mass[slot];
  const double stiffness = pullStiffness(mass, testing::kDiameter, testing::kGravity, 5e-3, 4.0);
  world.pull = Pull{.particle = world.particles.id[slot], .target = Vec3(0.15, 0.2, 1.1), .stiffness = stiffness};
  StepData data;
  testing::run(world, data, 2.0);
  // In single precision the row of the grain holds its speed to the last place of a step's fall.
  const Vec3 expected = Vec3(0.15, 0.2, 1.1 - mass * testing::kGravity / stiffness);
  EXPECT_LT((world.particles.position[slot] - expected).norm(), 1e-6);
  EXPECT_NEAR(world.pull->force.z(), mass * testing::kGravity, 1e-5 * mass * testing::kGravity);
  EXPECT_NEAR(world.budget.stepImpulse.norm(), 0.0, 1e-5 * mass * testing::kGravity * 5e-3) << "weight and pull cancel";
}

TEST_P(PulledGrain, ComesWithoutSwingingThroughHoweverStiffTheSpring) {
  for (const double strength : {0.1, 10.0, 1e6}) {
    World world = testing::emptyWorld();
    useWay(world.parameters, GetParam());
    world.parameters.timeStep = 5e-3;
    world.parameters.gravity.setZero();
    const std::size_t slot = testing::addSphere(world, Vec3::Zero());
    const double mass = world.particles.mass[slot];
    world.pull = Pull{.particle = world.particles.id[slot],
                      .target = Vec3(0.2, 0.0, 0.0),
                      .stiffness = pullStiffness(mass, testing::kDiameter, 0.0, 5e-3, strength)};
    StepData data;
    double farthest = 0.0;
    double fastest = 0.0;
    for (int i = 0; i < 2000; ++i) {
      ASSERT_TRUE(step(world, data));
      farthest = std::max(farthest, world.particles.position[slot].x());
      fastest = std::max(fastest, world.particles.velocity[slot].norm());
    }
    EXPECT_NEAR(world.particles.position[slot].x(), 0.2, 1e-3) << strength;
    // The force is one for a whole step: over substeps it reaches a little beyond.
    EXPECT_LT(farthest, 0.2 + (GetParam() == Way::fast ? 0.05 * testing::kDiameter : 1e-6)) << strength;
    EXPECT_LE(fastest * 5e-3, testing::kDiameter * (1.0 + 1e-6)) << "never more than a diameter a step";
  }
}

TEST_P(PulledGrain, TakesItsWorkFromTheHand) {
  World world = testing::emptyWorld();
  useWay(world.parameters, GetParam());
  world.parameters.timeStep = 1e-3;
  testing::addFloor(world);
  const std::size_t slot = testing::addSphere(world, Vec3(0.0, 0.0, testing::kRadius));
  StepData data;
  testing::run(world, data, 0.5);
  const double mass = world.particles.mass[slot];
  const double work = world.budget.totalWork;
  const double before = testing::measured(world).kinetic + testing::measured(world).potential;
  world.pull = Pull{.particle = world.particles.id[slot],
                    .target = Vec3(0.0, 0.0, 0.2),
                    .stiffness = pullStiffness(mass, testing::kDiameter, testing::kGravity, 1e-3, 4.0)};
  testing::run(world, data, 1.5);
  const double gained = testing::measured(world).kinetic + testing::measured(world).potential - before;
  EXPECT_GT(gained, 0.5 * mass * testing::kGravity * 0.2);
  EXPECT_NEAR(world.budget.totalWork - work, gained, 0.02 * gained) << "nothing else lifts it, and little is lost";
}

TEST(Pull, IsNoImpactOnWhatItIsPulledAgainst) {
  // Pushed into the floor with twenty times its weight it stays there: no step makes it bounce.
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.timeStep = 5e-3;
  testing::addFloor(world);
  const std::size_t slot = testing::addSphere(world, Vec3(0.0, 0.0, testing::kRadius));
  const double mass = world.particles.mass[slot];
  const double stiffness = pullStiffness(mass, testing::kDiameter, testing::kGravity, 5e-3, 4.0);
  world.pull = Pull{.particle = world.particles.id[slot], .target = Vec3(0.0, 0.0, -0.08), .stiffness = stiffness};
  StepData data;
  testing::run(world, data, 0.5);
  EXPECT_EQ(data.report.impactCount, 0U);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(step(world, data));
    EXPECT_EQ(data.report.impactCount, 0U);
    EXPECT_LT(world.particles.velocity[slot].norm(), 1e-3);
  }
}

TEST(Pull, OfAGrainThatIsGoneEnds) {
  World world = testing::emptyWorld();
  testing::addSphere(world, Vec3::Zero());
  world.pull = Pull{.particle = 77};
  StepData data;
  ASSERT_TRUE(step(world, data));
  EXPECT_FALSE(world.pull.has_value());
  EXPECT_FALSE(data.context.pulled.isAny());
}

/// A bed that has merged, and a member of it.
World mergedBed() {
  World world = testing::settledBed();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = Switch::on;
  StepData data;
  testing::run(world, data, 0.5);
  return world;
}

/// The highest member.
std::uint32_t topMember(const World& world) {
  std::uint32_t top = 0;
  for (std::uint32_t i = 0; i < world.particles.size(); ++i) {
    const bool higher = world.particles.position[i].z() > world.particles.position[top].z();
    top = !world.reduction.isFree(i) && (world.reduction.isFree(top) || higher) ? i : top;
  }
  return top;
}

TEST(Pull, AMemberIsSplitOffInTheNextStepAndFollows) {
  World world = mergedBed();
  const std::uint32_t slot = topMember(world);
  ASSERT_FALSE(world.reduction.isFree(slot));
  const ParticleId id = world.particles.id[slot];
  const Vec3 start = world.particles.position[slot];
  const double mass = world.particles.mass[slot];
  world.pull = Pull{.particle = id,
                    .target = start + Vec3(0.0, 0.0, 0.08),
                    .stiffness = pullStiffness(mass, testing::kDiameter, testing::kGravity, 5e-3, 4.0)};
  StepData data;
  ASSERT_TRUE(step(world, data));
  EXPECT_TRUE(world.reduction.isFree(slot));
  const auto event = std::ranges::find(data.report.events, id, &ReductionEvent::particle);
  ASSERT_NE(event, data.report.events.end());
  EXPECT_EQ(event->cause, SplitCause::command);
  EXPECT_EQ(event->partner, id) << "by which one tells it from splitting all";
  EXPECT_EQ(event->after, 0U);
  testing::run(world, data, 1.0);
  EXPECT_TRUE(world.reduction.isFree(slot)) << "nor does it merge while it is pulled, at rest as it is";
  EXPECT_GT(world.particles.position[slot].z(), start.z() + 0.06);
  world.pull.reset();
  testing::run(world, data, 2.0);
  EXPECT_FALSE(world.reduction.isFree(slot)) << "let go it falls and merges again";
}

TEST(Pull, NeighboursOfAMemberPulledUpThroughThemComeLooseToo) {
  World world = mergedBed();
  const auto above = [&](std::uint32_t slot) {
    int count = 0;
    for (const Vec3& place : world.particles.position) {
      const Vec3 way = (place - world.particles.position[slot]) / testing::kDiameter;
      count += way.head<2>().norm() < 0.9 && way.z() > 0.4 && way.z() < 1.1 ? 1 : 0;
    }
    return count;
  };
  // One with grains on it, near the top: a deep one is jammed.
  const double top = world.particles.position[topMember(world)].z();
  std::uint32_t low = topMember(world);
  for (std::uint32_t i = 0; i < world.particles.size(); ++i) {
    const double depth = top - world.particles.position[i].z();
    const bool isCandidate = !world.reduction.isFree(i) && depth < 2.5 * testing::kDiameter;
    low = isCandidate && above(i) > above(low) ? i : low;
  }
  ASSERT_GE(above(low), 2);
  const Vec3 start = world.particles.position[low];
  const auto pushedLoose = [&] {
    const auto& splits = world.reduction.counts.splits;
    const auto by = [&](SplitCause cause) { return splits[static_cast<std::size_t>(cause)]; };
    return by(SplitCause::passing) + by(SplitCause::impact) + by(SplitCause::cut);
  };
  const std::uint64_t before = pushedLoose();
  world.pull =
      Pull{.particle = world.particles.id[low],
           .target = start + Vec3(0.0, 0.0, 0.1),
           .stiffness = pullStiffness(world.particles.mass[low], testing::kDiameter, testing::kGravity, 5e-3, 40.0)};
  StepData data;
  testing::run(world, data, 1.0);
  EXPECT_GT(world.particles.position[low].z(), top + testing::kDiameter) << "it comes up through the bed";
  EXPECT_GT(pushedLoose(), before + 2);
}

/// A grain of the merged drum is pulled about and let go.
testing::Script pullingScript(const World& world) {
  const std::uint32_t slot = topMember(world);
  const ParticleId id = world.particles.id[slot];
  const Vec3 start = world.particles.position[slot];
  const double stiffness = pullStiffness(world.particles.mass[slot], 2.0 * world.particles.radius[slot], 9.81,
                                         world.parameters.timeStep, 5.0);
  testing::Script script = {{5, {StartPull{id, start, stiffness}}}};
  for (std::uint64_t step = 6; step < 40; ++step) {
    const double way = 0.002 * static_cast<double>(step - 5);
    script[step].push_back(MovePull{start + Vec3(0.0, 0.2 * way, way)});
  }
  script[40].push_back(EndPull{});
  return script;
}

TEST(Pull, ScrubbingBackAndStatesInTheMiddleGiveTheSameBits) {
  const World world = testing::mergedDrum();
  const testing::Script script = pullingScript(world);
  const std::vector<std::uint64_t> hashes = testing::hashesOf(world, script, 60);
  ASSERT_NE(hashes[60], testing::hashesOf(world, {}, 60)[60]) << "it does something";
  EXPECT_EQ(hashes, testing::hashesOf(world, script, 60, 3)) << "with any number of threads";
  Session session(world, false);
  testing::stepTo(session, script, 60);
  EXPECT_EQ(stateHash(session.world()), hashes[60]);
  for (const std::uint64_t step : {20, 3, 39, 41}) {
    testing::seekTo(session, step);
    EXPECT_EQ(stateHash(session.world()), hashes[step]) << step;
    // Commands of a step are in force once it is left: at 39 the pull is on.
    EXPECT_EQ(session.world().pull.has_value(), step == 20 || step == 39) << step;
  }
  testing::seekTo(session, 20);
  const World restored = restoreState(saveState(session.world()));
  ASSERT_TRUE(restored.pull.has_value());
  EXPECT_EQ(restored.pull->target, session.world().pull->target);
  EXPECT_EQ(restored.pull->stiffness, session.world().pull->stiffness);
}

TEST(Pull, ARecordingReplaysItBitForBit) {
  const World world = testing::mergedDrum();
  const testing::Script script = pullingScript(world);
  Session session(world, false);
  testing::stepTo(session, script, 60);
  const Recording recording = testing::recordingOf(session);
  EXPECT_EQ(testing::latest(session)->run.timeline.commands->size(), 1U) << "one mark for all of it";
  Session other(testing::emptyWorld(), false);
  other.post(ReplayRecording{std::make_shared<const Recording>(recording)});
  testing::finish(other);
  testing::seekTo(other, 60);
  EXPECT_EQ(stateHash(other.world()), stateHash(session.world()));
  EXPECT_FALSE(testing::latest(other)->run.timeline.diverged.has_value());
}

TEST(Pull, EndsWhereARunIsForkedInItsMiddle) {
  const World world = testing::mergedDrum();
  const testing::Script script = pullingScript(world);
  Session session(world, false);
  testing::stepTo(session, script, 60);
  testing::seekTo(session, 20);
  ASSERT_TRUE(session.world().pull.has_value());
  session.post(ResumeHere{});
  testing::finish(session);
  EXPECT_FALSE(session.world().pull.has_value()) << "nobody holds it";
  session.post(StepOnce{5});
  testing::finish(session);
  const std::uint64_t hash = stateHash(session.world());
  testing::seekTo(session, 10);
  testing::seekTo(session, 25);
  EXPECT_EQ(stateHash(session.world()), hash) << "and a replay of that run knows";
}

TEST(Pull, RefusesWhatItCannotDo) {
  World world = testing::emptyWorld();
  testing::addSphere(world, Vec3::Zero());
  EXPECT_NE(applyCommand(world, MovePull{Vec3::Zero()}), "");
  EXPECT_NE(applyCommand(world, EndPull{}), "");
  EXPECT_NE(applyCommand(world, StartPull{5, Vec3::Zero(), 1.0}), "");
  EXPECT_NE(applyCommand(world, StartPull{0, Vec3::Constant(NAN), 1.0}), "");
  EXPECT_NE(applyCommand(world, StartPull{0, Vec3::Zero(), 0.0}), "");
  EXPECT_NE(applyCommand(world, StartPull{0, Vec3::Zero(), INFINITY}), "");
  EXPECT_FALSE(world.pull.has_value());
  EXPECT_EQ(applyCommand(world, StartPull{0, Vec3::Zero(), 1.0}), "");
  EXPECT_NE(applyCommand(world, MovePull{Vec3::Constant(NAN)}), "");
  EXPECT_EQ(world.pull->target, Vec3::Zero());
}

}  // namespace
}  // namespace scree
