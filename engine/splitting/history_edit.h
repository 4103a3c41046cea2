#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/world/contact.h"

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

}  // namespace scree
