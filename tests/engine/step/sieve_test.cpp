// Sinks that take particles by size: the law of a gap, rows of gaps, chance that depends on nothing but the particle.
#include "engine/geometry/sieve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "engine/base/parallel.h"
#include "engine/base/random.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/step/exchange.h"
#include "engine/world/placement.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kRowSpacing = 0.04;  // m, of rows
constexpr int kRows = 12;
constexpr double kFlightSpeed = 0.5;  // m/s

/// Screen from x = 0 on with equal gaps between bars of 30 mm.
Sink screen(Openings openings, std::optional<double> bar = 0.03, double gap = 0.01) {
  Sink sink;
  sink.name = "fines";
  sink.halfExtents = Vec3(0.5 * kRows * kRowSpacing, 10.0, 0.02);
  sink.pose.position = Vec3(sink.halfExtents.x(), 0.0, 0.0);
  sink.sieve = Sieve{.gaps = std::vector<double>(kRows, gap), .bar = bar, .openings = openings, .seed = 11};
  return sink;
}

/// Particles fly over the whole screen in a row, without gravity and contacts.
void flyOver(World& world) {
  StepData data;
  const int steps = static_cast<int>((kRows + 2) * kRowSpacing / (kFlightSpeed * world.parameters.timeStep));
  for (int i = 0; i < steps; ++i) {
    exchangeParticles(world, data.context, data.list, data.report, data.granulation);
    for (std::size_t p = 0; p < world.particles.size(); ++p) {
      world.particles.position[p] += world.parameters.timeStep * world.particles.velocity[p];
    }
    world.time += world.parameters.timeStep;
    ++world.step;
  }
}

World flight(const Sink& sink, int count, double diameter) {
  World world = testing::emptyWorld();
  world.parameters.gravity.setZero();
  world.sinks.push_back(sink);
  for (int i = 0; i < count; ++i) {
    testing::addSphere(world, Vec3(-0.5 * kRowSpacing, 1e-4 * (i - count / 2), 0.0), diameter,
                       Vec3(kFlightSpeed, 0.0, 0.0));
  }
  return world;
}

double massIn(const World& world) {
  double mass = 0.0;
  for (const double m : world.particles.mass) {
    mass += m;
  }
  return mass;
}

TEST(Sieve, HasTheChanceOfTheLaw) {
  Sieve slots{.gaps = {0.01, 0.02}, .bar = 0.03};
  EXPECT_DOUBLE_EQ(passageOf(slots, 0, 0.006), 0.1);
  EXPECT_DOUBLE_EQ(passageOf(slots, 1, 0.01), 0.2);
  EXPECT_EQ(passageOf(slots, 0, 0.01), 0.0);
  EXPECT_EQ(passageOf(slots, 0, 0.02), 0.0);
  slots.openings = Openings::squares;
  EXPECT_DOUBLE_EQ(passageOf(slots, 0, 0.006), 0.01);
  slots.bar = std::nullopt;
  EXPECT_EQ(passageOf(slots, 0, 0.0099999), 1.0);
  EXPECT_EQ(passageOf(slots, 0, 0.01), 0.0);
  slots.bar = 0.0;
  slots.openings = Openings::slots;
  EXPECT_DOUBLE_EQ(passageOf(slots, 0, 0.006), 0.4);
}

TEST(Sieve, RowsShareTheLengthOfTheBox) {
  Sieve sieve{.gaps = {1.0, 2.0, 3.0, 4.0}};
  EXPECT_EQ(rowAt(sieve, 2.0, -2.0).number, 0U);
  EXPECT_EQ(rowAt(sieve, 2.0, -1.001).number, 0U);
  EXPECT_EQ(rowAt(sieve, 2.0, -0.999).number, 1U);
  EXPECT_EQ(rowAt(sieve, 2.0, 2.0).number, 3U);
  EXPECT_EQ(rowAt(sieve, 2.0, 9.0).number, 3U);
  EXPECT_EQ(rowAt(sieve, 2.0, -9.0).number, 0U);
  EXPECT_EQ(rowAt(sieve, 2.0, 0.5).lower, 0.0);
  EXPECT_EQ(rowAt(sieve, 2.0, 0.5).upper, 1.0);
  sieve.isBackwards = true;
  EXPECT_EQ(rowAt(sieve, 2.0, -1.5).number, 3U);
  EXPECT_EQ(rowAt(sieve, 2.0, 1.5).number, 0U);
  EXPECT_EQ(rowAt(sieve, 2.0, 1.5).lower, 1.0);
}

/// Numbers of one particle at many rows, and of many particles at one row, are uniform: their mean is within four
/// standard errors of a half, and neighbours do not go together.
TEST(Sieve, ChanceIsUniformAndIndependent) {
  constexpr int kCount = 100000;
  for (const bool overRows : {false, true}) {
    double sum = 0.0;
    double products = 0.0;
    double last = 0.5;
    for (std::uint64_t i = 0; i < kCount; ++i) {
      const double u = overRows ? uniformOf(5, 17, i) : uniformOf(5, i, 17);
      ASSERT_GE(u, 0.0);
      ASSERT_LT(u, 1.0);
      sum += u;
      products += (u - 0.5) * (last - 0.5);
      last = u;
    }
    EXPECT_NEAR(sum / kCount, 0.5, 4.0 * std::sqrt(1.0 / 12.0 / kCount));
    EXPECT_NEAR(products / kCount, 0.0, 4.0 / 12.0 / std::sqrt(kCount));
  }
  EXPECT_NE(uniformOf(5, 1, 2), uniformOf(5, 2, 1));
  EXPECT_NE(uniformOf(5, 1, 2), uniformOf(6, 1, 2));
}

/// Of n independent chances p the share 1 - (1 - p)^n passes, within three standard errors.
TEST(Sieve, TakesTheShareOfIndependentChances) {
  constexpr int kCount = 20000;
  for (const Openings openings : {Openings::slots, Openings::squares}) {
    for (const double diameter : {0.004, 0.008, 0.0095}) {
      World world = flight(screen(openings), kCount, diameter);
      const double mass = massIn(world);
      flyOver(world);
      const double once = passageOf(*world.sinks[0].sieve, 0, diameter);
      const double expected = 1.0 - std::pow(1.0 - once, kRows);
      const double share = static_cast<double>(world.sinks[0].departures.size()) / kCount;
      EXPECT_NEAR(share, expected, 3.0 * std::sqrt(expected * (1.0 - expected) / kCount))
          << diameter << (openings == Openings::slots ? " slots" : " squares");
      EXPECT_NEAR(massIn(world) + world.sinks[0].mass, mass, 1e-9 * mass);
      EXPECT_EQ(world.particles.size() + world.sinks[0].departures.size(), static_cast<std::size_t>(kCount));
    }
  }
}

TEST(Sieve, TakesNothingAsLargeAsTheGap) {
  for (const std::optional<double>& bar : {std::optional<double>(), std::optional(0.0), std::optional(0.03)}) {
    for (const double diameter : {0.01, 0.0100001, 0.03}) {
      World world = flight(screen(Openings::slots, bar), 500, diameter);
      flyOver(world);
      EXPECT_EQ(world.sinks[0].departures.size(), 0U);
    }
  }
  World world = flight(screen(Openings::slots, std::nullopt), 500, 0.0099);
  flyOver(world);
  EXPECT_EQ(world.sinks[0].departures.size(), 500U) << "without bars all that are smaller pass";
}

/// Gaps that widen along the screen: a grain goes at the first gap that is wider than it.
TEST(Sieve, TakesEachSizeAtItsRow) {
  for (const bool isBackwards : {false, true}) {
    Sink sink = screen(Openings::slots, std::nullopt);
    sink.sieve->isBackwards = isBackwards;
    for (int row = 0; row < kRows; ++row) {
      sink.sieve->gaps[static_cast<std::size_t>(row)] = 0.004 + 0.001 * row;
    }
    for (const double diameter : {0.0035, 0.0075, 0.0145}) {
      World world = flight(sink, 50, diameter);
      flyOver(world);
      ASSERT_EQ(world.sinks[0].departures.size(), 50U);
      // Backwards the widest gap comes first.
      const double row = isBackwards ? 0.0 : std::max(0.0, std::floor((diameter - 0.004) / 0.001) + 1.0);
      for (const Departure& gone : world.sinks[0].departures) {
        EXPECT_GE(gone.position.x(), row * kRowSpacing - 1e-12);
        EXPECT_LE(gone.position.x(), (row + 1.0) * kRowSpacing);
      }
    }
  }
}

/// A grain that does not move has one chance, however long it lies there.
TEST(Sieve, GivesAGrainOneChanceARow) {
  World world = flight(screen(Openings::slots), 2000, 0.006);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    world.particles.position[i].x() = 2.5 * kRowSpacing;
    world.particles.velocity[i].setZero();
  }
  StepData data;
  std::size_t first = 0;
  for (int i = 0; i < 100; ++i) {
    exchangeParticles(world, data.context, data.list, data.report, data.granulation);
    ++world.step;
    first = i == 8 ? world.sinks[0].departures.size() : first;
  }
  EXPECT_EQ(world.sinks[0].departures.size(), first);
  EXPECT_NEAR(static_cast<double>(first), 200.0, 3.0 * std::sqrt(2000.0 * 0.1 * 0.9));
}

/// Grains of several sizes on a belt below a screen that lies on it.
World beltUnderScreen(Switch merging) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.reduction.merging = merging;
  const std::uint32_t belt = testing::addShape(world, Rectangle{2.0, 0.3});
  world.bodies[belt].shapes[0].surfaceVelocity = Vec3(0.2, 0.0, 0.0);
  Sink sink = screen(Openings::slots);
  sink.halfExtents.y() = 0.3;
  world.sinks.push_back(sink);
  Random random(3);
  for (int i = 0; i < 15; ++i) {
    for (int j = 0; j < 8; ++j) {
      const double diameter = random.uniform(0.006, 0.013);
      testing::addSphere(world, Vec3(-0.4 + 0.0135 * i, 0.0135 * j, 0.5 * diameter), diameter, Vec3(0.2, 0.0, 0.0));
    }
  }
  return world;
}

TEST(Sieve, GivesTheSameBitsForAnyThreadsAndAfterSaving) {
  for (const Switch merging : {Switch::off, Switch::on}) {
    World world = beltUnderScreen(merging);
    StepData data;
    testing::takeSteps(world, data, 300);
    EXPECT_GT(world.sinks[0].departures.size(), 0U);
    World restored = restoreState(saveState(world));
    EXPECT_EQ(saveState(restored), saveState(world));
    EXPECT_EQ(restored.sinks[0].sieve->gaps, world.sinks[0].sieve->gaps);
    EXPECT_EQ(restored.sinks[0].sieve->bar, world.sinks[0].sieve->bar);
    ThreadPool pool(3);
    StepData fresh;
    fresh.context.threads = &pool;
    testing::takeSteps(world, data, 300);
    testing::takeSteps(restored, fresh, 300);
    EXPECT_EQ(stateHash(restored), stateHash(world));
    EXPECT_GT(restored.sinks[0].departures.size(), 5U);
    EXPECT_GT(restored.particles.size(), 20U);
  }
}

TEST(Sieve, IsPartOfTheHash) {
  World world = beltUnderScreen(Switch::off);
  const std::uint64_t hash = stateHash(world);
  world.sinks[0].sieve->gaps[3] *= 1.1;
  EXPECT_NE(stateHash(world), hash);
  world.sinks[0].sieve.reset();
  EXPECT_NE(stateHash(world), hash);
}

/// Merged with the belt a grain has the same chances, and those that stay are not split off.
TEST(Sieve, SplitsOffOnlyThoseThatPass) {
  World world = beltUnderScreen(Switch::on);
  world.sinks[0].sieve->bar = std::nullopt;
  const auto isSmall = [](double radius) { return 2.0 * radius < 0.01; };
  const auto small =
      static_cast<std::size_t>(std::count_if(world.particles.radius.begin(), world.particles.radius.end(), isSmall));
  StepData data;
  testing::takeSteps(world, data, 300);
  EXPECT_GT(world.reduction.levelOf(world.particles.size()).level(), 0.5);
  testing::takeSteps(world, data, 200);
  EXPECT_EQ(world.sinks[0].departures.size(), small);
  EXPECT_TRUE(std::none_of(world.particles.radius.begin(), world.particles.radius.end(), isSmall));
  const std::uint64_t splits = world.reduction.counts.splits[static_cast<std::size_t>(SplitCause::sink)];
  EXPECT_GT(splits, 0U);
  EXPECT_LE(splits, small);
}

/// A sieve that is thinner than the way in a step is passed by nothing that it lets through, and by all others.
TEST(Sieve, ThinOnesCatchWhatFallsThrough) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  Sink sink = screen(Openings::slots, std::nullopt);
  sink.halfExtents = Vec3(2.0, 2.0, 1e-5);
  sink.pose.position = Vec3(0.0, 0.0, -1.0);
  world.sinks.push_back(sink);
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    testing::addSphere(world, Vec3(0.03 * (i % 10), 0.03 * (i / 10), random.uniform(0.0, 0.3)),
                       i % 2 == 0 ? 0.008 : 0.012);
  }
  StepData data;
  testing::run(world, data, 0.8);
  EXPECT_EQ(world.sinks[0].departures.size(), 100U);
  ASSERT_EQ(world.particles.size(), 100U);
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    EXPECT_EQ(world.particles.radius[i], 0.006);
    EXPECT_LT(world.particles.position[i].z(), -1.0);
  }
}

TEST(Sieve, StatesWithSievesThatCannotBeAreRefused) {
  const World sound = beltUnderScreen(Switch::off);
  const auto isRefused = [&](auto&& spoil) {
    World world = sound;
    spoil(*world.sinks[0].sieve);
    try {
      static_cast<void>(restoreState(saveState(world)));
    } catch (const StateError& error) {
      return std::string(error.what()).find("sieve") != std::string::npos;
    }
    return false;
  };
  EXPECT_TRUE(isRefused([](Sieve& sieve) { sieve.gaps.clear(); }));
  EXPECT_TRUE(isRefused([](Sieve& sieve) { sieve.gaps[2] = -0.01; }));
  EXPECT_TRUE(isRefused([](Sieve& sieve) { sieve.axis = 3; }));
  EXPECT_TRUE(isRefused([](Sieve& sieve) { sieve.bar = -1.0; }));
  EXPECT_FALSE(isRefused([](Sieve&) {}));
}

}  // namespace
}  // namespace scree
