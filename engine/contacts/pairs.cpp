#include "engine/contacts/pairs.h"

#include <algorithm>
#include <limits>

#include "engine/base/parallel.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/reach.h"
#include "engine/contacts/turns.h"

namespace scree {

namespace {}  // namespace

Extremes findPairs(const World& world, const StepContext& context, DetectionWork& detection, const ContactList& list) {
  const std::size_t n = list.active.size();
  const bool looksAhead = hasSubsteps(world.parameters);
  const std::size_t size = looksAhead ? world.particles.size() : 0;
  detection.reach.resize(size);
  detection.roundedVelocities.resize(size, RoundedVelocity::Zero());
  const Ways ways(world);
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
  const Most most =
      sumPieces<Most>(context.threads, n, contacts::kParticlesAPiece, [&](std::size_t begin, std::size_t end) {
        Most mine;
        for (std::size_t i = begin; i < end; ++i) {
          const std::uint32_t slot = list.active[i];
          const double way = ways.of(slot);
          const double radius = world.particles.radius[slot];
          const double mass = world.particles.mass[slot];
          mine += {.way = way, .smallest = radius, .lightest = mass, .heaviest = mass};
          if (looksAhead) {
            detection.reach[slot] = std::min(way, radius);
            detection.roundedVelocities[slot].head<3>() = velocityAhead(world, slot).cast<float>();
          }
        }
        return mine;
      });
  const double time = world.parameters.timeStep;
  const double speed = std::max(0.0, most.way / time - ways.fall());
  const Extremes extremes{
      .speed = speed, .smallest = most.smallest, .lightest = most.lightest, .heaviest = most.heaviest};
  updateCandidates(world, list.active, detection.reach, detection.grid, context.threads, detection.candidates);
  detection.turns.clear();
  if (looksAhead) {
    findTurns(world, extremes, context, detection, list);
    if (!detection.turned.empty()) {
      extendCandidates(world, list.active, detection.reach, detection.turned, detection.grid, context.threads,
                       detection.candidates);
    }
  }
  return extremes;
}

}  // namespace scree
