// Aggregates that nothing carries: they move as rigid bodies do, and what they spare does not show.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "engine/aggregates/floating.h"
#include "engine/aggregates/membership.h"
#include "engine/aggregates/support_levels.h"
#include "engine/base/parallel.h"
#include "engine/settings/presets.h"
#include "engine/splitting/split_members.h"
#include "engine/state/state.h"
#include "engine/step/measure.h"
#include "engine/step/step.h"
#include "engine/world/placement.h"
#include "tests/support/bed.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::kDiameter;
using testing::kGravity;

/// Without gravity and without anything that merges or splits by itself.
World emptySpace(const PairLaw& law = testing::smoothLaw()) {
  World world = testing::emptyWorld(law);
  applyPreset(world.parameters, Preset::fast);
  world.parameters.gravity.setZero();
  ReductionParameters& r = world.parameters.reduction;
  r.merging = Switch::on;
  r.merge.window = 250;
  r.merge.smallestFloating = 2;
  r.front.split = r.audit.split = Switch::off;
  return world;
}

/// All particles become members of one aggregate that floats.
Aggregate& floatAll(World& world) {
  fitMembers(world);
  std::vector<std::uint32_t> slots;
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    slots.push_back(slot);
  }
  const std::uint32_t index = addFloating(world, slots);
  for (const std::uint32_t slot : slots) {
    join(world, slot, index);
  }
  chooseRoot(world, index);
  return world.reduction.aggregates[index];
}

Vec3 spinOf(const Aggregate& aggregate) {
  const RigidSums sums = sumsOf(aggregate, aggregate.frame.velocity, aggregate.frame.angularVelocity);
  return sums.angularMomentum;
}

TEST(Floating, TakesMomentumAngularMomentumAndSpinsOfItsMembers) {
  World world = emptySpace();
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    const Vec3 position = 0.1 * testing::randomDirection(random);
    const Vec3 velocity = testing::randomDirection(random);
    const Vec3 spin = 50.0 * testing::randomDirection(random);
    testing::addSphere(world, position, 0.006 + 0.006 * random.uniform(), velocity, spin);
  }
  const Budget before = testing::measured(world);
  const Particles old = world.particles;
  floatAll(world);
  const Budget after = measureWorld(world);
  EXPECT_LT((after.momentum - before.momentum).norm(), 1e-14);
  EXPECT_LT((after.angularMomentum - before.angularMomentum).norm(), 1e-14);
  // A plastic impact: of all motions with this momentum and angular momentum a rigid one has least energy.
  EXPECT_LT(after.kinetic, before.kinetic);
  for (std::size_t i = 0; i < old.size(); ++i) {
    EXPECT_LT((world.particles.position[i] - old.position[i]).norm(), 1e-16);
  }
}

TEST(Floating, TurnsAndFliesAsARigidBody) {
  // Four spheres in a flat cross of unlike arms, turned about the axis of the middle moment of inertia and a little
  // beside it: it has to tumble, keeping its energy and angular momentum (Euler's equations).
  World world = emptySpace();
  world.parameters.gravity = Vec3(0.0, 0.0, -kGravity);
  world.parameters.timeStep = 1e-3;
  const Vec3 start(0.3, -0.2, 2.0);
  const Vec3 velocity(0.4, 0.1, 1.0);
  const Vec3 spin(0.02, 8.0, 0.01);
  for (const Vec3& arm : {Vec3(0.06, 0, 0), Vec3(-0.06, 0, 0), Vec3(0, 0.03, 0), Vec3(0, -0.03, 0)}) {
    testing::addSphere(world, start + arm, kDiameter, velocity + spin.cross(arm), spin);
  }
  const Aggregate& aggregate = floatAll(world);
  world.parameters.reduction.load.change = 1e6;  // tumbling pulls at its grains ever differently
  const BodyMass mass = massOf(aggregate);
  const Vec3 centre = aggregate.frame.pose.toWorld(mass.centre);
  const Vec3 about = spinOf(aggregate) - centre.cross(mass.mass * aggregate.frame.velocity);
  const double energy = 0.5 * spin.dot(mass.inertia * spin);

  // Euler's equations in the body's frame by Runge and Kutta, far finer.
  Vec3 reference = aggregate.frame.pose.orientation.conjugate() * aggregate.frame.angularVelocity;
  const Mat3 inverse = mass.inertia.inverse();
  const auto slope = [&](const Vec3& w) -> Vec3 { return inverse * (-w.cross(mass.inertia * w)); };

  StepData data;
  double lowest = spin.y();
  double worst = 0.0;
  while (world.time < 2.0) {
    ASSERT_TRUE(step(world, data));
    ASSERT_EQ(aggregate.members, 4U) << infoOf(data.report.events.at(0).cause).name;
    for (int i = 0; i < 10; ++i) {
      const double h = 1e-4;
      const Vec3 a = slope(reference);
      const Vec3 b = slope(reference + 0.5 * h * a);
      const Vec3 c = slope(reference + 0.5 * h * b);
      const Vec3 d = slope(reference + h * c);
      reference += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    }
    const Vec3 own = aggregate.frame.pose.orientation.conjugate() * aggregate.frame.angularVelocity;
    lowest = std::min(lowest, own.y());
    worst = std::max(worst, (own - reference).norm());
  }
  EXPECT_LT(lowest, -7.5) << "it did not tumble";
  // A substep of 0.25 ms turns it by 2 mrad, and the angular velocity is right to second order in that: some 1e-6 of it
  // a radian, which the unstable axis lets grow by e^4 to e^8 in 2 s.
  EXPECT_LT(worst, 0.02 * spin.norm());
  const Vec3 end = aggregate.frame.pose.toWorld(mass.centre);
  const double t = world.time;
  // Falls as the method does: velocity first, then the place, by substeps of 0.25 ms.
  const Vec3 fall = start + t * velocity + 0.5 * t * (t + data.context.substepTime) * world.parameters.gravity;
  EXPECT_LT((end - fall).norm(), 1e-9);
  const Vec3 now = spinOf(aggregate) - end.cross(mass.mass * aggregate.velocityAt(end));
  EXPECT_LT((now - about).norm(), 1e-9 * about.norm());
  const Vec3 own = aggregate.frame.pose.orientation.conjugate() * aggregate.frame.angularVelocity;
  EXPECT_NEAR(0.5 * own.dot(mass.inertia * own), energy, 1e-4 * energy);
}

TEST(Floating, AnswersABlowAsTheClosedFormSays) {
  // A grain hits one end of a pair squarely: J = (1 + e) v / (1/m + 1/M + a²/I).
  PairLaw law = testing::smoothLaw(0.5);
  World world = emptySpace(law);
  world.parameters.impacts = Impacts::stage;
  testing::addSphere(world, Vec3(0.0, 0.0, 0.0));
  testing::addSphere(world, Vec3(kDiameter, 0.0, 0.0));
  floatAll(world);
  const double speed = 0.3;
  testing::addSphere(world, Vec3(kDiameter, 0.0, 1.02 * kDiameter), kDiameter, Vec3(0.0, 0.0, -speed));
  fitMembers(world);
  const double m = world.particles.mass[0];
  const double arm = 0.5 * kDiameter;
  const double inertia = 2.0 * (world.particles.inertia(0) + m * arm * arm);
  const double impulse = 1.5 * speed / (1.0 / m + 0.5 / m + arm * arm / inertia);
  StepData data;
  testing::run(world, data, 0.6);
  const Aggregate& aggregate = world.reduction.aggregates[0];
  ASSERT_EQ(aggregate.members, 2U) << "without gravity, too, its load is what it was";
  // The contact's regularisation gives in by parts in a thousand.
  EXPECT_NEAR(world.particles.velocity[2].z(), -speed + impulse / m, 5e-3 * speed);
  const Vec3 centre = aggregate.frame.pose.toWorld(massOf(aggregate).centre);
  EXPECT_NEAR(aggregate.velocityAt(centre).z(), -0.5 * impulse / m, 5e-3 * speed);
  EXPECT_NEAR(aggregate.frame.angularVelocity.y(), impulse * arm / inertia, 5e-3 * impulse * arm / inertia);
  const Budget budget = measureWorld(world);
  EXPECT_NEAR(budget.momentum.z(), -m * speed, 1e-6 * m * speed);
}

/// Grains at rest in a box whose walls have no friction, so that nothing carries them.
World smoothBed(int across, int layers, double settled = 2.0, std::uint64_t seed = 1) {
  World world = testing::emptyWorld();
  const MaterialIndex wall = world.materials.add({.name = "wall", .density = 3700.0});
  world.materials.setPair(0, wall, testing::smoothLaw(0.18));
  world.materials.setPair(wall, wall, testing::smoothLaw(0.18));
  const std::uint32_t box = testing::addOpenBox(world, 1.02 * (across + 1) * kDiameter, 2.0 * layers * kDiameter);
  world.bodies[box].shapes[0].material = wall;
  testing::addLattice(world, across, across, layers, 0.8 * kDiameter, kDiameter, seed);
  applyPreset(world.parameters, Preset::fast);
  world.parameters.impactSpeed = 0.05;
  world.parameters.warmStartSpeed = 0.08;
  StepData data;
  testing::run(world, data, settled);
  world.parameters.reduction.merging = Switch::on;
  world.parameters.reduction.merge.smallestFloating = 100;
  return world;
}

std::size_t largestFloating(const World& world) {
  std::size_t largest = 0;
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    largest = aggregate.floats() ? std::max(largest, aggregate.members) : largest;
  }
  return largest;
}

TEST(Floating, ABedInASmoothBoxMergesAndWeighsWhatItWeighed) {
  // After 5 s one grain is still on its way through a gap, in full as well: it goes by 0.19 d in the next 3 s.
  World world = smoothBed(10, 12, 10.0);
  World full = world;
  full.parameters.reduction.merging = Switch::off;
  StepData data;
  testing::run(world, data, 0.3);
  EXPECT_GT(largestFloating(world), world.particles.size() / 2);
  // An aggregate that nothing carries is a unit by itself.
  const ReductionLevel level = world.reduction.levelOf(world.particles.size());
  EXPECT_EQ(level.aggregates, 1U);
  const Particles before = world.particles;
  double pushed = 0.0;
  int steps = 0;
  double lost = 0.0;
  while (world.time < 13.3) {
    const Vec3 momentum = world.budget.momentum;
    ASSERT_TRUE(step(world, data));
    lost = std::max(lost, (world.budget.momentum - momentum - world.budget.stepImpulse).norm());
    pushed -= world.bodies[0].reaction.force.z();
    ++steps;
    for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
      ASSERT_TRUE(world.reduction.isFree(slot) || isConnected(world, slot)) << slot;
    }
  }
  placeMembers(world);
  double farthest = 0.0;
  double weight = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    farthest = std::max(farthest, (world.particles.position[i] - before.position[i]).norm());
    weight += kGravity * before.mass[i];
  }
  EXPECT_NEAR(pushed / steps, weight, 1e-3 * weight);
  // Merging and splitting included: momentum changes by what walls and gravity give, to single precision.
  EXPECT_LT(lost, 1e-6 * weight * world.parameters.timeStep);
  // As in full: single grains still find their places, and these are the same.
  EXPECT_LT(farthest, 0.1 * kDiameter);
  testing::run(full, data, world.time - full.time);
  double otherwise = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    otherwise = std::max(otherwise, (world.particles.position[i] - full.particles.position[i]).norm());
  }
  EXPECT_LT(otherwise, 0.01 * kDiameter);
}

TEST(Floating, TwoThatFormInOneStepAreTwo) {
  World world = smoothBed(8, 8);
  // The same bed again beside it, so that both merge in the same step.
  const Vec3 aside(0.5, 0.0, 0.0);
  Body box = world.bodies[0];
  box.pose.position += aside;
  world.bodies.push_back(box);
  const std::size_t count = world.particles.size();
  for (std::size_t i = 0; i < count; ++i) {
    testing::addSphere(world, world.particles.position[i] + aside, 2.0 * world.particles.radius[i],
                       world.particles.velocity[i], world.particles.angularVelocity[i]);
  }
  world.history = ContactHistory{};
  StepData data;
  std::size_t most = 0;
  while (most == 0 && world.time < 3.0) {
    ASSERT_TRUE(step(world, data));
    most = largestFloating(world);
  }
  EXPECT_GT(most, 100U);
  EXPECT_LT(most, count);
  EXPECT_EQ(world.reduction.levelOf(world.particles.size()).aggregates, 2U);
  EXPECT_EQ(world.reduction.memberCount, 2 * most);
  for (std::uint32_t slot = 0; slot < world.particles.size(); ++slot) {
    EXPECT_TRUE(world.reduction.isFree(slot) || isConnected(world, slot));
  }
}

TEST(Floating, LandsOnWhatCarriesIt) {
  World world = smoothBed(8, 8);
  StepData data;
  testing::run(world, data, 0.3);
  ASSERT_GT(largestFloating(world), 100U);
  // The walls become rough: what rests on them is carried by them.
  for (PairLaw& law : world.materials.pairs) {
    law = testing::pelletLaw();
  }
  const auto landings = [&] { return world.reduction.counts.splits[static_cast<std::size_t>(SplitCause::landed)]; };
  const std::uint64_t before = landings();
  testing::run(world, data, 0.5);
  EXPECT_GT(landings() - before, 100U);
  EXPECT_EQ(largestFloating(world), 0U);
  EXPECT_GT(world.reduction.levelOf(world.particles.size()).level(), 0.8);
}

TEST(Floating, LosesItsRootAndTakesAnother) {
  World world = smoothBed(8, 8);
  StepData data;
  testing::run(world, data, 0.3);
  const auto found = std::find_if(world.reduction.aggregates.begin(), world.reduction.aggregates.end(),
                                  [](const Aggregate& one) { return one.floats() && one.members > 0; });
  ASSERT_NE(found, world.reduction.aggregates.end());
  const ParticleId root = found->floating.root;
  const auto slot = static_cast<std::uint32_t>(
      std::lower_bound(world.particles.id.begin(), world.particles.id.end(), root) - world.particles.id.begin());
  const std::size_t members = found->members;
  ASSERT_TRUE(isRoot(world, slot));
  const std::vector<Release> releases = {{.slot = slot, .cause = SplitCause::command}};
  const std::vector<std::uint32_t> released =
      releaseMembers(world, data.context, data.list, data.splitting, data.historyEdit, data.report, releases);
  EXPECT_EQ(found->members, members - released.size());
  EXPECT_LT(released.size(), 10U) << "the others hold each other";
  EXPECT_NE(found->floating.root, root);
  for (std::uint32_t i = 0; i < world.particles.size(); ++i) {
    EXPECT_TRUE(world.reduction.isFree(i) || isConnected(world, i));
  }
}

TEST(Floating, StaysItsLargestPieceWhereItBreaks) {
  World world = smoothBed(8, 8);
  StepData data;
  testing::run(world, data, 0.3);
  auto& all = world.reduction.aggregates;
  const auto found =
      std::find_if(all.begin(), all.end(), [](const Aggregate& one) { return one.floats() && one.members > 0; });
  ASSERT_NE(found, all.end());
  const auto index = static_cast<std::uint32_t>(found - all.begin());
  const std::uint64_t id = found->id;
  // The root in the smaller part, and a cut that leaves that a third.
  placeMembers(world);
  std::vector<std::uint32_t> members = membersOf(world, index);
  const auto placeOf = [&](std::uint32_t slot) { return world.particles.position[slot].x(); };
  std::sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) { return placeOf(a) < placeOf(b); });
  const double cut = placeOf(members[members.size() / 3]);
  found->floating.root = world.particles.id[members.front()];
  setLevels(world, membersOf(world, index));
  std::vector<Release> releases;
  std::size_t beyond = 0;
  for (const std::uint32_t slot : members) {
    if (std::abs(placeOf(slot) - cut) < kDiameter) {
      releases.push_back({.slot = slot, .cause = SplitCause::command});
    }
    beyond += placeOf(slot) >= cut + kDiameter ? 1 : 0;
  }
  releaseMembers(world, data.context, data.list, data.splitting, data.historyEdit, data.report, releases);
  EXPECT_EQ(all[index].id, id);
  EXPECT_GT(all[index].members, 0.9 * static_cast<double>(beyond));
  for (const std::uint32_t slot : members) {
    const bool stays = world.reduction.aggregateOf(slot) == index;
    EXPECT_TRUE(!stays || placeOf(slot) >= cut + kDiameter) << "the smaller piece, with the old root, is opened";
    EXPECT_TRUE(!stays || isConnected(world, slot));
  }
}

TEST(Floating, SplitsWhereItIsNotWantedOrNothingMovesIt) {
  World world = smoothBed(8, 8);
  StepData data;
  testing::run(world, data, 0.3);
  ASSERT_GT(largestFloating(world), 100U);
  World other = world;
  other.parameters.method = Method::scalar;
  ASSERT_TRUE(step(other, data));
  EXPECT_EQ(other.reduction.memberCount, 0U);
  World third = world;
  third.parameters.reduction.merge.smallestFloating = 0;
  testing::takeSteps(third, data, 200);
  EXPECT_EQ(third.reduction.memberCount, 0U);
}

TEST(Floating, ASavedStateGoesOnBitByBitWithAnyThreads) {
  World world = smoothBed(10, 10);
  StepData data;
  while (largestFloating(world) == 0 && world.time < 3.0) {
    ASSERT_TRUE(step(world, data));
  }
  testing::takeSteps(world, data, 20);
  ASSERT_GT(largestFloating(world), 100U);
  // A free grain hops, so that something happens.
  const auto free =
      static_cast<std::size_t>(std::find(world.reduction.aggregate.begin(), world.reduction.aggregate.end(), kFree) -
                               world.reduction.aggregate.begin());
  world.particles.velocity[free] = Vec3(0.1, 0.05, 0.3);
  const std::vector<std::byte> saved = saveState(world);
  testing::takeSteps(world, data, 60);
  EXPECT_GT(largestFloating(world), 100U);
  for (const int threads : {1, 2, 3}) {
    World again = restoreState(saved);
    ThreadPool pool(threads);
    StepData other;
    other.context.threads = &pool;
    testing::takeSteps(again, other, 60);
    EXPECT_EQ(stateHash(again), stateHash(world)) << threads;
  }
}

Vec3 centreOf(const World& world) {
  Vec3 moment = Vec3::Zero();
  double mass = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    moment += world.particles.mass[i] * world.particles.position[i];
    mass += world.particles.mass[i];
  }
  return moment / mass;
}

TEST(Floating, SlidesAsInFull) {
  // A smooth box that starts, moves on and stops: the bed goes along with it, pushed by its walls. How far the runs are
  // apart after the stop differs by a tenth from bed to bed.
  constexpr std::uint64_t kBeds = 4;
  double sliding = 0.0;
  double stopping = 0.0;
  for (std::uint64_t seed = 1; seed <= kBeds; ++seed) {
    World full = smoothBed(10, 8, 2.0, seed);
    full.bodies[0].drives.push_back({.motion = Translation{.direction = Vec3::UnitX()},
                                     .speed = {.value = 0.1, .start = 2.2, .stop = 3.2, .ramp = 0.2}});
    World merged = full;
    full.parameters.reduction.merging = Switch::off;
    StepData data;
    StepData other;
    double stopped = 0.0;
    bool floatsOnTheWay = false;
    while (full.time < 4.0) {
      ASSERT_TRUE(step(full, data));
      ASSERT_TRUE(step(merged, other));
      placeMembers(merged);
      double& farthest = full.time < 3.2 ? sliding : stopped;
      farthest = std::max(farthest, (centreOf(full) - centreOf(merged)).norm());
      floatsOnTheWay = floatsOnTheWay || (full.time > 2.7 && full.time < 3.0 && largestFloating(merged) > 100);
    }
    EXPECT_TRUE(floatsOnTheWay);
    stopping += stopped / kBeds;
  }
  EXPECT_LT(sliding, 0.005 * kDiameter);
  EXPECT_LT(stopping, 0.02 * kDiameter);
}

}  // namespace
}  // namespace scree
