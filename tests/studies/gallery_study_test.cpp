#include <gtest/gtest.h>

#include <cmath>

#include "app/studies/gallery/gallery_bounds.h"
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
  const std::vector<GalleryScene> scenes = galleryScenes(std::nullopt, 0, 3);
  const GallerySettings settings{.seeds = 1, .asksMembers = false};
  GallerySettings twice = settings;
  twice.jobs = 2;
  EXPECT_EQ(galleryCsv(runGalleryScenes(scenes, settings)), galleryCsv(runGalleryScenes(scenes, twice)));
}

/// Bounds of a small gallery. Those on would-move members are asserted when `isAsserted` is true.
struct GalleryBounds {
  double wouldMove = kMostWouldMove;
  double wouldMoveOfClass = kMostWouldMoveOfClass;
  double wouldMoveTime = kLongestWouldMove;
  bool isAsserted = false;
  std::size_t throughWalls = 0;
  std::size_t hanging = 0;
};
constexpr GalleryBounds kBounds = {};

TEST(SlowGallery, SixtyScenesHaveNoFaults) {
  const std::vector<GalleryOutcome> outcomes =
      runGalleryScenes(galleryScenes(std::nullopt, 0, 60), {.seeds = 1, .jobs = 2});
  ASSERT_EQ(outcomes.size(), 60U);
  for (const GalleryOutcome& outcome : outcomes) {
    EXPECT_EQ(outcome.refusal(), "") << outcome.scene.name();
    for (const std::vector<GalleryRun>* runs : {&outcome.full, &outcome.merged}) {
      for (const GalleryRun& run : *runs) {
        EXPECT_LE(run.faults.throughWalls, kBounds.throughWalls) << outcome.scene.name();
        EXPECT_LE(run.faults.hanging, kBounds.hanging) << outcome.scene.name();
      }
    }
  }
  for (const GallerySummary& summary : summariesOf(outcomes)) {
    std::printf("%-10s would move: %.2f %%, at most %.1f s\n", summary.name.c_str(), 100.0 * summary.wouldMove,
                summary.wouldMoveTime);
    if (kBounds.isAsserted) {
      EXPECT_LE(summary.wouldMove, summary.name == "all" ? kBounds.wouldMove : kBounds.wouldMoveOfClass)
          << summary.name;
      EXPECT_LE(summary.wouldMoveTime, kBounds.wouldMoveTime) << summary.name;
    }
  }
}

}  // namespace
}  // namespace scree
