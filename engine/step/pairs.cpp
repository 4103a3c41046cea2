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
  if (world.parameters.substeps == 1) {
    data.reach.clear();
  } else {
    data.reach.resize(world.particles.size());
    const Ways ways(world);
    forChunks(data.threads, (n + kChunk - 1) / kChunk, [&](std::size_t chunk) {
      for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
        data.reach[data.active[i]] = ways.reachOf(data.active[i]);
      }
    });
  }
  updateCandidates(world, data.active, data.reach, data.grid, data.threads, data.candidates);
}

}  // namespace scree
