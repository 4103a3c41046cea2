#include "engine/step/pairs.h"

#include "engine/step/reach.h"

namespace scree {

void findPairs(const World& world, StepData& data) {
  const Particles& particles = world.particles;
  if (world.parameters.substeps == 1) {
    data.grid.findPairs(particles.position, particles.radius, data.threads, data.pairs);
    return;
  }
  data.reach.resize(particles.size());
  for (std::size_t i = 0; i < particles.size(); ++i) {
    data.reach[i] = particles.radius[i] + reachOf(world, i);
  }
  data.grid.findPairs(particles.position, data.reach, data.threads, data.pairs);
}

}  // namespace scree
