#pragma once

#include <array>
#include <vector>

#include "engine/aggregates/carriers.h"
#include "engine/contacts/surfaces.h"
#include "engine/solver/batch.h"
#include "engine/solver/batch_kernels.h"
#include "engine/solver/body_kernels.h"
#include "engine/solver/colouring.h"
#include "engine/solver/contact_sums.h"
#include "engine/solver/spook.h"
#include "engine/world/contact.h"
#include "engine/world/impulse.h"
#include "engine/world/materials.h"
#include "engine/world/stage_times.h"

namespace scree {

/// Contacts that are coloured together: the first `count` of each list.
struct PackedGroup {
  std::size_t count = 0;
  std::vector<ColourPair> pairs;
  std::vector<std::uint16_t> places;  ///< in the block
};

/// What decides on the lane of a contact in its block, and on all in that lane that is not of the moment.
struct PackedContact {
  std::uint32_t a = 0;  ///< slots
  std::uint32_t b = 0;
  std::uint32_t law = 0;
  std::uint32_t group = 0;

  bool operator==(const PackedContact&) const = default;
};

/// Contacts of a slab that are coloured together.
struct PackedBlock {
  std::vector<PackedContact> contacts;  ///< by body; empty where they cannot be known again
  std::vector<std::uint16_t> order;     ///< their places in there, in the order of filled lanes
  std::size_t firstBatch = 0;
  std::size_t endBatch = 0;
};

/// Something to be sorted, by its key.
struct SortEntry {
  std::uint32_t key = 0;
  std::uint32_t index = 0;

  bool operator==(const SortEntry&) const = default;
};

/// A contact with a surface, beside the others of its slab: every substep goes over them.
struct PackedSurface {
  Contact contact;
  SurfaceContact motion;
  Vec3 start = Vec3::Zero();  ///< where the particle was as the step began [m]
};

/// What substeps need of a contact with a member, likewise.
struct alignas(64) PackedMember {
  Vec3 local = Vec3::Zero();  ///< place of the member in its aggregate's frame [m]
  double radius = 0.0;        ///< its own [m]
  Vec3 start = Vec3::Zero();  ///< where the particle was as the step began [m]
  std::uint32_t aggregate = 0;
  float inverseRadius = 0.0F;  ///< 1/m
};

/// What belongs to one slab besides its batches: scratch storage and sums, reduced in order of slabs.
struct SlabWork {
  std::vector<PackedBlock> blocks;  ///< as the slab's batches hold them, until the next step
  std::size_t keptBlocks = 0;       ///< of these, how many lie as in the step before
  Colouring colouring;
  std::array<PackedGroup, 6> groups;      ///< of the block at hand: pairs that touch, open ones, members, surfaces
  std::vector<std::uint32_t> lastBatch;   ///< of each body
  std::vector<std::uint32_t> starts;      ///< scratch: counts of a sort
  PrepareCount count;                     ///< impacts of the whole step so far
  std::size_t touching = 0;               ///< contacts at the last preparation
  ContactSums sums;                       ///< of these, at the end of the step
  std::vector<BatchResidual> residuals;   ///< one a measured sweep
  std::vector<Reaction> reactions;        ///< one a body: impulses so far [N s], [N m s], [J]
  std::vector<Impulse> onAggregates;      ///< one an aggregate, so far
  std::vector<std::array<Lane, 7>> kept;  ///< multipliers put aside during an impact stage
  std::array<double, kStageCount> seconds{};
};

/// The free particles as the batched solver sees them. They are ordered by slabs of space along one of the axes,
/// so wide that no contact reaches beyond the next slab; a contact belongs to the slab of its first body in that
/// order. Thus slabs two apart share nothing, and runSlabPasses can give them to different threads.
struct BatchedProblem {
  std::vector<std::uint32_t> slotOf;        ///< slot of each body
  std::vector<std::uint32_t> bodyOf;        ///< body of each slot
  std::vector<std::uint32_t> slabBegin;     ///< first body of each slab, and the end
  std::vector<std::uint8_t> slabOf;         ///< slab of each body
  std::vector<std::uint32_t> contactBegin;  ///< first entry in `owned` of each slab, and the end
  std::vector<std::uint32_t> owned;         ///< contacts by body
  std::vector<std::uint32_t> surfaceBegin;  ///< first of each slab's rows for what is prescribed, after the bodies
  std::vector<std::uint32_t> owners;        ///< first body of each contact, as these are ordered
  std::vector<SortEntry> keys;              ///< place of each free slot in space, as these are ordered
  unsigned keyBits = 0;                     ///< of the layout that they are of
  std::vector<std::uint32_t> starts;        ///< scratch: counts
  std::vector<SortEntry> sorted;            ///< scratch: by slab

  std::vector<BodyRow> rows;      ///< bodies, then what is prescribed one a contact, then one a slab for empty lanes
  std::vector<BodyShift> shifts;  ///< of the same
  std::vector<BodyMotion> motion;
  std::vector<PackedSurface> surfaces;  ///< by row of what is prescribed: of those that are surfaces
  std::vector<PackedMember> members;    ///< likewise, of those that are members
  std::vector<double> radii;            ///< of each slot when it was last free [m], or 0: as the blocks know it
  std::vector<PairLaw> laws;            ///< likewise
  std::vector<SpookFactors> factors;    ///< by pair law
  std::vector<Slab> slabs;
  std::vector<SlabWork> work;
  std::vector<PlacedShapes> shapes;                  ///< one a substep
  std::vector<std::vector<CarrierMotion>> carriers;  ///< likewise, by aggregate

  /// The contact that has a row of its own.
  PackedSurface& surfaceAt(std::size_t row) { return surfaces[row - slotOf.size()]; }
  const PackedSurface& surfaceAt(std::size_t row) const { return surfaces[row - slotOf.size()]; }
  PackedMember& memberAt(std::size_t row) { return members[row - slotOf.size()]; }
  const PackedMember& memberAt(std::size_t row) const { return members[row - slotOf.size()]; }
};

}  // namespace scree
