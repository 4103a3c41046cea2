#include "engine/step/pack.h"

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>

#include "engine/base/parallel.h"
#include "engine/base/prefetch.h"
#include "engine/step/contact_law.h"
#include "engine/step/slab_layout.h"

namespace scree {

namespace {

constexpr std::size_t kBlock = 2048;  // contacts coloured together: their bodies stay in the nearest cache
constexpr std::size_t kChunk = 4096;
constexpr std::size_t kSortChunk = 16384;  // large against the number of slabs, which are counted in each
constexpr std::size_t kFetchAhead = 8;     // contacts
constexpr unsigned kPrescribedBit = 31;    // in `owners`, of contacts whose second body moves as prescribed
constexpr std::uint32_t kPrescribed = 1U << kPrescribedBit;

/// Sorts entries into slabs, stably: `slabOf(i)` of n entries. Calls put(i, place) for each with its place in the
/// order; `begin` gets the first place of each slab and the end. Which thread does what does not show.
template <typename SlabOf, typename Put>
void sortBySlab(std::size_t n, std::size_t slabs, ThreadPool* threads, SlabOf slabOf, Put put,
                std::vector<std::uint32_t>& starts, std::vector<std::uint32_t>& begin) {
  const std::size_t chunks = (n + kSortChunk - 1) / kSortChunk;
  starts.assign(chunks * slabs, 0);
  forChunks(threads, chunks, [&](std::size_t chunk) {
    std::uint32_t* counts = starts.data() + chunk * slabs;
    for (std::size_t i = chunk * kSortChunk; i < std::min(n, (chunk + 1) * kSortChunk); ++i) {
      ++counts[slabOf(i)];
    }
  });
  begin.assign(slabs + 1, 0);
  std::uint32_t next = 0;
  for (std::size_t slab = 0; slab < slabs; ++slab) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      next += std::exchange(starts[chunk * slabs + slab], next);
    }
    begin[slab + 1] = next;
  }
  forChunks(threads, chunks, [&](std::size_t chunk) {
    std::uint32_t* places = starts.data() + chunk * slabs;
    for (std::size_t i = chunk * kSortChunk; i < std::min(n, (chunk + 1) * kSortChunk); ++i) {
      put(i, places[slabOf(i)]++);
    }
  });
}

/// Sorts the free particles by their place in space; ties keep the order of slots.
void orderBodies(const World& world, const SlabLayout& layout, StepData& data) {
  BatchedProblem& problem = data.batched;
  const std::size_t n = data.active.size();
  problem.keys.resize(n);
  problem.slotOf.resize(n);
  problem.bodyOf.resize(world.particles.size());
  problem.slabOf.resize(n);
  problem.sorted.resize(n);
  forChunks(data.threads, (n + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
      problem.keys[i] = keyOf(layout, world.particles.position[data.active[i]]);
    }
  });
  const unsigned bits = 2 * layout.bits;
  const std::uint32_t column = (1U << bits) - 1;
  sortBySlab(
      n, layout.slabs, data.threads, [&](std::size_t i) { return problem.keys[i] >> bits; },
      [&](std::size_t i, std::uint32_t place) {
        problem.sorted[place] = {problem.keys[i] & column, data.active[i]};
      },
      problem.starts, problem.slabBegin);
  forChunks(data.threads, layout.slabs, [&](std::size_t slab) {
    std::vector<std::uint32_t>& starts = problem.work[slab].starts;
    starts.assign(std::size_t{column} + 2, 0);
    const std::uint32_t begin = problem.slabBegin[slab];
    const std::uint32_t end = problem.slabBegin[slab + 1];
    for (std::uint32_t i = begin; i < end; ++i) {
      ++starts[problem.sorted[i].key + 1];
    }
    starts[0] = begin;
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint32_t body = starts[problem.sorted[i].key]++;
      problem.slotOf[body] = problem.sorted[i].index;
      problem.bodyOf[problem.sorted[i].index] = body;
      problem.slabOf[body] = static_cast<std::uint8_t>(slab);
    }
  });
}

/// Sorts a slab's contacts by their bodies; returns how many of them are with what is prescribed.
std::uint32_t orderSlab(std::size_t at, BatchedProblem& problem) {
  std::vector<std::uint32_t>& starts = problem.work[at].starts;
  const std::uint32_t firstBody = problem.slabBegin[at];
  starts.assign(problem.slabBegin[at + 1] - firstBody + 1, 0);
  const std::uint32_t begin = problem.contactBegin[at];
  const std::uint32_t end = problem.contactBegin[at + 1];
  std::uint32_t prescribed = 0;
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::uint32_t owner = problem.sorted[i].key;
    ++starts[(owner & ~kPrescribed) - firstBody + 1];
    prescribed += owner >> kPrescribedBit;
  }
  starts[0] = begin;
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  for (std::uint32_t i = begin; i < end; ++i) {
    problem.owned[starts[(problem.sorted[i].key & ~kPrescribed) - firstBody]++] = problem.sorted[i].index;
  }
  return prescribed;
}

/// Sorts the contacts by their first bodies in one go: one thread needs no slabs for that. `surfaceBegin` gets the
/// number of prescribed ones in each slab.
void orderAlone(std::size_t slabs, BatchedProblem& problem) {
  std::vector<std::uint32_t>& starts = problem.starts;
  starts.assign(problem.slotOf.size() + 1, 0);
  for (const std::uint32_t owner : problem.owners) {
    const std::uint32_t body = owner & ~kPrescribed;
    ++starts[body + 1];
    problem.surfaceBegin[problem.slabOf[body] + std::size_t{1}] += owner >> kPrescribedBit;
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  problem.contactBegin.resize(slabs + 1);
  for (std::size_t slab = 0; slab <= slabs; ++slab) {
    problem.contactBegin[slab] = starts[problem.slabBegin[slab]];
  }
  for (std::size_t i = 0; i < problem.owners.size(); ++i) {
    problem.owned[starts[problem.owners[i] & ~kPrescribed]++] = static_cast<std::uint32_t>(i);
  }
}

/// The same shared among threads: into slabs first.
void orderShared(std::size_t slabs, ThreadPool* threads, BatchedProblem& problem) {
  problem.sorted.resize(problem.owners.size());
  sortBySlab(
      problem.owners.size(), slabs, threads,
      [&](std::size_t i) { return problem.slabOf[problem.owners[i] & ~kPrescribed]; },
      [&](std::size_t i, std::uint32_t place) {
        problem.sorted[place] = {problem.owners[i], static_cast<std::uint32_t>(i)};
      },
      problem.starts, problem.contactBegin);
  forChunks(threads, slabs, [&](std::size_t slab) { problem.surfaceBegin[slab + 1] = orderSlab(slab, problem); });
}

/// Gives every contact to its first body's slab, and counts what is prescribed in each.
void orderContacts(std::size_t slabs, StepData& data) {
  BatchedProblem& problem = data.batched;
  const std::size_t contacts = data.contacts.size();
  problem.owners.resize(contacts);
  problem.owned.resize(contacts);
  forChunks(data.threads, (contacts + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min(contacts, (chunk + 1) * kChunk); ++i) {
      const Contact& contact = data.contacts[i];
      const std::uint32_t a = problem.bodyOf[contact.a];
      problem.owners[i] = contact.isPrescribed() ? a | kPrescribed : std::min(a, problem.bodyOf[contact.b]);
    }
  });
  problem.surfaceBegin.assign(slabs + 1, 0);
  if (data.threads != nullptr && data.threads->size() > 1) {
    orderShared(slabs, data.threads, problem);
  } else {
    orderAlone(slabs, problem);
  }
  std::partial_sum(problem.surfaceBegin.begin(), problem.surfaceBegin.end(), problem.surfaceBegin.begin());
}

/// Room for what the slabs are packed into.
void makeRoom(StepData& data) {
  BatchedProblem& problem = data.batched;
  const std::size_t n = data.active.size();
  problem.motion.resize(n);
  problem.prescribed.resize(problem.surfaceBegin.back());
  problem.rows.resize(n + problem.surfaceBegin.back() + problem.slabs.size());
  problem.shifts.resize(problem.rows.size());
}

/// A slab's bodies as the step begins.
void gatherMotion(const World& world, std::size_t at, double substepTime, BatchedProblem& problem) {
  const Particles& particles = world.particles;
  const Vec3 fall = substepTime * world.parameters.gravity;
  for (std::uint32_t i = problem.slabBegin[at]; i < problem.slabBegin[at + 1]; ++i) {
    if (i + kFetchAhead < problem.slotOf.size()) {
      const std::uint32_t next = problem.slotOf[i + kFetchAhead];
      fetch(particles.velocity[next]);
      fetch(particles.angularVelocity[next]);
      fetch(particles.radius[next]);
      fetch(particles.mass[next]);
    }
    const std::uint32_t slot = problem.slotOf[i];
    problem.motion[i] = {.velocity = particles.velocity[slot] + fall,
                         .angularVelocity = particles.angularVelocity[slot],
                         .radius = particles.radius[slot]};
    problem.rows[i] = rowOf(problem.motion[i], static_cast<float>(1.0 / particles.mass[slot]));
    problem.shifts[i] = {.radius = static_cast<float>(particles.radius[slot])};
  }
}

/// The rows of a slab's prescribed contacts and of its empty lanes, as long as nothing has been put there.
void clearRows(std::size_t at, BatchedProblem& problem) {
  const auto n = static_cast<std::ptrdiff_t>(problem.slotOf.size());
  const auto clear = [n](auto& list, std::size_t begin, std::size_t end) {
    std::fill(list.begin() + n + static_cast<std::ptrdiff_t>(begin),
              list.begin() + n + static_cast<std::ptrdiff_t>(end),
              typename std::remove_reference_t<decltype(list)>::value_type{});
  };
  const std::size_t empty = problem.surfaceBegin.back() + at;
  clear(problem.rows, problem.surfaceBegin[at], problem.surfaceBegin[at + 1]);
  clear(problem.shifts, problem.surfaceBegin[at], problem.surfaceBegin[at + 1]);
  clear(problem.rows, empty, empty + 1);
  clear(problem.shifts, empty, empty + 1);
}

void setLane3(Lane* lanes, std::size_t at, const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis) {
    lanes[axis].of[at] = static_cast<float>(v[axis]);
  }
}

/// Coefficients that last over the substeps (method.md 3), and the first multipliers.
void fillLane(const World& world, const StepData& data, const SpookFactors& factors, std::uint32_t index,
              std::size_t at, Batch& batch, BatchSource& source) {
  const Contact& contact = data.contacts[index];
  const Particles& particles = world.particles;
  const ContactLaw law = lawOf(world, contact);
  const bool hertz = law.exponent != 1.0;
  source.contact.of[at] = index;
  source.firstGap.of[at] = static_cast<float>(contact.gap);
  source.gap.of[at] = static_cast<float>(contact.gap);
  source.upsilon.of[at] = static_cast<float>(factors.upsilon);
  source.rate.of[at] = static_cast<float>(factors.rate);
  source.compliance.of[at] = static_cast<float>(hertz ? factors.compliance / law.stiffness : factors.compliance);
  source.hertz.of[at] = hertz ? 1.0F : 0.0F;
  source.restitution.of[at] = static_cast<float>(law.restitution);
  source.spinScale.of[at] = static_cast<float>(law.effectiveRadius);
  double radii = particles.radius[contact.a];
  if (contact.b != kNoParticle) {
    radii += particles.radius[contact.b];
    setLane3(source.apart, at, (radii + contact.gap) * contact.normal);
    source.distance.of[at] = static_cast<float>(radii + contact.gap);
  }
  source.radii.of[at] = static_cast<float>(radii);

  setLane3(batch.normal, at, contact.normal);
  batch.share.of[at] = 1.0F;
  batch.friction.of[at] = static_cast<float>(law.friction);
  batch.rollingLimit.of[at] = static_cast<float>(law.rollingLimit);
  batch.twistingLimit.of[at] = static_cast<float>(law.twistingLimit);
  if (data.matches[index] != kNoMatch) {
    const Multipliers& old = world.history.multipliers[data.matches[index]];
    batch.lambdaNormal.of[at] = static_cast<float>(old.normal);
    setLane3(batch.lambdaTangential, at, old.tangential);
    setLane3(batch.lambdaSpin, at, old.rolling + (old.twisting - old.rolling.dot(contact.normal)) * contact.normal);
  }
}

/// What the second bodies of the contacts of a group are.
enum class GroupKind : std::uint8_t { pairs, members, surfaces };

/// Appends the batches of one colouring. `nextRow` is the next free row for what is prescribed, unused for pairs.
void appendBatches(const World& world, StepData& data, std::span<const std::uint32_t> contacts,
                   const Colouring& colouring, GroupKind kind, std::span<const SpookFactors> factors,
                   std::uint32_t emptyRow, std::uint32_t& nextRow, Slab& slab) {
  BatchedProblem& problem = data.batched;
  std::size_t from = 0;
  for (const std::uint32_t end : colouring.ends()) {
    if (kind != GroupKind::pairs) {
      (kind == GroupKind::surfaces ? slab.surfaces : slab.members)
          .push_back(static_cast<std::uint32_t>(slab.batches.size()));
    }
    Batch& batch = slab.batches.emplace_back();
    BatchSource& source = slab.sources.emplace_back();
    fetchForAppending(slab.batches, 1);
    fetchForAppending(slab.sources, 1);
    source.surface = kind == GroupKind::surfaces;
    source.member = kind == GroupKind::members;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (from + lane >= end) {
        batch.a.of[lane] = kRowFloats * emptyRow;
        batch.b.of[lane] = kRowFloats * emptyRow;
        source.contact.of[lane] = kNoContact;
        continue;
      }
      const std::uint32_t index = contacts[colouring.order()[from + lane]];
      const Contact& contact = data.contacts[index];
      batch.a.of[lane] = kRowFloats * problem.bodyOf[contact.a];
      if (kind == GroupKind::pairs) {
        batch.b.of[lane] = kRowFloats * problem.bodyOf[contact.b];
      } else {
        problem.prescribedAt(nextRow) = {contact, data.surfaces[contact.surface], world.particles.position[contact.a]};
        batch.b.of[lane] = kRowFloats * nextRow++;
      }
      fillLane(world, data, factors[contact.law], index, lane, batch, source);
    }
    from = end;
  }
}

/// Marks batches that may be swept together with the next one.
class Coupling {
 public:
  /// For a slab's bodies, `bodies` of them, and those of the next slab; `lastBatch` is scratch.
  Coupling(std::uint32_t firstBody, std::size_t bodies, std::vector<std::uint32_t>& lastBatch)
      : firstBody_(firstBody), bodies_(bodies), lastBatch_(lastBatch) {
    lastBatch_.assign(bodies, 0);
  }

  /// Goes over the batches that came since the last call, while they are in the cache.
  void go(Slab& slab) {
    for (; done_ < slab.batches.size(); ++done_) {
      const bool apart = takes(slab.batches[done_]);
      const bool couple = isFree_ && apart;
      if (couple) {
        slab.sources[done_ - 1].withNext = true;
      }
      isFree_ = !couple;
    }
  }

 private:
  /// Puts the bodies of the next batch down; whether none of them is in the batch before.
  bool takes(const Batch& batch) {
    bool apart = true;
    for (const LaneIndex* side : {&batch.a, &batch.b}) {
      for (const std::uint32_t place : side->of) {
        // Rows of surfaces and of empty lanes come after all bodies.
        const std::uint32_t body = place / kRowFloats - firstBody_;
        if (body < bodies_) {
          apart = apart && lastBatch_[body] != done_;
          lastBatch_[body] = done_ + 1;
        }
      }
    }
    return apart;
  }

  std::uint32_t firstBody_;
  std::size_t bodies_;
  std::vector<std::uint32_t>& lastBatch_;  ///< of each body, counted from 1; 0: none
  std::uint32_t done_ = 0;
  bool isFree_ = false;  ///< the batch before is in no couple
};

/// Contacts and their history lie in the order of keys, and are wanted in the order of space: the processor cannot
/// guess which comes next. Inlined by force: GCC takes a function that only prefetches for one that does nothing.
[[gnu::always_inline]] inline void fetchAhead(const World& world, const StepData& data,
                                              std::span<const std::uint32_t> owned, std::size_t entry) {
  if (entry + 2 * kFetchAhead < owned.size()) {
    fetch(data.contacts[owned[entry + 2 * kFetchAhead]]);
    fetch(data.matches[owned[entry + 2 * kFetchAhead]]);
  }
  if (entry + kFetchAhead < owned.size()) {
    const std::uint32_t match = data.matches[owned[entry + kFetchAhead]];
    if (match != kNoMatch) {
      fetch(world.history.multipliers[match]);
    }
  }
}

}  // namespace

std::vector<SpookFactors> factorsOf(const World& world, double substepTime) {
  std::vector<SpookFactors> factors;
  for (const PairLaw& pair : world.materials.pairs) {
    const ContactLaw law = lawAt(pair, 1.0);
    const double stiffness = pair.law == StiffnessLaw::hertz ? 1.0 : law.stiffness;
    factors.push_back(
        spookFactors(substepTime, stiffness, law.exponent, law.dampingTime, world.parameters.stabilisationSteps));
  }
  return factors;
}

void packSlab(const World& world, StepData& data, std::span<const SpookFactors> factors, std::size_t at) {
  BatchedProblem& problem = data.batched;
  Slab& slab = problem.slabs[at];
  SlabWork& work = problem.work[at];
  slab.batches.clear();
  slab.sources.clear();
  slab.surfaces.clear();
  slab.members.clear();
  const std::uint32_t firstBody = problem.slabBegin[at];
  const std::uint32_t endBody = problem.slabBegin[std::min(at + 2, problem.slabBegin.size() - 1)];
  const std::size_t bodies = endBody - firstBody;
  const auto n = static_cast<std::uint32_t>(problem.slotOf.size());
  std::uint32_t nextRow = n + problem.surfaceBegin[at];
  const std::uint32_t emptyRow = n + problem.surfaceBegin.back() + static_cast<std::uint32_t>(at);
  const std::uint32_t end = problem.contactBegin[at + 1];
  std::uint32_t entry = problem.contactBegin[at];
  gatherMotion(world, at, data.substepTime, problem);
  clearRows(at, problem);
  slab.contacts = end - entry;
  Coupling coupling{firstBody, bodies, work.lastBatch};
  while (entry < end) {
    for (PackedGroup& group : work.groups) {
      group.pairs.clear();
      group.contacts.clear();
    }
    for (std::size_t count = 0; entry < end && count < kBlock; ++entry, ++count) {
      fetchAhead(world, data, problem.owned, entry);
      const std::uint32_t index = problem.owned[entry];
      const Contact& contact = data.contacts[index];
      const GroupKind kind = contact.key.isBoundary() ? GroupKind::surfaces
                             : contact.key.isMember() ? GroupKind::members
                                                      : GroupKind::pairs;
      // What is open now mostly stays so, and batches in which nothing touches are not swept.
      PackedGroup& group = work.groups[2U * static_cast<std::size_t>(kind) + (contact.gap > 0.0 ? 1U : 0U)];
      group.pairs.push_back({problem.bodyOf[contact.a] - firstBody,
                             kind == GroupKind::pairs ? problem.bodyOf[contact.b] - firstBody : kNoBody});
      group.contacts.push_back(index);
    }
    for (std::size_t i = 0; i < work.groups.size(); ++i) {
      const PackedGroup& group = work.groups[i];
      work.colouring.colour(group.pairs, bodies, kLanes);
      appendBatches(world, data, group.contacts, work.colouring, static_cast<GroupKind>(i / 2), factors, emptyRow,
                    nextRow, slab);
    }
    coupling.go(slab);
  }
}

void layOutSlabs(const World& world, StepData& data) {
  BatchedProblem& problem = data.batched;
  if (data.active.empty()) {
    problem.slabs.clear();
    problem.work.clear();
    problem.motion.clear();
    return;
  }
  const SlabLayout layout = chooseLayout(world, data);
  problem.slabs.resize(layout.slabs);
  problem.work.resize(layout.slabs);
  orderBodies(world, layout, data);
  orderContacts(layout.slabs, data);
  makeRoom(data);
}

}  // namespace scree
