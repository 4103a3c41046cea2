// Coalescence in classes against closed forms of Smoluchowski's equation.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/engine/population/population_samples.h"

namespace scree {
namespace {

using testing::exponentialNumbers;
using testing::modelWith;
using testing::relativeDifference;
using testing::stateAt;
using testing::sumOf;
using testing::volumeMoment;

const double kMeanVolume = volumeOfDiameter(0.008);

/// Classes from a thousandth of the mean volume to `most` of it.
SizeClasses classesAround(std::size_t count, double most) {
  return geometricClasses(0.008 * 0.1, 0.008 * std::cbrt(most), count);
}

PopulationModel coalescing(const SizeClasses& classes, KernelForm form, double rate) {
  PopulationModel model = modelWith(classes);
  model.coalescence = CoalescenceTerm{.form = form, .rate = rate, .referenceVolume = kMeanVolume};
  return model;
}

// N = N0/(1 + β N0 t/2), and an exponential distribution stays one.
TEST(Coalescence, ConstantKernel) {
  const SizeClasses classes = classesAround(60, 2000.0);
  const PopulationModel model = coalescing(classes, KernelForm::constant, 1e-4);
  const PopulationState start = startOf(model, exponentialNumbers(classes, testing::kGranules, kMeanVolume));
  const double all = sumOf(start.number);
  for (const double tau : {1.0, 20.0}) {
    const double time = tau / (1e-4 * testing::kGranules);
    const PopulationState state = stateAt(model, start, time, {.tolerance = 1e-6});
    // No error of classes: each coalescence takes one. Steps are off by some tolerances.
    EXPECT_NEAR(sumOf(state.number), all / (1.0 + 0.5e-4 * all * time), 1e-6 * all);
    // Classes of a third of a volume: measured 0.7 %.
    const double left = testing::kGranules / (1.0 + 0.5 * tau);
    const double mean = kMeanVolume * (1.0 + 0.5 * tau);
    EXPECT_LT(relativeDifference(state.number, exponentialNumbers(classes, left, mean)), 0.01) << tau;
    const double volume = volumeMoment(classes, start.number, 1.0);
    const double square = volumeMoment(classes, start.number, 2.0) + 1e-4 * volume * volume * time;
    EXPECT_NEAR(volumeMoment(classes, state.number, 2.0), square, 0.01 * square) << tau;
    EXPECT_LT(state.aboveNumber, 1e-9);
  }
}

// Whatever the start, n v_mean/N comes to be exp(-v/v_mean).
TEST(Coalescence, ConstantKernelForgetsItsStart) {
  const SizeClasses classes = classesAround(120, 4000.0);
  const PopulationModel model = coalescing(classes, KernelForm::constant, 1e-4);
  const std::vector<double> equal(static_cast<std::size_t>(testing::kGranules), 0.008);
  const PopulationState start = startOf(model, sharedHistogramOf(classes, equal, testing::kPelletDensity).number);
  const PopulationState state = stateAt(model, start, 60.0);
  const double left = sumOf(state.number);
  const double mean = volumeMoment(classes, state.number, 1.0) / left;
  EXPECT_NEAR(mean, 31.0 * kMeanVolume, 0.001 * mean);
  // The share below each edge: granules of one volume are 1/31 of the mean, and classes cut no finer.
  const std::vector<double> shares =
      sharesBelow(histogramOfNumbers(classes, state.number, testing::kPelletDensity), SizeShare::byNumber);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    EXPECT_NEAR(shares[i], -std::expm1(-volumeOfDiameter(classes.edges[i]) / mean), 0.03) << i;
  }
}

// N = N0 exp(-β M t), second moment M2 = M20 exp(2 β M t).
TEST(Coalescence, SumKernel) {
  const SizeClasses classes = classesAround(120, 1e5);
  const PopulationModel model = coalescing(classes, KernelForm::sum, 1e-4);
  const PopulationState start = startOf(model, exponentialNumbers(classes, testing::kGranules, kMeanVolume));
  const double volume = volumeMoment(classes, start.number, 1.0) / kMeanVolume;
  const double time = 1.0 / (1e-4 * volume);
  const PopulationState state = stateAt(model, start, time, {.tolerance = 1e-6});
  // The kernel is linear, so that means over a class are those of its granules: no error of classes in the number.
  EXPECT_NEAR(sumOf(state.number), sumOf(start.number) * std::exp(-1.0), 1e-5 * testing::kGranules);
  // Volumes born in a class are taken at their mean: measured 0.6 % too few.
  const double square = volumeMoment(classes, start.number, 2.0) * std::exp(2.0);
  EXPECT_NEAR(volumeMoment(classes, state.number, 2.0), square, 0.01 * square);
}

// Before gelation N = N0 - β M² t/2 and M2 = M20/(1 - β M20 t).
TEST(Coalescence, ProductKernel) {
  const SizeClasses classes = classesAround(160, 1e6);
  const PopulationModel model = coalescing(classes, KernelForm::product, 1e-4);
  const PopulationState start = startOf(model, exponentialNumbers(classes, testing::kGranules, kMeanVolume));
  const double volume = volumeMoment(classes, start.number, 1.0) / kMeanVolume;
  const double square = volumeMoment(classes, start.number, 2.0) / (kMeanVolume * kMeanVolume);
  const double gelation = 1.0 / (1e-4 * square);
  const PopulationState state = stateAt(model, start, 0.5 * gelation, {.tolerance = 1e-6});
  const double left = sumOf(start.number) - 0.25e-4 * volume * volume * gelation;
  EXPECT_NEAR(sumOf(state.number), left, 1e-5 * left);
  // Measured 0.4 % too few.
  const double after = volumeMoment(classes, state.number, 2.0) / (kMeanVolume * kMeanVolume);
  EXPECT_NEAR(after, 2.0 * square, 0.01 * square);
}

// dN/dt = -λ N/2: the number decays and the mean volume grows exponentially.
TEST(Coalescence, RestrictedInSpace) {
  const SizeClasses classes = classesAround(60, 1e5);
  PopulationModel model = coalescing(classes, KernelForm::constant, 0.2);
  model.coalescence->isRestrictedInSpace = true;
  const PopulationState start = startOf(model, exponentialNumbers(classes, testing::kGranules, kMeanVolume));
  const double mean = volumeMoment(classes, start.number, 1.0) / sumOf(start.number);
  const PopulationRun run = runPopulation(model, start, {10.0, 20.0, 30.0}, {.tolerance = 1e-7});
  ASSERT_EQ(run.problem, "");
  for (const PopulationState& state : run.states) {
    const double left = sumOf(start.number) * std::exp(-0.1 * state.time);
    EXPECT_NEAR(sumOf(state.number), left, 1e-6 * left);
    EXPECT_NEAR(volumeMoment(classes, state.number, 1.0) / sumOf(state.number), mean * std::exp(0.1 * state.time),
                1e-6 * mean * std::exp(0.1 * state.time));
  }
}

// Twice the classes: a quarter of the error, from classes on that are finer than a tenth of the volume.
TEST(Coalescence, ConvergesInSecondOrder) {
  std::vector<double> errors;
  for (const std::size_t count : {80, 160, 320}) {
    const SizeClasses classes = classesAround(count, 2000.0);
    const PopulationModel model = coalescing(classes, KernelForm::constant, 1e-4);
    const PopulationState state =
        stateAt(model, startOf(model, exponentialNumbers(classes, testing::kGranules, kMeanVolume)), 10.0);
    errors.push_back(
        relativeDifference(state.number, exponentialNumbers(classes, testing::kGranules / 6.0, 6.0 * kMeanVolume)));
  }
  EXPECT_GT(std::log2(errors[0] / errors[2]) / 2.0, 1.8) << errors[0] << " " << errors[1] << " " << errors[2];
}

// Granules that become larger than all classes are counted.
TEST(Coalescence, LargeGranulesAreCounted) {
  const SizeClasses classes = classesAround(20, 2.0);
  const PopulationModel model = coalescing(classes, KernelForm::constant, 1e-4);
  const PopulationState start = startOf(model, exponentialNumbers(classes, testing::kGranules, kMeanVolume));
  const PopulationState state = stateAt(model, start, 10.0);
  EXPECT_GT(state.aboveNumber, 0.05 * testing::kGranules);
  EXPECT_GT(state.aboveMass / state.aboveNumber, testing::kPelletDensity * 2.0 * kMeanVolume);
}

TEST(Coalescence, FormsAreSymmetricAndOfTheirDegree) {
  struct Degree {
    KernelForm form;
    double degree;
    double ofOneAndEight;
  };
  const double third = 1.0 / 3.0;
  const std::vector<Degree> degrees = {{KernelForm::constant, 0.0, 1.0},
                                       {KernelForm::sum, 1.0, 9.0},
                                       {KernelForm::product, 2.0, 8.0},
                                       {KernelForm::brownian, 0.0, 4.5},
                                       {KernelForm::shear, 1.0, 27.0},
                                       {KernelForm::turbulent, 7.0 / 9.0, std::pow(3.0, 7.0 / 3.0)},
                                       {KernelForm::peglow, 0.71 - 0.124, std::pow(9.0, 0.71) / std::pow(8.0, 0.062)},
                                       {KernelForm::coagulation, 2.0 * third, 5.0},
                                       {KernelForm::gravitational, 5.0 / 6.0, 9.0 * (std::sqrt(2.0) - 1.0)},
                                       {KernelForm::kineticEnergy, 1.0 / 6.0, 9.0 * std::sqrt(1.125)},
                                       {KernelForm::thompson, 1.0, 49.0 / 9.0},
                                       {KernelForm::kapur, 0.7 - 0.4, std::pow(9.0, 0.7) / std::pow(8.0, 0.2)},
                                       {KernelForm::sastry, -third, 5.0 * 1.125}};
  ASSERT_EQ(degrees.size(), kKernelNames.size());
  for (const Degree& expected : degrees) {
    const CoalescenceTerm term = {.form = expected.form, .rate = 1.0, .sumExponent = 0.7, .productExponent = 0.2};
    const std::string_view name = kKernelNames[static_cast<std::size_t>(expected.form)];
    EXPECT_NEAR(kernelOf(term, 1.0, 8.0), expected.ofOneAndEight, 1e-13) << name;
    EXPECT_EQ(kernelOf(term, 1.0, 8.0), kernelOf(term, 8.0, 1.0)) << name;
    EXPECT_NEAR(kernelOf(term, 5.0, 40.0), expected.ofOneAndEight * std::pow(5.0, expected.degree), 1e-12) << name;
  }
}

}  // namespace
}  // namespace scree
