#include "engine/splitting/audits.h"

#include <algorithm>
#include <cmath>

#include "engine/splitting/splitting_constants.h"

namespace scree {

double auditStepsOf(const World& world, const Membership& member) {
  const Parameters& p = world.parameters;
  const double steps =
      p.reduction.audit.interval / p.timeStep * std::exp2(std::min(member.audits, splitting::kMostDoublings));
  return std::max(1.0, std::ceil(steps));
}

void followAuditTerms(World& world) {
  const Parameters& p = world.parameters;
  Reduction& reduction = world.reduction;
  const double steps = p.reduction.audit.interval / p.timeStep;
  if (reduction.auditSteps == steps && reduction.auditDepth == p.reduction.audit.depth) {
    return;
  }
  reduction.auditSteps = steps;
  reduction.auditDepth = p.reduction.audit.depth;
  for (std::uint32_t slot = 0; slot < reduction.members.size(); ++slot) {
    Membership& member = reduction.members[slot];
    if (!reduction.isFree(slot)) {
      member.auditDue = member.changed + static_cast<std::uint64_t>(auditStepsOf(world, member));
    }
  }
  reduction.listAudits(world.particles.id);
}

void forgetAuditTerms(World& world) {
  world.reduction.auditSteps = 0.0;
  world.reduction.auditDepth = 0.0;
}

bool isFreshlyMerged(const World& world, const Membership& member) {
  return static_cast<double>(world.step - member.changed) < splitting::kFresh * auditStepsOf(world, member);
}

void countAudit(bool wasAudit, double moved, Membership& member) {
  if (!wasAudit || moved > splitting::kStayed) {
    member.audits = 0;
  } else {
    member.audits += moved <= splitting::kRested ? splitting::kDoublingsAtRest : splitting::kDoublingsInPlace;
  }
}

}  // namespace scree
