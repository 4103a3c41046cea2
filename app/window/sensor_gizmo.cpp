#include "app/window/sensor_gizmo.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace scree {

namespace {

constexpr std::array<char, 3> kAxisNames = {'x', 'y', 'z'};
constexpr double kDegree = std::numbers::pi / 180.0;

Vec3 axisOf(const GizmoHandle& handle, const Pose& pose) {
  const Vec3 unit = Vec3::Unit(handle.axis);
  return handle.local ? Vec3(pose.orientation * unit) : unit;
}

std::string_view shownAxis(const GizmoHandle& handle) {
  static constexpr std::array<std::string_view, 3> kOwn = {"own x", "own y", "own z"};
  static constexpr std::array<std::string_view, 3> kWorld = {"x", "y", "z"};
  return (handle.local ? kOwn : kWorld)[static_cast<std::size_t>(handle.axis)];
}

/// Way along an axis between two places of the pointer [m]; up and down where the axis points at the eye.
double wayAlong(const GizmoDrag& drag, const GizmoView& view, const Vec3& axis) {
  const auto from = alongAxis(view.rayAt(drag.press), drag.start.position, axis);
  const auto to = alongAxis(view.rayAt(drag.pointer), drag.start.position, axis);
  if (from && to) {
    return *to - *from;
  }
  return (drag.press.y() - drag.pointer.y()) * view.metresPerPixel(drag.start.position);
}

Vec3 wayAcross(const GizmoDrag& drag, const GizmoView& view, const Vec3& normal) {
  const auto from = onPlane(view.rayAt(drag.press), drag.start.position, normal);
  const auto to = onPlane(view.rayAt(drag.pointer), drag.start.position, normal);
  return from && to ? Vec3(*to - *from) : Vec3(Vec3::Zero());
}

Vec3 inSteps(const Vec3& way, double step) {
  return way.unaryExpr([step](double part) { return snapped(part, step); });
}

GizmoResult movedAlong(const GizmoDrag& drag, const GizmoView& view, double step) {
  const Vec3 axis = axisOf(drag.handle, drag.start);
  double way = wayAlong(drag, view, axis);
  way = typedNumber(drag.typed).value_or(drag.snaps ? snapped(way, step) : way);
  GizmoResult result{drag.start, drag.shape, fmt::format("{} {:+.4f} m", shownAxis(drag.handle), way)};
  result.pose.position += way * axis;
  return result;
}

GizmoResult movedAcross(const GizmoDrag& drag, const GizmoView& view, double step) {
  const bool inView = drag.handle.part == GizmoPart::view;
  Vec3 normal = inView ? view.right().cross(view.up()) : axisOf(drag.handle, drag.start);
  Vec3 way = wayAcross(drag, view, normal);
  if (drag.snaps && !drag.handle.local) {
    way = inSteps(way, step);
  } else if (drag.snaps) {
    const Quat& own = drag.start.orientation;
    way = own * inSteps(own.conjugate() * way, step);
  }
  GizmoResult result{drag.start, drag.shape, {}};
  result.pose.position += way;
  for (int axis = 0; axis < 3; ++axis) {
    if (inView || drag.handle.local || axis != drag.handle.axis) {
      result.label += fmt::format("{}{} {:+.4f}", result.label.empty() ? "" : "  ",
                                  kAxisNames[static_cast<std::size_t>(axis)], way[axis]);
    }
  }
  result.label += " m";
  return result;
}

/// Angle that the pointer turned about the ring's axis; of a ring seen from its edge, along it on the screen.
double turnOf(const GizmoDrag& drag, const GizmoView& view, const Vec3& axis) {
  const Vec3& centre = drag.start.position;
  const auto from = angleAbout(view.rayAt(drag.press), centre, axis);
  const auto to = angleAbout(view.rayAt(drag.pointer), centre, axis);
  if (from && to) {
    return wrapped(*to - *from);
  }
  const Vec3 tangent = axis.cross(view.towardsEye(centre)).normalized();
  const Vec2 way = drag.pointer - drag.press;
  const double along = way.x() * tangent.dot(view.right()) - way.y() * tangent.dot(view.up());
  constexpr double kPixelsPerRadian = 72.0;
  return along / kPixelsPerRadian;
}

GizmoResult turned(const GizmoDrag& drag, const GizmoView& view) {
  const Vec3 axis = axisOf(drag.handle, drag.start);
  double degrees = turnOf(drag, view, axis) / kDegree;
  degrees = typedNumber(drag.typed).value_or(drag.snaps ? snapped(degrees, kAngleStep) : degrees);
  GizmoResult result{drag.start, drag.shape, fmt::format("{} {:+.1f}°", shownAxis(drag.handle), degrees)};
  result.pose.orientation = (Quat(Eigen::AngleAxisd(degrees * kDegree, axis)) * drag.start.orientation).normalized();
  return result;
}

/// The size that a handle changes: half of an edge or a length, or a radius.
double* sizeOf(SensorShape& shape, int axis) {
  if (auto* box = std::get_if<SensorBox>(&shape)) {
    return &box->halfExtents[axis];
  }
  if (auto* sphere = std::get_if<SensorSphere>(&shape)) {
    return &sphere->radius;
  }
  if (auto* cylinder = std::get_if<SensorCylinder>(&shape)) {
    return axis == 2 ? &cylinder->halfLength : &cylinder->radius;
  }
  return nullptr;
}

bool isRadius(const SensorShape& shape, int axis) {
  return std::holds_alternative<SensorSphere>(shape) || (std::holds_alternative<SensorCylinder>(shape) && axis != 2);
}

/// Along which the handle of a size lies: a sphere's always across the view.
Vec3 sizeAxis(const SensorShape& shape, const Pose& pose, int axis, const GizmoView& view) {
  return std::holds_alternative<SensorSphere>(shape) ? view.right() : Vec3(pose.orientation * Vec3::Unit(axis));
}

GizmoResult sized(const GizmoDrag& drag, const GizmoView& view, double step) {
  GizmoResult result{drag.start, drag.shape, {}};
  double* size = sizeOf(result.shape, drag.handle.axis);
  if (size == nullptr) {
    return result;
  }
  const bool radius = isRadius(drag.shape, drag.handle.axis);
  // Edges and lengths are told whole, and the sensor's face follows the pointer.
  const double whole = radius ? 1.0 : 2.0;
  double told = whole * (*size + wayAlong(drag, view, sizeAxis(drag.shape, drag.start, drag.handle.axis, view)));
  told = typedNumber(drag.typed).value_or(drag.snaps ? std::max(step, snapped(told, step)) : told);
  *size = std::max(told / whole, kSmallestSize);
  const bool isBox = std::holds_alternative<SensorBox>(drag.shape);
  result.label =
      isBox ? fmt::format("{} size {:.4f} m", kAxisNames[static_cast<std::size_t>(drag.handle.axis)], whole * *size)
            : fmt::format("{} {:.4f} m", radius ? "radius" : "length", whole * *size);
  return result;
}

GizmoResult sizedAlike(const GizmoDrag& drag, const GizmoView& view) {
  GizmoResult result{drag.start, drag.shape, {}};
  const Vec2 centre = view.pixelOf(drag.start.position).value_or(drag.press);
  const double before = std::max((drag.press - centre).norm(), 1.0);
  double factor = (drag.pointer - centre).norm() / before;
  factor = typedNumber(drag.typed).value_or(drag.snaps ? std::max(kFactorStep, snapped(factor, kFactorStep)) : factor);
  for (int axis = 0; axis < 3; ++axis) {
    SensorShape start = drag.shape;
    if (double* size = sizeOf(result.shape, axis)) {
      *size = std::max(*sizeOf(start, axis) * factor, kSmallestSize);
    }
  }
  result.label = fmt::format("× {:.3f}", factor);
  return result;
}

constexpr double kAxisPixels = 80.0;
constexpr double kRingPixels = 74.0;
constexpr double kWholePixels = 98.0;

GizmoResult faced(const GizmoDrag& drag, const GizmoView& view) {
  const Vec3& centre = drag.start.position;
  Vec3 normal = onSphere(view.rayAt(drag.pointer), centre, kAxisPixels * view.metresPerPixel(centre)) - centre;
  normal.normalize();
  double tilt = std::acos(std::clamp(normal.z(), -1.0, 1.0)) / kDegree;
  double azimuth = std::atan2(normal.y(), normal.x()) / kDegree;
  if (drag.snaps) {
    tilt = snapped(tilt, kAngleStep);
    azimuth = snapped(azimuth, kAngleStep);
    const double sine = std::sin(tilt * kDegree);
    normal = Vec3(sine * std::cos(azimuth * kDegree), sine * std::sin(azimuth * kDegree), std::cos(tilt * kDegree));
  }
  GizmoResult result{drag.start, drag.shape, fmt::format("tilt {:.1f}° towards {:.1f}°", tilt, azimuth)};
  const Vec3 before = drag.start.orientation * Vec3::UnitZ();
  result.pose.orientation = (Quat::FromTwoVectors(before, normal) * drag.start.orientation).normalized();
  return result;
}

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
    constexpr double kStart = 0.2;      // of its length: room for the point in the middle
    constexpr double kShortest = 16.0;  // px: an axis that points at the eye cannot be dragged along
    if (from && to && (*to - *from).norm() >= kShortest) {
      put(handle, what, {*from + kStart * (*to - *from), *to}, *to).tip = tip;
    }
  }

  /// A small square across an axis, between the other two.
  void addSquare(int axis, std::string_view what) {
    const Vec3 normal = Vec3::Unit(axis);
    constexpr double kFlattest = 0.14;
    if (std::abs(normal.dot(view_.towardsEye(pose_.position))) < kFlattest) {
      return;
    }
    constexpr double kNear = 0.30;  // of an arrow's length
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
      // A ring that faces the eye is all in front.
      ring.isInFront.push_back(facing > -0.05 ? 1 : 0);
      // Taken off the middle of its front, where rings cross each other least.
      const double wanted = std::cos(0.6);
      const double merit = -std::abs(facing / std::max(frontOf(normal, toEye), 1e-6) - wanted);
      if (merit > nearest) {
        nearest = merit;
        ring.grip = *at;
      }
    }
    put({GizmoPart::ring, axis}, what, std::move(ring.line), ring.grip).isInFront = std::move(ring.isInFront);
  }

  /// Always a circle on the screen.
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
  /// Largest part towards the eye of a unit vector in the ring's plane.
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
  double unit_;  ///< metres per pixel
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

std::optional<AxisLock> toggled(const std::optional<AxisLock>& lock, int axis) {
  if (!lock || lock->axis != axis) {
    return AxisLock{axis, false};
  }
  return lock->local ? std::nullopt : std::optional(AxisLock{axis, true});
}

GizmoHandle handleFor(GizmoMode mode, const SensorShape& shape, const AxisLock& lock) {
  if (mode == GizmoMode::move) {
    return {GizmoPart::axis, lock.axis, lock.local};
  }
  if (mode == GizmoMode::rotate) {
    return {GizmoPart::ring, lock.axis, lock.local};
  }
  if (std::holds_alternative<SensorHalfSpace>(shape)) {
    return {GizmoPart::normal, 2, true};
  }
  const bool isBox = std::holds_alternative<SensorBox>(shape);
  const bool isLength = std::holds_alternative<SensorCylinder>(shape) && lock.axis == 2;
  return {GizmoPart::size, isBox || isLength ? lock.axis : 0, true};
}

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
      shapes.addRing(axis, kAxes[at]);  // a sphere looks the same however it is turned
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
  // Straight lines stay straight: the direction is that of a piece near enough to be in front of the eye.
  const auto to = view.pixelOf(pose.position + view.metresPerPixel(pose.position) * axis);
  if (!from || !to || (*to - *from).norm() < 1e-3) {
    return {};
  }
  const Vec2 way = (view.width + view.height) * (*to - *from).normalized();
  return {*from - way, *from + way};
}

std::optional<GizmoHandle> handleUnder(std::span<const GizmoShape> shapes, const Vec2& point) {
  constexpr double kReach = 8.0;  // px
  constexpr double kTipReach = 11.0;
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

bool typeNumber(std::string& typed, char character) {
  constexpr std::size_t kLongest = 12;
  const char c = character == ',' ? '.' : character;
  const bool digit = c >= '0' && c <= '9';
  const bool fits = digit || (c == '.' && typed.find('.') == std::string::npos) || (c == '-' && typed.empty());
  if (!fits || typed.size() >= kLongest) {
    return false;
  }
  typed += c;
  return true;
}

std::optional<double> typedNumber(const std::string& typed) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(typed.data(), typed.data() + typed.size(), value);
  return error == std::errc() && end == typed.data() + typed.size() ? std::optional(value) : std::nullopt;
}

GizmoResult dragged(const GizmoDrag& drag, const GizmoView& view, double step) {
  switch (drag.handle.part) {
    case GizmoPart::axis:
      return movedAlong(drag, view, step);
    case GizmoPart::plane:
    case GizmoPart::view:
      return movedAcross(drag, view, step);
    case GizmoPart::ring:
      return turned(drag, view);
    case GizmoPart::size:
      return sized(drag, view, step);
    case GizmoPart::whole:
      return sizedAlike(drag, view);
    case GizmoPart::normal:
      return faced(drag, view);
  }
  return {drag.start, drag.shape, {}};
}

}  // namespace scree
