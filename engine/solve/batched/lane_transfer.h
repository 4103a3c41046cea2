#pragma once

#include <array>

#include "engine/solver/batch.h"
#include "engine/world/contact.h"

// Transfer between the lists of contacts, with the numbers of a contact side by side, and the batches, with one number
// of 16 contacts side by side.
namespace scree {

/// Sources of the lanes of a batch. No pointer may be null: empty lanes get a contact and multipliers of zeros.
struct LaneOrigins {
  std::array<const Contact*, kLanes> contacts{};
  std::array<const Multipliers*, kLanes> multipliers{};  ///< multipliers of the last step
  alignas(64) std::array<double, kLanes> radii{};        ///< r_a + r_b, or r_a against a surface [m]
};

/// Gives all lanes their first gaps, distances, radii and multipliers, and forgets rebounds.
void startLanes(const LaneOrigins& origins, Batch& batch, BatchSource& source);

/// Targets of the lanes of a batch. No pointer may be null, for empty lanes either.
struct LaneTargets {
  std::array<Contact*, kLanes> contacts{};
  std::array<Multipliers*, kLanes> multipliers{};
};

/// Writes the final multipliers of a batch, and with `geometry` gaps and normals, too. Contacts with surfaces need no
/// geometry: theirs is known in double precision.
void endLanes(const Batch& batch, const BatchSource& source, bool geometry, const LaneTargets& targets);

}  // namespace scree
