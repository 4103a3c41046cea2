#pragma once

#include <cstddef>

#include "engine/contacts/contact_list.h"
#include "engine/merging/components.h"
#include "engine/merging/merge_work.h"
#include "engine/world/world.h"

// Candidates of a merge that nothing carries: they become aggregates that float, or join one that does.
namespace scree {

constexpr std::uint32_t kNoTie = UINT32_MAX;
constexpr std::uint32_t kManyTies = UINT32_MAX - 1;
constexpr std::uint32_t kFixedTie = UINT32_MAX - 2;  ///< something that is prescribed

/// Notes that a contact pushes a particle against something: MergeWork::ties.
inline void addTie(std::uint32_t slot, std::uint32_t to, MergeWork& scratch) {
  std::uint32_t& tie = scratch.ties[slot];
  tie = tie == kNoTie || tie == to ? to : kManyTies;
}

/// Notes what contacts tie the candidates to, once these are listed with the contacts near them (MergeWork::near).
void tieCandidates(const World& world, const ContactList& list, Components& components, MergeWork& scratch);

/// Grains that merge at least where nothing carries them.
std::size_t fewestFloating(const World& world);

/// Whether an index is that of an aggregate that floats, and has no members yet.
bool isNewFloating(const World& world, std::uint32_t index);

/// Makes floating aggregates, still without members, for candidates that push each other, in numbers, and nothing else
/// but grains that stay free: MergeWork::carriers names them by component.
void formFloating(World& world, Components& components, MergeWork& scratch);

/// Takes those out of the candidates (MergeWork::joined) that would join an aggregate that floats by way of one that
/// does not: nothing else would hold them.
void keepConnected(const World& world, const ContactList& list, Components& components, MergeWork& scratch);

}  // namespace scree
