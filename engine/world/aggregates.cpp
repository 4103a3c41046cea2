#include "engine/world/aggregates.h"

namespace scree {

ReductionLevel Reduction::levelOf(std::size_t particles) const {
  ReductionLevel result{.particles = particles, .free = particles - memberCount};
  for (const Aggregate& one : aggregates) {
    result.aggregates += one.carrier == Carrier::none && one.members > 0 ? 1 : 0;
  }
  return result;
}

}  // namespace scree
