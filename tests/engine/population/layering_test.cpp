// Growth by layering, loss by abrasion and the fines that both share.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/engine/population/population_samples.h"

namespace scree {
namespace {

using testing::equalClasses;
using testing::modelWith;
using testing::normalNumbers;
using testing::relativeDifference;
using testing::stateAt;
using testing::sumOf;

/// Error of n(D, t) = n0(D - G t) for a distribution that moves by 3 mm, seven of its deviations.
double errorOfGrowth(const SizeClasses& classes, double deviation = 0.0004) {
  PopulationModel model = modelWith(classes);
  model.layering = LayeringTerm{.growth = std::vector<double>(classes.count(), 1e-5), .isLimitedByFines = false};
  const PopulationState start = startOf(model, normalNumbers(classes, testing::kGranules, 0.009, deviation));
  const PopulationState state = stateAt(model, start, 300.0);
  EXPECT_NEAR(sumOf(state.number), testing::kGranules, 1e-6 * testing::kGranules);
  return relativeDifference(state.number, normalNumbers(classes, testing::kGranules, 0.012, deviation));
}

TEST(Layering, MovesTheDistribution) {
  // Measured: 4.5 %, 0.8 %, 0.15 %.
  const double coarse = errorOfGrowth(equalClasses(0.006, 0.016, 100));
  const double middle = errorOfGrowth(equalClasses(0.006, 0.016, 200));
  const double fine = errorOfGrowth(equalClasses(0.006, 0.016, 400));
  EXPECT_LT(fine, 0.004);
  // Second order but at the limited summit.
  EXPECT_GT(std::log2(coarse / fine) / 2.0, 1.8) << coarse << " " << middle << " " << fine;
  EXPECT_LT(errorOfGrowth(geometricClasses(0.006, 0.016, 400)), 0.004);
}

TEST(Layering, CutClassesSmearLess) {
  const SizeClasses classes = equalClasses(0.006, 0.016, 25);
  const SizeClasses cut = refinedClasses(classes, 8);
  EXPECT_LT(8.0 * errorOfGrowth(cut), errorOfGrowth(classes));
}

// By surface: pi/2 ρ ΣD² G = F, equal for all, so that ΣD³ = ΣD0³ + 6 F t/(pi ρ).
TEST(Layering, TakesAFlowOfFinesBySurface) {
  const SizeClasses classes = equalClasses(0.006, 0.016, 200);
  PopulationModel model = modelWith(classes);
  model.layering = LayeringTerm{.uptake = 0.5, .isLimitedByFines = false};
  const std::vector<double> equal(1000, 0.008);
  const PopulationState start = startOf(model, sharedHistogramOf(classes, equal, testing::kPelletDensity).number);
  const PopulationState state = stateAt(model, start, 4.0);
  const double volume = 6.0 * 0.5 * 4.0 / (std::numbers::pi * testing::kPelletDensity);
  EXPECT_NEAR(momentOf(classes, state.number, 3.0), momentOf(equal, 3.0) + volume, 1e-12 * momentOf(equal, 3.0));
  EXPECT_NEAR(state.fedMass, 2.0, 1e-12);
  // One size stays nearly one: the mean of all diameters grows as that of a granule, less a part of the spread².
  const double grown = std::cbrt(std::pow(0.008, 3.0) + volume / 1000.0);
  EXPECT_NEAR(momentOf(classes, state.number, 1.0) / 1000.0, grown, 5e-6);
  EXPECT_NEAR(quantileOf(classes, histogramOfNumbers(classes, state.number, 1.0), 0.5, SizeShare::byNumber), grown,
              1e-5);
}

// The same growth from the fines that are there; then no more than comes.
TEST(Layering, StopsWhereTheFinesDo) {
  const SizeClasses classes = equalClasses(0.006, 0.016, 100);
  PopulationModel model = modelWith(classes);
  model.layering = LayeringTerm{.uptake = 0.02};
  const PopulationState start = startOf(model, normalNumbers(classes, testing::kGranules, 0.009, 0.0006), 0.1);
  const PopulationState half = stateAt(model, start, 2.5);
  EXPECT_NEAR(half.fines, 0.05, 1e-12);
  const PopulationState later = stateAt(model, start, 100.0);
  const double mass = massOf(model, start.number);
  EXPECT_NEAR(later.fines, 0.0, 1e-11 * mass);
  EXPECT_NEAR(massOf(model, later.number), mass + 0.1, 1e-11 * mass);
  // With a feed of a quarter of the uptake they last for 0.1/(0.02 - 0.005) s.
  model.finesFeed = 0.005;
  const PopulationState fed = stateAt(model, start, 100.0);
  EXPECT_NEAR(massOf(model, fed.number), mass + 0.1 + 0.5, 1e-11 * mass);
  EXPECT_NEAR(stateAt(model, start, 5.0).fines, 0.1 - 0.015 * 5.0, 1e-12);
  // More than is taken piles up.
  model.finesFeed = 0.03;
  EXPECT_NEAR(stateAt(model, start, 100.0).fines, 0.1 + 0.01 * 100.0, 1e-10);
}

// dD/dt = a D: all diameters grow by exp(a t), the spread too.
TEST(Layering, GrowthMayDependOnTheSize) {
  const SizeClasses classes = geometricClasses(0.004, 0.020, 300);
  PopulationModel model = modelWith(classes);
  std::vector<double> growth;
  for (std::size_t i = 0; i < classes.count(); ++i) {
    growth.push_back(0.001 * 0.5 * (classes.edges[i] + classes.edges[i + 1]));
  }
  model.layering = LayeringTerm{.growth = growth, .isLimitedByFines = false};
  const PopulationState start = startOf(model, normalNumbers(classes, testing::kGranules, 0.007, 0.0005));
  const PopulationState state = stateAt(model, start, 500.0);
  const double factor = std::exp(0.5);
  EXPECT_LT(
      relativeDifference(state.number, normalNumbers(classes, testing::kGranules, 0.007 * factor, 0.0005 * factor)),
      0.01);
}

// n(D, t) = n0(D + A t), and the mass lost is fines.
TEST(Abrasion, MovesTheDistributionDown) {
  const SizeClasses classes = equalClasses(0.006, 0.016, 400);
  PopulationModel model = modelWith(classes);
  model.abrasion = AbrasionTerm{std::vector<double>(classes.count(), 1e-5)};
  const PopulationState start = startOf(model, normalNumbers(classes, testing::kGranules, 0.013, 0.0004));
  const PopulationState state = stateAt(model, start, 300.0);
  EXPECT_LT(relativeDifference(state.number, normalNumbers(classes, testing::kGranules, 0.010, 0.0004)), 0.004);
  const double lost =
      massOf(model, start.number) - massOf(model, normalNumbers(classes, testing::kGranules, 0.010, 0.0004));
  EXPECT_NEAR(state.fines, lost, 1e-4 * lost);
  // Once all are smaller than the smallest class all is fines.
  const PopulationState end = stateAt(model, start, 1200.0);
  EXPECT_NEAR(end.belowNumber, sumOf(start.number), 1e-6 * testing::kGranules);
  EXPECT_NEAR(end.fines, massOf(model, start.number), 1e-6 * end.fines);
}

// Layering and abrasion at equal rates: fines go round, and what is fed is taken.
TEST(Abrasion, FeedsTheLayering) {
  const SizeClasses classes = equalClasses(0.006, 0.016, 100);
  PopulationModel model = modelWith(classes);
  model.abrasion = AbrasionTerm{std::vector<double>(classes.count(), 1e-6)};
  model.layering = LayeringTerm{.uptake = 1e3};
  model.finesFeed = 0.001;
  const PopulationState start = startOf(model, normalNumbers(classes, testing::kGranules, 0.011, 0.0008));
  const PopulationState state = stateAt(model, start, 50.0);
  EXPECT_NEAR(state.fines, 0.0, 1e-12);
  EXPECT_NEAR(massOf(model, state.number) + state.aboveMass, massOf(model, start.number) + 0.05, 1e-10);
}

}  // namespace
}  // namespace scree
