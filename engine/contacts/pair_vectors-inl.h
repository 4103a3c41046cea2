// Vectors over pairs of spheres, for the files that are compiled once an instruction set: spheres gathered by slot,
// chosen lanes kept, and the test of pairs that may come to touch.
#include <array>
#include <cstdint>
#include <span>

#include "engine/base/base_constants.h"
#include "engine/base/lane_places.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/near_pairs.h"
#include "hwy/highway.h"

// Included once a set.
#if defined(SCREE_PAIR_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef SCREE_PAIR_VECTORS
#undef SCREE_PAIR_VECTORS
#else
#define SCREE_PAIR_VECTORS
#endif

HWY_BEFORE_NAMESPACE();
namespace scree {
namespace HWY_NAMESPACE {

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

HWY_INLINE RealVec gather(std::span<const double> numbers, IndexVec slots) {
  return hn::GatherIndex(Real(), numbers.data(), hn::BitCast(Gatherer(), slots));
}

HWY_INLINE Vec3s gather3(std::span<const Vec3> vectors, IndexVec slots) {
  const double* const numbers = vectors.data()->data();
  const auto at = hn::BitCast(Gatherer(), hn::Add(slots, hn::Add(slots, slots)));
  return {hn::GatherIndex(Real(), numbers, at), hn::GatherIndex(Real(), numbers + 1, at),
          hn::GatherIndex(Real(), numbers + 2, at)};
}

/// The order of lanes that moves the chosen ones to the front.
HWY_INLINE auto chosenFirst(Some chosen) {
  std::array<std::uint8_t, 8> set{};
  hn::StoreMaskBits(Real(), chosen, set.data());
  const hn::Rebind<std::uint8_t, Real> bytes;
  const hn::Rebind<std::uint32_t, Real> words;
  const auto places = hn::PromoteTo(words, hn::LoadU(bytes, kLanePlaces[set[0]].data()));
  return hn::IndicesFromVec(Real(), hn::BitCast(Gatherer(), hn::PromoteTo(Index(), places)));
}

/// Stores the chosen lanes of vectors one after the other; the lanes behind them get unspecified numbers.
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

/// Two spheres and their velocities, by lanes.
struct TwoSpheres {
  Vec3s apart;  ///< from centre to centre [m]
  RealVec squaredDistance, distance;
  RealVec radii;  ///< their sum [m]
  Vec3s va, vb;   ///< m/s
  RealVec turns;  ///< sum of the changes that contacts may make [m/s]
};

/// Two spheres without velocities.
HWY_INLINE TwoSpheres twoSpheres(const Vec3s& apart, RealVec radii) {
  const auto zero = hn::Zero(Real());
  const RealVec squaredDistance = dot(apart, apart);
  return {apart, squaredDistance, hn::Sqrt(squaredDistance), radii, {zero, zero, zero}, {zero, zero, zero}, zero};
}

/// LookAhead::mayTouch() of each lane. Comparisons are written so that what is no number comes out alike.
HWY_INLINE Some mayTouch(const LookAhead& ahead, const TwoSpheres& two) {
  const auto& [apart, squaredDistance, distance, radii, va, vb, turns] = two;
  const Real d;
  const auto zero = hn::Zero(d);
  const auto timeStep = hn::Set(d, ahead.timeStep());
  const Some touches = hn::Le(squaredDistance, squared(hn::Mul(hn::Set(d, kTouch), radii)));
  const Vec3s u = minus(vb, va);
  const RealVec speed = dot(u, u);
  RealVec nearest = hn::Div(hn::Neg(dot(apart, u)), speed);
  nearest = hn::IfThenElse(hn::Lt(nearest, zero), zero, hn::IfThenElse(hn::Lt(timeStep, nearest), timeStep, nearest));
  nearest = hn::IfThenElse(hn::Gt(speed, zero), nearest, zero);
  const RealVec turn = hn::Mul(hn::Set(d, contacts::kTurn), hn::Sqrt(speed));
  const RealVec limit = hn::Add(radii, hn::Mul(timeStep, hn::Add(hn::Set(d, ahead.fall()), turn)));
  const Vec3s then = {hn::Add(apart.x, hn::Mul(nearest, u.x)), hn::Add(apart.y, hn::Mul(nearest, u.y)),
                      hn::Add(apart.z, hn::Mul(nearest, u.z))};
  const Some straight = hn::Le(dot(then, then), squared(limit));
  const RealVec ofA = dot(va, apart);
  const RealVec ofB = hn::Neg(dot(vb, apart));
  RealVec alone = hn::IfThenElse(hn::Lt(zero, ofA), ofA, zero);
  alone = hn::Div(hn::IfThenElse(hn::Lt(alone, ofB), ofB, alone), distance);
  alone = hn::Add(turn, alone);
  const RealVec turned = hn::Mul(hn::Set(d, contacts::kTurned), turns);
  const RealVec most = hn::IfThenElse(hn::Lt(alone, turned), turned, alone);
  const RealVec ways = hn::Mul(timeStep, hn::Add(hn::Set(d, ahead.fall()), most));
  return hn::Or(hn::Or(touches, straight), hn::Le(distance, hn::Add(radii, ways)));
}

/// Keeps normals and gaps of the chosen lanes: a normal of two centres in one place is along z.
HWY_INLINE void keepGeometry(const Keep& keep, const TwoSpheres& two, NearPairs& found, std::size_t at) {
  const Real d;
  const Some isApart = hn::Gt(two.distance, hn::Zero(d));
  keep(hn::IfThenElseZero(isApart, hn::Div(two.apart.x, two.distance)), found.normalX.data() + at);
  keep(hn::IfThenElseZero(isApart, hn::Div(two.apart.y, two.distance)), found.normalY.data() + at);
  keep(hn::IfThenElse(isApart, hn::Div(two.apart.z, two.distance), hn::Set(d, 1.0)), found.normalZ.data() + at);
  keep(hn::Sub(two.distance, two.radii), found.gap.data() + at);
}

}  // namespace HWY_NAMESPACE
}  // namespace scree
HWY_AFTER_NAMESPACE();

#endif
