#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/contacts/surfaces.h"
#include "engine/solve/smooth/smooth_lanes.h"
#include "engine/solve/smooth/smooth_law.h"
#include "engine/world/bodies.h"

namespace scree {

/// Grains near each other, with the contacts of which they are the first side. Their forces are summed in rows of the
/// piece, those of other pieces' grains in rows of their own, so that pieces may be worked on at once.
struct SmoothPiece {
  std::uint32_t firstGrain = 0;  ///< grains [firstGrain, lastGrain), by place
  std::uint32_t lastGrain = 0;
  std::uint32_t firstRow = 0;  ///< rows [firstRow, lastRow): those of its grains, padded to a whole vector, then others
  std::uint32_t lastRow = 0;
  std::uint32_t firstGroup = 0;
  std::uint32_t lastGroup = 0;
  double fastest = 0.0;  ///< square of the largest speed of its grains [m²/s²]
};

inline constexpr std::uint32_t kNoSmoothContact = UINT32_MAX;

/// Working storage of smooth DEM. Not state.
struct SmoothWork {
  std::vector<SmoothPair> pairs;       ///< one a pair of materials
  std::vector<SmoothLawNumbers> laws;  ///< likewise
  PlacedShapes shapes;
  std::vector<SmoothSprings> springs;  ///< as ContactList::contacts, up to date only while nothing is packed
  std::vector<Reaction> onBodies;      ///< as ContactList::surfaces: sums over the substeps

  // Grains in the order of space: by place
  std::vector<std::uint32_t> slots;
  std::vector<std::uint32_t> places;  ///< by slot
  std::vector<std::pair<std::uint64_t, std::uint32_t>> codes;
  std::vector<SmoothGrain> grains;  ///< then some that fill the last vector, then one that is far from all
  std::vector<SmoothPiece> pieces;

  // Contacts that may come to touch soon
  std::vector<double> gaps;            ///< as ContactList::contacts, when they were packed [m]
  std::vector<std::uint32_t> groupOf;  ///< as ContactList::contacts: which of `counts`, or kNoSmoothContact
  std::vector<std::uint32_t> counts;   ///< by piece, then side and law: contacts, then their next lane
  std::vector<SmoothGroup> groups;
  std::vector<SmoothBatch> batches;
  std::vector<SmoothGiven> given;       ///< as batches, where collisions have a set duration
  std::vector<std::uint32_t> contacts;  ///< by lane: place in ContactList::contacts, or kNoSmoothContact
  std::vector<SmoothSurfaces> surfaces;
  std::vector<SmoothFound> found;
  std::vector<SmoothRow> rows;
  std::vector<std::uint32_t> rowOf;        ///< by place: row in the piece at hand
  std::vector<std::uint32_t> pieceOf;      ///< by place: for which piece rowOf is
  std::vector<std::uint32_t> firstOthers;  ///< by place: first of its rows in other pieces; one more at the end
  std::vector<std::uint32_t> others;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> foreign;  ///< place and row, in the order of pieces
};

}  // namespace scree
