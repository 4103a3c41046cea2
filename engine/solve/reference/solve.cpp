#include "engine/solve/reference/solve.h"

#include "engine/settings/speed_scales.h"
#include "engine/solve/reference/problem.h"
#include "engine/solver/nncg.h"
#include "engine/solver/pgs.h"

namespace scree {

bool solveContacts(World& world, const StepContext& context, ContactList& list, ReferenceWork& reference,
                   StepReport& report) {
  const PgsOptions options{.sweeps = world.parameters.sweeps,
                           .overRelaxation = world.parameters.overRelaxation,
                           .tangentialRelaxation = tangentialRelaxation(world.parameters),
                           .tolerance = world.parameters.tolerance,
                           .interrupt = context.interrupt};
  const PgsResult result = world.parameters.method == Method::nncg
                               ? solveNncg(reference.rows, reference.bodies, options, report.residuals)
                               : solvePgs(reference.rows, reference.bodies, options, report.residuals);
  if (result.interrupted) {
    return false;
  }
  report.sweeps += result.sweeps;
  report.contactSweeps += static_cast<std::uint64_t>(result.sweeps) * reference.rows.size();
  collectMultipliers(reference, list.multipliers);
  scatterVelocities(world, list, reference);
  return true;
}

}  // namespace scree
