// Study of balling drums: its cases load, and a short run is recorded.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "app/studies/balling/balling_case.h"
#include "app/studies/balling/balling_report.h"

namespace scree {
namespace {

TEST(BallingStudy, HasTheFourOutletsByBothFeeds) {
  std::set<std::string> names;
  for (const BallingCase& which : ballingCases(false)) {
    names.insert(which.name);
    const bool isPlant = which.name != "lab";
    EXPECT_EQ(which.published > 0.0, isPlant) << which.name;
    EXPECT_EQ(which.turns, isPlant ? 3.0 : 2.0) << "as long as published recordings";
  }
  EXPECT_EQ(names.size(), 1U + 2U * 4U * 2U);
  EXPECT_TRUE(names.contains("rk5-ic") && names.contains("coarse-rk1-m"));
  // Their outlets can be made.
  for (const BallingCase& which : ballingCases(false)) {
    if (which.name.starts_with("coarse")) {
      const auto file = std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes" / (which.scene + ".yaml");
      const SceneResult result = loadScene(file, which.settings);
      EXPECT_TRUE(result.scene) << which.name << (result.errors.empty() ? "" : result.errors[0].text());
    }
  }
}

/// Conservation on the way from the feed to the belt, and numbers that a drum at this speed can have.
TEST(SlowBallingStudy, TheSmallDrumIsRecorded) {
  BallingCase small = ballingCases(true).at(0);
  small.settling = 1.8;
  small.mostSettling = 2.0;
  small.turns = 1.0;
  const BallingRun run = ballingRun(small, false, 1);
  ASSERT_EQ(run.failure, "");
  EXPECT_EQ(run.faults, 0U);
  EXPECT_NEAR(run.seconds, 1.775, 0.01) << "a turn at 3.54 rad/s";
  EXPECT_NEAR(run.fed, 0.78 * run.seconds, 0.01 * 0.78 * run.seconds);
  EXPECT_GT(run.flows.size(), 30U);
  ASSERT_FALSE(run.landings.empty());
  double mass = 0.0;
  for (const Landing& landing : run.landings) {
    EXPECT_GE(landing.time, run.settled);
    mass += landing.mass;
  }
  // The bed holds what landed, with its voids.
  EXPECT_NEAR(meanHeight(run.profile.heights) * run.profile.width * 0.177 * run.seconds, mass / (2500.0 * 0.7),
              0.01 * mass / (2500.0 * 0.7));
  const FlowMeans means = flowMeans(run.flows, 5);
  EXPECT_GT(means.angle.mean, 0.2);
  EXPECT_LT(means.angle.mean, 1.2) << "a slope of 11 to 69 deg";
  EXPECT_GT(means.transport.mean, 0.0) << "downhill";
  EXPECT_LT(means.across.mean, 3.0 * 3.54 * 0.1875) << "of the order of the wall's speed";
  const std::vector<ReportSection> sections = ballingSections({run}, {small});
  EXPECT_EQ(sections.size(), 4U);
  EXPECT_NE(ballingCsv({run}).find("small,full,1,sigma_h"), std::string::npos);
}

}  // namespace
}  // namespace scree
