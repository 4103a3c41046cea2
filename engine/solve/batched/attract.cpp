#include "engine/solve/batched/attract.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "engine/solve/batched/lanes.h"

namespace scree {

namespace {

constexpr float kAny = std::numeric_limits<float>::infinity();

void kick(const Vec3& change, BodyRow& row) {
  row.vx += static_cast<float>(change.x());
  row.vy += static_cast<float>(change.y());
  row.vz += static_cast<float>(change.z());
}

Vec3 velocityOf(const BodyRow& row) { return {double{row.vx}, double{row.vy}, double{row.vz}}; }

/// Lanes whose impulse no longer holds, as bits.
std::uint32_t staleLanes(const PulledLanes& pulls, const BatchSource& source) {
  std::uint32_t stale = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const float gap = source.gap.of[lane];
    const bool holds =
        gap >= pulls.lowest.of[lane] && gap <= pulls.highest.of[lane] && source.rebounds.of[lane] == 0.0F;
    stale |= static_cast<std::uint32_t>(!holds) << lane;
  }
  return stale;
}

/// Sets the impulse of a lane, and the gaps between which it holds in the substeps to come.
void setPull(const SlabTasks& tasks, const Batch& batch, const BatchSource& source, std::size_t lane,
             PulledLanes& pulls) {
  const std::uint32_t index = source.contact.of[lane];
  Attraction* const attraction = index == kNoContact ? nullptr : tasks.list.attractions.at(index);
  pulls.lowest.of[lane] = -kAny;
  pulls.highest.of[lane] = kAny;
  if (attraction == nullptr) {
    pulls.impulse.of[lane] = 0.0F;
    return;
  }
  const std::vector<BodyRow>& rows = tasks.batched.problem.rows;
  const double time = tasks.context.substepTime;
  const BodyRow& a = rows[batch.a.of[lane] / kRowFloats];
  const BodyRow& b = rows[batch.b.of[lane] / kRowFloats];
  const Vec3 normal = lane3(batch.normal, lane);
  PairMotion motion;
  motion.gap = double{source.gap.of[lane]};
  motion.inverseMass = double{a.inverseMass} + double{b.inverseMass};
  // Both sides fall, or only the first.
  const double falling = b.inverseMass > 0.0F ? 0.0 : -normal.dot(tasks.fall);
  motion.acceleration = falling / time;
  motion.opening = normal.dot(velocityOf(b) - velocityOf(a)) - falling;
  attraction->meet(motion.gap);
  const HeldImpulse held = attraction->impulse(motion, time);
  pulls.impulse.of[lane] = static_cast<float>(held.impulse);
  pulls.lowest.of[lane] = source.rebounds.of[lane] == 0.0F ? static_cast<float>(held.lowest) : kAny;
  pulls.highest.of[lane] = static_cast<float>(held.highest);
}

}  // namespace

void findPulls(const SlabTasks& tasks, Slab& slab) {
  if (slab.pulls.size() != slab.batches.size()) {
    PulledLanes unknown;
    std::ranges::fill(unknown.lowest.of, kAny);
    slab.pulls.assign(slab.batches.size(), unknown);
    slab.unseen.assign(tasks.sweep.hidesPulls ? slab.batches.size() : 0, Lane{});
  }
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    PulledLanes& pulls = slab.pulls[i];
    const BatchSource& source = slab.sources[i];
    const std::uint32_t stale = staleLanes(pulls, source);
    for (std::uint32_t left = stale; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(left));
      setPull(tasks, slab.batches[i], source, lane, pulls);
      if (!slab.unseen.empty() && source.contact.of[lane] != kNoContact) {
        const Attraction* const attraction = tasks.list.attractions.at(source.contact.of[lane]);
        slab.unseen[i].of[lane] = attraction == nullptr || attraction->inFriction ? 0.0F : pulls.impulse.of[lane];
      }
    }
  }
}

void applyPulls(const SlabTasks& tasks, Slab& slab) {
  std::vector<BodyRow>& rows = tasks.batched.problem.rows;
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    const BatchSource& source = slab.sources[i];
    const Batch& batch = slab.batches[i];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double impulse = double{slab.pulls[i].impulse.of[lane]};
      if (impulse == 0.0) {
        continue;
      }
      BodyRow& a = rows[batch.a.of[lane] / kRowFloats];
      BodyRow& b = rows[batch.b.of[lane] / kRowFloats];
      const Vec3 normal = lane3(batch.normal, lane);
      kick(impulse * double{a.inverseMass} * normal, a);
      if (!source.surface && !source.member) {
        kick(-impulse * double{b.inverseMass} * normal, b);
      }
    }
  }
}

}  // namespace scree
