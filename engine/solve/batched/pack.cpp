#include "engine/solve/batched/pack.h"

#include <algorithm>
#include <memory>
#include <type_traits>

#include "engine/base/prefetch.h"
#include "engine/solve/batched/batched_constants.h"
#include "engine/solve/batched/lane_laws.h"
#include "engine/solve/batched/lane_transfer.h"

namespace scree {

namespace {

/// Kind of the second bodies of the contacts of a group.
enum class GroupKind : std::uint8_t { pairs, members, surfaces };

/// A slab's bodies as the step begins.
void gatherMotion(const World& world, std::size_t at, double substepTime, BatchedProblem& problem) {
  const Particles& particles = world.particles;
  const Vec3 fall = substepTime * world.parameters.gravity;
  for (std::uint32_t i = problem.slabBegin[at]; i < problem.slabBegin[at + 1]; ++i) {
    if (i + batched::kContactsAhead < problem.slotOf.size()) {
      const std::uint32_t next = problem.slotOf[i + batched::kContactsAhead];
      fetch(particles.velocity[next]);
      fetch(particles.angularVelocity[next]);
      fetch(particles.radius[next]);
      fetch(particles.mass[next]);
    }
    const std::uint32_t slot = problem.slotOf[i];
    problem.motion[i] = {.velocity = particles.velocity[slot] + fall,
                         .radius = particles.radius[slot],
                         .angularVelocity = particles.angularVelocity[slot],
                         .inverseRadius = 1.0 / particles.radius[slot],
                         .radiusAgain = particles.radius[slot]};
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

/// Packs one slab.
class Packing {
 public:
  Packing(const World& world, const ContactList& list, BatchedProblem& problem, std::size_t at)
      : world_(world), list_(list), problem_(problem), slab_(problem_.slabs[at]), work_(problem_.work[at]) {
    const auto n = static_cast<std::uint32_t>(problem_.slotOf.size());
    firstBody_ = problem_.slabBegin[at];
    bodies_ = problem_.slabBegin[std::min(at + 2, problem_.slabBegin.size() - 1)] - firstBody_;
    nextRow_ = n + problem_.surfaceBegin[at];
    emptyRow_ = n + problem_.surfaceBegin.back() + static_cast<std::uint32_t>(at);
    begin_ = problem_.contactBegin[at];
    end_ = problem_.contactBegin[at + 1];
  }

  /// Block by block: what lies as in the last step only gets its numbers of now.
  void go() {
    slab_.contacts = end_ - begin_;
    slab_.surfaces.clear();
    slab_.members.clear();
    work_.lastBatch.clear();
    work_.keptBlocks = 0;
    work_.meshRows.clear();
    std::size_t blocks = 0;
    for (; begin_ < end_; begin_ += static_cast<std::uint32_t>(owned_.size())) {
      owned_ = std::span(problem_.owned).subspan(begin_, std::min<std::size_t>(batched::kBlock, end_ - begin_));
      if (blocks == work_.blocks.size()) {
        work_.blocks.emplace_back();
      }
      PackedBlock& block = work_.blocks[blocks++];
      const std::size_t same = alike(block);
      if (same == owned_.size() && same == block.contacts.size() && block.firstBatch == nextBatch_) {
        packAgain(block);
        ++work_.keptBlocks;
      } else {
        packAnew(same, block);
      }
    }
    work_.blocks.resize(blocks);
    slab_.batches.resize(nextBatch_);
    slab_.sources.resize(nextBatch_);
    std::sort(work_.meshRows.begin(), work_.meshRows.end(),
              [](const SortEntry& one, const SortEntry& other) { return one.key < other.key; });
  }

 private:
  static GroupKind kindOf(const Contact& contact) {
    return contact.key.isBoundary() ? GroupKind::surfaces
           : contact.key.isMember() ? GroupKind::members
                                    : GroupKind::pairs;
  }

  /// Open contacts have groups of their own: they mostly stay open, and batches without a touch are not swept.
  static std::size_t groupOf(const Contact& contact) {
    return 2U * static_cast<std::size_t>(kindOf(contact)) + (contact.gap > 0.0 ? 1U : 0U);
  }

  static PackedContact packedOf(const Contact& contact) {
    return {.a = contact.a, .b = contact.b, .law = contact.law, .group = static_cast<std::uint32_t>(groupOf(contact))};
  }

  /// Contacts and their history lie in the order of keys, and are wanted in the order of space: the processor cannot
  /// guess which comes next. Inlined by force: GCC takes a function that only prefetches for one that does nothing.
  [[gnu::always_inline]] void fetchAhead(std::size_t entry) const {
    if (begin_ + entry + 2 * batched::kContactsAhead < problem_.owned.size()) {
      const std::uint32_t later = problem_.owned[begin_ + entry + 2 * batched::kContactsAhead];
      fetch(list_.contacts[later]);
      fetch(list_.matches[later]);
    }
    if (begin_ + entry + batched::kContactsAhead < problem_.owned.size()) {
      const std::uint32_t match = list_.matches[problem_.owned[begin_ + entry + batched::kContactsAhead]];
      if (match != kNoMatch) {
        fetch(world_.history.multipliers[match]);
      }
    }
  }

  /// Number of contacts at the front of the block that are those of the last step.
  std::size_t alike(const PackedBlock& block) const {
    const std::size_t most = std::min(block.contacts.size(), owned_.size());
    std::size_t same = 0;
    while (same < most) {
      fetchAhead(same);
      if (packedOf(list_.contacts[owned_[same]]) != block.contacts[same]) {
        break;
      }
      ++same;
    }
    return same;
  }

  /// Sets the start of a lane; gaps and normals are updated in each substep.
  void setStart(std::uint32_t index, const Contact& contact, std::size_t at, BatchSource& source) {
    const std::vector<double>& radius = world_.particles.radius;
    const std::uint32_t match = list_.matches[index];
    source.contact.of[at] = index;
    origins_.contacts[at] = &contact;
    origins_.multipliers[at] = match == kNoMatch ? &nothing_ : &world_.history.multipliers[match];
    origins_.radii[at] = radius[contact.a] + (contact.b == kNoParticle ? 0.0 : radius[contact.b]);
  }

  void setLaw(const Contact& contact, std::size_t at) {
    const std::vector<double>& radius = world_.particles.radius;
    laws_.law[at] = contact.law;
    laws_.radius[at] = radius[contact.a];
    laws_.otherRadius[at] = contact.b == kNoParticle ? 0.0 : radius[contact.b];
  }

  /// The lane of no contact: nothing in it acts on the row that it is given.
  void setEmpty(std::size_t at, Batch& batch, BatchSource& source) {
    batch.a.of[at] = kRowFloats * emptyRow_;
    batch.b.of[at] = kRowFloats * emptyRow_;
    source.contact.of[at] = kNoContact;
    origins_.contacts[at] = &nowhere_;
    origins_.multipliers[at] = &nothing_;
    origins_.radii[at] = 0.0;
  }

  /// The rows of a contact's bodies, by its place in the block; what is prescribed gets one of its own.
  void setRows(const Contact& contact, std::uint16_t place, GroupKind kind, std::size_t at, Batch& batch) {
    batch.a.of[at] = kRowFloats * problem_.bodyOf[contact.a];
    if (kind == GroupKind::pairs) {
      batch.b.of[at] = kRowFloats * problem_.bodyOf[contact.b];
      return;
    }
    const Vec3& start = world_.particles.position[contact.a];
    if (kind == GroupKind::surfaces) {
      problem_.surfaceAt(nextRow_) = {contact, list_.surfaces[contact.surface], start};
      if (problem_.shapes.front().of(contact).isMesh) {
        work_.meshRows.push_back({begin_ + place, nextRow_});
      }
    } else {
      const double radius = world_.particles.radius[contact.b];
      problem_.memberAt(nextRow_) = {.local = world_.reduction.members[contact.b].local,
                                     .radius = radius,
                                     .start = start,
                                     .aggregate = world_.reduction.aggregate[contact.b],
                                     .inverseRadius = static_cast<float>(1.0 / radius)};
    }
    batch.b.of[at] = kRowFloats * nextRow_++;
  }

  void list(const BatchSource& source, std::size_t batch) {
    if (source.surface || source.member) {
      (source.surface ? slab_.surfaces : slab_.members).push_back(static_cast<std::uint32_t>(batch));
    }
  }

  void packAgain(const PackedBlock& block) {
    auto place = block.order.begin();
    for (; nextBatch_ < block.endBatch; ++nextBatch_) {
      Batch& batch = slab_.batches[nextBatch_];
      BatchSource& source = slab_.sources[nextBatch_];
      const GroupKind kind = source.surface ? GroupKind::surfaces : GroupKind::pairs;  // blocks with members are new
      list(source, nextBatch_);
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (source.contact.of[lane] == kNoContact) {
          setEmpty(lane, batch, source);
          continue;
        }
        const std::uint32_t index = owned_[*place];
        const Contact& contact = list_.contacts[index];
        setRows(contact, *place++, kind, lane, batch);
        setStart(index, contact, lane, source);
      }
      startLanes(origins_, batch, source);
    }
  }

  void clearGroups() {
    for (PackedGroup& group : work_.groups) {
      group.count = 0;
      if (group.pairs.size() < owned_.size()) {
        group.pairs.resize(owned_.size());
        group.places.resize(owned_.size());
      }
    }
  }

  /// `same`: contacts at its front that are read already.
  void packAnew(std::size_t same, PackedBlock& block) {
    clearGroups();
    block.contacts.resize(owned_.size());
    block.order.clear();
    block.firstBatch = nextBatch_;
    for (std::size_t place = 0; place < owned_.size(); ++place) {
      if (place >= same) {
        fetchAhead(place);
      }
      const Contact& contact = list_.contacts[owned_[place]];
      const PackedContact packed = packedOf(contact);
      if (packed.group / 2 == static_cast<std::uint32_t>(GroupKind::members)) {
        fetch(world_.reduction.members[contact.b].local);
        fetch(world_.reduction.aggregate[contact.b]);
      }
      block.contacts[place] = packed;
      PackedGroup& group = work_.groups[packed.group];
      const bool isPair = packed.group / 2 == static_cast<std::uint32_t>(GroupKind::pairs);
      group.pairs[group.count] = {problem_.bodyOf[contact.a] - firstBody_,
                                  isPair ? problem_.bodyOf[contact.b] - firstBody_ : kNoBody};
      group.places[group.count++] = static_cast<std::uint16_t>(place);
    }
    if (work_.lastBatch.empty()) {
      work_.lastBatch.assign(bodies_, 0);
    }
    mayCouple_ = false;
    for (std::size_t i = 0; i < work_.groups.size(); ++i) {
      appendBatches(work_.groups[i], static_cast<GroupKind>(i / 2), block);
    }
    block.endBatch = nextBatch_;
    const std::size_t members = 2 * static_cast<std::size_t>(GroupKind::members);
    if (work_.groups[members].count > 0 || work_.groups[members + 1].count > 0) {
      block.contacts.clear();  // the slot may be another member's in the next step
    }
  }

  void openBatch(GroupKind kind) {
    if (nextBatch_ == slab_.batches.size()) {
      slab_.batches.emplace_back();
      slab_.sources.emplace_back();
      fetchForAppending(slab_.batches, 1);
      fetchForAppending(slab_.sources, 1);
    } else if (nextBatch_ + 1 < slab_.batches.size()) {
      fetchForWriting(slab_.batches[nextBatch_ + 1]);
      fetchForWriting(slab_.sources[nextBatch_ + 1]);
    }
    BatchSource& source = slab_.sources[nextBatch_];
    if (kind == GroupKind::surfaces) {
      // Where surfaces are is told for filled lanes only; everything else gets all lanes from here or when it is
      // prepared.
      std::construct_at(&slab_.batches[nextBatch_]);
      std::construct_at(&source);
    }
    source.surface = kind == GroupKind::surfaces;
    source.member = kind == GroupKind::members;
    source.active = true;
    source.withNext = false;
  }

  /// Appends the batches of a group, coloured.
  void appendBatches(const PackedGroup& group, GroupKind kind, PackedBlock& block) {
    work_.colouring.colour(std::span(group.pairs).first(group.count), bodies_, kLanes);
    std::size_t from = 0;
    for (const std::uint32_t end : work_.colouring.ends()) {
      openBatch(kind);
      Batch& batch = slab_.batches[nextBatch_];
      BatchSource& source = slab_.sources[nextBatch_];
      list(source, nextBatch_);
      bool apart = true;
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (from + lane >= end) {
          setEmpty(lane, batch, source);
          continue;
        }
        const std::uint32_t inGroup = work_.colouring.order()[from + lane];
        const std::uint16_t place = group.places[inGroup];
        block.order.push_back(place);
        apart &= takes(group.pairs[inGroup]);
        const std::uint32_t index = owned_[place];
        const Contact& contact = list_.contacts[index];
        setRows(contact, place, kind, lane, batch);
        setLaw(contact, lane);
        setStart(index, contact, lane, source);
      }
      laws_.count = end - from;
      setLaws(world_.materials.pairs, problem_.factors, laws_, batch, source);
      startLanes(origins_, batch, source);
      coupleWithLast(apart);
      ++nextBatch_;
      from = end;
    }
  }

  /// Notes the bodies of a contact of the batch at hand; whether none of them is in the batch before.
  bool takes(const ColourPair& pair) {
    const auto number = static_cast<std::uint32_t>(nextBatch_);
    bool apart = work_.lastBatch[pair.a] != number;
    work_.lastBatch[pair.a] = number + 1;
    if (pair.b != kNoBody) {
      apart &= work_.lastBatch[pair.b] != number;
      work_.lastBatch[pair.b] = number + 1;
    }
    return apart;
  }

  /// Marks the batch before the one at hand as one that may be swept together with it, where they are apart and it is
  /// in no couple yet.
  void coupleWithLast(bool apart) {
    const bool couples = mayCouple_ && apart;
    if (couples) {
      slab_.sources[nextBatch_ - 1].withNext = true;
    }
    mayCouple_ = !couples;
  }

  LaneOrigins origins_;          ///< of the batch at hand
  LawLanes laws_;                ///< laws of the lanes of a batch
  const Contact nowhere_{};      ///< where empty lanes come from
  const Multipliers nothing_{};  ///< multipliers of contacts without a match
  const World& world_;
  const ContactList& list_;
  BatchedProblem& problem_;
  Slab& slab_;
  SlabWork& work_;
  std::span<const std::uint32_t> owned_;  ///< contacts of the block at hand
  std::size_t bodies_ = 0;                ///< of this slab and the next
  std::size_t nextBatch_ = 0;
  std::uint32_t firstBody_ = 0;
  std::uint32_t nextRow_ = 0;
  std::uint32_t emptyRow_ = 0;
  std::uint32_t begin_ = 0;  ///< of the block at hand
  std::uint32_t end_ = 0;    ///< of the slab's contacts
  bool mayCouple_ = false;   ///< there is a batch before in the block, which is in no couple
};

}  // namespace

void packSlab(const World& world, const StepContext& context, const ContactList& list, BatchedWork& batched,
              std::size_t at) {
  gatherMotion(world, at, context.substepTime, batched.problem);
  clearRows(at, batched.problem);
  Packing(world, list, batched.problem, at).go();
}

}  // namespace scree
