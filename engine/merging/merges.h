#pragma once

#include <span>

#include "engine/aggregates/aggregate_sums.h"
#include "engine/aggregates/carriers.h"
#include "engine/contacts/contact_list.h"
#include "engine/contacts/history_edit.h"
#include "engine/merging/merge_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Contacts with friction that a grain needs to merge with an aggregate that turns: with fewer it would roll down. One
/// less where a member covers it from above, which keeps it in its hole (METHOD.md 10.4).
std::size_t contactsToRide(const World& world, const Aggregate& aggregate, std::uint32_t slot);

/// Merges the free particles whose contacts have been quiet for long enough with what they rest on (METHOD.md 4.16),
/// after the new velocities and places are known. Reads the step's contacts; writes aggregates, kept contacts and
/// history.
void mergeParticles(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
                    std::span<const CarrierMotion> carriers, MergeWork& merge, HistoryEdit& edit, StepReport& report);

}  // namespace scree
