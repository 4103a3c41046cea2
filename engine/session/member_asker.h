#pragma once

#include <atomic>

#include "engine/session/asker.h"
#include "engine/snapshot/asked_members.h"
#include "engine/world/world.h"

namespace scree {

/// The question which members would move: wouldMove().
struct MemberQuestion {
  using Answer = AskedMembers;

  static bool isNeeded(const World& world) { return world.reduction.memberCount > 0; }
  static AskedMembers emptyAnswer(const World& world);
  /// Fills the answer about a world whose members are placed.
  static void answer(const World& world, const std::atomic<int>& interrupt, AskedMembers& answer);
};

using MemberAsker = Asker<MemberQuestion>;

}  // namespace scree
