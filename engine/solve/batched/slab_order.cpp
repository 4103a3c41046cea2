#include "engine/solve/batched/slab_order.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "engine/base/parallel.h"
#include "engine/contacts/contact_law.h"
#include "engine/solve/batched/batched_constants.h"
#include "engine/solve/batched/slab_layout.h"

namespace scree {

namespace {

constexpr unsigned kPrescribedBit = 31;  // in `owners`, of contacts whose second body moves as prescribed
constexpr std::uint32_t kPrescribed = 1U << kPrescribedBit;

/// Sorts entries into slabs, stably: `slabOf(i)` of n entries. Calls put(i, place) for each with its place in the
/// order; `begin` gets the first place of each slab and the end. Which thread does what does not show.
template <typename SlabOf, typename Put>
void sortBySlab(std::size_t n, std::size_t slabs, ThreadPool* threads, SlabOf slabOf, Put put,
                std::vector<std::uint32_t>& starts, std::vector<std::uint32_t>& begin) {
  const std::size_t chunks = (n + batched::kSortedAPiece - 1) / batched::kSortedAPiece;
  starts.assign(chunks * slabs, 0);
  forChunks(threads, chunks, [&](std::size_t chunk) {
    std::uint32_t* counts = starts.data() + chunk * slabs;
    for (std::size_t i = chunk * batched::kSortedAPiece; i < std::min(n, (chunk + 1) * batched::kSortedAPiece); ++i) {
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
    for (std::size_t i = chunk * batched::kSortedAPiece; i < std::min(n, (chunk + 1) * batched::kSortedAPiece); ++i) {
      put(i, places[slabOf(i)]++);
    }
  });
}

/// Parts of the problem that are as in the last step.
struct Same {
  bool radii = true;  ///< radii of free particles, since each was last free
  bool keys = true;
};

/// Finds out where the free particles are.
Same findKeys(const World& world, const SlabLayout& layout, const StepContext& context, const ContactList& list,
              BatchedWork& batched) {
  BatchedProblem& problem = batched.problem;
  const std::size_t n = list.active.size();
  std::atomic<bool> sameKeys = problem.keys.size() == n && problem.slabBegin.size() == layout.slabs + 1 &&
                               problem.bodyOf.size() == world.particles.size() && problem.keyBits == layout.bits;
  std::atomic<bool> sameRadii = true;
  problem.keyBits = layout.bits;
  problem.keys.resize(n);
  if (problem.radii.size() < world.particles.size()) {
    problem.radii.resize(world.particles.size(), 0.0);
  }
  forChunks(context.threads, (n + batched::kParticlesAPiece - 1) / batched::kParticlesAPiece, [&](std::size_t chunk) {
    Same same;
    for (std::size_t i = chunk * batched::kParticlesAPiece; i < std::min(n, (chunk + 1) * batched::kParticlesAPiece);
         ++i) {
      const std::uint32_t slot = list.active[i];
      const SortEntry now{keyOf(layout, world.particles.position[slot]), slot};
      const double before = std::exchange(problem.radii[slot], world.particles.radius[slot]);
      same.keys = same.keys && now == problem.keys[i];
      same.radii = same.radii && (before == problem.radii[slot] || before == 0.0);
      problem.keys[i] = now;
    }
    if (!same.keys) {
      sameKeys = false;
    }
    if (!same.radii) {
      sameRadii = false;
    }
  });
  return {.radii = sameRadii, .keys = sameKeys};
}

/// Sorts the free particles by their place in space; ties keep the order of slots.
void orderBodies(const World& world, const SlabLayout& layout, const StepContext& context, const ContactList& list,
                 BatchedWork& batched) {
  BatchedProblem& problem = batched.problem;
  const std::size_t n = list.active.size();
  problem.slotOf.resize(n);
  problem.bodyOf.resize(world.particles.size());
  problem.slabOf.resize(n);
  problem.sorted.resize(n);
  const unsigned bits = 2 * layout.bits;
  const std::uint32_t column = (1U << bits) - 1;
  sortBySlab(
      n, layout.slabs, context.threads, [&](std::size_t i) { return problem.keys[i].key >> bits; },
      [&](std::size_t i, std::uint32_t place) {
        problem.sorted[place] = {problem.keys[i].key & column, problem.keys[i].index};
      },
      problem.starts, problem.slabBegin);
  forChunks(context.threads, layout.slabs, [&](std::size_t slab) {
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
void orderContacts(std::size_t slabs, bool sameBodies, const StepContext& context, const ContactList& list,
                   BatchedWork& batched) {
  BatchedProblem& problem = batched.problem;
  const std::size_t contacts = list.contacts.size();
  std::atomic<bool> sameOwners = sameBodies && problem.owners.size() == contacts;
  problem.owners.resize(contacts);
  problem.owned.resize(contacts);
  forChunks(
      context.threads, (contacts + batched::kParticlesAPiece - 1) / batched::kParticlesAPiece, [&](std::size_t chunk) {
        bool same = true;
        for (std::size_t i = chunk * batched::kParticlesAPiece;
             i < std::min(contacts, (chunk + 1) * batched::kParticlesAPiece); ++i) {
          const Contact& contact = list.contacts[i];
          const std::uint32_t a = problem.bodyOf[contact.a];
          const std::uint32_t owner = contact.isPrescribed() ? a | kPrescribed : std::min(a, problem.bodyOf[contact.b]);
          same = same && problem.owners[i] == owner;
          problem.owners[i] = owner;
        }
        if (!same) {
          sameOwners = false;
        }
      });
  if (sameOwners) {
    return;
  }
  problem.surfaceBegin.assign(slabs + 1, 0);
  if (context.threads != nullptr && context.threads->size() > 1) {
    orderShared(slabs, context.threads, problem);
  } else {
    orderAlone(slabs, problem);
  }
  std::partial_sum(problem.surfaceBegin.begin(), problem.surfaceBegin.end(), problem.surfaceBegin.begin());
}

/// Room for what the slabs are packed into.
void makeRoom(const ContactList& list, BatchedWork& batched) {
  BatchedProblem& problem = batched.problem;
  const std::size_t n = list.active.size();
  problem.motion.resize(n);
  problem.surfaces.resize(problem.surfaceBegin.back());
  problem.members.resize(problem.surfaceBegin.back());
  problem.rows.resize(n + problem.surfaceBegin.back() + problem.slabs.size());
  problem.shifts.resize(problem.rows.size());
}

/// The factors of every pair law's normal row; a Hertz law's compliance is that of a stiffness of 1.
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

/// Clears the kept blocks where laws or radii have changed: lasting coefficients of a contact are packed once.
void forgetLaws(const World& world, bool sameRadii, const StepContext& context, BatchedWork& batched) {
  BatchedProblem& problem = batched.problem;
  std::vector<SpookFactors> factors = factorsOf(world, context.substepTime);
  const std::vector<PairLaw>& laws = world.materials.pairs;
  if (!sameRadii || laws != problem.laws || factors != problem.factors) {
    for (SlabWork& work : problem.work) {
      work.blocks.clear();
    }
  }
  problem.laws = laws;
  problem.factors = std::move(factors);
}

}  // namespace

void orderInSlabs(const World& world, const StepContext& context, const ContactList& list, BatchedWork& batched) {
  BatchedProblem& problem = batched.problem;
  if (list.active.empty()) {
    problem.slabs.clear();
    problem.work.clear();
    problem.motion.clear();
    problem.keys.clear();
    return;
  }
  const SlabLayout layout = chooseLayout(world, context, list);
  problem.slabs.resize(layout.slabs);
  problem.work.resize(layout.slabs);
  const Same same = findKeys(world, layout, context, list, batched);
  if (!same.keys) {
    orderBodies(world, layout, context, list, batched);
  }
  forgetLaws(world, same.radii, context, batched);
  orderContacts(layout.slabs, same.keys, context, list, batched);
  makeRoom(list, batched);
}

}  // namespace scree
