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

/// Contacts of one group of a block, which are coloured together; the first `count` entries of each list are valid.
struct PackedGroup {
  std::size_t count = 0;
  std::vector<ColourPair> pairs;
  std::vector<std::uint16_t> places;  ///< places of the contacts in the block
};

/// Key of a contact in its block: equal keys in the same order keep their lanes, and everything in a lane that does not
/// change from step to step.
struct PackedContact {
  std::uint32_t a = 0;  ///< slots
  std::uint32_t b = 0;
  std::uint32_t law = 0;
  std::uint32_t group = 0;

  bool operator==(const PackedContact&) const = default;
};

/// Block: contacts of a slab that are coloured together.
struct PackedBlock {
  /// Keys of the contacts, by body; empty where they cannot be recognised in the next step.
  std::vector<PackedContact> contacts;
  std::vector<std::uint16_t> order;  ///< places in `contacts`, in the order of filled lanes
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

/// A contact with a member, beside the others of its slab: the data that every substep needs.
struct alignas(64) PackedMember {
  Vec3 local = Vec3::Zero();  ///< place of the member in its aggregate's frame [m]
  double radius = 0.0;        ///< radius of the member [m]
  Vec3 start = Vec3::Zero();  ///< where the particle was as the step began [m]
  std::uint32_t aggregate = 0;
  float inverseRadius = 0.0F;  ///< 1/m
};

/// Storage of one slab beside its batches: scratch and sums, added up in the order of the slabs.
struct SlabWork {
  std::vector<PackedBlock> blocks;  ///< blocks in the slab's batches, kept until the next step
  std::size_t keptBlocks = 0;       ///< number of blocks that lie as in the step before
  Colouring colouring;
  std::array<PackedGroup, 6> groups;      ///< groups of one block: touching and open pairs, then members, then surfaces
  std::vector<std::uint32_t> lastBatch;   ///< last batch of each body
  std::vector<std::uint32_t> starts;      ///< scratch: counts of a sort
  PrepareCount count;                     ///< impacts of the whole step so far
  std::size_t touching = 0;               ///< contacts at the last preparation
  ContactSums sums;                       ///< sums over the touching contacts at the end of the step
  std::vector<BatchResidual> residuals;   ///< one a measured sweep
  std::vector<Reaction> reactions;        ///< one a body: impulses so far [N s], [N m s], [J]
  std::vector<SortEntry> meshRows;        ///< rows of the contacts with meshes, by place in `owned`: grain by grain
  std::vector<Impulse> onAggregates;      ///< impulses so far, one an aggregate
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
  std::vector<std::uint32_t> owners;        ///< first body of each contact, while contacts are ordered
  std::vector<SortEntry> keys;              ///< sort key of each free slot, while particles are ordered
  unsigned keyBits = 0;                     ///< bits of the columns in `keys`
  std::vector<std::uint32_t> starts;        ///< scratch: counts
  std::vector<SortEntry> sorted;            ///< scratch: by slab

  std::vector<BodyRow> rows;      ///< bodies, then what is prescribed one a contact, then one a slab for empty lanes
  std::vector<BodyShift> shifts;  ///< ways and radii, in the order of `rows`
  std::vector<BodyMotion> motion;
  std::vector<PackedSurface> surfaces;  ///< contacts with surfaces, by row of the prescribed side
  std::vector<PackedMember> members;    ///< contacts with members, by row of the prescribed side
  std::vector<double> radii;            ///< radius of each slot when it was last free, as in the blocks; 0: never [m]
  std::vector<PairLaw> laws;            ///< pair laws as in the blocks
  std::vector<SpookFactors> factors;    ///< by pair law
  std::vector<Slab> slabs;
  std::vector<SlabWork> work;
  std::vector<PlacedShapes> shapes;                  ///< one a substep
  std::vector<std::vector<CarrierMotion>> carriers;  ///< likewise, by aggregate

  /// The contact with a surface that has this row.
  PackedSurface& surfaceAt(std::size_t row) { return surfaces[row - slotOf.size()]; }
  const PackedSurface& surfaceAt(std::size_t row) const { return surfaces[row - slotOf.size()]; }
  PackedMember& memberAt(std::size_t row) { return members[row - slotOf.size()]; }
  const PackedMember& memberAt(std::size_t row) const { return members[row - slotOf.size()]; }
};

}  // namespace scree
