#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/collision/grid.h"
#include "engine/collision/rounded_spheres.h"
#include "engine/world/world.h"

namespace scree {

class ThreadPool;

/// The free particles as pairs were searched for, in order of ids.
struct CandidateEntries {
  std::vector<ParticleId> ids;
  std::vector<Vec3> positions;  ///< about where they will be in the middle of the steps that the search serves [m]
  std::vector<double> radii;
  std::vector<double> margins;  ///< that they may be from there and still be found [m]

  std::size_t size() const { return ids.size(); }
  Spheres spheres() const { return {positions, radii, margins}; }
};

/// Some of the old pairs in a row and the new ones that go among them.
struct PairPiece {
  std::size_t begin = 0;  ///< of the old ones
  std::size_t end = 0;
  std::size_t moreBegin = 0;  ///< of the new ones
  std::size_t moreEnd = 0;
  std::size_t to = 0;    ///< where they go
  std::size_t kept = 0;  ///< old ones that still hold, where there are several pieces
  ParticlePair first;    ///< of these
};

/// The last search for pairs: it serves while few particles have used up what was looked ahead for them or are new;
/// those are searched for one by one. What a step makes of its candidates does not depend on when they were found.
struct CandidateList {
  CandidateEntries entries;
  /// Of the entries, by their places, ascending. After an update places are those of the free particles, and all pairs
  /// that are within reach in the step are among them.
  std::vector<ParticlePair> pairs;
  int age = 0;             ///< steps that it has served since the last search of all
  std::size_t mended = 0;  ///< how many were searched for one by one in the last step

  // scratch
  CandidateEntries otherEntries;
  std::vector<ParticlePair> otherPairs;
  std::vector<ParticlePair> morePairs;
  std::vector<std::uint32_t> starts;   ///< of the pairs of each place
  std::vector<std::uint32_t> placeOf;  ///< of each entry, among the free particles now
  std::vector<std::uint32_t> entryOf;  ///< of each free particle
  std::vector<std::uint32_t> stale;    ///< places of free particles that have no entry or an outdated one, ascending
  std::vector<char> isStale;           ///< by place
  std::vector<std::size_t> pieceEnds;  ///< of what pieces of work put into a list
  std::vector<PairPiece> pieces;
  RoundedSpheres rounded;
  std::vector<std::vector<std::uint32_t>> found;  ///< by stale particle
};

/// Brings the list up to date: `active` are the slots of the free particles, ascending; `reach` how far each slot may
/// go in the step [m], or empty.
void updateCandidates(const World& world, std::span<const std::uint32_t> active, std::span<const double> reach,
                      Grid& grid, ThreadPool* threads, CandidateList& list);

/// After an update, where the reach of the free particles with these places, ascending, has become larger.
void extendCandidates(const World& world, std::span<const std::uint32_t> active, std::span<const double> reach,
                      std::span<const std::uint32_t> places, Grid& grid, ThreadPool* threads, CandidateList& list);

}  // namespace scree
