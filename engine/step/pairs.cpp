#include "engine/step/pairs.h"

#include <algorithm>

#include "engine/base/parallel.h"
#include "engine/step/reach.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 1024;

}  // namespace

void findPairs(const World& world, StepData& data) {
  const std::size_t n = data.active.size();
  const bool looksAhead = world.parameters.substeps > 1;
  data.reach.resize(looksAhead ? world.particles.size() : 0);
  const Ways ways(world);
  data.fastest = sumPieces<Fastest>(data.threads, n, kChunk, [&](std::size_t begin, std::size_t end) {
    Fastest fastest;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t slot = data.active[i];
      const double speed = ways.speedOf(slot);
      const double radius = world.particles.radius[slot];
      fastest += {speed, radius};
      if (looksAhead) {
        data.reach[slot] = std::min(ways.at(speed), radius);
      }
    }
    return fastest;
  });
  updateCandidates(world, data.active, data.reach, data.grid, data.threads, data.candidates);
}

}  // namespace scree
