// Lacey's index of two populations: closed forms, counts on lattices, and what a record keeps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "engine/analysis/mixing/lacey_index.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kSpacing = 0.01;       // m
constexpr double kEdge = 4 * kSpacing;  // of cells with 4 x 4 x 4 grains
constexpr int kSide = 16;               // grains of the lattice along x and y
constexpr int kHeight = 8;

/// A full lattice whose grains lie amid cells.
World lattice() {
  World world = testing::emptyWorld();
  for (int z = 0; z < kHeight; ++z) {
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x) {
        testing::addSphere(world, kSpacing * Vec3(x + 0.5, y + 0.5, z + 0.5), kSpacing);
      }
    }
  }
  return world;
}

MixingChoice choiceBy(MixingBy by, int least = 2) { return {.by = by, .cell = kEdge, .least = least}; }

void shuffle(World& world, std::mt19937& chance) {
  std::shuffle(world.particles.position.begin(), world.particles.position.end(), chance);
}

TEST(LaceyIndex, PureCellsGiveZero) {
  EXPECT_NEAR(laceyIndex({{10, 10}, {20, 0}, {30, 30}}), 0.0, 1e-15);
  World world = lattice();
  MixingRecord record(choiceBy(MixingBy::z));
  record.add(world);
  ASSERT_EQ(record.samples().size(), 1U);
  EXPECT_NEAR(record.samples()[0].index, 0.0, 1e-15);
  EXPECT_EQ(record.samples()[0].cells, 32U);
  EXPECT_EQ(record.samples()[0].share, 1.0);
}

/// Two cells of 10 with shares 3/4 and 1/4 of all, by hand: p = 1/2, s² = 1/16, s0² = 1/4, sR² = 1/4 · 1/39.
TEST(LaceyIndex, OfTwoCellsIsThatByHand) {
  EXPECT_NEAR(laceyIndex({{20, 15}, {20, 5}}), (0.25 - 0.0625) / (0.25 - 0.25 / 39.0), 1e-15);
  // Cells count by their grains: p = 18/40, s² = (30 (0.5 - 0.45)² + 10 (0.3 - 0.45)²)/40.
  const double segregated = 0.45 * 0.55;
  const double square = (30 * 0.05 * 0.05 + 10 * 0.15 * 0.15) / 40.0;
  EXPECT_NEAR(laceyIndex({{30, 15}, {10, 3}}), (segregated - square) / (segregated - segregated / 39.0), 1e-15);
}

TEST(LaceyIndex, HasNoMeaningWithOnePopulationOneCellOrOneGrainACell) {
  EXPECT_TRUE(std::isnan(laceyIndex({})));
  EXPECT_TRUE(std::isnan(laceyIndex({{5, 0}, {5, 0}})));
  EXPECT_TRUE(std::isnan(laceyIndex({{5, 5}, {5, 5}})));
  EXPECT_TRUE(std::isnan(laceyIndex({{10, 5}})));
  EXPECT_TRUE(std::isnan(laceyIndex({{1, 1}, {1, 0}})));
}

/// The mean over shuffles is 1 exactly; that of 400 is known to its standard error, also with cells of many sizes.
TEST(LaceyIndex, ShufflesGiveOne) {
  std::mt19937 chance(1);
  for (const std::vector<std::size_t>& sizes :
       {std::vector<std::size_t>(32, 64), std::vector<std::size_t>{3, 5, 40, 80, 12, 7, 150, 3}}) {
    std::size_t grains = 0;
    for (const std::size_t size : sizes) {
      grains += size;
    }
    std::vector<std::uint64_t> all(grains, 0);
    std::fill(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(grains / 3), 1);
    double sum = 0.0;
    double squares = 0.0;
    constexpr int kRepeats = 400;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      std::shuffle(all.begin(), all.end(), chance);
      std::vector<MixingCell> cells;
      std::size_t at = 0;
      for (const std::size_t size : sizes) {
        MixingCell& cell = cells.emplace_back(MixingCell{.grains = size});
        for (std::size_t end = at + size; at < end; ++at) {
          cell.first += all[at];
        }
      }
      const double index = laceyIndex(cells);
      sum += index;
      squares += index * index;
    }
    const double mean = sum / kRepeats;
    const double error = std::sqrt((squares / kRepeats - mean * mean) / kRepeats);
    EXPECT_NEAR(mean, 1.0, 3.0 * error);
    EXPECT_LT(error, 0.005);
  }
}

TEST(MixingRecord, AShuffledLatticeIsMixedByAnyPopulation) {
  std::mt19937 chance(2);
  World world = lattice();
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    world.particles.radius[i] *= i < world.particles.size() / 2 ? 0.9 : 1.0;
  }
  for (const MixingBy by : {MixingBy::x, MixingBy::y, MixingBy::z, MixingBy::size}) {
    World mixed = world;
    MixingRecord record(choiceBy(by));
    record.add(mixed);
    EXPECT_NEAR(record.samples()[0].index, 0.0, 1e-15) << static_cast<int>(by);
    shuffle(mixed, chance);
    mixed.time = 1.0;
    record.add(mixed);
    // 32 cells: the squares of 31 free shares scatter by sqrt(2/31), and sR² is 1/66 of s0².
    const double scatter = std::sqrt(2.0 / 31.0) / 65.0;
    EXPECT_NEAR(record.samples()[1].index, 1.0, 4.0 * scatter) << static_cast<int>(by);
  }
}

/// One of the four layers of each lower cell is exchanged with one of the cell above, so that the shares are 3/4 and
/// 1/4; then a second one, and they are halves.
TEST(MixingRecord, AKnownHalfMixedLatticeGivesTheComputedValue) {
  World world = lattice();
  MixingRecord record(choiceBy(MixingBy::z));
  record.add(world);
  const auto exchange = [&](int first, int second) {
    for (std::size_t i = 0; i < world.particles.size(); ++i) {
      double& z = world.particles.position[i].z();
      const int layer = static_cast<int>(std::floor(z / kSpacing));
      z += kSpacing * (layer == first ? second - first : layer == second ? first - second : 0);
    }
  };
  exchange(0, 7);
  world.time = 1.0;
  record.add(world);
  const double random = 0.25 * 31.0 / 2047.0;
  EXPECT_NEAR(record.samples().back().index, (0.25 - 0.0625) / (0.25 - random), 1e-14);
  exchange(1, 6);
  world.time = 2.0;
  record.add(world);
  EXPECT_NEAR(record.samples().back().index, 0.25 / (0.25 - random), 1e-14) << "half and half everywhere";
  EXPECT_NEAR(record.mean(), (0.1875 + 0.25) / (0.25 - random) / 3.0, 1e-14);
}

TEST(MixingRecord, CellsWithFewGrainsAndGrainsThatCameLaterAreLeftOut) {
  World world = lattice();
  testing::addSphere(world, Vec3(1.0, 1.0, 1.0), kSpacing);
  MixingRecord record(choiceBy(MixingBy::x, 10));
  record.add(world);
  EXPECT_EQ(record.samples()[0].cells, 32U);
  EXPECT_NEAR(record.samples()[0].share, 2048.0 / 2049.0, 1e-15);
  // Grains of the right side go, others come: these belong to no population.
  std::vector<char> gone(world.particles.size(), 0);
  for (std::size_t i = 0; i < gone.size(); ++i) {
    gone[i] = world.particles.position[i].x() > 0.5 * kSide * kSpacing ? 1 : 0;
  }
  world.particles.remove(gone);
  for (int i = 0; i < 100; ++i) {
    testing::addSphere(world, Vec3(0.01, 0.01, 0.01), kSpacing);
  }
  world.time = 1.0;
  record.add(world);
  EXPECT_EQ(record.samples()[1].cells, 16U);
  EXPECT_TRUE(std::isnan(record.samples()[1].index)) << "one population";
}

TEST(MixingRecord, CellsOfPeriodicSidesFillThem) {
  World world = lattice();
  world.periodic.lower = Vec3(-0.013, 0.0, 0.0);
  world.periodic.length = Vec3(kSide * kSpacing, 0.0, 0.0);
  MixingRecord record({.by = MixingBy::y, .cell = 1.1 * kEdge, .least = 2});
  record.add(world);
  // Along x four cells of a whole side, along y four of 44 mm, along z two.
  EXPECT_EQ(record.samples()[0].cells, 32U);
  // Moved by a whole period, and by a cell: the same.
  for (Vec3& place : world.particles.position) {
    place.x() += 7.0 * kSide * kSpacing;
  }
  world.time = 1.0;
  record.add(world);
  EXPECT_EQ(record.samples()[1].cells, 32U);
  EXPECT_NEAR(record.samples()[1].index, record.samples()[0].index, 1e-12);
}

TEST(MixingRecord, GoesOnFromItsMemory) {
  std::mt19937 chance(3);
  World world = lattice();
  MixingRecord whole(choiceBy(MixingBy::z));
  whole.add(world);
  MixingRecord second(choiceBy(MixingBy::z));
  second.goOn(whole.memory());
  shuffle(world, chance);
  world.time = 1.0;
  whole.add(world);
  second.add(world);
  second.add(world);
  ASSERT_EQ(second.samples().size(), 2U) << "once an instant";
  EXPECT_EQ(second.samples()[1].index, whole.samples()[1].index);
}

TEST(MixingRecord, OfNoGrainsWaitsForThem) {
  World world = testing::emptyWorld();
  MixingRecord record;
  record.add(world);
  EXPECT_TRUE(record.samples().empty());
  EXPECT_TRUE(std::isnan(record.mean()));
  World full = lattice();
  record.add(full);
  ASSERT_EQ(record.samples().size(), 1U);
  EXPECT_NEAR(record.cell(), 4.0 * kSpacing, 1e-12) << "four mean diameters";
  EXPECT_EQ(whyNotMixed(full, MixingBy::size), "all grains have one size");
  EXPECT_EQ(whyNotMixed(full, MixingBy::material), "all grains are of one material");
  EXPECT_EQ(whyNotMixed(full, MixingBy::x), "");
}

}  // namespace
}  // namespace scree
