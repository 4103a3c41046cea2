// Residuals at grains against what the next sweep of the solver itself reports.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/analysis/solving/row_residual.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// Grains in a box that have just come to lie on each other.
World heap() {
  World world = testing::emptyWorld();
  testing::addOpenBox(world, 0.08, 0.2);
  testing::addLattice(world, 4, 4, 4, 0.012, 0.014, 5);
  world.parameters.impactSweeps = 20;
  StepData data;
  testing::run(world, data, 0.3);
  return world;
}

double largestOf(const SweepResidual& residual) { return *std::ranges::max_element(residual.largest); }

class RowResidual : public ::testing::TestWithParam<Method> {};

/// What one sweep more than the last would move: the same step taken with that sweep says how much.
TEST_P(RowResidual, IsWhatTheNextSweepMoves) {
  constexpr int kSweeps = 6;
  World world = heap();
  world.parameters.method = GetParam();
  world.parameters.tolerance = 0.0;
  world.parameters.sweeps = kSweeps;
  world.parameters.warmStart = WarmStart::off;  // the stiffness that a warm start may have depends on the sweeps
  const auto before = saveState(world);
  StepData data;
  ASSERT_TRUE(step(world, data));
  std::vector<float> residuals;
  largestRowResiduals(world, data, residuals);
  ASSERT_EQ(residuals.size(), world.particles.size());
  World further = restoreState(before);
  further.parameters.sweeps = kSweeps + 1;
  StepData longer;
  longer.context.traceResiduals = true;
  ASSERT_TRUE(step(further, longer));
  const double wanted = largestOf(longer.report.residuals.back());
  ASSERT_GT(wanted, 0.0);
  const double found = static_cast<double>(*std::ranges::max_element(residuals));
  EXPECT_NEAR(found, wanted, 1e-3 * wanted);
  EXPECT_GT(std::ranges::count_if(residuals, [](float r) { return r > 0.0f; }), 10);
}

INSTANTIATE_TEST_SUITE_P(Methods, RowResidual, ::testing::Values(Method::pgs, Method::scalar));

TEST(RowResidualOf, ChangesNothingAndIsEmptyBeforeAStep) {
  World world = heap();
  std::vector<float> residuals;
  largestRowResiduals(world, StepData(), residuals);
  EXPECT_TRUE(std::ranges::all_of(residuals, [](float r) { return r == 0.0f; }));
  World looked = restoreState(saveState(world));
  StepData data;
  StepData lookedData;
  for (int i = 0; i < 5; ++i) {
    step(world, data);
    step(looked, lookedData);
    largestRowResiduals(looked, lookedData, residuals);
  }
  EXPECT_EQ(stateHash(looked), stateHash(world));
}

}  // namespace
}  // namespace scree
