#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/geometry/mesh.h"

// Parts of a mesh that do not hang together: cavities, parts inside others, parts that cut through each other.
namespace scree {

/// Two parts that cut through each other.
struct PieceCut {
  std::array<std::uint32_t, 2> triangles{};  ///< first triangle of either part
  Vec3 place = Vec3::Zero();                 ///< a place where they do [m]
};

/// Most cuts that are kept.
constexpr std::size_t kMostCuts = 300;

/// Nesting of the closed parts of a mesh: which lie in others, and which cut through others.
struct PieceNesting {
  std::size_t turned = 0;       ///< parts turned over: outsides face outwards, cavities inwards
  std::size_t cavities = 0;     ///< parts that lie in an odd number of others
  std::size_t overlapping = 0;  ///< pairs of parts that cut through each other
  std::vector<PieceCut> cuts;   ///< the first kMostCuts of such pairs
  bool wasSearched = true;      ///< false: too many triangles lie close together to look for cuts
};

/// Turns closed parts so that the faces of each part in an even number of others look outwards and those of cavities
/// inwards, and looks for parts that cut through each other. `pieceOf` names the part of each triangle; the triangles
/// of a part face the same way. Parts that are not closed (`isClosed` by part) stay as they are. A part is inside
/// another where its winding number (Van Oosterom and Strackee, 1983) is not 0.
PieceNesting nestPieces(Triangles& mesh, std::span<const std::uint32_t> pieceOf, const std::vector<char>& isClosed);

}  // namespace scree
