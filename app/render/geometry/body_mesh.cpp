#include "app/render/geometry/body_mesh.h"

#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "engine/geometry/hull.h"

namespace scree {

namespace {

constexpr int kSides = 96;  // sides of a cylinder: its corners of 3.75° do not show in the silhouette
constexpr int kMarks = 12;  // marks along a cylinder's wall
constexpr float kFaintMark = 0.4f;
constexpr float kStrongMark = 0.9f;

/// Corner k of a circle with `sides` corners around the z axis, at the height z.
Eigen::Vector3f onCircle(float radius, int k, int sides, float z) {
  const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(k) / static_cast<float>(sides);
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

/// Adds a flat face; its corners are in anticlockwise order as seen from the side of the normal.
void addFace(BodyMesh& mesh, const std::array<Eigen::Vector3f, 4>& corners, const Eigen::Vector3f& normal) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Eigen::Vector3f& corner : corners) {
    mesh.vertices.push_back({corner, normal});
  }
  for (const std::uint32_t k : {0U, 1U, 2U, 0U, 2U, 3U}) {
    mesh.triangles.push_back(first + k);
  }
}

void addRing(BodyMesh& mesh, float radius, float z) {
  for (int k = 0; k < kSides; ++k) {
    mesh.edges.push_back({onCircle(radius, k, kSides, z), 1.0f, onCircle(radius, k + 1, kSides, z)});
  }
}

void addDisc(BodyMesh& mesh, float radius, float z, float side) {
  const Eigen::Vector3f normal(0.0f, 0.0f, side);
  const auto centre = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back({{0.0f, 0.0f, z}, normal});
  for (int k = 0; k <= kSides; ++k) {
    mesh.vertices.push_back({onCircle(radius, k, kSides, z), normal});
  }
  for (std::uint32_t k = 1; k <= kSides; ++k) {
    mesh.triangles.push_back(centre);
    mesh.triangles.push_back(centre + (side > 0.0f ? k : k + 1));
    mesh.triangles.push_back(centre + (side > 0.0f ? k + 1 : k));
  }
  // Adds spokes near the rim; the first one is longer.
  for (int k = 0; k < kMarks; ++k) {
    const float inner = k == 0 ? 0.6f : 0.92f;
    mesh.marks.push_back(
        {onCircle(inner * radius, k, kMarks, z), k == 0 ? kStrongMark : kFaintMark, onCircle(radius, k, kMarks, z)});
  }
}

void addTube(BodyMesh& mesh, float radius, float halfLength) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (int k = 0; k <= kSides; ++k) {
    const Eigen::Vector3f normal = onCircle(1.0f, k, kSides, 0.0f);
    mesh.vertices.push_back({onCircle(radius, k, kSides, -halfLength), normal});
    mesh.vertices.push_back({onCircle(radius, k, kSides, halfLength), normal});
  }
  for (std::uint32_t k = 0; k < kSides; ++k) {
    const std::uint32_t v = first + 2 * k;
    for (const std::uint32_t i : {v, v + 2, v + 3, v, v + 3, v + 1}) {
      mesh.triangles.push_back(i);
    }
  }
  addRing(mesh, radius, -halfLength);
  addRing(mesh, radius, halfLength);
  for (int k = 0; k < kMarks; ++k) {
    mesh.marks.push_back({onCircle(radius, k, kMarks, -halfLength), k == 0 ? kStrongMark : kFaintMark,
                          onCircle(radius, k, kMarks, halfLength)});
  }
}

/// Adds a face of a box with its normal outwards; `face` is 2 axis, plus 1 on the positive side.
void addBoxFace(BodyMesh& mesh, const Eigen::Vector3f& half, int face) {
  const int axis = face / 2;
  const float side = face % 2 == 0 ? -1.0f : 1.0f;
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  const auto corner = [&](float su, float sv) {
    Eigen::Vector3f p;
    p[axis] = side * half[axis];
    p[u] = su * half[u];
    p[v] = sv * half[v];
    return p;
  };
  Eigen::Vector3f normal = Eigen::Vector3f::Zero();
  normal[axis] = side;
  addFace(mesh, {corner(-side, -1.0f), corner(side, -1.0f), corner(side, 1.0f), corner(-side, 1.0f)}, normal);
}

void add(BodyMesh&, const Plane&) {}

void add(BodyMesh& mesh, const Rectangle& shape) {
  const auto x = static_cast<float>(shape.halfX);
  const auto y = static_cast<float>(shape.halfY);
  addFace(mesh, {Eigen::Vector3f(-x, -y, 0), {x, -y, 0}, {x, y, 0}, {-x, y, 0}}, Eigen::Vector3f::UnitZ());
  mesh.edges = boxEdges({x, y, 0.0f});
  mesh.kind = WallKind::sheet;
}

void add(BodyMesh& mesh, const SolidBox& shape) {
  const Eigen::Vector3f half = shape.halfExtents.cast<float>();
  for (int face = 0; face < 6; ++face) {
    addBoxFace(mesh, half, face);
  }
  mesh.edges = boxEdges(half);
  mesh.kind = WallKind::solid;
}

void add(BodyMesh& mesh, const Container& shape) {
  const Eigen::Vector3f half = shape.halfExtents.cast<float>();
  for (int face = 0; face < 6; ++face) {
    if (shape.faces[static_cast<std::size_t>(face)]) {
      addBoxFace(mesh, half, face);
    }
  }
  // An edge belongs to two faces and is drawn if one of them is present.
  for (const LineSegment& edge : boxEdges(half)) {
    const Eigen::Vector3f middle = 0.5f * (edge.from + edge.to);
    bool present = false;
    for (int axis = 0; axis < 3; ++axis) {
      if (std::abs(middle[axis]) > 0.5f * half[axis]) {
        present = present || shape.faces[2 * static_cast<std::size_t>(axis) + (middle[axis] > 0.0f ? 1 : 0)];
      }
    }
    if (present) {
      mesh.edges.push_back(edge);
    }
  }
}

void add(BodyMesh& mesh, const HollowCylinder& shape) {
  const auto radius = static_cast<float>(shape.radius);
  const auto half = static_cast<float>(shape.halfLength);
  addTube(mesh, radius, half);
  for (std::size_t cap = 0; cap < 2; ++cap) {
    if (shape.caps[cap]) {
      addDisc(mesh, radius, cap == 0 ? -half : half, cap == 0 ? -1.0f : 1.0f);
    }
  }
}

void add(BodyMesh& mesh, const SolidCylinder& shape) {
  const auto radius = static_cast<float>(shape.radius);
  const auto half = static_cast<float>(shape.halfLength);
  addTube(mesh, radius, half);
  addDisc(mesh, radius, -half, -1.0f);
  addDisc(mesh, radius, half, 1.0f);
  mesh.kind = WallKind::solid;
}

/// Adds a capsule along z: a ball with its halves moved apart by `half` each; a ball if `half` is 0.
void addRounded(BodyMesh& mesh, float radius, float half) {
  constexpr int kRings = 32;
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  // The ring of the equator is there twice, once for each half.
  for (int ring = 0; ring <= kRings + 1; ++ring) {
    const bool upper = ring > kRings / 2;
    const float angle =
        std::numbers::pi_v<float> * (static_cast<float>(ring - (upper ? 1 : 0)) / static_cast<float>(kRings) - 0.5f);
    for (int k = 0; k <= kSides; ++k) {
      Eigen::Vector3f normal = onCircle(std::cos(angle), k, kSides, std::sin(angle));
      const Eigen::Vector3f middle(0.0f, 0.0f, upper ? half : -half);
      mesh.vertices.push_back({middle + radius * normal, normal});
    }
  }
  constexpr std::uint32_t kRow = kSides + 1;
  for (std::uint32_t ring = 0; ring <= kRings; ++ring) {
    for (std::uint32_t k = 0; k < kSides; ++k) {
      const std::uint32_t a = first + ring * kRow + k;
      for (const std::uint32_t corner : {a, a + 1, a + kRow + 1, a, a + kRow + 1, a + kRow}) {
        mesh.triangles.push_back(corner);
      }
    }
  }
  // Great circles show rotation: two of a ball, one of a capsule.
  for (int k = 0; k < kSides; ++k) {
    const Eigen::Vector3f from = onCircle(radius, k, kSides, 0.0f);
    const Eigen::Vector3f to = onCircle(radius, k + 1, kSides, 0.0f);
    const auto shifted = [half](const Eigen::Vector3f& p) {
      return Eigen::Vector3f(p.x(), 0.0f, p.y() + (p.y() > 0.0f ? half : -half));
    };
    mesh.marks.push_back({shifted(from), kStrongMark, shifted(to)});
    if (half == 0.0f) {
      mesh.marks.push_back({from, kFaintMark, to});
    }
  }
  mesh.kind = WallKind::solid;
}

void add(BodyMesh& mesh, const SolidSphere& shape) { addRounded(mesh, static_cast<float>(shape.radius), 0.0f); }

void add(BodyMesh& mesh, const Capsule& shape) {
  addRounded(mesh, static_cast<float>(shape.radius), static_cast<float>(shape.halfLength));
}

/// Cosine of the angle between the normals of two triangles (32°) beyond which their edge is drawn and shading breaks.
constexpr double kCrease = 0.85;

bool isCrease(const Mesh& mesh, const std::vector<Vec3>& normals, std::uint32_t edge) {
  const std::uint32_t* beside = mesh.trianglesOfEdge.begin(edge);
  return mesh.trianglesOfEdge.end(edge) - beside != 2 || normals[beside[0]].dot(normals[beside[1]]) < kCrease;
}

/// Point from which the places of a mesh are counted, so that single precision is enough to draw them.
Vec3 middleOf(const Bounds& bounds) {
  constexpr double kFarOff = 64.0;  // distance in half diagonals at which rounding is 1e-5 of the size
  const Vec3 middle = 0.5 * (bounds.lower + bounds.upper);
  const double half = 0.5 * (bounds.upper - bounds.lower).norm();
  return middle.norm() > kFarOff * half ? middle : Vec3(Vec3::Zero());
}

void add(BodyMesh& drawn, const MeshShape& shape) {
  const Mesh& mesh = *shape.mesh;
  drawn.middle = middleOf(mesh.bounds);
  const auto placeAt = [&](std::uint32_t point) -> Eigen::Vector3f {
    return (mesh.points[point] - drawn.middle).cast<float>();
  };
  std::vector<Vec3> areas;
  std::vector<Vec3> normals;
  for (const Corners& corners : mesh.triangles) {
    areas.push_back(areaVector(mesh.points, corners));
    normals.push_back(areas.back().stableNormalized());
  }
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const std::uint32_t point : mesh.triangles[t]) {
      // The normal is the mean, weighted by area, over the triangles around the point whose normals differ little.
      Vec3 normal = Vec3::Zero();
      for (const auto* other = mesh.trianglesOfPoint.begin(point); other != mesh.trianglesOfPoint.end(point); ++other) {
        normal += normals[*other].dot(normals[t]) >= kCrease ? areas[*other] : Vec3(Vec3::Zero());
      }
      drawn.triangles.push_back(static_cast<std::uint32_t>(drawn.vertices.size()));
      drawn.vertices.push_back({placeAt(point), normal.stableNormalized().cast<float>()});
    }
  }
  bool closed = true;
  double length = 0.0;
  for (std::uint32_t edge = 0; edge < mesh.edgePoints.size(); ++edge) {
    closed = closed && mesh.trianglesOfEdge.end(edge) - mesh.trianglesOfEdge.begin(edge) == 2;
    if (isCrease(mesh, normals, edge)) {
      const auto& [from, to] = mesh.edgePoints[edge];
      drawn.edges.push_back({placeAt(from), 1.0f, placeAt(to)});
      length += (mesh.points[to] - mesh.points[from]).norm();
    }
  }
  drawn.kind = closed ? WallKind::solid : WallKind::shell;
  double area = 0.0;  // of parallelograms: twice that of the triangles
  for (const Vec3& one : areas) {
    area += one.norm();
  }
  drawn.edgeDensity = area > 0.0 ? static_cast<float>(2.0 * length / area) : 0.0f;
}

void add(BodyMesh& drawn, const HullShape& shape) { add(drawn, MeshShape{shape.hull->mesh}); }

}  // namespace

BodyMesh tessellate(const Shape& shape) {
  BodyMesh mesh;
  std::visit([&](const auto& s) { add(mesh, s); }, shape);
  return mesh;
}

std::vector<LineSegment> boxEdges(const Eigen::Vector3f& halfExtents) {
  std::vector<LineSegment> lines;
  for (int axis = 0; axis < 3; ++axis) {
    if (halfExtents[axis] <= 0.0f) {
      continue;
    }
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    for (int k = 0; k < 4; ++k) {
      // A flat box has pairs of equal edges: one of each pair is added.
      const bool upperU = (k & 1) != 0;
      const bool upperV = (k & 2) != 0;
      if ((upperU && halfExtents[u] <= 0.0f) || (upperV && halfExtents[v] <= 0.0f)) {
        continue;
      }
      Eigen::Vector3f from;
      from[axis] = -halfExtents[axis];
      from[u] = upperU ? halfExtents[u] : -halfExtents[u];
      from[v] = upperV ? halfExtents[v] : -halfExtents[v];
      Eigen::Vector3f to = from;
      to[axis] = halfExtents[axis];
      lines.push_back({from, 1.0f, to});
    }
  }
  return lines;
}

}  // namespace scree
