// The bed on a belt in the window: its profile as a plot in a dock, its height map in the view.
#include <gtest/gtest.h>

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QFile>
#include <QImage>

#include "app/plots/bed_profile_view.h"
#include "app/plots/plot_docks.h"
#include "app/window/window_layout.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

/// Pellets rain on a belt; a sink takes them there, or lies far below.
std::string beltScene(bool withSink) {
  return std::string(
             "scree: 1\n"
             "name: Rain on a belt\n"
             "time_step: 5 ms\n"
             "materials:\n"
             "  ore: {density: 3700 kg/m3}\n"
             "default_pair: {restitution: 0.18, friction: 0.91, stiffness: 3 kN/m, damping_time: 1 ms}\n"
             "bodies:\n"
             "  belt:\n"
             "    shapes:\n"
             "      - rectangle: {size: [400 mm, 800 mm], material: ore}\n"
             "    motion:\n"
             "      - belt: {shape: 0, direction: y, speed: 0.3 m/s}\n"
             "particles:\n"
             "  - fill:\n"
             "      region: {box: {lower: [-50 mm, -50 mm, 300 mm], upper: [50 mm, 50 mm, 400 mm]}}\n"
             "      count: 1\n"
             "      diameter: 13 mm\n"
             "      material: ore\n"
             "emitters:\n"
             "  source:\n"
             "    position: [-50 mm, -200 mm, 200 mm]\n"
             "    size: [200 mm, 100 mm, 50 mm]\n"
             "    diameter: 13 mm\n"
             "    material: ore\n"
             "    rate: 400 1/s\n"
             "sinks:\n"
             "  landing:\n"
             "    position: [0, 0, ") +
         (withSink ? "15 mm" : "-300 mm") +
         "]\n"
         "    size: [400 mm, 800 mm, 20 mm]\n"
         "bounds: {lower: [-1 m, -1 m, -1 m], upper: [1 m, 1 m, 1 m]}\n"
         "view: {target: [0, 0, 50 mm], distance: 1.2 m, azimuth: -60 deg, elevation: 35 deg}\n";
}

class BedTest : public GuiTest {
 protected:
  const BedNow& bed() { return snapshot().onRequest.bed; }
  BedProfileView& view() { return window().plots().bed(); }
  QDockWidget& dock() { return *window().findChild<QDockWidget*>("plot_dock_bed"); }
  void playUntil(double time) {
    simulation().post(Play{});
    ASSERT_TRUE(waitFor([&] { return snapshot().run.time > time; }, 60000));
    simulation().post(Pause{});
    ASSERT_TRUE(waitFor([&] { return !snapshot().run.playing; }));
  }
  void showPlot() {
    window().findChild<QAction*>("show_plot_bed")->trigger();
    ASSERT_TRUE(waitFor([&] { return view().isVisible() && bed().reading != nullptr; }));
  }
};

TEST_F(BedTest, TheProfileIsPlottedWithItsNumbers) {
  open(writeScene("belt.yaml", beltScene(false)), false);
  EXPECT_EQ(bed().reading, nullptr) << "nothing is watched unless asked for";
  showPlot();
  playUntil(1.0);
  ASSERT_TRUE(waitFor([&] { return view().points() > 0 && bed().reading->to == snapshot().run.time; }));
  settle();
  EXPECT_EQ(view().points(), bed().reading->profile.heights.size());
  EXPECT_EQ(view().emptyText(), QString());
  EXPECT_GT(bed().reading->landings, 100U);
  EXPECT_EQ(bed().reading->since, 0.0);
  ASSERT_TRUE(waitFor([&] {
    return view().numbers().contains(QString::asprintf("σ_h       %.3f", bed().reading->variation)) &&
           view().numbers().contains(QString("landings  %1").arg(bed().reading->landings));
  })) << view().numbers().toStdString();
  EXPECT_FALSE(showsBedMap(snapshot(), viewport().options().layers)) << "the bed of pellets is there to see";
  QCoreApplication::processEvents();  // the plot is drawn
  keepPicture("bed_plot");

  const QString file = folder_.filePath("bed.csv");
  window().plots().saveCsvTo(view(), file);
  ASSERT_TRUE(waitFor([&] { return !window().plots().isSaving(); }));
  QFile table(file);
  ASSERT_TRUE(table.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = table.readAll().trimmed().split('\n');
  EXPECT_EQ(lines.front(), "across [m],height [m],deviation along [m]");
  ASSERT_EQ(static_cast<std::size_t>(lines.size()), 1 + view().points());
  EXPECT_NEAR(lines[1].split(',')[1].toDouble(), bed().reading->profile.heights[0], 1e-6);

  dock().hide();
  EXPECT_TRUE(waitFor([&] { return bed().reading == nullptr; })) << "no longer watched";
}

TEST_F(BedTest, TheTimeOfItsLandingsIsChosenBesideThePlot) {
  open(writeScene("belt.yaml", beltScene(true)), false);
  showPlot();
  playUntil(1.5);
  const std::size_t all = bed().reading->landings;
  auto* seconds = window().findChild<QDoubleSpinBox*>("plot_bed_seconds");
  ASSERT_NE(seconds, nullptr);
  EXPECT_EQ(seconds->text(), "all");
  seconds->setValue(0.5);
  ASSERT_TRUE(waitFor([&] { return bed().reading->from > 0.0; }));
  EXPECT_NEAR(bed().reading->to - bed().reading->from, 0.5, 1e-6);
  EXPECT_LT(bed().reading->landings, all);
  EXPECT_EQ(viewport().options().layers.bedSeconds, 0.5f);
  settle();
  EXPECT_EQ(seconds->text(), "0.5 s");
  QCoreApplication::processEvents();
  keepPicture("bed_plot_and_map");
}

TEST_F(BedTest, TheHeightMapLiesOnTheBeltWhereASinkTakesWhatLands) {
  open(writeScene("belt.yaml", beltScene(true)), false);
  playUntil(1.5);
  ASSERT_TRUE(waitFor([&] { return bed().reading != nullptr && bed().reading->to == snapshot().run.time; }));
  EXPECT_TRUE(bed().isTaken);
  settle();
  EXPECT_TRUE(probeOf("bed_legend").has_value());
  const QImage with = viewport().picture(false);
  keepPicture("bed_map");
  window().trigger("bed_map");
  ASSERT_TRUE(waitFor([&] { return bed().reading == nullptr; })) << "neither drawn nor plotted: not watched";
  EXPECT_EQ(viewport().options().layers.bedMap, BedMapChoice::never);
  settle();
  EXPECT_FALSE(probeOf("bed_legend").has_value());
  EXPECT_GT(differingShare(with, viewport().picture(false)), 0.02);
  click("title.layers");
  click("layers.bed_map.always");
  EXPECT_EQ(viewport().options().layers.bedMap, BedMapChoice::always);
  ASSERT_TRUE(waitFor([&] { return bed().reading != nullptr; }));
  EXPECT_NEAR(bed().reading->since, snapshot().run.time, 1e-9) << "it begins anew";
  settle();
  EXPECT_FALSE(probeOf("bed_legend").has_value()) << "nothing has landed since";
  keepPicture("bed_layers");
}

TEST_F(BedTest, ASceneWithoutABeltSaysSo) {
  open(writeScene("box.yaml", boxScene(2, 10)), false);
  window().findChild<QAction*>("show_plot_bed")->trigger();
  ASSERT_TRUE(waitFor([&] { return view().isVisible(); }));
  settle();
  EXPECT_TRUE(view().emptyText().startsWith("This scene has no belt")) << view().emptyText().toStdString();
  EXPECT_EQ(view().points(), 0U);
  window().trigger("bed_map");
  EXPECT_TRUE(waitFor([&] { return viewport().notice().starts_with("This scene has no belt"); }));
  EXPECT_EQ(viewport().options().layers.bedMap, BedMapChoice::automatic);
}

}  // namespace
}  // namespace scree::testing
