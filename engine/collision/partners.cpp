#include "engine/collision/partners.h"

#include <array>

// The tests of distance are compiled for several instruction sets, of which the processor's best is taken. All of them
// round alike: there is no fused multiply-add here.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/collision/partners.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Real = hn::ScalableTag<double>;
using Tags = hn::ScalableTag<std::int64_t>;
using Packed = hn::ScalableTag<std::uint64_t>;

/// Makes room for the results of one vector after the first `count`.
inline std::uint64_t* roomAfter(std::vector<std::uint64_t>& storage, std::size_t count) {
  const std::size_t needed = count + hn::Lanes(Packed());
  if (HWY_UNLIKELY(storage.size() < needed)) {
    storage.resize(2 * needed + 1024);
  }
  return storage.data() + count;
}

/// A sphere in search of partners.
struct Seeker {
  hn::Vec<Real> x, y, z, reach;
  hn::Vec<Tags> tag;
  hn::Vec<Packed> slot;
};

/// The lanes of the spheres k, k + 1, ... before `end` that the seeker touches.
HWY_INLINE hn::Mask<Tags> touching(const SortedSpheres& spheres, const Seeker& seeker, std::size_t k, std::size_t end) {
  const Real d;
  const auto dx = hn::Sub(hn::LoadU(d, spheres.x + k), seeker.x);
  const auto dy = hn::Sub(hn::LoadU(d, spheres.y + k), seeker.y);
  const auto dz = hn::Sub(hn::LoadU(d, spheres.z + k), seeker.z);
  const auto reach = hn::Add(hn::LoadU(d, spheres.reach + k), seeker.reach);
  const auto squared = hn::Add(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(dz, dz));
  const auto touch = hn::And(hn::Le(squared, hn::Mul(reach, reach)), hn::FirstN(d, end - k));
  return hn::RebindMask(Tags(), touch);
}

HWY_INLINE std::size_t append(hn::Vec<Packed> pairs, hn::Mask<Tags> chosen, std::vector<std::uint64_t>& storage,
                              std::size_t count) {
  const Packed d;
  hn::CompressStore(pairs, hn::RebindMask(d, chosen), d, roomAfter(storage, count));
  return count + hn::CountTrue(Tags(), chosen);
}

/// Partners of larger slots among the spheres [k, end).
HWY_INLINE void searchOwnLevel(const SortedSpheres& spheres, const Seeker& seeker, std::size_t k, std::size_t end,
                               FoundPairs& found) {
  for (; k < end; k += hn::Lanes(Real())) {
    const auto tag = hn::LoadU(Tags(), spheres.tag + k);
    const auto chosen = hn::And(touching(spheres, seeker, k, end), hn::Gt(tag, seeker.tag));
    const auto pairs = hn::Or(hn::BitCast(Packed(), tag), seeker.slot);
    found.ownCount = append(pairs, chosen, found.own, found.ownCount);
  }
}

/// All partners among the spheres [k, end) of another level.
HWY_INLINE void searchOtherLevel(const SortedSpheres& spheres, const Seeker& seeker, std::size_t k, std::size_t end,
                                 FoundPairs& found) {
  for (; k < end; k += hn::Lanes(Real())) {
    const auto touch = touching(spheres, seeker, k, end);
    if (hn::AllFalse(Tags(), touch)) {
      continue;
    }
    const auto tag = hn::LoadU(Tags(), spheres.tag + k);
    const auto larger = hn::Gt(tag, seeker.tag);
    const auto packed = hn::BitCast(Packed(), tag);
    found.ownCount = append(hn::Or(packed, seeker.slot), hn::And(touch, larger), found.own, found.ownCount);
    const auto swapped = hn::Or(hn::ShiftRight<32>(packed), hn::BitCast(Packed(), seeker.tag));
    found.foreignCount = append(swapped, hn::AndNot(larger, touch), found.foreign, found.foreignCount);
  }
}

/// Calls search(begin, end) for the spheres around the cell of index `centre` of the level, without `before`.
template <class Search>
HWY_INLINE void searchAround(const SortedSpheres& spheres, const CellLevel& level, std::int64_t centre,
                             const Search& search) {
  const std::uint32_t* start = spheres.start + level.before;
  for (std::int64_t dx = -level.strideX; dx <= level.strideX; dx += level.strideX) {
    for (std::int64_t dy = -level.strideY; dy <= level.strideY; dy += level.strideY) {
      const std::int64_t first = centre + dx + dy - kSlices;
      const std::int64_t last = centre + dx + dy + kSlices;
      if (HWY_LIKELY(!level.wraps || (first >= 0 && last < level.cells))) {
        search(start[first], start[last + 1]);
        continue;
      }
      for (std::int64_t index = first; index <= last; ++index) {
        const std::int64_t cell = (index + level.cells) % level.cells;
        search(start[cell], start[cell + 1]);
      }
    }
  }
}

HWY_ATTR void findPartnersHere(const SortedSpheres& spheres, std::size_t levelIndex, std::size_t begin, std::size_t end,
                               std::uint32_t chunk, FoundPairs& found, PartnerRow* rows) {
  const Real d;
  const CellLevel& level = spheres.levels[levelIndex];
  for (std::size_t i = begin; i < end; ++i) {
    const auto slot = static_cast<std::uint64_t>(spheres.tag[i]) >> 32;
    const Seeker seeker = {hn::Set(d, spheres.x[i]),     hn::Set(d, spheres.y[i]),        hn::Set(d, spheres.z[i]),
                           hn::Set(d, spheres.reach[i]), hn::Set(Tags(), spheres.tag[i]), hn::Set(Packed(), slot)};
    const std::size_t before = found.ownCount;
    searchAround(spheres, level, static_cast<std::int64_t>(spheres.cell[i]) - level.before,
                 [&](std::size_t first, std::size_t last)
                     HWY_ATTR { searchOwnLevel(spheres, seeker, first, last, found); });
    for (std::size_t other = levelIndex; other-- > 0;) {
      const CellLevel& coarser = spheres.levels[other];
      if (coarser.cells == 0) {
        continue;
      }
      const std::array<double, 3> p = {spheres.x[i], spheres.y[i], spheres.z[i]};
      searchAround(spheres, coarser, coarser.indexOf(p.data()), [&](std::size_t first, std::size_t last) HWY_ATTR {
        searchOtherLevel(spheres, seeker, first, last, found);
      });
    }
    rows[slot] = {chunk, static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(found.ownCount - before)};
  }
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(findPartnersHere);

void findPartners(const SortedSpheres& spheres, std::size_t level, std::size_t begin, std::size_t end,
                  std::uint32_t chunk, FoundPairs& found, PartnerRow* rows) {
  HWY_DYNAMIC_DISPATCH(findPartnersHere)(spheres, level, begin, end, chunk, found, rows);
}

}  // namespace scree
#endif
