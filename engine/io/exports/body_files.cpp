#include "engine/io/exports/body_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/io/tessellate.h"
#include "engine/io/vtk_writer.h"

namespace scree {

namespace {

/// Appends the triangles of the shapes of a body that are drawn.
void appendBody(const Body& body, double reach, Triangles& all) {
  for (const ShapeInstance& shape : body.shapes) {
    if (!shape.visible) {
      continue;
    }
    const double half = reach + body.pose.toWorld(shape.local.position).norm();
    const TriangleMesh mesh = tessellate(shape, half);
    const auto first = static_cast<std::uint32_t>(all.points.size());
    for (const Vec3& point : mesh.points) {
      all.points.push_back(body.pose.toWorld(point));
    }
    for (const auto& t : mesh.triangles) {
      all.corners.push_back({first + t[0], first + t[1], first + t[2]});
    }
  }
}

/// Name without blanks for OBJ.
std::string objectName(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '#'; }, '_');
  return name.empty() ? "unnamed" : name;
}

}  // namespace

Triangles trianglesOfBodies(const World& world) {
  Triangles all;
  for (const Body& body : world.bodies) {
    appendBody(body, reachOf(world), all);
  }
  return all;
}

std::string bodiesObj(const World& world) {
  std::string out = fmt::format("# {}, {} s, in m\n", objectName(world.name), world.time);
  std::size_t before = 1;  // points count from 1 in the whole file
  for (const Body& body : world.bodies) {
    Triangles own;
    appendBody(body, reachOf(world), own);
    fmt::format_to(std::back_inserter(out), "o {}\n", objectName(body.name));
    for (const Vec3& p : own.points) {
      fmt::format_to(std::back_inserter(out), "v {} {} {}\n", p.x(), p.y(), p.z());
    }
    for (const Corners& c : own.corners) {
      fmt::format_to(std::back_inserter(out), "f {} {} {}\n", before + c[0], before + c[1], before + c[2]);
    }
    before += own.points.size();
  }
  return out;
}

}  // namespace scree
