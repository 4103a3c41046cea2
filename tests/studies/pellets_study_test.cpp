// Iron ore pellets: closed forms of one pellet, the measure of the long pile, and a short one.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <sstream>

#include "app/studies/experiment.h"
#include "app/studies/pellets/pellet_report.h"
#include "app/studies/pellets/pellet_runs.h"
#include "engine/base/random.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

constexpr double kInDegree = std::numbers::pi / 180.0;

TEST(PelletsStudy, ConstantsAreThoseOfThePaper) {
  // III, 3.2: k of 0.35 ± 0.05 MN/m^1.5 is E of 6.2 ± 0.7 MPa.
  EXPECT_NEAR(pelletStiffness(), 0.35e6, 0.005e6);
  EXPECT_NEAR(overlapUnder(pelletStiffness() * std::pow(1e-3, 1.5)), 1e-3, 1e-12);
  // III, 2.2 and 6: 2 % of d in 5 ms are 0.05 m/s.
  EXPECT_NEAR(publishedImpactSpeed(5e-3), 0.05, 0.001);
}

/// Without a slip the damping of the row adds e_H τ δ'/δ = 1.25 · 2 Δt · 10 µm/s over 1.27 mm, 1e-4 of the force; the
/// reaction is of single precision.
TEST(PelletsStudy, APistonFeelsHertzsForce) {
  for (const PelletWay& way : {paperWay(5e-3), fastWay(5e-3)}) {
    const std::vector<PistonError> errors = pressPellet(way);
    ASSERT_EQ(errors.size(), 4U) << way.name;
    EXPECT_NEAR(errors.back().share, 0.1, 1e-3);
    EXPECT_NEAR(errors.back().error, 0.0, 2e-4) << way.name << ", the paper allows 2 %";
    EXPECT_GT(errors.front().error, errors.back().error) << "it falls with the overlap";
    EXPECT_NEAR(restingError(way), 0.0, 1e-5) << way.name;
  }
}

/// The impact stage is exact, so that a pellet that is found on the plane follows the stepper alone: up to 1 nm of the
/// 13 mm of its rebound and to the rounding of its speed.
TEST(PelletsStudy, ADropThatEndsOnThePlaneReboundsByTheLaw) {
  for (const double timeStep : {5e-3, 1e-3, 0.2e-3}) {
    const auto steps = static_cast<int>(0.3 / timeStep);
    const double height = alignedHeight(timeStep, steps);
    const std::vector<PelletDrop> drops = dropPellets(paperWay(timeStep), height, height, 1);
    ASSERT_EQ(drops.size(), 1U);
    EXPECT_NEAR(drops.front().depth, 1e-9, 1e-11) << "found without an overlap";
    EXPECT_NEAR(drops.front().restitution, steppedRestitution(drops.front(), timeStep), 1e-6) << timeStep;
  }
  const PelletDrop fine{.height = 0.45, .depth = 0.0, .restitution = 0.0};
  EXPECT_NEAR(steppedRestitution(fine, 1e-6), kPelletRestitution, 1e-5) << "of small steps it is the law's";
}

/// Why restitution scatters at a big step: a shallow pellet loses its depth, exactly, and a deep one is pushed out.
TEST(PelletsStudy, DropsLoseTheDepthAtWhichTheyAreFound) {
  int shallow = 0;
  int deep = 0;
  for (const PelletDrop& drop : dropPellets(paperWay(5e-3), 0.35, 0.45, 40)) {
    const double law = steppedRestitution(drop, 5e-3);
    const double pushed = pushingDepth(drop, 5e-3);
    if (drop.depth < 0.7 * pushed) {  // a step later its overlap asks for no more, either
      EXPECT_NEAR(drop.restitution, law, 1e-4) << "speeds of 3 m/s in single precision, and tops at the ends of steps";
      ++shallow;
    } else if (drop.depth > pushed) {
      EXPECT_GT(drop.restitution, law + 1e-3);
      ++deep;
    }
  }
  EXPECT_GE(shallow, 8);
  EXPECT_GE(deep, 8);
}

/// At 5 ms a pellet is found up to u Δt deep. Published is 0.17 ± 0.07; a mean over 60 drops is known to 0.01.
TEST(PelletsStudy, DropsScatterAsPublished) {
  const auto spread = [](const PelletWay& way) {
    double sum = 0.0;
    double square = 0.0;
    double deepest = 0.0;
    const std::vector<PelletDrop> drops = dropPellets(way, 0.02, 0.45, 60);
    for (const PelletDrop& drop : drops) {
      sum += drop.restitution;
      square += drop.restitution * drop.restitution;
      deepest = std::max(deepest, drop.depth);
    }
    const double mean = sum / 60.0;
    EXPECT_LE(deepest, way.timeStep * std::sqrt(2.0 * 0.45 * kPelletGravity)) << "no deeper than a step goes";
    return std::pair(mean, std::sqrt(square / 60.0 - mean * mean));
  };
  const auto [coarse, coarseScatter] = spread(paperWay(5e-3));
  EXPECT_NEAR(coarse, 0.17, 0.03);
  EXPECT_NEAR(coarseScatter, 0.07, 0.02);
  PelletWay fine = paperWay(0.2e-3);
  fine.settings.back().value = "0.05 m/s";
  const auto [exact, fineScatter] = spread(fine);
  EXPECT_NEAR(exact, 0.175, 0.004);
  EXPECT_LT(fineScatter, 0.004);
}

/// What is told apart is an excess of 1.4e-7; rows in single precision add a digit of 1.2e-7.
TEST(PelletsStudy, SlidingBeginsAtTheCone) {
  for (const PelletWay& way : {paperWay(5e-3), fastWay(5e-3)}) {
    EXPECT_NEAR(slidingOnset(way) / kPelletFriction, 1.0, 5e-7) << way.name;
  }
}

/// 10 µm in two seconds are an excess of 1e-6 rad; 150 sweeps are to that, the four of a substep of fast to 2e-5.
/// Deceleration: speeds of 1 m/s in single precision, once a substep.
TEST(PelletsStudy, RollingBeginsWhereTheTangentIsItsResistance) {
  for (const PelletWay& way : {paperWay(5e-3), fastWay(5e-3)}) {
    EXPECT_NEAR(rollingOnset(way), std::atan(kPelletRolling), way.name.starts_with("paper") ? 3e-6 : 2e-5) << way.name;
    EXPECT_NEAR(rollingDeceleration(way) / (5.0 / 7.0 * kPelletRolling * kPelletGravity), 1.0, 1e-5) << way.name;
  }
}

/// Points at random in a ridge of known slope, a pellet each, with others that lie alone.
Particles ridge(double degrees, double crest) {
  Particles pile;
  Random random(4);
  const double slope = std::tan(degrees * kInDegree);
  const double half = 0.15;
  for (int i = 0; i < 60000; ++i) {
    const Vec3 p(random.uniform(0.1, 0.8), random.uniform(-half, half), random.uniform(0.0, half * slope));
    if (p.z() < (half - std::abs(p.y())) * slope) {
      pile.add({.position = p + crest * Vec3::UnitY(), .radius = 0.5 * kPelletDiameter, .mass = pelletMass()});
    }
  }
  pile.add({.position = Vec3(0.4, 1.0, 0.0063), .radius = 0.5 * kPelletDiameter, .mass = pelletMass()});
  return pile;
}

/// A segment has 1500 of them: <z> and <|y|> scatter by 2 % each, by 0.7° in one and by 0.15° in the mean of 20.
TEST(PelletsStudy, TheMeasureFindsASlope) {
  const PelletPileShape shape = measurePelletPile(ridge(30.0, 0.07), pelletPileSize(false));
  ASSERT_EQ(shape.segments.size(), 20U);
  for (const PelletSegment& segment : shape.segments) {
    EXPECT_NEAR(segment.angle.whole / kInDegree, 30.0, 3.0);
  }
  EXPECT_NEAR(shape.meanAngle() / kInDegree, 30.0, 0.6);
  EXPECT_NEAR(shape.segments.front().distance, 11.25, 1e-12);
  EXPECT_NEAR(shape.segments.back().distance, 58.75, 1e-12);
  // The highest of many points in a cell: the surface is blurred by the cell, its slope is not.
  EXPECT_NEAR(0.5 * (shape.lines[0] + shape.lines[1]) / kInDegree, 30.0, 1.5);
  EXPECT_NEAR(static_cast<double>(shape.profile.size()), 0.3 / kPelletDiameter, 2.0);
  PelletPileSize near = pelletPileSize(false);
  near.from -= 5.0;
  near.to -= 5.0;
  const PelletPileShape moved = measurePelletPile(ridge(30.0, 0.07), near, 5.0 * kPelletDiameter);
  EXPECT_EQ(moved.segments.back().grains, shape.segments.back().grains) << "the same pellets, 5 d on";
}

TEST(PelletsStudy, ContactsAreSortedBySpeedAndOverlap) {
  Particles pellets;
  const double d = kPelletDiameter;
  const auto add = [&](const Vec3& place, const Vec3& velocity) {
    pellets.add({.position = place, .velocity = velocity, .radius = 0.5 * d, .mass = pelletMass()});
  };
  add(Vec3(0.0, 0.0, 0.49 * d), Vec3(0.0, 0.0, -2.0));      // 1 % deep in the plane, falling
  add(Vec3(0.0, 0.97 * d, 0.60 * d), Vec3(0.0, 0.0, 0.0));  // touches the first
  add(Vec3(0.0, 5.0 * d, 3.0 * d), Vec3(0.0, 0.01, 0.0));   // approaches the next slowly
  add(Vec3(0.0, 5.995 * d, 3.0 * d), Vec3(0.0, 0.0, 0.0));
  PelletContacts contacts{.impactSpeed = 0.05};
  countContacts(pellets, contacts);
  EXPECT_EQ(contacts.contacts, 3U);
  EXPECT_EQ(contacts.impacts, 1U) << "that with the plane: the second leaves the first";
  EXPECT_EQ(contacts.fast, 1U);
  EXPECT_EQ(contacts.deep, 1U);
  EXPECT_NEAR(contacts.deepest, 1.0 - std::hypot(0.97, 0.11), 1e-12);
}

/// A source for a second and a half: none is lost, and those that have landed touch.
TEST(PelletsStudy, AShortPileIsFedAtItsRate) {
  PelletPileCase one{.way = fastWay(5e-3), .rolling = 1.0, .seed = 1, .size = pelletPileSize(true)};
  one.size.seconds = 1.5;
  one.size.rest = 0.1;
  one.size.from = -20.0;
  one.size.to = -4.0;
  one.size.segments = 2;
  const PelletPileRun run = pelletPileRun(one);
  ASSERT_EQ(run.failure, "");
  EXPECT_EQ(run.faults, 0U);
  EXPECT_GT(run.contacts.contacts, 100U);
  EXPECT_EQ(run.course.size(), 1U) << "the next would be 2 s later";
  EXPECT_NEAR(run.seconds, 1.6, 0.006);
  ASSERT_EQ(run.shape.segments.size(), 2U);
  EXPECT_GT(run.shape.segments[0].grains + run.shape.segments[1].grains, 200U)
      << "of 1260 that have landed, half of the length";
  EXPECT_FALSE(run.shape.profile.empty());
  const std::vector<ReportSection> sections = pelletPileSections({run, run});
  ASSERT_EQ(sections.size(), 2U);
  EXPECT_EQ(sections.front().tables.front().rows.size(), 1U) << "seeds share a row";
}

TEST(PelletsStudy, PartsAreChosenByName) {
  const PelletResults results = pelletResults({.only = {"friction"}, .quick = true});
  EXPECT_TRUE(results.troubles.empty());
  EXPECT_TRUE(results.piles.empty());
  EXPECT_EQ(results.values.size(), pelletWaysOf("friction").size());
  for (const PelletValue& value : results.values) {
    EXPECT_EQ(value.part, "friction");
    EXPECT_LT(std::abs(value.value), 0.5) << value.way << ", in 1e-6";
  }
  const std::vector<ReportSection> sections = pelletSections(results);
  ASSERT_EQ(sections.size(), 1U);
  EXPECT_EQ(sections.front().title, "Onset of sliding");
  EXPECT_NE(pelletValuesCsv(results.values).find("friction,\"paper, 5 ms\",\"friction that holds"), std::string::npos);
}

}  // namespace
}  // namespace scree
