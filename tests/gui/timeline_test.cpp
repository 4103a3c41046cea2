#include <QFileDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QTest>
#include <QTimer>
#include <QUrl>
#include <cmath>
#include <fstream>

#include "app/ui_state/run_history.h"
#include "app/window/files/error_dialog.h"
#include "app/window/files/recording_saving.h"
#include "app/window/files/settings.h"
#include "app/window/window_look.h"
#include "engine/io/recording_file.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

Snapshot instant(std::uint64_t step, double level, std::uint64_t merges, std::uint64_t forks = 0,
                 std::uint64_t forkStep = 0) {
  Snapshot snapshot;
  snapshot.run.worldVersion = 1;
  snapshot.run.step = step;
  snapshot.run.time = 0.005 * static_cast<double>(step);
  snapshot.reduction.level = {1000, 1000 - static_cast<std::size_t>(std::lround(1000 * level)), 0};
  snapshot.reduction.counts.merges = merges;
  snapshot.run.timeline.forks = forks;
  snapshot.run.timeline.forkStep = forkStep;
  return snapshot;
}

TEST(RunHistory, ALongRunIsThinnedEvenlyAndKeepsItsEnds) {
  RunHistory history;
  constexpr std::uint64_t kSteps = 200000;
  for (std::uint64_t step = 0; step <= kSteps; ++step) {
    history.add(instant(step, 0.5, step));
  }
  const RunHistory::Branch& run = history.run();
  EXPECT_LE(run.size(), RunHistory::kMost);
  EXPECT_GT(run.size(), RunHistory::kMost / 3);
  EXPECT_EQ(run.back().step, kSteps);
  for (std::size_t i = 1; i < run.size(); ++i) {
    EXPECT_GT(run[i].time, run[i - 1].time);
    EXPECT_LT(run[i].time - run[i - 1].time, 3.0 * 1000.0 / RunHistory::kMost);
    EXPECT_EQ(run[i].counts.merges, run[i].step);
  }
}

TEST(RunHistory, LookingAtThePastAgainChangesNothing) {
  RunHistory history;
  for (std::uint64_t step = 0; step <= 400; ++step) {
    history.add(instant(step, 0.5, step));
  }
  const std::size_t before = history.run().size();
  for (std::uint64_t step = 300; step > 100; step -= 7) {
    history.add(instant(step, 0.5, step));
  }
  EXPECT_EQ(history.run().size(), before);
  EXPECT_EQ(history.run().back().step, 400U);
  EXPECT_TRUE(history.dropped().empty());
}

TEST(RunHistory, AForkMovesTheRestAsideAndAnotherWorldForgetsAll) {
  RunHistory history;
  for (std::uint64_t step = 0; step <= 100; ++step) {
    history.add(instant(step, 0.5, step));
  }
  for (std::uint64_t step = 61; step <= 80; ++step) {
    history.add(instant(step, 0.8, step, 1, 60));
  }
  ASSERT_EQ(history.dropped().size(), 1U);
  EXPECT_LE(history.dropped()[0].front().step, 60U) << "it begins where the runs part";
  EXPECT_EQ(history.dropped()[0].back().step, 100U);
  EXPECT_EQ(history.run().back().step, 80U);
  for (const RunHistory::Sample& sample : history.run()) {
    EXPECT_EQ(sample.level, sample.step > 60 ? 0.8 : 0.5);
  }
  Snapshot other = instant(0, 0.0, 0);
  other.run.worldVersion = 2;
  history.add(other);
  EXPECT_EQ(history.run().size(), 1U);
  EXPECT_TRUE(history.dropped().empty());
}

TEST(RunHistory, ARecordingIsKnownBeforeItIsReplayed) {
  Recording recording;
  for (std::uint64_t step = 10; step <= 200; step += 10) {
    recording.marks.push_back({step, 0.005 * static_cast<double>(step), 0, 0.3, {step, {}}});
  }
  RunHistory history;
  history.add(instant(5, 0.9, 1));
  history.expect(recording);
  Snapshot first = instant(0, 0.0, 0);
  first.run.worldVersion = 2;
  first.run.timeline.recorded = true;
  history.add(first);
  EXPECT_EQ(history.run().size(), 21U);
  EXPECT_EQ(history.run().back().level, 0.3);
}

class TimelineTest : public GuiTest {
 protected:
  /// A run of some steps, paused at their end.
  void openRun(std::uint64_t steps) {
    open(writeScene("box.yaml", boxScene(3, 20)), false);
    simulation().setTargetRate(0.0);
    simulation().step(static_cast<int>(steps));
    ASSERT_TRUE(waitFor([&] { return snapshot().run.step == steps; }));
    settle();
  }
  void switchMergingOn() {
    viewport().layout().reveal("reduction");
    viewport().layout().setFolded("residual", true);
    viewport().layout().setFolded("timing", true);
    viewport().requestFrame();
    settle();
    click("merging.on");
    ASSERT_TRUE(waitFor([&] { return timeline().commands->size() == 1; }));
  }
  const Timeline& timeline() { return snapshot().run.timeline; }
  bool isShown(std::string_view name) { return probeOf(name).has_value(); }
  bool hasArrived(std::uint64_t step) {
    const bool arrived =
        waitFor([&] { return snapshot().run.step == step && !timeline().seekTo && !simulation().isBusy(); });
    settle();
    return arrived;
  }
  /// A point of the strip, as a part of its width.
  QPoint stripAt(double part) {
    const ProbeRect rect = probeOf("timeline").value();
    return {static_cast<int>(std::lround(static_cast<double>(rect.x0) + part * static_cast<double>(rect.x1 - rect.x0))),
            static_cast<int>((rect.y0 + rect.y1) / 2)};
  }
  std::filesystem::path file(const std::string& name) {
    return std::filesystem::path(folder_.path().toStdString()) / name;
  }
  void save(const std::string& name) {
    window().parts().recordings.saveTo(file(name));
    ASSERT_TRUE(waitFor([&] { return !simulation().isSaving(); }));
    settle();
  }
};

TEST_F(TimelineTest, DraggingInThePausedStripGoesBackAndForth) {
  openRun(200);
  EXPECT_FALSE(isShown("hud.past"));
  dragView(stripAt(0.9), stripAt(0.5));
  ASSERT_TRUE(waitFor([&] { return timeline().past && !timeline().seekTo; }));
  settle();
  EXPECT_NEAR(static_cast<double>(snapshot().run.step), 100.0, 2.0) << "a pixel is about a third of a step";
  EXPECT_TRUE(isShown("hud.past"));
  const ProbeRect now = probeOf("timeline.now").value();
  EXPECT_NEAR((now.x0 + now.x1) / 2, static_cast<float>(stripAt(0.5).x()), 4.0f) << "the marker is under the pointer";
  keepPicture("timeline_past");
  dragView(stripAt(0.5), stripAt(1.0) + QPoint(50, 0));
  EXPECT_TRUE(hasArrived(200)) << snapshot().run.step;
  EXPECT_FALSE(timeline().past);
  EXPECT_FALSE(isShown("hud.past"));
}

TEST_F(TimelineTest, DraggingWhileItRunsPausesInThePast) {
  open(writeScene("box.yaml", boxScene(3, 20)), true);
  click("faster");
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step > 60; }));
  dragView(stripAt(0.8), stripAt(0.3));
  ASSERT_TRUE(waitFor([&] { return timeline().past && !timeline().seekTo; }));
  settle();
  EXPECT_EQ(simulation().runState(), RunState::paused);
  const double part = static_cast<double>(snapshot().run.step) / static_cast<double>(timeline().last.step);
  EXPECT_NEAR(part, 0.3, 0.06);
  const std::uint64_t last = timeline().last.step;
  // Space replays up to the end and stops there; the next one goes on.
  key(Qt::Key_Space);
  EXPECT_TRUE(hasArrived(last)) << snapshot().run.step;
  EXPECT_EQ(simulation().runState(), RunState::paused);
  EXPECT_EQ(timeline().last.step, last);
  key(Qt::Key_Space);
  EXPECT_TRUE(waitFor([&] { return timeline().last.step > last; }));
}

TEST_F(TimelineTest, KeysStepBackAndForward) {
  openRun(60);
  key(Qt::Key_Comma);
  EXPECT_TRUE(hasArrived(59));
  key(Qt::Key_Left);
  EXPECT_TRUE(hasArrived(58));
  key(Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_TRUE(hasArrived(48));
  key(Qt::Key_Comma, Qt::ShiftModifier);
  EXPECT_TRUE(hasArrived(38));
  key(Qt::Key_Period);
  EXPECT_TRUE(hasArrived(39));
  key(Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_TRUE(hasArrived(49));
  EXPECT_EQ(timeline().last.step, 60U) << "stepping in the past repeats";
  // Several at once, faster than any answer comes back.
  for (int i = 0; i < 5; ++i) {
    QTest::keyClick(&keyed(), Qt::Key_Comma);
  }
  EXPECT_TRUE(hasArrived(44));
  key(Qt::Key_End);
  EXPECT_TRUE(hasArrived(60));
  key(Qt::Key_Home, Qt::ShiftModifier);
  EXPECT_TRUE(hasArrived(0));
}

TEST_F(TimelineTest, ButtonsOfTheStripWork) {
  openRun(40);
  click("timeline.step_back");
  EXPECT_TRUE(hasArrived(39));
  click("timeline.run_start");
  EXPECT_TRUE(hasArrived(0));
  click("timeline.step");
  EXPECT_TRUE(hasArrived(1));
  click("timeline.loop");
  EXPECT_TRUE(waitFor([&] { return timeline().loop; }));
  click("timeline.play_pause");
  std::uint64_t before = 0;
  int turns = 0;
  EXPECT_TRUE(waitFor([&] {
    turns += snapshot().run.step < before ? 1 : 0;
    before = snapshot().run.step;
    return turns >= 2;
  })) << "it loops";
  click("timeline.play_pause");
  ASSERT_TRUE(waitFor([&] { return simulation().runState() == RunState::paused; }));
  click("timeline.run_end");
  EXPECT_TRUE(hasArrived(40));
  EXPECT_FALSE(isShown("resume_here")) << "there is nothing to drop";
  click("timeline.step_back");
  EXPECT_TRUE(hasArrived(39));
  const ProbeRect button = probeOf("resume_here").value();
  EXPECT_LT(button.x1 + 4.0f, probeOf("level").value().x0);
  EXPECT_LT(probeOf("timeline.span").value().x1, button.x0);
  window().parts().look.set({ThemeChoice::dark, 200});
  settle();
  keepPicture("strip_200");
  EXPECT_LT(probeOf("timeline.span").value().x1, probeOf("resume_here").value().x0) << "in a narrow view";
  window().parts().look.set({});
  settle();
  click("resume_here");
  EXPECT_TRUE(waitFor([&] { return timeline().last.step == 39; }));
}

TEST_F(TimelineTest, MovingASliderInThePastForksAndKeepsBothCurves) {
  openRun(120);
  switchMergingOn();
  simulation().step(120);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 240; }));
  dragView(stripAt(0.95), stripAt(0.75));
  ASSERT_TRUE(waitFor([&] { return timeline().past && !timeline().seekTo; }));
  settle();
  const std::uint64_t here = snapshot().run.step;
  ASSERT_TRUE(canReach("sweeps"));
  const ProbeRect slider = probeOf("sweeps").value();
  const int y = static_cast<int>((slider.y0 + slider.y1) / 2);
  dragView({static_cast<int>(slider.x0) + 40, y}, {static_cast<int>(slider.x1) - 2, y});
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.sweeps == 5000; }));
  EXPECT_EQ(timeline().last.step, here);
  EXPECT_EQ(timeline().forks, 1U) << "one drag, one fork";
  EXPECT_FALSE(timeline().past);
  EXPECT_EQ(timeline().commands->size(), 2U);
  ASSERT_EQ(viewport().memory().timeline.history.dropped().size(), 1U);
  EXPECT_EQ(viewport().memory().timeline.history.dropped()[0].back().step, 240U);
  click("sweeps.reset");
  simulation().step(20);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step == here + 20; }));
  settle();
  hover(stripAt(0.5));
  keepPicture("timeline_fork");
  dragView(stripAt(0.6), stripAt(0.4));
  ASSERT_TRUE(waitFor([&] { return timeline().past && !timeline().seekTo; }));
  settle();
  keepPicture("timeline_fork_past");
}

TEST_F(TimelineTest, SavedRecordingOpensAndReplaysAsItWas) {
  openRun(80);
  switchMergingOn();
  simulation().step(60);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 140; }));
  const std::vector<Eigen::Vector4f> places = snapshot().grains.positionRadius;
  save("run.scree");
  EXPECT_NE(viewport().notice().find("saved"), std::string::npos) << viewport().notice();
  EXPECT_EQ(readRecording(file("run.scree")).damage, "");
  save("run.scree");
  EXPECT_NE(viewport().notice().find("exists"), std::string::npos) << "never over a file: " << viewport().notice();
  // Another scene, then the recording, dropped onto the window.
  open(writeScene("other.yaml", boxScene(2, 20)), false);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QString::fromStdString(file("run.scree").string()))});
  QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window(), &enter);
  QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window(), &drop);
  ASSERT_TRUE(waitFor([&] { return timeline().recorded && simulation().isCurrentWorld(); }));
  settle();
  EXPECT_EQ(snapshot().run.step, 0U);
  EXPECT_EQ(timeline().last.step, 140U);
  EXPECT_EQ(timeline().commands->size(), 1U);
  EXPECT_EQ(simulation().scene().name, "Test box");
  EXPECT_TRUE(settings::recentScenes().contains(QString::fromStdString(file("run.scree").string())));
  simulation().setTargetRate(0.0);
  key(Qt::Key_Space);
  ASSERT_TRUE(hasArrived(140));
  EXPECT_EQ(snapshot().grains.positionRadius, places);
  EXPECT_FALSE(timeline().diverged.has_value());
  EXPECT_FALSE(isShown("hud.diverged"));
}

TEST_F(TimelineTest, ADivergingReplayIsMarked) {
  openRun(100);
  save("run.scree");
  Recording recording = readRecording(file("run.scree")).recording;
  recording.marks = {{50, 0.25, 1, 0.0, {}}};
  writeRecording(recording, file("other.scree"));
  window().openScene(file("other.scree"));
  ASSERT_TRUE(waitFor([&] { return timeline().recorded && simulation().isCurrentWorld(); }));
  simulation().setTargetRate(0.0);
  key(Qt::Key_Space);
  ASSERT_TRUE(hasArrived(100));
  ASSERT_TRUE(timeline().diverged.has_value());
  EXPECT_EQ(timeline().diverged->step, 50U);
  EXPECT_TRUE(isShown("hud.diverged"));
  viewport().layout().reveal("history");
  viewport().layout().setFolded("scene", true);
  viewport().layout().setFolded("colour", true);
  viewport().requestFrame();
  settle();
  EXPECT_TRUE(isShown("history.diverged"));
  keepPicture("timeline_diverged");
}

TEST_F(TimelineTest, DamagedRecordingsSayWhatIsLeft) {
  openRun(100);
  save("run.scree");
  std::ifstream whole(file("run.scree"), std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(whole)), {});
  std::ofstream(file("cut.scree"), std::ios::binary) << content.substr(0, content.size() - 10);
  std::ofstream(file("broken.scree"), std::ios::binary) << content.substr(0, 300);
  window().openScene(file("broken.scree"));
  ASSERT_TRUE(waitFor([&] { return window().errors() != nullptr; }));
  EXPECT_TRUE(window().errors()->text().contains("cut off before its first state"));
  EXPECT_EQ(snapshot().run.step, 100U) << "the running scene stays";
  window().openScene(file("cut.scree"));
  ASSERT_TRUE(waitFor([&] { return timeline().recorded; }));
  EXPECT_NE(viewport().notice().find("cut off"), std::string::npos) << viewport().notice();
}

TEST_F(TimelineTest, SaveRecordingAsksForANameThatIsFree) {
  openRun(20);
  QTimer::singleShot(300, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    auto* name = dialog->findChild<QLineEdit*>();
    EXPECT_EQ(name->text(), "box.scree");
    name->setText(QString::fromStdString(file("typed").string()));
    QTest::keyClick(name, Qt::Key_Return);
  });
  window().trigger("save_recording");
  ASSERT_TRUE(waitFor([&] { return viewport().notice().find("typed.scree") != std::string::npos; }));
  EXPECT_TRUE(isRecording(file("typed.scree")));
}

TEST_F(TimelineTest, MemoryIsSetInTheHistoryPanelAndRemembered) {
  openRun(30);
  viewport().layout().reveal("history");
  viewport().layout().setFolded("scene", true);
  viewport().requestFrame();
  settle();
  keepPicture("history_panel");
  mouseClick(Qt::LeftButton, Qt::ControlModifier, at("history_budget"));
  settle();
  key(Qt::Key_A, Qt::ControlModifier);
  type("64");
  key(Qt::Key_Return);
  EXPECT_TRUE(waitFor([&] { return timeline().budget == std::size_t{64} << 20; })) << timeline().budget;
  window().trigger("timeline");
  EXPECT_TRUE(waitFor([&] { return !isShown("timeline_strip"); }));
  window().close();
  MainWindow next({});
  EXPECT_FALSE(next.viewport().memory().timeline.shown);
  EXPECT_TRUE(waitFor([&] {
    next.simulation().refresh();
    return next.simulation().snapshot()->run.timeline.budget == std::size_t{64} << 20;
  }));
}

}  // namespace
}  // namespace scree::testing
