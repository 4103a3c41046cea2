#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "engine/formats/mesh_health.h"

// Defects of a mesh one by one, with their places, for lists and pictures.
namespace scree {

/// Kind of a defect; the borders as BorderKind.
enum class DefectKind : unsigned char {
  hole,
  sheetBorder,
  looseBorder,
  crowdedEdges,  ///< edges of more than two triangles
  slivers,       ///< triangles thinner than a thousandth of their length
  cut,           ///< two parts that cut through each other
  oneSided       ///< piece whose triangles cannot all face the same way
};

/// A defect: things of one kind that hang together.
struct MeshDefect {
  DefectKind kind = DefectKind::hole;
  std::size_t count = 0;      ///< edges, of slivers and one-sided pieces triangles
  Vec3 place = Vec3::Zero();  ///< middle of its lines [m]
  double size = 0.0;          ///< largest distance between its points, of a one-sided piece of those of the piece [m]
  std::vector<std::array<Vec3, 2>> lines;  ///< lines that show it [m]
};

/// Most defects that are listed.
constexpr std::size_t kMostDefects = 300;

struct MeshDefects {
  std::vector<MeshDefect> list;  ///< by size, largest first, then by place
  std::size_t more = 0;          ///< number of smaller ones that are not listed
};

/// Defects of a mesh that mend() has mended, with the health that it gave. Open edges are grouped by their borders,
/// crowded ones where they share points, slivers where they share edges. The lines of a cut are those where triangles
/// of both parts meet, or a cross where the parts only share faces or where they have very many triangles.
MeshDefects defectsOf(const Triangles& mesh, const MeshHealth& health);

/// Sentence on a defect: "hole of 12 edges, 31 mm across, at [0.1, 0, 0.25]". `scale` is the length of a unit of the
/// mesh [m].
std::string textOf(const MeshDefect& defect, double scale = 1.0);

}  // namespace scree
