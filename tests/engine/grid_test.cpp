#include "engine/collision/grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "engine/base/parallel.h"
#include "engine/base/random.h"

namespace scree {
namespace {

struct Cloud {
  std::vector<Vec3> positions;
  std::vector<double> radii;
};

/// Every pair tested, with the same tolerance of touching.
std::vector<ParticlePair> allPairs(const Cloud& cloud) {
  std::vector<ParticlePair> pairs;
  for (std::uint32_t i = 0; i < cloud.positions.size(); ++i) {
    for (std::uint32_t j = i + 1; j < cloud.positions.size(); ++j) {
      const double reach = (1.0 + 1e-9) * (cloud.radii[i] + cloud.radii[j]);
      if ((cloud.positions[i] - cloud.positions[j]).squaredNorm() <= reach * reach) {
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

void expectAllPairs(const Cloud& cloud, const std::string& what) {
  const std::vector<ParticlePair> expected = allPairs(cloud);
  for (const int threads : {1, 2, 3, 8}) {
    const auto pool = threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr;
    Grid grid;
    std::vector<ParticlePair> pairs;
    grid.findPairs(cloud.positions, cloud.radii, pool.get(), pairs);
    ASSERT_EQ(pairs, expected) << what << ", threads " << threads;
    // A second use finds the same: nothing is left over from the first.
    grid.findPairs(cloud.positions, cloud.radii, pool.get(), pairs);
    ASSERT_EQ(pairs, expected) << what << ", second use";
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
  const Cloud other = randomCloud(random, 200, 5.0, 0.05, Vec3(-4, 0, 0.5));
  cloud.positions.insert(cloud.positions.end(), other.positions.begin(), other.positions.end());
  cloud.radii.insert(cloud.radii.end(), other.radii.begin(), other.radii.end());
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
    cloud.positions.insert(cloud.positions.end(), part.positions.begin(), part.positions.end());
    cloud.radii.insert(cloud.radii.end(), part.radii.begin(), part.radii.end());
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

TEST(ThreadPool, RunsEveryChunkOnce) {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (const std::size_t chunks : {0U, 1U, 2U, 7U, 1000U}) {
      std::vector<int> runs(chunks, 0);
      const std::function<void(std::size_t)> work = [&](std::size_t chunk) { ++runs[chunk]; };
      pool.forChunks(chunks, work);
      EXPECT_EQ(runs, std::vector<int>(chunks, 1));
    }
  }
}

}  // namespace
}  // namespace scree
