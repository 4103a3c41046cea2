#include "app/ui_state/event_memory.h"

#include <algorithm>

namespace scree {

void ParticleEvents::follow(ParticleId particle, const EventHistory& history) {
  if (particle_ != particle || generation_ != history.generation) {
    particle_ = particle;
    generation_ = history.generation;
    seen_ = 0;
    numbers_.clear();
    chosen.reset();
  }
  for (const auto& chunk : history.chunks) {
    for (std::uint64_t n = std::max(seen_, chunk->first); n < chunk->end(); ++n) {
      if (chunk->events[static_cast<std::size_t>(n - chunk->first)].event.particle == particle) {
        numbers_.push_back(n);
      }
    }
  }
  seen_ = std::max(seen_, history.end());
  while (!numbers_.empty() && (numbers_.front() < history.first() || numbers_.size() > kMost)) {
    numbers_.pop_front();
  }
  if (chosen && (numbers_.empty() || *chosen < numbers_.front())) {
    chosen.reset();
  }
}

}  // namespace scree
