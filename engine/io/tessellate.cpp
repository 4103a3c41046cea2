#include "engine/io/tessellate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/geometry/hull.h"

namespace scree {

namespace {

// Adds the quadrilateral a b c d, counter-clockwise from the particles' side.
void addQuad(TriangleMesh& mesh, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), {a, b, c, d});
  mesh.triangles.push_back({first, first + 1, first + 2});
  mesh.triangles.push_back({first, first + 2, first + 3});
}

void addSquare(TriangleMesh& mesh, double halfX, double halfY) {
  addQuad(mesh, {-halfX, -halfY, 0.0}, {halfX, -halfY, 0.0}, {halfX, halfY, 0.0}, {-halfX, halfY, 0.0});
}

// Sets the feature of the triangles added since the last call.
void setFeature(TriangleMesh& mesh, std::uint32_t feature) { mesh.features.resize(mesh.triangles.size(), feature); }

// Adds the face of a box in direction `side` along `axis`, seen from outside.
void addFace(TriangleMesh& mesh, const Vec3& half, int axis, double side) {
  const Vec3 u = Vec3::Unit((axis + 1) % 3) * half[(axis + 1) % 3];
  const Vec3 v = Vec3::Unit((axis + 2) % 3) * half[(axis + 2) % 3];
  const Vec3 centre = Vec3::Unit(axis) * side * half[axis];
  addQuad(mesh, centre - u - side * v, centre + u - side * v, centre + u + side * v, centre - u + side * v);
}

void addWall(TriangleMesh& mesh, double radius, double halfLength, int segments) {
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  const auto count = static_cast<std::uint32_t>(segments);
  for (std::uint32_t i = 0; i < count; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / segments;
    const double x = radius * std::cos(angle);
    const double y = radius * std::sin(angle);
    mesh.points.emplace_back(x, y, -halfLength);
    mesh.points.emplace_back(x, y, halfLength);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t low = first + 2 * i;
    const std::uint32_t nextLow = first + 2 * ((i + 1) % count);
    mesh.triangles.push_back({low, nextLow, nextLow + 1});
    mesh.triangles.push_back({low, nextLow + 1, low + 1});
  }
}

// Adds a sphere whose halves are drawn apart by ± halfLength along z, seen from outside: rings from pole to pole.
void addRounded(TriangleMesh& mesh, double radius, double halfLength, int segments) {
  const int rings = std::max(2, segments / 4) * 2;
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  const auto count = static_cast<std::uint32_t>(segments);
  // The equator is added twice: once for each half.
  for (int ring = 0; ring <= rings + 1; ++ring) {
    const bool upper = ring > rings / 2;
    const double angle = std::numbers::pi * ((ring - (upper ? 1 : 0)) / static_cast<double>(rings) - 0.5);
    for (int i = 0; i < segments; ++i) {
      const double turn = 2.0 * std::numbers::pi * i / segments;
      mesh.points.emplace_back(radius * std::cos(angle) * std::cos(turn), radius * std::cos(angle) * std::sin(turn),
                               radius * std::sin(angle) + (upper ? halfLength : -halfLength));
    }
  }
  for (std::uint32_t ring = 0; ring <= static_cast<std::uint32_t>(rings); ++ring) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t a = first + ring * count + i;
      const std::uint32_t b = first + ring * count + (i + 1) % count;
      mesh.triangles.push_back({a, b, b + count});
      mesh.triangles.push_back({a, b + count, a + count});
    }
  }
}

// Adds a disc at height z, seen from above.
void addDisc(TriangleMesh& mesh, double radius, double z, int segments) {
  const auto centre = static_cast<std::uint32_t>(mesh.points.size());
  const auto count = static_cast<std::uint32_t>(segments);
  mesh.points.emplace_back(0.0, 0.0, z);
  for (std::uint32_t i = 0; i < count; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / segments;
    mesh.points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    mesh.triangles.push_back({centre, centre + 1 + i, centre + 1 + (i + 1) % count});
  }
}

// Reverses the orientation of the triangles from `first` on.
void flip(TriangleMesh& mesh, std::size_t first) {
  for (std::size_t i = first; i < mesh.triangles.size(); ++i) {
    std::swap(mesh.triangles[i][1], mesh.triangles[i][2]);
  }
}

struct Builder {
  TriangleMesh& mesh;
  double planeHalfSide;
  int segments;

  void operator()(const Plane&) const { addSquare(mesh, planeHalfSide, planeHalfSide); }
  void operator()(const Rectangle& shape) const { addSquare(mesh, shape.halfX, shape.halfY); }
  void operator()(const SolidBox& shape) const {
    for (int face = 0; face < 6; ++face) {
      addFace(mesh, shape.halfExtents, face / 2, face % 2 == 0 ? -1.0 : 1.0);
    }
  }
  void operator()(const Container& shape) const {
    for (std::uint32_t face = 0; face < 6; ++face) {
      if (shape.faces[face]) {
        addFace(mesh, shape.halfExtents, static_cast<int>(face / 2), face % 2 == 0 ? -1.0 : 1.0);
        setFeature(mesh, face);
      }
    }
    flip(mesh, 0);
  }
  void operator()(const HollowCylinder& shape) const {
    addWall(mesh, shape.radius, shape.halfLength, segments);
    flip(mesh, 0);
    setFeature(mesh, 0);
    if (shape.caps[0]) {
      addDisc(mesh, shape.radius, -shape.halfLength, segments);
      setFeature(mesh, 1);
    }
    if (shape.caps[1]) {
      const std::size_t first = mesh.triangles.size();
      addDisc(mesh, shape.radius, shape.halfLength, segments);
      flip(mesh, first);
      setFeature(mesh, 2);
    }
  }
  void operator()(const SolidCylinder& shape) const {
    addWall(mesh, shape.radius, shape.halfLength, segments);
    addDisc(mesh, shape.radius, shape.halfLength, segments);
    const std::size_t first = mesh.triangles.size();
    addDisc(mesh, shape.radius, -shape.halfLength, segments);
    flip(mesh, first);
  }
  void operator()(const SolidSphere& shape) const { addRounded(mesh, shape.radius, 0.0, segments); }
  void operator()(const Capsule& shape) const { addRounded(mesh, shape.radius, shape.halfLength, segments); }
  void operator()(const MeshShape& shape) const {
    mesh.points = shape.mesh->points;
    mesh.triangles = shape.mesh->triangles;
  }
  void operator()(const HullShape& shape) const { (*this)(MeshShape{shape.hull->mesh}); }
};

}  // namespace

TriangleMesh tessellate(const ShapeInstance& instance, double planeHalfSide, int segments) {
  TriangleMesh mesh;
  std::visit(Builder{mesh, planeHalfSide, segments}, instance.shape);
  setFeature(mesh, 0);
  for (Vec3& point : mesh.points) {
    point = instance.local.toWorld(point);
  }
  return mesh;
}

}  // namespace scree
