#pragma once

#include <string>
#include <vector>

#include "engine/geometry/mesh.h"

// What is wrong with the triangles that people have, what can be mended, and what was done.
namespace scree {

struct MeshHealth {
  std::size_t given = 0;         ///< triangles before
  std::size_t joined = 0;        ///< points that were another one's double
  std::size_t collapsed = 0;     ///< triangles without area, taken out
  std::size_t doubled = 0;       ///< triangles there twice, taken out once
  std::size_t turned = 0;        ///< triangles turned over to face the way that their neighbours do
  std::size_t slivers = 0;       ///< triangles thinner than a thousandth of their length, kept
  std::size_t openEdges = 0;     ///< edges of one triangle only
  std::size_t crowdedEdges = 0;  ///< edges of more than two
  std::size_t pieces = 0;        ///< that hang together by edges
  bool turnedOut = false;        ///< a closed mesh faced inwards and was turned over as a whole
  bool isOneSided = false;       ///< its triangles cannot all face the same way (a Möbius strip)
  Bounds bounds;                 ///< m
  double volume = 0.0;           ///< m³, of a closed mesh; else 0

  bool isClosed() const { return openEdges == 0 && crowdedEdges == 0; }
};

/// Joins points that are a millionth of the size apart or less, takes out triangles without area and doubles, makes
/// neighbours face the same way, and a closed mesh outwards. May leave no triangle at all.
MeshHealth mend(Triangles& triangles);

/// One line each of what was done and what may be wrong. Empty for a sound mesh.
std::vector<std::string> notesOf(const MeshHealth& health);
/// "412 triangles, 0.52 x 0.091 x 0.52 m, closed, 0.0193 m³".
std::string summaryOf(const MeshHealth& health, std::size_t triangles);

}  // namespace scree
