// Measures in their panel, their labels in the view, and where their files go.
#include <QDir>
#include <filesystem>
#include <vector>

#include "app/window/files/open_files.h"
#include "tests/gui/measure/measure_fixture.h"

namespace scree::testing {
namespace {

TEST_F(MeasureTest, SizesOutsideTheirRangeAreTold) {
  openMeasures();
  placeFlow("100");
  const auto width = [&] { return 2e3 * std::get<MeasureFlow>(only().kind).halfWidth; };
  typeInto("measure.width", "-50");
  EXPECT_NEAR(width(), 0.01, 1e-9) << "the least there is";
  EXPECT_EQ(viewport().notice(), "Width: -50 mm is outside its range, 0.01 mm to 1e+06 mm. It is 0.01 mm now");
  viewport().notify("");
  typeInto("measure.width", "0.5");
  EXPECT_NEAR(width(), 0.5, 1e-9);
  EXPECT_EQ(viewport().notice(), "") << "0 on the way to 0.5 is no mistake";
  typeInto("measure.centre.x", "3e9");
  EXPECT_NEAR(std::get<MeasureFlow>(only().kind).pose.position.x(), 1e3, 1e-9);
  EXPECT_TRUE(viewport().notice().starts_with("Centre: 3e+09 mm is outside")) << viewport().notice();
}

TEST_F(MeasureTest, APageStaysWhereItIsWhenSomethingIsPlacedOrPicked) {
  openMeasures();
  window().resize(1280, 560);
  ASSERT_TRUE(waitFor([&] { return window().height() == 560; }));
  settle();
  const auto top = [&] { return probeOf("measure_ruler").value_or(ProbeRect{}).y0; };
  at("measure_ruler");
  const float before = top();
  ASSERT_GT(before, 0.0f);
  click("measure_region");
  EXPECT_EQ(top(), before);
  clickView(freePoint());
  arriveMeasures();
  EXPECT_EQ(top(), before);
  click("measure_repose");
  arriveMeasures();
  EXPECT_EQ(top(), before);
  // The page can scroll now. A picked grain has rows of its own above the measures.
  wheel(at("measure_ruler"), -2);
  const float scrolled = top();
  ASSERT_LT(scrolled, before);
  click("measure.1");
  EXPECT_EQ(top(), scrolled);
  viewport().options().showBodies = false;
  settle();
  const float empty = top();
  const Vec3 place = snapshot().grains.positionRadius[3].head<3>().cast<double>();
  clickView(pixelOf(place));
  ASSERT_TRUE(viewport().options().selected);
  settle();
  EXPECT_EQ(top(), empty) << "no panel above pushes it down";
  window().resize(1280, 1000);  // all panels fit: the page does not scroll
  ASSERT_TRUE(waitFor([&] { return window().height() == 1000; }));
  viewport().options().selected.reset();
  viewport().options().selectedMeasure.reset();
  viewport().requestFrame();  // in which the page is drawn at its new height
  settle();
  const float without = top();
  clickView(pixelOf(place));
  ASSERT_TRUE(viewport().options().selected);
  settle();
  EXPECT_EQ(top(), without);
}

TEST_F(MeasureTest, LabelsKeepClearOfEachOtherAndOfTheLegend) {
  openMeasures();
  for (int i = 0; i < 4; ++i) {
    click("measure_region");
    clickView(freePoint());
    arriveMeasures();
  }
  viewport().options().selectedMeasure.reset();
  settle();
  std::vector<ProbeRect> plates = {probeOf("legend_plate").value()};
  for (int id = 1; id <= 4; ++id) {
    plates.push_back(probeOf("measure_label." + std::to_string(id)).value());
  }
  const auto expectApart = [&] {
    for (std::size_t i = 0; i < plates.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const bool isOn = plates[i].x0 < plates[j].x1 && plates[j].x0 < plates[i].x1 && plates[i].y0 < plates[j].y1 &&
                          plates[j].y0 < plates[i].y1;
        EXPECT_FALSE(isOn) << i << " and " << j;
      }
    }
  };
  expectApart();
  keepPicture("measure_labels");
  // One whose place is under the legend.
  std::get<MeasureRegion>(measures()[0].kind).pose.position = Vec3(0, 0, -0.16);
  viewport().requestFrame();
  settle();
  plates[0] = probeOf("legend_plate").value();
  plates[1] = probeOf("measure_label.1").value();
  expectApart();
}

TEST_F(MeasureTest, TheActionThatDeletesIsForMeasuresToo) {
  openMeasures();
  placeFlow("100");
  window().trigger("delete_sensor");
  EXPECT_TRUE(waitFor([&] { return measures().empty(); }));
}

TEST_F(MeasureTest, FilesAreProposedBesideTheScene) {
  openMeasures();
  const OpenFiles& files = window().parts().files;
  EXPECT_EQ(files.proposed("a.csv").toStdString(), (std::filesystem::path(folder_.path().toStdString()) / "a.csv"));
  open(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drop.yaml", false);
  EXPECT_FALSE(files.proposed("a.csv").startsWith(QDir::currentPath())) << files.proposed("a.csv").toStdString();
  EXPECT_FALSE(files.proposed("a.csv").contains("resources/scenes"));
}

}  // namespace
}  // namespace scree::testing
