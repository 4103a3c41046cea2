#include "engine/collision/partners.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

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

// A line of cells holds four or five spheres of similar size: wider vectors would be empty.
using Real = hn::CappedTag<float, 8>;
using Slot = hn::RebindToSigned<Real>;
using RealVec = hn::Vec<Real>;
using SlotVec = hn::Vec<Slot>;
using Lanes = hn::Mask<Slot>;

/// A sphere in search of partners.
struct Seeker {
  RealVec x, y, z, reach;
  RealVec surely;    ///< squared distances below this part of the squared reach are contacts for sure
  RealVec possibly;  ///< those above this part are none for sure
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

/// Of the doubtful lanes at k, those that the exact test finds to meet.
HWY_NOINLINE Lanes settled(const SortedSpheres& spheres, std::int32_t slot, std::size_t k, Lanes doubtful) {
  std::array<std::uint8_t, 8> bytes{};
  hn::StoreMaskBits(Slot(), doubtful, bytes.data());
  auto meeting = std::bit_cast<std::uint64_t>(bytes);
  for (std::uint64_t open = meeting; open != 0; open &= open - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(open));
    if (!spheres.exact.meet(static_cast<std::size_t>(slot), static_cast<std::size_t>(spheres.slot[k + lane]))) {
      meeting ^= open & -open;
    }
  }
  bytes = std::bit_cast<std::array<std::uint8_t, 8>>(meeting);
  return hn::LoadMaskBits(Slot(), bytes.data());
}

/// Those of the lanes k, k + 1, ... asked for that the seeker meets.
HWY_INLINE Lanes meeting(const SortedSpheres& spheres, const Seeker& seeker, std::size_t k, Lanes asked) {
  const Real d;
  const auto dx = hn::Sub(hn::LoadU(d, spheres.x + k), seeker.x);
  const auto dy = hn::Sub(hn::LoadU(d, spheres.y + k), seeker.y);
  const auto dz = hn::Sub(hn::LoadU(d, spheres.z + k), seeker.z);
  const auto reach = hn::Add(hn::LoadU(d, spheres.reach + k), seeker.reach);
  const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
  const auto limit = hn::Mul(reach, reach);
  // What is not a number is in doubt.
  const auto surely = hn::RebindMask(Slot(), hn::Lt(squared, hn::Mul(limit, seeker.surely)));
  const auto never = hn::RebindMask(Slot(), hn::Gt(squared, hn::Mul(limit, seeker.possibly)));
  const auto meet = hn::And(surely, asked);
  const auto doubtful = hn::AndNot(hn::Or(surely, never), asked);
  if (HWY_LIKELY(hn::AllFalse(Slot(), doubtful))) {
    return meet;
  }
  return hn::Or(meet, settled(spheres, hn::GetLane(seeker.slot), k, doubtful));
}

/// Room for `count` more and a vector.
inline void makeRoom(std::vector<std::int32_t>& storage, std::size_t used, std::size_t count) {
  const std::size_t needed = used + count + hn::Lanes(Slot()) + kRowPadding;
  if (HWY_UNLIKELY(storage.size() < needed)) {
    storage.resize(2 * needed + 512);
  }
}

HWY_INLINE std::size_t append(SlotVec slots, Lanes chosen, std::int32_t* storage, std::size_t count) {
  hn::StoreU(hn::Compress(slots, chosen), Slot(), storage + count);
  return count + hn::CountTrue(Slot(), chosen);
}

/// Spheres [begin, end) in the order of cells.
struct Run {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The spheres around a cell: nine lines of cells, or each cell by itself.
struct Runs {
  std::array<Run, 27> list;
  std::size_t count = 0;
};

/// A level, and how far apart the lines of cells around a cell are.
struct Neighbourhood {
  explicit Neighbourhood(const CellLevel& given) : level(given) {
    for (std::size_t line = 0; line < 9; ++line) {
      offsets[line] = (static_cast<std::int64_t>(line / 3) - 1) * level.strideX +
                      (static_cast<std::int64_t>(line % 3) - 1) * level.strideY;
    }
  }
  CellLevel level;
  std::array<std::int64_t, 9> offsets{};
};

/// The same for a level that wraps, whose lines may leave the table at one end and enter it at the other.
HWY_NOINLINE std::size_t collectWrapped(const std::uint32_t* start, const Neighbourhood& around, std::int64_t centre,
                                        Runs& runs) {
  const std::int64_t cells = around.level.cells;
  std::size_t spheres = 0;
  runs.count = 0;
  const auto add = [&](std::int64_t first, std::int64_t last) {
    runs.list[runs.count++] = {start[first], start[last + 1]};
    spheres += start[last + 1] - start[first];
  };
  for (const std::int64_t offset : around.offsets) {
    const std::int64_t middle = (centre + offset + cells) % cells;
    if (middle > 0 && middle + 1 < cells) {
      add(middle - 1, middle + 1);
      continue;
    }
    for (std::int64_t side = -1; side <= 1; ++side) {
      const std::int64_t cell = (middle + side + cells) % cells;
      add(cell, cell);
    }
  }
  return spheres;
}

/// Sets `runs` to the spheres around the cell of index `centre`, without CellLevel::before; their number.
HWY_INLINE std::size_t collect(const std::uint32_t* table, const Neighbourhood& around, std::int64_t centre,
                               Runs& runs) {
  const std::uint32_t* start = table + around.level.before;
  if (HWY_UNLIKELY(around.level.wraps)) {
    return collectWrapped(start, around, centre, runs);
  }
  std::uint32_t spheres = 0;
  const std::uint32_t* middle = start + centre - around.level.strideX - around.level.strideY;
  for (std::size_t line = 0; line < 9; line += 3) {
    for (std::size_t side = 0; side < 3; ++side) {
      const std::uint32_t* here = middle + static_cast<std::int64_t>(side) * around.level.strideY;
      const std::uint32_t begin = here[-1];
      const std::uint32_t end = here[2];
      runs.list[line + side] = {begin, end};
      spheres += end - begin;
    }
    middle += around.level.strideX;
  }
  runs.count = 9;
  return spheres;
}

/// Appends partners of larger slots to `row`, which has room; its new length.
HWY_INLINE std::size_t searchOwnLevel(const SortedSpheres& spheres, const Seeker& seeker, const Runs& runs,
                                      std::int32_t* row, std::size_t count) {
  for (std::size_t run = 0; run < runs.count; ++run) {
    const std::size_t end = runs.list[run].end;
    for (std::size_t k = runs.list[run].begin; k < end; k += hn::Lanes(Slot())) {
      const auto slots = hn::LoadU(Slot(), spheres.slot + k);
      const auto asked = hn::And(hn::FirstN(Slot(), end - k), hn::Gt(slots, seeker.slot));
      count = append(slots, meeting(spheres, seeker, k, asked), row, count);
    }
  }
  return count;
}

/// The same for another level, and all other partners to the foreign ones.
HWY_INLINE std::size_t searchOtherLevel(const SortedSpheres& spheres, const Seeker& seeker, const Runs& runs,
                                        std::int32_t* row, std::size_t count, FoundPartners& found) {
  for (std::size_t run = 0; run < runs.count; ++run) {
    const std::size_t end = runs.list[run].end;
    for (std::size_t k = runs.list[run].begin; k < end; k += hn::Lanes(Slot())) {
      const auto meet = meeting(spheres, seeker, k, hn::FirstN(Slot(), end - k));
      if (hn::AllFalse(Slot(), meet)) {
        continue;
      }
      const auto slots = hn::LoadU(Slot(), spheres.slot + k);
      const auto larger = hn::Gt(slots, seeker.slot);
      count = append(slots, hn::And(meet, larger), row, count);
      makeRoom(found.foreignFirst, found.foreignCount, 0);
      makeRoom(found.foreignSecond, found.foreignCount, 0);
      hn::StoreU(seeker.slot, Slot(), found.foreignSecond.data() + found.foreignCount);
      found.foreignCount = append(slots, hn::AndNot(larger, meet), found.foreignFirst.data(), found.foreignCount);
    }
  }
  return count;
}

/// Copies a row of at most one vector in ascending order, each value to the place that the number of smaller ones
/// gives. Writes numbers of no meaning after it, up to kRowPadding.
HWY_INLINE void sortShortRow(const std::int32_t* row, std::size_t count, std::int32_t* out) {
  const auto values = hn::LoadU(Slot(), row);
  // What is not in the row counts as larger than all.
  const auto ranked = hn::IfThenElse(hn::FirstN(Slot(), count), values, hn::Set(Slot(), INT32_MAX));
  const auto place = [&](std::size_t k) HWY_ATTR {
    const std::size_t smaller = hn::CountTrue(Slot(), hn::Lt(ranked, hn::Set(Slot(), row[k])));
    out[smaller] = row[k];
  };
  for (std::size_t k = 0; k < count; ++k) {
    place(k);
  }
}

/// Copies the rows of the spheres [begin, end) from the scratch storage, each in ascending order.
HWY_INLINE void sortRows(const SortedSpheres& spheres, std::size_t begin, std::size_t end, FoundPartners& found,
                         const PartnerRow* rows) {
  const std::int32_t* from = found.scratch.data();
  for (std::size_t i = begin; i < end; ++i) {
    const PartnerRow& row = rows[spheres.slot[i]];
    std::int32_t* out = found.rows.data() + row.begin;
    if (HWY_LIKELY(row.count <= hn::Lanes(Slot()))) {
      sortShortRow(from, row.count, out);
    } else {
      std::copy(from, from + row.count, out);
      std::sort(out, out + row.count);
    }
    from += row.count;
  }
}

HWY_ATTR void findPartnersHere(const SortedSpheres& given, std::size_t levelIndex, std::size_t begin, std::size_t end,
                               std::uint32_t chunk, FoundPartners& found, PartnerRow* rows) {
  const SortedSpheres spheres = given;
  const Neighbourhood own(spheres.levels[levelIndex]);
  Runs runs;
  std::size_t total = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const Seeker seeker = seekerAt(spheres, i);
    const auto slot = static_cast<std::size_t>(spheres.slot[i]);
    const std::size_t near =
        collect(spheres.start, own, static_cast<std::int64_t>(spheres.cell[i]) - own.level.before, runs);
    makeRoom(found.scratch, total, near);
    std::size_t count = searchOwnLevel(spheres, seeker, runs, found.scratch.data() + total, 0);
    for (std::size_t other = levelIndex; other-- > 0;) {
      if (spheres.levels[other].cells == 0) {
        continue;
      }
      const Neighbourhood coarser(spheres.levels[other]);
      const std::int64_t centre = coarser.level.indexOf(spheres.exact.positions[slot].data());
      makeRoom(found.scratch, total + count, collect(spheres.start, coarser, centre, runs));
      count = searchOtherLevel(spheres, seeker, runs, found.scratch.data() + total, count, found);
    }
    rows[slot] = {chunk, static_cast<std::uint32_t>(found.rowsCount + total), static_cast<std::uint32_t>(count)};
    total += count;
  }
  makeRoom(found.rows, found.rowsCount, total);
  sortRows(spheres, begin, end, found, rows);
  found.rowsCount += total;
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
