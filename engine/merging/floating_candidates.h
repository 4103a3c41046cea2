#pragma once

#include <cstddef>

#include "engine/contacts/contact_list.h"
#include "engine/merging/components.h"
#include "engine/merging/merge_work.h"
#include "engine/world/world.h"

// Candidates of a merge that nothing carries: they become floating aggregates or join one (METHOD.md 10.16).
namespace scree {

constexpr std::uint32_t kNoTie = UINT32_MAX;
constexpr std::uint32_t kManyTies = UINT32_MAX - 1;
constexpr std::uint32_t kFixedTie = UINT32_MAX - 2;  ///< a body or member that moves as prescribed

/// Notes in MergeWork::ties that a contact pushes a particle against `to`: an index of a mover, or kFixedTie.
inline void addTie(std::uint32_t slot, std::uint32_t to, MergeWork& scratch) {
  std::uint32_t& tie = scratch.boundTo[slot];
  tie = tie == kNoTie || tie == to ? to : kManyTies;
}

/// Fills MergeWork::ties of the candidates from the contacts MergeWork::near. Valid once candidates and MergeWork::near
/// are listed.
void tieCandidates(const World& world, const ContactList& list, Components& components, MergeWork& scratch);

/// Smallest number of particles that merge to a floating aggregate; the largest number where none may float.
std::size_t fewestFloating(const World& world);

/// True if an index is that of a floating aggregate without members yet.
bool isNewFloating(const World& world, std::uint32_t index);

/// Adds floating aggregates, still without members, for components of candidates that are large enough and push nothing
/// but each other and grains that stay free. MergeWork::carriers gets their indices by component.
void formFloating(World& world, Components& components, MergeWork& scratch);

/// Takes candidates out of MergeWork::joined that would join a floating aggregate only through another candidate that
/// does not: nothing else would hold them.
void keepConnected(const World& world, const ContactList& list, Components& components, MergeWork& scratch);

/// Puts the candidates left that join a floating aggregate beside its members in a periodic box, and takes those out
/// that would let it meet its own image. Call it after keepConnected().
void placeBesideFloating(World& world, const ContactList& list, Components& components, MergeWork& scratch);

}  // namespace scree
