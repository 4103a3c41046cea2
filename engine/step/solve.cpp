#include "engine/step/solve.h"

#include "engine/solver/pgs.h"
#include "engine/step/problem.h"

namespace scree {

bool solveContacts(World& world, StepData& data) {
  const PgsOptions options{
      .sweeps = world.parameters.sweeps, .tolerance = world.parameters.tolerance, .interrupt = data.interrupt};
  const PgsResult result = solvePgs(data.rows, data.bodies, options, data.residuals);
  if (result.interrupted) {
    return false;
  }
  collectMultipliers(data, data.multipliers);
  scatterVelocities(world, data);
  world.history.multipliers = data.multipliers;
  world.history.timeStep = world.parameters.timeStep;
  world.history.keys.resize(data.contacts.size());
  for (std::size_t i = 0; i < data.contacts.size(); ++i) {
    world.history.keys[i] = data.contacts[i].key;
  }
  return true;
}

}  // namespace scree
