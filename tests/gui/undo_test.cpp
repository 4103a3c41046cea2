#include <QAction>
#include <QDockWidget>
#include <QUndoView>

#include "tests/gui/support/sensor_fixture.h"

namespace scree::testing {
namespace {

/// Undo and redo of settings and of the view.
class UndoTest : public SensorsTest {
 protected:
  int sweeps() { return snapshot().scene.parameters.sweeps; }
  void undo() {
    key(Qt::Key_Z, Qt::ControlModifier);
    arrive();
  }
  void redo() {
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    arrive();
  }
  /// Lets a flight of the camera end: until then frames are wanted.
  void land() { settle(); }
  int undoCount() { return viewport().undo().stack().index(); }
};

TEST_F(UndoTest, ASliderDragIsOneUndo) {
  openBox();
  EXPECT_FALSE(window().findChild<QAction*>("undo")->isEnabled()) << "nothing was done yet";
  const int before = sweeps();
  const QPoint slider = at("sweeps");
  const std::uint64_t commands = snapshot().run.lastCommand;
  dragFrom(slider, QPoint(40, 0));
  arrive();
  ASSERT_NE(sweeps(), before);
  EXPECT_GT(snapshot().run.lastCommand, commands + 1) << "many commands";
  const int after = sweeps();
  EXPECT_EQ(undoCount(), 1);
  EXPECT_TRUE(undoText().startsWith("Undo change of Sweeps (")) << undoText().toStdString();
  undo();
  EXPECT_EQ(sweeps(), before);
  EXPECT_FALSE(window().findChild<QAction*>("undo")->isEnabled());
  redo();
  EXPECT_EQ(sweeps(), after);
}

TEST_F(UndoTest, TheListGoesBackOverSeveralChangesAtOnce) {
  openBox();
  const Parameters before = snapshot().scene.parameters;
  auto* dock = window().findChild<QDockWidget*>("undo_list_dock");
  ASSERT_NE(dock, nullptr);
  EXPECT_TRUE(dock->isHidden());
  key(Qt::Key_U, Qt::ControlModifier);
  settle();
  ASSERT_TRUE(dock->isVisible());
  auto* list = window().findChild<QUndoView*>("undo_list_view");
  ASSERT_NE(list, nullptr);
  click("preset.accurate");
  arrive();
  key(Qt::Key_W);
  arrive();
  ASSERT_EQ(undoCount(), 2);
  const Parameters after = snapshot().scene.parameters;
  ASSERT_EQ(list->model()->rowCount(), 3) << "both, and how it was opened";
  EXPECT_TRUE(list->model()->index(2, 0).data().toString().startsWith("Change of Warm starting"));
  EXPECT_TRUE(undoText().startsWith("Undo change of Warm starting")) << undoText().toStdString();
  keepPicture("undo_list");
  const auto clickRow = [&](int row) {
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                      list->visualRect(list->model()->index(row, 0)).center());
    arrive();
  };
  clickRow(0);
  EXPECT_EQ(undoCount(), 0);
  EXPECT_EQ(snapshot().scene.parameters.sweeps, before.sweeps);
  EXPECT_EQ(snapshot().scene.parameters.warmStart, before.warmStart);
  clickRow(2);
  EXPECT_EQ(snapshot().scene.parameters.sweeps, after.sweeps);
  EXPECT_EQ(snapshot().scene.parameters.warmStart, after.warmStart);
  key(Qt::Key_U, Qt::ControlModifier);
  EXPECT_TRUE(dock->isHidden());
}

TEST_F(UndoTest, APresetIsOneUndoAndKeysAreOneEach) {
  openBox();
  const Parameters before = snapshot().scene.parameters;
  click("preset.accurate");
  arrive();
  const Parameters accurate = snapshot().scene.parameters;
  ASSERT_NE(accurate.sweeps, before.sweeps);
  const WarmStart mode = accurate.warmStart;
  key(Qt::Key_W);
  arrive();
  key(Qt::Key_W);
  arrive();
  EXPECT_EQ(snapshot().scene.parameters.warmStart, mode);
  undo();
  EXPECT_NE(snapshot().scene.parameters.warmStart, mode);
  undo();
  EXPECT_EQ(snapshot().scene.parameters.warmStart, mode);
  EXPECT_EQ(undoText(), "Undo Solver preset accurate");
  undo();
  for (const ParameterInfo& info : parameterTable()) {
    EXPECT_EQ(valueOf(snapshot().scene.parameters, info.key), valueOf(before, info.key)) << info.name;
  }
  for (const ChoiceInfo& info : choiceTable()) {
    EXPECT_EQ(choiceOf(snapshot().scene.parameters, info.key), choiceOf(before, info.key)) << info.name;
  }
}

TEST_F(UndoTest, ADeletedSensorComesBackWhereItWas) {
  openBox();
  add("box");
  add("sphere");
  add("cylinder");
  click("sensor.1.delete");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == 2; }));
  settle();
  undo();
  ASSERT_EQ(snapshot().scene.sensors.size(), 3U);
  EXPECT_EQ(sensor(1).name, "sphere 1");
  EXPECT_EQ(sensor(2).name, "cylinder 1");
  EXPECT_EQ(viewport().options().selectedSensor, 1U) << "what came back is what one goes on with";
}

TEST_F(UndoTest, ANameTypedIsOneUndoAndTypingKeepsItsOwnKeys) {
  openBox();
  add("box");
  typeInto("sensor.name", "outlet");
  arrive();
  ASSERT_EQ(sensor(0).name, "outlet");
  EXPECT_EQ(undoText(), "Undo renaming of sensor 'outlet'");
  undo();
  EXPECT_EQ(sensor(0).name, "box 1");
  click("sensor.name");
  const int count = undoCount();
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(undoCount(), count) << "in a text field it is the field's";
}

TEST_F(UndoTest, JumpsOfTheViewAreOneEachAndMotionsInARowAreOne) {
  openBox();
  land();
  const Camera start = viewport().camera().now();
  const int count = undoCount();
  dragView(freePoint(), freePoint() + QPoint(60, 10));
  dragView(freePoint(), freePoint() + QPoint(-20, 30));
  wheel(freePoint(), 2);
  land();
  EXPECT_EQ(undoCount(), count + 1);
  EXPECT_EQ(undoText(), "Undo motion of the view");
  const Camera moved = viewport().camera().now();
  key(Qt::Key_7);
  land();
  key(Qt::Key_1);
  land();
  EXPECT_EQ(undoCount(), count + 3);
  EXPECT_EQ(undoText(), "Undo jump of the view");
  key(Qt::Key_Z, Qt::ControlModifier);
  key(Qt::Key_Z, Qt::ControlModifier);
  land();
  EXPECT_NEAR(viewport().camera().now().elevation, moved.elevation, 1e-5);
  EXPECT_NEAR(viewport().camera().now().distance, moved.distance, 1e-5);
  key(Qt::Key_Z, Qt::ControlModifier);
  land();
  EXPECT_NEAR(viewport().camera().now().elevation, start.elevation, 1e-5);
  EXPECT_LT((viewport().camera().now().target - start.target).norm(), 1e-5);
  EXPECT_EQ(undoCount(), count) << "going back is not a motion of its own";
  redo();
  land();
  EXPECT_NEAR(viewport().camera().now().distance, moved.distance, 1e-5);
}

TEST_F(UndoTest, ColoursAndClipAreTakenBackToo) {
  openBox();
  const ColourBy before = viewport().options().colourBy;
  key(Qt::Key_C);
  ASSERT_NE(viewport().options().colourBy, before);
  EXPECT_EQ(undoText(), "Undo change of colours");
  key(Qt::Key_K);
  ASSERT_TRUE(viewport().options().clip.on);
  EXPECT_EQ(undoText(), "Undo change of the clip");
  undo();
  EXPECT_FALSE(viewport().options().clip.on);
  undo();
  EXPECT_EQ(viewport().options().colourBy, before);
}

TEST_F(UndoTest, WithinTheRunSoFarItIsANewChangeAtThatTime) {
  openBox();
  add("box");
  simulation().step(20);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 20; }));
  dragFrom(at("sensor_handle.0"), QPoint(50, 0));
  arrive();
  const Vec3 moved = sensor(0).pose.position;
  simulation().seek(10);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 10 && snapshot().run.timeline.past; }));
  ASSERT_NE(sensor(0).pose.position, moved) << "then it was not moved yet";
  const int count = undoCount();
  undo();
  EXPECT_EQ(undoCount(), count - 1);
  EXPECT_EQ(snapshot().run.step, 10U) << "time stays";
  EXPECT_FALSE(snapshot().run.timeline.past) << "a change forks the run";
}

/// A scene with a drive that turns a drum and a motor that turns a flap.
constexpr const char* kMotorScene = R"(
scree: 1
name: motors
materials: {steel: {density: 7800}}
default_pair: {restitution: 0.3, friction: 0.5, stiffness: 100 kN/m}
bodies:
  drum:
    shapes: [{hollow_cylinder: {diameter: 0.2 m, length: 0.1 m, axis: y, material: steel}}]
    motion: [{rotate: {axis: y, speed: 1 rad/s}}]
  flap:
    position: [0, 0, 0.5]
    density: 7800
    shapes: [{box: {size: [0.1, 0.1, 0.01], material: steel}}]
joints:
  hinge:
    kind: hinge
    body: flap
    position: [0, 0, 0.5]
    axis: y
    motor: {speed: {value: 1 rad/s, limit: 100 N m}}
particles: [{sphere: {diameter: 10 mm, position: [0, 0, -0.05], material: steel}}]
)";

TEST_F(UndoTest, ADriveAndAMotorAreTakenBackToo) {
  openBox();
  open(writeScene("motors.yaml", kMotorScene), false);
  const auto drive = [this] { return snapshot().scene.bodies[0].drives[0].speed.value; };
  const auto motor = [this]() -> const Motor& { return snapshot().scene.joints[0].motor; };
  ASSERT_EQ(drive(), 1.0);
  ASSERT_EQ(motor().value, 1.0);
  viewport().undo().post(SetDriveSpeed{0, 0, 2.0});
  viewport().undo().beginGesture();
  viewport().undo().post(SetMotor{0, 3.0, true});
  arrive();
  ASSERT_EQ(drive(), 2.0);
  ASSERT_EQ(motor().value, 3.0);
  ASSERT_TRUE(motor().byHand);
  EXPECT_EQ(undoCount(), 2);
  EXPECT_EQ(undoText(), "Undo setting of motor hinge to 3");
  undo();
  EXPECT_EQ(motor().value, 1.0);
  EXPECT_FALSE(motor().byHand);
  EXPECT_EQ(drive(), 2.0);
  undo();
  EXPECT_EQ(drive(), 1.0);
  redo();
  redo();
  EXPECT_EQ(drive(), 2.0);
  EXPECT_EQ(motor().value, 3.0);
  EXPECT_TRUE(motor().byHand);
}

TEST_F(UndoTest, AnotherSceneForgetsAll) {
  openBox();
  add("box");
  ASSERT_GT(undoCount(), 0);
  open(writeScene("other.yaml", boxScene(3, 20)), false);
  EXPECT_EQ(undoCount(), 0);
  EXPECT_FALSE(window().findChild<QAction*>("undo")->isEnabled());
  EXPECT_EQ(undoText(), "Undo");
}

}  // namespace
}  // namespace scree::testing
