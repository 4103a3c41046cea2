#include "engine/step/impacts.h"

#include "engine/solver/pgs.h"
#include "engine/step/contact_law.h"
#include "engine/step/problem.h"

namespace scree {

bool solveImpacts(const World& world, StepData& data) {
  gatherBodies(world, data);
  data.rows.clear();
  std::size_t impacts = 0;
  const bool staged = world.parameters.impacts == Impacts::stage;
  for (const Contact& contact : data.contacts) {
    data.rows.push_back(rowsOf(contact, world, data));
    const double velocity = normalVelocity(data.rows.back(), data);
    const bool isImpact = touches(contact, world) && velocity < -impactSpeedOf(world, contact);
    impacts += isImpact ? 1 : 0;
    if (!touches(contact, world)) {
      data.rows.back().target = kNeverPushes;
      continue;
    }
    // Contacts that separate may come back with e times their speed, no faster: held at zero they would do work, and
    // many contacts with a high restitution would make energy out of nothing (Moreau's law, u+ + e u- >= 0).
    if (isImpact || velocity > 0.0) {
      data.rows.back().target = -lawOf(world, contact).restitution * velocity;
    }
  }
  data.impactCount += impacts;
  data.impactMultipliers.assign(data.contacts.size(), Multipliers{});
  if (impacts == 0 || !staged) {
    return true;
  }
  for (ContactRows<double>& rows : data.rows) {
    prepareDiagonals(rows, data.bodies);
  }
  const PgsOptions options{
      .sweeps = world.parameters.impactSweeps, .tolerance = world.parameters.tolerance, .interrupt = data.interrupt};
  const PgsResult result = solvePgs(data.rows, data.bodies, options, data.impactResiduals);
  data.impactSweeps += result.sweeps;
  collectMultipliers(data, data.impactMultipliers);
  return !result.interrupted;
}

}  // namespace scree
