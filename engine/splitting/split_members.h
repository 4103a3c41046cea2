#pragma once

#include <span>
#include <vector>

#include "engine/contacts/contact_list.h"
#include "engine/contacts/history_edit.h"
#include "engine/splitting/split_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Splits the members of `releases` off (ascending by slot, each slot once), and the members that nothing connects with
/// their carrier then. Their kept contacts become contacts of the last step with their multipliers. Returns the slots
/// of all members that were split off, ascending.
std::vector<std::uint32_t> releaseMembers(World& world, const StepContext& context, const ContactList& list,
                                          SplitWork& split, HistoryEdit& edit, StepReport& report,
                                          std::span<const Release> releases);

/// Splits off all members, between steps, at the user's wish.
void releaseAll(World& world, const StepContext& context, const ContactList& list, SplitWork& split, HistoryEdit& edit,
                StepReport& report);

}  // namespace scree
