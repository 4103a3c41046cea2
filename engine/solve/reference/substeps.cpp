#include "engine/solve/reference/substeps.h"

#include <algorithm>

#include "engine/contacts/contacts.h"
#include "engine/contacts/match.h"
#include "engine/solve/reference/forces.h"
#include "engine/solve/reference/impacts.h"
#include "engine/solve/reference/positions.h"
#include "engine/solve/reference/problem.h"
#include "engine/solve/reference/solve.h"
#include "engine/solve/reference/warm_start.h"

namespace scree {

namespace {

bool solveSubstep(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
                  ReferenceWork& reference, StepReport& report) {
  if (!timed(report.times, Stage::impacts, [&] { return solveImpacts(world, context, list, reference, report); })) {
    return false;
  }
  timed(report.times, Stage::forces, [&] { applyForces(world, context, list, reference); });
  if (!timed(report.times, Stage::solve, [&] { return solveContacts(world, context, list, reference, report); })) {
    return false;
  }
  timed(report.times, Stage::positions, [&] { advancePositions(world, context, list, sums, reference); });
  return true;
}

}  // namespace

bool solveSubsteps(World& world, const StepContext& context, ContactList& list, AggregateSums& sums,
                   ReferenceWork& reference, StepReport& report) {
  report.impactResiduals.clear();
  timed(report.times, Stage::match, [&] { takeMultipliers(world, context, list, reference); });
  report.impactCount = 0;
  for (int substep = 0; substep < context.substeps; ++substep) {
    if (substep > 0) {
      timed(report.times, Stage::contacts, [&] { followContacts(world, substep * context.substepTime, list); });
      timed(report.times, Stage::match, [&] { carryMultipliers(list, reference); });
    }
    if (!solveSubstep(world, context, list, sums, reference, report)) {
      return false;
    }
  }
  list.stays.resize(list.contacts.size());
  std::ranges::transform(list.contacts, list.stays.begin(),
                         [&](const Contact& contact) { return touches(contact, world) ? 1 : 0; });
  return true;
}

}  // namespace scree
