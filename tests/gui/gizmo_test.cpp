#include "app/viewport/handles/sensor_gizmo.h"

#include <QAction>
#include <QMenu>
#include <cmath>
#include <numbers>

#include "tests/gui/support/sensor_fixture.h"

namespace scree::testing {
namespace {

/// The handles of a split sensor in the view, with real events.
class GizmoTest : public SensorsTest {
 protected:
  void openWith(const std::string& shape) {
    openBox();
    add(shape);
    ASSERT_EQ(viewport().options().selectedSensor, 0U);
  }
  QPoint handle(const std::string& name) { return at("gizmo." + name); }
  /// From the point in the sensor's middle outwards through a handle, in pixels.
  QPoint outwards(const std::string& name, double pixels) {
    const QPointF way = handle(name) - at("sensor_handle.0");
    return (way * pixels / std::hypot(way.x(), way.y())).toPoint();
  }
  Vec3 half() { return std::get<SensorBox>(sensor(0).shape).halfExtents; }
};

TEST_F(GizmoTest, AnArrowMovesAlongItsAxisOnly) {
  openWith("box");
  keepPicture("gizmo_move");
  for (const std::string axis : {"x", "z"}) {
    const Vec3 before = sensor(0).pose.position;
    dragFrom(handle("move." + axis), outwards("move." + axis, 50.0));
    arrive();
    const Vec3 way = sensor(0).pose.position - before;
    const int along = axis == "x" ? 0 : 2;
    EXPECT_GT(way[along], 0.005) << "towards its tip";
    EXPECT_EQ(way[(along + 1) % 3], 0.0);
    EXPECT_EQ(way[(along + 2) % 3], 0.0);
  }
}

TEST_F(GizmoTest, ADragIsOneUndo) {
  openWith("box");
  const Vec3 start = sensor(0).pose.position;
  const std::uint64_t commands = snapshot().run.lastCommand;
  dragFrom(at("sensor_handle.0"), QPoint(80, -40));
  arrive();
  ASSERT_GE(snapshot().run.lastCommand, commands + 4) << "many commands";
  const Vec3 moved = sensor(0).pose.position;
  ASSERT_GT((moved - start).norm(), 0.01);
  EXPECT_EQ(undoText(), "Undo move of sensor 'box 1'");
  key(Qt::Key_Z, Qt::ControlModifier);
  arrive();
  EXPECT_EQ(sensor(0).pose.position, start) << "all of it, to the last bit";
  EXPECT_EQ(undoText(), "Undo new sensor 'box 1'");
  EXPECT_EQ(redoText(), "Redo move of sensor 'box 1'");
  key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  arrive();
  EXPECT_EQ(sensor(0).pose.position, moved);
  key(Qt::Key_Z, Qt::ControlModifier);
  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.empty(); })) << "the one before was its making";
}

TEST_F(GizmoTest, TwoDragsAreTwoUndosAndADragPutBackIsNone) {
  openWith("sphere");
  const Vec3 start = sensor(0).pose.position;
  dragFrom(at("sensor_handle.0"), QPoint(40, 0));
  arrive();
  const Vec3 between = sensor(0).pose.position;
  dragFrom(at("sensor_handle.0"), QPoint(0, 40));
  arrive();
  const QPoint centre = at("sensor_handle.0");
  press(centre);
  move(centre + QPoint(30, 30));
  move(centre + QPoint(60, 30));
  key(Qt::Key_Escape);
  release(centre + QPoint(60, 30));
  arrive();
  key(Qt::Key_Z, Qt::ControlModifier);
  arrive();
  EXPECT_EQ(sensor(0).pose.position, between);
  key(Qt::Key_Z, Qt::ControlModifier);
  arrive();
  EXPECT_EQ(sensor(0).pose.position, start);
}

TEST_F(GizmoTest, NumbersCanBeTypedWithoutTheMouse) {
  openWith("box");
  const Vec3 start = sensor(0).pose.position;
  const Camera camera = viewport().camera().now();
  const std::uint64_t step = snapshot().run.step;
  key(Qt::Key_G);
  key(Qt::Key_X);
  ASSERT_TRUE(viewport().tools().sensor().axisLock().has_value());
  type("0.01");
  EXPECT_EQ(textOf("gizmo.value").value_or("").substr(0, 11), "x +0.0100 m");
  keepPicture("gizmo_typed");
  key(Qt::Key_Backspace);
  type("3");
  key(Qt::Key_Return);
  arrive();
  EXPECT_LT((sensor(0).pose.position - start - Vec3(0.03, 0, 0)).norm(), 1e-12);
  EXPECT_FALSE(viewport().tools().sensor().axisLock().has_value());
  EXPECT_EQ(viewport().camera().now().azimuth, camera.azimuth) << "the 1 was a number, not a view";
  EXPECT_EQ(snapshot().run.step, step) << "the point was one, not a step";
  EXPECT_EQ(undoText(), "Undo move of sensor 'box 1'");
  key(Qt::Key_Z);
  type("-0.5");
  arrive();
  EXPECT_NEAR(sensor(0).pose.position.z(), start.z() - 0.5, 1e-12) << "seen before it is confirmed";
  key(Qt::Key_Escape);
  arrive();
  EXPECT_EQ(sensor(0).pose.position.z(), start.z());
  EXPECT_EQ(viewport().options().selectedSensor, 0U) << "Escape took back the number only";
}

TEST_F(GizmoTest, NumbersCanBeTypedWhileDragging) {
  openWith("box");
  const Vec3 start = sensor(0).pose.position;
  const QPoint arrow = handle("move.z");
  press(arrow);
  move(arrow + QPoint(0, -20));
  move(arrow + QPoint(0, -40));
  type("0.02");
  keepPicture("gizmo_typed_dragging");
  key(Qt::Key_Enter);
  move(arrow + QPoint(0, -90));
  release(arrow + QPoint(0, -90));
  arrive();
  EXPECT_LT((sensor(0).pose.position - start - Vec3(0, 0, 0.02)).norm(), 1e-12) << "the rest of the drag does nothing";
}

TEST_F(GizmoTest, ShiftIsFineAndControlGoesInSteps) {
  openWith("box");
  const Vec3 start = sensor(0).pose.position;
  const QPoint way = outwards("move.z", 40.0);
  dragFrom(handle("move.z"), way, Qt::ShiftModifier);
  arrive();
  const double fine = sensor(0).pose.position.z() - start.z();
  key(Qt::Key_Z, Qt::ControlModifier);
  arrive();
  dragFrom(handle("move.z"), way);
  arrive();
  const double whole = sensor(0).pose.position.z() - start.z();
  EXPECT_NEAR(fine, kFineMotion * whole, 0.1 * whole * kFineMotion);
  key(Qt::Key_Z, Qt::ControlModifier);
  arrive();
  dragFrom(handle("move.z"), way, Qt::ControlModifier);
  arrive();
  const double steps = (sensor(0).pose.position.z() - start.z()) / 0.013;
  EXPECT_NEAR(steps, std::round(whole / 0.013), 1e-4) << "of a grain's diameter";
}

TEST_F(GizmoTest, RingsTurnItInStepsOfFiveDegrees) {
  openWith("box");
  key(Qt::Key_R);
  ASSERT_EQ(viewport().tools().sensor().mode(), GizmoMode::rotate);
  keepPicture("gizmo_rotate");
  const Vec3 place = sensor(0).pose.position;
  const QPoint grip = handle("rotate.z");
  hover(grip);
  const QPoint centre = at("sensor_handle.0");
  const QPoint across(-(grip - centre).y(), (grip - centre).x());
  dragFrom(grip, across / 2, Qt::ControlModifier);
  arrive();
  const Eigen::AngleAxisd turn(sensor(0).pose.orientation);
  const double degrees = turn.angle() * 180.0 / std::numbers::pi;
  EXPECT_GT(degrees, 4.0);
  EXPECT_NEAR(degrees / kAngleStep, std::round(degrees / kAngleStep), 1e-6);
  EXPECT_NEAR(std::abs(turn.axis().z()), 1.0, 1e-9);
  EXPECT_EQ(sensor(0).pose.position, place);
  EXPECT_EQ(undoText(), "Undo turn of sensor 'box 1'");
  key(Qt::Key_Y);
  type("90");
  key(Qt::Key_Return);
  arrive();
  key(Qt::Key_Z, Qt::ControlModifier);
  key(Qt::Key_Z, Qt::ControlModifier);
  arrive();
  EXPECT_TRUE(sensor(0).pose.orientation.isApprox(Quat::Identity()));
}

TEST_F(GizmoTest, BoxesOnAxesSizeIt) {
  openWith("box");
  key(Qt::Key_S);
  keepPicture("gizmo_scale");
  const Vec3 before = half();
  dragFrom(handle("scale.z"), outwards("scale.z", 40.0));
  arrive();
  EXPECT_GT(half().z(), before.z() + 0.003);
  EXPECT_EQ(half().x(), before.x());
  EXPECT_EQ(undoText(), "Undo resizing of sensor 'box 1'");
  const Vec3 between = half();
  const QPoint ring = handle("scale.all");
  dragFrom(ring, (ring - at("sensor_handle.0")) / 2);
  arrive();
  EXPECT_NEAR(half().x() / between.x(), 1.5, 0.05);
  EXPECT_NEAR(half().z() / between.z(), 1.5, 0.05);
  key(Qt::Key_X);
  type("0.07");
  key(Qt::Key_Return);
  arrive();
  EXPECT_NEAR(half().x(), 0.035, 1e-9) << "a number is the whole edge";
  key(Qt::Key_X);
  type("-50");
  key(Qt::Key_Return);
  arrive();
  EXPECT_NEAR(half().x(), 1e-5, 1e-12);
  EXPECT_EQ(viewport().notice(), "The size cannot be -50000 mm: it is the least there is, 0.02 mm");
}

TEST_F(GizmoTest, EveryShapeHasItsOwnSizes) {
  openWith("cylinder");
  key(Qt::Key_S);
  const SensorCylinder before = std::get<SensorCylinder>(sensor(0).shape);
  dragFrom(handle("scale.length"), outwards("scale.length", 40.0));
  arrive();
  EXPECT_GT(std::get<SensorCylinder>(sensor(0).shape).halfLength, before.halfLength + 0.003);
  EXPECT_EQ(std::get<SensorCylinder>(sensor(0).shape).radius, before.radius);
  keepPicture("gizmo_cylinder");
  key(Qt::Key_Delete);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.empty(); }));
  settle();
  add("half-space");
  EXPECT_TRUE(isShown("gizmo.scale.normal")) << "the mode stays";
  keepPicture("gizmo_normal");
  dragFrom(handle("scale.normal"), QPoint(50, 10));
  arrive();
  const Vec3 normal = sensor(0).pose.orientation * Vec3::UnitZ();
  EXPECT_LT(normal.z(), 0.98) << "it faces where its tip went";
}

TEST_F(GizmoTest, KeysWithoutASensorSayWhatIsMissing) {
  openBox();
  key(Qt::Key_G);
  EXPECT_NE(viewport().notice().find("Select a sensor, a part or a measure first"), std::string::npos);
  EXPECT_FALSE(isShown("gizmo.move.x"));
}

TEST_F(GizmoTest, WorksWhileTheBodyThatCarriesItMoves) {
  openBox("drum.yaml");
  add("box");
  click("sensor.carrier");
  click("sensor.carrier.drum");
  ASSERT_TRUE(waitFor([&] { return sensor(0).body == 0; }));
  simulation().setPlaying(true);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step > 20; }, 60000));
  const double before = snapshot().scene.sensors[0].pose.position.z();
  settle();
  key(Qt::Key_Z);
  type("0.2");
  key(Qt::Key_Return);
  ASSERT_TRUE(waitFor([&] { return viewport().options().askedSensors.empty(); }, 60000));
  EXPECT_GT(snapshot().scene.sensors[0].pose.position.z(), before + 0.15) << "in the world's z, though its frame turns";
  EXPECT_EQ(sensor(0).body, 0U);
}

TEST_F(GizmoTest, SensorsAreAddedCopiedAndDeletedByKeysAndMouse) {
  openBox();
  key(Qt::Key_B);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 1; }));
  settle();
  const QPoint place = freePoint() + QPoint(20, 60);
  mouseDClick(Qt::LeftButton, Qt::ShiftModifier, place);
  mouseRelease(Qt::LeftButton, Qt::ShiftModifier, place);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 2; }));
  settle();
  EXPECT_LT((at("sensor_handle.1") - place).manhattanLength(), 4) << "where one clicked";
  EXPECT_NEAR(halfExtentsOf(sensor(1).shape).x(), 4 * 0.013, 1e-6) << "some grains large";
  key(Qt::Key_D, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 3; }));
  settle();
  EXPECT_EQ(sensor(2).name, "box 3");
  EXPECT_EQ(halfExtentsOf(sensor(2).shape), halfExtentsOf(sensor(1).shape));
  EXPECT_EQ(viewport().options().selectedSensor, 2U);
  key(Qt::Key_Delete);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 2; }));
  settle();
  EXPECT_EQ(undoText(), "Undo deletion of sensor 'box 3'");
  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 3; }));
  EXPECT_EQ(sensor(2).name, "box 3");
}

TEST_F(GizmoTest, TheMenuUnderTheRightButtonAddsAndExplains) {
  openBox();
  const QPoint place = freePoint() + QPoint(0, 80);
  mouseClick(Qt::RightButton, Qt::NoModifier, place);
  auto* menu = viewport().findChild<QMenu*>("scene_menu");
  ASSERT_NE(menu, nullptr);
  ASSERT_TRUE(waitFor([&] { return menu->isVisible(); }));
  QStringList all;
  for (const QAction* action : menu->findChildren<QAction*>()) {
    if (!action->objectName().isEmpty()) {
      all << action->objectName();
      EXPECT_GT(action->toolTip().size(), 10) << action->text().toStdString();
    }
  }
  EXPECT_TRUE(all.contains("menu_centre"));
  auto* sphere = menu->findChild<QAction*>("menu_add_sphere");
  ASSERT_NE(sphere, nullptr);
  ASSERT_NE(menu->findChild<QAction*>("menu_add_half_space"), nullptr);
  sphere->trigger();
  menu->close();
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 1; }));
  EXPECT_TRUE(std::holds_alternative<SensorSphere>(sensor(0).shape));
  settle();
  EXPECT_LT((at("sensor_handle.0") - place).manhattanLength(), 4);
  // A drag of the right button pans and opens nothing.
  dragView(freePoint(), freePoint() + QPoint(40, 0), Qt::RightButton);
  EXPECT_TRUE(waitFor([&] { return viewport().findChild<QMenu*>("scene_menu") == nullptr; }));
}

}  // namespace
}  // namespace scree::testing
