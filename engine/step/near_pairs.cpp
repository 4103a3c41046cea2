#include "engine/step/near_pairs.h"

#include "engine/base/vector_sets.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/base/lane_places.h"

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/step/near_pairs.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Real = hn::CappedTag<double, 8>;
using Index = hn::RebindToUnsigned<Real>;
using Gatherer = hn::RebindToSigned<Real>;
using RealVec = hn::Vec<Real>;
using IndexVec = hn::Vec<Index>;
using Some = hn::Mask<Real>;

struct Vec3s {
  RealVec x, y, z;
};

HWY_INLINE Vec3s minus(const Vec3s& a, const Vec3s& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

/// Summed up in the order in which Eigen does.
HWY_INLINE RealVec dot(const Vec3s& a, const Vec3s& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

HWY_INLINE RealVec squared(RealVec x) { return hn::Mul(x, x); }

/// Slots as pairs keep them, the first in the lower half.
struct SlotVecs {
  IndexVec a, b;
};

HWY_INLINE SlotVecs slotsOf(IndexVec pairs) {
  return {hn::And(pairs, hn::Set(Index(), 0xffffffffU)), hn::ShiftRight<32>(pairs)};
}

HWY_INLINE RealVec gather(std::span<const double> numbers, IndexVec slots) {
  return hn::GatherIndex(Real(), numbers.data(), hn::BitCast(Gatherer(), slots));
}

HWY_INLINE Vec3s gather3(std::span<const Vec3> vectors, IndexVec slots) {
  const double* const numbers = vectors.data()->data();
  const auto at = hn::BitCast(Gatherer(), hn::Add(slots, hn::Add(slots, slots)));
  return {hn::GatherIndex(Real(), numbers, at), hn::GatherIndex(Real(), numbers + 1, at),
          hn::GatherIndex(Real(), numbers + 2, at)};
}

/// Pairs within reach of each other, number by number.
struct Reached {
  template <typename T>
  using Column = NearPairs::Column<T>;

  std::size_t count = 0;
  alignas(64) Column<std::uint64_t> slots;
  Column<double> x, y, z;  ///< from centre to centre [m]
  Column<double> radii;    ///< their sum [m]
};

/// The order of lanes that moves the chosen ones to the front.
HWY_INLINE auto chosenFirst(Some chosen) {
  std::array<std::uint8_t, 8> set{};
  hn::StoreMaskBits(Real(), chosen, set.data());
  const hn::Rebind<std::uint8_t, Real> bytes;
  const hn::Rebind<std::uint32_t, Real> words;
  const auto places = hn::PromoteTo(words, hn::LoadU(bytes, kLanePlaces[set[0]].data()));
  return hn::IndicesFromVec(Real(), hn::BitCast(Gatherer(), hn::PromoteTo(Index(), places)));
}

/// Stores chosen lanes of vectors one after the other, and something behind them.
class Keep {
 public:
  explicit HWY_INLINE Keep(Some chosen) : order_(chosenFirst(chosen)), count_(hn::CountTrue(Real(), chosen)) {}

  HWY_INLINE void operator()(RealVec numbers, double* to) const {
    hn::StoreU(hn::TableLookupLanes(numbers, order_), Real(), to);
  }
  HWY_INLINE void operator()(IndexVec pairs, std::uint64_t* to) const {
    const auto kept = hn::TableLookupLanes(hn::BitCast(Real(), pairs), order_);
    hn::StoreU(hn::BitCast(Index(), kept), Index(), to);
  }
  HWY_INLINE std::size_t count() const { return count_; }

 private:
  decltype(chosenFirst(Some())) order_;
  std::size_t count_;
};

HWY_INLINE void findReached(const Spheres& spheres, std::span<const ParticlePair> pairs, Reached& reached) {
  const Real d;
  const auto touch = hn::Set(d, kTouch);
  std::array<std::uint64_t, hn::MaxLanes(Index())> last{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); i += hn::Lanes(d)) {
    const std::size_t left = std::min(pairs.size() - i, hn::Lanes(d));
    const auto* from = reinterpret_cast<const std::uint64_t*>(pairs.data() + i);
    if (HWY_UNLIKELY(left < hn::Lanes(d))) {
      std::memcpy(last.data(), from, left * sizeof(ParticlePair));
      from = last.data();
    }
    const IndexVec both = hn::LoadU(Index(), from);
    const SlotVecs slots = slotsOf(both);
    const Vec3s apart = minus(gather3(spheres.positions, slots.b), gather3(spheres.positions, slots.a));
    const RealVec radiusA = gather(spheres.radii, slots.a);
    const RealVec radiusB = gather(spheres.radii, slots.b);
    RealVec reachA = hn::Mul(touch, radiusA);
    RealVec reachB = hn::Mul(touch, radiusB);
    if (!spheres.margins.empty()) {
      reachA = hn::Add(reachA, gather(spheres.margins, slots.a));
      reachB = hn::Add(reachB, gather(spheres.margins, slots.b));
    }
    const Some meet = hn::And(hn::Le(dot(apart, apart), squared(hn::Add(reachA, reachB))), hn::FirstN(d, left));
    const Keep keep(meet);
    keep(both, reached.slots.data() + count);
    keep(apart.x, reached.x.data() + count);
    keep(apart.y, reached.y.data() + count);
    keep(apart.z, reached.z.data() + count);
    keep(hn::Add(radiusA, radiusB), reached.radii.data() + count);
    count += keep.count();
  }
  reached.count = count;
}

/// Velocities of the spheres of these slots.
HWY_INLINE Vec3s velocitiesOf(const MovingSpheres& moving, IndexVec slots) {
  const Real d;
  Vec3s v = gather3(moving.velocities, slots);
  if (HWY_UNLIKELY(moving.pulled != UINT32_MAX)) {
    const Some is = hn::RebindMask(d, hn::Eq(slots, hn::Set(Index(), moving.pulled)));
    v.x = hn::IfThenElse(is, hn::Set(d, moving.pulledVelocity.x()), v.x);
    v.y = hn::IfThenElse(is, hn::Set(d, moving.pulledVelocity.y()), v.y);
    v.z = hn::IfThenElse(is, hn::Set(d, moving.pulledVelocity.z()), v.z);
  }
  return v;
}

/// LookAhead::mayTouch() of each lane. Comparisons are written so that what is no number comes out alike.
HWY_INLINE Some mayTouch(const LookAhead& ahead, const MovingSpheres& moving, const SlotVecs& slots, const Vec3s& apart,
                         RealVec squaredDistance, RealVec distance, RealVec radii) {
  const Real d;
  const auto zero = hn::Zero(d);
  const auto timeStep = hn::Set(d, ahead.timeStep());
  const Some touches = hn::Le(squaredDistance, squared(hn::Mul(hn::Set(d, kTouch), radii)));
  const Vec3s va = velocitiesOf(moving, slots.a);
  const Vec3s vb = velocitiesOf(moving, slots.b);
  const Vec3s u = minus(vb, va);
  const RealVec speed = dot(u, u);
  RealVec nearest = hn::Div(hn::Neg(dot(apart, u)), speed);
  nearest = hn::IfThenElse(hn::Lt(nearest, zero), zero, hn::IfThenElse(hn::Lt(timeStep, nearest), timeStep, nearest));
  nearest = hn::IfThenElse(hn::Gt(speed, zero), nearest, zero);
  const RealVec turn = hn::Mul(hn::Set(d, LookAhead::kTurn), hn::Sqrt(speed));
  const RealVec limit = hn::Add(radii, hn::Mul(timeStep, hn::Add(hn::Set(d, ahead.fall()), turn)));
  const Vec3s then = {hn::Add(apart.x, hn::Mul(nearest, u.x)), hn::Add(apart.y, hn::Mul(nearest, u.y)),
                      hn::Add(apart.z, hn::Mul(nearest, u.z))};
  const Some straight = hn::Le(dot(then, then), squared(limit));
  const RealVec ofA = dot(va, apart);
  const RealVec ofB = hn::Neg(dot(vb, apart));
  RealVec alone = hn::IfThenElse(hn::Lt(zero, ofA), ofA, zero);
  alone = hn::Div(hn::IfThenElse(hn::Lt(alone, ofB), ofB, alone), distance);
  return hn::Or(hn::Or(touches, straight), hn::Le(distance, hn::Add(limit, hn::Mul(timeStep, alone))));
}

HWY_ATTR void findNearHere(const MovingSpheres& moving, const LookAhead* ahead, std::span<const ParticlePair> pairs,
                           NearPairs& found) {
  const Real d;
  const auto zero = hn::Zero(d);
  Reached reached;
  findReached(moving.spheres, pairs, reached);
  Vec3s longest = {zero, zero, zero};
  std::size_t count = 0;
  auto* const slotsTo = reinterpret_cast<std::uint64_t*>(found.slots.data());
  for (std::size_t i = 0; i < reached.count; i += hn::Lanes(d)) {
    Some chosen = hn::FirstN(d, reached.count - i);
    // What follows the last pair is left from before, or nothing at all.
    const IndexVec both =
        hn::IfThenElseZero(hn::RebindMask(Index(), chosen), hn::LoadU(Index(), reached.slots.data() + i));
    const Vec3s apart = {hn::LoadU(d, reached.x.data() + i), hn::LoadU(d, reached.y.data() + i),
                         hn::LoadU(d, reached.z.data() + i)};
    const RealVec radii = hn::LoadU(d, reached.radii.data() + i);
    const RealVec squaredDistance = dot(apart, apart);
    const RealVec distance = hn::Sqrt(squaredDistance);
    if (ahead != nullptr) {
      chosen = hn::And(chosen, mayTouch(*ahead, moving, slotsOf(both), apart, squaredDistance, distance, radii));
    }
    const Some isApart = hn::Gt(distance, zero);
    const Keep keep(chosen);
    keep(both, slotsTo + count);
    keep(hn::IfThenElseZero(isApart, hn::Div(apart.x, distance)), found.normalX.data() + count);
    keep(hn::IfThenElseZero(isApart, hn::Div(apart.y, distance)), found.normalY.data() + count);
    keep(hn::IfThenElse(isApart, hn::Div(apart.z, distance), hn::Set(d, 1.0)), found.normalZ.data() + count);
    keep(hn::Sub(distance, radii), found.gap.data() + count);
    count += keep.count();
    longest.x = hn::Max(longest.x, hn::IfThenElseZero(chosen, hn::Abs(apart.x)));
    longest.y = hn::Max(longest.y, hn::IfThenElseZero(chosen, hn::Abs(apart.y)));
    longest.z = hn::Max(longest.z, hn::IfThenElseZero(chosen, hn::Abs(apart.z)));
  }
  found.count = count;
  const Vec3 here(hn::GetLane(hn::MaxOfLanes(d, longest.x)), hn::GetLane(hn::MaxOfLanes(d, longest.y)),
                  hn::GetLane(hn::MaxOfLanes(d, longest.z)));
  found.longest = found.longest.cwiseMax(here);
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(findNearHere);

void findNear(const MovingSpheres& moving, const LookAhead* ahead, std::span<const ParticlePair> pairs,
              NearPairs& found) {
  static_assert(sizeof(ParticlePair) == sizeof(std::uint64_t) && std::endian::native == std::endian::little);
  HWY_DYNAMIC_DISPATCH(findNearHere)(moving, ahead, pairs, found);
}

}  // namespace scree
#endif
