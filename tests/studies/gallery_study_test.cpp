#include <gtest/gtest.h>

#include <cmath>

#include "app/studies/gallery/gallery_report.h"
#include "app/studies/gallery/gallery_study.h"

// Runs of the gallery and their comparison.
namespace scree {
namespace {

GalleryRun runWith(double passed, double force) {
  GalleryRun run{.mass = 1.0, .gravity = 10.0, .bodies = {"box"}};
  run.passed.fill(passed);
  run.forces = {Vec3(0.0, 0.0, -force)};
  return run;
}

const GalleryDifference& named(const std::vector<GalleryDifference>& all, const std::string& name) {
  return *std::ranges::find(all, name, &GalleryDifference::name);
}

TEST(GalleryComparison, CountsInStandardErrorsOfThePooledScatter) {
  const GalleryScene scene{.diameter = 0.01};
  const std::vector<GalleryRun> full = {runWith(0.50, 10.0), runWith(0.52, 10.0)};
  const std::vector<GalleryRun> merged = {runWith(0.53, 9.0), runWith(0.55, 9.0)};
  const std::vector<GalleryDifference> all = compareGallery(scene, full, merged);
  const GalleryDifference& passed = named(all, "passed at 100 %");
  EXPECT_NEAR(passed.difference, 3.0, 1e-9);  // % of the mass
  // Variance (1² + 1² + 1² + 1²)/2 % squared, of the difference of two means of two that times 1/2 + 1/2.
  EXPECT_NEAR(passed.error, std::sqrt(2.0), 1e-9);
  EXPECT_FALSE(passed.isWithinErrors());
  EXPECT_LE(passed.excess(), 1.0);  // 2 errors and half a percent
  const GalleryDifference& force = named(all, "force z on box");
  EXPECT_NEAR(force.difference, 10.0, 1e-9);  // % of the weight, upwards
  EXPECT_NEAR(force.bias, -10.0, 1e-9);       // and smaller
  EXPECT_GT(force.excess(), 9.0);
}

TEST(GalleryComparison, LeavesOutRefusedRuns) {
  const GalleryScene scene{.diameter = 0.01};
  const std::vector<GalleryRun> full = {runWith(0.5, 10.0), {.refusal = "no"}};
  EXPECT_NEAR(named(compareGallery(scene, full, full), "passed at 100 %").full, 50.0, 1e-9);
  EXPECT_TRUE(compareGallery(scene, {}, full).empty());
}

TEST(GalleryStudy, ResultsDoNotDependOnThreads) {
  const std::vector<GalleryScene> scenes = galleryScenes({}, 0, 3);
  const GallerySettings settings{.seeds = 1, .asksMembers = false};
  GallerySettings twice = settings;
  twice.jobs = 2;
  EXPECT_EQ(galleryCsv(runGalleryScenes(scenes, settings)), galleryCsv(runGalleryScenes(scenes, twice)));
}

/// Bound of the faults of sixty scenes: the one to reach, and the one that holds now.
struct Bound {
  double target = 0.0;
  double now = 0.0;
  double value() const;
};
constexpr bool kHoldsTargets = false;
double Bound::value() const { return kHoldsTargets ? target : now; }

constexpr Bound kWouldMove = {.target = 0.005, .now = 0.09};        // share of the members, mean over all scenes
constexpr Bound kWouldMoveOfClass = {.target = 0.02, .now = 0.34};  // the same over the scenes of the worst class
constexpr Bound kWouldMoveTime = {.target = 0.1, .now = 2.7};       // time for which one grain would move [s]
constexpr Bound kThroughWalls = {.target = 0.0, .now = 0.0};        // grains in the merged run of a scene
constexpr Bound kHanging = {.target = 0.0, .now = 3.0};             // members in a sample

TEST(SlowGallery, SixtyScenesKeepTheirBounds) {
  const std::vector<GalleryOutcome> outcomes = runGalleryScenes(galleryScenes({}, 0, 60), {.seeds = 1, .jobs = 2});
  ASSERT_EQ(outcomes.size(), 60U);
  for (const GalleryOutcome& outcome : outcomes) {
    EXPECT_EQ(outcome.refusal(), "") << outcome.scene.name();
    EXPECT_EQ(outcome.full.at(0).faults.throughWalls, 0U) << outcome.scene.name();
    const GalleryFaults& merged = outcome.merged.at(0).faults;
    EXPECT_GT(merged.samples, 0U) << outcome.scene.name();
    EXPECT_LE(static_cast<double>(merged.throughWalls), kThroughWalls.value()) << outcome.scene.name();
    EXPECT_LE(static_cast<double>(merged.hanging), kHanging.value()) << outcome.scene.name();
    EXPECT_LE(merged.wouldMoveTime, kWouldMoveTime.value()) << outcome.scene.name();
  }
  for (const GallerySummary& summary : summariesOf(outcomes)) {
    const Bound& bound = summary.name == "all" ? kWouldMove : kWouldMoveOfClass;
    EXPECT_LE(summary.wouldMove, bound.value()) << summary.name;
    std::printf("%-10s would move: %.2f %%, for %.1f s at most\n", summary.name.c_str(), 100.0 * summary.wouldMove,
                summary.wouldMoveTime);
  }
}

}  // namespace
}  // namespace scree
