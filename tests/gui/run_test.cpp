#include <QAction>
#include <QTest>

#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

TEST_F(GuiTest, SpacePlaysAndPauses) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  EXPECT_EQ(simulation().runState(), RunState::paused);
  key(Qt::Key_Space);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step > 10; }));
  key(Qt::Key_Space);
  EXPECT_TRUE(waitFor([&] { return simulation().runState() == RunState::paused; }));
  settle();
  const std::uint64_t step = snapshot().run.step;
  QTest::qWait(200);
  EXPECT_EQ(snapshot().run.step, step) << "paused means still";
}

TEST_F(GuiTest, StepKeysTakeExactlySoManySteps) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  key(Qt::Key_Period);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == 1; }));
  key(Qt::Key_Right);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == 2; }));
  key(Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == 12; }));
  click("step");
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == 13; }));
  key(Qt::Key_Backspace);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == 0; }));
}

TEST_F(GuiTest, ButtonsOfTheRunPanelWork) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  click("play_pause");
  EXPECT_TRUE(waitFor([&] { return simulation().runState() == RunState::playing; }));
  click("faster");
  EXPECT_TRUE(waitFor([&] { return snapshot().run.targetRate == 2.0; }));
  key(Qt::Key_Minus);
  key(Qt::Key_Minus);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.targetRate == 0.5; }));
  click("real_time");
  EXPECT_TRUE(waitFor([&] { return snapshot().run.targetRate == 1.0; }));
  EXPECT_TRUE(waitFor([&] { return snapshot().run.actualRate > 0.5; })) << "27 grains run in real time";
}

TEST_F(GuiTest, ToggledWarmStartingChangesTheSolverWithinASecond) {
  // Ten sweeps are few for a bed seven grains deep: what the warm start gives is then plain to see.
  open(writeScene("box.yaml", boxScene(7, 10)), true);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.time > 1.5; }, 60000)) << "the bed settles first";
  const auto meanResidual = [&](int snapshots) {
    double sum = 0.0;
    for (int i = 0; i < snapshots; ++i) {
      const std::uint64_t step = snapshot().run.step;
      EXPECT_TRUE(waitFor([&] { return snapshot().run.step > step; }));
      sum += snapshot().solver.residuals.empty() ? 0.0 : snapshot().solver.residuals.back().worstRms();
    }
    return sum / snapshots;
  };
  ASSERT_EQ(snapshot().scene.parameters.warmStart, WarmStart::history);
  const double warm = meanResidual(15);
  const double warmOverlap = snapshot().solver.meanOverlap;
  keepPicture("warm");
  click("warm_start.off");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.warmStart == WarmStart::off; }, 1000));
  QTest::qWait(300);
  const double cold = meanResidual(15);
  keepPicture("cold");
  // Settled grains leave almost nothing to do with a warm start, and about as much as ever without.
  EXPECT_GT(cold, 3.0 * warm);
  EXPECT_NE(snapshot().solver.meanOverlap, warmOverlap);
  click("warm_start.model");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.warmStart == WarmStart::model; }, 1000));
}

TEST_F(GuiTest, DraggedSliderAndResetButtonSetTheParameter) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  at("sweeps");  // turns to its page
  const auto rect = probeOf("sweeps");
  ASSERT_TRUE(rect.has_value());
  const int y = static_cast<int>((rect->y0 + rect->y1) / 2);
  dragView({static_cast<int>(rect->x0) + 40, y}, {static_cast<int>(rect->x1) - 2, y});
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.sweeps == 5000; }))
      << snapshot().scene.parameters.sweeps;
  click("sweeps.reset");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.sweeps == 20; }));
}

TEST_F(GuiTest, FastClicksAllCountAtALowFrameRate) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  // Ten clicks in one go, before the window can draw a single frame.
  const QPoint step = at("step");
  for (int i = 0; i < 10; ++i) {
    mouseClick(Qt::LeftButton, Qt::NoModifier, step);
  }
  settle();
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == 10; })) << snapshot().run.step;
}

TEST_F(GuiTest, DriveSpeedFollowsItsSlider) {
  window().resize(1280, 900);
  open(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drum.yaml", false);
  viewport().layout().reveal("scene");
  viewport().requestFrame();
  settle();
  const auto rect = probeOf("drive.drum.0");
  ASSERT_TRUE(rect.has_value());
  const QPoint place = at("drive.drum.0");
  mouseClick(Qt::LeftButton, Qt::ControlModifier, place);
  settle();
  key(Qt::Key_A, Qt::ControlModifier);
  type("1.25");
  key(Qt::Key_Return);
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.bodies.at(0).drives.at(0).speed.value == 1.25; }))
      << snapshot().scene.bodies.at(0).drives.at(0).speed.value;
  keepPicture("drum_paused");
}

}  // namespace
}  // namespace scree::testing
