#include "engine/solve/reference/impacts.h"

#include "engine/contacts/contact_law.h"
#include "engine/solve/reference/problem.h"
#include "engine/solver/pgs.h"
#include "engine/solver/solver_constants.h"

namespace scree {

bool solveImpacts(const World& world, const StepContext& context, const ContactList& list, ReferenceWork& reference,
                  StepReport& report) {
  gatherBodies(world, list, reference);
  reference.rows.clear();
  std::size_t impacts = 0;
  const bool staged = world.parameters.impacts == Impacts::stage;
  for (const Contact& contact : list.contacts) {
    reference.rows.push_back(rowsOf(contact, world, context, list, reference));
    const double velocity = normalVelocity(reference.rows.back(), reference);
    const bool isImpact = touches(contact, world) && velocity < -impactSpeedOf(world, contact);
    impacts += isImpact ? 1 : 0;
    if (!touches(contact, world)) {
      reference.rows.back().target = solver::kNeverPushes;
      continue;
    }
    // Contacts that separate may come back with e times their speed, no faster: held at zero they would do work, and
    // many contacts with a high restitution would make energy out of nothing (Moreau's law, u+ + e u- >= 0).
    if (isImpact || velocity > 0.0) {
      reference.rows.back().target = -lawOf(world, contact).restitution * velocity;
    }
  }
  report.impactCount += impacts;
  reference.impactMultipliers.assign(list.contacts.size(), Multipliers{});
  if (impacts == 0 || !staged) {
    return true;
  }
  for (ContactRows<double>& rows : reference.rows) {
    prepareDiagonals(rows, reference.bodies);
  }
  const PgsOptions options{
      .sweeps = world.parameters.impactSweeps, .tolerance = world.parameters.tolerance, .interrupt = context.interrupt};
  const PgsResult result = solvePgs(reference.rows, reference.bodies, options, report.impactResiduals);
  report.impactSweeps += result.sweeps;
  collectMultipliers(reference, reference.impactMultipliers);
  return !result.interrupted;
}

}  // namespace scree
