#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/world/particles.h"

namespace scree {

/// The free particles of a contact; where it has one only, that one twice.
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
  std::vector<char> busy;               ///< by slot: Standing
  std::vector<char> held;               ///< by slot: a contact keeps it from merging
  std::vector<std::uint8_t> verdicts;   ///< by contact: Verdict
  std::vector<ContactSides> sides;      ///< by contact
  std::vector<std::uint16_t> touching;  ///< by slot: contacts that push
  std::vector<std::uint32_t> ties;      ///< by slot
  std::vector<std::uint32_t> sizes;     ///< by slot that is the root of a tree: candidates in it
  std::vector<std::uint32_t> forest;    ///< by slot
  std::vector<std::uint32_t> carriers;  ///< by slot
  std::vector<std::uint32_t> trees;     ///< slots in the forest
  std::vector<std::uint32_t> quiet;     ///< places of contacts
  std::vector<std::uint32_t> near;      ///< places of contacts of candidates
  std::vector<std::uint32_t> joined;    ///< slots: first of candidates
  std::vector<GrainMotion> before;      ///< of those that joined: how they moved until then
  std::vector<std::size_t> gone;        ///< places of contacts of those that joined
  std::vector<double> gaps;             ///< of those of these with bodies: at the end of the step [m]
  std::vector<Pusher> pushers;
};

}  // namespace scree
