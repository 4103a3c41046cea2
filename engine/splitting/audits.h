#pragma once

#include "engine/world/world.h"

// How often members are opened to see whether they still rest: the longer they have stayed, the more rarely.
namespace scree {

/// Membership::auditDue of a member that is to be split off in the next step, whatever the share of audits.
constexpr std::uint64_t kDueAtOnce = 0;

/// Steps from the merging of a member to its audit, at least one.
double auditStepsOf(const World& world, const Membership& member);

/// Gives all members new dates where the interval, the time step or the depth of audits is not that by which they have
/// theirs, or audits were off. Those that were found buried get one again. Costs nothing otherwise.
void followAuditTerms(World& world);
/// There are no audits now: when they are on again all members get dates.
void forgetAuditTerms(World& world);

/// Whether a member was open a short while ago, measured by how long it is to stay: another audit near it leaves it.
bool isFreshlyMerged(const World& world, const Membership& member);

/// Counts an audit that is over: the next one waits twice as long, and eight times as long where nothing stirred. A
/// member that was opened for another reason, or found a new place, begins anew. `moved`: how far it came while it was
/// open, in diameters.
void countAudit(bool wasAudit, double moved, Membership& member);

/// Whether something as fast as a front split an aggregate a short while ago.
bool isFlowing(const World& world, const Aggregate& aggregate);

}  // namespace scree
