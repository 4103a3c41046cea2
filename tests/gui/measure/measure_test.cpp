#include <QAction>
#include <QDockWidget>
#include <cmath>
#include <fstream>
#include <sstream>

#include "app/document/session_file.h"
#include "app/film/overlay_maker.h"
#include "app/plots/plot_docks.h"
#include "app/plots/plot_view.h"
#include "app/window/files/session_saving.h"
#include "engine/io/output_file.h"
#include "tests/gui/measure/measure_fixture.h"

namespace scree::testing {
namespace {

const Vec3 kCorner(-0.06, -0.06, 0.0);
const Vec3 kBeside(0.06, -0.06, 0.0);
const Vec3 kAbove(-0.06, -0.06, 0.3);
const Vec3 kAcross(0.06, -0.06, 0.3);

TEST_F(MeasureTest, ARulerFromCornerToCornerReadsTheSizeOfTheBox) {
  openMeasures();
  for (const auto& [end, length] : {std::pair(kBeside, 0.12), std::pair(kAbove, 0.3)}) {
    click("measure_ruler");
    EXPECT_TRUE(textOf("measure_hint").has_value()) << "it says what to do";
    dragFrom(pixelOf(kCorner) + QPoint(2, 1), pixelOf(end) + QPoint(-1, 2) - pixelOf(kCorner) - QPoint(2, 1));
    arriveMeasures();
    const std::uint64_t id = measures().back().id;
    EXPECT_NEAR(value(0, id), length, 1e-6) << "both ends take the corners";
    EXPECT_EQ(textOf("measure_label." + std::to_string(id)), length == 0.12 ? "120 mm" : "300 mm");
    EXPECT_FALSE(textOf("measure_hint").has_value());
  }
  ASSERT_EQ(measures().size(), 2U);
  keepPicture("measure_ruler");
  key(Qt::Key_Delete);
  ASSERT_EQ(measures().size(), 1U) << "the selected one";
  EXPECT_EQ(undoText(), "Undo deletion of measure 'ruler 2'");
  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return measures().size() == 2; }));
}

TEST_F(MeasureTest, ARulerOnNothingMeasuresPixelsInThePlaneOfTheTarget) {
  openMeasures(1);
  viewport().options().showBodies = false;
  const Vec3 target = viewport().camera().now().target;
  click("measure_ruler");
  const QPoint from = pixelOf(target) + QPoint(-150, 130);
  dragFrom(from, QPoint(100, 0));
  arriveMeasures();
  const double pixel = metresPerPixel(target);
  EXPECT_NEAR(value(0), 100.0 * pixel, pixel) << "within a pixel";
}

TEST_F(MeasureTest, AnAngleOfThreeCornersIsThatOfTheBox) {
  openMeasures();
  click("measure_angle");
  for (const Vec3& corner : {kCorner, kAbove, kAcross}) {
    EXPECT_TRUE(measures().empty());
    clickView(pixelOf(corner));
  }
  arriveMeasures();
  ASSERT_EQ(measures().size(), 1U);
  EXPECT_NEAR(value(0), 90.0, 1e-6);
  EXPECT_EQ(textOf("measure_label.1"), "90.0°");
  EXPECT_EQ(undoText(), "Undo new measure 'angle 1'") << "three clicks are one change";
  // The diagonal of the front is atan(300 / 120) below its upper edge.
  dragFrom(at("measure_handle.1.0"), pixelOf(kBeside) - at("measure_handle.1.0"));
  arriveMeasures();
  EXPECT_NEAR(value(0), std::atan2(300.0, 120.0) * 180.0 / std::numbers::pi, 1e-4);
  EXPECT_EQ(undoText(), "Undo change of a measure");
  keepPicture("measure_angle");
  key(Qt::Key_Z, Qt::ControlModifier);
  arriveMeasures();
  EXPECT_NEAR(value(0), 90.0, 1e-6);
}

TEST_F(MeasureTest, EscapeEndsWhatIsBeingPlacedAndPutsADragBack) {
  openMeasures();
  click("measure_angle");
  clickView(pixelOf(kBeside));
  key(Qt::Key_Escape);
  EXPECT_FALSE(viewport().memory().measures.placing.has_value());
  EXPECT_TRUE(measures().empty());
  click("measure_ruler");
  press(pixelOf(kCorner));
  move(pixelOf(kBeside) + QPoint(0, 30));
  EXPECT_EQ(measures().size(), 1U) << "seen while it is drawn";
  key(Qt::Key_Escape);
  release(pixelOf(kBeside));
  EXPECT_TRUE(measures().empty());
  click("measure_ruler");
  dragFrom(pixelOf(kCorner), pixelOf(kBeside) - pixelOf(kCorner));
  arriveMeasures();
  press(at("measure_handle.1.1"));
  move(at("measure_handle.1.1") + QPoint(60, 60));
  key(Qt::Key_Escape);
  release(freePoint());
  arriveMeasures();
  EXPECT_NEAR(value(0), 0.12, 1e-6);
}

TEST_F(MeasureTest, APlaneCountsTheGrainsThatFallThroughIt) {
  openMeasures(8);
  placeFlow("50");
  const auto above = [&] {
    std::size_t count = 0;
    double mass = 0.0;
    for (std::size_t i = 0; i < snapshot().particles(); ++i) {
      if (snapshot().grains.positionRadius[i].z() > 0.05f) {
        ++count;
        mass += static_cast<double>(snapshot().grains.mass[i]);
      }
    }
    return std::pair(static_cast<double>(count), mass);
  };
  const auto before = above();
  ASSERT_GT(before.first, 20.0);
  EXPECT_EQ(value(6), 0.0);
  stepBy(100);
  const auto after = above();
  ASSERT_LT(after.first, before.first);
  EXPECT_EQ(value(6) - value(7), before.first - after.first) << "its arrow points down";
  EXPECT_NEAR(value(4) - value(5), before.second - after.second, 1e-6);
  keepPicture("measure_flow");
  // The other way round, forward and backward change places.
  const double forward = value(6);
  const double backward = value(7);
  std::get<MeasureFlow>(measures().front().kind).pose.orientation = Quat::Identity();
  viewport().requestFrame();
  simulation().seek(0);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 0; }));
  arriveMeasures();
  stepBy(100);
  EXPECT_EQ(value(7), forward);
  EXPECT_EQ(value(6), backward);
}

TEST_F(MeasureTest, HandlesMoveAPlaneAndOneUndoPutsItBack) {
  openMeasures();
  placeFlow("100");
  const auto centre = [&] { return std::get<MeasureFlow>(only().kind).pose.position; };
  ASSERT_NEAR((centre() - Vec3(0, 0, 0.1)).norm(), 0.0, 1e-9);
  const QPoint grip = at("gizmo.move.z");
  const QPointF way = grip - at("measure_handle.1.0");
  dragFrom(grip, (way * 40.0 / std::hypot(way.x(), way.y())).toPoint());
  EXPECT_GT(centre().z(), 0.105);
  EXPECT_NEAR(centre().x(), 0.0, 1e-9);
  EXPECT_EQ(undoText(), "Undo change of a measure");
  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return std::abs(centre().z() - 0.1) < 1e-9; }));
  key(Qt::Key_S);  // sizes
  settle();
  const double width = std::get<MeasureFlow>(only().kind).halfWidth;
  dragFrom(at("gizmo.scale.x"), at("gizmo.scale.x") - at("measure_handle.1.0"));
  EXPECT_GT(std::get<MeasureFlow>(only().kind).halfWidth, 1.1 * width);
  EXPECT_EQ(std::get<MeasureFlow>(only().kind).halfHeight, width);
  EXPECT_FALSE(canReach("gizmo.scale.z")) << "a plane has no thickness";
}

TEST_F(MeasureTest, ARegionHoldsTheMassOfItsGrains) {
  openMeasures();
  click("measure_region");
  clickView(freePoint());
  typeInto("measure.centre.x", "0");
  typeInto("measure.centre.y", "0");
  typeInto("measure.centre.z", "100");
  typeInto("measure.size.x", "300");
  typeInto("measure.size.y", "300");
  typeInto("measure.size.z", "200");
  arriveMeasures();
  double mass = 0.0;
  double count = 0.0;
  for (std::size_t i = 0; i < snapshot().particles(); ++i) {
    if (snapshot().grains.positionRadius[i].z() <= 0.2f) {
      mass += static_cast<double>(snapshot().grains.mass[i]);
      count += 1.0;
    }
  }
  ASSERT_GT(count, 5.0);
  EXPECT_EQ(value(1), count);
  EXPECT_NEAR(value(0), mass, 1e-5 * mass);
  keepPicture("measure_region");
}

TEST_F(MeasureTest, AGrainIsFollowedAndPlotted) {
  openMeasures(2);
  const Vec3 place = snapshot().grains.positionRadius[3].head<3>().cast<double>();
  viewport().options().showBodies = false;
  click("measure_grain");
  clickView(pixelOf(place));
  arriveMeasures();
  ASSERT_EQ(measures().size(), 1U);
  const ParticleId grain = std::get<MeasureGrain>(only().kind).grain;
  click("measure.plotted");
  arriveMeasures();
  ASSERT_TRUE(waitFor([&] { return window().plots().view("measure_1") != nullptr; }));
  stepBy(20);
  PlotView& plot = *window().plots().view("measure_1");
  ASSERT_TRUE(waitFor([&] { return plot.store().run().dense.rows() == 20; }));
  ASSERT_TRUE(waitFor([&] { return plot.isVisible() && plot.curves() == 9; }));
  EXPECT_TRUE(plot.isShown(0)) << "speed";
  EXPECT_FALSE(plot.isShown(1)) << "metres on an axis of metres per second";
  const auto found = std::ranges::find(snapshot().grains.id.begin(), snapshot().grains.id.end(), grain);
  const auto slot = static_cast<std::size_t>(found - snapshot().grains.id.begin());
  EXPECT_NEAR(value(0), static_cast<double>(snapshot().grains.velocity[slot].norm()), 1e-6);
  settle();
  keepPicture("measure_plot");
  window().findChild<QDockWidget*>("plot_dock_measure_1")->close();
  ASSERT_TRUE(waitFor([&] { return !only().plotted && window().plots().view("measure_1") == nullptr; }));
}

TEST_F(MeasureTest, TheTableHasEveryStepAndThePresentValuesLast) {
  openMeasures();
  placeFlow("100");
  click("measure_repose");
  stepBy(30);
  const std::string file = folder_.filePath("measures.csv").toStdString();
  window().plots().saveMeasuresTo(QString::fromStdString(file));
  ASSERT_TRUE(waitFor([&] { return !window().plots().isSaving(); }));
  std::istringstream lines(readFile(file));
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(line.starts_with("time_s,step,flow_1_forward_flow_kg_per_s,flow_1_back_flow_kg_per_s,")) << line;
  EXPECT_NE(line.find(",flow_1_forward_mass_kg,"), std::string::npos) << line;
  EXPECT_NE(line.find(",repose_1_angle_deg"), std::string::npos) << line;
  std::vector<std::string> rows;
  while (std::getline(lines, line)) {
    rows.push_back(line);
  }
  ASSERT_EQ(rows.size(), 30U);
  EXPECT_EQ(rows.back().substr(rows.back().find(',') + 1, 3), "30,");
  // Time, step, four means, then the sums.
  std::istringstream last(rows.back());
  std::vector<std::string> cells;
  for (std::string cell; std::getline(last, cell, ',');) {
    cells.push_back(cell);
  }
  ASSERT_GE(cells.size(), 10U);
  EXPECT_EQ(std::stod(cells[8]), value(6));
  EXPECT_EQ(std::stod(cells[6]), value(4)) << "to the last digit";
}

TEST_F(MeasureTest, HiddenOnesAreNotDrawnAndNamesCanBeTyped) {
  openMeasures();
  placeFlow("100");
  ASSERT_TRUE(textOf("measure_label.1").has_value());
  const QImage with = viewport().picture(true);
  click("measure.1.shown");
  EXPECT_FALSE(only().shown);
  EXPECT_FALSE(textOf("measure_label.1").has_value());
  EXPECT_GT(differingShare(with, viewport().picture(true)), 0.001);
  click("measure.1.shown");
  mouseClick(Qt::LeftButton, Qt::NoModifier, at("measure.name"));
  settle();
  key(Qt::Key_A, Qt::ControlModifier);
  type("inlet");
  key(Qt::Key_Return);
  settle();
  EXPECT_EQ(only().name, "inlet");
  key(Qt::Key_Escape);
  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return only().name == "flow 1"; })) << "typing is one change";
  click("measure.1.delete");
  EXPECT_TRUE(measures().empty());
}

/// A measure of each kind with unusual values.
MeasureList unusualMeasures() {
  MeasureRuler ruler;
  ruler.from.grain = 7;
  ruler.to = {.place = {0.1, 1.0 / 3.0, -2.0}, .grain = {}, .body = 0};
  MeasureAngle angle;
  angle.points[1].place = {1.0 / 7.0, 0, 0};
  MeasureRepose repose{.inBox = true, .pose = {{0, 0, 0.1}, Quat::Identity()}, .halfExtents = {0.01, 0.02, 0.03}};
  MeasureFlow flow{.isDisk = true,
                   .pose = {{0.1, 0.2, 0.3}, Quat(Eigen::AngleAxisd(0.3, Vec3::UnitX()))},
                   .halfWidth = 1.0 / 3.0,
                   .halfHeight = 0.2};
  MeasureRegion region{SensorCylinder{0.1, 0.7}, {{1, 2, 3}, Quat::Identity()}};
  return {{.id = 2, .name = "a: b, \"c\"", .shown = false, .plotted = true, .kind = ruler},
          {.id = 1, .name = "angle", .shown = true, .plotted = false, .kind = angle},
          {.id = 5, .name = "slope", .shown = true, .plotted = false, .kind = repose},
          {.id = 6, .name = "flow", .shown = true, .plotted = false, .kind = flow},
          {.id = 9, .name = "region", .shown = true, .plotted = false, .kind = region},
          {.id = 11, .name = "grain", .shown = true, .plotted = false, .kind = MeasureGrain{3}}};
}

TEST(MeasureSession, ReadsBackToTheLastBit) {
  QTemporaryDir folder;
  const std::filesystem::path scene = folder.filePath("b.yaml").toStdString();
  std::ofstream(scene) << "scree: 1\n";
  const std::filesystem::path file = folder.filePath("a.session").toStdString();
  SavedSession saved;
  saved.scene = scene.string();
  saved.view.measures = unusualMeasures();
  const std::string text = sessionText(saved, file);
  const SessionResult read = readSessionText(text, file);
  ASSERT_TRUE(read.session) << read.errors.front().text() << "\n" << text;
  EXPECT_TRUE(sameMeasures(read.session->view.measures, saved.view.measures)) << text;
  EXPECT_EQ(sessionText(*read.session, file), text);
}

TEST(MeasureSession, MistakesAreNamedAndNumbersMadeUnique) {
  QTemporaryDir folder;
  std::ofstream(folder.filePath("b.yaml").toStdString()) << "scree: 1\n";
  const std::filesystem::path file = folder.filePath("a.session").toStdString();
  const std::string start = "scree_session: 1\nscene: b.yaml\nmeasures:\n";
  for (const char* wrong : {"  - {number: 1, kind: flux}\n", "  - {number: 1, kind: flow, half_width: -1}\n",
                            "  - {number: 1, kind: region, shape: sphere, radius: 0}\n", "  - 3\n"}) {
    const SessionResult read = readSessionText(start + wrong, file);
    ASSERT_FALSE(read.session) << wrong;
    EXPECT_EQ(read.errors.size(), 1U) << wrong;
  }
  const SessionResult twice = readSessionText(start + "  - {number: 3}\n  - {number: 3, kind: grain}\n", file);
  ASSERT_TRUE(twice.session) << twice.errors.front().text();
  EXPECT_NE(twice.session->view.measures[0].id, twice.session->view.measures[1].id);
}

TEST_F(MeasureTest, ASessionBringsThemBack) {
  openMeasures();
  placeFlow("100");
  click("measure.plotted");
  stepBy(10);
  const MeasureList before = measures();
  const std::filesystem::path file = folder_.filePath("a.session").toStdString();
  writeSession(window().parts().sessions.current(), file);
  open(writeScene("other.yaml", boxScene(2, 20)), false);
  EXPECT_TRUE(measures().empty()) << "another scene has none of them";
  ASSERT_TRUE(waitFor([&] { return window().plots().view("measure_1") == nullptr; }));
  open(file, false);
  EXPECT_TRUE(sameMeasures(measures(), before));
  arriveMeasures();
  ASSERT_TRUE(waitFor([&] { return window().plots().view("measure_1") != nullptr; }));
}

TEST_F(MeasureTest, FilmsAndPicturesHaveThem) {
  openMeasures();
  placeFlow("100");
  OverlayMaker maker;
  const auto vertices = [&](bool shown) {
    ViewOptions view = viewport().options();
    view.measures.front().shown = shown;
    return maker
        .make(simulation().snapshot(), viewport().camera().now(), view, simulation().scene(), {.caption = {}},
              {640, 360})
        .vertices.size();
  };
  EXPECT_GT(vertices(true), vertices(false) + 50);
}

}  // namespace
}  // namespace scree::testing
