// Bed on a belt from hand-made landings: slopes, volume, statistics of known profiles.
#include "engine/analysis/drums/belt_bed.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/analysis/drums/belt_tables.h"
#include "engine/base/random.h"

namespace scree {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kBall = 2500.0 * std::numbers::pi / 6.0 * 1e-6;  // kg, of 10 mm
const double kSlope = std::tan(35.0 * std::numbers::pi / 180.0);

Landing landingAt(double across, double moving) {
  return {.across = across, .moving = moving, .mass = kBall, .diameter = 0.01};
}

/// Steepest slope of a bed towards any of eight neighbours.
double steepest(const BeltBed& bed) {
  double most = 0.0;
  for (int j = 0; j < bed.along; ++j) {
    for (int i = 0; i < bed.across; ++i) {
      for (const auto& [di, dj] : {std::pair(1, 0), std::pair(0, 1), std::pair(1, 1), std::pair(-1, 1)}) {
        if (i + di >= 0 && i + di < bed.across) {
          const double way = std::hypot(di * bed.cell[0], dj * bed.cell[1]);
          most = std::max(most, std::abs(bed.at(i, j) - bed.at(i + di, (j + dj) % bed.along)) / way);
        }
      }
    }
  }
  return most;
}

/// Volume of some balls of 10 mm with their voids.
double bulkOf(int balls) { return balls * std::numbers::pi / 6.0 * 1e-6 / 0.7; }

TEST(BeltBed, ALineSourceGivesATriangleOf35Degrees) {
  // A ridge along the whole belt, from landings all over its line: half its base is √(A/tan 35°), A the area across.
  std::vector<Landing> landings;
  Random random(1);
  constexpr int kBalls = 40000;
  for (int i = 0; i < kBalls; ++i) {
    landings.push_back(landingAt(0.5, random.uniform(0.0, 1.0)));
  }
  const BeltBed bed = bedOf(landings, {});
  EXPECT_NEAR(bed.volume(), bulkOf(kBalls), 1e-9 * bulkOf(kBalls));
  EXPECT_LE(steepest(bed), kSlope + 1.01e-3) << "the automaton leaves a thousandth of a cell";
  const BedProfile profile = profileOf(bed);
  const double foot = std::sqrt(bulkOf(kBalls) / kSlope);
  for (std::size_t i = 0; i < profile.heights.size(); ++i) {
    const double from = std::abs(profile.placeOf(i) - 0.5);
    // A cell is the mean over its width, and flanks are stairs of cells: off by half a step of a cell, 9 mm.
    EXPECT_NEAR(profile.heights[i], std::max(0.0, kSlope * (foot - from)), 0.5 * 0.025 * kSlope + 0.001) << from;
  }
}

TEST(BeltBed, APointGivesAConeThatKeepsItsVolume) {
  std::vector<Landing> landings(5000, landingAt(0.5, 0.5));
  const BeltBed bed = bedOf(landings, {});
  EXPECT_NEAR(bed.volume(), bulkOf(5000), 1e-9 * bulkOf(5000));
  EXPECT_LE(steepest(bed), kSlope + 1.01e-3);
  // Cone: V = π h³/(3 tan² 35°). With eight neighbours it is an octagon, by a tenth larger at the same height.
  const double cone = std::cbrt(3.0 * bulkOf(5000) * kSlope * kSlope / std::numbers::pi);
  EXPECT_NEAR(*std::ranges::max_element(bed.heights), cone, 0.1 * cone);
}

TEST(BeltBed, EdgesAreWallsAndThePieceRepeats) {
  const std::vector<Landing> corner(3000, landingAt(0.001, 0.001));
  const BeltBed bed = bedOf(corner, {});
  EXPECT_NEAR(bed.volume(), bulkOf(3000), 1e-9 * bulkOf(3000));
  EXPECT_GT(bed.at(0, 1), 0.0);
  // Landings one and two pieces on are at the same place, before the belt's begin, too.
  std::vector<Landing> moved = corner;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    moved[i].moving += static_cast<double>(i % 5) - 2.0;
  }
  const BeltBed same = bedOf(moved, {});
  for (std::size_t i = 0; i < bed.heights.size(); ++i) {
    ASSERT_NEAR(bed.heights[i], same.heights[i], 1e-9) << "rounding of the place alone";
  }
  const BeltBed beside = bedOf(std::vector<Landing>{landingAt(-0.01, 0.0), landingAt(1.0, 0.0)}, {});
  EXPECT_EQ(beside.volume(), 0.0);
  EXPECT_DOUBLE_EQ(beside.beside, 2.0 * kBall);
}

TEST(BeltBed, VariationOfKnownProfiles) {
  std::vector<double> wave, flat(48, 0.1), half(48, 0.0);
  for (int i = 0; i < 48; ++i) {
    wave.push_back(0.1 + 0.02 * std::cos(kTurn * 3.0 * (i + 0.5) / 48.0));
    half[static_cast<std::size_t>(i)] = i < 24 ? 0.2 : 0.0;
  }
  EXPECT_NEAR(variation(flat), 0.0, 1e-15);
  EXPECT_NEAR(variation(wave), 0.2 / std::sqrt(2.0), 1e-12) << "a cosine's root mean square";
  EXPECT_NEAR(variation(half), 1.0, 1e-12) << "half of the belt twice as high, half empty";
  EXPECT_EQ(variation(std::vector<double>(5, 0.0)), 0.0);
  EXPECT_EQ(relativeVariation(wave, wave), 0.0);
  EXPECT_NEAR(relativeVariation(wave, flat), variation(wave), 1e-12) << "equal means: against a flat one it is sigma_h";
  EXPECT_NEAR(relativeVariation(half, flat), 1.0, 1e-12);
  EXPECT_EQ(relativeVariation(half, flat), relativeVariation(flat, half));
}

TEST(BeltBed, ModesOfAWaveAndTheirWeights) {
  std::vector<double> wave;
  for (int i = 0; i < 48; ++i) {
    wave.push_back(0.1 + 0.02 * std::cos(kTurn * 3.0 * i / 48.0) + 0.004 * std::sin(kTurn * 7.0 * i / 48.0));
  }
  const std::vector<double> modes = modesOf(wave);
  ASSERT_EQ(modes.size(), 21U);
  for (std::size_t n = 0; n < modes.size(); ++n) {
    EXPECT_NEAR(modes[n], n == 0 ? 0.1 : n == 3 ? 0.01 : n == 7 ? 0.002 : 0.0, 1e-14) << n;
  }
  // Amplitudes of both signs add up: 2^-2 of 0.02 and 2^-6 of 0.004.
  EXPECT_NEAR(unevenness(wave), 0.02 / 4.0 + 0.004 / 64.0, 1e-13);
  EXPECT_NEAR(unevenness(std::vector<double>(48, 0.3)), 0.0, 1e-15);
  EXPECT_EQ(modesOf(std::vector<double>{0.1, 0.1, 0.1}).at(4), 0.0) << "modes that so few parts cannot have";
}

TEST(BeltBed, TablesHaveARowForEachCellAndPart) {
  const std::vector<Landing> landings = {landingAt(0.3, 0.2), landingAt(0.7, 0.9)};
  const BeltFrame belt{.width = 1.0, .length = 2.0};
  const BedSettings settings = bedSettingsOf(landings, belt, 1.5);
  EXPECT_NEAR(settings.cell, 0.025, 1e-15);
  EXPECT_NEAR(settings.density, 2500.0, 1e-9);
  const BeltBed bed = bedOf(landings, settings);
  EXPECT_EQ(bed.across, 40);
  EXPECT_EQ(bed.along, 60);
  EXPECT_EQ(std::ranges::count(bedTable(bed), '\n'), 1 + 40 * 60);
  EXPECT_EQ(std::ranges::count(profileTable(profileOf(bed)), '\n'), 1 + 40);
  EXPECT_EQ(std::ranges::count(landingTable(landings), '\n'), 1 + 2);
  EXPECT_NE(bedSummary(landings, bed).find("2 landings"), std::string::npos);
}

}  // namespace
}  // namespace scree
