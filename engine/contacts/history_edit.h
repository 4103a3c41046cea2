#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/world/contact.h"
#include "engine/world/world.h"

namespace scree {

/// An entry to be put into the history.
struct HistoryEntry {
  Multipliers multipliers;
  ContactKey key;
  std::uint32_t quietSteps = 0;
  std::optional<ContactMotion> motion;
};

/// Place of an entry in the history.
struct HistoryPlace {
  ContactKey key;
  std::uint32_t entry = 0;
  std::uint32_t place = 0;
};

/// Entries of the history that move together.
struct HistoryPiece {
  std::size_t from = 0;
  std::size_t count = 0;
  std::ptrdiff_t shift = 0;
};

/// Working storage of a change of the contact history by splits and merges. Not state.
struct HistoryEdit {
  std::vector<HistoryEntry> entries;
  std::vector<HistoryPlace> places;
  std::vector<HistoryPiece> pieces;
};

/// Takes the entries at the places `dropped`, which ascend, out of the history and adds HistoryEdit::entries, in any
/// order; of equal keys the new entry stays.
void changeHistory(World& world, std::span<const std::size_t> dropped, HistoryEdit& edit);

/// First place from `from` on of a key that is not less than this one, in keys that ascend. Its cost grows with the
/// logarithm of how far away that is.
std::size_t firstPlaceOf(const ContactKey& key, std::size_t from, const std::vector<ContactKey>& keys);

/// Multipliers of a contact with its sides exchanged.
Multipliers flipped(const Multipliers& multipliers);

/// Forgets the contacts of particles with a shape of a body.
void forgetContactsWith(ContactHistory& history, std::uint32_t body, std::uint32_t shape);

}  // namespace scree
