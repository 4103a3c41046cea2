#pragma once

#include <cstddef>
#include <cstdint>

// The tuned numbers of collision. The touch tolerance is in engine/base/base_constants.h.
namespace scree::collision {

// Thin walls (METHOD.md 9.5) and meshes (METHOD.md 9.6)

/// Depth in radii up to which a wall that a sphere is behind holds its centre. No measurement known.
constexpr double kDeepestBehindWall = 0.5;
/// Depth in radii up to which a face that a sphere touched holds its centre behind it. No measurement known.
constexpr double kDeepestBehindFace = 2.0;
/// Way of a centre since the last step, in radii, beyond which it may have gone through a face. No measurement known.
constexpr double kFastThroughFace = 0.5;
/// Part of a sphere's height over a patch by which its nearest point may be off the foot on the patch's plane and still
/// count as the foot. No measurement known.
constexpr double kFootOff = 0.05;
/// Height over the deepest face at which a sphere behind it is looked at anew, in radii. No measurement known.
constexpr double kOverFace = 1e-3;

// Round-off

constexpr double kSameSquare = 1e-10;   ///< relative difference of squared distances up to which two places are one
constexpr double kOffPlane = 1e-6;      ///< distance of a patch's triangles from its plane, over the mesh's diagonal
constexpr double kFootRoundOff = 1e-6;  ///< error of the foot on a plane [radii]
constexpr double kRimInFace = 1e-5;     ///< distance of an edge from the plane of a face that it belongs to [radii]
constexpr double kSameGap = 1e-9;       ///< difference of gaps up to which two touches are as near [radii]
constexpr double kSameDirection = 1.0 - 1e-6;  ///< cosine from which two normals are one direction
constexpr double kSpinLeft = 1e-12;  ///< part of a spin that is rounding when the turn about the axis is taken off
constexpr double kBoxPlaceRoundOff = 2e-7;  ///< error of a distance to a box in single precision, over the coordinates
constexpr double kBoxReachRoundOff = 1e-6;  ///< the same over the distance; single precision rounds by 6e-8
constexpr float kSphereRoundOff = 1e-6F;    ///< error of a rounded reach or coordinate, as a part of it
constexpr double kCellSlack = 1e-6;         ///< error of a coordinate counted in cells [cells]
constexpr double kCellRoom = 1.0 + 4e-6;  ///< size of a cell over the size needed; 2^30 cells round by 2^-22 cells each
constexpr double kMostCellsAlong = 1e15;  ///< cells along an axis: keeps counts finite
constexpr double kFewestCells = 4.0;  ///< cells along y and z: a cell and its neighbours then have different indices
constexpr double kSmallestCell = 1e-300;  ///< size of a cell [m]: keeps counts finite

// Speed only; no result depends on it: pairs and touches are the same, in the same order

// Levels of the grid: costs of a search, measured roughly [ns].
constexpr double kLookAtOwn = 20.0;  ///< cost for each sphere
constexpr double kLookAtOne = 9.0;   ///< cost for each sphere in a cell of a level, of which 27 and more are looked at
constexpr double kLookInLevel = 40.0;  ///< cost for each sphere and other level
constexpr double kLookInLine = 25.0;   ///< cost for each line of cells of a finer level within reach
constexpr double kTestOne = 0.3;       ///< cost for each sphere in these lines
constexpr double kInBed = 7.0;         ///< volume that a sphere takes in a bed, over r³
constexpr double kOneLevel = 1.5;      ///< ratio of reaches up to which one level is enough
constexpr std::size_t kMaxLevels = 16;
constexpr std::size_t kSizesPerLevel = 8;  ///< sizes that are told apart within a factor of two

// Cells and pieces of work
constexpr std::size_t kGridChunk = 512;          ///< spheres in a piece of work of the grid, and in a slab of cells
constexpr std::size_t kMostSlabs = 256;          ///< slabs of cells
constexpr std::size_t kCellsPerSphere = 6;       ///< cells in the table at most
constexpr std::size_t kSpheresPerSpareCell = 8;  ///< spheres of all levels for each further cell of a level
constexpr std::size_t kSpareCells = 64;          ///< cells that every level may have
constexpr std::size_t kSample = 256;             ///< spheres from which the box around most is estimated
constexpr std::size_t kTrimmed = 16;             ///< 1/16 of the sample is left out at each end of an axis
constexpr double kTrimmedBack = 1.5;  ///< length added at each end for the spheres left out, over their even share
/// Cells along z that share candidates: a copy costs a few vectors of tests.
constexpr std::int64_t kCellsTogether = 2;

// Triangles of meshes near spheres
/// Distance over the radius that a search looks beyond what is asked for.
constexpr double kSearchedBeyond = 0.5;
constexpr double kFarthestLook = 1e6;  ///< distance up to which the nearest triangle is looked for [radii]
constexpr std::size_t kFewHits = 64;   ///< triangles among which neighbours are looked for one by one

// Spheres in slices
constexpr std::size_t kInSlice = 32;  ///< spheres in a slice on average
constexpr std::size_t kMostSlices = 1024;
constexpr std::size_t kWorthSlicing = 64;     ///< searches from which sorting pays off
constexpr std::size_t kSpheresAPiece = 2048;  ///< spheres that one thread takes together

}  // namespace scree::collision
