#include "engine/world/aggregates.h"

namespace scree {

ReductionLevel Reduction::levelOf(std::size_t particles) const {
  ReductionLevel level{.particles = particles, .free = particles - memberCount};
  for (const Aggregate& aggregate : aggregates) {
    level.aggregates += aggregate.carrier == Carrier::none && aggregate.members > 0 ? 1 : 0;
  }
  return level;
}

}  // namespace scree
