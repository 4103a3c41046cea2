#include "engine/session/member_asker.h"

#include "engine/analysis/would_move.h"
#include "engine/world/reduction_limits.h"

namespace scree {

AskedMembers MemberQuestion::emptyAnswer(const World& world) {
  return {.step = world.step, .time = world.time, .limit = reductionLimits(world).tangential};
}

void MemberQuestion::answer(const World& world, const std::atomic<int>& interrupt, AskedMembers& answer) {
  const WouldMove found = wouldMove(world, nullptr, &interrupt);
  answer.members = found.members;
  for (const std::uint32_t slot : found.slots) {
    answer.ids.push_back(world.particles.id[slot]);
  }
  answer.speeds.assign(found.speeds.begin(), found.speeds.end());
  answer.trouble = found.isKnown ? "" : "a grain of the copy became non-finite";
}

}  // namespace scree
