#include "engine/splitting/audits.h"

#include <algorithm>
#include <cmath>

#include "engine/splitting/splitting_constants.h"

namespace scree {

double auditStepsOf(const ReductionLimits& limits, const Membership& member) {
  return std::min(splitting::kMostAuditSteps, limits.auditSteps * std::exp2(member.audits));
}

void followAuditTerms(World& world, const ReductionLimits& limits) {
  Reduction& reduction = world.reduction;
  if (reduction.auditSteps == limits.auditSteps) {
    return;
  }
  reduction.auditSteps = limits.auditSteps;
  for (std::uint32_t slot = 0; slot < reduction.members.size(); ++slot) {
    Membership& member = reduction.members[slot];
    if (!reduction.isFree(slot)) {
      member.auditDue = member.changed + static_cast<std::uint64_t>(auditStepsOf(limits, member));
    }
  }
  reduction.listAudits(world.particles.id);
}

void forgetAuditTerms(World& world) { world.reduction.auditSteps = 0.0; }

bool isFreshlyMerged(const World& world, const ReductionLimits& limits, const Membership& member) {
  return static_cast<double>(world.step - member.changed) < splitting::kFresh * auditStepsOf(limits, member);
}

void countAudit(bool wasAudit, double moved, Membership& member) {
  if (!wasAudit || moved > splitting::kStayed) {
    member.audits = 0;
  } else {
    member.audits += moved <= splitting::kRested ? splitting::kDoublingsAtRest : 1;
  }
}

}  // namespace scree
