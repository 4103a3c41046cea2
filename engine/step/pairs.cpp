#include "engine/step/pairs.h"

#include <algorithm>
#include <limits>

#include "engine/base/parallel.h"
#include "engine/step/reach.h"
#include "engine/step/turns.h"

namespace scree {

namespace {

constexpr std::size_t kChunk = 1024;

}  // namespace

Fastest findPairs(const World& world, StepData& data) {
  const std::size_t n = data.active.size();
  const bool looksAhead = world.parameters.substeps > 1;
  data.reach.resize(looksAhead ? world.particles.size() : 0);
  const Ways ways(world);
  struct Most {
    double way = 0.0;
    double smallest = std::numeric_limits<double>::infinity();
    Most& operator+=(const Most& other) {
      way = std::max(way, other.way);
      smallest = std::min(smallest, other.smallest);
      return *this;
    }
  };
  const Most most = sumPieces<Most>(data.threads, n, kChunk, [&](std::size_t begin, std::size_t end) {
    Most mine;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t slot = data.active[i];
      const double way = ways.of(slot);
      const double radius = world.particles.radius[slot];
      mine.way = std::max(mine.way, way);
      mine.smallest = std::min(mine.smallest, radius);
      if (looksAhead) {
        data.reach[slot] = std::min(way, radius);
      }
    }
    return mine;
  });
  const double time = world.parameters.timeStep;
  const double speed = std::max(0.0, most.way / time - time * world.parameters.gravity.norm());
  const Fastest fastest{.speed = speed, .smallest = most.smallest};
  updateCandidates(world, data.active, data.reach, data.grid, data.threads, data.candidates);
  data.turns.clear();
  if (looksAhead) {
    findTurns(world, fastest, data);
    if (!data.turned.empty()) {
      extendCandidates(world, data.active, data.reach, data.turned, data.grid, data.threads, data.candidates);
    }
  }
  return fastest;
}

}  // namespace scree
