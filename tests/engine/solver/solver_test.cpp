#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "engine/contacts/contacts.h"
#include "engine/contacts/match.h"
#include "engine/contacts/pairs.h"
#include "engine/solve/reference/forces.h"
#include "engine/solve/reference/impacts.h"
#include "engine/solve/reference/warm_start.h"
#include "engine/solver/pgs.h"
#include "engine/solver/spook.h"
#include "engine/step/exchange.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// The cold problem of the continuous stage for 125 pellets falling together in a box.
StepData problem() {
  PairLaw law = testing::pelletLaw();
  law.twisting = 0.4;
  World world = testing::emptyWorld(law);
  world.parameters.sweeps = 50;
  world.parameters.impactSweeps = 50;
  testing::addOpenBox(world, 5 * 1.1 * testing::kDiameter, 0.14);
  testing::addLattice(world, 5, 5, 5, 0.010, 0.013, 3);
  StepData data;
  testing::run(world, data, 0.3);
  world.parameters.warmStart = WarmStart::off;
  exchangeParticles(world, data.context, data.list, data.report, data.granulation);
  findPairs(world, data.context, data.detection, data.list);
  makeContacts(world, data.context, data.detection, data.list);
  matchContacts(world, data.context, data.list);
  takeMultipliers(world, data.context, data.list, data.reference);
  solveImpacts(world, data.context, data.list, data.reference, data.report);
  applyForces(world, data.context, data.list, data.reference);
  return data;
}

ContactRows<float> asFloat(const ContactRows<double>& c) {
  ContactRows<float> f;
  f.a = c.a;
  f.b = c.b;
  f.normal = c.normal.cast<float>();
  f.biasVelocity = c.biasVelocity.cast<float>();
  f.biasSpin = c.biasSpin.cast<float>();
  f.leverA = static_cast<float>(c.leverA);
  f.leverB = static_cast<float>(c.leverB);
  f.target = static_cast<float>(c.target);
  f.normalCompliance = static_cast<float>(c.normalCompliance);
  f.tangentialCompliance = static_cast<float>(c.tangentialCompliance);
  f.rollingCompliance = static_cast<float>(c.rollingCompliance);
  f.friction = static_cast<float>(c.friction);
  f.rollingLimit = static_cast<float>(c.rollingLimit);
  f.twistingLimit = static_cast<float>(c.twistingLimit);
  f.spinScale = static_cast<float>(c.spinScale);
  return f;
}

TEST(Pgs, FloatRowsAgreeWithDoubleRows) {
  StepData data = problem();
  ASSERT_GT(data.reference.rows.size(), 100U);
  std::vector<SolverBody<float>> bodies;
  for (const SolverBody<double>& body : data.reference.bodies) {
    bodies.push_back({body.velocity.cast<float>(), body.angularVelocity.cast<float>(),
                      static_cast<float>(body.inverseMass), static_cast<float>(body.inverseInertia)});
  }
  std::vector<ContactRows<float>> rows;
  for (const ContactRows<double>& c : data.reference.rows) {
    rows.push_back(asFloat(c));
    prepareDiagonals(rows.back(), bodies);
  }
  ResidualHistory history;
  solvePgs(data.reference.rows, data.reference.bodies, {.sweeps = 150}, history);
  const SweepResidual inDouble = history.back();
  solvePgs(rows, bodies, {.sweeps = 150}, history);
  double worst = 0.0;
  double fastest = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    worst = std::max(worst, (bodies[i].velocity.cast<double>() - data.reference.bodies[i].velocity).norm());
    fastest = std::max(fastest, data.reference.bodies[i].velocity.norm());
  }
  // A float keeps 6e-8 of a speed of some 0.1 m/s; 150 sweeps over chains of contacts gather a hundred times that.
  EXPECT_LE(worst, 1e-5 * fastest + 1e-6);
  for (std::size_t kind = 0; kind < kRowKindCount; ++kind) {
    EXPECT_NEAR(history.back().rms[kind], inDouble.rms[kind], 0.05 * inDouble.rms[kind] + 1e-7);
  }
}

TEST(Pgs, SolutionSatisfiesTheRowsAndHasNoResidual) {
  StepData data = problem();
  for (ContactRows<double>& c : data.reference.rows) {
    c.friction = 0.0;  // the part whose solution is unique and quickly reached
    c.rollingLimit = 0.0;
    c.twistingLimit = 0.0;
  }
  ResidualHistory history;
  const PgsResult result =
      solvePgs(data.reference.rows, data.reference.bodies, {.sweeps = 100000, .tolerance = 1e-15}, history);
  EXPECT_LT(result.sweeps, 100000);
  for (const ContactRows<double>& c : data.reference.rows) {
    const Vec3 u = data.reference.bodies[c.b].velocity - data.reference.bodies[c.a].velocity + c.biasVelocity;
    const double slack = c.normal.dot(u) + c.normalCompliance * c.lambdaNormal - c.target;
    ASSERT_GE(c.lambdaNormal, 0.0);
    // Complementarity: the tolerance times the memory of the chain, some hundred sweeps.
    ASSERT_GE(slack, -1e-12);
    ASSERT_LE(std::min(slack, c.lambdaNormal / 0.004), 1e-12);
  }
  solvePgs(data.reference.rows, data.reference.bodies, {.sweeps = 1}, history);
  EXPECT_LE(history.back().worstRms(), 1e-15);
}

TEST(Pgs, CompliantPairHasTheClosedFormSolution) {
  // Two bodies, one contact: λ = (q - n·u)/(1/m_a + 1/m_b + S), reached in one sweep.
  std::vector<SolverBody<double>> bodies(2);
  bodies[0].inverseMass = 2.0;
  bodies[1].inverseMass = 3.0;
  bodies[0].velocity = Vec3(1.0, 0.0, 0.0);
  ContactRows<double> c;
  c.a = 0;
  c.b = 1;
  c.normal = Vec3::UnitX();
  c.biasVelocity.setZero();
  c.biasSpin.setZero();
  c.target = 0.5;
  c.normalCompliance = 5.0;
  c.tangentialCompliance = c.rollingCompliance = 1.0;
  prepareDiagonals(c, bodies);
  std::vector<ContactRows<double>> rows{c};
  ResidualHistory history;
  solvePgs(rows, bodies, {.sweeps = 2}, history);
  EXPECT_NEAR(rows[0].lambdaNormal, (0.5 + 1.0) / (2.0 + 3.0 + 5.0), 1e-15);
  EXPECT_NEAR(bodies[0].velocity.x(), 1.0 - 2.0 * 0.15, 1e-15);
  EXPECT_NEAR(bodies[1].velocity.x(), 3.0 * 0.15, 1e-15);
  EXPECT_NEAR(history[0].rms[0], 1.5, 1e-15);
  EXPECT_NEAR(history[1].rms[0], 0.0, 1e-15);
}

TEST(Pgs, ConesHoldAfterEverySweepCount) {
  for (const int sweeps : {1, 3, 20}) {
    StepData data = problem();
    ResidualHistory history;
    solvePgs(data.reference.rows, data.reference.bodies, {.sweeps = sweeps}, history);
    ASSERT_EQ(history.size(), static_cast<std::size_t>(sweeps));
    for (const ContactRows<double>& c : data.reference.rows) {
      const double bound = c.lambdaNormal * (1.0 + 1e-14);
      ASSERT_LE(c.lambdaTangential.norm(), c.friction * bound);
      ASSERT_LE(c.lambdaRolling.norm(), c.rollingLimit * bound);
      ASSERT_LE(std::abs(c.lambdaTwisting), c.twistingLimit * bound);
      // In the contact plane, to the round-off of projecting parts a thousand times larger.
      ASSERT_LE(std::abs(c.normal.dot(c.lambdaTangential)), 1e-12 * (c.lambdaTangential.norm() + 1e-9));
    }
  }
}

TEST(Pgs, StopsAtTheTolerance) {
  StepData data = problem();
  ResidualHistory history;
  const PgsResult result =
      solvePgs(data.reference.rows, data.reference.bodies, {.sweeps = 5000, .tolerance = 1e-4}, history);
  ASSERT_GT(result.sweeps, 1);
  ASSERT_LT(result.sweeps, 5000);
  EXPECT_LT(history.back().worstRms(), 1e-4);
  EXPECT_GE(history[history.size() - 2].worstRms(), 1e-4);
}

TEST(Pgs, InterruptStopsBeforeTheNextSweep) {
  StepData data = problem();
  const std::atomic<int> stop{1};
  ResidualHistory history;
  const PgsResult result =
      solvePgs(data.reference.rows, data.reference.bodies, {.sweeps = 50, .interrupt = &stop}, history);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.sweeps, 0);
}

TEST(Pgs, WarmStartWithTheSolutionStaysThere) {
  StepData data = problem();
  const std::vector<SolverBody<double>> start = data.reference.bodies;
  ResidualHistory history;
  solvePgs(data.reference.rows, data.reference.bodies, {.sweeps = 20000}, history);
  const double left = history.back().worstRms();
  std::vector<SolverBody<double>> again = start;
  applyMultipliers(data.reference.rows, again);
  double worst = 0.0;
  for (std::size_t i = 0; i < again.size(); ++i) {
    worst = std::max(worst, (again[i].velocity - data.reference.bodies[i].velocity).norm());
    worst = std::max(worst, 0.006 * (again[i].angularVelocity - data.reference.bodies[i].angularVelocity).norm());
  }
  // v + M⁻¹ Gᵀ λ from scratch against 20000 sweeps of small changes: round-off of 1e-16 each, adding up at random.
  EXPECT_LE(worst, 1e-12);
  solvePgs(data.reference.rows, again, {.sweeps = 1}, history);
  EXPECT_LE(history.back().worstRms(), left + 1e-12);
}

TEST(Spook, CoefficientsOfTheLinearLaw) {
  // Δt = 5 ms, n_s = 2: τ = 10 ms, Υ = 1/9. S = 4/9/(25e-6 · 3000) = 5.926, q = 800 δ/9 + u/9.
  const SpookNormal row = spookNormal(5e-3, 3000.0, 1.0, 1e-3, 2.0, 1e-4, -0.09);
  EXPECT_NEAR(row.compliance, 4.0 / 9.0 / (25e-6 * 3000.0), 1e-12);
  EXPECT_NEAR(row.target, 0.08 / 9.0 - 0.01, 1e-15);
}

TEST(Spook, DampingTimeRulesAtSmallSteps) {
  // Δt = 0.1 ms: c/e_H = 0.8 ms is longer than 2 Δt, so Υ = 1/(1 + 32).
  const SpookNormal row = spookNormal(1e-4, 1e5, 1.25, 1e-3, 2.0, 1e-4, 0.0);
  EXPECT_NEAR(row.target, 4.0 * 1e-4 / (1e-4 * 1.25 * 33.0), 1e-12);
  EXPECT_NEAR(row.compliance, 4.0 / 33.0 / (1e-8 * 1.25 * 1e5 * std::sqrt(1e-4)), 1e-9);
}

TEST(Spook, AtRestTheRowGivesTheLawsForce) {
  for (const double exponent : {1.0, 1.25}) {
    for (const double overlap : {1e-7, 1e-5, 1e-3}) {
      for (const double dt : {1e-4, 5e-3}) {
        const SpookNormal row = spookNormal(dt, 1e4, exponent, 1e-3, 2.0, overlap, 0.0);
        // u = 0 and u_n0 = 0: λ = q/S = Δt k δ^(2 e_H - 1); round-off of pow.
        EXPECT_NEAR(row.target / row.compliance / dt / lawForce(1e4, exponent, overlap), 1.0, 1e-12);
      }
    }
  }
  // Energy is the integral of the force.
  EXPECT_NEAR(lawEnergy(1e4, 1.0, 1e-3), 0.5 * 1e4 * 1e-6, 1e-15);
  EXPECT_NEAR(lawEnergy(1e4, 1.25, 1e-3), 0.4 * 1e4 * std::pow(1e-3, 2.5), 1e-15);
}

TEST(Spook, VanishingOverlapStaysFinite) {
  for (const double overlap : {0.0, 1e-300, 1e-15}) {
    const SpookNormal row = spookNormal(5e-3, 1e4, 1.25, 1e-3, 2.0, overlap, -0.1);
    EXPECT_TRUE(std::isfinite(row.compliance));
    EXPECT_TRUE(std::isfinite(row.target));
  }
}

}  // namespace
}  // namespace scree
