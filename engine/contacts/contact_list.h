#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/contacts/surfaces.h"
#include "engine/solver/contact_sums.h"
#include "engine/world/contact.h"

namespace scree {

constexpr std::uint32_t kNoMatch = UINT32_MAX;

/// The free particles, their contacts in the step and what the solver found at these. Not state: a fresh list gives the
/// same next step. After a step it holds that step's contacts as they were before the last positions were set.
struct ContactList {
  std::vector<std::uint32_t> active;    ///< slots of the free particles, ascending
  std::vector<Contact> memberContacts;  ///< of free particles with members near them, in order of keys

  std::vector<Contact> contacts;         ///< in order of keys; during the step also those that may come to touch
  std::vector<SurfaceContact> surfaces;  ///< of those with something prescribed: how that moves
  std::vector<std::uint32_t> matches;    ///< place of each contact in the history, or kNoMatch

  // Set by the solver, one a contact:
  std::vector<Multipliers> multipliers;  ///< of the last substep's continuous stage [N s]
  std::vector<char> rebounds;            ///< the last substep made it bounce
  std::vector<std::uint8_t> stays;       ///< its surfaces met in the last substep
  std::optional<ContactSums> sums;       ///< of `contacts` as the solver found them, where it sums them up

  std::vector<double> pushes;  ///< set by keepHistory() where grains merge: multipliers along the normal [N s]

  // Working storage
  std::vector<FoundContacts> found;      ///< by chunk of slots
  std::vector<std::size_t> chunkCounts;  ///< of contacts, by chunk
  std::vector<Contact> contactsKept;     ///< the other buffers of contacts, multipliers and history
  std::vector<Multipliers> multipliersKept;
  std::vector<std::uint32_t> quietKept;
  std::vector<std::optional<ContactMotion>> motionKept;
};

}  // namespace scree
