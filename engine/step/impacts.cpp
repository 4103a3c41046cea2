#include "engine/step/impacts.h"

#include "engine/solver/pgs.h"
#include "engine/step/problem.h"

namespace scree {

bool solveImpacts(const World& world, StepData& data) {
  gatherBodies(world, data);
  data.rows.clear();
  data.impactResiduals.clear();
  data.impactCount = 0;
  for (const Contact& contact : data.contacts) {
    data.rows.push_back(rowsOf(contact, world, data));
    const double approach = -normalVelocity(data.rows.back(), data);
    if (approach > world.parameters.impactSpeed) {
      data.rows.back().target = contact.restitution * approach;
      ++data.impactCount;
    }
  }
  data.impactMultipliers.assign(data.contacts.size(), Multipliers{});
  if (data.impactCount == 0) {
    return true;
  }
  for (ContactRows<double>& rows : data.rows) {
    prepareDiagonals(rows, data.bodies);
  }
  const PgsOptions options{
      .sweeps = world.parameters.impactSweeps, .tolerance = world.parameters.tolerance, .interrupt = data.interrupt};
  const PgsResult result = solvePgs(data.rows, data.bodies, options, data.impactResiduals);
  collectMultipliers(data, data.impactMultipliers);
  return !result.interrupted;
}

}  // namespace scree
