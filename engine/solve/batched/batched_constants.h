#pragma once

#include <cstddef>

// The tuned numbers of the batched solver. They choose the order of the sweeps: another order is as right and gives
// other bits, so that a change changes hashes of scenes (GoldenHashes.AreTheKnownOnesWithAnyThreadsAndInstructions).
namespace scree::batched {

// Slabs (METHOD.md 5.3)

constexpr std::size_t kMaxSlabs = 128;  ///< no measurement known
/// Contacts in a slab on average: with fewer the empty lanes of the last batches begin to cost.
/// Test: SlabLayout.HasSlabsOfAboutAsManyParticles.
constexpr double kContactsPerSlab = 1000.0;
constexpr std::size_t kFitInCache = 20000;  ///< contacts that fit into a cache with all that is made of them
constexpr std::size_t kSample = 512;        ///< particles from which the axis is chosen
/// Distances in memory are measured between particles 1/32 to 2/32 of the list apart, at different places of the rows
/// of a lattice. No measurement known.
constexpr std::size_t kStrayParts = 32;
/// Length of an axis over the longest one from which slabs may follow it, and the distance of neighbours in memory over
/// that on the longest axis below which they do. No measurement known of either.
constexpr double kOtherAxis = 0.4;
constexpr double kNearerInMemory = 0.5;
constexpr double kSlicePlay = 1e-9;       ///< part by which slices are thicker than needed, for round-off
constexpr double kContactPlay = 1e-6;     ///< part by which the longest contact is taken longer, for round-off
constexpr double kThinnestSlice = 1e-12;  ///< thickness of a slice [m]: no division by zero

// Columns across the slabs, in which particles are ordered

constexpr double kColumn = 1.5;              ///< width of a column over the mean diameter; no measurement known
constexpr double kThinnestColumn = 1e-9;     ///< width of a column [m]: no division by zero
constexpr double kColumnsPerParticle = 4.0;  ///< columns of a slab over its particles at most; no measurement known
constexpr double kFewestColumns = 4.0;       ///< columns along a side that are always allowed
/// Columns along a side as a power of two: keys of 32 bits hold slab and column.
constexpr unsigned kMostColumnBits = 12;

// Blocks and sums

/// Contacts coloured together: their bodies stay in the nearest cache. No measurement known of the value.
constexpr std::size_t kBlock = 2048;
constexpr std::size_t kSummedAPiece = 1024;  ///< particles whose radii are added together: the order of a sum

// Sweeps

constexpr int kMaxPasses = 10000;  ///< sweeps of a part that are given out at once; more are given out one by one
/// Change in a sweep, in rest limits, from which a slab is not looked at again in the part (METHOD.md 5.7). No
/// measurement known.
constexpr double kRestless = 10.0;

// Speed only; no result depends on it

constexpr std::size_t kParticlesAPiece = 1024;  ///< particles or contacts that one thread orders together
constexpr std::size_t kCountedAPiece = 4096;    ///< particles that are counted by slices: many against the slices
constexpr std::size_t kSortedAPiece = 2048;  ///< entries sorted together: many against the slabs, counted in each piece
constexpr std::size_t kContactsAhead = 8;    ///< contacts between a request for memory and its use
constexpr std::size_t kMeshRowsAhead = 4;    ///< contacts with meshes between a request for memory and the next one
constexpr std::size_t kParticlesAhead = 6;   ///< particles between a request for memory and its use
/// Error of a way that is computed anew, in radii: farther triangles of a mesh are not looked at.
constexpr double kWayRoundOff = 1e-6;

}  // namespace scree::batched
