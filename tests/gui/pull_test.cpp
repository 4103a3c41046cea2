#include <QMenu>
#include <algorithm>
#include <cmath>

#include "app/viewport/handles/screen_points.h"
#include "tests/gui/support/sensor_fixture.h"

namespace scree::testing {
namespace {

/// Pulling grains by hand, and what the run then suggests.
class PullGuiTest : public SensorsTest {
 protected:
  /// The grain nearest to the eye, which nothing hides, and where it is in the view.
  ParticleId nearestGrain(QPoint& where) {
    const Vec3 eye = viewport().camera().now().eye();
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < snapshot().particles(); ++i) {
      const auto distance = [&](std::size_t k) { return (snapshot().placeOf(k) - eye).norm(); };
      nearest = distance(i) < distance(nearest) ? i : nearest;
    }
    const auto at =
        pixelOf(viewport().camera().now(), snapshot().grains.positionRadius[nearest].head<3>().cast<double>(),
                viewport().width(), viewport().height());
    where = at.value_or(QPointF()).toPoint();
    return snapshot().grains.id[nearest];
  }
  Vec3 placeOf(ParticleId id) {
    const auto at = std::lower_bound(snapshot().grains.id.begin(), snapshot().grains.id.end(), id);
    return snapshot()
        .grains.positionRadius.at(static_cast<std::size_t>(at - snapshot().grains.id.begin()))
        .head<3>()
        .cast<double>();
  }
  void moveWithControl(QPoint to) { move(to, Qt::ControlModifier); }
};

TEST_F(PullGuiTest, ControlAndDragPullsAGrainUntilItIsLetGo) {
  openBox();
  simulation().step(60);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 60; }));
  QPoint where;
  const ParticleId id = nearestGrain(where);
  const Camera camera = viewport().camera().now();
  const Vec3 before = placeOf(id);
  press(where, Qt::ControlModifier);
  moveWithControl(where + QPoint(0, -40));
  moveWithControl(where + QPoint(10, -160));
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.pull.has_value(); }));
  EXPECT_EQ(snapshot().scene.pull->particle, id);
  EXPECT_GT(snapshot().scene.pull->target.z(), before.z() + 0.02);
  simulation().step(100);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 160; }, 60000));
  settle();
  EXPECT_TRUE(isShown("pull"));
  EXPECT_NE(textOf("pull").value_or("").find(" N"), std::string::npos);
  keepPicture("pull");
  EXPECT_GT(placeOf(id).z(), before.z() + 0.01);
  release(where + QPoint(10, -160));
  ASSERT_TRUE(waitFor([&] { return !snapshot().scene.pull.has_value(); }));
  settle();
  EXPECT_FALSE(isShown("pull"));
  EXPECT_EQ(viewport().camera().now().azimuth, camera.azimuth) << "the camera does not turn";
  const auto& marks = *snapshot().run.timeline.commands;
  EXPECT_EQ(std::count_if(marks.begin(), marks.end(),
                          [](const TimeMark& mark) { return mark.text.find("pulled") != std::string::npos; }),
            1)
      << "one mark for all of it";
}

TEST_F(PullGuiTest, ABodyIsPickedForItsForcesAndPulledAndAJointIsPicked) {
  openBox("press.yaml");
  viewport().layout().setFolded("sensors", true);
  settle();
  const auto bodyNamed = [&](std::string_view name) {
    const auto found = std::ranges::find(snapshot().scene.bodies, name, &SnapshotBody::name);
    return static_cast<std::uint32_t>(found - snapshot().scene.bodies.begin());
  };
  const std::uint32_t plate = bodyNamed("plate");
  const Vec3 knob = snapshot().scene.bodies.at(plate).pose.toWorld(Vec3(0.0, 0.0, 0.075));
  const QPoint where =
      pixelOf(viewport().camera().now(), knob, viewport().width(), viewport().height()).value_or(QPointF()).toPoint();
  mouseClick(Qt::LeftButton, Qt::NoModifier, where);
  settle();
  ASSERT_TRUE(viewport().options().selectedPart.has_value());
  EXPECT_TRUE(viewport().options().selectedPart->isBody(plate));
  EXPECT_TRUE(isShown("body.plate"));
  EXPECT_TRUE(isShown("Force")) << "its row is open";
  keepPicture("picked_body");

  press(where, Qt::ControlModifier);
  moveWithControl(where + QPoint(0, -30));
  moveWithControl(where + QPoint(0, -120));
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.pull.has_value(); }));
  ASSERT_TRUE(snapshot().scene.pull->grip.has_value());
  EXPECT_EQ(snapshot().scene.pull->grip->body, plate);
  const double before = snapshot().scene.bodies[plate].pose.position.z();
  const std::uint64_t now = snapshot().run.step;
  simulation().step(60);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == now + 60; }, 60000));
  settle();
  EXPECT_TRUE(isShown("pull"));
  keepPicture("pulled_body");
  EXPECT_GT(snapshot().scene.bodies[plate].pose.position.z(), before + 0.005);
  release(where + QPoint(0, -120));
  ASSERT_TRUE(waitFor([&] { return !snapshot().scene.pull.has_value(); }));

  // The walls are not moved by a hand.
  const Vec3 rim = snapshot().scene.bodies.at(bodyNamed("box")).pose.toWorld(Vec3(0.05, -0.05, 0.085));
  const QPoint wall =
      pixelOf(viewport().camera().now(), rim, viewport().width(), viewport().height()).value_or(QPointF()).toPoint();
  dragFrom(wall + QPoint(-3, 0), QPoint(30, -30), Qt::ControlModifier);
  EXPECT_FALSE(snapshot().scene.pull.has_value());

  const Vec3 guide = snapshot().scene.bodies.at(plate).pose.position;
  const QPoint joint =
      pixelOf(viewport().camera().now(), guide, viewport().width(), viewport().height()).value_or(QPointF()).toPoint();
  mouseClick(Qt::LeftButton, Qt::NoModifier, joint);
  settle();
  ASSERT_TRUE(viewport().options().selectedPart.has_value());
  EXPECT_TRUE(viewport().options().selectedPart->isJoint);
  EXPECT_TRUE(isShown("Joint force"));
  key(Qt::Key_Escape);
  EXPECT_FALSE(viewport().options().selectedPart.has_value());
}

TEST_F(PullGuiTest, EscapeLetsGoAndAClickPicks) {
  openBox();
  simulation().step(60);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 60; }));
  QPoint where;
  const ParticleId id = nearestGrain(where);
  ASSERT_FALSE(viewport().options().selected.has_value());
  const std::uint64_t commands = snapshot().run.lastCommand;
  mouseClick(Qt::LeftButton, Qt::ControlModifier, where);
  settle();
  EXPECT_EQ(viewport().options().selected, id);
  EXPECT_EQ(snapshot().run.lastCommand, commands) << "a click pulls nothing";
  press(where, Qt::ControlModifier);
  moveWithControl(where + QPoint(0, -60));
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.pull.has_value(); }));
  key(Qt::Key_Escape);
  ASSERT_TRUE(waitFor([&] { return !snapshot().scene.pull.has_value(); }));
  moveWithControl(where + QPoint(0, -90));
  release(where + QPoint(0, -90));
  EXPECT_FALSE(snapshot().scene.pull.has_value());
}

TEST_F(PullGuiTest, AMemberIsPulledOutAndTheRunThenSuggestsASensorThere) {
  openBox();
  simulation().post(SetChoice{ChoiceKey::merging, 1});
  simulation().post(SetPreset{Preset::fast});
  simulation().step(400);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 400; }, 120000));
  ASSERT_LT(snapshot().reduction.level.free, snapshot().reduction.level.particles / 2) << "most have merged";
  click("sensor.suggest");
  const std::string before = textOf("sensor.suggestion").value_or("");
  EXPECT_FALSE(before.empty());
  click("sensor.suggestion.dismiss");
  // Something goes through the bed.
  Vec3 lowest = placeOf(snapshot().grains.id.front());
  ParticleId id = snapshot().grains.id.front();
  for (const ParticleId each : snapshot().grains.id) {
    if (placeOf(each).z() < lowest.z()) {
      lowest = placeOf(each);
      id = each;
    }
  }
  const auto at =
      std::lower_bound(snapshot().grains.id.begin(), snapshot().grains.id.end(), id) - snapshot().grains.id.begin();
  const double mass = static_cast<double>(snapshot().grains.mass[static_cast<std::size_t>(at)]);
  simulation().post(StartPull{id, Vec3(0.0, 0.0, 0.25), pullStiffness(mass, 0.013, 9.81, 5e-3, 50.0)});
  simulation().step(200);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 600; }, 120000));
  simulation().post(EndPull{});
  settle();
  click("sensor.suggest");
  const std::string text = textOf("sensor.suggestion").value_or("");
  EXPECT_NE(text.find(" hold"), std::string::npos) << text;
  EXPECT_NE(text.find(" splits"), std::string::npos) << text;
  const std::size_t proposed = viewport().options().proposedSensors.size();
  ASSERT_GT(proposed, 0U) << "shown before they are taken";
  EXPECT_TRUE(snapshot().scene.sensors.empty());
  keepPicture("suggestion");
  click("sensor.suggestion.add");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.sensors.size() == proposed; }));
  settle();
  EXPECT_TRUE(viewport().options().proposedSensors.empty());
  EXPECT_EQ(sensor(0).name, "suggested 1");
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.sensors.empty(); })) << "all of them by one undo";
}

TEST_F(PullGuiTest, TheMenuExplainsTheGrainUnderIt) {
  openBox();
  simulation().step(60);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 60; }));
  QPoint where;
  const ParticleId id = nearestGrain(where);
  mouseClick(Qt::RightButton, Qt::NoModifier, where);
  auto* menu = viewport().findChild<QMenu*>("scene_menu");
  ASSERT_NE(menu, nullptr);
  auto* explain = menu->findChild<QAction*>("menu_explain");
  ASSERT_NE(explain, nullptr);
  EXPECT_EQ(explain->text(), QString("Explain grain %1").arg(id));
  keepPicture("menu");
  explain->trigger();
  menu->close();
  settle();
  EXPECT_EQ(viewport().options().selected, id);
  EXPECT_TRUE(isShown("pull_strength")) << "the inspector is open";
}

}  // namespace
}  // namespace scree::testing
