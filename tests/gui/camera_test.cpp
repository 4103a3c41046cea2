#include <QMouseEvent>
#include <QTest>

#include "app/viewport/handles/screen_points.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

bool sameView(const Camera& a, const Camera& b) {
  return a.target == b.target && a.distance == b.distance && a.azimuth == b.azimuth && a.elevation == b.elevation;
}

TEST_F(GuiTest, LeftOrbitsRightPansWheelZooms) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const Camera start = viewport().camera().now();
  dragView(freePoint(), freePoint() + QPoint(80, 30));
  const Camera orbited = viewport().camera().now();
  EXPECT_NE(orbited.azimuth, start.azimuth);
  EXPECT_NE(orbited.elevation, start.elevation);
  EXPECT_EQ(orbited.target, start.target);
  dragView(freePoint(), freePoint() + QPoint(40, 0), Qt::RightButton);
  const Camera panned = viewport().camera().now();
  EXPECT_NE(panned.target, orbited.target);
  EXPECT_EQ(panned.azimuth, orbited.azimuth);
  wheel(freePoint(), 2);
  EXPECT_LT(viewport().camera().now().distance, panned.distance);
}

TEST_F(GuiTest, CameraStaysUnderPanels) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const Camera start = viewport().camera().now();
  for (const char* place : {"panel.run", "panel.solver", "panel.residual", "panel.scene", "hud.time"}) {
    const QPoint point = at(place);
    wheel(point, 3);
    mousePress(Qt::LeftButton, Qt::NoModifier, point);
    // The drag leaves the panel, and still belongs to it.
    QMouseEvent move(QEvent::MouseMove, freePoint(), viewport().mapToGlobal(freePoint()), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&viewport(), &move);
    mouseRelease(Qt::LeftButton, Qt::NoModifier, freePoint());
    settle();
    EXPECT_TRUE(sameView(viewport().camera().now(), start)) << place;
  }
}

TEST_F(GuiTest, WheelRightAfterLeavingAPanelIsTheScenes) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  hover(at("panel.solver"));
  const float before = viewport().camera().now().distance;
  // No frame is drawn between the pointer leaving the panel and the wheel.
  QMouseEvent move(QEvent::MouseMove, freePoint(), viewport().mapToGlobal(freePoint()), Qt::NoButton, Qt::NoButton,
                   Qt::NoModifier);
  QApplication::sendEvent(&viewport(), &move);
  wheel(freePoint(), 1);
  EXPECT_LT(viewport().camera().now().distance, before);
}

TEST_F(GuiTest, LosingTheFocusEndsADrag) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  mousePress(Qt::LeftButton, Qt::NoModifier, freePoint());
  QFocusEvent lost(QEvent::FocusOut);
  QApplication::sendEvent(&viewport(), &lost);
  const Camera before = viewport().camera().now();
  QMouseEvent move(QEvent::MouseMove, freePoint() + QPoint(50, 50), viewport().mapToGlobal(freePoint()), Qt::NoButton,
                   Qt::NoButton, Qt::NoModifier);
  QApplication::sendEvent(&viewport(), &move);
  settle();
  EXPECT_TRUE(sameView(viewport().camera().now(), before));
}

TEST_F(GuiTest, EscapeInADragPutsTheCameraBackAndKeepsThePick) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  viewport().options().selected = snapshot().grains.id.front();
  const Camera before = viewport().camera().now();
  mousePress(Qt::LeftButton, Qt::NoModifier, freePoint());
  const auto moveTo = [&](const QPoint& point) {
    QMouseEvent move(QEvent::MouseMove, point, viewport().mapToGlobal(point), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&viewport(), &move);
    settle();
  };
  moveTo(freePoint() + QPoint(50, 30));
  EXPECT_FALSE(sameView(viewport().camera().now(), before));
  QTest::keyClick(&keyed(), Qt::Key_Escape);
  settle();
  EXPECT_TRUE(sameView(viewport().camera().now(), before));
  moveTo(freePoint() + QPoint(90, 60));
  mouseRelease(Qt::LeftButton, Qt::NoModifier, freePoint() + QPoint(90, 60));
  settle();
  EXPECT_TRUE(sameView(viewport().camera().now(), before)) << "the rest of the drag does nothing";
  EXPECT_TRUE(viewport().options().selected.has_value()) << "only the drag is ended";
}

TEST_F(GuiTest, PickShowsTheGrainAndFFliesToIt) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  key(Qt::Key_1);
  const std::size_t nearest = lookAtNearestGrain();
  clickView(freePoint());
  ASSERT_TRUE(viewport().options().selected.has_value());
  EXPECT_EQ(*viewport().options().selected, snapshot().grains.id[nearest]);
  EXPECT_TRUE(probeOf("panel.inspector").has_value()) << "the inspector opens";
  EXPECT_TRUE(probeOf("Velocity").has_value());
  keepPicture("picked");
  key(Qt::Key_Home);
  ASSERT_TRUE(waitFor([&] { return viewport().camera().now().distance > 0.31f; }));
  settle();
  key(Qt::Key_F);
  settle();
  EXPECT_LT((viewport().camera().now().target - snapshot().placeOf(nearest)).norm(), 1e-5);
  // A click into nothing lets go.
  key(Qt::Key_Home);
  settle();
  clickView({viewport().width() / 2, 60});
  EXPECT_FALSE(viewport().options().selected.has_value());
}

TEST_F(GuiTest, DoubleClickCentresAndOnNothingShowsAll) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  Camera camera = viewport().camera().now();
  const Vec3 grain = snapshot().placeOf(0);
  camera.target = grain;
  camera.distance = 0.25f;
  viewport().camera().set(camera);
  settle();
  doubleClickView(freePoint());
  settle();
  EXPECT_LT((viewport().camera().now().target - grain).norm(), 0.3);
  EXPECT_NE(viewport().camera().now().target, grain) << "the surface is nearer than the grain's centre";
  camera.target = {0.0, 0.0, 5.0};  // far above: nothing in the middle
  viewport().camera().set(camera);
  settle();
  doubleClickView(freePoint());
  settle();
  EXPECT_LT(viewport().camera().now().target.z(), 1.0);
}

TEST_F(GuiTest, WithoutPerspectiveGrainsAreWhereTheyAreSeen) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  key(Qt::Key_1);
  key(Qt::Key_5);
  // From the front the nearest grain is hidden by none.
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < snapshot().particles(); ++i) {
    nearest = snapshot().grains.positionRadius[i].y() < snapshot().grains.positionRadius[nearest].y() ? i : nearest;
  }
  const Vec3 place = snapshot().grains.positionRadius[nearest].head<3>().cast<double>();
  const auto where = [&] {
    return pixelOf(viewport().camera().now(), place, viewport().width(), viewport().height()).value_or(QPointF());
  };
  const QPointF before = where();
  wheel(before.toPoint(), 3);
  EXPECT_LT(QPointF(where() - before).manhattanLength(), 4.0) << "zooms to the pointer at any depth";
  clickView(where().toPoint());
  EXPECT_EQ(viewport().options().selected, snapshot().grains.id[nearest]);
}

TEST_F(GuiTest, AxisViewsAndHiddenPanels) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  key(Qt::Key_7);
  EXPECT_GT(viewport().camera().now().elevation, 1.5f);
  key(Qt::Key_1);
  EXPECT_EQ(viewport().camera().now().elevation, 0.0f);
  EXPECT_FALSE(viewport().camera().now().parallel);
  key(Qt::Key_5);
  EXPECT_TRUE(viewport().camera().now().parallel);
  keepPicture("orthographic");
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_FALSE(viewport().camera().now().parallel) << "a change of the view like others";
  key(Qt::Key_H);
  EXPECT_FALSE(probeOf("panel.reduction").has_value());
  key(Qt::Key_H);
  EXPECT_TRUE(probeOf("panel.reduction").has_value());
}

}  // namespace
}  // namespace scree::testing
