#include "engine/step/near_pairs.h"

#include "engine/base/vector_sets.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/step/near_pairs.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "engine/step/pair_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

/// Slots as pairs keep them, the first in the lower half.
struct SlotVecs {
  IndexVec a, b;
};

HWY_INLINE SlotVecs slotsOf(IndexVec pairs) {
  return {hn::And(pairs, hn::Set(Index(), 0xffffffffU)), hn::ShiftRight<32>(pairs)};
}

/// The pairs of a vector, of which the last may hold fewer: lanes beyond are of pairs of slot 0.
HWY_INLINE IndexVec pairsFrom(std::span<const ParticlePair> pairs) {
  const auto* const from = reinterpret_cast<const std::uint64_t*>(pairs.data());
  if (HWY_LIKELY(pairs.size() == hn::Lanes(Real()))) {
    return hn::LoadU(Index(), from);
  }
  std::array<std::uint64_t, hn::MaxLanes(Index())> last{};
  std::memcpy(last.data(), from, pairs.size() * sizeof(ParticlePair));
  return hn::LoadU(Index(), last.data());
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

HWY_INLINE void findReached(const Spheres& spheres, std::span<const ParticlePair> pairs, Reached& reached) {
  const Real d;
  const auto touch = hn::Set(d, kTouch);
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); i += hn::Lanes(d)) {
    const std::size_t left = std::min(pairs.size() - i, hn::Lanes(d));
    const IndexVec both = pairsFrom(pairs.subspan(i, left));
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
    TwoSpheres two = twoSpheres(apart, hn::LoadU(d, reached.radii.data() + i));
    if (ahead != nullptr) {
      const SlotVecs slots = slotsOf(both);
      two.va = velocitiesOf(moving, slots.a);
      two.vb = velocitiesOf(moving, slots.b);
      if (!moving.turns.empty()) {
        two.turns = hn::Add(gather(moving.turns, slots.a), gather(moving.turns, slots.b));
      }
      chosen = hn::And(chosen, mayTouch(*ahead, two));
    }
    const Keep keep(chosen);
    keep(both, slotsTo + count);
    keepGeometry(keep, two, found, count);
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

/// Lanes of two packed velocities that differ by more than `most` in a number: with the highest bit of each number set
/// before, a difference that is no less than -most leaves it set, and takes nothing from the next number.
HWY_INLINE Some differ(IndexVec one, IndexVec other, int most) {
  constexpr std::uint64_t kOnes = 0x0001000100010001U;
  const Index d;
  const auto highest = hn::Set(d, 0x8000U * kOnes);
  const auto more = hn::Set(d, static_cast<std::uint64_t>(0x8000 + most) * kOnes);
  const auto down = hn::Sub(hn::Add(one, more), other);
  const auto up = hn::Sub(hn::Add(other, more), one);
  return hn::RebindMask(Real(), hn::Ne(hn::And(hn::And(down, up), highest), highest));
}

HWY_INLINE IndexVec gatherPacked(std::span<const std::uint64_t> packed, IndexVec slots) {
  return hn::GatherIndex(Index(), packed.data(), hn::BitCast(Gatherer(), slots));
}

HWY_ATTR void findFastHere(const MovingSpheres& moving, const Hits& hits, std::span<const ParticlePair> pairs,
                           FastPairs& found) {
  const Real d;
  const auto least = hn::Set(d, hits.slowest * hits.slowest);
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); i += hn::Lanes(d)) {
    const std::size_t left = std::min(pairs.size() - i, hn::Lanes(d));
    const IndexVec both = pairsFrom(pairs.subspan(i, left));
    const SlotVecs slots = slotsOf(both);
    const IndexVec packedA = gatherPacked(hits.packed, slots.a);
    const IndexVec packedB = gatherPacked(hits.packed, slots.b);
    if (hn::AllFalse(d, hn::And(differ(packedA, packedB, hits.alike), hn::FirstN(d, left)))) {
      continue;
    }
    const Vec3s u = minus(velocitiesOf(moving, slots.b), velocitiesOf(moving, slots.a));
    const RealVec squaredSpeed = dot(u, u);
    const Some fast = hn::And(hn::Gt(squaredSpeed, least), hn::FirstN(d, left));
    if (hn::AllFalse(d, fast)) {
      continue;
    }
    const Vec3s apart = minus(gather3(moving.spheres.positions, slots.b), gather3(moving.spheres.positions, slots.a));
    const RealVec speed = hn::Sqrt(squaredSpeed);
    const RealVec way = hn::Mul(hn::Set(d, hits.time), speed);
    const RealVec radii = hn::Add(gather(moving.spheres.radii, slots.a), gather(moving.spheres.radii, slots.b));
    const Some far = hn::Gt(way, hn::Mul(hn::Set(d, hits.leastPart), radii));
    const Keep keep(hn::And(hn::And(fast, far), hn::Le(dot(apart, apart), squared(hn::Add(radii, way)))));
    keep(both, reinterpret_cast<std::uint64_t*>(found.slots.data()) + count);
    keep(speed, found.speed.data() + count);
    count += keep.count();
  }
  found.count = count;
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(findNearHere);
HWY_EXPORT(findFastHere);

void findNear(const MovingSpheres& moving, const LookAhead* ahead, std::span<const ParticlePair> pairs,
              NearPairs& found) {
  static_assert(sizeof(ParticlePair) == sizeof(std::uint64_t) && std::endian::native == std::endian::little);
  HWY_DYNAMIC_DISPATCH(findNearHere)(moving, ahead, pairs, found);
}

void findFast(const MovingSpheres& moving, const Hits& hits, std::span<const ParticlePair> pairs, FastPairs& found) {
  HWY_DYNAMIC_DISPATCH(findFastHere)(moving, hits, pairs, found);
}

}  // namespace scree
#endif
