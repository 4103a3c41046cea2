#include "engine/step/pack.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "engine/base/parallel.h"
#include "engine/solver/spook.h"
#include "engine/step/contact_law.h"

namespace scree {

namespace {

constexpr std::size_t kMaxSlabs = 128;
constexpr double kContactsPerSlab = 1000.0;  // fewer, and the empty lanes of the last batches begin to cost
constexpr std::size_t kBlock = 2048;         // contacts coloured together: their bodies stay in the nearest cache
constexpr std::size_t kChunk = 4096;
constexpr std::size_t kFetchAhead = 8;   // contacts
constexpr unsigned kPrescribedBit = 31;  // in `owners`, of contacts whose second body moves as prescribed
constexpr std::uint32_t kPrescribed = 1U << kPrescribedBit;

/// Slabs along one axis, and a grid of columns across it that brings neighbours near each other in memory.
struct Layout {
  Vec3 origin = Vec3::Zero();
  std::array<int, 3> axes{};  ///< the slabs' axis first
  double width = 1.0;         ///< of a slab [m]
  double cell = 1.0;          ///< across [m]
  std::size_t slabs = 1;
  unsigned bits = 0;  ///< the columns across are 2^bits by 2^bits
};

std::uint32_t interleaved(std::uint32_t x, std::uint32_t y) {
  const auto spread = [](std::uint32_t v) {
    v = (v | (v << 8)) & 0x00ff00ffU;
    v = (v | (v << 4)) & 0x0f0f0f0fU;
    v = (v | (v << 2)) & 0x33333333U;
    return (v | (v << 1)) & 0x55555555U;
  };
  return spread(x) | (spread(y) << 1);
}

Layout chooseLayout(const World& world, const StepData& data) {
  const Particles& particles = world.particles;
  const auto count = static_cast<double>(data.active.size());
  Layout layout;
  Vec3 lower = particles.position[data.active.front()];
  Vec3 upper = lower;
  double radii = 0.0;
  for (const std::uint32_t i : data.active) {
    lower = lower.cwiseMin(particles.position[i]);
    upper = upper.cwiseMax(particles.position[i]);
    radii += particles.radius[i];
  }
  const Vec3 extent = upper - lower;
  int axis = 0;
  extent.maxCoeff(&axis);
  layout.origin = lower;
  layout.axes = {axis, (axis + 1) % 3, (axis + 2) % 3};

  double longest = 0.0;
  for (const Contact& contact : data.contacts) {
    if (!contact.isPrescribed()) {
      longest = std::max(longest, std::abs(particles.position[contact.b][axis] - particles.position[contact.a][axis]));
    }
  }
  const double length = extent[axis];
  const auto contacts = static_cast<double>(data.contacts.size());
  const double wanted = std::clamp(std::floor(contacts / kContactsPerSlab), 1.0, double{kMaxSlabs});
  // A little wider than the longest contact, so that rounding cannot put its ends two slabs apart.
  layout.width = std::max({longest * (1.0 + 1e-6), length / wanted, 1e-9});
  const double slabs = length / layout.width;
  // What is no number comes of a place that is none; the particle is taken out in the next step.
  layout.slabs = slabs >= 0.0 ? static_cast<std::size_t>(std::min(slabs, double{kMaxSlabs})) + 1 : 1;

  const double mean = 2.0 * radii / count;
  const double across = std::max(extent[layout.axes[1]], extent[layout.axes[2]]);
  layout.cell = std::max(1.5 * mean, 1e-9);
  const double most = std::sqrt(4.0 * count / static_cast<double>(layout.slabs)) + 4.0;
  layout.bits = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(std::min(across / layout.cell, most))));
  layout.bits = std::min(layout.bits, 12U);
  layout.cell = std::max(layout.cell, across / static_cast<double>((1U << layout.bits)) * (1.0 + 1e-9));
  return layout;
}

std::uint32_t keyOf(const Layout& layout, const Vec3& position) {
  const Vec3 at = position - layout.origin;
  const auto index = [](double x, std::size_t count) {
    return x > 0.0 ? static_cast<std::size_t>(std::min(x, static_cast<double>(count - 1))) : 0;
  };
  const std::size_t across = std::size_t{1} << layout.bits;
  const std::size_t slab = index(at[layout.axes[0]] / layout.width, layout.slabs);
  const auto y = static_cast<std::uint32_t>(index(at[layout.axes[1]] / layout.cell, across));
  const auto z = static_cast<std::uint32_t>(index(at[layout.axes[2]] / layout.cell, across));
  return static_cast<std::uint32_t>(slab << (2 * layout.bits)) | interleaved(y, z);
}

/// Sorts the free particles by their place in space; ties keep the order of slots.
void orderBodies(const World& world, const Layout& layout, StepData& data) {
  BatchedProblem& problem = data.batched;
  const std::size_t n = data.active.size();
  problem.keys.resize(n);
  problem.slotOf.resize(n);
  problem.bodyOf.resize(world.particles.size());
  forChunks(data.threads, (n + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
      problem.keys[i] = keyOf(layout, world.particles.position[data.active[i]]);
    }
  });
  const std::size_t columns = std::size_t{1} << (2 * layout.bits);
  problem.starts.assign(layout.slabs * columns + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    ++problem.starts[problem.keys[i] + 1];
  }
  for (std::size_t key = 0; key + 1 < problem.starts.size(); ++key) {
    problem.starts[key + 1] += problem.starts[key];
  }
  problem.slabBegin.resize(layout.slabs + 1);
  for (std::size_t slab = 0; slab <= layout.slabs; ++slab) {
    problem.slabBegin[slab] = problem.starts[slab * columns];
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t body = problem.starts[problem.keys[i]]++;
    problem.slotOf[body] = data.active[i];
    problem.bodyOf[data.active[i]] = body;
  }
}

/// Gives every contact to its first body, and counts what is prescribed in each slab.
void orderContacts(StepData& data) {
  BatchedProblem& problem = data.batched;
  const std::size_t n = problem.slotOf.size();
  const std::size_t contacts = data.contacts.size();
  problem.owners.resize(contacts);
  forChunks(data.threads, (contacts + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min(contacts, (chunk + 1) * kChunk); ++i) {
      const Contact& contact = data.contacts[i];
      const std::uint32_t a = problem.bodyOf[contact.a];
      problem.owners[i] = contact.isPrescribed() ? a | kPrescribed : std::min(a, problem.bodyOf[contact.b]);
    }
  });
  problem.ownedBegin.assign(n + 1, 0);
  problem.surfacesOf.assign(n, 0);
  for (const std::uint32_t owner : problem.owners) {
    ++problem.ownedBegin[(owner & ~kPrescribed) + 1];
    problem.surfacesOf[owner & ~kPrescribed] += owner >> kPrescribedBit;
  }
  for (std::size_t i = 0; i < n; ++i) {
    problem.ownedBegin[i + 1] += problem.ownedBegin[i];
  }
  problem.starts.assign(problem.ownedBegin.begin(), problem.ownedBegin.end() - 1);
  problem.owned.resize(contacts);
  for (std::uint32_t i = 0; i < contacts; ++i) {
    problem.owned[problem.starts[problem.owners[i] & ~kPrescribed]++] = i;
  }
  const std::size_t slabs = problem.slabBegin.size() - 1;
  problem.surfaceBegin.assign(slabs + 1, 0);
  for (std::size_t slab = 0; slab < slabs; ++slab) {
    problem.surfaceBegin[slab + 1] =
        std::accumulate(problem.surfacesOf.begin() + problem.slabBegin[slab],
                        problem.surfacesOf.begin() + problem.slabBegin[slab + 1], problem.surfaceBegin[slab]);
  }
}

void gatherMotion(const World& world, StepData& data) {
  BatchedProblem& problem = data.batched;
  const Particles& particles = world.particles;
  const std::size_t n = data.active.size();
  problem.motion.resize(n);
  problem.rows.assign(n + problem.surfaceBegin.back() + problem.slabs.size(), BodyRow{});
  problem.shifts.assign(problem.rows.size(), BodyShift{});
  const Vec3 fall = data.substepTime * world.parameters.gravity;
  forChunks(data.threads, (n + kChunk - 1) / kChunk, [&](std::size_t chunk) {
    for (std::size_t i = chunk * kChunk; i < std::min(n, (chunk + 1) * kChunk); ++i) {
      const std::uint32_t slot = problem.slotOf[i];
      problem.motion[i] = {.velocity = particles.velocity[slot] + fall,
                           .angularVelocity = particles.angularVelocity[slot],
                           .radius = particles.radius[slot]};
      problem.rows[i] = rowOf(problem.motion[i], static_cast<float>(1.0 / particles.mass[slot]));
      problem.shifts[i].radius = static_cast<float>(particles.radius[slot]);
    }
  });
}

void setLane3(Lane* lanes, std::size_t at, const Vec3& v) {
  for (int axis = 0; axis < 3; ++axis) {
    lanes[axis].of[at] = static_cast<float>(v[axis]);
  }
}

/// The law of a contact and its factors. Neighbours mostly have the same; a linear law's do not depend on the sizes.
struct LawFactors {
  double stiffness = 0.0;
  double exponent = 0.0;
  double dampingTime = 0.0;
  SpookFactors factors;

  const SpookFactors& of(const ContactLaw& law, double timeStep, double stabilisationSteps) {
    if (law.stiffness != stiffness || law.exponent != exponent || law.dampingTime != dampingTime) {
      stiffness = law.stiffness;
      exponent = law.exponent;
      dampingTime = law.dampingTime;
      factors = spookFactors(timeStep, stiffness, exponent, dampingTime, stabilisationSteps);
    }
    return factors;
  }
};

/// Coefficients that last over the substeps (method.md 3), and the first multipliers.
void fillLane(const World& world, const StepData& data, std::uint32_t index, std::size_t at, LawFactors& last,
              Batch& batch, BatchSource& source) {
  const Contact& contact = data.contacts[index];
  const Particles& particles = world.particles;
  const ContactLaw law = lawOf(world, contact);
  const SpookFactors& factors = last.of(law, data.substepTime, world.parameters.stabilisationSteps);
  source.contact.of[at] = index;
  source.firstGap.of[at] = static_cast<float>(contact.gap);
  source.gap.of[at] = static_cast<float>(contact.gap);
  source.upsilon.of[at] = static_cast<float>(factors.upsilon);
  source.rate.of[at] = static_cast<float>(factors.rate);
  source.compliance.of[at] = static_cast<float>(factors.compliance);
  source.hertz.of[at] = law.exponent == 1.0 ? 0.0F : 1.0F;
  source.restitution.of[at] = static_cast<float>(law.restitution);
  source.spinScale.of[at] = static_cast<float>(law.effectiveRadius);
  double radii = particles.radius[contact.a];
  if (contact.b != kNoParticle) {
    radii += particles.radius[contact.b];
    const Vec3 apart = (radii + contact.gap) * contact.normal;
    setLane3(source.apart, at, apart);
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
void appendBatches(const World& world, const StepData& data, std::span<const std::uint32_t> contacts,
                   const Colouring& colouring, GroupKind kind, std::uint32_t emptyRow, std::uint32_t& nextRow,
                   LawFactors& law, Slab& slab) {
  const BatchedProblem& problem = data.batched;
  std::size_t from = 0;
  for (const std::uint32_t end : colouring.ends()) {
    if (kind != GroupKind::pairs) {
      (kind == GroupKind::surfaces ? slab.surfaces : slab.members)
          .push_back(static_cast<std::uint32_t>(slab.batches.size()));
    }
    Batch& batch = slab.batches.emplace_back();
    BatchSource& source = slab.sources.emplace_back();
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
      batch.b.of[lane] = kRowFloats * (kind == GroupKind::pairs ? problem.bodyOf[contact.b] : nextRow++);
      fillLane(world, data, index, lane, law, batch, source);
    }
    from = end;
  }
}

/// Marks batches that may be swept together with the next one. `lastBatch` is scratch.
void coupleBatches(std::uint32_t firstBody, std::size_t bodies, Slab& slab, std::vector<std::uint32_t>& lastBatch) {
  lastBatch.assign(bodies, 0);
  bool isFree = false;  // the batch before is in no couple
  for (std::uint32_t i = 0; i < slab.batches.size(); ++i) {
    bool apart = true;
    for (const LaneIndex* side : {&slab.batches[i].a, &slab.batches[i].b}) {
      for (const std::uint32_t place : side->of) {
        // Rows of surfaces and of empty lanes come after all bodies.
        const std::uint32_t body = place / kRowFloats - firstBody;
        if (body < bodies) {
          apart = apart && lastBatch[body] != i;
          lastBatch[body] = i + 1;
        }
      }
    }
    const bool couple = isFree && apart;
    if (couple) {
      slab.sources[i - 1].withNext = true;
    }
    isFree = !couple;
  }
}

/// Contacts and their history lie in the order of keys, and are wanted in the order of space: the processor cannot
/// guess which comes next. Inlined by force: GCC takes a function that only prefetches for one that does nothing.
[[gnu::always_inline]] inline void fetchAhead(const World& world, const StepData& data,
                                              std::span<const std::uint32_t> owned, std::size_t entry) {
  if (entry + 2 * kFetchAhead < owned.size()) {
    __builtin_prefetch(&data.contacts[owned[entry + 2 * kFetchAhead]]);
    __builtin_prefetch(&data.matches[owned[entry + 2 * kFetchAhead]]);
  }
  if (entry + kFetchAhead < owned.size()) {
    const std::uint32_t match = data.matches[owned[entry + kFetchAhead]];
    if (match != kNoMatch) {
      __builtin_prefetch(&world.history.multipliers[match]);
    }
  }
}

void packSlab(const World& world, StepData& data, std::size_t at) {
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
  const std::uint32_t end = problem.ownedBegin[problem.slabBegin[at + 1]];
  std::uint32_t entry = problem.ownedBegin[firstBody];
  slab.contacts = end - entry;
  LawFactors law;
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
      appendBatches(world, data, group.contacts, work.colouring, static_cast<GroupKind>(i / 2), emptyRow, nextRow, law,
                    slab);
    }
  }
  coupleBatches(firstBody, bodies, slab, work.lastBatch);
}

}  // namespace

void packBatches(const World& world, StepData& data) {
  BatchedProblem& problem = data.batched;
  if (data.active.empty()) {
    problem.slabs.clear();
    problem.work.clear();
    problem.motion.clear();
    return;
  }
  const Layout layout = chooseLayout(world, data);
  orderBodies(world, layout, data);
  orderContacts(data);
  problem.slabs.resize(layout.slabs);
  problem.work.resize(layout.slabs);
  gatherMotion(world, data);
  forChunks(data.threads, layout.slabs, [&](std::size_t slab) { packSlab(world, data, slab); });
}

}  // namespace scree
