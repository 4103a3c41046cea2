#pragma once

#include "engine/contacts/contact_list.h"
#include "engine/merging/merge_work.h"
#include "engine/world/reduction_limits.h"
#include "engine/world/step_context.h"
#include "engine/world/world.h"

namespace scree {

/// Traits of a contact for merging, bits of MergeWork::verdicts. Only a contact that pushes with friction and lets its
/// sides merge has kQuiet.
enum Verdict : std::uint8_t {
  kOther = 0,
  kQuiet = 1,    ///< quiet for the window of merging
  kPushing = 2,  ///< pushes, with friction or without; set for every contact
  kPair = 4      ///< contact of two free particles; set for every contact
};

/// Eligibility of a free particle to merge, in MergeWork::busy.
enum Standing : char {
  kMayMerge = 0,
  kBusy = 1,
  kMayEndQuarantine = 2,  ///< may merge if nothing stirs it
  kCandidate = 3,         ///< may merge unless a later check keeps it free
  kHasJoined = 4          ///< merged in this step
};

/// Judges every contact of the step by its motion and its quiet steps, which it counts in the history. Fills busy,
/// held, verdicts and sides of MergeWork.
void judgeContacts(World& world, const StepContext& context, const ContactList& list, const ReductionLimits& limits,
                   MergeWork& merge);

}  // namespace scree
