#include "engine/step/pairs.h"

namespace scree {

void findPairs(const World& world, StepData& data) {
  data.grid.findPairs(world.particles.position, world.particles.radius, {}, data.threads, data.pairs);
}

}  // namespace scree
