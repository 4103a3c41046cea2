#include "app/panels/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/viewport/frame_pacer.h"

namespace scree {
namespace {

TEST(PanelLayout, SavedStateComesBack) {
  PanelLayout layout;
  layout.setPage(PanelPage::analysis);
  layout.setFolded("timing", true);
  layout.setPinned("solver", true);
  layout.setShown(false);
  PanelLayout other;
  other.restore(layout.save());
  EXPECT_EQ(other.page(), PanelPage::analysis);
  EXPECT_TRUE(other.isFolded("timing"));
  EXPECT_TRUE(other.isPinned("solver"));
  EXPECT_FALSE(other.isShown());
  EXPECT_EQ(other.save(), layout.save());
}

TEST(PanelLayout, APanelIsOpenOnItsPageOrPinned) {
  PanelLayout layout;
  layout.reveal("timing");
  EXPECT_EQ(layout.page(), PanelPage::analysis);
  EXPECT_TRUE(layout.isOpen("timing"));
  EXPECT_FALSE(layout.isOpen("solver"));
  layout.setPinned("solver", true);
  EXPECT_TRUE(layout.isOpen("solver"));
  layout.reveal("solver");
  EXPECT_EQ(layout.page(), PanelPage::analysis) << "a pinned panel is in sight already";
  layout.setShown(false);
  EXPECT_FALSE(layout.isOpen("timing"));
  layout.reveal("timing");
  EXPECT_TRUE(layout.isShown());
}

TEST(PanelLayout, EveryPageHasPanels) {
  for (const PageInfo& page : panelPages()) {
    EXPECT_TRUE(std::ranges::any_of(panels(), [&](const Panel& panel) { return panel.page == page.page; })) << page.id;
    EXPECT_FALSE(page.meaning.empty()) << page.id;
  }
}

TEST(PanelLayout, NonsenseInTheSettingsChangesNothing) {
  PanelLayout layout;
  const std::string before = layout.save();
  for (const char* nonsense : {"", ";;;", "run", "run:x:y;", "nobody:1:0;", "run:1:0:0:0:nan:1;", "run:2:0;",
                               "page:nowhere:1;", "page:run:x;"}) {
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
