// The trial solve of R against closed forms: each of its limits opens a member when it is passed, and only then.
#include "engine/splitting/trial.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kStep = 5e-3;           // s
constexpr double kNone = 1e9;            // a limit that nothing passes
constexpr double kHeavyStiffness = 3e3;  // N/m, of pelletLaw()
constexpr double kTwisting = 0.1;
constexpr double kTrialGravity = testing::kGravity;

/// A grain on the shape of body 0, made a member of what carries that by hand, so that its overlap [m] is exact. All
/// ways to split it but the trial are off, and so are merges: what has split stays so.
World memberOn(World world, double overlap) {
  testing::addSphere(world, Vec3(0, 0, testing::kRadius - overlap));
  ReductionParameters& r = world.parameters.reduction;
  r.merging = r.trial.split = Switch::on;
  r.front.split = r.contact.split = r.audit.split = Switch::off;
  r.merge.window = 1000;
  r.load.change = 1e6;
  r.trial.normalIn = r.trial.normalOut = r.trial.tangential = r.trial.force = r.trial.torque = kNone;
  fitMembers(world);
  join(world, 0, *aggregateOn(world, ContactKey::boundary(0, 0, 0, 0)));
  return world;
}

double massOfPellet(const World& world) { return world.particles.mass[0]; }
/// The overlap at which a grain's weight is borne.
double restOverlap(const World& world) { return massOfPellet(world) * kTrialGravity / kHeavyStiffness; }

World onFloor(double restOverlaps) {
  World world = testing::emptyWorld();
  testing::addFloor(world);
  testing::addSphere(world, Vec3::Zero());
  const double overlap = restOverlaps * restOverlap(world);
  world.particles = {};
  return memberOn(std::move(world), overlap);
}

/// S m of METHOD.md 3.3 for the pellet: with n_s = 2 it is longer than the damping time, and Υ = 1/9.
double softness(const World& world) { return 4.0 / 9.0 / (kStep * kStep * kHeavyStiffness) * massOfPellet(world); }

/// One contact that starts at rest, METHOD.md 3.3: u + S λ = (4/Δt) Υ δ and u = λ/m - g Δt. At a times the overlap at
/// rest the right side is a S m g Δt, so λ = m g Δt (a S m + 1)/(1 + S m).
double supportOverWeight(const World& world, double restOverlaps) {
  const double s = softness(world);
  return (restOverlaps * s + 1.0) / (1.0 + s);
}

struct Situation {
  const char* name;
  World world;
  double TrialSplitLimits::*limit;
  Measured what;
  double expected;  ///< in the unit of `what`
};

Situation pressedIn() {
  const World world = onFloor(60.0);
  const double f = supportOverWeight(world, 60.0);
  return {"force", world, &TrialSplitLimits::force, Measured::force, (f - 1.0) / (f + 1.0)};
}

Situation sprungBack() {
  const World world = onFloor(60.0);
  const double speed = (supportOverWeight(world, 60.0) - 1.0) * kTrialGravity * kStep;
  return {"separation", world, &TrialSplitLimits::normalOut, Measured::separation, speed};
}

Situation sinking() {
  const World world = onFloor(0.1);
  const double speed = (1.0 - supportOverWeight(world, 0.1)) * kTrialGravity * kStep;
  return {"approach", world, &TrialSplitLimits::normalIn, Measured::approach, speed};
}

/// Without friction it slides down a slope as it falls freely along it.
Situation sliding() {
  World world = testing::emptyWorld(testing::smoothLaw());
  world.parameters.gravity = Vec3(0.3 * kTrialGravity, 0, -kTrialGravity);
  testing::addFloor(world);
  return {"sliding", memberOn(std::move(world), 1.3e-5), &TrialSplitLimits::tangential, Measured::sliding,
          0.3 * kTrialGravity * kStep};
}

/// On a table that starts to turn under it, three times as fast as twisting resistance α μ r m g can follow.
Situation leftBehind() {
  PairLaw law = testing::pelletLaw();
  law.twisting = kTwisting;
  World world = testing::emptyWorld(law);
  testing::addFloor(world);
  world.bodies[0].drives.push_back({Rotation{}, {}});
  world.bodies[0].angularVelocity.z() = 1e-6;  // what moves at all carries its own members
  testing::addSphere(world, Vec3::Zero());
  const double most = kTwisting * law.friction * testing::kRadius * massOfPellet(world) * kTrialGravity;
  const double acceleration = 3.0 * most / world.particles.inertia(0);
  const double overlap = restOverlap(world);
  world.particles = {};
  world = memberOn(std::move(world), overlap);
  world.bodies[0].drives[0].speed.value = acceleration * kStep;
  return {"torque", world, &TrialSplitLimits::torque, Measured::torque, (3.0 - 1.0) / (3.0 + 1.0)};
}

class TrialLimits : public ::testing::TestWithParam<std::function<Situation()>> {};

TEST_P(TrialLimits, OpenWhatPassesThemAndNothingElse) {
  const Situation situation = GetParam()();
  SCOPED_TRACE(situation.name);
  ASSERT_GT(situation.expected, 1e-4);
  for (const double share : {0.999, 1.001, 0.0}) {
    World world = situation.world;
    // 0 asks for nothing.
    world.parameters.reduction.trial.*situation.limit = share * situation.expected;
    StepData data;
    ASSERT_TRUE(step(world, data));
    const bool opens = share == 0.999;
    EXPECT_EQ(world.reduction.counts.splits[static_cast<std::size_t>(SplitCause::trialSolve)], opens ? 1U : 0U)
        << share;
    EXPECT_EQ(world.reduction.isFree(0), opens) << share;
    ASSERT_EQ(data.report.events.size(), opens ? 1U : 0U) << share;
    if (opens) {
      const ReductionEvent& event = data.report.events[0];
      EXPECT_EQ(event.cause, SplitCause::trialSolve);
      EXPECT_EQ(event.what, situation.what);
      // The trial is solved in single precision: 6e-8 of the largest speed, some 50 sweeps, and speeds that nearly
      // cancel are up to a hundred times smaller than what they are made of.
      EXPECT_NEAR(event.measured, situation.expected, 5e-4 * situation.expected);
      EXPECT_EQ(event.limit, 0.999 * situation.expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, TrialLimits, ::testing::Values(pressedIn, sprungBack, sinking, sliding, leftBehind),
                         [](const auto& situation) { return std::string(situation.param().name); });

}  // namespace
}  // namespace scree
