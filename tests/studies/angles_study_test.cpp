// Angles from one start by several ways: its scenes, its feed and its differences.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "app/studies/angles/angle_report.h"
#include "app/studies/angles/angle_run.h"
#include "engine/io/output_file.h"
#include "engine/scene/scene.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

class AnglesStudyTest : public ::testing::Test {
 protected:
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  TestFolder folder_;
};

TEST_F(AnglesStudyTest, ScenesLoadAsStartAndAsRun) {
  for (const AngleCase which : kAngleCases) {
    const AngleSize size = angleSizeOf(which, true);
    const std::vector<AngleGrain> grains = {{.position = Vec3(0.02, 0.0, 0.02), .radius = 0.5 * kAngleDiameter}};
    for (const bool isStart : {true, false}) {
      writeFileAtomically(folder() / "grains.csv", angleTable(grains));
      const std::string file = (folder() / "scene.yaml").string();
      const SceneResult result = loadSceneText(angleScene(which, size, 1, isStart), file);
      ASSERT_TRUE(result.scene) << nameOf(which) << ": " << result.errors.front().what;
      const World& world = result.scene->world;
      const std::size_t expected = which == AngleCase::pile ? 0 : isStart ? size.grains : 1;
      EXPECT_EQ(world.particles.size(), expected) << nameOf(which);
      EXPECT_EQ(angleValues(which, size, world.particles).size(), angleQuantities(which).size());
    }
  }
}

TEST_F(AnglesStudyTest, TheFeedComesAtItsRate) {
  AngleSize size = angleSizeOf(AngleCase::pile, true);
  size.grains = 41;
  const auto feed = angleStart(AngleCase::pile, size, 1, folder());
  ASSERT_TRUE(feed);
  ASSERT_EQ(feed->size(), 41U);
  for (std::size_t i = 1; i < feed->size(); ++i) {
    EXPECT_GE((*feed)[i].time, (*feed)[i - 1].time);
    EXPECT_NEAR((*feed)[i].velocity.z(), -kAngleFeedSpeed, 9.81 * 0.005 + 1e-12) << "after its first step";
  }
  // A grain that found no room waits for some steps.
  EXPECT_NEAR(feed->back().time - feed->front().time, 40.0 / kAngleRate, 0.05);
}

/// Places of the solver at 5 ms and of smooth DEM differ by less than a grain in the mean; both come to rest.
TEST_F(AnglesStudyTest, AColumnComesToRestAtOneHeight) {
  AngleSize size = angleSizeOf(AngleCase::column, true);
  size.grains = 60;
  const auto start = angleStart(AngleCase::column, size, 1, folder());
  ASSERT_TRUE(start);
  const AngleRun coarse = angleRun(AngleCase::column, size, *start, {.name = "5ms"}, 1, folder());
  const AngleRun smooth = angleRun(AngleCase::column, size, *start,
                                   {.name = kReferenceWay, .settings = {{"solver.method", "smooth"}}}, 1, folder());
  for (const AngleRun* run : {&coarse, &smooth}) {
    ASSERT_EQ(run->failure, "");
    ASSERT_EQ(run->samples.size(), 7U) << "from 1.2 to 1.5 s, every 0.05 s";
    EXPECT_NEAR(run->samples.front().values[0], run->samples.back().values[0], 0.01);
  }
  EXPECT_NEAR(meanOf(coarse, 0), meanOf(smooth, 0), 0.25);
  EXPECT_GT(meanOf(smooth, 0), 0.5);
}

AngleRun made(const std::string& way, int seed, double value) {
  return {.which = AngleCase::drum,
          .way = way,
          .seed = seed,
          .samples = {{1.0, {value - 1.0, 0.0}}, {2.0, {value + 1.0, 0.0}}}};
}

TEST_F(AnglesStudyTest, DifferencesAreOfEqualSeeds) {
  const std::vector<AngleRun> runs = {made(kReferenceWay, 1, 30.0), made(kReferenceWay, 2, 34.0), made("5ms", 2, 35.5),
                                      made("5ms", 1, 31.0), made("5ms", 3, 90.0)};
  const AngleDifference one = differenceOf(runs, AngleCase::drum, "5ms", 0);
  EXPECT_EQ(one.seeds, 2U);
  EXPECT_NEAR(one.mean, 1.25, 1e-12);
  EXPECT_NEAR(one.scatter, std::sqrt(8.0), 1e-12) << "of 30 and 34";
  EXPECT_NEAR(one.error, std::sqrt(0.125) / std::sqrt(2.0), 1e-12) << "of 1 and 1.5";
  EXPECT_TRUE(one.isWithin());
  EXPECT_EQ(differenceOf(runs, AngleCase::drum, "liggghts", 0).seeds, 0U);
}

TEST_F(AnglesStudyTest, ARunThatFailedHasNoPart) {
  std::vector<AngleRun> runs = {made(kReferenceWay, 1, 30.0), made("5ms", 1, 31.0)};
  runs.back().failure = "the guard stopped it";
  EXPECT_EQ(differenceOf(runs, AngleCase::drum, "5ms", 0).seeds, 0U);
}

}  // namespace
}  // namespace scree
