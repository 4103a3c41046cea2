#include "engine/snapshot/asked_members.h"

#include <algorithm>

namespace scree {

float AskedMembers::largestSpeed() const { return speeds.empty() ? 0.0f : std::ranges::max(speeds); }

float AskedMembers::speedOf(ParticleId id) const {
  const auto at = std::ranges::lower_bound(ids, id);
  return at != ids.end() && *at == id ? speeds[static_cast<std::size_t>(at - ids.begin())] : 0.0f;
}

}  // namespace scree
