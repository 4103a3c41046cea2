// Classes of granule size and distributions over them.
#include "engine/population/size_classes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "tests/engine/population/population_samples.h"

namespace scree {
namespace {

const SizeClasses kTwoClasses = {{0.001, 0.002, 0.004}};
const std::vector<double> kSeven = {0.0005, 0.001, 0.0015, 0.002, 0.0039, 0.004, 0.005};

TEST(SizeClasses, GranulesOutsideTheEdgesAreCounted) {
  const SizeHistogram histogram = histogramOf(kTwoClasses, kSeven, 1000.0);
  EXPECT_EQ(histogram.number, (std::vector<double>{2.0, 2.0}));
  EXPECT_EQ(histogram.numberBelow, 1.0);
  EXPECT_EQ(histogram.numberAbove, 2.0);
  EXPECT_DOUBLE_EQ(histogram.mass[0], 1000.0 * (volumeOfDiameter(0.001) + volumeOfDiameter(0.0015)));
  EXPECT_DOUBLE_EQ(histogram.massAbove, 1000.0 * (volumeOfDiameter(0.004) + volumeOfDiameter(0.005)));
  const std::vector<double> shares = sharesBelow(histogram, SizeShare::byNumber);
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_DOUBLE_EQ(shares[0], 1.0 / 7.0);
  EXPECT_DOUBLE_EQ(shares[1], 3.0 / 7.0);
  EXPECT_DOUBLE_EQ(shares[2], 5.0 / 7.0);
  // 1/7 lies below the edges and 2/7 above: the quantiles there are not known.
  EXPECT_TRUE(std::isnan(quantileOf(kTwoClasses, histogram, 0.1, SizeShare::byNumber)));
  EXPECT_TRUE(std::isnan(quantileOf(kTwoClasses, histogram, 0.9, SizeShare::byNumber)));
  EXPECT_NEAR(quantileOf(kTwoClasses, histogram, 0.5, SizeShare::byNumber), 0.002 + 0.002 * 0.25, 1e-15);
}

TEST(SizeClasses, NothingHasNoDiameter) {
  const SizeHistogram histogram = histogramOf(kTwoClasses, {}, 1000.0);
  EXPECT_EQ(histogram.number, (std::vector<double>{0.0, 0.0}));
  EXPECT_EQ(sharesBelow(histogram, SizeShare::byMass), (std::vector<double>{0.0, 0.0, 0.0}));
  EXPECT_TRUE(std::isnan(quantileOf(kTwoClasses, histogram, 0.5, SizeShare::byMass)));
  EXPECT_TRUE(std::isnan(quantileOf(kTwoClasses, histogram, 0.0, SizeShare::byMass)));
  EXPECT_TRUE(std::isnan(quantileOf({}, 0.5, SizeShare::byMass)));
  EXPECT_TRUE(std::isnan(sauterDiameterOf({})));
  EXPECT_TRUE(std::isnan(sauterDiameterOf(kTwoClasses, {0.0, 0.0})));
  EXPECT_EQ(momentOf({}, 2.0), 0.0);
}

TEST(SizeClasses, QuantilesAndMeansOfAList) {
  // Of the mass 1/9 is in the smaller one.
  EXPECT_EQ(quantileOf({0.002, 0.001}, 0.1, SizeShare::byMass), 0.001);
  EXPECT_EQ(quantileOf({0.002, 0.001}, 0.5, SizeShare::byMass), 0.002);
  EXPECT_EQ(quantileOf({0.002, 0.001}, 0.5, SizeShare::byNumber), 0.001);
  EXPECT_NEAR(sauterDiameterOf({0.001, 0.002, 0.003}), 0.036 / 14.0, 1e-15);
  EXPECT_NEAR(momentOf({0.001, 0.002, 0.003}, 2.0), 14e-6, 1e-18);
}

TEST(SizeClasses, QuantilesAgreeWithTheList) {
  std::vector<double> diameters;
  for (int i = 0; i < 5000; ++i) {
    diameters.push_back(0.006 + 0.004 * (i + 0.5) / 5000.0);
  }
  const SizeClasses classes = geometricClasses(0.005, 0.012, 60);
  const SizeHistogram histogram = histogramOf(classes, diameters, 1000.0);
  for (const SizeShare by : {SizeShare::byNumber, SizeShare::byMass}) {
    for (const double share : {0.1, 0.5, 0.9}) {
      // A straight line in a class is off by far less than the class.
      EXPECT_NEAR(quantileOf(classes, histogram, share, by), quantileOf(diameters, share, by), 1e-5);
    }
  }
  // Uniform over the diameter: d50 by mass is where D⁴ is half way.
  const double half = std::pow(0.5 * (std::pow(0.006, 4.0) + std::pow(0.010, 4.0)), 0.25);
  EXPECT_NEAR(quantileOf(diameters, 0.5, SizeShare::byMass), half, 1e-6);
}

TEST(SizeClasses, RepresentativeVolumeIsTheMeanOfGranulesSpreadEvenly) {
  const SizeClasses classes = {{0.0, 0.002, 0.005}};
  const std::vector<double> volumes = classVolumes(classes);
  EXPECT_NEAR(volumes[0], std::numbers::pi / 24.0 * 8e-9, 1e-20);
  EXPECT_NEAR(volumes[1], std::numbers::pi / 24.0 * (625.0 - 16.0) / 3.0 * 1e-9, 1e-20);
  EXPECT_NEAR(volumeOfDiameter(classDiameters(classes)[1]), volumes[1], 1e-20);
}

TEST(SizeClasses, SharedGranulesKeepNumberAndMass) {
  const SizeHistogram shared = sharedHistogramOf(kTwoClasses, kSeven, 1000.0);
  const SizeHistogram counted = histogramOf(kTwoClasses, kSeven, 1000.0);
  const auto all = [](const SizeHistogram& h) { return testing::sumOf(h.number) + h.numberBelow + h.numberAbove; };
  const auto mass = [](const SizeHistogram& h) { return testing::sumOf(h.mass) + h.massBelow + h.massAbove; };
  EXPECT_NEAR(all(shared), all(counted), 1e-14);
  EXPECT_NEAR(mass(shared), mass(counted), 1e-14 * mass(counted));
  // All masses are those of the representative volumes.
  EXPECT_DOUBLE_EQ(shared.mass[1], 1000.0 * shared.number[1] * classVolumes(kTwoClasses)[1]);
  EXPECT_NEAR(histogramOfNumbers(kTwoClasses, shared.number, 1000.0).mass[0], shared.mass[0], 1e-20);
}

TEST(SizeClasses, CutClassesJoinAgain) {
  const SizeClasses classes = geometricClasses(0.004, 0.016, 12);
  ASSERT_EQ(classes.count(), 12U);
  EXPECT_NEAR(classes.edges[6], 0.008, 1e-15);
  const SizeClasses fine = refinedClasses(classes, 3);
  ASSERT_EQ(fine.count(), 36U);
  for (std::size_t i = 0; i <= 12; ++i) {
    EXPECT_EQ(fine.edges[3 * i], classes.edges[i]);
  }
  const std::vector<double> numbers = testing::normalNumbers(fine, 1000.0, 0.009, 0.002);
  EXPECT_LT(
      testing::relativeDifference(joinedNumbers(numbers, 3), testing::normalNumbers(classes, 1000.0, 0.009, 0.002)),
      1e-13);
  EXPECT_THROW(joinedNumbers(numbers, 5), std::invalid_argument);
}

TEST(SizeClasses, BadOnesAreRefused) {
  EXPECT_EQ(problemOf(kTwoClasses), "");
  EXPECT_EQ(problemOf(SizeClasses{}), "size classes need at least 2 edges; there are 0");
  EXPECT_NE(problemOf(SizeClasses{{0.001, 0.003, 0.002}}).find("sort the edges"), std::string::npos);
  EXPECT_NE(problemOf(SizeClasses{{-0.001, 0.003}}).find("edge 1"), std::string::npos);
  EXPECT_NE(problemOf(SizeClasses{{0.001, std::nan("")}}).find("edge 2"), std::string::npos);
  EXPECT_THROW(geometricClasses(0.0, 0.01, 10), std::invalid_argument);
  EXPECT_THROW(geometricClasses(0.001, 0.01, 0), std::invalid_argument);
  EXPECT_THROW(refinedClasses(kTwoClasses, 0), std::invalid_argument);
  EXPECT_THROW(histogramOf(kTwoClasses, {0.001, -0.002}, 1000.0), std::invalid_argument);
  EXPECT_THROW(histogramOf(kTwoClasses, {0.001}, std::nan("")), std::invalid_argument);
  EXPECT_THROW(histogramOfNumbers(kTwoClasses, {1.0}, 1000.0), std::invalid_argument);
  EXPECT_EQ(problemOfDiameters({0.001, std::nan("")}), "diameter 2 of 2 is nan m; diameters are above 0");
}

}  // namespace
}  // namespace scree
