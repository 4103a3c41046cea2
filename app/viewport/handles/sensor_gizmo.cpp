#include "app/viewport/handles/sensor_gizmo.h"

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

std::string_view shownAxis(const GizmoHandle& handle) {
  static constexpr std::array<std::string_view, 3> kOwn = {"own x", "own y", "own z"};
  static constexpr std::array<std::string_view, 3> kWorld = {"x", "y", "z"};
  return (handle.local ? kOwn : kWorld)[static_cast<std::size_t>(handle.axis)];
}

/// Way of a drag along an axis [m]; for an axis that points at the eye, the way of the pointer up the screen.
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

/// Angle of a drag about a ring's axis [rad]; for a ring seen from its edge, by the way of the pointer along the ring.
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

/// Size of a shape that the handle of `axis` changes [m]: half an edge, half a length, or a radius; null if there is
/// none.
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

/// Limits a size to the least that there is, and says so. `whole` is the length told over `size`.
double limited(double size, std::string_view name, double whole, GizmoResult& result) {
  if (size >= kSmallestSize) {
    return size;
  }
  result.limit = fmt::format("The {} cannot be {:.6g} mm: it is the least there is, {:.6g} mm", name,
                             1e3 * whole * size, 1e3 * whole * kSmallestSize);
  return kSmallestSize;
}

GizmoResult sized(const GizmoDrag& drag, const GizmoView& view, double step) {
  GizmoResult result{drag.start, drag.shape, {}};
  double* size = sizeOf(result.shape, drag.handle.axis);
  if (size == nullptr) {
    return result;
  }
  const bool radius = isRadius(drag.shape, drag.handle.axis);
  // Label and steps are in whole edges and lengths; the face of the sensor follows the pointer.
  const double whole = radius ? 1.0 : 2.0;
  double told = whole * (*size + wayAlong(drag, view, sizeAxis(drag.shape, drag.start, drag.handle.axis, view)));
  told = typedNumber(drag.typed).value_or(drag.snaps ? std::max(step, snapped(told, step)) : told);
  *size = limited(told / whole, radius ? "radius" : "size", whole, result);
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
      const bool radius = isRadius(start, axis);
      *size = limited(*sizeOf(start, axis) * factor, radius ? "radius" : "size", radius ? 1.0 : 2.0, result);
    }
  }
  result.label = fmt::format("× {:.3f}", factor);
  return result;
}

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

}  // namespace

Vec3 axisOf(const GizmoHandle& handle, const Pose& pose) {
  const Vec3 unit = Vec3::Unit(handle.axis);
  return handle.local ? Vec3(pose.orientation * unit) : unit;
}

Vec3 sizeAxis(const SensorShape& shape, const Pose& pose, int axis, const GizmoView& view) {
  return std::holds_alternative<SensorSphere>(shape) ? view.right() : Vec3(pose.orientation * Vec3::Unit(axis));
}

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
