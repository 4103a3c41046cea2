#pragma once

#include <span>
#include <vector>

#include "engine/step/step_data.h"
#include "engine/world/world.h"

namespace scree {

/// A member that is to be split off, and why.
struct Release {
  std::uint32_t slot = 0;
  SplitCause cause = SplitCause::none;
  Measured what = Measured::nothing;
  double measured = 0.0;
  double limit = 0.0;
  std::uint64_t partner = UINT64_MAX;
};

/// Splits members off, and those that nothing connects with their carrier then. Their kept contacts become contacts of
/// the last step: multipliers go on as they were. `releases` ascends by slot, each slot once. Returns the slots of all
/// that are free now and were not, ascending.
std::vector<std::uint32_t> releaseMembers(World& world, StepData& data, std::vector<Release> releases);

/// Splits off all that is merged, between steps, at the user's wish.
void releaseAll(World& world, StepData& data);

/// Multipliers as the other body of the contact sees them.
Multipliers flipped(const Multipliers& multipliers);

/// Entries to be put into the history.
struct HistoryEntry {
  ContactKey key;
  Multipliers multipliers;
  ContactMotion motion;
};
/// Takes the entries at these places out, which ascend, and adds others, which need no order; of equal keys the new one
/// stays.
void changeHistory(World& world, std::span<const std::size_t> dropped, std::vector<HistoryEntry> added, StepData& data);

}  // namespace scree
