#pragma once

#include <array>

#include "engine/solver/batch.h"
#include "engine/world/contact.h"

// What goes between the lists of contacts, where each has its numbers side by side, and the batches, where each number
// has those of all contacts side by side.
namespace scree {

/// Where the lanes of a batch come from, empty ones included: those get what is nothing.
struct LaneOrigins {
  std::array<const Contact*, kLanes> contacts{};
  std::array<const Multipliers*, kLanes> multipliers{};  ///< of the last step
  alignas(64) std::array<double, kLanes> radii{};        ///< r_a + r_b, or r_a against a surface [m]
};

/// Gives all lanes their first gaps, distances, radii and multipliers, and forgets rebounds.
void startLanes(const LaneOrigins& origins, Batch& batch, BatchSource& source);

/// Where the lanes of a batch go, empty ones included: none of them may be null.
struct LaneTargets {
  std::array<Contact*, kLanes> contacts{};
  std::array<Multipliers*, kLanes> multipliers{};
};

/// Writes the multipliers that a batch ends with, and with `geometry` gaps and normals too: those of surfaces are
/// known better.
void endLanes(const Batch& batch, const BatchSource& source, bool geometry, const LaneTargets& targets);

}  // namespace scree
