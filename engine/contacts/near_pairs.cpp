#include "engine/contacts/near_pairs.h"

#include "engine/base/base_constants.h"
#include "engine/base/vector_sets.h"

#include <array>
#include <bit>

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/contacts/near_pairs.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "engine/contacts/pair_vectors-inl.h"

// Once for all sets.
#ifndef SCREE_PAIR_COLUMNS
#define SCREE_PAIR_COLUMNS
namespace scree {

/// Pairs of spheres, number by number. Numbers are put there one by one: of places that lie anywhere processors load a
/// vector no faster than its numbers, and some far slower.
struct PairColumns {
  template <typename T>
  using Column = NearPairs::Column<T>;

  std::size_t count = 0;
  alignas(64) Column<std::uint64_t> slots;  ///< the first in the lower half
  Column<double> x, y, z;                   ///< from centre to centre [m]
  Column<double> radii;                     ///< their sum [m]
  Column<double> reach;                     ///< up to which distance of the centres they are looked at [m]
  Column<double> vax, vay, vaz;             ///< m/s
  Column<double> vbx, vby, vbz;
  Column<double> turns;  ///< sum of the changes that contacts may make [m/s]
};

}  // namespace scree
#endif

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

/// Keeps the pairs that are within reach, in place.
HWY_ATTR void keepReachedHere(PairColumns& pairs) {
  const Real d;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.count; i += hn::Lanes(d)) {
    const IndexVec both = hn::LoadU(Index(), pairs.slots.data() + i);
    const Vec3s apart = {hn::LoadU(d, pairs.x.data() + i), hn::LoadU(d, pairs.y.data() + i),
                         hn::LoadU(d, pairs.z.data() + i)};
    const RealVec radii = hn::LoadU(d, pairs.radii.data() + i);
    const RealVec reach = hn::LoadU(d, pairs.reach.data() + i);
    const Keep keep(hn::And(hn::Le(dot(apart, apart), squared(reach)), hn::FirstN(d, pairs.count - i)));
    keep(both, pairs.slots.data() + count);
    keep(apart.x, pairs.x.data() + count);
    keep(apart.y, pairs.y.data() + count);
    keep(apart.z, pairs.z.data() + count);
    keep(radii, pairs.radii.data() + count);
    count += keep.count();
  }
  pairs.count = count;
}

HWY_ATTR void findNearHere(const PairColumns& pairs, const LookAhead* ahead, NearPairs& found) {
  const Real d;
  const auto zero = hn::Zero(d);
  Vec3s longest = {zero, zero, zero};
  std::size_t count = 0;
  auto* const slotsTo = reinterpret_cast<std::uint64_t*>(found.slots.data());
  for (std::size_t i = 0; i < pairs.count; i += hn::Lanes(d)) {
    Some chosen = hn::FirstN(d, pairs.count - i);
    const Vec3s apart = {hn::LoadU(d, pairs.x.data() + i), hn::LoadU(d, pairs.y.data() + i),
                         hn::LoadU(d, pairs.z.data() + i)};
    TwoSpheres two = twoSpheres(apart, hn::LoadU(d, pairs.radii.data() + i));
    if (ahead != nullptr) {
      two.va = {hn::LoadU(d, pairs.vax.data() + i), hn::LoadU(d, pairs.vay.data() + i),
                hn::LoadU(d, pairs.vaz.data() + i)};
      two.vb = {hn::LoadU(d, pairs.vbx.data() + i), hn::LoadU(d, pairs.vby.data() + i),
                hn::LoadU(d, pairs.vbz.data() + i)};
      two.turns = hn::LoadU(d, pairs.turns.data() + i);
      chosen = hn::And(chosen, mayTouch(*ahead, two));
    }
    const Keep keep(chosen);
    keep(hn::LoadU(Index(), pairs.slots.data() + i), slotsTo + count);
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

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(keepReachedHere);
HWY_EXPORT(findNearHere);

namespace {

void setPlaces(const Spheres& spheres, std::span<const ParticlePair> pairs, PairColumns& to) {
  to.count = pairs.size();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    const double radiusA = spheres.radii[a];
    const double radiusB = spheres.radii[b];
    to.slots[i] = std::bit_cast<std::uint64_t>(pairs[i]);
    to.x[i] = spheres.positions[b].x() - spheres.positions[a].x();
    to.y[i] = spheres.positions[b].y() - spheres.positions[a].y();
    to.z[i] = spheres.positions[b].z() - spheres.positions[a].z();
    to.radii[i] = radiusA + radiusB;
    to.reach[i] = spheres.margins.empty()
                      ? kTouch * radiusA + kTouch * radiusB
                      : (kTouch * radiusA + spheres.margins[a]) + (kTouch * radiusB + spheres.margins[b]);
  }
}

/// Puts the nearest images in place of pairs that are apart by more than half a box.
void setNearest(const PeriodicBox& box, PairColumns& pairs) {
  for (std::size_t i = 0; i < pairs.count; ++i) {
    const Vec3 apart = box.nearest({pairs.x[i], pairs.y[i], pairs.z[i]});
    pairs.x[i] = apart.x();
    pairs.y[i] = apart.y();
    pairs.z[i] = apart.z();
  }
}

void setMotion(const MovingSpheres& moving, PairColumns& pairs) {
  for (std::size_t i = 0; i < pairs.count; ++i) {
    const auto [a, b] = std::bit_cast<ParticlePair>(pairs.slots[i]);
    const Vec3& va = moving.velocityOf(a);
    const Vec3& vb = moving.velocityOf(b);
    pairs.vax[i] = va.x();
    pairs.vay[i] = va.y();
    pairs.vaz[i] = va.z();
    pairs.vbx[i] = vb.x();
    pairs.vby[i] = vb.y();
    pairs.vbz[i] = vb.z();
    pairs.turns[i] = moving.turns.empty() ? 0.0 : moving.turns[a] + moving.turns[b];
  }
}

}  // namespace

void findNear(const MovingSpheres& moving, const LookAhead* ahead, std::span<const ParticlePair> pairs,
              NearPairs& found) {
  static_assert(sizeof(ParticlePair) == sizeof(std::uint64_t) && std::endian::native == std::endian::little);
  PairColumns columns;
  setPlaces(moving.spheres, pairs, columns);
  if (moving.spheres.box != nullptr) {
    setNearest(*moving.spheres.box, columns);
  }
  HWY_DYNAMIC_DISPATCH(keepReachedHere)(columns);
  if (ahead != nullptr) {
    setMotion(moving, columns);
  }
  HWY_DYNAMIC_DISPATCH(findNearHere)(columns, ahead, found);
}

}  // namespace scree
#endif
