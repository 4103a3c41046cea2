#include "engine/solver/nncg.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "tests/support/column.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// A chain of spheres in a row between two walls, all pushed together: rows and bodies as the solver wants them.
struct Chain {
  std::vector<SolverBody<double>> bodies;
  std::vector<ContactRows<double>> rows;
};

Chain chainOf(std::size_t n, double target) {
  Chain chain;
  chain.bodies.resize(n + 1);  // the last is the ground
  for (std::size_t i = 0; i < n; ++i) {
    chain.bodies[i].inverseMass = 250.0;
    chain.bodies[i].inverseInertia = 2.5 * 250.0 / (0.0065 * 0.0065);
    chain.bodies[i].velocity = Vec3(0.0, 0.0, -0.05);
  }
  for (std::size_t i = 0; i < n; ++i) {
    ContactRows<double> c;
    c.a = static_cast<std::uint32_t>(i);
    c.b = static_cast<std::uint32_t>(i == 0 ? n : i - 1);
    c.normal = -Vec3::UnitZ();
    c.biasVelocity.setZero();
    c.biasSpin.setZero();
    c.leverA = c.leverB = 0.0065;
    c.target = target;
    c.normalCompliance = 1.0;
    c.tangentialCompliance = c.rollingCompliance = 2e-4;
    c.friction = 0.5;
    c.rollingLimit = 1e-3;
    prepareDiagonals(c, chain.bodies);
    chain.rows.push_back(c);
  }
  return chain;
}

/// Sweeps until the normal residual is under a millionth of the fall.
int sweepsOf(bool conjugate, std::size_t n) {
  Chain chain = chainOf(n, 0.0);
  ResidualHistory history;
  const PgsOptions options{.sweeps = 100000, .tolerance = 5e-8};
  return conjugate ? solveNncg(chain.rows, chain.bodies, options, history).sweeps
                   : solvePgs(chain.rows, chain.bodies, options, history).sweeps;
}

TEST(Nncg, ReachesTheSolutionOfThePlainSweeps) {
  Chain plain = chainOf(30, 0.0);
  Chain conjugate = plain;
  ResidualHistory history;
  solvePgs(plain.rows, plain.bodies, {.sweeps = 100000, .tolerance = 1e-15}, history);
  solveNncg(conjugate.rows, conjugate.bodies, {.sweeps = 100000, .tolerance = 1e-15}, history);
  for (std::size_t i = 0; i < plain.rows.size(); ++i) {
    // A residual of 1e-15 m/s in a chain whose slowest mode forgets in some 1000 sweeps; impulses over 4 g.
    EXPECT_NEAR(conjugate.rows[i].lambdaNormal, plain.rows[i].lambdaNormal, 1e-12 * 0.004);
    EXPECT_LE((conjugate.bodies[i].velocity - plain.bodies[i].velocity).norm(), 1e-12);
  }
}

TEST(Nncg, NeedsFarFewerSweepsThanGaussSeidel) {
  // Gauss-Seidel needs a number of sweeps that grows with the square of the chain, conjugate gradients with its length.
  EXPECT_GE(sweepsOf(false, 25), 3 * sweepsOf(true, 25));
  EXPECT_GE(sweepsOf(false, 100), 6 * sweepsOf(true, 100));
}

TEST(Nncg, OpenContactsStayFiniteAndPushNothing) {
  Chain chain = chainOf(20, -1e30);
  const std::vector<SolverBody<double>> before = chain.bodies;
  ResidualHistory history;
  // Every gradient is zero: the ratio of two of them must not get into the multipliers.
  solveNncg(chain.rows, chain.bodies, {.sweeps = 20}, history);
  ASSERT_EQ(history.size(), 20U);
  for (std::size_t i = 0; i < chain.rows.size(); ++i) {
    EXPECT_EQ(chain.rows[i].lambdaNormal, 0.0);
    EXPECT_EQ(chain.rows[i].lambdaTangential, Vec3::Zero());
    EXPECT_EQ(chain.rows[i].lambdaRolling, Vec3::Zero());
    EXPECT_EQ(chain.bodies[i].velocity, before[i].velocity);
    EXPECT_EQ(chain.bodies[i].angularVelocity, before[i].angularVelocity);
  }
  EXPECT_EQ(history.back().worstRms(), 0.0);
}

TEST(Nncg, SolvedFromTheStartStaysThere) {
  Chain chain = chainOf(10, 0.0);
  ResidualHistory history;
  solveNncg(chain.rows, chain.bodies, {.sweeps = 5000}, history);
  const Chain solved = chain;
  solveNncg(chain.rows, chain.bodies, {.sweeps = 50}, history);
  for (std::size_t i = 0; i < chain.rows.size(); ++i) {
    EXPECT_TRUE(std::isfinite(chain.rows[i].lambdaNormal));
    EXPECT_NEAR(chain.rows[i].lambdaNormal, solved.rows[i].lambdaNormal, 1e-15);  // round-off of 1e-3 N s
  }
}

TEST(Nncg, NoContactsNoSweepsNoHarm) {
  std::vector<ContactRows<double>> rows;
  std::vector<SolverBody<double>> bodies(3);
  ResidualHistory history;
  const PgsResult result = solveNncg(rows, bodies, {.sweeps = 5}, history);
  EXPECT_FALSE(result.interrupted);
  EXPECT_EQ(bodies[0].velocity, Vec3::Zero());
}

TEST(Nncg, EndsOnAProjectedSweep) {
  // Directions leave the cones; what is handed back must lie in them, after any number of sweeps.
  for (const int sweeps : {1, 2, 3, 7, 20}) {
    Chain chain = chainOf(30, 0.0);
    for (std::size_t i = 0; i < chain.rows.size(); ++i) {
      chain.bodies[i].velocity.x() = 0.3 * static_cast<double>(i % 3);
      chain.bodies[i].angularVelocity = Vec3(20.0, 5.0 * static_cast<double>(i % 4), 1.0);
    }
    ResidualHistory history;
    solveNncg(chain.rows, chain.bodies, {.sweeps = sweeps}, history);
    ASSERT_EQ(history.size(), static_cast<std::size_t>(sweeps));
    for (const ContactRows<double>& c : chain.rows) {
      ASSERT_GE(c.lambdaNormal, 0.0);
      // Round-off of scaling a vector back onto the disc.
      ASSERT_LE(c.lambdaTangential.norm(), c.friction * c.lambdaNormal * (1.0 + 1e-14));
      ASSERT_LE(c.lambdaRolling.norm(), c.rollingLimit * c.lambdaNormal * (1.0 + 1e-14));
    }
  }
}

TEST(Nncg, InterruptStopsBeforeTheNextSweep) {
  Chain chain = chainOf(10, 0.0);
  const std::atomic<int> stop{1};
  ResidualHistory history;
  const PgsResult result = solveNncg(chain.rows, chain.bodies, {.sweeps = 50, .interrupt = &stop}, history);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.sweeps, 0);
}

/// Whether so many cold sweeps bring a column's height within 1 % of what Hertz's law says.
bool columnHolds(int n, Method method, int sweeps) {
  World world = testing::column(n);
  world.parameters.method = method;
  world.parameters.warmStart = WarmStart::off;
  world.parameters.sweeps = world.parameters.impactSweeps = sweeps;
  return testing::heightError(world) < 0.01;
}

TEST(Nncg, ColumnsNeedAThirdOfTheSweeps) {
  // 25 and 100 spheres: Gauss-Seidel takes some 38 and 110 sweeps to 1 %, conjugate gradients some 11 and 21.
  EXPECT_FALSE(columnHolds(25, Method::pgs, 36));
  EXPECT_TRUE(columnHolds(25, Method::nncg, 12));
  EXPECT_FALSE(columnHolds(100, Method::pgs, 100));
  EXPECT_TRUE(columnHolds(100, Method::nncg, 25));
}

}  // namespace
}  // namespace scree
