#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/merging/merge_work.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// What a contact that pushes with friction and lets its sides merge says of its particles, by bit of
/// MergeWork::verdicts.
enum Verdict : std::uint8_t {
  kOther = 0,
  kQuiet = 1,    ///< its particles moved as one for the window of merging
  kPushing = 2,  ///< it pushes, with friction or without: this and what follows is said of every contact
  kPair = 4      ///< of two free particles
};

/// Whether a free particle may merge as far as its quarantine goes: MergeWork::busy.
enum Standing : char {
  kMayMerge = 0,
  kBusy = 1,
  kMayEndQuarantine = 2,  ///< if nothing stirs it
  kCandidate = 3,         ///< it would merge, had nobody more to say
  kHasJoined = 4          ///< it merged in this step
};

/// Tells how every contact of the step moves and for how long it has been quiet, and judges it. Fills busy, held,
/// verdicts and sides of MergeWork.
void judgeContacts(World& world, const StepContext& context, const ContactList& list, MergeWork& merge);

}  // namespace scree
