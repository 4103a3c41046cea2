#include "engine/members/member_homes.h"

#include "engine/base/vector_sets.h"

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/members/member_homes.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Real = hn::CappedTag<double, 8>;
using Index = hn::RebindToUnsigned<Real>;
using RealVec = hn::Vec<Real>;
using IndexVec = hn::Vec<Index>;
using Some = hn::Mask<Real>;

/// Along one axis: the coordinates of cells, and whether the cells before and behind are reached.
struct Layers {
  RealVec cell;
  Some before, behind;
  Some isInside;  ///< not in a farthest cell
};

HWY_INLINE Layers layersOf(RealVec at, RealVec reach, RealVec size) {
  const Real d;
  const auto farthest = hn::Set(d, kFarthestCell);
  const auto part = hn::Min(hn::Max(hn::Div(at, size), hn::Neg(farthest)), farthest);
  const RealVec cell = hn::Floor(part);
  const RealVec lower = hn::Mul(size, cell);
  return {cell, hn::Lt(hn::Sub(at, reach), lower), hn::Ge(hn::Add(at, reach), hn::Add(lower, size)),
          hn::Lt(hn::Abs(cell), farthest)};
}

/// Whole numbers >= 0 as such: added to 2^52 they are the lower bits.
HWY_INLINE IndexVec whole(RealVec numbers) {
  const Real d;
  constexpr double kLowBits = 4503599627370496.0;
  return hn::And(hn::BitCast(Index(), hn::Add(numbers, hn::Set(d, kLowBits))), hn::Set(Index(), 0xfffffffffffffULL));
}

/// Bits of the layers of one axis that are reached, of which `before` holds the first.
HWY_INLINE IndexVec bitsOf(const Layers& layers, std::uint64_t before, unsigned step) {
  const Index u;
  const auto first = hn::IfThenElseZero(hn::RebindMask(u, layers.before), hn::Set(u, before));
  const auto last = hn::IfThenElseZero(hn::RebindMask(u, layers.behind), hn::Set(u, before << (2 * step)));
  return hn::Or(hn::Or(first, last), hn::Set(u, before << step));
}

HWY_ATTR void findHomesHere(const MemberViews& views, const MemberGrid& grid, ViewHomes& homes) {
  const Real d;
  const Index u;
  const auto size = hn::Set(d, grid.size);
  const auto offset = hn::Set(d, kFarthestCell + 1.0);
  for (std::size_t i = 0; i < views.count; i += hn::Lanes(d)) {
    const auto own = hn::LoadU(d, views.own.data() + i);
    const auto atX = hn::LoadU(d, views.x.data() + i);
    const auto atY = hn::LoadU(d, views.y.data() + i);
    const auto atZ = hn::LoadU(d, views.z.data() + i);
    const auto farthest = hn::Max(hn::Max(hn::Abs(atX), hn::Abs(atY)), hn::Abs(atZ));
    const RealVec reach = hn::Add(hn::Mul(hn::Set(d, 1.0 + grid.rounding), hn::Add(own, hn::Set(d, grid.members))),
                                  hn::Mul(hn::Set(d, grid.places), farthest));
    const Layers x = layersOf(atX, reach, size);
    const Layers y = layersOf(atY, reach, size);
    const Layers z = layersOf(atZ, reach, size);
    const IndexVec high = hn::ShiftLeft<2 * kCellBits>(whole(hn::Add(x.cell, offset)));
    const IndexVec middle = hn::ShiftLeft<kCellBits>(whole(hn::Add(y.cell, offset)));
    hn::StoreU(hn::Or(hn::Or(high, middle), whole(hn::Add(z.cell, offset))), u, homes.key.data() + i);
    const IndexVec within = hn::And(hn::And(bitsOf(x, 0777, 9), bitsOf(y, 0007007007, 3)), bitsOf(z, 0111111111, 1));
    // Written so that what is no number is beyond.
    const Some near = hn::And(hn::And(x.isInside, y.isInside), hn::And(z.isInside, hn::Le(reach, size)));
    const auto beyond = hn::Set(u, ViewHomes::kBeyond);
    hn::StoreU(hn::IfThenElse(hn::RebindMask(u, near), within, beyond), u, homes.within.data() + i);
  }
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(findHomesHere);

void findHomes(const MemberViews& views, const MemberGrid& grid, ViewHomes& homes) {
  HWY_DYNAMIC_DISPATCH(findHomesHere)(views, grid, homes);
}

}  // namespace scree
#endif
