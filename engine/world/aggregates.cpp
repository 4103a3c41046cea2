#include "engine/world/aggregates.h"

namespace scree {

std::uint64_t ReductionCounts::splitsBy(SplitIdea idea) const {
  std::uint64_t sum = 0;
  for (std::size_t cause = 0; cause < kSplitCauseCount; ++cause) {
    sum += kSplitCauses[cause].idea == idea ? splits[cause] : 0;
  }
  return sum;
}

void Reduction::listAudits(const std::vector<ParticleId>& ids) {
  audits.clear();
  for (std::size_t slot = 0; slot < members.size(); ++slot) {
    if (members[slot].auditDue != kNoStep) {
      audits.add(members[slot].auditDue, ids[slot]);
    }
  }
}

void Reduction::listQuarantined() {
  quarantined.clear();
  for (std::uint32_t slot = 0; slot < members.size(); ++slot) {
    if (isFree(slot) && endsInQuarantine(members[slot].cause)) {
      quarantined.push_back(slot);
    }
  }
}

ReductionLevel Reduction::levelOf(std::size_t particles) const {
  ReductionLevel result{.particles = particles, .free = particles - memberCount};
  for (const Aggregate& one : aggregates) {
    result.aggregates += one.carrier == Carrier::none && one.members > 0 ? 1 : 0;
  }
  return result;
}

}  // namespace scree
