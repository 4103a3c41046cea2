#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/collision/grid.h"
#include "engine/collision/periodic_pairs.h"
#include "engine/collision/rounded_spheres.h"
#include "engine/world/world.h"

namespace scree {

class ThreadPool;

/// The free particles at the last search for pairs, in order of ids.
struct CandidateEntries {
  std::vector<ParticleId> ids;
  std::vector<Vec3> positions;  ///< expected places in the middle of the steps that the search serves [m]
  std::vector<double> radii;
  std::vector<double> margins;  ///< distances from `positions` up to which the pairs hold [m]

  std::size_t size() const { return ids.size(); }
  Spheres spheres() const { return {positions, radii, margins}; }
};

/// A run of old pairs and the new pairs that are merged into it.
struct PairPiece {
  std::size_t begin = 0;  ///< first old pair
  std::size_t end = 0;
  std::size_t moreBegin = 0;  ///< first new pair
  std::size_t moreEnd = 0;
  std::size_t to = 0;    ///< place of the merged run
  std::size_t kept = 0;  ///< old pairs that still hold, where there are several pieces
  ParticlePair first;    ///< first of the old pairs that hold
};

/// Pairs of the last search, which serves several steps (METHOD.md 9.2): particles that are new or have left their
/// margin are searched for one by one, until they are too many. The contacts of a step do not depend on the age of its
/// candidates.
struct CandidateList {
  CandidateEntries entries;
  /// Pairs of entries by place, ascending. Valid after an update: places are those of the free particles, and all pairs
  /// within reach in the step are listed.
  std::vector<ParticlePair> pairs;
  int age = 0;             ///< steps since the last search of all
  std::size_t mended = 0;  ///< particles that were searched for one by one in the last step

  // scratch
  CandidateEntries otherEntries;
  std::vector<ParticlePair> otherPairs;
  std::vector<ParticlePair> morePairs;
  std::vector<std::uint32_t> starts;   ///< first pair of each place
  std::vector<std::uint32_t> placeOf;  ///< place of each entry among the free particles now
  std::vector<std::uint32_t> entryOf;  ///< entry of each free particle
  std::vector<std::uint32_t> stale;    ///< places of free particles that have no entry or an outdated one, ascending
  std::vector<char> isStale;           ///< by place
  std::vector<std::size_t> pieceEnds;  ///< ends of the pieces of work in a list
  std::vector<PairPiece> pieces;
  RoundedSpheres rounded;
  PeriodicImages images;                          ///< of the entries, where the box is periodic
  std::vector<std::vector<std::uint32_t>> found;  ///< partners by stale particle
};

/// Brings the list up to date for the free particles `active`, slots that ascend. `reach` is the way that each slot may
/// go in the step [m], or empty for none. Call it once a step.
void updateCandidates(const World& world, std::span<const std::uint32_t> active, std::span<const double> reach,
                      Grid& grid, ThreadPool* threads, CandidateList& list);

/// Adds the pairs of free particles whose reach has grown since updateCandidates() in the same step; their `places`
/// among `active` ascend.
void extendCandidates(const World& world, std::span<const std::uint32_t> active, std::span<const double> reach,
                      std::span<const std::uint32_t> places, Grid& grid, ThreadPool* threads, CandidateList& list);

}  // namespace scree
