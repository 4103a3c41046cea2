#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/formats/mesh_holes.h"
#include "engine/formats/mesh_pieces.h"
#include "engine/geometry/mesh.h"

// Health of a mesh: its defects, and the repairs that mend() made.
namespace scree {

struct MeshHealth {
  std::size_t given = 0;         ///< triangles before the repair
  std::size_t joined = 0;        ///< points that were joined to another one
  std::size_t collapsed = 0;     ///< triangles without area, removed
  std::size_t doubled = 0;       ///< triangles that were there twice, one of them removed
  std::size_t turned = 0;        ///< triangles turned over to face as their neighbours do
  std::size_t slivers = 0;       ///< triangles thinner than a thousandth of their length, kept
  std::size_t openEdges = 0;     ///< edges of one triangle only
  std::size_t holes = 0;         ///< borders that are loops around a hole, where holes were left
  std::size_t crowdedEdges = 0;  ///< edges of more than two triangles
  std::size_t pieces = 0;        ///< pieces connected by edges
  std::size_t openPieces = 0;    ///< pieces with a hole, or with a crowded edge of their own
  PieceNesting nesting;          ///< how closed pieces lie in each other
  bool isOneSided = false;       ///< the triangles cannot all face the same way (a Möbius strip)
  Bounds bounds;                 ///< bounding box [m]
  double volume = 0.0;           ///< volume of a closed mesh, less its cavities [m³]; else 0
  /// Step of single precision at the farthest coordinate, where that is coarse for the size and all points are in
  /// single precision, as binary STL has them; else 0 [unit of the mesh].
  double coarseStep = 0.0;
  /// Ends of the first open and the first crowded edge [m].
  std::optional<std::array<Vec3, 2>> openEdge, crowdedEdge;
  std::optional<ClosedHoles> closedHoles;  ///< empty where holes were not to be closed

  bool isClosed() const { return openPieces == 0; }
};

/// Treatment of holes by mend().
enum class HoleRepair : unsigned char { leave, close };

/// Repairs triangles: joins points at most a millionth of the size apart, removes triangles without area and doubles,
/// makes neighbours face the same way, closed pieces outwards and cavities inwards; closes holes on request (see
/// closeHoles()). May leave no triangle at all.
MeshHealth mend(Triangles& triangles, HoleRepair repair = HoleRepair::leave);

/// Notes on the repairs and the defects left, one line each. Empty for a sound mesh.
std::vector<std::string> notesOf(const MeshHealth& health);
/// Reason why a mesh has no volume that can be weighed, with its remedy: it is open, one-sided, flat, or its parts cut
/// through each other. Both empty: it has one.
struct Weightless {
  std::string what;
  std::string remedy;
};
Weightless whyWeightless(const MeshHealth& health);
/// Summary of a mesh in a line: "412 triangles, 0.52 x 0.091 x 0.52 m, closed, 0.0193 m³".
std::string summaryOf(const MeshHealth& health, std::size_t triangles);

}  // namespace scree
