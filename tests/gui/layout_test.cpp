#include "app/panels/layout.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <string>

#include "app/viewport/frame_pacer.h"

namespace scree {
namespace {

TEST(ShareHeight, GivesAllWhatTheyWantWhenThereIsRoom) {
  EXPECT_EQ(shareHeight({100.0f, 50.0f}, 150.0f), (std::vector{100.0f, 50.0f}));
}

TEST(ShareHeight, CutsTheTallestOnly) {
  EXPECT_EQ(shareHeight({400.0f, 50.0f, 300.0f}, 450.0f), (std::vector{200.0f, 50.0f, 200.0f}));
}

TEST(ShareHeight, GivesThePanelOpenedLastMoreRoom) {
  // 60 % of the room at most, more where the others leave it.
  EXPECT_EQ(shareHeight({400.0f, 400.0f, 400.0f}, 500.0f, 1), (std::vector{100.0f, 300.0f, 100.0f}));
  EXPECT_EQ(shareHeight({100.0f, 450.0f}, 500.0f, 1), (std::vector{100.0f, 400.0f}));
  EXPECT_EQ(shareHeight({400.0f, 50.0f}, 300.0f, 1), (std::vector{250.0f, 50.0f}));
  EXPECT_EQ(shareHeight({100.0f, 50.0f}, 300.0f, 0), (std::vector{100.0f, 50.0f}));
}

TEST(ShareHeight, NeverExceedsTheRoom) {
  const std::vector<float> heights = shareHeight({10.0f, 20.0f, 30.0f}, 17.0f);
  EXPECT_LE(std::accumulate(heights.begin(), heights.end(), 0.0f), 17.0f);
}

TEST(PanelLayout, SavedStateComesBack) {
  PanelLayout layout;
  layout.setVisible("timing", false);
  PanelLayout other;
  other.restore(layout.save());
  EXPECT_FALSE(other.isVisible("timing"));
  EXPECT_TRUE(other.isVisible("solver"));
  EXPECT_EQ(other.save(), layout.save());
}

TEST(PanelLayout, NonsenseInTheSettingsChangesNothing) {
  PanelLayout layout;
  const std::string before = layout.save();
  for (const char* nonsense :
       {"", ";;;", "run", "run:x:y:z:w;", "nobody:1:0:0:0;", "run:1:0:0:0:nan:1;", "run:1:0:0;"}) {
    layout.restore(nonsense);
    EXPECT_EQ(layout.save(), before) << nonsense;
  }
}

TEST(Panels, NamesAreUniqueAndExplained) {
  std::set<std::string_view> ids;
  std::set<std::string> titles;
  for (const Panel& panel : panels()) {
    EXPECT_TRUE(ids.insert(panel.id).second) << panel.id;
    EXPECT_TRUE(titles.insert(panel.title).second) << panel.title;
    EXPECT_FALSE(panel.meaning.empty()) << panel.id;
  }
}

TEST(FramePacer, SoftwareDrawingLeavesHalfOfTheTime) {
  FramePacer pacer;
  pacer.software = true;
  pacer.lastStart = 10.0;
  pacer.lastEnd = 10.3;
  EXPECT_NEAR(pacer.delay(10.3, FrameReason::news), 0.3, 1e-9);
  EXPECT_LE(pacer.delay(10.3, FrameReason::input), 0.02);
  pacer.lastEnd = 10.01;
  EXPECT_NEAR(pacer.delay(10.01, FrameReason::news), 0.04, 1e-9) << "at most 20 frames a second";
  pacer.software = false;
  EXPECT_LT(pacer.delay(10.01, FrameReason::news), 0.01);
}

}  // namespace
}  // namespace scree
