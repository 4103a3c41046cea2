#include <fmt/format.h>

#include <QDockWidget>
#include <QInputMethodEvent>
#include <QSettings>
#include <QTest>

#include "app/window/window_look.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

TEST_F(GuiTest, TypingInAFieldFiresNoShortcut) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const Camera camera = viewport().camera().now();
  // Click and keys in one burst: the field has had no frame yet to say that it wants text.
  mouseClick(Qt::LeftButton, Qt::ControlModifier, at("sweeps"));
  QTest::keyClick(&keyed(), Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(&keyed(), "7 h1.");
  QTest::keyClick(&keyed(), Qt::Key_Backspace);
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
  mouseClick(Qt::LeftButton, Qt::ControlModifier, at("sweeps"));
  settle();
  key(Qt::Key_A, Qt::ControlModifier);
  QInputMethodEvent commit;
  commit.setCommitString("33");
  QApplication::sendEvent(&keyed(), &commit);
  key(Qt::Key_Return);
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.sweeps == 33; }));
}

TEST_F(GuiTest, ClickIntoTheSceneEndsTyping) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  mouseClick(Qt::LeftButton, Qt::ControlModifier, at("sweeps"));
  settle();
  clickView(freePoint());
  key(Qt::Key_Space);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.playing; }));
}

class PagesTest : public GuiTest {
 protected:
  /// Fills the panels as far as they get: a grain is picked, a body is open, grains are merged.
  void fillPanels() {
    open(writeScene("box.yaml", boxScene(3, 20)), false);
    click("body.box");
    simulation().post(SetChoice{ChoiceKey::merging, static_cast<int>(Switch::on)});
    simulation().step(120);
    ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 120 && !simulation().isBusy(); }, 60000));
    viewport().options().selected = snapshot().grains.id[0];
  }
  /// Every page at every size of window and letters: nothing reaches beyond the width of the board, and the view keeps
  /// room.
  void expectThatAllFits(ThemeChoice theme) {
    for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080)}) {
      for (const int percent : {100, 150, 200}) {
        const std::string kind = fmt::format("{}x{} at {} % {}", size.width(), size.height(), percent,
                                             theme == ThemeChoice::light ? "light" : "dark");
        window().parts().look.set({theme, percent});
        window().resize(size);
        ASSERT_TRUE(waitFor([&] { return window().size() == size; })) << kind;
        for (const PageInfo& page : panelPages()) {
          expectThatPageFits(page, kind);
        }
        EXPECT_GE(viewport().width(), 300) << "the view keeps room in " << kind;
      }
    }
  }

 private:
  void expectThatPageFits(const PageInfo& page, const std::string& kind) {
    viewport().layout().setPage(page.page);
    viewport().requestFrame();
    settle();
    const ProbeRect inner = *viewport().board().probes().find("page");
    for (const auto& [name, rect] : viewport().board().probes().all()) {
      EXPECT_GE(rect.x0, 0.0f) << name << " on " << page.id << " of " << kind;
      EXPECT_LE(rect.x1, inner.x1 + 1.0f) << name << " on " << page.id << " of " << kind;
    }
    keepPicture(QString("page_%1_%2").arg(QString::fromStdString(kind), QString(page.id.data())).replace(' ', '_'));
  }
};

TEST_F(PagesTest, NothingOverlapsOrIsCutOffInTheDark) {
  fillPanels();
  expectThatAllFits(ThemeChoice::dark);
}

TEST_F(PagesTest, NothingOverlapsOrIsCutOffInTheLight) {
  fillPanels();
  expectThatAllFits(ThemeChoice::light);
}

/// Opening or closing a panel moves nothing above it, on every page.
TEST_F(GuiTest, NothingAboveAnOpenedPanelMoves) {
  open(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drum.yaml", false);
  for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1600, 1000)}) {
    window().resize(size);
    ASSERT_TRUE(waitFor([&] { return window().size() == size; }));
    settle();
    for (const Panel& panel : panels()) {
      viewport().layout().setPage(panel.page);
      viewport().requestFrame();
      settle();
      scrollTo("title." + std::string(panel.id));
      const QPoint title = at("title." + std::string(panel.id));
      const std::map<std::string, ProbeRect, std::less<>> before = viewport().board().probes().all();
      const float edge = before.at("title." + std::string(panel.id)).y1;
      clickView(title);
      for (const auto& [name, rect] : before) {
        const auto after = viewport().board().probes().find(name);
        if (rect.y1 > edge) {
          continue;  // of the panel or below it
        }
        ASSERT_TRUE(after.has_value()) << name << " when " << panel.id << " opens";
        EXPECT_EQ(rect.y0, after->y0) << name << " when " << panel.id << " opens";
        EXPECT_EQ(rect.x0, after->x0) << name << " when " << panel.id << " opens";
      }
      clickView(at("title." + std::string(panel.id)));
    }
  }
}

TEST_F(GuiTest, PanelsFoldPinAndComeBack) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  click("title.timing");
  EXPECT_FALSE(probeOf("panel.timing").has_value());
  // A pinned panel stands above another page.
  click("title.timing");
  click("pin.timing");
  click("title.solver");
  click("title.solver");
  EXPECT_EQ(viewport().layout().page(), PanelPage::solver);
  ASSERT_TRUE(probeOf("panel.timing").has_value());
  EXPECT_LE(probeOf("panel.timing")->y1, probeOf("title.solver")->y0 + 20.0f);
  window().trigger("reset_layout");
  EXPECT_TRUE(waitFor([&] { return !viewport().layout().isPinned("timing"); }));
}

/// The dock leaves the view its own room; the rail turns pages, Tab hides the dock, and a floating dock works on.
TEST_F(GuiTest, TheDockStandsBesideTheView) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  PanelBoard& board = viewport().board();
  EXPECT_LE(viewport().mapTo(&window(), QPoint(viewport().width(), 0)).x(), board.mapTo(&window(), QPoint(0, 0)).x());
  window().findChild<QAction*>("page_view")->trigger();
  settle();
  EXPECT_TRUE(probeOf("panel.colour").has_value());
  const int narrow = viewport().width();
  key(Qt::Key_Tab);
  EXPECT_TRUE(waitFor([&] { return !board.isVisible() && viewport().width() > narrow; }));
  key(Qt::Key_Tab);
  EXPECT_TRUE(waitFor([&] { return board.isVisible(); }));
  auto* dock = window().findChild<QDockWidget*>("panels_dock");
  dock->setFloating(true);
  EXPECT_TRUE(waitFor([&] { return board.window() != &window() && board.isVisible(); }));
  settle();
  click("title.colour");
  EXPECT_TRUE(viewport().layout().isFolded("colour")) << "panels work in a window of their own";
  dock->setFloating(false);
  EXPECT_TRUE(waitFor([&] { return board.window() == &window(); }));
  settle();
  click("title.colour");
  EXPECT_FALSE(viewport().layout().isFolded("colour"));
}

/// By the keyboard alone: F6 to the panels, arrows and Space on their controls.
TEST_F(GuiTest, PanelsWorkByTheKeyboard) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  viewport().setFocus();
  key(Qt::Key_F6);
  ASSERT_TRUE(waitFor([&] { return viewport().board().hasFocus(); }));
  settle();
  key(Qt::Key_Down);
  const bool folded = viewport().layout().isFolded("reduction");
  key(Qt::Key_Home);
  key(Qt::Key_Space);
  EXPECT_NE(viewport().layout().isFolded("reduction"), folded) << "Space presses the title that the arrows reached";
  EXPECT_EQ(simulation().runState(), RunState::paused) << "Space did not play";
  key(Qt::Key_F6);
  EXPECT_TRUE(waitFor([&] { return viewport().hasFocus(); }));
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
  ASSERT_TRUE(probeOf("quality.fast").has_value());
  key(Qt::Key_Escape);
  EXPECT_FALSE(probeOf("quality.fast").has_value());
}

TEST_F(GuiTest, CheatSheetOpensAndCloses) {
  QTest::keyClick(&keyed(), '?');
  settle();
  EXPECT_TRUE(probeOf("cheat_sheet").has_value());
  keepPicture("keys");
  key(Qt::Key_Escape);
  EXPECT_FALSE(probeOf("cheat_sheet").has_value());
  QTest::keyClick(&keyed(), '?');
  settle();
  EXPECT_TRUE(probeOf("cheat_sheet").has_value());
}

TEST_F(GuiTest, LayoutIsRememberedByTheNextWindow) {
  viewport().layout().setFolded("timing", true);
  viewport().layout().setPage(PanelPage::solver);
  window().close();
  MainWindow next({});
  EXPECT_TRUE(next.viewport().layout().isFolded("timing"));
  EXPECT_TRUE(next.viewport().layout().isOpen("solver"));
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
