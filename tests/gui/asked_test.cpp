// Members that would move if they were asked: their row, their colours and the switch of the asking.
#include <QLineEdit>
#include <QTest>

#include "app/panels/panel.h"
#include "app/widgets/asked_text.h"
#include "app/window/command_palette.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/gui/support/panel_bench.h"

namespace scree::testing {
namespace {

/// A run of which an answer is 0.2 s old.
std::shared_ptr<Snapshot> answered(std::size_t members, std::vector<ParticleId> ids) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->run.step = 640;
  snapshot->run.time = 3.2;
  snapshot->scene.parameters.reduction.merging = Switch::on;
  auto answer = std::make_shared<AskedMembers>();
  answer->step = 600;
  answer->time = 3.0;
  answer->limit = 0.0025;
  answer->members = members;
  answer->speeds.assign(ids.size(), 0.012f);
  answer->ids = std::move(ids);
  snapshot->asked = {true, std::move(answer)};
  return snapshot;
}

TEST(AskedText, TellsCountShareAndAge) {
  EXPECT_EQ(askedLine(*answered(2500, {3, 5, 9})),
            "Would move if asked: 3 of 2\u00a0500 (0.1\u00a0%), asked 0.20\u00a0s ago");
  EXPECT_EQ(askedLine(*answered(2500, {})), "Would move if asked: 0 of 2\u00a0500 (0.0\u00a0%), asked 0.20\u00a0s ago");
  EXPECT_EQ(askedLine(*answered(25000, {3})),
            "Would move if asked: 1 of 25\u00a0000 (under\u00a00.1\u00a0%), asked 0.20\u00a0s ago");
  EXPECT_EQ(askedLine(*answered(0, {})), "Would move if asked: nothing was merged");
  Snapshot none;
  EXPECT_EQ(askedAge(none), "not asked");
  none.asked.isOn = true;
  EXPECT_EQ(askedAge(none), "not asked yet");
  EXPECT_EQ(askedLine(none), "Would move if asked: asking…");
  EXPECT_NE(askedHelp(*answered(2500, {3})).find("fastest 12 mm/s"), std::string::npos);
  EXPECT_EQ(askedSpeeds(0.0025, 0), "2.5 to 10");
  EXPECT_EQ(askedSpeeds(0.0025, 2), "over 40 mm/s");
}

TEST(AskedText, AnAnswerAboutTheStepShownHasNoAge) {
  const auto snapshot = answered(10, {});
  snapshot->run.step = 600;
  snapshot->run.time = 3.0;
  EXPECT_EQ(askedAge(*snapshot), "asked at this step");
  snapshot->run.step = 601;
  snapshot->run.time = 3.005;
  EXPECT_EQ(askedAge(*snapshot), "asked under 0.01 s ago");
}

TEST(AskedText, TellsWhyThereIsNoAnswer) {
  Snapshot snapshot;
  auto answer = std::make_shared<AskedMembers>();
  answer->members = 5;
  answer->trouble = "there is not enough memory for a copy";
  snapshot.asked = {true, std::move(answer)};
  EXPECT_EQ(askedLine(snapshot), "Would move if asked: no answer, there is not enough memory for a copy");
}

TEST(AskedRow, StandsInTheReductionPanelWhileTheAskingIsOn) {
  PanelBench bench(drawReductionPanel);
  bench.snapshot = answered(2500, {3});
  bench.frames();
  EXPECT_FALSE(bench.isShown("reduction.would_move"));
  bench.click("ask_members");
  EXPECT_TRUE(bench.view.askMembers);
  bench.frames();
  EXPECT_TRUE(bench.isShown("reduction.would_move"));
  colourGrains(bench.view, bench.memory, ColourBy::wouldMove);
  bench.click("ask_members");
  EXPECT_FALSE(asksMembers(bench.view));
  EXPECT_EQ(bench.view.colourBy, ColourBy::speed) << "without an answer all members would have one colour";
}

/// The switch in the window, by mouse and keys.
class AskedTest : public GuiTest {
 protected:
  void openPanel(const std::filesystem::path& scene, bool play, int width = 1280, int height = 800) {
    window().resize(width, height);
    ASSERT_TRUE(waitFor([&] { return window().height() == height; }));
    open(scene, play);
    for (const char* other : {"residual", "timing", "solver"}) {
      viewport().layout().setFolded(other, true);
    }
    viewport().layout().reveal("reduction");
    viewport().requestFrame();
    settle();
  }
  void openMergedBox() {
    openPanel(writeScene("box.yaml", boxScene(5, 20)), true);
    click("merging.on");
    ASSERT_TRUE(waitFor([&] { return snapshot().reduction.level.level() > 0.5; }, 60000));
    simulation().setPlaying(false);
    ASSERT_TRUE(waitFor([&] { return simulation().runState() == RunState::paused; }));
    settle();
  }
  bool waitForAnswer() {
    return waitFor(
        [&] {
          viewport().requestFrame();
          return snapshot().asked.answer != nullptr && snapshot().asked.answer->members > 0;
        },
        60000);
  }
  bool waitForAsking(bool on) {
    return waitFor([&] {
      viewport().requestFrame();
      return snapshot().asked.isOn == on;
    });
  }
  bool isShown(std::string_view name) { return probeOf(name).has_value(); }
};

TEST_F(AskedTest, TheRowIsSwitchedOnAndOffAndUndone) {
  openMergedBox();
  EXPECT_FALSE(snapshot().asked.isOn) << "nobody wants to know";
  EXPECT_FALSE(isShown("reduction.would_move"));
  click("ask_members");
  ASSERT_TRUE(waitForAsking(true));
  ASSERT_TRUE(waitForAnswer());
  EXPECT_EQ(snapshot().asked.answer->step, snapshot().run.step) << "the run is paused";
  settle();
  EXPECT_TRUE(isShown("reduction.would_move"));
  hover(at("reduction.would_move"));
  settle();
  keepPicture("would_move_row");
  click("ask_members");
  ASSERT_TRUE(waitForAsking(false));
  settle();
  EXPECT_FALSE(isShown("reduction.would_move"));
  EXPECT_EQ(snapshot().asked.answer, nullptr);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(waitForAsking(true));
}

TEST_F(AskedTest, ItsColoursSwitchTheAskingOn) {
  openMergedBox();
  click("colour_by");
  click("colour_by.Would move");
  EXPECT_EQ(viewport().options().colourBy, ColourBy::wouldMove);
  ASSERT_TRUE(waitForAsking(true));
  ASSERT_TRUE(waitForAnswer());
  settle();
  EXPECT_TRUE(isShown("legend_plate"));
  EXPECT_FALSE(isShown("colour_map")) << "they are colours of their own";
  EXPECT_TRUE(canReach("reduction.would_move"));
  click("ask_members");
  ASSERT_TRUE(waitForAsking(false));
  EXPECT_EQ(viewport().options().colourBy, ColourBy::speed);
  click("colour_by");
  click("colour_by.Would move");
  ASSERT_TRUE(waitForAsking(true));
  key(Qt::Key_C);
  EXPECT_EQ(viewport().options().colourBy, ColourBy::speed) << "the first colours follow the last";
  EXPECT_TRUE(waitForAsking(false)) << "no switch was pressed";
}

TEST_F(AskedTest, ThePaletteReachesBoth) {
  openMergedBox();
  const auto choose = [&](const QString& typed, const QString& id) {
    key(Qt::Key_P, Qt::ControlModifier);
    auto* palette = window().findChild<CommandPalette*>("command_palette");
    ASSERT_TRUE(waitFor([&] {
      palette = window().findChild<CommandPalette*>("command_palette");
      return palette != nullptr && palette->isVisible();
    }));
    auto* line = palette->findChild<QLineEdit*>("command_typed");
    ASSERT_TRUE(waitFor([&] { return QApplication::focusWidget() == line; }));
    QTest::keyClicks(line, typed);
    EXPECT_EQ(palette->shownIds().front(), id);
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_TRUE(waitFor([&] { return window().findChild<CommandPalette*>("command_palette") == nullptr; }));
    window().activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&window()));
    settle();
  };
  choose("ask which members", "ask_members");
  EXPECT_TRUE(viewport().options().askMembers);
  EXPECT_TRUE(waitForAsking(true));
  choose("colour by would", "colour.Would move");
  EXPECT_EQ(viewport().options().colourBy, ColourBy::wouldMove);
}

TEST_F(AskedTest, AFlowIsAskedWhileItRuns) {
  const std::filesystem::path drum = std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drum.yaml";
  openPanel(drum, true, 1600, 1000);
  colourGrains(viewport().options(), viewport().memory(), ColourBy::wouldMove);
  click("merging.on");
  ASSERT_TRUE(waitForAnswer());
  const std::shared_ptr<const AskedMembers> first = snapshot().asked.answer;
  EXPECT_TRUE(waitFor([&] { return snapshot().asked.answer != first && snapshot().run.time > 1.0; }, 60000));
  settle();
  keepPicture("would_move_1600");
  window().resize(1280, 800);
  ASSERT_TRUE(waitFor([&] { return window().height() == 800; }));
  settle();
  hover(at("reduction.would_move"));
  settle();
  keepPicture("would_move_1280");
}

}  // namespace
}  // namespace scree::testing
