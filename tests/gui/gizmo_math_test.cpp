#include "app/viewport/handles/gizmo_math.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "app/viewport/handles/sensor_gizmo.h"
#include "engine/base/random.h"

namespace scree {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

GizmoView someView() {
  GizmoView view;
  view.camera.target = {0.1, -0.2, 0.3};
  view.camera.distance = 1.5f;
  view.camera.azimuth = -1.0f;
  view.camera.elevation = 0.5f;
  view.width = 1000;
  view.height = 800;
  return view;
}

Vec3 randomPoint(Random& random) {
  return Vec3(0.1, -0.2, 0.3) + 0.2 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
}

TEST(GizmoMath, PixelsAndRaysAreEachOthersInverse) {
  Random random(1);
  for (const auto& [shift, parallel] : {std::pair(0.0, false), {130.0, false}, {0.0, true}, {130.0, true}}) {
    GizmoView view = someView();
    view.shift = shift;
    view.camera.parallel = parallel;
    for (int i = 0; i < 50; ++i) {
      const Vec3 point = randomPoint(random);
      const auto pixel = view.pixelOf(point);
      ASSERT_TRUE(pixel.has_value());
      const Ray ray = view.rayAt(*pixel);
      const Vec3 way = point - ray.origin;
      EXPECT_LT((way - way.dot(ray.direction) * ray.direction).norm(), 1e-6);
      EXPECT_GT(way.dot(ray.direction), 0.0);
      EXPECT_NEAR(view.towardsEye(point).dot(ray.direction), -1.0, 1e-6);
      // One pixel to the right at that depth.
      const auto beside = view.pixelOf(point + view.metresPerPixel(point) * view.right());
      EXPECT_NEAR(beside->x() - pixel->x(), 1.0, 1e-3);
    }
  }
  EXPECT_FALSE(someView().pixelOf(Vec3(0.1, -0.2, 0.3) + 3.0 * someView().towardsEye({0.1, -0.2, 0.3})).has_value())
      << "behind the eye";
}

/// The nearest point of an axis by search, not by algebra.
double searchedNearest(const Ray& ray, const Vec3& point, const Vec3& axis) {
  const auto distance = [&](double t) {
    const Vec3 way = point + t * axis - ray.origin;
    return (way - way.dot(ray.direction) * ray.direction).norm();
  };
  double low = -100.0;
  double high = 100.0;
  for (int i = 0; i < 200; ++i) {
    const double a = low + (high - low) / 3.0;
    const double b = high - (high - low) / 3.0;
    if (distance(a) < distance(b)) {
      high = b;
    } else {
      low = a;
    }
  }
  return 0.5 * (low + high);
}

TEST(GizmoMath, NearestPointOfAnAxisIsTheNearest) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Ray ray{randomPoint(random), randomPoint(random).normalized()};
    const Vec3 axis = randomPoint(random).normalized();
    const Vec3 point = randomPoint(random);
    if (const auto t = alongAxis(ray, point, axis)) {
      EXPECT_NEAR(*t, searchedNearest(ray, point, axis), 1e-6);
    } else {
      EXPECT_GT(std::abs(axis.dot(ray.direction)), 0.99) << "only what runs side by side has none";
    }
  }
  EXPECT_FALSE(alongAxis({Vec3::Zero(), Vec3::UnitX()}, Vec3::UnitY(), Vec3::UnitX()).has_value());
}

TEST(GizmoMath, PlanesAreMetBeforeTheEyeAndNotFromTheirEdge) {
  const Ray ray{Vec3(0, 0, 2), Vec3(0.6, 0, -0.8)};
  const auto hit = onPlane(ray, Vec3(5, 5, 0), Vec3::UnitZ());
  ASSERT_TRUE(hit.has_value());
  EXPECT_LT((*hit - Vec3(1.5, 0, 0)).norm(), 1e-12);
  EXPECT_FALSE(onPlane(ray, Vec3(0, 0, 3), Vec3::UnitZ()).has_value()) << "behind";
  EXPECT_FALSE(onPlane(ray, Vec3::Zero(), Vec3(0.8, 0, 0.6).normalized()).has_value()) << "edge on";
}

TEST(GizmoMath, AnglesGrowTheRightHandedWay) {
  // Parallel rays, as a camera without perspective has them.
  for (const Vec3& axis : {Vec3(Vec3::UnitZ()), Vec3(0.2, 0.3, 0.9).normalized()}) {
    const Vec3 centre(0.3, 0.1, -0.2);
    const Vec3 u = across(axis);
    std::optional<double> first;
    for (int degrees = 0; degrees < 360; degrees += 20) {
      const Vec3 on = centre + 0.1 * (Eigen::AngleAxisd(degrees * kDegree, axis) * u);
      const auto angle = angleAbout({on + 2.0 * Vec3::UnitZ(), -Vec3::UnitZ()}, centre, axis);
      ASSERT_TRUE(angle.has_value());
      first = first.value_or(*angle);
      EXPECT_NEAR(wrapped(*angle - *first - degrees * kDegree), 0.0, 1e-9);
    }
  }
  EXPECT_FALSE(angleAbout({Vec3(0, 0, 1), -Vec3::UnitZ()}, Vec3::Zero(), Vec3::UnitX()).has_value());
}

TEST(GizmoMath, SpheresAreMetInFrontOrAtTheirRim) {
  const Ray through{Vec3(0, 0, 5), -Vec3::UnitZ()};
  EXPECT_LT((onSphere(through, Vec3(0.3, 0, 0), 0.5) - Vec3(0, 0, 0.4)).norm(), 1e-12);
  const Vec3 rim = onSphere(through, Vec3(2, 0, 0), 0.5);
  EXPECT_LT((rim - Vec3(1.5, 0, 0)).norm(), 1e-12);
}

TEST(GizmoMath, SmallThings) {
  EXPECT_DOUBLE_EQ(snapped(0.034, 0.013), 0.039);
  EXPECT_DOUBLE_EQ(snapped(0.034, 0.0), 0.034);
  EXPECT_NEAR(wrapped(1.5 * std::numbers::pi), -0.5 * std::numbers::pi, 1e-12);
  const std::vector<Vec2> line = {{0, 0}, {10, 0}, {10, 10}};
  EXPECT_DOUBLE_EQ(distanceTo(line, {5, 3}), 3.0);
  EXPECT_DOUBLE_EQ(distanceTo(line, {14, 13}), 5.0);
  const std::vector<Vec2> square = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  EXPECT_TRUE(isInside(square, {5, 5}));
  EXPECT_FALSE(isInside(square, {11, 5}));
}

TEST(GizmoMath, NumbersAreTypedCharacterByCharacter) {
  std::string typed;
  for (const char c : std::string_view("-0.x5-.e2")) {
    typeNumber(typed, c);
  }
  EXPECT_EQ(typed, "-0.52");
  EXPECT_DOUBLE_EQ(*typedNumber(typed), -0.52);
  EXPECT_FALSE(typedNumber("-").has_value());
  EXPECT_FALSE(typedNumber("").has_value());
}

/// A box whose frame is turned, and a drag of it in some view.
GizmoDrag dragOf(const GizmoHandle& handle, const SensorShape& shape, const Vec2& way) {
  GizmoDrag drag;
  drag.handle = handle;
  drag.start = {Vec3(0.12, -0.22, 0.31), Quat(Eigen::AngleAxisd(0.4, Vec3(0.1, 0.5, 1.0).normalized()))};
  drag.shape = shape;
  drag.press = *someView().pixelOf(drag.start.position);
  drag.pointer = drag.press + way;
  return drag;
}

TEST(SensorGizmo, APointDraggedInTheViewStaysUnderThePointer) {
  const GizmoView view = someView();
  const GizmoDrag drag = dragOf({GizmoPart::view}, SensorBox{}, {60, -45});
  const GizmoResult result = dragged(drag, view, 0.013);
  EXPECT_LT((*view.pixelOf(result.pose.position) - drag.pointer).norm(), 1e-2);
  EXPECT_EQ(result.pose.orientation.coeffs(), drag.start.orientation.coeffs());
}

TEST(SensorGizmo, AnAxisMovesAlongItselfOnly) {
  const GizmoView view = someView();
  for (int axis = 0; axis < 3; ++axis) {
    for (const bool local : {false, true}) {
      GizmoDrag drag = dragOf({GizmoPart::axis, axis, local}, SensorBox{}, {50, -70});
      const Vec3 direction = local ? Vec3(drag.start.orientation * Vec3::Unit(axis)) : Vec3(Vec3::Unit(axis));
      const Vec3 way = dragged(drag, view, 0.013).pose.position - drag.start.position;
      EXPECT_GT(way.norm(), 1e-3);
      EXPECT_LT(way.cross(direction).norm(), 1e-12);
      drag.snaps = true;
      const double steps = (dragged(drag, view, 0.013).pose.position - drag.start.position).dot(direction) / 0.013;
      EXPECT_NEAR(steps, std::round(steps), 1e-9);
      drag.typed = "-0.05";
      EXPECT_LT((dragged(drag, view, 0.013).pose.position - drag.start.position + 0.05 * direction).norm(), 1e-12);
    }
  }
}

TEST(SensorGizmo, APlaneKeepsItsAxisAndFollowsThePointer) {
  const GizmoView view = someView();
  const GizmoDrag drag = dragOf({GizmoPart::plane, 2}, SensorBox{}, {-40, 30});
  const GizmoResult result = dragged(drag, view, 0.013);
  EXPECT_NEAR(result.pose.position.z(), drag.start.position.z(), 1e-12);
  EXPECT_LT((*view.pixelOf(result.pose.position) - drag.pointer).norm(), 1e-2);
}

TEST(SensorGizmo, RingsTurnAboutTheirAxis) {
  const GizmoView view = someView();
  GizmoDrag drag = dragOf({GizmoPart::ring, 2}, SensorBox{}, {});
  // From a point of the ring to the one 30 degrees on.
  const auto onRing = [&](double degrees) {
    return *view.pixelOf(drag.start.position +
                         0.1 * Vec3(std::cos(degrees * kDegree), std::sin(degrees * kDegree), 0.0));
  };
  drag.press = onRing(10.0);
  drag.pointer = onRing(41.0);
  const auto turnOf = [&](const GizmoResult& result) {
    return Eigen::AngleAxisd(result.pose.orientation * drag.start.orientation.conjugate());
  };
  Eigen::AngleAxisd turn = turnOf(dragged(drag, view, 0.013));
  EXPECT_NEAR(turn.angle() / kDegree, 31.0, 1e-3);
  EXPECT_LT((turn.axis() - Vec3::UnitZ()).norm(), 1e-6);
  drag.snaps = true;
  EXPECT_NEAR(turnOf(dragged(drag, view, 0.013)).angle() / kDegree, 30.0, 1e-9);
  drag.typed = "45";
  EXPECT_NEAR(turnOf(dragged(drag, view, 0.013)).angle() / kDegree, 45.0, 1e-9);
  EXPECT_EQ(dragged(drag, view, 0.013).label, "z +45.0°");
}

TEST(SensorGizmo, SizesFollowThePointerAndStayPositive) {
  const GizmoView view = someView();
  for (int axis = 0; axis < 3; ++axis) {
    GizmoDrag drag = dragOf({GizmoPart::size, axis, true}, SensorBox{Vec3(0.05, 0.06, 0.07)}, {});
    const Vec3 direction = drag.start.orientation * Vec3::Unit(axis);
    // The face that the pointer holds goes where the pointer does.
    drag.press = *view.pixelOf(drag.start.position + 0.10 * direction);
    drag.pointer = *view.pixelOf(drag.start.position + 0.12 * direction);
    const Vec3 half = std::get<SensorBox>(dragged(drag, view, 0.013).shape).halfExtents;
    EXPECT_LT((half - Vec3(0.05, 0.06, 0.07) - 0.02 * Vec3::Unit(axis)).norm(), 1e-6);
    drag.pointer = *view.pixelOf(drag.start.position - 0.3 * direction);
    EXPECT_GT(std::get<SensorBox>(dragged(drag, view, 0.013).shape).halfExtents[axis], 0.0);
    drag.typed = "0.3";
    EXPECT_DOUBLE_EQ(std::get<SensorBox>(dragged(drag, view, 0.013).shape).halfExtents[axis], 0.15) << "whole edges";
  }
  GizmoDrag sphere = dragOf({GizmoPart::size, 0, true}, SensorSphere{0.05}, {});
  sphere.typed = "0.08";
  EXPECT_DOUBLE_EQ(std::get<SensorSphere>(dragged(sphere, view, 0.013).shape).radius, 0.08);
  GizmoDrag cylinder = dragOf({GizmoPart::size, 2, true}, SensorCylinder{0.05, 0.04}, {});
  cylinder.typed = "0.2";
  EXPECT_DOUBLE_EQ(std::get<SensorCylinder>(dragged(cylinder, view, 0.013).shape).halfLength, 0.1);
  EXPECT_DOUBLE_EQ(std::get<SensorCylinder>(dragged(cylinder, view, 0.013).shape).radius, 0.05);
  GizmoDrag all = dragOf({GizmoPart::whole}, SensorCylinder{0.05, 0.04}, {});
  all.press += Vec2(60, 0);
  all.pointer = all.press + Vec2(30, 0);
  EXPECT_NEAR(std::get<SensorCylinder>(dragged(all, view, 0.013).shape).radius, 0.075, 1e-4);
  EXPECT_NEAR(std::get<SensorCylinder>(dragged(all, view, 0.013).shape).halfLength, 0.06, 1e-4);
}

TEST(SensorGizmo, AHalfSpaceFacesWhereItsTipIs) {
  const GizmoView view = someView();
  GizmoDrag drag = dragOf({GizmoPart::normal, 2, true}, SensorHalfSpace{}, {});
  drag.pointer = drag.press + Vec2(35, -20);
  GizmoResult result = dragged(drag, view, 0.013);
  const Vec3 tip = result.pose.position +
                   80.0 * view.metresPerPixel(drag.start.position) * (result.pose.orientation * Vec3::UnitZ());
  EXPECT_LT((*view.pixelOf(tip) - drag.pointer).norm(), 0.5);
  drag.snaps = true;
  result = dragged(drag, view, 0.013);
  const double tilt = std::acos((result.pose.orientation * Vec3::UnitZ()).z()) / kDegree;
  EXPECT_NEAR(tilt, snapped(tilt, kAngleStep), 1e-6);
}

TEST(SensorGizmo, EveryHandleIsFoundWhereItSaysAndAsLargeOnTheScreenFromAnywhere) {
  const Pose pose{Vec3(0.12, -0.22, 0.31), Quat(Eigen::AngleAxisd(0.4, Vec3(0.1, 0.5, 1.0).normalized()))};
  const std::array<SensorShape, 4> shapes = {SensorBox{}, SensorSphere{}, SensorCylinder{}, SensorHalfSpace{}};
  for (const GizmoMode mode : {GizmoMode::move, GizmoMode::rotate, GizmoMode::scale}) {
    for (const SensorShape& shape : shapes) {
      for (const float distance : {0.3f, 1.5f, 30.0f}) {
        GizmoView view = someView();
        view.camera.target = pose.position;
        view.camera.distance = distance;
        const std::vector<GizmoShape> handles = gizmoShapes(mode, shape, pose, view);
        const bool none = mode == GizmoMode::rotate && std::holds_alternative<SensorSphere>(shape);
        EXPECT_EQ(handles.empty(), none);
        const Vec2 centre = *view.pixelOf(pose.position);
        for (const GizmoShape& handle : handles) {
          const auto found = handleUnder(handles, handle.grip);
          ASSERT_TRUE(found.has_value()) << handle.name;
          EXPECT_TRUE(*found == handle.handle) << handle.name << " at " << distance;
          EXPECT_GT((handle.grip - centre).norm(), 12.0) << handle.name << " is clear of the point in the middle";
          EXPECT_LT((handle.grip - centre).norm(), 120.0) << handle.name;
        }
        EXPECT_FALSE(handleUnder(handles, centre + Vec2(0.0, 200.0)).has_value());
      }
    }
  }
}

TEST(SensorGizmo, KeysOfAxesGoRound) {
  auto lock = toggled(std::nullopt, 1);
  ASSERT_TRUE(lock.has_value());
  EXPECT_FALSE(lock->local);
  EXPECT_TRUE(handleFor(GizmoMode::move, SensorBox{}, *lock) == (GizmoHandle{GizmoPart::axis, 1, false}));
  lock = toggled(lock, 1);
  EXPECT_TRUE(lock->local);
  EXPECT_FALSE(toggled(lock, 1).has_value());
  EXPECT_EQ(toggled(lock, 2)->axis, 2);
  EXPECT_TRUE(handleFor(GizmoMode::scale, SensorCylinder{}, {1, false}) == (GizmoHandle{GizmoPart::size, 0, true}));
  EXPECT_TRUE(handleFor(GizmoMode::scale, SensorCylinder{}, {2, false}) == (GizmoHandle{GizmoPart::size, 2, true}));
}

}  // namespace
}  // namespace scree
