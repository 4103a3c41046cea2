// Breakage into halves and fines.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/population/population_samples.h"

namespace scree {
namespace {

using testing::modelWith;
using testing::stateAt;
using testing::sumOf;
using testing::volumeMoment;

PopulationModel breaking(const SizeClasses& classes, double rate, double finesShare) {
  PopulationModel model = modelWith(classes);
  model.breakage = BreakageTerm{std::vector<double>(classes.count(), rate), finesShare};
  return model;
}

// Moments of the volume: dM_k/dt = S (2^(1-k) - 1) M_k.
TEST(Breakage, HalvesAtAConstantRate) {
  const SizeClasses classes = geometricClasses(0.0001, 0.016, 240);
  const PopulationModel model = breaking(classes, 0.5, 0.0);
  const PopulationState start = startOf(model, testing::normalNumbers(classes, testing::kGranules, 0.010, 0.0008));
  const PopulationState state = stateAt(model, start, 4.0, {.tolerance = 1e-6});
  // Halves of halves ... reach the smallest class after 19 generations.
  EXPECT_LT(state.belowNumber, 1e-3);
  for (const double k : {0.0, 1.0, 2.0, 3.0}) {
    const double expected = volumeMoment(classes, start.number, k) * std::exp(2.0 * (std::pow(2.0, 1.0 - k) - 1.0));
    // Number and volume have no error of classes; shared granules add to the other moments: measured 0.03 % and 0.04 %.
    EXPECT_NEAR(volumeMoment(classes, state.number, k), expected, (k < 1.5 ? 1e-5 : 0.001) * expected) << k;
  }
  EXPECT_NEAR(state.breakages, sumOf(state.number) - sumOf(start.number), 1e-7 * state.breakages);
}

// A volume that a granule of one class has breaks into 1, 2, 4 ... granules: numbers of generations are those of a
// Poisson process, on classes whose volumes halve.
TEST(Breakage, GenerationsArePoisson) {
  const SizeClasses classes = geometricClasses(0.001, 0.016, 12);
  const PopulationModel model = breaking(classes, 0.25, 0.0);
  std::vector<double> number(12, 0.0);
  number[11] = testing::kGranules;
  const PopulationState state = stateAt(model, startOf(model, number), 3.0, {.tolerance = 1e-8});
  double expected = testing::kGranules * std::exp(-0.75);
  for (std::size_t k = 0; k < 10; ++k) {
    EXPECT_NEAR(state.number[11 - k], expected, 1e-6 * testing::kGranules) << k;
    expected *= 2.0 * 0.75 / static_cast<double>(k + 1);
  }
}

// dM/dt = -φ S M, and what leaves is fines.
TEST(Breakage, MakesFines) {
  const SizeClasses classes = geometricClasses(0.0005, 0.016, 120);
  const PopulationModel model = breaking(classes, 0.5, 0.1);
  const PopulationState start = startOf(model, testing::normalNumbers(classes, testing::kGranules, 0.010, 0.0008));
  const PopulationState state = stateAt(model, start, 4.0, {.tolerance = 1e-6});
  const double mass = massOf(model, start.number);
  EXPECT_NEAR(massOf(model, state.number), mass * std::exp(-0.2), 1e-5 * mass);
  EXPECT_NEAR(state.fines, mass * (1.0 - std::exp(-0.2)), 1e-5 * mass);
}

// Halves that no class holds are fines.
TEST(Breakage, SmallHalvesAreFines) {
  const SizeClasses classes = geometricClasses(0.009, 0.011, 10);
  const PopulationModel model = breaking(classes, 1.0, 0.0);
  const PopulationState start = startOf(model, testing::normalNumbers(classes, testing::kGranules, 0.010, 0.0002));
  const PopulationState state = stateAt(model, start, 2.0, {.tolerance = 1e-6});
  const double left = std::exp(-2.0);
  EXPECT_NEAR(sumOf(state.number), sumOf(start.number) * left, 1e-5 * testing::kGranules);
  EXPECT_NEAR(state.belowNumber, 2.0 * sumOf(start.number) * (1.0 - left), 3e-5 * testing::kGranules);
  EXPECT_NEAR(state.fines, massOf(model, start.number) * (1.0 - left), 1e-5 * massOf(model, start.number));
}

}  // namespace
}  // namespace scree
