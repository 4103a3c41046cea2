// The error of the solver on the screen: its row in the Residual panel, its colours and the switch of the measuring.
#include "app/panels/panel.h"
#include "app/widgets/solver_error_text.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/gui/support/panel_bench.h"

namespace scree::testing {
namespace {

/// A run whose error was measured 0.2 s ago.
std::shared_ptr<Snapshot> measuredRun() {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->run.step = 640;
  snapshot->run.time = 3.2;
  auto answer = std::make_shared<AskedSolver>();
  answer->step = 600;
  answer->time = 3.0;
  answer->compared = 0.06;
  answer->creep = 21e-6;
  answer->sinking = 3e-6;
  answer->angle = 0.0018;
  answer->ids = {4, 7};
  answer->speeds = {1e-5f, 3e-5f};
  snapshot->solverError = {true, std::move(answer)};
  return snapshot;
}

TEST(SolverErrorText, TellsCreepSinkingAngleAndAge) {
  EXPECT_EQ(solverErrorLine(*measuredRun()),
            "Error now: creep 0.021\u00a0mm/s, sinking +0.003\u00a0mm/s, angle +0.1°, measured 0.20\u00a0s ago");
  const auto level = measuredRun();
  auto flat = std::make_shared<AskedSolver>(*level->solverError.answer);
  flat->angle = -1e-5;
  flat->sinking = -3e-6;
  level->solverError.answer = flat;
  EXPECT_NE(solverErrorLine(*level).find("sinking -0.003\u00a0mm/s, angle 0.0°"), std::string::npos)
      << solverErrorLine(*level);
  EXPECT_NE(solverErrorHelp(*measuredRun()).find("three quarters that move least"), std::string::npos);
  EXPECT_NE(solverErrorHelp(*measuredRun()).find("Measured at 3 s over 0.06 s"), std::string::npos);
  Snapshot none;
  EXPECT_EQ(solverErrorAge(none), "not measured");
  none.solverError.isOn = true;
  EXPECT_EQ(solverErrorAge(none), "not measured yet");
  EXPECT_EQ(solverErrorLine(none), "Error now: measuring…");
  none.solverError.answer = std::make_shared<const AskedSolver>();
  EXPECT_EQ(solverErrorLine(none), "Error now: there are no grains");
  auto failed = std::make_shared<AskedSolver>();
  failed->trouble = "the copy cannot be stepped";
  none.solverError.answer = failed;
  EXPECT_EQ(solverErrorLine(none), "Error now: no answer, the copy cannot be stepped");
}

TEST(SolverErrorRow, StandsInTheResidualPanelWhileTheMeasuringIsOn) {
  PanelBench bench(drawResidualPanel);
  bench.snapshot = measuredRun();
  bench.frames();
  EXPECT_FALSE(bench.isShown("residual.solver_error"));
  bench.click("ask_solver");
  EXPECT_TRUE(bench.view.askSolver);
  bench.frames();
  EXPECT_TRUE(bench.isShown("residual.solver_error"));
  colourGrains(bench.view, bench.memory, ColourBy::solverError);
  bench.click("ask_solver");
  EXPECT_FALSE(asksSolver(bench.view));
  EXPECT_EQ(bench.view.colourBy, ColourBy::speed) << "without an answer all grains would be grey";
}

/// The switch in the window, by mouse and keys.
class SolverErrorTest : public GuiTest {
 protected:
  void openBox() {
    window().resize(1280, 800);
    ASSERT_TRUE(waitFor([&] { return window().height() == 800; }));
    open(writeScene("box.yaml", boxScene(5, 3)), true);
    ASSERT_TRUE(waitFor([&] { return snapshot().run.time > 0.2; }, 60000));
    simulation().setPlaying(false);
    ASSERT_TRUE(waitFor([&] { return simulation().runState() == RunState::paused; }));
    for (const char* other : {"reduction", "timing", "solver"}) {
      viewport().layout().setFolded(other, true);
    }
    viewport().layout().reveal("residual");
    viewport().requestFrame();
    settle();
  }
  bool waitForMeasuring(bool on) {
    return waitFor([&] {
      viewport().requestFrame();
      return snapshot().solverError.isOn == on;
    });
  }
  bool waitForError() {
    return waitFor(
        [&] {
          viewport().requestFrame();
          return snapshot().solverError.answer != nullptr;
        },
        60000);
  }
  bool isSeen(std::string_view name) { return probeOf(name).has_value(); }
};

TEST_F(SolverErrorTest, TheRowIsSwitchedOnAndOffAndUndone) {
  openBox();
  EXPECT_FALSE(snapshot().solverError.isOn) << "nobody wants to know";
  EXPECT_FALSE(isSeen("residual.solver_error"));
  click("ask_solver");
  ASSERT_TRUE(waitForMeasuring(true));
  ASSERT_TRUE(waitForError());
  EXPECT_EQ(snapshot().solverError.answer->step, snapshot().run.step) << "the run is paused";
  EXPECT_EQ(snapshot().solverError.answer->ids.size(), snapshot().particles());
  EXPECT_FALSE(snapshot().asked.isOn);
  settle();
  EXPECT_TRUE(isSeen("residual.solver_error"));
  hover(at("residual.solver_error"));
  settle();
  keepPicture("solver_error_row");
  click("ask_solver");
  ASSERT_TRUE(waitForMeasuring(false));
  settle();
  EXPECT_FALSE(isSeen("residual.solver_error"));
  EXPECT_EQ(snapshot().solverError.answer, nullptr);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(waitForMeasuring(true));
}

TEST_F(SolverErrorTest, TheSwitchIsReachedInASmallWindow) {
  window().resize(1280, 800);
  ASSERT_TRUE(waitFor([&] { return window().height() == 800; }));
  open(writeScene("box.yaml", boxScene(5, 3)), true);
  settle();
  EXPECT_TRUE(canReach("ask_solver"));
  keepPicture("solver_error_switch");
}

TEST_F(SolverErrorTest, ItsColoursSwitchTheMeasuringOn) {
  openBox();
  const QImage bySpeed = viewport().picture(false);
  settle();
  click("colour_by");
  click("colour_by.Solver error");
  EXPECT_EQ(viewport().options().colourBy, ColourBy::solverError);
  ASSERT_TRUE(waitForMeasuring(true));
  ASSERT_TRUE(waitForError());
  settle();
  EXPECT_TRUE(isSeen("legend_plate"));
  EXPECT_TRUE(isSeen("colour_map")) << "values on a scale";
  EXPECT_TRUE(canReach("residual.solver_error"));
  EXPECT_GT(viewport().options().range[1], 0.0f);
  EXPECT_GT(differingShare(viewport().picture(false), bySpeed), 0.01);
  settle();
  keepPicture("solver_error_colours");
  click("ask_solver");
  ASSERT_TRUE(waitForMeasuring(false));
  EXPECT_EQ(viewport().options().colourBy, ColourBy::speed);
}

TEST_F(SolverErrorTest, TheActionMeasures) {
  openBox();
  window().trigger("ask_solver");
  EXPECT_TRUE(waitForMeasuring(true));
  EXPECT_TRUE(viewport().options().askSolver);
  window().trigger("ask_solver");
  EXPECT_TRUE(waitForMeasuring(false));
}

TEST_F(SolverErrorTest, ADrumIsMeasuredWhileItRuns) {
  const std::filesystem::path drum = std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drum.yaml";
  window().resize(1600, 1000);
  ASSERT_TRUE(waitFor([&] { return window().height() == 1000; }));
  open(drum, true);
  viewport().layout().reveal("residual");
  colourGrains(viewport().options(), viewport().memory(), ColourBy::solverError);
  ASSERT_TRUE(waitForError());
  EXPECT_EQ(snapshot().solverError.answer->trouble, "");
  settle();
  keepPicture("solver_error_drum");
}

}  // namespace
}  // namespace scree::testing
