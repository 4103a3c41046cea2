#include "engine/step/pairs.h"

#include "engine/step/reach.h"

namespace scree {

void findPairs(const World& world, StepData& data) {
  const Particles& particles = world.particles;
  data.reach.clear();
  if (world.parameters.substeps > 1) {
    data.reach.resize(particles.size());
    for (std::size_t i = 0; i < particles.size(); ++i) {
      data.reach[i] = reachOf(world, i);
    }
  }
  data.grid.findPairs(particles.position, particles.radius, data.reach, data.threads, data.pairs);
}

}  // namespace scree
