#include <time.h>

#include <QAction>
#include <QDockWidget>
#include <QFileDialog>
#include <QImage>
#include <QLineEdit>
#include <QMouseEvent>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>
#include <cmath>

#include "app/plots/plot_docks.h"
#include "app/plots/plot_view.h"
#include "app/window/window_layout.h"
#include "engine/io/output_file.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

double cpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The plots, driven by mouse and keys.
class PlotsTest : public GuiTest {
 protected:
  PlotDocks& plots() { return window().plots(); }
  PlotView& view(const char* id) {
    PlotView* found = plots().view(id);
    if (found == nullptr) {
      throw std::runtime_error(std::string("there is no plot ") + id);
    }
    return *found;
  }
  QDockWidget& dock(const char* id) { return *window().findChild<QDockWidget*>(QString("plot_dock_") + id); }

  /// Opens a scene, takes steps, and shows one plot alone.
  PlotView& openWith(const char* id, int steps = 40) {
    open(writeScene("box.yaml", boxScene(3, 20)), false);
    simulation().step(steps);
    EXPECT_TRUE(waitFor([&] { return snapshot().run.step == static_cast<std::uint64_t>(steps); }, 60000));
    window().findChild<QAction*>(QString("show_plot_") + id)->trigger();
    EXPECT_TRUE(waitFor([&] { return view(id).isVisible(); }));
    EXPECT_TRUE(waitFor([&] {
      return view(id).curves() > 0 && plots().store().run().dense.rows() == static_cast<std::size_t>(steps) &&
             view(id).cursor() == snapshot().run.time;
    }));
    settle();
    return view(id);
  }

  void mouse(PlotView& plot, QEvent::Type type, QPoint place, Qt::MouseButtons held) {
    QWidget& canvas = plot.canvas();
    const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, place, canvas.mapToGlobal(place), button, held, Qt::NoModifier);
    QApplication::sendEvent(&canvas, &event);
  }
  void drag(PlotView& plot, QPoint from, QPoint to) {
    mouse(plot, QEvent::MouseButtonPress, from, Qt::LeftButton);
    mouse(plot, QEvent::MouseMove, (from + to) / 2, Qt::LeftButton);
    mouse(plot, QEvent::MouseMove, to, Qt::LeftButton);
    mouse(plot, QEvent::MouseButtonRelease, to, Qt::NoButton);
  }
  void turnWheel(PlotView& plot, QPoint place, int notches) {
    QWidget& canvas = plot.canvas();
    QWheelEvent event(place, canvas.mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&canvas, &event);
  }
};

TEST_F(PlotsTest, AreHiddenAtFirstAndShownByOneKey) {
  open(writeScene("box.yaml", boxScene(2, 10)), false);
  EXPECT_FALSE(plots().anyShown());
  key(Qt::Key_F3);
  ASSERT_TRUE(waitFor([&] { return view("reduction").isVisible(); }));
  EXPECT_TRUE(plots().anyShown());
  for (const PlotGroupInfo& info : plotGroups()) {
    EXPECT_FALSE(dock(info.id).isHidden()) << info.id;
  }
  settle();
  keepPicture("plots_all");
  key(Qt::Key_F3);
  EXPECT_TRUE(waitFor([&] { return !plots().anyShown(); }));
}

TEST_F(PlotsTest, WhatIsShownIsRememberedAndResetHides) {
  openWith("energy");
  window().close();
  MainWindow again(findScenes(executablePath(), SCREE_SOURCE_DIR));
  again.show();
  EXPECT_TRUE(waitFor([&] { return !again.findChild<QDockWidget*>("plot_dock_energy")->isHidden(); }));
  EXPECT_TRUE(again.findChild<QDockWidget*>("plot_dock_overlap")->isHidden());
  again.parts().layout.reset();
  EXPECT_FALSE(again.plots().anyShown());
}

TEST_F(PlotsTest, TheWheelZoomsDraggingPansAndADoubleClickShowsAll) {
  PlotView& plot = openWith("energy");
  const auto [begin, end] = plot.span();
  EXPECT_TRUE(plot.isFitted());
  EXPECT_NEAR(end, snapshot().run.time, 1e-9);
  const QPoint middle = plot.placeOf(0.5 * (begin + end));
  turnWheel(plot, middle, 4);
  const auto [zoomedBegin, zoomedEnd] = plot.span();
  EXPECT_NEAR(zoomedEnd - zoomedBegin, (end - begin) * std::pow(0.8, 4), 1e-6);
  EXPECT_NEAR(0.5 * (zoomedBegin + zoomedEnd), 0.5 * (begin + end), 0.02 * (end - begin)) << "about the pointer";
  drag(plot, middle, middle + QPoint(60, 0));
  const auto [pannedBegin, pannedEnd] = plot.span();
  EXPECT_LT(pannedBegin, zoomedBegin) << "what was left of the picture comes into it";
  EXPECT_NEAR(pannedEnd - pannedBegin, zoomedEnd - zoomedBegin, 1e-9);
  const std::uint64_t step = snapshot().run.step;
  EXPECT_NEAR(view("residual").span()[0], pannedBegin, 1e-12) << "all plots show the same times";
  mouse(plot, QEvent::MouseButtonDblClick, middle, Qt::LeftButton);
  EXPECT_TRUE(plot.isFitted());
  EXPECT_TRUE(view("residual").isFitted());
  EXPECT_EQ(snapshot().run.step, step) << "none of this goes to another time";
}

TEST_F(PlotsTest, AClickGoesThereAndTheCursorFollowsInAllPlots) {
  PlotView& plot = openWith("energy");
  const double wanted = 0.4 * snapshot().run.time;
  const QPoint place = plot.placeOf(wanted);
  mouse(plot, QEvent::MouseButtonPress, place, Qt::LeftButton);
  mouse(plot, QEvent::MouseButtonRelease, place, Qt::NoButton);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.timeline.past && !snapshot().run.timeline.seekTo; }));
  EXPECT_NEAR(snapshot().run.time, wanted, 2.0 * snapshot().scene.parameters.timeStep);
  EXPECT_TRUE(waitFor([&] { return plot.cursor() == snapshot().run.time; }));
  window().findChild<QAction*>("show_plot_overlap")->trigger();
  EXPECT_TRUE(waitFor([&] { return view("overlap").cursor() == snapshot().run.time; }));
  EXPECT_EQ(plots().store().run().dense.rows(), 40U) << "the past does not shorten the curves";
  QCoreApplication::processEvents();
  keepPicture("plot_past");
}

TEST_F(PlotsTest, TheLegendReadsValuesAndHidesCurves) {
  PlotView& plot = openWith("grains");
  for (const char* id : {"stages", "residual"}) {
    window().findChild<QAction*>(QString("show_plot_") + id)->trigger();
    EXPECT_TRUE(waitFor([&] { return view(id).curves() > 0; }));
    settle();
    QCoreApplication::processEvents();
    keepPicture(QString("plot_") + id);
  }
  dock("grains").raise();
  EXPECT_TRUE(plot.legendText(0).startsWith("grains")) << plot.legendText(0).toStdString();
  EXPECT_TRUE(plot.legendText(0).contains("27")) << plot.legendText(0).toStdString();
  ASSERT_TRUE(plot.isShown(0));
  const QPoint place = plot.legendPlace(0);
  mouse(plot, QEvent::MouseButtonPress, place, Qt::LeftButton);
  mouse(plot, QEvent::MouseButtonRelease, place, Qt::NoButton);
  EXPECT_FALSE(plot.isShown(0));
  EXPECT_EQ(snapshot().run.step, 40U);
  mouse(plot, QEvent::MouseButtonPress, place, Qt::LeftButton);
  mouse(plot, QEvent::MouseButtonRelease, place, Qt::NoButton);
  EXPECT_TRUE(plot.isShown(0));
  // Under the pointer it reads that time: at first the kinetic energy is small, later it is not.
  PlotView& energy = openWith("energy");
  mouse(energy, QEvent::MouseMove, energy.placeOf(energy.span()[0]), Qt::NoButton);
  const QString first = energy.legendText(0);
  mouse(energy, QEvent::MouseMove, energy.placeOf(0.7 * energy.span()[1]), Qt::NoButton);
  EXPECT_NE(energy.legendText(0), first);
}

TEST_F(PlotsTest, AForkKeepsTheOldCurveInGrey) {
  PlotView& plot = openWith("energy", 60);
  simulation().seek(30);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 30; }));
  simulation().post(SetParameter{ParameterKey::sweeps, 3});
  simulation().step(20);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 50; }, 30000));
  EXPECT_TRUE(waitFor([&] { return plots().store().dropped().size() == 1; }));
  EXPECT_EQ(plots().store().run().dense.rows(), 50U);
  EXPECT_TRUE(waitFor([&] { return plot.cursor() == snapshot().run.time; }));
  EXPECT_NEAR(plot.span()[1], 60 * snapshot().scene.parameters.timeStep, 1e-9) << "the old one is still in sight";
  settle();
  QCoreApplication::processEvents();  // plots draw themselves a little later
  keepPicture("plot_fork");
}

TEST_F(PlotsTest, SavesNumbersAndPictures) {
  PlotView& plot = openWith("energy");
  const QString csv = folder_.path() + "/energy.csv";
  QTimer::singleShot(300, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->findChild<QLineEdit*>()->setText(csv);
    QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
  });
  QTest::mouseClick(window().findChild<QWidget*>("plot_csv_energy"), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return viewport().notice().find("Table saved as") == 0; })) << viewport().notice();
  const std::string text = readFile(csv.toStdString());
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 41) << "a header, and a line a step";
  const QString png = folder_.path() + "/energy.png";
  plots().savePictureTo(plot, png);
  const QImage picture(png);
  EXPECT_EQ(picture.size(), plot.canvas().size() * 2);
  plots().savePictureTo(plot, "/dev/null/energy.png");
  EXPECT_NE(viewport().notice().find("/dev/null/energy.png"), std::string::npos) << viewport().notice();
  viewport().notify("");
  plots().saveCsvTo(plot, "/dev/null/energy.csv");
  EXPECT_TRUE(waitFor([&] {
    return viewport().notice().find("choose another name") != std::string::npos &&
           viewport().notice().find("/dev/null") != std::string::npos;
  })) << viewport().notice();
}

/// A million steps: what the window's thread spends on a new span, drawn, in its own processor time.
TEST(PlotsSpeed, AMillionSamplesZoomAndPanSmoothly) {
  constexpr std::uint64_t kRows = 1'000'000;
  constexpr std::size_t kColumns = 5;
  Snapshot snapshot;
  snapshot.run.worldVersion = 1;
  auto samples = std::make_shared<RunSamples>();
  auto columns = std::make_shared<std::vector<SampleColumn>>();
  for (std::size_t c = 0; c < kColumns; ++c) {
    columns->push_back({PlotGroup::energy, "curve " + std::to_string(c), "J", "", false});
  }
  samples->columns = columns;
  auto chunk = std::make_shared<SampleChunk>();
  std::uint32_t noise = 1;
  for (std::uint64_t row = 0; row < kRows; ++row) {
    chunk->step.push_back(row + 1);
    chunk->time.push_back(0.005 * static_cast<double>(row + 1));
    chunk->branch.push_back(0);
    for (std::size_t c = 0; c < kColumns; ++c) {
      noise = noise * 1664525U + 1013904223U;
      chunk->values.push_back(static_cast<float>(c) + static_cast<float>(noise >> 8) * 0x1p-24f);
    }
  }
  samples->chunks = {chunk};
  snapshot.run.samples = samples;
  PlotStore store;
  store.add(snapshot);
  ASSERT_EQ(store.run().dense.rows(), kRows);
  const PlotGroupInfo& info = plotGroups()[static_cast<std::size_t>(PlotGroup::energy)];
  PlotView plot(info, store);
  plot.resize(1200, 260);
  plot.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&plot));
  plot.refresh();
  QTest::qWait(0);
  double best = 1e9;
  for (int i = 0; i < 12; ++i) {
    const double width = 5000.0 * std::pow(0.7, i % 6);
    const double start = cpuSeconds();
    plot.setSpan(std::array{100.0 * i, 100.0 * i + width});
    plot.refresh();
    plot.canvas().grab();  // draws it all
    best = std::min(best, cpuSeconds() - start);
  }
  EXPECT_LT(best, 0.016);
  RecordProperty("milliseconds", std::to_string(1e3 * best));
}

}  // namespace
}  // namespace scree::testing
