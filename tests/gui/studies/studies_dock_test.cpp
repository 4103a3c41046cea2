// The dock of studies: a sweep from its start to its points in the window.
#include <QAction>
#include <QProcess>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

#include "app/study_dock/run_lines_view.h"
#include "app/study_dock/studies_dock.h"
#include "app/study_dock/study_views.h"
#include "app/study_dock/value_map_view.h"
#include "app/window/window_look.h"
#include "engine/io/output_file.h"
#include "tests/gui/studies/studies_fixture.h"

namespace scree::testing {
namespace {

TEST_F(StudiesTest, WithoutAStudyItSaysWhatToDo) {
  window().resize(1280, 800);
  window().findChild<QAction*>("studies")->trigger();
  ASSERT_TRUE(dock().isVisible());
  settle();
  keepPicture("studies_empty");
  // A shipped study opens by its name.
  for (QPushButton* shipped : window().findChildren<QPushButton*>("study_shipped")) {
    if (shipped->text() == "pile_friction") {
      QTest::mouseClick(shipped, Qt::LeftButton);
    }
  }
  ASSERT_TRUE(waitFor([&] { return views().model().rowCount() == 12; }));
  EXPECT_EQ(dock().folder().filename(), "pile_friction");
  EXPECT_FALSE(fs::exists(dock().folder())) << "nothing is written before the start";
  window().findChild<QAction*>("studies")->trigger();
  EXPECT_FALSE(dock().isVisible());
}

TEST_F(StudiesTest, AStudyIsRunAndItsPointsAreOpened) {
  window().resize(1280, 800);
  show(study(kShortStudy));
  EXPECT_EQ(dock().folder(), fs::path(folder_.path().toStdString()) / "heap");
  EXPECT_EQ(views().model().rowCount(), 6);
  press("study_start");
  EXPECT_FALSE(button("study_start")->isEnabled());
  ASSERT_TRUE(waitFor([&] { return in(PointState::done) == 6 && dock().state() == SweepState::idle; }, 60000));
  EXPECT_TRUE(fs::exists(dock().folder() / "sweep.csv"));
  EXPECT_FALSE(button("study_start")->isEnabled());
  EXPECT_EQ(button("study_start")->toolTip(), "All points are done.");
  settle();
  keepPicture("studies_done");
  // The end of the third run, with its values.
  choose(2);
  press("study_open_point");
  ASSERT_TRUE(waitFor([&] { return simulation().isCurrentWorld() && snapshot().particles() == 8; }));
  EXPECT_NEAR(snapshot().run.time, 0.3, 1e-9);
  EXPECT_EQ(valueOf(snapshot().scene.parameters, ParameterKey::sweeps), 5.0);
  EXPECT_EQ(title(), "Test box · default_pair.friction 0.5, solver.sweeps 5, at its end · Scree");
  EXPECT_FALSE(simulation().wantPlaying());
  // A recording in its folder is shown in place of the end.
  const fs::path points = dock().folder() / "points" / views().model().runs().study->points[2].hash;
  ASSERT_EQ(QProcess::execute(NDEM_PROGRAM, {"run", folder_.filePath("box.yaml"), "--until", "0.05 s", "--record",
                                             QString::fromStdString((points / "run.scree").string())}),
            0);
  press("study_open_point");
  ASSERT_TRUE(waitFor([&] { return window().sceneFile() == points / "run.scree"; }));
  // Its beginning, which plays.
  choose(3);
  press("study_run_point");
  ASSERT_TRUE(waitFor([&] {
    return simulation().isCurrentWorld() && snapshot().run.playing &&
           valueOf(snapshot().scene.parameters, ParameterKey::sweeps) == 10.0;
  }));
  EXPECT_TRUE(simulation().wantPlaying());
  EXPECT_EQ(title(), "Test box · default_pair.friction 0.5, solver.sweeps 10 · Scree");
  ASSERT_TRUE(waitFor([&] { return snapshot().run.time > 0.05; }));
  settle();
  // Read again it keeps its values; the scene opened by itself has its own.
  choose(2);
  press("study_run_point");
  ASSERT_TRUE(waitFor([&] {
    return simulation().isCurrentWorld() && valueOf(snapshot().scene.parameters, ParameterKey::sweeps) == 5.0;
  }));
  window().findChild<QAction*>("reload")->trigger();
  ASSERT_TRUE(waitFor([&] { return !simulation().isLoading() && simulation().isCurrentWorld(); }));
  EXPECT_EQ(valueOf(snapshot().scene.parameters, ParameterKey::sweeps), 5.0);
  EXPECT_EQ(title(), "Test box · default_pair.friction 0.5, solver.sweeps 5 · Scree");
  open(writeScene("box.yaml", boxScene(2, 10)), false);
  EXPECT_EQ(title(), "Test box · Scree");
  EXPECT_EQ(valueOf(snapshot().scene.parameters, ParameterKey::sweeps), 10.0);
}

/// The run of a point in the window is that of the sweep, bit for bit.
TEST_F(StudiesTest, ARunHereEndsAsThatOfTheSweep) {
  show(study("scene: box.yaml\nvary: {solver.sweeps: [5, 8]}\nrun: {until: 0.2 s}\ncollect: [counts.contacts]\n"));
  press("study_start");
  ASSERT_TRUE(waitFor([&] { return in(PointState::done) == 2 && dock().state() == SweepState::idle; }, 60000));
  choose(1);
  press("study_open_point");
  ASSERT_TRUE(waitFor([&] { return simulation().isCurrentWorld() && snapshot().particles() == 8; }));
  const auto placesAtEnd = snapshot().grains.positionRadius;
  ASSERT_EQ(snapshot().run.step, 40U);
  press("study_run_point");
  ASSERT_TRUE(waitFor([&] { return simulation().isCurrentWorld() && snapshot().run.step < 40; }));
  simulation().setPlaying(false);
  ASSERT_TRUE(waitFor([&] { return !simulation().isBusy(); }));
  simulation().seek(0);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 0 && !simulation().isBusy(); }));
  simulation().step(40);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 40 && !simulation().isBusy(); }));
  EXPECT_TRUE(snapshot().grains.positionRadius == placesAtEnd);
}

TEST_F(StudiesTest, PointsAreChosenInThePictures) {
  window().resize(1280, 800);
  show(
      study("name: Box\n"
            "scene: box.yaml\n"
            "vary: {time_step: [2 ms, 4 ms, 8 ms], default_pair.stiffness: [1 kN/m, 3 kN/m, 9 kN/m]}\n"
            "run: {until: 0.3 s}\n"
            "collect: [overlap.mean_over_steps, budget.dissipation_J, counts.contacts]\n",
            4));
  press("study_start");
  ASSERT_TRUE(waitFor([&] { return in(PointState::done) == 9 && dock().state() == SweepState::idle; }, 60000));
  ASSERT_TRUE(waitFor([&] {
    const ParallelPicture& picture = views().lines().picture();
    return std::ranges::all_of(picture.lines, [](const RunLine& line) { return std::isfinite(line.colour); });
  }));
  for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
    window().parts().look.set({theme, 100});
    window().findChild<QTabWidget*>("study_pictures")->setCurrentIndex(0);
    settle();
    RunLinesView& lines = views().lines();
    ASSERT_EQ(lines.picture().lines.size(), 9U);
    // Between the first axes each of the settings has a way of its own.
    for (const std::size_t line : {1U, 4U}) {
      const QPointF a = lines.pointOf(line, 0);
      const QPointF b = lines.pointOf(line, 1);
      QTest::mouseClick(&lines, Qt::LeftButton, Qt::NoModifier, (a + 0.2 * (b - a)).toPoint());
      EXPECT_EQ(views().selected(), lines.picture().lines[line].place);
    }
    keepPicture(QString("studies_lines_%1").arg(theme == ThemeChoice::dark ? "dark" : "light"));
    window().findChild<QTabWidget*>("study_pictures")->setCurrentIndex(1);
    settle();
    ValueMapView& map = views().map();
    ASSERT_TRUE(map.map());
    ASSERT_EQ(map.map()->samples.size(), 9U);
    EXPECT_FALSE(map.labels().empty());
    for (const ValueMapView::Label& label : map.labels()) {
      for (const MapSample& sample : map.map()->samples) {
        EXPECT_FALSE(label.place.contains(map.pointOf(sample))) << label.text.toStdString();
      }
    }
    for (const MapSample& sample : map.map()->samples) {
      QTest::mouseClick(&map, Qt::LeftButton, Qt::NoModifier, map.pointOf(sample).toPoint());
      EXPECT_EQ(views().selected(), sample.place);
    }
    keepPicture(QString("studies_map_%1").arg(theme == ThemeChoice::dark ? "dark" : "light"));
  }
  // Wide and low, as at the bottom of the window.
  window().removeDockWidget(&dock());
  window().addDockWidget(Qt::BottomDockWidgetArea, &dock());
  dock().show();
  window().resizeDocks({&dock()}, {330}, Qt::Vertical);
  settle();
  EXPECT_EQ(window().size(), QSize(1280, 800));
  keepPicture("studies_bottom");
}

TEST_F(StudiesTest, ASweepPausesGoesOnAndStops) {
  show(study("scene: box.yaml\nseeds: 3\nrun: {until: 3000 s}\ncollect: [counts.contacts]\n", 4));
  press("study_start");
  ASSERT_TRUE(waitFor([&] { return in(PointState::running) > 0; }, 20000));
  settle();
  keepPicture("studies_running");
  press("study_pause");
  ASSERT_TRUE(waitFor([&] { return dock().state() == SweepState::idle && in(PointState::begun) > 0; }, 20000));
  EXPECT_EQ(in(PointState::running), 0U);
  EXPECT_EQ(button("study_start")->text(), "Go on");
  // A saved state can be looked at.
  choose(0);
  press("study_open_point");
  ASSERT_TRUE(waitFor([&] { return simulation().isCurrentWorld() && snapshot().particles() == 64; }));
  EXPECT_GT(snapshot().run.time, 0.0);
  EXPECT_TRUE(window().windowTitle().contains("as saved last")) << title();
  press("study_start");
  ASSERT_TRUE(waitFor([&] { return in(PointState::running) > 0 && dock().state() == SweepState::running; }, 20000));
  answer("Stop");
  press("study_stop");
  ASSERT_TRUE(waitFor([&] { return dock().state() == SweepState::idle && in(PointState::waiting) == 3; }, 20000));
  EXPECT_TRUE(button("study_start")->isEnabled());
  EXPECT_EQ(button("study_start")->text(), "Start");
}

TEST_F(StudiesTest, ASweepOfAnotherProcessIsShownAndNotStartedTwice) {
  show(study(kShortStudy));
  {
    const auto lock = FileLock::take(SweepFolder{dock().folder()}.lock());
    ASSERT_TRUE(lock);
    ASSERT_TRUE(waitFor([&] { return dock().state() == SweepState::running; }));
    EXPECT_FALSE(button("study_start")->isEnabled());
    EXPECT_TRUE(button("study_start")->toolTip().contains(QString::number(::getpid())));
    EXPECT_FALSE(button("study_pause")->isEnabled()) << "it is no ndem";
  }
  ASSERT_TRUE(waitFor([&] { return dock().state() == SweepState::idle; }));
  EXPECT_TRUE(button("study_start")->isEnabled());
}

TEST_F(StudiesTest, PointsBranchFromTheirStart) {
  show(
      study("scene: box.yaml\nvary: {solver.sweeps: [5, 10]}\nstart: {until: 0.1 s}\nrun: {until: 0.2 s}\n"
            "collect: [counts.contacts]\n"));
  ASSERT_EQ(views().model().rowCount(), 3);
  EXPECT_EQ(views().table().model()->index(0, 0).data().toString(), "start");
  choose(1);
  press("study_run_point");
  settle();
  EXPECT_EQ(snapshot().particles(), 0U) << "its start has not been run";
  press("study_start");
  ASSERT_TRUE(waitFor([&] { return in(PointState::done) == 2 && dock().state() == SweepState::idle; }, 60000));
  press("study_run_point");
  ASSERT_TRUE(waitFor([&] { return simulation().isCurrentWorld() && snapshot().particles() == 8; }));
  EXPECT_GE(snapshot().run.time, 0.1 - 1e-9);
  EXPECT_EQ(valueOf(snapshot().scene.parameters, ParameterKey::sweeps), 5.0);
  settle();
  keepPicture("studies_start");
}

TEST_F(StudiesTest, AFailedPointTellsWhyAndRunsAgainWhenAsked) {
  show(
      study("scene: box.yaml\nvary: {particles.0.fill.material: [ore, steel]}\nrun: {until: 0.1 s}\n"
            "collect: [run.steps]\n"));
  press("study_start");
  ASSERT_TRUE(waitFor([&] { return in(PointState::failed) == 1 && dock().state() == SweepState::idle; }, 60000));
  const StudyModel& model = views().model();
  EXPECT_FALSE(model.runs().readings[1].status.reason.empty());
  settle();
  keepPicture("studies_failed");
  EXPECT_FALSE(button("study_start")->isEnabled());
  EXPECT_TRUE(button("study_start")->toolTip().contains("Run failed points again"));
  const StudyPoint& failed = model.runs().study->points[1];
  const fs::path log = SweepFolder{dock().folder()}.point(failed.hash).log();
  const std::size_t once = readFile(log).size();
  window().findChild<QAction*>("study_again")->trigger();
  press("study_start");
  ASSERT_TRUE(waitFor([&] { return readFile(log).size() == 2 * once && dock().state() == SweepState::idle; }, 20000));
  EXPECT_TRUE(waitFor([&] { return in(PointState::failed) == 1; }));
  EXPECT_FALSE(button("study_start")->isEnabled()) << "once only";
}

TEST_F(StudiesTest, ClosingTheWindowAsksAndTheSweepMayGoOn) {
  show(study("scene: box.yaml\nseeds: 2\nrun: {until: 3000 s}\ncollect: [counts.contacts]\n", 4));
  press("study_start");
  ASSERT_TRUE(waitFor([&] { return in(PointState::running) > 0; }, 20000));
  const int process = lockOwner(SweepFolder{dock().folder()}.lock());
  answer("Cancel");
  EXPECT_FALSE(window().close());
  EXPECT_TRUE(isNdem(process));
  answer("Let it go on");
  EXPECT_TRUE(window().close());
  EXPECT_TRUE(isNdem(process));
  askToEnd(process);
  EXPECT_TRUE(waitFor([&] { return !isLocked(SweepFolder{dock().folder()}.lock()); }, 20000));
}

/// A run in the window pauses at the end that the study gives, once: whoever plays on goes beyond it.
TEST_F(StudiesTest, ARunHerePausesAtItsEnd) {
  show(study("scene: box.yaml\nvary: {solver.sweeps: [5, 8]}\nrun: {until: 0.4 s}\ncollect: [counts.contacts]\n"));
  QStringList told;
  QObject::connect(&viewport(), &Viewport::notified, &dock(), [&](const QString& text) { told << text; });
  choose(0);
  press("study_run_point");
  ASSERT_TRUE(waitFor([&] {
    return simulation().isCurrentWorld() && snapshot().run.step == 80 && !snapshot().run.playing &&
           !simulation().isBusy();
  }));
  EXPECT_NEAR(snapshot().run.time, 0.4, 1e-9);
  EXPECT_FALSE(simulation().wantPlaying());
  EXPECT_TRUE(waitFor([&] { return told.filter("The run ends here, at 0.4 s").size() == 1; }))
      << told.join("\n").toStdString();
  simulation().setPlaying(true);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.time > 0.6; }))
      << snapshot().run.time << " s: " << told.join("\n").toStdString();
  simulation().setPlaying(false);
  EXPECT_EQ(told.filter("ends here").size(), 1);
}

/// Whoever plays on at once is not held again, and a run that is taken back is.
TEST_F(StudiesTest, ARunHereIsHeldAgainWhenItIsTakenBack) {
  show(study("scene: box.yaml\nvary: {solver.sweeps: [5, 8]}\nrun: {until: 0.4 s}\ncollect: [counts.contacts]\n"));
  choose(0);
  press("study_run_point");
  const auto isHeld = [&] {
    return simulation().isCurrentWorld() && snapshot().run.step == 80 && !snapshot().run.playing &&
           !simulation().isBusy();
  };
  ASSERT_TRUE(waitFor(isHeld));
  simulation().setPlaying(true);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.time > 0.6; }));
  simulation().restart();
  ASSERT_TRUE(waitFor([&] { return simulation().isCurrentWorld() && snapshot().run.time < 0.3; }));
  simulation().setTargetRate(0.0);
  simulation().setPlaying(true);
  EXPECT_TRUE(waitFor(isHeld)) << snapshot().run.time;
}

/// Names, values and units of a point stand in lines of their own, with spaces between.
TEST_F(StudiesTest, TheTextOfAPointHasALineForEachNumber) {
  show(study(kShortStudy));
  press("study_start");
  ASSERT_TRUE(waitFor([&] { return in(PointState::done) == 6 && dock().state() == SweepState::idle; }, 60000));
  const QStringList lines = views().model().textOf(0).split('\n');
  ASSERT_EQ(lines.size(), 4) << views().model().textOf(0).toStdString();
  EXPECT_EQ(lines[0], "default_pair.friction 0.2, solver.sweeps 5");
  EXPECT_EQ(lines[1], "done");
  EXPECT_TRUE(lines[2].startsWith("overlap.mean_over_steps ")) << lines[2].toStdString();
  EXPECT_TRUE(lines[3].startsWith("budget.dissipation ")) << lines[3].toStdString();
  EXPECT_TRUE(lines[3].endsWith(" J")) << lines[3].toStdString();
}

/// A text that has no room is told whole by the pointer.
TEST_F(StudiesTest, ElidedTextsAreToldByThePointer) {
  show(study(kShortStudy));
  const auto tip = [&](const char* name) { return window().findChild<QLabel*>(name)->toolTip().toStdString(); };
  EXPECT_EQ(tip("study_folder"), dock().folder().string());
  EXPECT_EQ(tip("study_summary"), "0 of 6 done, 6 waiting");
  choose(1);
  EXPECT_EQ(tip("study_point"), views().model().textOf(1).toStdString());
}

/// In a small window with large letters the window keeps its size.
TEST_F(StudiesTest, TheWindowKeepsItsSize) {
  const QSize size(1024, 700);
  window().resize(size);
  ASSERT_TRUE(waitFor([&] { return window().size() == size; }));
  show(study(kShortStudy));
  for (const int percent : {200, 150, 100}) {
    window().findChild<QAction*>("studies")->trigger();
    ASSERT_FALSE(dock().isVisible());
    window().parts().look.set({ThemeChoice::light, percent});
    settle();
    window().findChild<QAction*>("studies")->trigger();
    settle();
    EXPECT_TRUE(dock().isVisible());
    EXPECT_EQ(window().size(), size) << percent;
    keepPicture(QString("studies_small_%1").arg(percent));
  }
}

/// With large letters and in a narrow dock nothing is wider than its place.
TEST_F(StudiesTest, ItFitsIntoANarrowDock) {
  window().resize(1280, 800);
  show(study(kShortStudy));
  for (const int percent : {100, 150}) {
    window().parts().look.set({ThemeChoice::dark, percent});
    window().resizeDocks({&dock()}, {1}, Qt::Horizontal);
    settle();
    EXPECT_LE(dock().width(), percent == 100 ? 400 : 600);
    EXPECT_EQ(window().size(), QSize(1280, 800));
    for (const char* name : {"study_start", "study_pause", "study_stop", "study_more", "study_open_point",
                             "study_run_point", "study_choose_folder"}) {
      const QPushButton& one = *button(name);
      const QRect place(one.mapTo(&dock(), QPoint(0, 0)), one.size());
      EXPECT_TRUE(dock().rect().contains(place)) << name << " " << percent;
      EXPECT_GE(one.width(), one.fontMetrics().horizontalAdvance(one.text())) << name;
    }
    keepPicture(QString("studies_narrow_%1").arg(percent));
  }
}

TEST(NdemBeside, IsFoundWhereProgramsAreInstalledAndBuilt) {
  const QTemporaryDir made;
  const fs::path folder = made.path().toStdString();
  for (const char* sub : {"bin", "app/window", "app/cli", "tests"}) {
    fs::create_directories(folder / sub);
  }
  EXPECT_EQ(ndemBeside(folder / "bin" / "scree"), "");
  std::ofstream(folder / "bin" / "ndem") << "x";
  std::ofstream(folder / "app" / "cli" / "ndem") << "x";
  EXPECT_EQ(ndemBeside(folder / "bin" / "scree"), folder / "bin" / "ndem");
  EXPECT_EQ(ndemBeside(folder / "app" / "window" / "scree"), folder / "app" / "cli" / "ndem");
  EXPECT_EQ(ndemBeside(folder / "tests" / "test_gui"), folder / "app" / "cli" / "ndem");
}

}  // namespace
}  // namespace scree::testing
