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

void attract(const SlabTasks& tasks, Slab& slab) {
  const Attractions& attractions = tasks.list.attractions;
  std::vector<BodyRow>& rows = tasks.batched.problem.rows;
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
      const Attraction* const attraction = index == kNoContact ? nullptr : attractions.at(index);
      if (attraction == nullptr) {
        continue;
      }
      BodyRow& a = rows[batch.a.of[lane] / kRowFloats];
      BodyRow& b = rows[batch.b.of[lane] / kRowFloats];
      const Vec3 normal = lane3(batch.normal, lane);
      const double gap = double{source.gap.of[lane]};
      const double opening = normal.dot(velocityOf(b) - velocityOf(a));
      const double impulse = time * attraction->meanForce(gap, gap + time * opening);
      slab.pulls[i].of[lane] = static_cast<float>(impulse);
      if (!slab.unseen.empty() && !attraction->inFriction) {
        slab.unseen[i].of[lane] = static_cast<float>(impulse);
      }
      kick(impulse * double{a.inverseMass} * normal, a);
      if (!source.surface && !source.member) {
        kick(-impulse * double{b.inverseMass} * normal, b);
      }
    }
  }
}

}  // namespace scree
