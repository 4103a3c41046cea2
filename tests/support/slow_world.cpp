#include "tests/support/slow_world.h"

#include "tests/support/worlds.h"

namespace scree::testing {

World slowWorld() {
  World world = emptyWorld();
  addOpenBox(world, 0.15, 0.3);
  addLattice(world, 9, 9, 9, 0.012, 0.013, 1);
  StepData data;
  world.parameters.sweeps = 10;
  world.parameters.impactSweeps = 10;
  run(world, data, 0.2);
  world.parameters.sweeps = 1000000;
  world.parameters.impactSweeps = 1000000;
  return world;
}

}  // namespace scree::testing
