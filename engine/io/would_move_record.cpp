#include "engine/io/would_move_record.h"

#include <algorithm>
#include <utility>

namespace scree {

void WouldMoveRecord::add(const World& world, const WouldMove& found) {
  if (!found.isKnown) {
    return;
  }
  newest_ = {.time = world.time, .members = found.members, .moving = found.slots.size()};
  std::map<ParticleId, double> since;
  for (std::size_t i = 0; i < found.slots.size(); ++i) {
    const ParticleId id = world.particles.id[found.slots[i]];
    const auto before = since_.find(id);
    const double first = before == since_.end() ? world.time : before->second;
    since[id] = first;
    longest_ = std::max(longest_, world.time - first);
    newest_.largestSpeed = std::max(newest_.largestSpeed, found.speeds[i]);
  }
  since_ = std::move(since);
  ++answers_;
  shareSum_ += found.share();
  mostShare_ = std::max(mostShare_, found.share());
}

double WouldMoveRecord::meanShare() const { return answers_ == 0 ? 0.0 : shareSum_ / static_cast<double>(answers_); }

}  // namespace scree
