#include "engine/solve/batched/attract.h"

#include "engine/solve/batched/lanes.h"

namespace scree {

namespace {

void kick(const Vec3& change, BodyRow& row) {
  row.vx += static_cast<float>(change.x());
  row.vy += static_cast<float>(change.y());
  row.vz += static_cast<float>(change.z());
}

Vec3 velocityOf(const BodyRow& row) { return {double{row.vx}, double{row.vy}, double{row.vz}}; }

}  // namespace

void findPulls(const SlabTasks& tasks, Slab& slab) {
  Attractions& attractions = tasks.list.attractions;
  const std::vector<BodyRow>& rows = tasks.batched.problem.rows;
  slab.pulls.resize(slab.batches.size());
  slab.unseen.resize(tasks.sweep.hidesPulls ? slab.batches.size() : 0);
  const double time = tasks.context.substepTime;
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    const BatchSource& source = slab.sources[i];
    const Batch& batch = slab.batches[i];
    slab.pulls[i] = Lane{};
    if (!slab.unseen.empty()) {
      slab.unseen[i] = Lane{};
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t index = source.contact.of[lane];
      if (index == kNoContact || attractions.at(index) == nullptr) {
        continue;
      }
      Attraction& attraction = attractions.all[attractions.of[index]];
      attraction.meet(double{source.gap.of[lane]});
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
      const double impulse = attraction.impulse(motion, time);
      slab.pulls[i].of[lane] = static_cast<float>(impulse);
      if (!slab.unseen.empty() && !attraction.inFriction) {
        slab.unseen[i].of[lane] = static_cast<float>(impulse);
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
      const double impulse = double{slab.pulls[i].of[lane]};
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
