#include "engine/step/substeps.h"

#include <algorithm>

#include "engine/step/contacts.h"
#include "engine/step/forces.h"
#include "engine/step/impacts.h"
#include "engine/step/match.h"
#include "engine/step/positions.h"
#include "engine/step/problem.h"
#include "engine/step/solve.h"
#include "engine/step/warm_start.h"

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
