#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "app/viewport/handles/sensor_gizmo.h"

// Shapes of a split sensor's handles on the screen, where they always have the same size, and the handle under a point.
namespace scree {

namespace {

constexpr double kRingPixels = 74.0;
constexpr double kWholePixels = 98.0;

std::string nameOf(GizmoMode mode, std::string_view what) {
  static constexpr std::array<std::string_view, 3> kModes = {"move", "rotate", "scale"};
  return fmt::format("{}.{}", kModes[static_cast<std::size_t>(mode)], what);
}

/// Makes the shapes of one gizmo.
class Shapes {
 public:
  Shapes(GizmoMode mode, const Pose& pose, const GizmoView& view)
      : mode_(mode), pose_(pose), view_(view), unit_(view.metresPerPixel(pose.position)) {}

  void addArrow(const GizmoHandle& handle, const Vec3& axis, std::string_view what, GizmoShape::Tip tip) {
    const auto from = view_.pixelOf(pose_.position);
    const auto to = view_.pixelOf(pose_.position + kAxisPixels * unit_ * axis);
    constexpr double kStart = 0.2;      // gap in front of an arrow, in its lengths: room for the point in the middle
    constexpr double kShortest = 16.0;  // shortest arrow [px]: an axis that points at the eye has none
    if (from && to && (*to - *from).norm() >= kShortest) {
      put(handle, what, {*from + kStart * (*to - *from), *to}, *to).tip = tip;
    }
  }

  /// Adds a small square across an axis, between the other two axes.
  void addSquare(int axis, std::string_view what) {
    const Vec3 normal = Vec3::Unit(axis);
    constexpr double kFlattest = 0.14;
    if (std::abs(normal.dot(view_.towardsEye(pose_.position))) < kFlattest) {
      return;
    }
    constexpr double kNear = 0.30;  // distance of the square from the centre, in an arrow's lengths
    constexpr double kFar = 0.52;
    const Vec3 u = kAxisPixels * unit_ * Vec3::Unit((axis + 1) % 3);
    const Vec3 v = kAxisPixels * unit_ * Vec3::Unit((axis + 2) % 3);
    std::vector<Vec2> outline;
    constexpr std::array<std::array<double, 2>, 4> kCorners = {
        {{kNear, kNear}, {kFar, kNear}, {kFar, kFar}, {kNear, kFar}}};
    for (const auto& [a, b] : kCorners) {
      if (const auto corner = view_.pixelOf(pose_.position + a * u + b * v)) {
        outline.push_back(*corner);
      }
    }
    if (outline.size() == 4) {
      const Vec2 middle = 0.25 * (outline[0] + outline[1] + outline[2] + outline[3]);
      put({GizmoPart::plane, axis}, what, std::move(outline), middle).filled = true;
    }
  }

  void addRing(int axis, std::string_view what) {
    constexpr int kPieces = 64;
    const Vec3 normal = Vec3::Unit(axis);
    const Vec3 u = across(normal);
    const Vec3 v = normal.cross(u);
    const Vec3 toEye = view_.towardsEye(pose_.position);
    GizmoShape ring;
    double nearest = -2.0;
    for (int i = 0; i <= kPieces; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / kPieces;
      const Vec3 out = std::cos(angle) * u + std::sin(angle) * v;
      const auto at = view_.pixelOf(pose_.position + kRingPixels * unit_ * out);
      if (!at) {
        return;
      }
      ring.line.push_back(*at);
      const double facing = out.dot(toEye);
      // With the small tolerance all pieces of a ring that faces the eye are in front.
      ring.isInFront.push_back(facing > -0.05 ? 1 : 0);
      // The grip is beside the middle of the ring's front, where rings cross each other least.
      const double wanted = std::cos(0.6);
      const double merit = -std::abs(facing / std::max(frontOf(normal, toEye), 1e-6) - wanted);
      if (merit > nearest) {
        nearest = merit;
        ring.grip = *at;
      }
    }
    put({GizmoPart::ring, axis}, what, std::move(ring.line), ring.grip).isInFront = std::move(ring.isInFront);
  }

  /// Adds the handle for all sizes alike, a circle on the screen.
  void addCircle() {
    constexpr int kPieces = 72;
    const auto centre = view_.pixelOf(pose_.position);
    if (!centre) {
      return;
    }
    std::vector<Vec2> line;
    for (int i = 0; i <= kPieces; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / kPieces;
      line.push_back(*centre + kWholePixels * Vec2(std::cos(angle), std::sin(angle)));
    }
    const double kCorner = std::sqrt(0.5) * kWholePixels;
    put({GizmoPart::whole, 0}, "all", std::move(line), *centre + Vec2(kCorner, kCorner));
  }

  std::vector<GizmoShape> take() { return std::move(shapes_); }

 private:
  /// Largest component towards the eye of a unit vector in the plane of a ring.
  static double frontOf(const Vec3& normal, const Vec3& toEye) {
    const double along = normal.dot(toEye);
    return std::sqrt(std::max(0.0, 1.0 - along * along));
  }

  GizmoShape& put(const GizmoHandle& handle, std::string_view what, std::vector<Vec2> line, const Vec2& grip) {
    GizmoShape& shape = shapes_.emplace_back();
    shape.handle = handle;
    shape.name = nameOf(mode_, what);
    shape.line = std::move(line);
    shape.grip = grip;
    return shape;
  }

  GizmoMode mode_;
  const Pose& pose_;
  const GizmoView& view_;
  double unit_;  ///< length of a pixel at the sensor [m]
  std::vector<GizmoShape> shapes_;
};

void addSizes(Shapes& shapes, const SensorShape& shape, const Pose& pose, const GizmoView& view) {
  const auto add = [&](int axis, std::string_view what) {
    shapes.addArrow({GizmoPart::size, axis, true}, sizeAxis(shape, pose, axis, view), what, GizmoShape::Tip::box);
  };
  if (std::holds_alternative<SensorHalfSpace>(shape)) {
    shapes.addArrow({GizmoPart::normal, 2, true}, pose.orientation * Vec3::UnitZ(), "normal", GizmoShape::Tip::disc);
    return;
  }
  if (std::holds_alternative<SensorBox>(shape)) {
    add(0, "x");
    add(1, "y");
    add(2, "z");
  } else {
    add(0, "radius");
    if (std::holds_alternative<SensorCylinder>(shape)) {
      add(2, "length");
    }
  }
  shapes.addCircle();
}

}  // namespace

std::vector<GizmoShape> gizmoShapes(GizmoMode mode, const SensorShape& shape, const Pose& pose, const GizmoView& view) {
  static constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
  static constexpr std::array<std::string_view, 3> kPlanes = {"yz", "zx", "xy"};
  Shapes shapes(mode, pose, view);
  if (mode == GizmoMode::scale) {
    addSizes(shapes, shape, pose, view);
    return shapes.take();
  }
  for (int axis = 0; axis < 3; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    if (mode == GizmoMode::move) {
      shapes.addArrow({GizmoPart::axis, axis}, Vec3::Unit(axis), kAxes[at], GizmoShape::Tip::arrow);
      shapes.addSquare(axis, kPlanes[at]);
    } else if (!std::holds_alternative<SensorSphere>(shape)) {
      shapes.addRing(axis, kAxes[at]);  // a turned sphere is the same sphere
    }
  }
  return shapes.take();
}

std::vector<Vec2> guideOf(const GizmoHandle& handle, const Pose& pose, const GizmoView& view) {
  if (handle.part != GizmoPart::axis && handle.part != GizmoPart::ring) {
    return {};
  }
  const Vec3 axis = axisOf(handle, pose);
  const auto from = view.pixelOf(pose.position);
  // A projected line is straight: its direction follows from a short piece, which is in front of the eye.
  const auto to = view.pixelOf(pose.position + view.metresPerPixel(pose.position) * axis);
  if (!from || !to || (*to - *from).norm() < 1e-3) {
    return {};
  }
  const Vec2 way = (view.width + view.height) * (*to - *from).normalized();
  return {*from - way, *from + way};
}

std::optional<GizmoHandle> handleUnder(std::span<const GizmoShape> shapes, const Vec2& point) {
  constexpr double kReach = 8.0;      // distance from a line within which it is taken [px]
  constexpr double kTipReach = 11.0;  // distance from a grip within which it is taken [px]
  std::optional<GizmoHandle> found;
  double best = kReach;
  const auto offer = [&](const GizmoHandle& handle, double distance) {
    if (distance <= best) {
      best = distance;
      found = handle;
    }
  };
  for (const GizmoShape& shape : shapes) {
    if (shape.filled) {
      offer(shape.handle, isInside(shape.line, point) ? 0.0 : distanceTo(shape.line, point) + kReach * 0.5);
      continue;
    }
    if (shape.tip != GizmoShape::Tip::none) {
      offer(shape.handle, (shape.grip - point).norm() * kReach / kTipReach);
    }
    for (std::size_t i = 0; i + 1 < shape.line.size(); ++i) {
      if (shape.isInFront.empty() || shape.isInFront[i] != 0) {
        offer(shape.handle, distanceTo(std::span(shape.line).subspan(i, 2), point));
      }
    }
  }
  return found;
}

}  // namespace scree
