#include "engine/contacts/turns.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>

#include "engine/base/parallel.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/fast_pairs.h"
#include "engine/contacts/reach.h"

namespace scree {

namespace {

/// Whoever comes first: the largest is the same for all orders.
void raise(double& turn, double speed) {
  std::atomic_ref<double> shared(turn);
  double old = shared.load(std::memory_order_relaxed);
  while (old < speed && !shared.compare_exchange_weak(old, speed, std::memory_order_relaxed)) {
  }
}

}  // namespace

MovingSpheres movingSpheres(const World& world, const StepContext& context, const DetectionWork& detection) {
  MovingSpheres moving{
      .spheres = {world.particles.position, world.particles.radius, detection.reach, periodicBoxOf(world)},
      .velocities = world.particles.velocity,
      .turns = detection.turns};
  if (context.pulled.isAny()) {
    moving.pulled = context.pulled.slot;
    moving.pulledVelocity = velocityAhead(world, context.pulled.slot);
  }
  return moving;
}

void findTurns(const World& world, const Extremes& extremes, const StepContext& context, DetectionWork& detection,
               const ContactList& list) {
  const double time = world.parameters.timeStep;
  const double fall = time * world.parameters.gravity.norm();
  detection.turns.clear();
  detection.turned.clear();
  const double slowest = std::max(fall, 2.0 * contacts::kLeastHit * extremes.smallest / time);
  if (2.0 * extremes.speed <= slowest) {
    return;
  }
  const Hits hits{.time = time,
                  .slowest = slowest,
                  .leastPart = contacts::kLeastHit,
                  .rounded = detection.roundedVelocities,
                  .rounding = contacts::kVelocityRoundOff * extremes.speed};
  detection.turns.assign(world.particles.size(), 0.0);
  const MovingSpheres moving = movingSpheres(world, context, detection);
  const std::vector<ParticlePair>& candidates = detection.candidates.pairs;
  const bool isAllActive = list.active.size() == world.particles.size();
  const auto slotsOf = [&](const ParticlePair& places) {
    return ParticlePair{list.active[places.first], list.active[places.second]};
  };
  const auto hit = sumPieces<std::size_t>(
      context.threads, candidates.size(), contacts::kPairsAPiece, [&](std::size_t begin, std::size_t end) {
        std::size_t count = 0;
        FastPairs fast;
        std::array<ParticlePair, contacts::kPairsAtOnce> slots;
        for (std::size_t at = begin; at < end; at += contacts::kPairsAtOnce) {
          std::span<const ParticlePair> pairs =
              std::span(candidates).subspan(at, std::min(contacts::kPairsAtOnce, end - at));
          if (!isAllActive) {
            std::ranges::transform(pairs, slots.begin(), slotsOf);
            pairs = std::span(slots).first(pairs.size());
          }
          findFast(moving, hits, pairs, fast);
          count += fast.count;
          for (std::size_t i = 0; i < fast.count; ++i) {
            const auto [a, b] = fast.slots[i];
            // Of an elastic impact: the lighter one gets up to twice the speed.
            const double share = 2.0 * fast.speed[i] / (world.particles.mass[a] + world.particles.mass[b]);
            raise(detection.turns[a], share * world.particles.mass[b]);
            raise(detection.turns[b], share * world.particles.mass[a]);
          }
        }
        return count;
      });
  if (hit == 0) {
    detection.turns.clear();
    return;
  }
  appendPieces(context.threads, list.active.size(), contacts::kPairsAPiece, detection.turned,
               [&](std::size_t begin, std::size_t end, std::vector<std::uint32_t>& turned) {
                 for (std::size_t i = begin; i < end; ++i) {
                   const std::uint32_t slot = list.active[i];
                   if (detection.turns[slot] == 0.0) {
                     continue;
                   }
                   const double way = time * (fall + contacts::kTurned * detection.turns[slot]);
                   const double reach = std::min(way, context.farthest * world.particles.radius[slot]);
                   if (reach > detection.reach[slot]) {
                     detection.reach[slot] = reach;
                     turned.push_back(static_cast<std::uint32_t>(i));
                   }
                 }
               });
}

}  // namespace scree
