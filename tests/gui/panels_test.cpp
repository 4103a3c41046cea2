#include <QInputMethodEvent>
#include <QSettings>
#include <QTest>

#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

TEST_F(GuiTest, TypingInAFieldFiresNoShortcut) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const Camera camera = viewport().camera().now();
  // Click and keys in one burst: the field has had no frame yet to say that it wants text.
  QTest::mouseClick(&viewport(), Qt::LeftButton, Qt::ControlModifier, at("sweeps"));
  QTest::keyClick(&viewport(), Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(&viewport(), "7 h1.");
  QTest::keyClick(&viewport(), Qt::Key_Backspace);
  settle();
  EXPECT_EQ(simulation().runState(), RunState::paused) << "Space was text";
  EXPECT_TRUE(viewport().panels().areShown()) << "H was text";
  EXPECT_EQ(viewport().camera().now().elevation, camera.elevation) << "1 and 7 were text";
  EXPECT_EQ(snapshot().run.step, 0U);
  key(Qt::Key_A, Qt::ControlModifier);
  type("77");
  key(Qt::Key_Return);
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.sweeps == 77; })) << snapshot().scene.parameters.sweeps;
  // Out of the field, Space plays again.
  key(Qt::Key_Space);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.playing; }));
}

TEST_F(GuiTest, InputMethodTextReachesTheField) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  QTest::mouseClick(&viewport(), Qt::LeftButton, Qt::ControlModifier, at("sweeps"));
  settle();
  key(Qt::Key_A, Qt::ControlModifier);
  QInputMethodEvent commit;
  commit.setCommitString("33");
  QApplication::sendEvent(&viewport(), &commit);
  key(Qt::Key_Return);
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.sweeps == 33; }));
}

TEST_F(GuiTest, ClickIntoTheSceneEndsTyping) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  QTest::mouseClick(&viewport(), Qt::LeftButton, Qt::ControlModifier, at("sweeps"));
  settle();
  clickView(freePoint());
  key(Qt::Key_Space);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.playing; }));
}

/// Panels and the line at the top leave each other room in both usual sizes and in a small one.
TEST_F(GuiTest, NothingOverlapsOrIsCutOff) {
  open(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drum.yaml", false);
  for (const QSize size : {QSize(1280, 800), QSize(1280, 720), QSize(1600, 1000), QSize(900, 500)}) {
    window().resize(size);
    ASSERT_TRUE(waitFor([&] { return window().size() == size; }));
    settle();
    std::vector<std::pair<std::string, ProbeRect>> rects;
    for (const Panel& panel : panels()) {
      const std::string name = "panel." + std::string(panel.id);
      if (const auto rect = viewport().probes().find(name)) {
        rects.emplace_back(name, *rect);
      }
    }
    EXPECT_GE(rects.size(), 6U);
    const float top = viewport().probes().find("hud.state")->y1;
    for (std::size_t i = 0; i < rects.size(); ++i) {
      const ProbeRect& a = rects[i].second;
      EXPECT_GE(a.x0, 0.0f) << rects[i].first;
      EXPECT_GE(a.y0, top) << rects[i].first;
      EXPECT_LE(a.x1, static_cast<float>(viewport().width())) << rects[i].first;
      EXPECT_LE(a.y1, static_cast<float>(viewport().height())) << rects[i].first;
      for (std::size_t j = 0; j < i; ++j) {
        const ProbeRect& b = rects[j].second;
        const bool apart = a.x1 <= b.x0 || b.x1 <= a.x0 || a.y1 <= b.y0 || b.y1 <= a.y0;
        EXPECT_TRUE(apart) << rects[i].first << " over " << rects[j].first << " at " << size.width();
      }
    }
    keepPicture(QString("layout_%1x%2").arg(size.width()).arg(size.height()));
  }
}

TEST_F(GuiTest, PanelsCollapseMoveAndComeBack) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const QPoint title = at("title.colour");
  dragView(title, title + QPoint(300, 60));
  ASSERT_TRUE(viewport().layout().places()[1].floating.has_value());
  const auto moved = viewport().probes().find("panel.colour");
  EXPECT_GT(moved->x0, 250.0f);
  // Back to the left edge it docks.
  const QPoint here = at("title.colour");
  dragView(here, QPoint(here.x() - static_cast<int>(moved->x0) + 5, here.y()));
  EXPECT_FALSE(viewport().layout().places()[1].floating.has_value());
  // A double click on a title collapses.
  QTest::mouseClick(&viewport(), Qt::LeftButton, Qt::NoModifier, at("title.timing"));
  QTest::mouseDClick(&viewport(), Qt::LeftButton, Qt::NoModifier, at("title.timing"));
  settle();
  EXPECT_FALSE(viewport().probes().find("panel.timing").has_value());
  window().trigger("reset_layout");
  EXPECT_TRUE(waitFor([&] { return viewport().probes().find("panel.timing").has_value(); }));
}

TEST_F(GuiTest, ComboBoxesAndCheckBoxesChangeTheView) {
  window().resize(1280, 900);  // room for all of the Colour panel
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  click("colour_by");
  click("colour_by.Contacts");
  EXPECT_EQ(viewport().options().colourBy, ColourBy::contacts);
  click("spin_pattern");
  EXPECT_FALSE(viewport().options().showSpinPattern);
  click("range.fixed");
  EXPECT_FALSE(viewport().memory().fitRange);
  // Escape closes an open list and nothing else.
  click("quality");
  ASSERT_TRUE(viewport().probes().find("quality.fast").has_value());
  key(Qt::Key_Escape);
  EXPECT_FALSE(viewport().probes().find("quality.fast").has_value());
}

TEST_F(GuiTest, CheatSheetOpensAndCloses) {
  QTest::keyClick(&viewport(), '?');
  settle();
  EXPECT_TRUE(viewport().probes().find("cheat_sheet").has_value());
  keepPicture("keys");
  key(Qt::Key_Escape);
  EXPECT_FALSE(viewport().probes().find("cheat_sheet").has_value());
  QTest::keyClick(&viewport(), '?');
  settle();
  EXPECT_TRUE(viewport().probes().find("cheat_sheet").has_value());
}

TEST_F(GuiTest, LayoutIsRememberedByTheNextWindow) {
  viewport().layout().setVisible("timing", false);
  window().close();
  MainWindow next({});
  EXPECT_FALSE(next.viewport().layout().isVisible("timing"));
  EXPECT_TRUE(next.viewport().layout().isVisible("solver"));
}

TEST_F(GuiTest, TheNextWindowRemembersColoursAndView) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  click("colour_by");
  click("colour_by.Overlap");
  click("range.fixed");
  click("legend");
  click("bodies");
  viewport().options().colourMap = 2;
  viewport().options().range = {0.5f, 1.5f};
  viewport().options().bodyOpacity = 0.75f;
  viewport().options().quality = SphereQuality::full;
  window().close();
  MainWindow next({});
  const ViewOptions& view = next.viewport().options();
  EXPECT_EQ(view.colourBy, ColourBy::overlap);
  EXPECT_EQ(view.colourMap, 2);
  EXPECT_EQ(view.range, (std::array{0.5f, 1.5f}));
  EXPECT_FALSE(view.showBodies);
  EXPECT_TRUE(view.showRegions);
  EXPECT_EQ(view.bodyOpacity, 0.75f);
  EXPECT_EQ(view.quality, SphereQuality::full);
  EXPECT_FALSE(next.viewport().memory().fitRange);
  EXPECT_FALSE(next.viewport().memory().showLegend);
}

TEST_F(GuiTest, NonsenseInTheSettingsLeavesTheView) {
  QSettings stored;
  stored.beginGroup("view");
  for (const char* name : {"colour_by", "colour_map", "quality", "range_low", "range_high", "body_opacity"}) {
    stored.setValue(name, "nan");
  }
  stored.sync();
  const MainWindow next({});
  const ViewOptions& view = next.viewport().options();
  EXPECT_EQ(view.colourBy, ViewOptions().colourBy);
  EXPECT_EQ(view.colourMap, ViewOptions().colourMap);
  EXPECT_EQ(view.range, ViewOptions().range);
  EXPECT_EQ(view.quality, ViewOptions().quality);
  EXPECT_EQ(view.bodyOpacity, ViewOptions().bodyOpacity);
}

}  // namespace
}  // namespace scree::testing
