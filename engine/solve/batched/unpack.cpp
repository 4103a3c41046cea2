#include "engine/solve/batched/unpack.h"

#include "engine/base/prefetch.h"
#include "engine/solve/batched/batched_constants.h"
#include "engine/solve/batched/lane_transfer.h"

namespace scree {

namespace {

/// The list of contacts is in the order of keys, where the processor cannot guess what comes next.
void fetchContacts(const BatchSource& source, const ContactList& list) {
  for (const std::uint32_t index : source.contact.of) {
    if (index != kNoContact) {
      fetchForWriting(list.multipliers[index]);
      fetchForWriting(list.contacts[index]);
    }
  }
}

/// Writes the flags of a contact.
void unpackLane(const Batch& batch, const BatchSource& source, std::size_t lane, ContactList& list,
                const BatchedWork& batched) {
  const std::uint32_t index = source.contact.of[lane];
  list.rebounds[index] = source.rebounds.of[lane] > 0.0F ? 1 : 0;
  list.stays[index] = batch.inverseNormal.of[lane] > 0.0F ? 1 : 0;  // it has rows, so it touches
  if (source.surface) {
    const PackedSurface& surface = batched.problem.surfaceAt(batch.b.of[lane] / kRowFloats);
    list.contacts[index] = surface.contact;
    list.surfaces[surface.contact.surface] = surface.motion;
  }
}

void unpackContacts(const Slab& slab, ContactList& list, const BatchedWork& batched) {
  Contact nowhere;
  Multipliers nothing;
  LaneTargets targets;
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    if (i + 1 < slab.batches.size()) {
      fetchContacts(slab.sources[i + 1], list);
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t index = slab.sources[i].contact.of[lane];
      targets.contacts[lane] = index == kNoContact ? &nowhere : &list.contacts[index];
      targets.multipliers[lane] = index == kNoContact ? &nothing : &list.multipliers[index];
      if (index != kNoContact) {
        unpackLane(slab.batches[i], slab.sources[i], lane, list, batched);
      }
    }
    endLanes(slab.batches[i], slab.sources[i], !slab.sources[i].surface, targets);
  }
}

/// Neighbours in space are not in the list of particles.
void fetchParticle(std::uint32_t slot, const Particles& particles) {
  fetchForWriting(particles.position[slot]);
  fetchForWriting(particles.orientation[slot]);
  fetchForWriting(particles.velocity[slot]);
  fetchForWriting(particles.angularVelocity[slot]);
}

void moveParticle(std::uint32_t slot, const BodyMotion& motion, Particles& particles) {
  particles.position[slot] += motion.shift;
  particles.orientation[slot] = turned(particles.orientation[slot], motion.turn);
  particles.velocity[slot] = motion.velocity;
  particles.angularVelocity[slot] = motion.angularVelocity;
}

}  // namespace

void unpackSlab(std::size_t at, World& world, ContactList& list, const BatchedWork& batched) {
  const BatchedProblem& problem = batched.problem;
  unpackContacts(problem.slabs[at], list, batched);
  for (std::uint32_t i = problem.slabBegin[at]; i < problem.slabBegin[at + 1]; ++i) {
    if (i + batched::kParticlesAhead < problem.slotOf.size()) {
      fetchParticle(problem.slotOf[i + batched::kParticlesAhead], world.particles);
    }
    moveParticle(problem.slotOf[i], problem.motion[i], world.particles);
  }
}

}  // namespace scree
