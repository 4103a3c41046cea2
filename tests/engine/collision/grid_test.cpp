#include "engine/collision/grid.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

#include "engine/base/parallel.h"
#include "engine/base/random.h"
#include "engine/collision/rounded_spheres.h"
#include "tests/support/random_bed.h"

namespace scree {
namespace {

using testing::Cloud;

/// Every pair tested, with the same tolerance of touching.
std::vector<ParticlePair> allPairs(const Cloud& cloud, const std::vector<double>& margins = {}) {
  const auto reach = [&](std::size_t i) {
    return (1.0 + 1e-9) * cloud.radii[i] + (margins.empty() ? 0.0 : margins[i]);
  };
  std::vector<ParticlePair> pairs;
  for (std::uint32_t i = 0; i < cloud.positions.size(); ++i) {
    for (std::uint32_t j = i + 1; j < cloud.positions.size(); ++j) {
      const double both = reach(i) + reach(j);
      if ((cloud.positions[i] - cloud.positions[j]).squaredNorm() <= both * both) {
        pairs.push_back({i, j});
      }
    }
  }
  return pairs;
}

Cloud randomCloud(Random& random, std::size_t count, double ratio, double spread, const Vec3& centre) {
  Cloud cloud;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 unit(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    cloud.positions.push_back(centre + spread * unit);
    cloud.radii.push_back(0.01 * std::pow(ratio, random.uniform()));
  }
  return cloud;
}

void add(Cloud& cloud, const Cloud& part) {
  cloud.positions.insert(cloud.positions.end(), part.positions.begin(), part.positions.end());
  cloud.radii.insert(cloud.radii.end(), part.radii.begin(), part.radii.end());
}

void expectAllPairs(const Cloud& cloud, const std::string& what, const std::vector<double>& margins = {}) {
  const std::vector<ParticlePair> expected = allPairs(cloud, margins);
  for (const int threads : {1, 2, 3, 8}) {
    const auto pool = threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr;
    Grid grid;
    std::vector<ParticlePair> pairs;
    grid.findPairs(cloud.positions, cloud.radii, margins, pool.get(), pairs);
    ASSERT_EQ(pairs, expected) << what << ", threads " << threads;
    const std::vector<std::uint32_t> order(grid.spatialOrder().begin(), grid.spatialOrder().end());
    // A second use finds the same: nothing is left over from the first, nor from another search between.
    grid.findPairs(std::span(cloud.positions).first(cloud.positions.size() / 2), cloud.radii, margins, pool.get(),
                   pairs);
    grid.findPairs(cloud.positions, cloud.radii, margins, pool.get(), pairs);
    ASSERT_EQ(pairs, expected) << what << ", second use";
    ASSERT_TRUE(std::ranges::equal(order, grid.spatialOrder())) << what << ", order of the second use";
  }
}

TEST(Grid, EqualsAllPairsForEverySizeRatio) {
  Random random(1);
  for (const double ratio : {1.0, 1.3, 2.0, 4.0, 8.0, 20.0}) {
    const Cloud cloud = randomCloud(random, 700, ratio, 0.15, Vec3::Zero());
    ASSERT_GT(allPairs(cloud).size(), 100U);
    expectAllPairs(cloud, "ratio " + std::to_string(ratio));
  }
}

TEST(Grid, SpansSeveralPiecesOfWork) {
  Random random(2);
  expectAllPairs(randomCloud(random, 3000, 3.0, 0.3, Vec3::Zero()), "3000 spheres");
}

TEST(Grid, ClusteredAndCoincident) {
  Random random(3);
  Cloud cloud = randomCloud(random, 200, 5.0, 0.01, Vec3(1, 2, 3));
  add(cloud, randomCloud(random, 200, 5.0, 0.05, Vec3(-4, 0, 0.5)));
  for (int i = 0; i < 5; ++i) {
    cloud.positions.push_back(cloud.positions[0]);
    cloud.radii.push_back(cloud.radii[0]);
  }
  expectAllPairs(cloud, "clusters");
}

TEST(Grid, NegativeFarAndHugeCoordinates) {
  Random random(4);
  for (const double far : {-10.0, 1e3, -1e5, 1e7, 1e12}) {
    expectAllPairs(randomCloud(random, 300, 3.0, 0.1, Vec3(far, -far, 0.5 * far)), "far " + std::to_string(far));
  }
  // Near and far at once, so that cells at the border of the grid hold strangers.
  Cloud cloud = randomCloud(random, 200, 3.0, 0.1, Vec3::Zero());
  const Cloud away = randomCloud(random, 200, 3.0, 0.1, Vec3::Constant(3e7));
  const Cloud further = randomCloud(random, 200, 3.0, 1e9, Vec3::Constant(-3e9));
  for (const Cloud& part : {away, further}) {
    add(cloud, part);
  }
  expectAllPairs(cloud, "near and far");
}

TEST(Grid, ExactLatticeTouchesAlongItsEdges) {
  Cloud cloud;
  const int n = 8;
  for (int i = 0; i < n * n * n; ++i) {
    cloud.positions.emplace_back(0.013 * (i % n), 0.013 * (i / n % n), 0.013 * (i / n / n));
    cloud.radii.push_back(0.0065);
  }
  expectAllPairs(cloud, "lattice");
  EXPECT_EQ(allPairs(cloud).size(), static_cast<std::size_t>(3 * n * n * (n - 1)));
}

TEST(Grid, NonFinitePositionsFindNobody) {
  Random random(5);
  Cloud cloud = randomCloud(random, 300, 2.0, 0.05, Vec3::Zero());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  cloud.positions[10].x() = nan;
  cloud.positions[0] = Vec3::Constant(nan);
  cloud.positions[299].z() = infinite;
  cloud.positions[150].y() = -infinite;
  expectAllPairs(cloud, "not finite");
}

TEST(Grid, EmptyAndSingle) {
  expectAllPairs({}, "empty");
  expectAllPairs({{Vec3::Zero()}, {0.01}}, "single");
  expectAllPairs({{Vec3::Constant(std::numeric_limits<double>::quiet_NaN())}, {0.01}}, "single, not finite");
}

TEST(Grid, MarginsExtendTheReach) {
  Random random(6);
  for (const double ratio : {1.0, 3.0, 30.0}) {
    const Cloud cloud = randomCloud(random, 600, ratio, 0.2, Vec3::Zero());
    std::vector<double> margins;
    for (std::size_t i = 0; i < cloud.radii.size(); ++i) {
      margins.push_back(i % 3 == 0 ? 0.0 : 0.01 * random.uniform());
    }
    ASSERT_GT(allPairs(cloud, margins).size(), allPairs(cloud).size());
    expectAllPairs(cloud, "margins, ratio " + std::to_string(ratio), margins);
    margins[17] = 0.1;  // one fast sphere has a level to itself
    expectAllPairs(cloud, "one large margin, ratio " + std::to_string(ratio), margins);
  }
  // Exactly at reach: two spheres 5 mm apart with 2 and 3 mm to go.
  const Cloud two = {{Vec3::Zero(), Vec3(0.025, 0, 0)}, {0.01, 0.01}};
  expectAllPairs(two, "two apart");
  EXPECT_TRUE(allPairs(two).empty());
  expectAllPairs(two, "two at reach", {0.002, 0.003});
  EXPECT_EQ(allPairs(two, {0.002, 0.003}).size(), 1U);
  EXPECT_TRUE(allPairs(two, {0.002, 0.0029}).empty());
}

TEST(Grid, MarginThatIsNotFiniteFindsNobody) {
  Random random(7);
  const Cloud cloud = randomCloud(random, 100, 1.5, 0.04, Vec3::Zero());
  std::vector<double> margins(100, 0.001);
  margins[50] = std::numeric_limits<double>::infinity();
  margins[51] = std::numeric_limits<double>::quiet_NaN();
  Cloud without = cloud;
  without.positions[50] = without.positions[51] = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
  Grid grid;
  std::vector<ParticlePair> pairs;
  grid.findPairs(cloud.positions, cloud.radii, margins, nullptr, pairs);
  EXPECT_EQ(pairs, allPairs(without, margins));
  EXPECT_EQ(grid.spatialOrder().size(), 98U);
}

/// Clouds of every kind: dense, thin, flat, long, diagonal, of one or many sizes, with and without margins.
TEST(Grid, EqualsAllPairsForRandomClouds) {
  Random random(8);
  std::size_t found = 0;
  for (int round = 0; round < 300; ++round) {
    const auto count = static_cast<std::size_t>(random.uniform(1, 400));
    const double ratio = std::pow(100.0, random.uniform() * random.uniform());
    const double spread = 0.02 * std::pow(100.0, random.uniform());
    const Vec3 shape(std::pow(random.uniform(), 3), std::pow(random.uniform(), 3), std::pow(random.uniform(), 3));
    Cloud cloud = randomCloud(random, count, ratio, spread, Vec3::Zero());
    const bool diagonal = round % 5 == 0;
    for (Vec3& p : cloud.positions) {
      p = diagonal ? Vec3(p.x() * shape + Vec3::Constant(10.0 * p.x()) + 0.01 * p) : Vec3(p.cwiseProduct(shape));
    }
    std::vector<double> margins;
    for (std::size_t i = 0; i < count && round % 2 == 0; ++i) {
      margins.push_back(0.005 * random.uniform());
    }
    const std::vector<ParticlePair> expected = allPairs(cloud, margins);
    Grid grid;
    std::vector<ParticlePair> pairs;
    grid.findPairs(cloud.positions, cloud.radii, margins, nullptr, pairs);
    ASSERT_EQ(pairs, expected) << "round " << round;
    found += pairs.size();
  }
  EXPECT_GT(found, 10000U);
}

TEST(Grid, OneLargeAmongManySmall) {
  Random random(9);
  Cloud cloud = randomCloud(random, 1500, 1.2, 0.2, Vec3::Zero());
  cloud.positions[700] = Vec3::Zero();
  cloud.radii[700] = 1.0;
  cloud.positions[1499] = Vec3(0.9, 0, 0);
  cloud.radii[1499] = 0.8;
  ASSERT_GT(allPairs(cloud).size(), 1500U);
  expectAllPairs(cloud, "one to a hundred");
}

TEST(Grid, AFewThatReachFarAmongMany) {
  // As fast grains do in a bed at rest: those few look for the others, across many of their cells.
  Random random(8);
  for (const double farthest : {0.02, 0.1, 0.7}) {
    for (const Vec3& centre : {Vec3(0, 0, 0), Vec3(-70, 3, 900)}) {
      Cloud cloud = randomCloud(random, 4000, 1.2, 0.18, centre);
      std::vector<double> margins(cloud.positions.size());
      for (std::size_t i = 0; i < margins.size(); ++i) {
        margins[i] = i % 211 == 0 ? farthest * (1.0 - 0.6 * random.uniform()) : 0.002 * random.uniform();
      }
      // At the corner of the box of all, so that lines of cells end there, and beyond it on one side.
      cloud.positions[211] = centre + Vec3::Constant(0.18);
      cloud.positions[422] = centre - Vec3(0.18, 0.18, 0.5);
      expectAllPairs(cloud, "reach " + std::to_string(farthest) + " about " + std::to_string(centre.x()), margins);
    }
  }
}

TEST(Grid, AllAtOnePoint) {
  const Cloud cloud = {std::vector<Vec3>(300, Vec3(0.1, -2.0, 3.0)), std::vector<double>(300, 0.01)};
  EXPECT_EQ(allPairs(cloud).size(), 300U * 299U / 2U);
  expectAllPairs(cloud, "one point");
}

TEST(Grid, ThinGasAndLongDiagonal) {
  Random random(10);
  expectAllPairs(randomCloud(random, 1500, 2.0, 2.0, Vec3::Zero()), "gas");
  Cloud line = randomCloud(random, 1500, 2.0, 0.005, Vec3::Zero());
  for (std::size_t i = 0; i < line.positions.size(); ++i) {
    line.positions[i] += Vec3::Constant(0.01 * static_cast<double>(i));
  }
  ASSERT_GT(allPairs(line).size(), 500U);
  expectAllPairs(line, "diagonal");
}

/// Strays far from a bed cost little time and no memory: the table of cells stays as large as the spheres need, and
/// strangers that share cells are too few to matter. The bound has a factor of ten to spare over what it costs.
TEST(Grid, FarStraysCostLittle) {
  testing::Cloud bed = testing::randomBed(20000, 0.013, 20, true, 1);
  Grid grid;
  std::vector<ParticlePair> alone;
  const auto seconds = [&](std::vector<ParticlePair>& pairs) {
    double least = 1e9;
    for (int k = 0; k < 5; ++k) {
      const auto start = std::chrono::steady_clock::now();
      grid.findPairs(bed.positions, bed.radii, {}, nullptr, pairs);
      least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return least;
  };
  const double without = seconds(alone);
  ASSERT_GT(alone.size(), 40000U);
  Random random(11);
  for (const double far : {1e3, 1e6, 1e12}) {
    const std::size_t count = bed.positions.size();
    for (int k = 0; k < 50; ++k) {
      bed.positions.emplace_back(far * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)));
      bed.radii.push_back(0.0065);
    }
    std::vector<ParticlePair> pairs;
    EXPECT_LT(seconds(pairs), 10.0 * without) << "strays at " << far << " m";
    EXPECT_EQ(pairs, alone);
    bed.positions.resize(count);
    bed.radii.resize(count);
  }
}

/// Restores the processor's own choice of instructions.
struct ChosenInstructions {
  explicit ChosenInstructions(std::int64_t target) { choose(target); }
  ~ChosenInstructions() { choose(0); }
  static void choose(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

TEST(Grid, FindsTheSameWithEveryInstructionSet) {
  Random random(12);
  const Cloud bed = testing::randomBed(2000, 0.013, 10, true, 3);
  const Cloud mixed = randomCloud(random, 1500, 30.0, 0.3, Vec3(100, 0, 0));
  Cloud lattice = testing::randomBed(1000, 0.013, 10, true, 4);
  for (std::size_t i = 0; i < lattice.positions.size(); ++i) {
    lattice.positions[i] = Vec3(0.013 * static_cast<double>(i % 10), 0.013 * static_cast<double>(i / 10 % 10),
                                0.013 * static_cast<double>(i / 100) + 1000.0);
    lattice.radii[i] = 0.0065;
  }
  const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  ASSERT_FALSE(targets.empty());
  for (const std::int64_t target : targets) {
    const ChosenInstructions chosen(target);
    const std::string name = hwy::TargetName(target);
    expectAllPairs(bed, "bed, " + name);
    expectAllPairs(mixed, "mixed sizes, " + name);
    expectAllPairs(lattice, "lattice, " + name);
  }
}

/// Gaps far below what single precision can tell at this distance from the middle.
TEST(Grid, DoubtsAreSettledInDoublePrecision) {
  Cloud cloud;
  for (int i = 0; i < 400; ++i) {
    const double gap = (i % 2 == 0 ? 1.0 : -1.0) * 1e-9 * (1 + i % 7);
    const Vec3 place(0.1 * (i % 20), 0.1 * (i / 20), 0.0);
    cloud.positions.push_back(place);
    cloud.positions.emplace_back(place + Vec3(0.6, 0.8, 0.0) * (0.02 * (1.0 + 1e-9) + gap));
    cloud.radii.insert(cloud.radii.end(), 2, 0.01);
  }
  EXPECT_EQ(allPairs(cloud).size(), 200U);
  expectAllPairs(cloud, "doubts");
}

TEST(Grid, SpatialOrderHoldsEverySlotOnceAndNeighboursNearEachOther) {
  testing::Cloud bed = testing::randomBed(5000, 0.013, 10, true, 2);
  bed.positions[7].x() = std::numeric_limits<double>::quiet_NaN();
  Grid grid;
  std::vector<ParticlePair> pairs;
  grid.findPairs(bed.positions, bed.radii, {}, nullptr, pairs);
  std::vector<std::uint32_t> sorted(grid.spatialOrder().begin(), grid.spatialOrder().end());
  double step = 0.0;
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    step += (bed.positions[sorted[k]] - bed.positions[sorted[k - 1]]).norm();
  }
  // From one to the next it is about a diameter; in random order it would be a third of the bed's 0.24 m.
  EXPECT_LT(step / static_cast<double>(sorted.size()), 2.0 * 0.013);
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> expected(5000);
  std::iota(expected.begin(), expected.end(), 0U);
  expected.erase(expected.begin() + 7);
  EXPECT_EQ(sorted, expected);
}

TEST(RoundedSpheres, FindWhomEachMeets) {
  Random random(5);
  for (const Vec3& centre : {Vec3(0, 0, 0), Vec3(40, -900, 3)}) {
    Cloud cloud = randomCloud(random, 300, 3.0, 0.1, centre);
    std::vector<double> margins(cloud.positions.size());
    for (double& margin : margins) {
      margin = 0.004 * random.uniform();
    }
    // Touching exactly, and one that is no number.
    cloud.positions[7] = cloud.positions[8] + Vec3(cloud.radii[7] + cloud.radii[8] + margins[7] + margins[8], 0, 0);
    cloud.positions[9].x() = std::numeric_limits<double>::quiet_NaN();
    const Spheres spheres{cloud.positions, cloud.radii, margins};
    // For all of them in slices, for one in one piece.
    ThreadPool pool(3);
    for (const std::size_t asked : {cloud.positions.size(), std::size_t{1}}) {
      RoundedSpheres rounded;
      rounded.set(spheres, asked, &pool);
      for (const std::int64_t set : hwy::SupportedAndGeneratedTargets()) {
        const ChosenInstructions chosen(set);
        std::vector<ParticlePair> pairs;
        for (std::uint32_t one = 0; one < cloud.positions.size(); ++one) {
          std::vector<std::uint32_t> found;
          rounded.findMeeting(spheres, one, found);
          for (const std::uint32_t other : found) {
            pairs.push_back({one, other});
          }
        }
        std::erase_if(pairs, [](const ParticlePair& pair) { return pair.first > pair.second; });
        EXPECT_EQ(pairs, allPairs(cloud, margins)) << hwy::TargetName(set);
        EXPECT_GT(pairs.size(), 300U);
      }
    }
  }
}

TEST(RoundedSpheres, WithoutEndMeetNobody) {
  const std::vector<Vec3> positions = {Vec3::Zero(), Vec3(0.01, 0, 0), Vec3(0, 0.01, 0)};
  const std::vector<double> radii = {0.01, 0.01, std::numeric_limits<double>::infinity()};
  const Spheres spheres{positions, radii, {}};
  RoundedSpheres rounded;
  rounded.set(spheres, 1, nullptr);
  std::vector<std::uint32_t> found;
  rounded.findMeeting(spheres, 0, found);
  EXPECT_EQ(found, std::vector<std::uint32_t>{1});
  found.clear();
  rounded.findMeeting(spheres, 2, found);
  EXPECT_TRUE(found.empty());
}

}  // namespace
}  // namespace scree
