#pragma once

#include <span>
#include <vector>

#include "engine/contacts/contact_list.h"
#include "engine/splitting/history_edit.h"
#include "engine/splitting/split_work.h"
#include "engine/world/step_context.h"
#include "engine/world/step_report.h"
#include "engine/world/world.h"

namespace scree {

/// Splits members off, and those that nothing connects with their carrier then. Their kept contacts become contacts of
/// the last step: multipliers go on as they were. `releases` ascends by slot, each slot once. Returns the slots of all
/// that are free now and were not, ascending.
std::vector<std::uint32_t> releaseMembers(World& world, const StepContext& context, const ContactList& list,
                                          SplitWork& split, HistoryEdit& edit, StepReport& report,
                                          std::span<const Release> releases);

/// Splits off all that is merged, between steps, at the user's wish.
void releaseAll(World& world, const StepContext& context, const ContactList& list, SplitWork& split, HistoryEdit& edit,
                StepReport& report);

/// Multipliers as the other body of the contact sees them.
Multipliers flipped(const Multipliers& multipliers);

/// Takes the entries at these places out, which ascend, and adds those in HistoryEdit, which need no order; of equal
/// keys the new one stays.
void changeHistory(World& world, std::span<const std::size_t> dropped, HistoryEdit& edit);

}  // namespace scree
