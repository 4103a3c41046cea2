#include "engine/step/solve.h"

#include "engine/solver/nncg.h"
#include "engine/solver/pgs.h"
#include "engine/step/problem.h"

namespace scree {

bool solveContacts(World& world, StepData& data) {
  const PgsOptions options{
      .sweeps = world.parameters.sweeps, .tolerance = world.parameters.tolerance, .interrupt = data.interrupt};
  const PgsResult result = world.parameters.method == Method::nncg
                               ? solveNncg(data.rows, data.bodies, options, data.residuals)
                               : solvePgs(data.rows, data.bodies, options, data.residuals);
  if (result.interrupted) {
    return false;
  }
  data.sweeps += result.sweeps;
  data.contactSweeps += static_cast<std::uint64_t>(result.sweeps) * data.rows.size();
  collectMultipliers(data, data.multipliers);
  scatterVelocities(world, data);
  return true;
}

}  // namespace scree
