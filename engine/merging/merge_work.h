#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/world/particles.h"

namespace scree {

/// Slots of the free particles of a contact; of one free particle its slot twice.
struct ContactSides {
  std::uint32_t a = 0;  ///< slot
  std::uint32_t b = 0;  ///< slot
};

/// A contact that pushes a particle against a body.
struct Pusher {
  std::uint32_t slot = 0;
  std::uint32_t contact = 0;  ///< its place in the list
};

/// Working storage of merging. Not state.
struct MergeWork {
  std::vector<char> busy;                           ///< by slot: Standing
  std::vector<char> held;                           ///< by slot: true where a contact keeps the particle from merging
  std::vector<std::uint8_t> verdicts;               ///< by contact: Verdict
  std::vector<ContactSides> sides;                  ///< by contact
  std::vector<std::uint16_t> touching;              ///< by slot: contacts that push
  std::vector<std::uint32_t> boundTo;               ///< by slot
  std::vector<std::uint32_t> sizes;                 ///< by slot that is the root of a tree: candidates in it
  std::vector<std::uint32_t> forest;                ///< by slot
  std::vector<std::uint32_t> carriers;              ///< by slot
  std::vector<std::uint32_t> trees;                 ///< slots in the forest
  std::vector<std::uint32_t> quiet;                 ///< places of contacts
  std::vector<std::uint32_t> contactsOfCandidates;  ///< places of contacts of candidates
  std::vector<std::uint32_t> mergedSlots;           ///< slots of candidates, then of particles that join
  std::vector<GrainMotion> motionBeforeMerge;       ///< motions of the joined particles before the merge
  std::vector<std::size_t> contactsOfMerged;        ///< places of contacts of joined particles
  std::vector<double> gaps;  ///< gaps of the contacts `contactsOfMerged` with bodies at the end of the step [m]
  std::vector<Pusher> pushers;
};

}  // namespace scree
