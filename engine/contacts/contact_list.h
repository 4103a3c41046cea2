#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/cohesion/attractions.h"
#include "engine/contacts/surfaces.h"
#include "engine/solver/contact_sums.h"
#include "engine/world/contact.h"

namespace scree {

constexpr std::uint32_t kNoMatch = UINT32_MAX;

/// The free particles, their contacts in the step and the results of the solver at the contacts. Not state: a fresh
/// list gives the same next step. After a step it holds the contacts of that step, with gaps and normals at the start
/// of the last substep.
struct ContactList {
  std::vector<std::uint32_t> active;    ///< slots of the free particles, ascending
  std::vector<Contact> memberContacts;  ///< contacts of free particles with members near them, in order of keys

  std::vector<Contact> contacts;  ///< contacts in order of keys; during the step also pairs that may come to touch
  std::vector<SurfaceContact> surfaces;  ///< motion of the second side of contacts with a surface or a member
  std::vector<std::uint32_t> matches;    ///< place of each contact in the history, or kNoMatch
  Attractions attractions;               ///< of `contacts`, during the step

  // Set by the solver, one a contact:
  std::vector<Multipliers> multipliers;  ///< multipliers of the last substep's continuous stage [N s]
  std::vector<char> rebounds;            ///< the contact bounced in the last substep
  std::vector<std::uint8_t> stays;       ///< the surfaces of the contact met in the last substep
  std::vector<double> given;             ///< see ContactHistory; only where collisions have a set duration
  std::optional<ContactSums> sums;       ///< sums over `contacts`, where the solver makes them

  std::vector<double> pulls;  ///< impulses of attraction in the last substep of the scalar methods [N s]; empty: none

  std::vector<double> pushes;  ///< set by keepHistory() where grains merge: multipliers along the normal [N s]

  // Working storage
  NearTriangles triangles;               ///< of the meshes near free particles
  std::vector<FoundContacts> found;      ///< by chunk of slots
  std::vector<std::size_t> chunkCounts;  ///< number of contacts by chunk
  std::vector<Contact> contactsKept;     ///< the other buffers of contacts, multipliers and history
  std::vector<Multipliers> multipliersKept;
  std::vector<std::uint32_t> quietKept;
  std::vector<std::optional<ContactMotion>> motionKept;
};

}  // namespace scree
