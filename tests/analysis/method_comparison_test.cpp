#include <gtest/gtest.h>

#include <atomic>
#include <set>

#include "engine/analysis/solving/method_comparison.h"
#include "engine/base/parallel.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

/// A bed at rest in a box: where a warm start has something to start from.
World settledComparedBed() {
  World world = testing::emptyWorld();
  testing::addOpenBox(world, 0.1, 0.3);
  testing::addLattice(world, 5, 5, 5, 0.012, 0.013, 1);
  StepData data;
  testing::run(world, data, 2.0);
  return world;
}

const World& bed() {
  static const World world = settledComparedBed();
  return world;
}

double firstResidual(const std::vector<MethodCurve>& curves, Method method, WarmStart warmStart) {
  for (const MethodCurve& curve : curves) {
    if (curve.method == method && curve.warmStart == warmStart) {
      return curve.residuals.front().worstRms();
    }
  }
  ADD_FAILURE() << "not compared: " << nameOf(method) << " " << nameOf(warmStart);
  return 0.0;
}

TEST(MethodComparison, HasACurveOfTheAskedLengthForEveryMethod) {
  constexpr int kSweeps = 37;
  const std::vector<MethodCurve> curves = compareMethods(bed(), kSweeps, nullptr);
  ASSERT_EQ(static_cast<int>(curves.size()), comparedMethods());
  std::set<std::string> names;
  std::set<Method> methods;
  for (const MethodCurve& curve : curves) {
    EXPECT_TRUE(names.insert(curve.name).second) << curve.name << " is there twice";
    methods.insert(curve.method);
    EXPECT_EQ(curve.residuals.size(), std::size_t{kSweeps}) << curve.name;
    EXPECT_GT(curve.contacts, 100U) << curve.name;
    EXPECT_GT(curve.seconds, 0.0) << curve.name;
    EXPECT_GT(curve.residuals.front().worstRms(), 0.0) << curve.name;
  }
  EXPECT_FALSE(methods.contains(Method::smooth)) << "smooth DEM has no sweeps";
  EXPECT_EQ(methods.size() + 1, infoOf(ChoiceKey::method).values.size());
}

TEST(MethodComparison, LeavesTheWorldAsItIs) {
  World world = bed();
  // Settings that the comparison overrides for itself.
  world.parameters.substeps = 3;
  world.parameters.tolerance = 1e-3;
  const std::uint64_t before = stateHash(world);
  compareMethods(world, 20, nullptr);
  EXPECT_EQ(stateHash(world), before);
}

/// The curve of the world's own method is what the world's next step would have shown.
TEST(MethodComparison, TheScalarCurveIsThatOfTheNextStep) {
  World world = bed();
  world.parameters.method = Method::scalar;
  world.parameters.warmStart = WarmStart::off;
  world.parameters.sweeps = 25;
  const std::vector<MethodCurve> curves = compareMethods(world, 25, nullptr);
  StepData data;
  ASSERT_TRUE(step(world, data));
  ASSERT_FALSE(data.report.residuals.empty());
  const SweepResidual& expected = data.report.residuals.back();
  EXPECT_EQ(curves.back().method, Method::scalar);
  EXPECT_EQ(curves.back().residuals.back().rms, expected.rms);
  EXPECT_EQ(curves.back().residuals.back().largest, expected.largest);
}

TEST(MethodComparison, AWarmStartBeginsNearerToTheSolution) {
  World world = bed();
  world.parameters.warmStartFactor = 1.0;
  const std::vector<MethodCurve> curves = compareMethods(world, 20, nullptr);
  const double cold = firstResidual(curves, Method::pgs, WarmStart::off);
  // At rest the last multipliers are the solution but for the creep of the bed: a tenth is far above that.
  EXPECT_LT(firstResidual(curves, Method::pgs, WarmStart::history), 0.1 * cold);
}

TEST(MethodComparison, IsTheSameForEveryNumberOfThreads) {
  ThreadPool pool(3);
  const std::vector<MethodCurve> one = compareMethods(bed(), 15, nullptr);
  const std::vector<MethodCurve> three = compareMethods(bed(), 15, &pool);
  ASSERT_EQ(one.size(), three.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    for (std::size_t sweep = 0; sweep < one[i].residuals.size(); ++sweep) {
      EXPECT_EQ(one[i].residuals[sweep].rms, three[i].residuals[sweep].rms) << one[i].name << " sweep " << sweep;
    }
  }
}

TEST(MethodComparison, GivesUpWhenInterrupted) {
  const std::atomic<int> interrupted = 1;
  EXPECT_TRUE(compareMethods(bed(), 1000000, nullptr, &interrupted).empty());
}

}  // namespace
}  // namespace scree
