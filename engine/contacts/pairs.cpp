#include "engine/contacts/pairs.h"

#include <algorithm>
#include <limits>

#include "engine/base/parallel.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/reach.h"
#include "engine/contacts/turns.h"

namespace scree {

Extremes extremesOf(const World& world, const StepContext& context, const ContactList& list) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  struct Most {
    double way = 0.0;
    double smallest = kInfinity;
    double lightest = kInfinity;
    double heaviest = 0.0;
    Most& operator+=(const Most& other) {
      way = std::max(way, other.way);
      smallest = std::min(smallest, other.smallest);
      lightest = std::min(lightest, other.lightest);
      heaviest = std::max(heaviest, other.heaviest);
      return *this;
    }
  };
  const Ways ways(world);
  const Most most = sumPieces<Most>(
      context.threads, list.active.size(), contacts::kParticlesAPiece, [&](std::size_t begin, std::size_t end) {
        Most mine;
        for (std::size_t i = begin; i < end; ++i) {
          const std::uint32_t slot = list.active[i];
          const double mass = world.particles.mass[slot];
          mine += {.way = ways.of(slot), .smallest = world.particles.radius[slot], .lightest = mass, .heaviest = mass};
        }
        return mine;
      });
  return {.speed = std::max(0.0, most.way / world.parameters.timeStep - ways.fall()),
          .smallest = most.smallest,
          .lightest = most.lightest,
          .heaviest = most.heaviest};
}

void findPairs(const World& world, const StepContext& context, DetectionWork& detection, const ContactList& list) {
  const bool isAhead = looksAhead(world);
  const std::size_t size = isAhead ? world.particles.size() : 0;
  detection.reach.resize(size);
  detection.roundedVelocities.resize(size, RoundedVelocity::Zero());
  detection.turns.clear();
  if (!isAhead) {
    updateCandidates(world, list.active, detection.reach, detection.grid, context.threads, detection.candidates);
    return;
  }
  const Ways ways(world);
  forPieces(context.threads, list.active.size(), contacts::kParticlesAPiece, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t slot = list.active[i];
      detection.reach[slot] = std::min(ways.of(slot), context.farthest * world.particles.radius[slot]);
      detection.roundedVelocities[slot].head<3>() = velocityAhead(world, slot).cast<float>();
    }
  });
  updateCandidates(world, list.active, detection.reach, detection.grid, context.threads, detection.candidates);
  findTurns(world, extremesOf(world, context, list), context, detection, list);
  if (!detection.turned.empty()) {
    extendCandidates(world, list.active, detection.reach, detection.turned, detection.grid, context.threads,
                     detection.candidates);
  }
}

}  // namespace scree
