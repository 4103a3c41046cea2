#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/studies/truth/truth_measures.h"
#include "app/studies/truth/truth_rebound.h"
#include "app/studies/truth/truth_report.h"
#include "app/studies/truth/truth_run.h"
#include "app/studies/truth/truth_scenes.h"
#include "app/studies/truth/truth_statistics.h"
#include "app/studies/truth/truth_study.h"

// Study of the truth: arithmetic, measures, ways and the table of a tiny system.
namespace scree {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

TEST(TruthStatistics, MeanHasItsStandardError) {
  const TruthMean mean = truthMean(std::vector{1.0, 2.0, 3.0, kMissing});
  EXPECT_DOUBLE_EQ(mean.mean, 2.0);
  EXPECT_DOUBLE_EQ(mean.error, 1.0 / std::sqrt(3.0));
  EXPECT_TRUE(std::isnan(truthMean({}).mean));
  EXPECT_TRUE(std::isnan(truthMean(std::vector{1.0}).error));
}

TEST(TruthStatistics, DifferencesArePaired) {
  // The scatter between seeds is in both and cancels.
  const TruthMean difference = pairedDifference(std::vector{10.5, 20.5, kMissing}, std::vector{10.0, 20.0, 30.0});
  EXPECT_DOUBLE_EQ(difference.mean, 0.5);
  EXPECT_DOUBLE_EQ(difference.error, 0.0);
}

TEST(TruthStatistics, ExtrapolatesAStraightLine) {
  EXPECT_NEAR(atZeroStep(3.0 + 5.0 * 0.2, 0.2, 3.0 + 5.0 * 0.4, 0.4), 3.0, 1e-12);
  EXPECT_NEAR(atZeroStep(3.0 - 5.0 * 0.1, 0.1, 3.0 - 5.0 * 0.4, 0.4), 3.0, 1e-12);
}

TEST(TruthRebound, FollowsTheClosedForm) {
  EXPECT_DOUBLE_EQ(reboundOf(0.0), 1.0);
  EXPECT_NEAR(reboundOf(1.0), std::exp(-2.0), 1e-9);
  EXPECT_NEAR(reboundOf(1.0 - 1e-4), reboundOf(1.0 + 1e-4), 1e-4);
  // A contact that pulled would leave with exp(-π ζ/√(1-ζ²)) = 0.30; for weak damping both agree.
  EXPECT_NEAR(reboundOf(0.358), 0.397, 2e-3);
  EXPECT_NEAR(reboundOf(0.01), std::exp(-0.01 * 3.14159), 5e-4);
  for (const double restitution : {0.05, 0.3, 0.6, 0.9}) {
    const double time = dampingTimeFor(restitution, 3000.0, 0.004);
    EXPECT_NEAR(reboundOf(0.5 * time * std::sqrt(3000.0 / 0.004)), restitution, 1e-9);
  }
  EXPECT_EQ(dampingTimeFor(0.0, 3000.0, 0.004), dampingTimeFor(kLeastRebound, 3000.0, 0.004));
}

TEST(TruthRebound, ResolvedContactsBounceWithTheirRestitution) {
  for (const char* restitution : {"0.3", "0.6", "0.9"}) {
    const TruthSystem system{
        .name = "rebound",
        .sceneText = truthReboundScene(),
        .overrides = {{"default_pair.restitution", restitution}, {"bodies.floor.shapes.0.plane.material", "glass"}},
        .run = 0.2,
        .measures = {reboundMeasure(0.04)}};
    const std::optional<World> start = truthStart(system, 1);
    ASSERT_TRUE(start.has_value());
    EXPECT_NEAR(runTruth(system, *start, *truthWayNamed("resolved"), 1).at(0), std::stod(restitution), 0.02);
  }
}

/// World with grains of 0.02 m in diameter at these places.
World grainsAt(const std::vector<Vec3>& places) {
  std::string text =
      "scree: 1\nname: test\nmaterials: {ore: {density: 2500}}\ndefault_pair: {}\nsolver: {guard: warn}\nparticles:\n";
  for (const Vec3& place : places) {
    text += "  - sphere: {diameter: 0.02, position: [" + std::to_string(place.x()) + ", " + std::to_string(place.y()) +
            ", " + std::to_string(place.z()) + "], material: ore}\n";
  }
  SceneResult result = loadSceneText(text, "test.yaml");
  EXPECT_TRUE(result.scene.has_value()) << (result.errors.empty() ? "" : result.errors.front().text());
  return std::move(result.scene->world);
}

TEST(TruthMeasures, SlopeOnAPlateIsTheMeanOfBothSides) {
  std::vector<Vec3> places;
  for (int column = -20; column <= 20; ++column) {
    // Grains touch neighbours along x; the surface falls by half of the way.
    for (const double y : {-0.01, 0.01}) {
      places.emplace_back(0.02 * column, y, 0.21 - 0.5 * 0.02 * std::abs(column));
    }
  }
  EXPECT_NEAR(plateAngle(grainsAt(places)), std::atan(0.5) * 180.0 / 3.14159265, 1.5);
}

TEST(TruthMeasures, MassBelowCountsWhatIsThrough) {
  const World world = grainsAt({{0, 0, 0.1}, {0, 0, -0.1}, {0, 0, -0.3}});
  EXPECT_NEAR(massBelow(world, 0.0), 2.0 * world.particles.mass[0], 1e-12);
}

TEST(TruthMeasures, CentreIsInDiameters) {
  EXPECT_NEAR(centreHeight(grainsAt({{0, 0, 0.1}, {0, 0, 0.3}}), 0.1), 5.0, 1e-9);
}

TEST(TruthMeasures, CreepIsInDiametersAMinute) {
  const World first = grainsAt({{0, 0, 0}, {0.1, 0, 0}, {0.2, 0, 0}});
  World now = first;
  now.time += 6.0;
  now.particles.position[0].x() += 0.002;
  now.particles.position[1].z() -= 0.004;
  EXPECT_NEAR(medianCreep(first, now), 1.0, 1e-9);
  EXPECT_NEAR(meanCreep(first, now), 1.0 / 3.0, 1e-9);
}

TEST(TruthMeasures, MotionIsAboveATenThousandthOfTheWeight) {
  World world = grainsAt({{0, 0, 0.1}});
  EXPECT_FALSE(isMoving(world));
  world.budget.kinetic = 1.1e-4 * world.particles.mass[0] * 9.81 * 0.02;
  EXPECT_TRUE(isMoving(world));
}

TEST(TruthSystems, AllLoadAndHaveKnownWays) {
  for (const TruthPart& part : truthParts()) {
    for (const std::string_view way : part.ways) {
      EXPECT_NE(truthWayNamed(way), nullptr) << way;
    }
    for (TruthSystem system : part.systems) {
      EXPECT_FALSE(system.measures.empty()) << system.name;
      if (!system.isTriaxial) {
        system.fill = 0.0;
        system.isSlope = false;
        EXPECT_TRUE(truthStart(system, 1).has_value()) << system.name;
      }
    }
  }
}

TEST(TruthStudy, ResultsDoNotDependOnThreads) {
  TruthPart part{.name = "tiny",
                 .text = "Two ways.",
                 .ways = {"0.4ms", "0.2ms"},
                 .reference = "0.2ms",
                 .coarser = "0.4ms",
                 .systems = {{.name = "settling",
                              .sceneText = truthSettlingScene(),
                              .overrides = {{"particles.0.fill.count", "40"}},
                              .fill = 0.05,
                              .run = 0.1,
                              .measures = {centreMeasure(), movingMeasure(0.1)}}}};
  std::vector<TruthResults> once = {{.part = part}};
  std::vector<TruthResults> twice = once;
  once[0].outcomes = {runTruthSystem(part, part.systems[0], {.seeds = 2})};
  twice[0].outcomes = {runTruthSystem(part, part.systems[0], {.seeds = 2, .jobs = 2})};
  const std::string text = truthCsv(once, "ndem study truth");
  EXPECT_EQ(text, truthCsv(twice, "ndem study truth"));
  // Two measures of two seeds in two ways and as the reference.
  EXPECT_EQ(std::ranges::count(text.substr(text.find("part,system")), '\n'), 1 + 2 * 2 * 3);
  const std::vector<double> fine = once[0].valuesOf(once[0].outcomes[0], "0.2ms", 0);
  const std::vector<double> coarse = once[0].valuesOf(once[0].outcomes[0], "0.4ms", 0);
  EXPECT_NEAR(once[0].referenceOf(once[0].outcomes[0], 0).at(1), 2.0 * fine.at(1) - coarse.at(1), 1e-9);
}

TEST(TruthStudy, PartsAreChosenBySystemAndWay) {
  const std::vector<TruthPart> parts = truthParts();
  EXPECT_EQ(chosenPart(parts[0], {"silo"}, {}).systems.size(), 1U);
  EXPECT_EQ(chosenPart(parts[0], {"systems"}, {}).systems.size(), parts[0].systems.size());
  EXPECT_TRUE(chosenPart(parts[1], {"silo"}, {}).systems.empty());
  EXPECT_EQ(chosenPart(parts[0], {}, {"0.2ms", "default"}).ways, (std::vector<std::string_view>{"default", "0.2ms"}));
}

}  // namespace
}  // namespace scree
