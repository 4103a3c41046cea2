// Granules in the window: distributions of their sizes and ages in a dock, rates and sizes over time.
#include <gtest/gtest.h>

#include <QAction>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFile>

#include "app/plots/granule_view.h"
#include "app/plots/plot_docks.h"
#include "app/plots/plot_view.h"
#include "engine/analysis/granules/population_reading.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

/// Seeds fall through fines on a belt that carries them into a sink; some of those that hit each other join.
constexpr const char* kGrowing =
    "scree: 1\n"
    "name: Growing on a belt\n"
    "time_step: 5 ms\n"
    "materials:\n"
    "  seed: {density: 2500 kg/m3}\n"
    "default_pair: {restitution: 0.2, friction: 0.5, rolling_resistance: 0.1, stiffness: 3 kN/m, damping_time: 1 ms}\n"
    "bodies:\n"
    "  belt:\n"
    "    shapes:\n"
    "      - rectangle: {size: [400 mm, 1200 mm], material: seed}\n"
    "    motion:\n"
    "      - belt: {shape: 0, direction: y, speed: 0.3 m/s}\n"
    "particles:\n"
    "  - fill:\n"
    "      region: {box: {lower: [-50 mm, -450 mm, 100 mm], upper: [50 mm, -350 mm, 200 mm]}}\n"
    "      count: 10\n"
    "      diameter: 10 mm\n"
    "      material: seed\n"
    "emitters:\n"
    "  seeds:\n"
    "    position: [0, -400 mm, 60 mm]\n"
    "    size: [120 mm, 60 mm, 30 mm]\n"
    "    sizes: {uniform: {smallest: 8 mm, largest: 12 mm}}\n"
    "    material: seed\n"
    "    rate: 120 1/s\n"
    "sinks:\n"
    "  end:\n"
    "    position: [0, 350 mm, 50 mm]\n"
    "    size: [400 mm, 300 mm, 200 mm]\n"
    "granulation:\n"
    "  fines_density: 2500 kg/m3\n"
    "  fines:\n"
    "    bed: {position: [0, 0, 0], size: [1, 2, 1], amount: 5 kg}\n"
    "  layering: {by: area, uptake: 1 kg/m2/s}\n"
    "  coalescence:\n"
    "    criterion: {probability: {share: 0.2}}\n"
    "view: {target: [0, 0, 50 mm], distance: 1.4 m, azimuth: -60 deg, elevation: 35 deg}\n";

class GranulesTest : public GuiTest {
 protected:
  GranuleView& view() { return window().plots().granules(); }
  void show(const char* id) {
    QWidget* dock = window().findChild<QDockWidget*>(QString("plot_dock_") + id);
    ASSERT_NE(dock, nullptr);
    window().findChild<QAction*>(QString("show_plot_") + id)->trigger();
    ASSERT_TRUE(waitFor([&] { return dock->isVisible(); }));
  }
  void playUntil(double time) {
    simulation().post(Play{});
    ASSERT_TRUE(waitFor([&] { return snapshot().run.time > time; }, 60000));
    simulation().post(Pause{});
    ASSERT_TRUE(waitFor([&] { return !snapshot().run.playing; }));
  }
};

TEST_F(GranulesTest, SizesAndAgesArePlottedBesideTheirModels) {
  open(writeScene("growing.yaml", kGrowing), false);
  show("granules");
  ASSERT_TRUE(waitFor([&] { return view().emptyText().contains("the first window is not full yet"); }))
      << view().emptyText().toStdString();
  playUntil(5.1);
  ASSERT_TRUE(waitFor([&] { return view().sizePoints() > 0 && view().residencePoints() > 0; }));
  settle();
  EXPECT_EQ(view().emptyText(), QString());
  const PopulationReading& reading = *snapshot().run.population;
  ASSERT_NE(reading.last, nullptr);
  EXPECT_NEAR(reading.last->to, 5.0, 1e-6);
  EXPECT_EQ(view().sizePoints(), reading.classes.edges.size());
  EXPECT_EQ(view().residencePoints(), reading.residence.number.size() + 1);
  EXPECT_TRUE(view().numbers().contains(QString::asprintf("%.3g", 1e3 * reading.last->run.d50)))
      << view().numbers().toStdString();
  EXPECT_GT(reading.last->counts.allJoins, 0.0);
  QCoreApplication::processEvents();
  keepPicture("granules_plot");

  const QString file = folder_.filePath("granules.csv");
  window().plots().saveCsvTo(view(), file);
  ASSERT_TRUE(waitFor([&] { return !window().plots().isSaving(); }));
  QFile table(file);
  ASSERT_TRUE(table.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = table.readAll().trimmed().split('\n');
  EXPECT_EQ(static_cast<std::size_t>(lines.size()), 1 + reading.classes.count() + reading.residence.number.size());
  const QString picture = folder_.filePath("granules.png");
  window().plots().savePictureTo(view(), picture);
  EXPECT_FALSE(QImage(picture).isNull());

  for (const char* id : {"sizes", "granulation"}) {
    show(id);
    ASSERT_TRUE(waitFor([&] { return window().plots().view(id)->curves() > 0; }));
    settle();
    QCoreApplication::processEvents();
    keepPicture(QString("granules_") + id);
  }
}

TEST_F(GranulesTest, SayWhereThereIsNoGranulation) {
  open(writeScene("box.yaml", boxScene(2, 5)), false);
  show("granules");
  ASSERT_TRUE(waitFor([&] { return view().emptyText() == "This scene has no granulation."; }))
      << view().emptyText().toStdString();
  EXPECT_EQ(view().sizePoints(), 0U);
}

}  // namespace
}  // namespace scree::testing
