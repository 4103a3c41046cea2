#include "engine/io/dem/dem_surfaces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <set>

#include "engine/formats/mesh_health.h"
#include "engine/io/dem/dem_constants.h"
#include "engine/io/tessellate.h"
#include "engine/io/vtk_writer.h"

namespace scree {

namespace {

constexpr double kAligned = 1e-12;  // sine of the angle from which a plane is not across an axis

/// Facets around the axis of a round wall.
int segmentsFor(const Shape& shape, double smallestRadius) {
  const auto around = [smallestRadius](double radius) {
    const double share = std::clamp(dem::kSagitta * smallestRadius / radius, 1e-9, 1.0);
    return std::clamp(static_cast<int>(std::ceil(std::numbers::pi / std::acos(1.0 - share))), dem::kLeastSegments,
                      dem::kMostSegments);
  };
  if (const auto* hollow = std::get_if<HollowCylinder>(&shape)) {
    return around(hollow->radius);
  }
  if (const auto* solid = std::get_if<SolidCylinder>(&shape)) {
    return around(solid->radius);
  }
  return dem::kLeastSegments;
}

/// Radius of a round shape [m]; 0 for others.
double roundRadius(const Shape& shape) {
  if (const auto* hollow = std::get_if<HollowCylinder>(&shape)) {
    return hollow->radius;
  }
  if (const auto* solid = std::get_if<SolidCylinder>(&shape)) {
    return solid->radius;
  }
  if (const auto* sphere = std::get_if<SolidSphere>(&shape)) {
    return sphere->radius;
  }
  const auto* capsule = std::get_if<Capsule>(&shape);
  return capsule != nullptr ? capsule->radius : 0.0;
}

std::string plainName(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    name += isPlain ? c : '_';
  }
  return name.empty() ? "body" : name;
}

/// Points of a profile over all time, straight between.
std::vector<CoursePoint> pointsOf(const SpeedProfile& profile) {
  std::vector<CoursePoint> points;
  if (!profile.course.empty()) {
    // A smooth curve between two points becomes straight pieces.
    constexpr int kParts = 8;
    const std::span<const CoursePoint> course = profile.course.points();
    for (std::size_t i = 0; i < course.size(); ++i) {
      points.push_back({course[i].time, profile.value * course[i].value});
      for (int part = 1; profile.smooth && i + 1 < course.size() && part < kParts; ++part) {
        const double time = course[i].time + (course[i + 1].time - course[i].time) * part / kParts;
        points.push_back({time, profile.value * valueAt(course, Joined::smooth, time)});
      }
    }
    return points;
  }
  const double full = profile.start + profile.ramp;
  points = {{profile.start, 0.0}, {full, profile.value}};
  if (profile.stop < full) {
    const double share = std::max(0.0, profile.stop - profile.start) / std::max(profile.ramp, 1e-300);
    points[1] = {std::max(profile.stop, profile.start), profile.value * std::min(share, 1.0)};
  } else {
    points.push_back({profile.stop, profile.value});
  }
  points.push_back({std::max(profile.stop, profile.start), 0.0});
  return points;
}

/// The part of a speed in [0, seconds] after `start`, with times since then.
std::vector<CoursePoint> speedSince(const SpeedProfile& profile, double start, double seconds) {
  std::vector<CoursePoint> points = pointsOf(profile);
  for (CoursePoint& point : points) {
    point.time -= start;
  }
  // A jump within rounding of the start is before it.
  const double early = 1e-9 * std::max(1.0, std::abs(start));
  std::vector<CoursePoint> part = {{0.0, speedAt(points, early)}};
  for (const CoursePoint& point : points) {
    if (point.time > early && point.time < seconds) {
      part.push_back(point);
    }
  }
  part.push_back({seconds, speedAt(points, seconds)});
  const bool isConstant = std::ranges::all_of(
      part, [&](const CoursePoint& p) { return std::abs(p.value - part[0].value) <= 1e-12 * std::abs(part[0].value); });
  if (isConstant) {
    part.resize(1);
  }
  return part;
}

/// The same with few pieces: values at equal times.
std::vector<CoursePoint> fewPieces(const std::vector<CoursePoint>& speed, double seconds) {
  std::vector<CoursePoint> few;
  for (int i = 0; i <= dem::kMostPieces; ++i) {
    const double time = seconds * i / dem::kMostPieces;
    few.push_back({time, speedAt(speed, time)});
  }
  return few;
}

class SurfaceMaker {
 public:
  SurfaceMaker(const World& world, double seconds, double smallestRadius, bool keepPlanes)
      : world_(world), seconds_(seconds), smallest_(smallestRadius), keepPlanes_(keepPlanes), reach_(reachOf(world)) {}

  DemSurfaces make() {
    for (const Body& body : world_.bodies) {
      take(body);
    }
    if (!round_.empty()) {
      found_.otherwise.push_back(fmt::format(
          "round walls are made of facets with corners on the true wall: they lie up to {:.2g} m inside", deepest_));
    }
    return std::move(found_);
  }

 private:
  void take(const Body& body) {
    if (body.isDynamic()) {
      found_.leftOut.push_back(
          fmt::format("motion of the body {} by forces: it stands still where it is now", body.name));
    }
    std::vector<DemMotion> motions;
    for (const Drive& drive : body.drives) {
      DemMotion motion;
      if (const auto* translation = std::get_if<Translation>(&drive.motion)) {
        motion.axis = translation->direction;
      } else if (const auto* rotation = std::get_if<Rotation>(&drive.motion)) {
        motion.kind = DemMotion::Kind::rotation;
        motion.axis = rotation->axis;
        motion.point = rotation->point;
      } else {
        continue;
      }
      motion.speed = speedFor(drive.speed, body.name);
      if (!motion.isConstant() || motion.speed[0].value != 0.0) {
        motions.push_back(std::move(motion));
      }
    }
    if (body.isDynamic()) {
      motions.clear();
    }
    const bool several = body.shapes.size() > 1;
    for (std::size_t i = 0; i < body.shapes.size(); ++i) {
      takeShape(body, i, several ? fmt::format("{}_{}", body.name, i + 1) : body.name, motions);
    }
  }

  std::vector<CoursePoint> speedFor(const SpeedProfile& profile, const std::string& body) {
    std::vector<CoursePoint> speed = speedSince(profile, world_.time, seconds_);
    if (speed.size() > dem::kMostPieces + 1) {
      found_.otherwise.push_back(
          fmt::format("the speed of the body {} is made of {} straight pieces over the run", body, dem::kMostPieces));
      speed = fewPieces(speed, seconds_);
    }
    return speed;
  }

  /// Motion of the surface itself, in the world; none for a surface at rest.
  void addBelts(const Body& body, std::size_t i, std::vector<DemMotion>& motions) {
    const ShapeInstance& shape = body.shapes[i];
    const Quat turn = body.pose.orientation * shape.local.orientation;
    bool isDriven = false;
    for (const Drive& drive : body.drives) {
      const auto* belt = std::get_if<SurfaceMotion>(&drive.motion);
      if (belt == nullptr || belt->shape != i) {
        continue;
      }
      isDriven = true;
      DemMotion motion{DemMotion::Kind::belt, turn * belt->direction, Vec3::Zero(), speedFor(drive.speed, body.name)};
      if (!motion.isConstant() || motion.speed[0].value != 0.0) {
        motions.push_back(std::move(motion));
      }
    }
    if (!isDriven && shape.surfaceVelocity.norm() > 0.0) {
      motions.push_back({DemMotion::Kind::belt,
                         turn * shape.surfaceVelocity.normalized(),
                         Vec3::Zero(),
                         {{0.0, shape.surfaceVelocity.norm()}}});
    }
  }

  std::string nameFor(const std::string& wanted) {
    std::string name = plainName(wanted);
    for (int i = 2; !names_.insert(name).second; ++i) {
      name = fmt::format("{}_{}", plainName(wanted), i);
    }
    return name;
  }

  void takeShape(const Body& body, std::size_t i, const std::string& name, std::vector<DemMotion> motions) {
    const ShapeInstance& shape = body.shapes[i];
    addBelts(body, i, motions);
    DemSurface surface{.name = nameFor(name), .bodyName = body.name, .material = shape.material};
    surface.motions = std::move(motions);
    if (std::holds_alternative<Plane>(shape.shape) && takePlane(body.pose * shape.local, surface)) {
      return;
    }
    const TriangleMesh mesh =
        tessellate(shape, reach_ + body.pose.toWorld(shape.local.position).norm(), segmentsFor(shape.shape, smallest_));
    if (const double radius = roundRadius(shape.shape); radius > 0.0) {
      round_.insert(name);
      const double half = std::numbers::pi / segmentsFor(shape.shape, smallest_);
      deepest_ = std::max(deepest_, radius * (1.0 - std::cos(half)));
    }
    // Caps of a drum may be of another material than its wall.
    const auto* drum = std::get_if<HollowCylinder>(&shape.shape);
    const bool hasCaps = drum != nullptr && (drum->caps[0] || drum->caps[1]) && shape.capMaterial != shape.material;
    DemSurface caps = surface;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const bool isCap = hasCaps && mesh.features[t] > 0;
      (isCap ? caps : surface).triangles.corners.push_back(mesh.triangles[t]);
    }
    for (const Vec3& point : mesh.points) {
      surface.triangles.points.push_back(body.pose.toWorld(point));
    }
    caps.triangles.points = surface.triangles.points;
    finish(std::move(surface));
    if (hasCaps) {
      caps.name = nameFor(name + "_caps");
      caps.material = shape.capMaterial;
      finish(std::move(caps));
    }
  }

  /// True if the plane is one of the infinite planes of other programs.
  bool takePlane(const Pose& pose, DemSurface& surface) {
    const Vec3 normal = pose.orientation * Vec3::UnitZ();
    int axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    const Vec3 rest = normal - normal[axis] * Vec3::Unit(axis);
    if (rest.norm() > kAligned || !surface.motions.empty() || !keepPlanes_) {
      const char* reason = !surface.motions.empty() ? "it moves"
                           : rest.norm() > kAligned ? "it is across no axis"
                                                    : "a periodic cell has no infinite planes there";
      found_.otherwise.push_back(fmt::format(
          "the plane of the body {} is a square that reaches as far as the scene: {}", surface.bodyName, reason));
      return false;
    }
    surface.isPlane = true;
    surface.axis = axis;
    surface.at = pose.position[axis];
    surface.side = normal[axis] > 0.0 ? 1.0 : -1.0;
    found_.list.push_back(std::move(surface));
    return true;
  }

  void finish(DemSurface surface) {
    for (int axis = 0; axis < 3; ++axis) {
      if (!world_.periodic.isAlong(axis)) {
        continue;
      }
      const std::size_t before = surface.triangles.corners.size();
      surface.triangles = cutBetween(surface.triangles, axis, world_.periodic.lower[axis], world_.periodic.upper(axis));
      const bool goesAlong = std::ranges::any_of(surface.motions, [&](const DemMotion& motion) {
        const double along = std::abs(motion.axis[axis]);
        return (motion.kind == DemMotion::Kind::translation && along > kAligned) ||
               (motion.kind == DemMotion::Kind::rotation && std::abs(along - 1.0) > kAligned);
      });
      if (goesAlong && before > 0) {
        found_.otherwise.push_back(
            fmt::format("the body {} moves along the periodic axis {}: its part in the box at "
                        "the start moves out of it",
                        surface.bodyName, static_cast<char>('x' + axis)));
      }
    }
    mend(surface.triangles);
    if (surface.triangles.corners.empty()) {
      found_.otherwise.push_back(
          fmt::format("a surface of the body {} has no part in the periodic box, and is left out", surface.bodyName));
      return;
    }
    found_.list.push_back(std::move(surface));
  }

  const World& world_;
  double seconds_;
  double smallest_;
  bool keepPlanes_;
  double reach_;
  double deepest_ = 0.0;
  std::set<std::string> names_;
  std::set<std::string> round_;
  DemSurfaces found_;
};

/// Part of a polygon on one side of a plane across an axis (Sutherland and Hodgman 1974).
std::vector<Vec3> cutPolygon(const std::vector<Vec3>& polygon, int axis, double at, double side) {
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3& a = polygon[i];
    const Vec3& b = polygon[(i + 1) % polygon.size()];
    const double da = side * (a[axis] - at);
    const double db = side * (b[axis] - at);
    if (da >= 0.0) {
      kept.push_back(a);
    }
    if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) {
      Vec3 on = a + da / (da - db) * (b - a);
      on[axis] = at;
      kept.push_back(on);
    }
  }
  return kept;
}

}  // namespace

DemSurfaces surfacesOf(const World& world, double seconds, double smallestRadius, bool keepPlanes) {
  return SurfaceMaker(world, seconds, smallestRadius, keepPlanes).make();
}

Triangles cutBetween(const Triangles& triangles, int axis, double lower, double upper) {
  Triangles kept;
  for (const Corners& corners : triangles.corners) {
    std::vector<Vec3> polygon = {triangles.points[corners[0]], triangles.points[corners[1]],
                                 triangles.points[corners[2]]};
    polygon = cutPolygon(cutPolygon(polygon, axis, lower, 1.0), axis, upper, -1.0);
    const auto first = static_cast<std::uint32_t>(kept.points.size());
    for (std::uint32_t i = 2; i < polygon.size(); ++i) {
      kept.corners.push_back({first, first + i - 1, first + i});
    }
    if (polygon.size() > 2) {
      kept.points.insert(kept.points.end(), polygon.begin(), polygon.end());
    }
  }
  return kept;
}

std::string stlTextOf(const Triangles& triangles, const std::string& title) {
  std::string text = fmt::format("solid {}\n", title);
  const auto out = std::back_inserter(text);
  for (const Corners& corners : triangles.corners) {
    const Vec3 normal = areaVector(triangles.points, corners).normalized();
    fmt::format_to(out, "facet normal {} {} {}\n outer loop\n", normal.x(), normal.y(), normal.z());
    for (const std::uint32_t corner : corners) {
      const Vec3& p = triangles.points[corner];
      fmt::format_to(out, "  vertex {} {} {}\n", p.x(), p.y(), p.z());
    }
    text += " endloop\nendfacet\n";
  }
  return text + fmt::format("endsolid {}\n", title);
}

double speedAt(const std::vector<CoursePoint>& speed, double time) {
  const auto next = std::ranges::upper_bound(speed, time, {}, &CoursePoint::time);
  if (next == speed.begin()) {
    return speed.front().value;
  }
  const CoursePoint& before = *std::prev(next);
  if (next == speed.end()) {
    return before.value;
  }
  return before.value + (next->value - before.value) * (time - before.time) / (next->time - before.time);
}

}  // namespace scree
