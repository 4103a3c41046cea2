#include <array>

#include "tests/gui/support/sensor_fixture.h"

namespace scree::testing {
namespace {

TEST_F(SensorsTest, EveryShapeIsAddedWhereOneLooks) {
  openBox();
  const std::vector<std::string> shapes = {"box", "sphere", "cylinder", "half-space"};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    add(shapes[i]);
    EXPECT_EQ(sensor(i).shape.index(), i);
    EXPECT_EQ(sensor(i).name, shapes[i] + " 1");
    EXPECT_TRUE(sensor(i).enabled);
    EXPECT_EQ(sensor(i).body, kFixedInWorld);
    EXPECT_LT((sensor(i).pose.position - viewport().camera().now().target).norm(), 5e-3);
    EXPECT_EQ(viewport().options().selectedSensor, i) << "what was just added is what one goes on with";
    EXPECT_TRUE(isShown("sensor_handle." + std::to_string(i)));
  }
  EXPECT_GT(halfExtentsOf(sensor(0).shape).x(), 0.01);
  EXPECT_LT(halfExtentsOf(sensor(0).shape).x(), 0.1) << "a part of the view, which is 0.3 m high";
  keepPicture("sensors_all");
  add("box");
  EXPECT_EQ(sensor(4).name, "box 2");
}

TEST_F(SensorsTest, TheToolbarAddsThemAndChoosesWhatHandlesDo) {
  openBox();
  viewport().layout().setFolded("sensors", true);
  viewport().requestFrame();
  settle();
  EXPECT_FALSE(isShown("tool.gizmo_rotate")) << "nothing to handle yet";
  const std::array<const char*, 4> tools = {"tool.add_box", "tool.add_sphere", "tool.add_cylinder",
                                            "tool.add_half_space"};
  for (std::size_t i = 0; i < tools.size(); ++i) {
    click(tools[i]);
    ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == i + 1; }));
    EXPECT_EQ(sensor(i).shape.index(), i);
  }
  settle();
  ASSERT_TRUE(isShown("tool.gizmo_rotate"));
  EXPECT_EQ(viewport().tools().sensor().mode(), GizmoMode::move);
  const Camera camera = viewport().camera().now();
  click("tool.gizmo_rotate");
  EXPECT_EQ(viewport().tools().sensor().mode(), GizmoMode::rotate);
  click("tool.gizmo_scale");
  EXPECT_EQ(viewport().tools().sensor().mode(), GizmoMode::scale);
  EXPECT_EQ(viewport().camera().now().azimuth, camera.azimuth) << "the scene under it does not turn";
  keepPicture("toolbar");
}

TEST_F(SensorsTest, NameSwitchPlaceAndSizesAreChangedInThePanel) {
  openBox();
  add("box");
  typeInto("sensor.name", "hopper outlet");
  EXPECT_TRUE(waitFor([&] { return sensor(0).name == "hopper outlet"; })) << sensor(0).name;
  EXPECT_EQ(simulation().runState(), RunState::paused) << "the space is text";
  typeInto("sensor.position.x", "12.5");
  typeInto("sensor.position.z", "-40");
  EXPECT_TRUE(waitFor([&] { return std::abs(sensor(0).pose.position.z() + 0.04) < 1e-12; }));
  EXPECT_NEAR(sensor(0).pose.position.x(), 0.0125, 1e-12);
  typeInto("sensor.size.y", "90");
  EXPECT_TRUE(waitFor([&] { return std::abs(std::get<SensorBox>(sensor(0).shape).halfExtents.y() - 0.045) < 1e-12; }));
  click("sensor.0.enabled");
  EXPECT_TRUE(waitFor([&] { return !sensor(0).enabled; }));
  keepPicture("sensor_disabled");
  click("sensor.0.enabled");
  EXPECT_TRUE(waitFor([&] { return sensor(0).enabled; }));
  EXPECT_EQ(sensor(0).name, "hopper outlet") << "nothing else changed";
}

TEST_F(SensorsTest, OfTwoChangesInALongStepBothArrive) {
  openBox();
  add("sphere");
  simulation().post(SetParameter{ParameterKey::sweeps, 1e6});
  simulation().post(SetParameter{ParameterKey::substeps, 64});
  simulation().setPlaying(true);
  ASSERT_TRUE(waitFor([&] { return simulation().longStep().has_value(); }));
  typeInto("sensor.radius", "30");
  typeInto("sensor.position.y", "7");
  EXPECT_EQ(viewport().options().askedSensors.size(), 1U) << "shown where it was asked for";
  keepPicture("sensor_pending");
  simulation().restart();  // gives up the step
  EXPECT_TRUE(waitFor([&] { return simulation().snapshot()->run.step == 0; }));
}

TEST_F(SensorsTest, ShapeAndCarrierChangeAndItStaysWhereItIs) {
  openBox("drum.yaml");
  add("box");
  simulation().post(StepOnce{40});  // the drum's frame is no longer the world's
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 40; }, 60000));
  settle();
  const Vec3 before = snapshot().scene.sensors[0].pose.position;
  click("sensor.carrier");
  click("sensor.carrier.drum");
  ASSERT_TRUE(waitFor([&] { return sensor(0).body == 0; }));
  EXPECT_LT((snapshot().scene.sensors[0].pose.position - before).norm(), 1e-9);
  settle();
  click("sensor.shape");
  click("sensor.shape.cylinder");
  ASSERT_TRUE(waitFor([&] { return std::holds_alternative<SensorCylinder>(sensor(0).shape); }));
  settle();
  typeInto("sensor.radius", "40");
  typeInto("sensor.length", "100");
  EXPECT_TRUE(waitFor([&] { return std::abs(std::get<SensorCylinder>(sensor(0).shape).halfLength - 0.05) < 1e-12; }));
  EXPECT_NEAR(std::get<SensorCylinder>(sensor(0).shape).radius, 0.04, 1e-12);
  keepPicture("sensor_drum");
  click("sensor.carrier");
  click("sensor.carrier.the world");
  ASSERT_TRUE(waitFor([&] { return sensor(0).body == kFixedInWorld; }));
  EXPECT_LT((snapshot().scene.sensors[0].pose.position - before).norm(), 1e-9);
}

TEST_F(SensorsTest, DeletingLeavesTheOthersAndTheirSelection) {
  openBox();
  add("box");
  add("sphere");
  add("cylinder");
  click("sensor.1.delete");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 2; }));
  settle();
  EXPECT_EQ(sensor(0).name, "box 1");
  EXPECT_EQ(sensor(1).name, "cylinder 1");
  EXPECT_EQ(viewport().options().selectedSensor, 1U) << "still the cylinder";
  click("sensor.1.delete");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 1; }));
  settle();
  EXPECT_FALSE(viewport().options().selectedSensor.has_value());
  EXPECT_FALSE(isShown("sensor.name"));
  click("sensor.0.delete");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.empty(); }));
}

TEST_F(SensorsTest, DraggingTheHandleMovesItAcrossTheLineOfSight) {
  openBox();
  add("sphere");
  window().trigger("view_front");
  ASSERT_TRUE(waitFor([&] { return std::abs(viewport().camera().now().elevation) < 1e-6f; }));
  settle();
  const Camera camera = viewport().camera().now();
  const Vec3 before = sensor(0).pose.position;
  const QPoint handle = at("sensor_handle.0");
  const std::uint64_t commands = snapshot().run.lastCommand;
  press(handle);
  constexpr int kMoves = 4;
  for (int i = 1; i <= kMoves; ++i) {
    move(handle + QPoint(20 * i, -10 * i));
  }
  release(handle + QPoint(80, -40));
  ASSERT_TRUE(waitFor([&] { return snapshot().run.lastCommand == commands + kMoves; })) << "a command a move";
  const Vec3 way = sensor(0).pose.position - before;
  EXPECT_GT(way.x(), 0.0);
  EXPECT_NEAR(way.y(), 0.0, 1e-6) << "the line of sight is y";
  EXPECT_NEAR(way.z(), 0.5 * way.x(), 1e-6);
  settle();
  const QPoint after = at("sensor_handle.0");
  EXPECT_LE((after - handle - QPoint(80, -40)).manhattanLength(), 2) << "the handle stays under the pointer";
  EXPECT_EQ(viewport().camera().now().azimuth, camera.azimuth) << "the camera does not turn";
  EXPECT_EQ(viewport().camera().now().target, camera.target);
  EXPECT_EQ(viewport().options().selectedSensor, 0U);
  keepPicture("sensor_dragged");
}

TEST_F(SensorsTest, WithZItMovesAlongTheVerticalOnly) {
  openBox();
  add("box");
  const Vec3 before = sensor(0).pose.position;
  const QPoint handle = at("sensor_handle.0");
  press(handle);
  move(handle + QPoint(60, -30));
  key(Qt::Key_Z);
  move(handle + QPoint(60, -50));
  release(handle + QPoint(60, -50));
  EXPECT_TRUE(waitFor([&] { return sensor(0).pose.position.z() > before.z() + 0.005; }));
  EXPECT_EQ(sensor(0).pose.position.x(), before.x());
  EXPECT_EQ(sensor(0).pose.position.y(), before.y());
}

TEST_F(SensorsTest, EscapePutsADraggedSensorBack) {
  openBox();
  add("sphere");
  const Vec3 before = sensor(0).pose.position;
  const QPoint handle = at("sensor_handle.0");
  press(handle);
  move(handle + QPoint(50, 10));
  ASSERT_TRUE(waitFor([&] { return (sensor(0).pose.position - before).norm() > 0.005; }));
  key(Qt::Key_Escape);
  EXPECT_TRUE(waitFor([&] { return sensor(0).pose.position == before; }));
  move(handle + QPoint(90, 10));
  release(handle + QPoint(90, 10));
  EXPECT_EQ(sensor(0).pose.position, before) << "the rest of that drag does nothing";
  EXPECT_EQ(viewport().options().selectedSensor, 0U) << "Escape only ended the drag";
  key(Qt::Key_Escape);
  EXPECT_FALSE(viewport().options().selectedSensor.has_value());
}

TEST_F(SensorsTest, AClickOnTheHandleOpensItsNumbers) {
  openBox();
  add("sphere");
  key(Qt::Key_Escape);
  viewport().layout().setFolded("sensors", true);
  viewport().requestFrame();
  settle();
  const std::uint64_t commands = snapshot().run.lastCommand;
  clickView(at("sensor_handle.0"));
  EXPECT_TRUE(isShown("sensor.position.x"));
  EXPECT_EQ(snapshot().run.lastCommand, commands) << "a click moves nothing";
  click("show_sensors");
  EXPECT_FALSE(isShown("sensor_handle.0"));
}

TEST_F(SensorsTest, AnotherSceneHasNoneOfThem) {
  openBox();
  add("sphere");
  open(writeScene("other.yaml", boxScene(3, 20)), false);
  EXPECT_TRUE(snapshot().scene.sensors.empty());
  EXPECT_FALSE(viewport().options().selectedSensor.has_value());
  EXPECT_FALSE(isShown("sensor_handle.0"));
}

}  // namespace
}  // namespace scree::testing
