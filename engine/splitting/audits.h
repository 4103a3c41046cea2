#pragma once

#include "engine/world/reduction_limits.h"
#include "engine/world/world.h"

// Dates of audits (METHOD.md 10.14): members are opened to see whether they still rest, the more rarely the longer they
// have stayed.
namespace scree {

/// Steps from the merging of a member to its audit, at least one.
double auditStepsOf(const ReductionLimits& limits, const Membership& member);

/// Gives all members new dates of audits where the steps to the first one have changed, or audits were off; buried
/// members get a date again. Costs nothing otherwise.
void followAuditTerms(World& world, const ReductionLimits& limits);
/// Notes that audits are off, so that followAuditTerms() gives dates to all members when they are on again.
void forgetAuditTerms(World& world);

/// True if a member merged less than splitting::kFresh of its interval ago: an audit near it leaves it closed.
bool isFreshlyMerged(const World& world, const ReductionLimits& limits, const Membership& member);

/// Counts an audit that is over: the next interval is twice as long, and eight times where the member was at rest. A
/// member that was opened for another reason, or found a new place, begins anew. `moved` is its way while it was open,
/// in diameters.
void countAudit(bool wasAudit, double moved, Membership& member);

}  // namespace scree
