#include <cmath>
#include <numbers>

#include "engine/scene_parts/parts.h"

namespace scree {

namespace {

constexpr int kPieces = 32;  // pieces of a circle

using Lines = std::vector<std::vector<Vec3>>;

/// Circle about `centre` through the ends of `u` and `v`, in a part's own frame.
std::vector<Vec3> circle(const Vec3& centre, const Vec3& u, const Vec3& v, double share = 1.0) {
  std::vector<Vec3> line;
  for (int i = 0; i <= kPieces; ++i) {
    const double angle = share * 2.0 * std::numbers::pi * i / kPieces;
    line.emplace_back(centre + std::cos(angle) * u + std::sin(angle) * v);
  }
  return line;
}

Lines box(const Vec3& half) {
  Lines lines;
  for (const double z : {-half.z(), half.z()}) {
    lines.push_back({{-half.x(), -half.y(), z},
                     {half.x(), -half.y(), z},
                     {half.x(), half.y(), z},
                     {-half.x(), half.y(), z},
                     {-half.x(), -half.y(), z}});
  }
  for (const double x : {-half.x(), half.x()}) {
    for (const double y : {-half.y(), half.y()}) {
      lines.push_back({{x, y, -half.z()}, {x, y, half.z()}});
    }
  }
  return lines;
}

Lines cylinder(double radius, double half) {
  const Vec3 u = radius * Vec3::UnitX();
  const Vec3 v = radius * Vec3::UnitY();
  const Vec3 end = half * Vec3::UnitZ();
  Lines lines = {circle(-end, u, v), circle(end, u, v)};
  for (const Vec3& side : {u, v, Vec3(-u), Vec3(-v)}) {
    lines.push_back({side - end, side + end});
  }
  return lines;
}

Lines sphere(double radius) {
  const Vec3 x = radius * Vec3::UnitX();
  const Vec3 y = radius * Vec3::UnitY();
  const Vec3 z = radius * Vec3::UnitZ();
  return {circle(Vec3::Zero(), x, y), circle(Vec3::Zero(), y, z), circle(Vec3::Zero(), z, x)};
}

Lines capsule(double radius, double half) {
  Lines lines = cylinder(radius, half);
  const Vec3 end = half * Vec3::UnitZ();
  const Vec3 up = radius * Vec3::UnitZ();
  for (const Vec3& side : {Vec3(radius * Vec3::UnitX()), Vec3(radius * Vec3::UnitY())}) {
    lines.push_back(circle(end, side, up, 0.5));
    lines.push_back(circle(-end, side, -up, 0.5));
  }
  return lines;
}

/// Square across z with a short line along it.
Lines plane(double reach) {
  return {{{-reach, -reach, 0}, {reach, -reach, 0}, {reach, reach, 0}, {-reach, reach, 0}, {-reach, -reach, 0}},
          {{0, 0, 0}, {0, 0, 0.25 * reach}}};
}

Lines ownLines(const ScenePart& part, double reach) {
  if (const auto* one = std::get_if<SensorBox>(&part.shape)) {
    return box(one->halfExtents);
  }
  if (const auto* one = std::get_if<SensorCylinder>(&part.shape)) {
    return part.form == "capsule" ? capsule(one->radius, one->halfLength) : cylinder(one->radius, one->halfLength);
  }
  if (const auto* one = std::get_if<SensorSphere>(&part.shape)) {
    return part.keys.sizes == PartSizes::none ? Lines{} : sphere(one->radius);
  }
  if (part.kind == PartKind::joint || part.kind == PartKind::particles) {
    const double half = 0.15 * reach;  // the axis of a joint, the row of a stack
    return {{{0, 0, -half}, {0, 0, half}},
            circle(Vec3::Zero(), 0.3 * half * Vec3::UnitX(), 0.3 * half * Vec3::UnitY())};
  }
  return plane(reach);
}

}  // namespace

std::vector<std::vector<Vec3>> outlineOf(const ScenePart& part, double reach) {
  Lines lines = ownLines(part, reach);
  for (std::vector<Vec3>& line : lines) {
    for (Vec3& point : line) {
      point = part.pose.toWorld(point);
    }
  }
  return lines;
}

}  // namespace scree
