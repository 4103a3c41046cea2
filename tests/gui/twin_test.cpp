#include <QApplication>
#include <QMouseEvent>
#include <QTest>

#include "app/overlays/twin_overlay.h"
#include "app/panels/panel.h"
#include "app/ui_state/twin_history.h"
#include "app/viewport/handles/screen_points.h"
#include "engine/snapshot/twin_snapshot.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/gui/support/panel_bench.h"

namespace scree::testing {
namespace {

/// A run and its twin as a snapshot tells of them: costs and the drive's sums go on evenly with time.
std::shared_ptr<Snapshot> pair(double time, std::uint64_t begun = 1) {
  auto twin = std::make_shared<TwinSnapshot>();
  twin->begun = begun;
  twin->steps = static_cast<std::uint64_t>(time / 0.005);
  twin->other = std::make_shared<Snapshot>();
  twin->cost = {TwinCost{0.002, 0.4 * time}, TwinCost{0.005, 1.0 * time}};
  twin->reading.rms = 1e-3 * time;
  twin->reading.potential = -2.0 * time;
  twin->drives.push_back({.body = 0, .turns = true, .impulse = {3.0 * time, 2.5 * time}, .work = {}});
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->run.worldVersion = 1;
  snapshot->run.time = time;
  snapshot->scene.parameters.reduction.merging = Switch::on;
  snapshot->reduction.level = {1000, 480, 2};
  snapshot->scene.bodies.push_back({.name = "drum", .pose = {}, .shapes = nullptr, .drives = {}, .reaction = {}});
  snapshot->twin.snapshot = std::move(twin);
  return snapshot;
}

TEST(TwinHistory, MeansAreRightWhateverSnapshotsWereSeen) {
  TwinHistory history;
  for (const double time : {0.0, 0.01, 0.3, 1.9, 1.95, 2.1}) {
    history.add(*pair(time));
  }
  ASSERT_EQ(history.bins().size(), 4U);
  for (std::size_t i = 1; i < history.bins().size(); ++i) {
    const TwinHistory::Bin& bin = history.bins()[i];
    EXPECT_NEAR(bin.speedUp, 2.5, 1e-9);
    EXPECT_NEAR(bin.drive[0], 3.0, 1e-9);
    EXPECT_NEAR(bin.drive[1], 2.5, 1e-9);
    EXPECT_NEAR(bin.rms, 1e-3 * bin.time, 1e-12);
    EXPECT_NEAR(bin.potential, -2.0 * bin.time, 1e-9);
  }
  EXPECT_NEAR(history.recentDrive()[0], 3.0, 1e-9);
}

TEST(TwinHistory, KeepsHalfAMinuteAndForgetsOtherTwins) {
  TwinHistory history;
  for (int i = 0; i < 500; ++i) {
    history.add(*pair(0.1 * i));
  }
  EXPECT_GE(history.bins().front().time, 49.9 - TwinHistory::kSpan - TwinHistory::kBin - 1e-9);
  EXPECT_LE(history.bins().size(), 123U);
  history.add(*pair(50.0, 2));
  EXPECT_EQ(history.bins().size(), 1U) << "another twin";
  history.add(*pair(10.0, 2));
  EXPECT_EQ(history.bins().size(), 1U) << "went back";
  history.add(Snapshot());
  EXPECT_TRUE(history.bins().empty());
}

TEST(TwinCaptions, TellHowEachRunIsRunAndWhatAStepCosts) {
  const auto snapshot = pair(1.0);
  const auto captions = twinCaptions(*snapshot);
  EXPECT_EQ(captions[0].name, "with merging");
  EXPECT_EQ(captions[0].cost, "h 52 %, 2.0 ms a step");
  EXPECT_EQ(captions[1].name, "in full");
  EXPECT_EQ(captions[1].cost, "5.0 ms a step");
}

TEST(TwinPanel, AnotherDifferenceStartsAnewOnlyWhileATwinRuns) {
  PanelBench bench(drawTwinPanel);
  bench.frames();
  EXPECT_FALSE(bench.isShown("twin.view"));
  bench.click("twin.difference.no warm start");
  EXPECT_TRUE(bench.posted.empty());
  EXPECT_EQ(bench.memory.twin.choice.difference, TwinDifference::warmStart);
  EXPECT_FALSE(bench.isShown("twin.preset"));
  bench.click("twin.difference.preset");
  EXPECT_TRUE(bench.isShown("twin.preset"));
  bench.snapshot = pair(1.0);
  bench.memory.twin.history.add(*bench.snapshot);
  bench.frames();
  EXPECT_FALSE(bench.isShown("twin.preset")) << "the one that runs is of merging";
  for (const char* shown : {"twin.speed_up", "Potential", "Drive torque", "Grains apart", "twin.strip.speed_up",
                            "twin.strip.potential", "twin.strip.torque", "twin.strip.rms"}) {
    EXPECT_TRUE(bench.isShown(shown)) << shown;
  }
  EXPECT_FALSE(bench.isShown("Angle")) << "there is no drum";
  EXPECT_FALSE(bench.isShown("Flow out")) << "there is no sink";
  bench.click("twin.difference.in full");
  EXPECT_TRUE(bench.posted.empty()) << "it is that already";
  bench.click("twin.difference.no warm start");
  ASSERT_EQ(bench.posted.size(), 1U);
  EXPECT_EQ(std::get<StartTwin>(bench.posted[0]).choice.difference, TwinDifference::warmStart);
}

/// A twin in the window, by mouse and keys.
class TwinTest : public GuiTest {
 protected:
  void openMergingBox(bool play) {
    window().resize(1280, 900);
    ASSERT_TRUE(waitFor([&] { return window().height() == 900; }));
    open(writeScene("box.yaml", boxScene(5, 20)), play);
    for (const char* other : {"residual", "timing", "solver", "reduction"}) {
      viewport().layout().setFolded(other, true);
    }
    viewport().layout().reveal("twin");
    simulation().post(SetChoice{ChoiceKey::merging, static_cast<int>(Switch::on)});
    viewport().requestFrame();
    settle();
  }
  void startTwin() {
    click("twin");
    ASSERT_TRUE(waitFor([&] { return snapshot().twin.snapshot != nullptr; }));
    settle();
  }
  bool isShown(std::string_view name) { return probeOf(name).has_value(); }
  void move(QPoint to) {
    QMouseEvent event(QEvent::MouseMove, to, viewport().mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&viewport(), &event);
    settle();
  }
  /// The view without panels; they are back when this returns.
  QImage picture() {
    QImage image = viewport().picture(false);
    settle();
    return image;
  }
  bool takesSteps(int count) {
    simulation().post(StepOnce{count});
    const std::uint64_t end = snapshot().run.step + static_cast<std::uint64_t>(count);
    return waitFor([&] { return snapshot().run.step == end; }, 60000);
  }
};

TEST_F(TwinTest, IsStartedWipedColouredAndStopped) {
  openMergingBox(true);
  EXPECT_FALSE(isShown("twin.wipe"));
  startTwin();
  ASSERT_TRUE(
      waitFor([&] { return snapshot().twin.snapshot != nullptr && snapshot().twin.snapshot->steps > 60; }, 60000));
  simulation().setPlaying(false);
  ASSERT_TRUE(waitFor([&] { return simulation().runState() == RunState::paused; }));
  settle();
  for (const char* shown :
       {"twin.wipe", "twin.caption.first", "twin.caption.second", "twin.speed_up", "hud.twin", "twin.strip.rms"}) {
    EXPECT_TRUE(isShown(shown)) << shown;
  }
  keepPicture("twin_wipe");
  const Camera camera = viewport().camera().now();
  const QPoint line = at("twin.wipe");
  dragView(line, line + QPoint(130, 25));
  EXPECT_NEAR(at("twin.wipe").x(), line.x() + 130, 1);
  EXPECT_EQ(viewport().camera().now().azimuth, camera.azimuth) << "the camera stays";
  EXPECT_GT(viewport().options().wipe, 0.55f);
  // The bed may lie still by now, and then speed and distance have the same colour.
  viewport().options().colourBy = ColourBy::aggregate;
  const QImage colouredByAggregate = picture();
  click("twin.colour");
  EXPECT_EQ(viewport().options().colourBy, ColourBy::twin);
  EXPECT_GT(differingShare(colouredByAggregate, picture()), 0.01);
  keepPicture("twin_colours");
  click("twin");
  ASSERT_TRUE(waitFor([&] { return snapshot().twin.snapshot == nullptr; }));
  settle();
  EXPECT_FALSE(isShown("twin.wipe"));
  EXPECT_EQ(viewport().options().colourBy, ColourBy::speed) << "there is no difference any more";
}

TEST_F(TwinTest, MessagesStandBelowTheCaptions) {
  openMergingBox(false);
  startTwin();
  for (const TwinMode mode : {TwinMode::wipe, TwinMode::sideBySide, TwinMode::first}) {
    viewport().options().twinMode = mode;
    viewport().notify("A message of some length, such as the file of a film that was saved a moment ago");
    settle();
    const ProbeRect notice = probeOf("notice").value();
    for (const char* name : {"twin.caption.first", "twin.caption.second"}) {
      if (const auto caption = probeOf(name)) {
        EXPECT_GE(notice.y0, caption->y1) << name;
      }
    }
    keepPicture(QString("twin_message_%1").arg(static_cast<int>(mode)));
  }
}

TEST_F(TwinTest, EscapePutsTheLineBack) {
  openMergingBox(false);
  startTwin();
  const float before = viewport().options().wipe;
  const QPoint line = at("twin.wipe");
  mousePress(Qt::LeftButton, Qt::NoModifier, line);
  move(line - QPoint(80, 0));
  EXPECT_LT(viewport().options().wipe, before - 0.05f);
  key(Qt::Key_Escape);
  EXPECT_EQ(viewport().options().wipe, before);
  move(line - QPoint(120, 0));
  mouseRelease(Qt::LeftButton, Qt::NoModifier, line - QPoint(120, 0));
  settle();
  EXPECT_EQ(viewport().options().wipe, before) << "the rest of that drag does nothing";
  EXPECT_TRUE(viewport().twin().hasTwin());
}

TEST_F(TwinTest, KeysStartItAndChangeTheView) {
  openMergingBox(false);
  click("twin.difference.no warm start");
  key(Qt::Key_T);
  ASSERT_TRUE(waitFor([&] { return snapshot().twin.snapshot != nullptr; }));
  EXPECT_EQ(snapshot().twin.snapshot->choice.difference, TwinDifference::warmStart);
  ASSERT_TRUE(takesSteps(60));
  settle();
  EXPECT_EQ(snapshot().twin.snapshot->other->scene.parameters.warmStart, WarmStart::off);
  EXPECT_EQ(snapshot().scene.parameters.warmStart, WarmStart::history);
  std::vector<QImage> pictures = {picture()};
  for (const TwinMode mode : {TwinMode::first, TwinMode::second, TwinMode::sideBySide, TwinMode::wipe}) {
    key(Qt::Key_T, Qt::ShiftModifier);
    EXPECT_EQ(viewport().options().twinMode, mode);
    EXPECT_EQ(isShown("twin.caption.first"), mode != TwinMode::second);
    EXPECT_EQ(isShown("twin.caption.second"), mode != TwinMode::first);
    EXPECT_EQ(isShown("twin.wipe"), mode == TwinMode::wipe);
    keepPicture("twin_mode_" + QString::number(static_cast<int>(mode)));
    pictures.push_back(picture());
  }
  EXPECT_GT(differingShare(pictures[0], pictures[3]), 0.01) << "side by side looks otherwise";
  EXPECT_LT(differingShare(pictures[0], pictures[4]), 0.01) << "back again";
  click("twin.view.side by side");
  EXPECT_EQ(viewport().options().twinMode, TwinMode::sideBySide);
  key(Qt::Key_T);
  EXPECT_TRUE(waitFor([&] { return snapshot().twin.snapshot == nullptr; }));
}

TEST_F(TwinTest, TheReductionPanelTellsWhatCouldBeReached) {
  openMergingBox(false);
  viewport().layout().setPinned("reduction", true);  // beside the page of the twin, which T opens
  viewport().layout().setFolded("reduction", false);
  viewport().requestFrame();
  settle();
  EXPECT_TRUE(isShown("reduction.oracle.hint"));
  key(Qt::Key_T);
  ASSERT_TRUE(waitFor([&] { return snapshot().twin.snapshot != nullptr; }));
  settle();
  ASSERT_TRUE(takesSteps(120));
  ASSERT_TRUE(snapshot().twin.snapshot->oracle.has_value());
  settle();
  EXPECT_TRUE(isShown("reduction.oracle"));
  EXPECT_FALSE(isShown("reduction.oracle.hint"));
  keepPicture("reduction_oracle");
  viewport().layout().setFolded("reduction", true);
  viewport().requestFrame();
  settle();
  ASSERT_TRUE(waitFor([&] { return !snapshot().onRequest.request.oracle; }));
  ASSERT_TRUE(takesSteps(1));
  EXPECT_FALSE(snapshot().twin.snapshot->oracle) << "nobody looks";
}

TEST_F(TwinTest, AClickPicksInTheRunUnderThePointer) {
  openMergingBox(false);
  startTwin();
  ASSERT_TRUE(takesSteps(80));
  click("twin.view.side by side");
  settle();
  const TwinSplit& split = viewport().views().split();
  const auto pickedAt = [&](std::size_t side) {
    const TwinSide& own = split.sides[side];
    const Snapshot& shown = side == 0 ? snapshot() : *snapshot().twin.snapshot->other;
    const Camera camera = cameraOf(own, viewport().camera().now());
    // The nearest grain to the eye hides no part of itself behind others.
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < shown.particles(); ++i) {
      const auto distance = [&](std::size_t k) { return (shown.placeOf(k) - camera.eye()).norm(); };
      nearest = distance(i) < distance(nearest) ? i : nearest;
    }
    const auto pixel = pixelOf(camera, shown.grains.positionRadius[nearest].head<3>().cast<double>(),
                               viewport().width(), viewport().height());
    const QPointF shift(static_cast<double>(own.middle) / viewport().devicePixelRatioF() - 0.5 * viewport().width(), 0);
    clickView((*pixel + shift).toPoint());
    return shown.grains.id[nearest];
  };
  const ParticleId first = pickedAt(0);
  EXPECT_EQ(viewport().options().selected, first);
  EXPECT_FALSE(viewport().memory().twin.pickedInTwin);
  const ParticleId second = pickedAt(1);
  EXPECT_EQ(viewport().options().selected, second);
  EXPECT_TRUE(viewport().memory().twin.pickedInTwin);
  EXPECT_TRUE(isShown("To its twin"));
  keepPicture("twin_picked");
}

TEST_F(TwinTest, AnotherSceneEndsItAndRestartBeginsItAnew) {
  openMergingBox(false);
  startTwin();
  ASSERT_TRUE(takesSteps(5));
  key(Qt::Key_Backspace);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 0; }));
  ASSERT_NE(snapshot().twin.snapshot, nullptr);
  EXPECT_EQ(snapshot().twin.snapshot->other->run.step, 0U);
  open(writeScene("other.yaml", boxScene(3, 20)), false);
  EXPECT_EQ(snapshot().twin.snapshot, nullptr);
  EXPECT_FALSE(isShown("twin.wipe"));
}

}  // namespace
}  // namespace scree::testing
