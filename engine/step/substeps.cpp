#include "engine/step/substeps.h"

#include <algorithm>

#include "engine/step/contacts.h"
#include "engine/step/forces.h"
#include "engine/step/impacts.h"
#include "engine/step/match.h"
#include "engine/step/positions.h"
#include "engine/step/problem.h"
#include "engine/step/solve.h"

namespace scree {

namespace {

bool solveSubstep(World& world, StepData& data) {
  if (!timed(data.times, Stage::impacts, [&] { return solveImpacts(world, data); })) {
    return false;
  }
  timed(data.times, Stage::forces, [&] { applyForces(world, data); });
  if (!timed(data.times, Stage::solve, [&] { return solveContacts(world, data); })) {
    return false;
  }
  timed(data.times, Stage::positions, [&] { advancePositions(world, data); });
  return true;
}

}  // namespace

bool solveSubsteps(World& world, StepData& data) {
  data.impactResiduals.clear();
  timed(data.times, Stage::match, [&] { takeMultipliers(world, data); });
  data.impactCount = 0;
  for (int substep = 0; substep < data.substeps; ++substep) {
    if (substep > 0) {
      timed(data.times, Stage::contacts, [&] { followContacts(world, substep * data.substepTime, data); });
      timed(data.times, Stage::match, [&] { carryMultipliers(data); });
    }
    if (!solveSubstep(world, data)) {
      return false;
    }
  }
  data.stays.resize(data.contacts.size());
  std::ranges::transform(data.contacts, data.stays.begin(),
                         [&](const Contact& contact) { return touches(contact, world) ? 1 : 0; });
  return true;
}

}  // namespace scree
