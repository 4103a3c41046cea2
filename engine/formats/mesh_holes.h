#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/geometry/mesh.h"

// Borders of open edges in a mesh, and the closing of those that are holes.
namespace scree {

/// Kind of a border: a loop around a hole, the loop around a flat sheet, or edges that make no loop because the border
/// ends at an edge of more than two triangles or faces change along it.
enum class BorderKind : unsigned char { hole, sheet, loose };

/// Open edges that hang together.
struct OpenBorder {
  BorderKind kind = BorderKind::hole;
  /// Points of each edge in the direction in which its triangle runs; those of a loop one after the other.
  std::vector<std::array<std::uint32_t, 2>> edges;
};

/// Borders of a mesh that mend() has mended, in the order of their lowest points. Each open edge is in one of them.
/// Where borders meet in a point, a loop goes on along the edge that is next around that point, past the hole; a loop
/// that comes to a point again is parted there, so that no loop passes a point twice.
std::vector<OpenBorder> openBordersOf(const Triangles& mesh);

/// Counts of a closing of holes.
struct ClosedHoles {
  std::size_t holes = 0;      ///< loops that were closed
  std::size_t triangles = 0;  ///< triangles added
  std::size_t left = 0;  ///< borders left open: around flat sheets, no loops, loops that triangles without area alone
                         ///< close, loops of more than kMostLeastAreaPoints that are not flat
  Vec3 leftAt = Vec3::Zero();  ///< first point of the first border that was left [m]
};

/// Most points of a loop that is closed by the triangulation of least area, whose time goes with their cube; larger
/// ones that are flat get a point in their middle.
constexpr std::size_t kMostLeastAreaPoints = 300;
/// Largest distance of a point of a flat loop from its mean plane, over the distance of the farthest from the middle.
constexpr double kFlatLoop = 0.02;

/// Closes the holes of a mesh that mend() has mended. New triangles face as their neighbours do. Loops of up to
/// kMostLeastAreaPoints get the triangulation of least area (Barequet and Sharir, 1995) without edges that the mesh has
/// already, larger flat ones and those without such a triangulation a fan about the mean of their points. A fan over a
/// large loop that is not flat would run through the part's inside: such a loop stays open. Where all points
/// of a loop lie on one of its edges, the triangle at that edge is divided instead.
ClosedHoles closeHoles(Triangles& mesh);

}  // namespace scree
