// Rates of a balance from counts, and the form of a kernel from joins.
#include "engine/analysis/granules/population_counts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/analysis/granules/kernel_fit.h"
#include "engine/granulation/granulation_events.h"

namespace scree {
namespace {

SizeClasses fourClasses() { return SizeClasses{{1e-3, 2e-3, 3e-3, 4e-3, 5e-3}}; }

/// Counts over a time with these mean numbers of grains.
PopulationCounts countsWith(const SizeClasses& classes, double time, const std::vector<double>& numbers) {
  PopulationCounts counts = countsOf(classes);
  counts.time = time;
  double all = 0.0;
  for (const double number : numbers) {
    all += number;
  }
  addGrains(counts, numbers, all, time);
  return counts;
}

TEST(PopulationCounts, EventsGoToTheClassesOfTheirGrains) {
  const SizeClasses classes = fourClasses();
  PopulationCounts counts = countsOf(classes);
  GranulationEvents events;
  events.collisions = {{1.5e-3, 1.5e-3}, {1.5e-3, 3.5e-3}, {3.5e-3, 1.5e-3}, {0.5e-3, 1.5e-3}};
  events.changes = {{.kind = GrainEvent::Kind::joined, .first = 1.5e-3, .second = 3.5e-3},
                    {.kind = GrainEvent::Kind::broke, .other = 7, .first = 4.5e-3, .second = 3e-3}};
  events.growth = {{2.5e-3, 1e-6}, {2.6e-3, 2e-6}, {2.5e-3, -4e-6}, {9e-3, 1e-6}};
  addEvents(counts, classes, events);
  EXPECT_EQ(counts.collisions(0, 0), 1.0);
  EXPECT_EQ(counts.collisions(0, 2), 2.0);
  EXPECT_EQ(counts.collisions(2, 0), 2.0);
  EXPECT_EQ(counts.allCollisions, 4.0) << "those outside count in all";
  EXPECT_EQ(counts.joins(2, 0), 1.0);
  EXPECT_EQ(counts.joins.sum(), 2.0);
  EXPECT_EQ(counts.broke[3], 1.0);
  EXPECT_DOUBLE_EQ(counts.halvesVolume / counts.brokenVolume, 2.0 * 27.0 / 91.125);
  EXPECT_DOUBLE_EQ(counts.growth[1], 3e-6);
  EXPECT_DOUBLE_EQ(counts.wear[1], 4e-6);
  EXPECT_DOUBLE_EQ(counts.allGrowth, 4e-6);
}

/// Each class leaves at its own rate: N_i(t) = N_i exp(-r_i t).
TEST(PopulationCounts, EachClassLeavesAtItsOwnRate) {
  const SizeClasses classes = fourClasses();
  PopulationCounts counts = countsWith(classes, 2.0, {10, 20, 30, 40});
  counts.left = {0.0, 4.0, 12.0, 32.0};  // 0, 0.1, 0.2 and 0.4 1/s of a grain
  const PopulationModel model = balanceOf(counts, classes, {.density = 1000.0});
  const PopulationRun run = runPopulation(model, startOf(model, {10, 20, 30, 40}), {3.0});
  ASSERT_TRUE(run.problem.empty()) << run.problem;
  const std::vector<double>& number = run.states[0].number;
  EXPECT_NEAR(number[0], 10.0, 1e-9);
  EXPECT_NEAR(number[1], 20.0 * std::exp(-0.3), 1e-3);
  EXPECT_NEAR(number[2], 30.0 * std::exp(-0.6), 1e-3);
  EXPECT_NEAR(number[3], 40.0 * std::exp(-1.2), 1e-3);
}

/// With the numbers of the run the balance joins at the rate that was counted, whether restricted in space or not.
TEST(PopulationCounts, PairsJoinAtTheRateThatWasCounted) {
  const SizeClasses classes = fourClasses();
  for (const bool isRestricted : {false, true}) {
    for (const std::size_t parts : {1U, 3U}) {
      PopulationCounts counts = countsWith(classes, 2.0, {1000, 400, 0, 0});
      counts.joins(0, 0) = 4.0;
      counts.joins(0, 1) = counts.joins(1, 0) = 3.0;
      const PopulationModel model =
          balanceOf(counts, classes, {.density = 1000.0, .parts = parts, .isRestrictedInSpace = isRestricted});
      std::vector<double> number(classes.count() * parts, 0.0);
      for (std::size_t i = 0; i < parts; ++i) {
        number[i] = 1000.0 / static_cast<double>(parts);
        number[parts + i] = 400.0 / static_cast<double>(parts);
      }
      const PopulationRun run = runPopulation(model, startOf(model, number), {1e-3});
      ASSERT_TRUE(run.problem.empty()) << run.problem;
      EXPECT_NEAR(run.states[0].coalescences, 3.5e-3, 1e-6) << isRestricted << ", " << parts;
    }
  }
}

/// Fines go with what breaks, growth and feed are those that were counted.
TEST(PopulationCounts, BreakageGrowthAndFeedAreThoseCounted) {
  const SizeClasses classes = fourClasses();
  PopulationCounts counts = countsWith(classes, 4.0, {0, 50, 0, 25});
  counts.broke[3] = 10.0;
  counts.brokenVolume = 1.0;
  counts.halvesVolume = 0.7;
  counts.growth = {0.0, 50 * 4e-5, 0.0, 25 * 8e-5};
  counts.cameSizes = {2.5e-3, 2.5e-3};
  const PopulationModel model = balanceOf(counts, classes, {.density = 1000.0});
  ASSERT_TRUE(model.breakage && model.layering);
  EXPECT_NEAR(model.breakage->rate[3], 0.1, 1e-12);
  EXPECT_NEAR(model.breakage->finesShare, 0.3, 1e-12);
  EXPECT_NEAR(model.layering->growth[0], 1e-5, 1e-15) << "of the nearest with grains";
  EXPECT_NEAR(model.layering->growth[1], 1e-5, 1e-15);
  EXPECT_NEAR(model.layering->growth[2], 1.5e-5, 0.02e-5) << "between them";
  EXPECT_NEAR(model.layering->growth[3], 2e-5, 1e-15);
  EXPECT_NEAR(model.feed[0] + model.feed[1] + model.feed[2], 0.5, 1e-12);
}

/// Joins at the rates of a form are told to be of it, and give back its rate.
TEST(KernelFits, FindTheFormAndTheRateOfJoins) {
  const SizeClasses classes = geometricClasses(1e-3, 10e-3, 8);
  const std::vector<double> volumes = classVolumes(classes);
  for (const KernelForm form : {KernelForm::constant, KernelForm::sum, KernelForm::shear}) {
    for (const bool isRestricted : {false, true}) {
      PopulationCounts counts = countsWith(classes, 10.0, {900, 800, 700, 600, 300, 100, 50, 20});
      const double all = 3470.0;
      double mean = 0.0;
      for (std::size_t i = 0; i < volumes.size(); ++i) {
        mean += volumes[i] * counts.grainSeconds[i] / (10.0 * all);
      }
      const CoalescenceTerm term{.form = form, .rate = isRestricted ? 2.0 : 1e-3, .referenceVolume = mean};
      const Eigen::MatrixXd rates = coalescenceRates(term, volumes);
      for (Eigen::Index i = 0; i < 8; ++i) {
        for (Eigen::Index j = 0; j < 8; ++j) {
          const double pairs = counts.grainSeconds[static_cast<std::size_t>(i)] *
                               counts.grainSeconds[static_cast<std::size_t>(j)] / 10.0 * (i == j ? 0.5 : 1.0);
          counts.joins(i, j) = std::round(rates(i, j) * pairs / (isRestricted ? all : 1.0));
        }
      }
      const std::vector<KernelFit> fits = kernelFits(counts, classes, isRestricted);
      ASSERT_FALSE(fits.empty());
      EXPECT_EQ(fits[0].term.form, form);
      EXPECT_NEAR(fits[0].term.rate, term.rate, 0.01 * term.rate);
      EXPECT_GT(fits[1].deviance, 10.0 * fits[0].deviance);
    }
  }
}

TEST(KernelFits, NeedJoins) {
  const SizeClasses classes = fourClasses();
  EXPECT_TRUE(kernelFits(countsWith(classes, 1.0, {1, 1, 1, 1}), classes, true).empty());
}

TEST(PopulationCounts, TheDifferenceIsTheLargestOfTheCurves) {
  SizeHistogram a{.number = {1, 0}, .mass = {3.0, 1.0}};
  SizeHistogram b{.number = {1, 0}, .mass = {1.0, 3.0}};
  EXPECT_DOUBLE_EQ(largestDifference(a, b), 0.5);
  EXPECT_DOUBLE_EQ(largestDifference(a, a), 0.0);
}

}  // namespace
}  // namespace scree
