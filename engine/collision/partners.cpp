#include "engine/collision/partners.h"

#include "engine/base/vector_sets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engine/base/lane_places.h"
#include "engine/collision/collision_constants.h"

// The tests of distance are compiled for several instruction sets, of which the processor's best is taken. They round
// differently at most in what they leave to the exact test.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/collision/partners.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Real = hn::ScalableTag<float>;
using Slot = hn::RebindToSigned<Real>;
using RealVec = hn::Vec<Real>;
using SlotVec = hn::Vec<Slot>;
using Lanes = hn::Mask<Slot>;

/// A sphere in search of partners.
struct Seeker {
  RealVec x, y, z, reach;
  RealVec surely;    ///< squared distances below this part of the squared reach are contacts for sure
  RealVec possibly;  ///< squared distances above this part of the squared reach are no contacts for sure
  SlotVec slot;
};

/// How much a computed distance may be off, in parts of the reach of a pair: centres are rounded to 2^-24 of their
/// coordinates, of which the partner's are at most the reach larger, and the arithmetic rounds by less than
/// 2^-21.5. Both with a factor of more than two to spare.
inline float doubt(float x, float y, float z, float reach) {
  return 0x1p-21F * (std::abs(x) + std::abs(y) + std::abs(z)) / reach + 0x1p-20F;
}

HWY_INLINE Seeker seekerAt(const SortedSpheres& spheres, std::size_t i) {
  const Real d;
  const float x = spheres.x[i];
  const float y = spheres.y[i];
  const float z = spheres.z[i];
  const float reach = spheres.reach[i];
  const float part = doubt(x, y, z, reach);
  const float inner = part < 1.0F ? 1.0F - part : 0.0F;
  return {hn::Set(d, x),
          hn::Set(d, y),
          hn::Set(d, z),
          hn::Set(d, reach),
          hn::Set(d, inner * inner),
          hn::Set(d, (1.0F + part) * (1.0F + part)),
          hn::Set(Slot(), spheres.slot[i])};
}

/// The doubtful lanes that meet by the exact test.
HWY_NOINLINE Lanes settled(const Spheres& exact, std::int32_t slot, const std::int32_t* slots, Lanes doubtful) {
  std::array<std::uint8_t, 8> bytes{};
  hn::StoreMaskBits(Slot(), doubtful, bytes.data());
  auto meeting = std::bit_cast<std::uint64_t>(bytes);
  for (std::uint64_t open = meeting; open != 0; open &= open - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(open));
    if (!exact.meet(static_cast<std::size_t>(slot), static_cast<std::size_t>(slots[lane]))) {
      meeting ^= open & -open;
    }
  }
  bytes = std::bit_cast<std::array<std::uint8_t, 8>>(meeting);
  return hn::LoadMaskBits(Slot(), bytes.data());
}

/// Where the numbers of some candidates are.
struct View {
  explicit View(const Candidates& near)
      : x(near.numbers.data()), capacity(near.capacity), slots(near.slots.data()), count(near.count) {}
  const float* x;  ///< y, z and reach follow, each after `capacity` more
  std::size_t capacity;
  const std::int32_t* slots;
  std::size_t count;
};

/// Result of the rounded test for a vector of candidates.
struct Verdict {
  Lanes meeting;
  Lanes doubtful;
};

/// Judges the candidates k, k + 1, ... whose lanes are asked for.
HWY_INLINE Verdict judged(const View& near, const Seeker& seeker, std::size_t k, Lanes asked) {
  const Real d;
  const float* x = near.x + k;
  const auto dx = hn::Sub(hn::LoadU(d, x), seeker.x);
  const auto dy = hn::Sub(hn::LoadU(d, x + near.capacity), seeker.y);
  const auto dz = hn::Sub(hn::LoadU(d, x + 2 * near.capacity), seeker.z);
  const auto reach = hn::Add(hn::LoadU(d, x + 3 * near.capacity), seeker.reach);
  const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
  const auto limit = hn::Mul(reach, reach);
  // A number that is not finite leaves the candidate in doubt.
  const auto surely = hn::RebindMask(Slot(), hn::Lt(squared, hn::Mul(limit, seeker.surely)));
  const auto never = hn::RebindMask(Slot(), hn::Gt(squared, hn::Mul(limit, seeker.possibly)));
  return {hn::And(surely, asked), hn::AndNot(hn::Or(surely, never), asked)};
}

/// Room for `count` more and a vector.
inline void makeRoom(std::vector<std::int32_t>& storage, std::size_t used, std::size_t count) {
  const std::size_t needed = used + count + hn::Lanes(Slot()) + kRowPadding;
  if (HWY_UNLIKELY(storage.size() < needed)) {
    storage.resize(2 * needed + 512);
  }
}

/// The chosen lanes, moved to the front. Highway's own way reads a table that GCC copies to the stack each time, save
/// where the processor has an instruction for it.
HWY_INLINE SlotVec compressed(SlotVec slots, Lanes chosen) {
#if HWY_TARGET <= HWY_AVX3 || HWY_MAX_BYTES > 32
  return hn::Compress(slots, chosen);
#else
  std::array<std::uint8_t, 8> bits{};
  hn::StoreMaskBits(Slot(), chosen, bits.data());
  const hn::Rebind<std::uint8_t, Slot> bytes;
  const auto places = hn::PromoteTo(Slot(), hn::LoadU(bytes, kLanePlaces[bits[0]].data()));
  return hn::TableLookupLanes(slots, hn::IndicesFromVec(Slot(), places));
#endif
}

HWY_INLINE std::size_t append(SlotVec slots, Lanes chosen, std::int32_t* storage, std::size_t count) {
  hn::StoreU(compressed(slots, chosen), Slot(), storage + count);
  return count + hn::CountTrue(Slot(), chosen);
}

/// Room for `count` candidates, one vector more to read, and one more to write.
HWY_NOINLINE void growCandidates(Candidates& near, std::size_t count) {
  near.capacity = 2 * count + 4 * hn::Lanes(Real());
  near.numbers.resize(4 * near.capacity);
  near.slots.resize(near.capacity);
}

/// The spheres around a cell, as parts [first, second) of all: nine lines of cells, or more if lines leave the table at
/// one end and enter it at the other.
struct Parts {
  std::array<std::array<std::uint32_t, 2>, 9 * 4> list;
  std::size_t count = 0;
  std::size_t spheres = 0;
};

HWY_INLINE void partsAround(const std::uint32_t* start, const CellLevel& level, std::int64_t centre,
                            std::int64_t together, Parts& parts) {
  const auto add = [&](std::int64_t first, std::int64_t last) HWY_ATTR {
    const std::array<std::uint32_t, 2> part = {start[first], start[last + 1]};
    parts.list[parts.count++] = part;
    parts.spheres += part[1] - part[0];
  };
  for (std::int64_t dx = -level.strideX; dx <= level.strideX; dx += level.strideX) {
    for (std::int64_t dy = -level.strideY; dy <= level.strideY; dy += level.strideY) {
      const std::int64_t first = centre + dx + dy - 1;
      const std::int64_t last = centre + dx + dy + together;
      if (HWY_LIKELY(!level.wraps || (first >= 0 && last < level.cells))) {
        add(first, last);
        continue;
      }
      for (std::int64_t index = first; index <= last; ++index) {
        const std::int64_t cell = (index + level.cells) % level.cells;
        add(cell, cell);
      }
    }
  }
}

/// Makes room for `count` candidates.
HWY_INLINE void beginCandidates(Candidates& near, std::size_t count) {
  if (HWY_UNLIKELY(near.capacity < count + 2 * hn::Lanes(Real()))) {
    growCandidates(near, count);
  }
  near.count = 0;
}

/// Appends the sorted spheres [begin, begin + size) to the candidates, which have room.
HWY_INLINE void addCandidates(const SortedSpheres& spheres, std::size_t begin, std::size_t size, Candidates& near) {
  const Real d;
  const std::size_t capacity = near.capacity;
  const float* const x = spheres.x + begin;
  const float* const y = spheres.y + begin;
  const float* const z = spheres.z + begin;
  const float* const reach = spheres.reach + begin;
  const std::int32_t* const slot = spheres.slot + begin;
  float* const to = near.numbers.data() + near.count;
  std::int32_t* const slots = near.slots.data() + near.count;
  for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
    hn::StoreU(hn::LoadU(d, x + k), d, to + k);
    hn::StoreU(hn::LoadU(d, y + k), d, to + k + capacity);
    hn::StoreU(hn::LoadU(d, z + k), d, to + k + 2 * capacity);
    hn::StoreU(hn::LoadU(d, reach + k), d, to + k + 3 * capacity);
    hn::StoreU(hn::LoadU(Slot(), slot + k), Slot(), slots + k);
  }
  near.count += size;
}

HWY_INLINE void endCandidates(Candidates& near) {
  hn::StoreU(hn::Set(Slot(), -1), Slot(), near.slots.data() + near.count);
}

/// Makes the spheres of `together` cells along z from the given one, and of all their neighbours, the candidates.
HWY_INLINE void collect(const SortedSpheres& spheres, const CellLevel& level, std::int64_t cell, std::int64_t together,
                        Candidates& near) {
  Parts parts;
  partsAround(spheres.start + level.before, level, cell - level.before, together, parts);
  beginCandidates(near, parts.spheres);
  near.cell = cell;
  for (std::size_t part = 0; part < parts.count; ++part) {
    addCandidates(spheres, parts.list[part][0], parts.list[part][1] - parts.list[part][0], near);
  }
  endCandidates(near);
}

/// The lanes of a verdict with every doubt settled.
HWY_INLINE Lanes decided(const Spheres& exact, const View& near, const Seeker& seeker, std::size_t k,
                         const Verdict& verdict) {
  if (hn::AllFalse(Slot(), verdict.doubtful)) {
    return verdict.meeting;
  }
  return hn::Or(verdict.meeting, settled(exact, hn::GetLane(seeker.slot), near.slots + k, verdict.doubtful));
}

/// searchOwnLevel where there are doubts.
HWY_NOINLINE std::size_t searchOwnLevelExactly(const Spheres& exact, const Seeker& seeker, const View& near,
                                               std::int32_t* row) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < near.count; k += hn::Lanes(Slot())) {
    const auto slots = hn::LoadU(Slot(), near.slots + k);
    const Verdict verdict = judged(near, seeker, k, hn::Gt(slots, seeker.slot));
    count = append(slots, decided(exact, near, seeker, k, verdict), row, count);
  }
  return count;
}

/// Writes the candidates of larger slots that the seeker meets to `row`, which has room; their number.
HWY_INLINE std::size_t searchOwnLevel(const Spheres& exact, const Seeker& seeker, const View& near, std::int32_t* row) {
  std::size_t count = 0;
  auto doubtful = hn::FirstN(Slot(), 0);
  for (std::size_t k = 0; k < near.count; k += hn::Lanes(Slot())) {
    const auto slots = hn::LoadU(Slot(), near.slots + k);
    const Verdict verdict = judged(near, seeker, k, hn::Gt(slots, seeker.slot));
    count = append(slots, verdict.meeting, row, count);
    doubtful = hn::Or(doubtful, verdict.doubtful);
  }
  return HWY_LIKELY(hn::AllFalse(Slot(), doubtful)) ? count : searchOwnLevelExactly(exact, seeker, near, row);
}

/// Appends the candidates of another level that the seeker meets to the row if their slots are larger, else to the
/// foreign ones; the row's new length.
HWY_INLINE std::size_t searchOtherLevel(const Spheres& exact, const Seeker& seeker, const View& near, std::int32_t* row,
                                        std::size_t count, FoundPartners& found) {
  for (std::size_t k = 0; k < near.count; k += hn::Lanes(Slot())) {
    const auto slots = hn::LoadU(Slot(), near.slots + k);
    const Verdict verdict = judged(near, seeker, k, hn::Gt(slots, hn::Set(Slot(), -1)));
    const auto meet = decided(exact, near, seeker, k, verdict);
    if (hn::AllFalse(Slot(), meet)) {
      continue;
    }
    const auto larger = hn::Gt(slots, seeker.slot);
    count = append(slots, hn::And(meet, larger), row, count);
    makeRoom(found.foreignFirst, found.foreignCount, 0);
    makeRoom(found.foreignSecond, found.foreignCount, 0);
    hn::StoreU(seeker.slot, Slot(), found.foreignSecond.data() + found.foreignCount);
    found.foreignCount = append(slots, hn::AndNot(larger, meet), found.foreignFirst.data(), found.foreignCount);
  }
  return count;
}

/// Looks among the spheres of finer levels, all that are in the cells within reach; the row's new length.
HWY_NOINLINE std::size_t searchFiner(const SortedSpheres& spheres, std::uint32_t finer, const Seeker& seeker,
                                     std::size_t slot, std::size_t count, FoundPartners& found) {
  Candidates& near = found.within;
  for (std::uint32_t left = finer; left != 0; left &= left - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(left));
    const CellLevel& level = spheres.levels[index];
    const std::uint32_t* const start = spheres.start + level.before;
    const double* const centre = spheres.exact.positions[slot].data();
    const double reach = spheres.exact.reach(slot) + spheres.searches[index].reach;
    std::size_t all = 0;
    level.forLines(centre, reach,
                   [&](std::int64_t first, std::int64_t last) { all += start[last + 1] - start[first]; });
    beginCandidates(near, all);
    level.forLines(centre, reach, [&](std::int64_t first, std::int64_t last) HWY_ATTR {
      addCandidates(spheres, start[first], start[last + 1] - start[first], near);
    });
    endCandidates(near);
    makeRoom(found.rows, found.rowsCount + count, near.count);
    count = searchOtherLevel(spheres.exact, seeker, View(near), found.rows.data() + found.rowsCount, count, found);
  }
  return count;
}

/// Puts a row of at most one vector in ascending order: each value goes where the number of smaller ones says.
HWY_INLINE void sortShortRow(std::int32_t* row, std::size_t count) {
  HWY_ALIGN std::int32_t values[hn::MaxLanes(Slot())];
  const auto unsorted = hn::LoadU(Slot(), row);
  hn::Store(unsorted, Slot(), values);
  const auto inRow = hn::FirstN(Slot(), count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto smaller = hn::And(hn::Lt(unsorted, hn::Set(Slot(), values[k])), inRow);
    row[hn::CountTrue(Slot(), smaller)] = values[k];
  }
}

HWY_ATTR void findPartnersHere(const SortedSpheres& spheres, std::size_t levelIndex, std::size_t begin, std::size_t end,
                               std::uint32_t chunk, FoundPartners& found, PartnerRow* rows) {
  const CellLevel& level = spheres.levels[levelIndex];
  const LevelSearch& search = spheres.searches[levelIndex];
  found.near.resize(spheres.levels.size());
  for (Candidates& near : found.near) {
    near.cell = -1;
  }
  for (std::size_t i = begin; i < end; ++i) {
    const Seeker seeker = seekerAt(spheres, i);
    const auto slot = static_cast<std::size_t>(spheres.slot[i]);
    const auto cell = static_cast<std::int64_t>(spheres.cell[i]);
    Candidates& own = found.near[levelIndex];
    if (own.cell < 0 || cell >= own.cell + collision::kCellsTogether) {
      collect(spheres, level, cell, collision::kCellsTogether, own);
    }
    makeRoom(found.rows, found.rowsCount, own.count);
    std::size_t count = searchOwnLevel(spheres.exact, seeker, View(own), found.rows.data() + found.rowsCount);
    for (std::uint32_t left = search.coarser; left != 0; left &= left - 1) {
      const auto other = static_cast<std::size_t>(std::countr_zero(left));
      const CellLevel& coarser = spheres.levels[other];
      Candidates& near = found.near[other];
      const std::int64_t around = coarser.before + coarser.indexOf(spheres.exact.positions[slot].data());
      if (near.cell != around) {
        collect(spheres, coarser, around, 1, near);
      }
      makeRoom(found.rows, found.rowsCount + count, near.count);
      count = searchOtherLevel(spheres.exact, seeker, View(near), found.rows.data() + found.rowsCount, count, found);
    }
    if (HWY_UNLIKELY(search.finer != 0)) {
      count = searchFiner(spheres, search.finer, seeker, slot, count, found);
    }
    rows[slot] = {chunk, static_cast<std::uint32_t>(found.rowsCount), static_cast<std::uint32_t>(count)};
    found.rowsCount += count;
  }
  // Not right after a row is written: its parts are still on their way to memory.
  for (std::size_t i = begin; i < end; ++i) {
    const PartnerRow& row = rows[spheres.slot[i]];
    std::int32_t* partners = found.rows.data() + row.begin;
    if (HWY_LIKELY(row.count <= hn::Lanes(Slot()))) {
      sortShortRow(partners, row.count);
    } else {
      std::sort(partners, partners + row.count);
    }
  }
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(findPartnersHere);

void findPartners(const SortedSpheres& spheres, std::size_t level, std::size_t begin, std::size_t end,
                  std::uint32_t chunk, FoundPartners& found, PartnerRow* rows) {
  HWY_DYNAMIC_DISPATCH(findPartnersHere)(spheres, level, begin, end, chunk, found, rows);
}

}  // namespace scree
#endif
