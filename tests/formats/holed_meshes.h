#pragma once

// Meshes with holes, for tests of what is found and mended.
#include <algorithm>
#include <map>
#include <string>

#include "engine/formats/made_meshes.h"
#include "engine/formats/mesh_health.h"

namespace scree {

/// Unit sphere of triangles, by dividing an octahedron.
inline Triangles ballOf(int divisions) {
  Triangles ball;
  ball.points = {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 1, 0), Vec3(0, -1, 0), Vec3(0, 0, 1), Vec3(0, 0, -1)};
  ball.corners = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  for (int i = 0; i < divisions; ++i) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middleOf = [&](std::uint32_t a, std::uint32_t b) {
      const auto [at, isNew] = middles.try_emplace({std::min(a, b), std::max(a, b)}, ball.points.size());
      if (isNew) {
        ball.points.push_back((ball.points[a] + ball.points[b]).normalized());
      }
      return at->second;
    };
    std::vector<Corners> finer;
    for (const Corners& c : ball.corners) {
      const std::uint32_t ab = middleOf(c[0], c[1]);
      const std::uint32_t bc = middleOf(c[1], c[2]);
      const std::uint32_t ca = middleOf(c[2], c[0]);
      finer.insert(finer.end(), {{c[0], ab, ca}, {c[1], bc, ab}, {c[2], ca, bc}, {ab, bc, ca}});
    }
    ball.corners = finer;
  }
  return ball;
}

/// Cube of edge 1 about the origin, each face of 2 n² triangles.
inline Triangles cubeOf(int n) {
  Triangles cube = trianglesOf(BoxMesh{Vec3::Ones(), n, false});
  mend(cube);
  return cube;
}

template <class Test>
void takeOutWhere(Triangles& mesh, const Test& test) {
  std::erase_if(mesh.corners, [&](const Corners& c) {
    return test(Vec3((mesh.points[c[0]] + mesh.points[c[1]] + mesh.points[c[2]]) / 3.0));
  });
}

/// Notes on a mesh, one a line.
inline std::string told(const MeshHealth& health) {
  std::string text;
  for (const std::string& note : notesOf(health)) {
    text += note + "\n";
  }
  return text;
}

}  // namespace scree
