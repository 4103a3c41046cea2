#include "engine/solve/batched/lane_transfer.h"

#include "engine/base/vector_sets.h"
#include "engine/solve/batched/lanes.h"

#include <cstddef>

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solve/batched/lane_transfer.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32

using Real = hn::CappedTag<double, 8>;
using Float = hn::Rebind<float, Real>;
using RealVec = hn::Vec<Real>;
constexpr Real kReal;
constexpr Float kFloat;

template <class D>
struct Four {
  hn::Vec<D> x, y, z, w;
};

/// Transposes 4 x 4 numbers.
template <class D>
HWY_INLINE Four<D> transposed(D d, const Four<D>& r) {
  const auto low01 = hn::InterleaveLower(d, r.x, r.y);
  const auto low23 = hn::InterleaveLower(d, r.z, r.w);
  const auto up01 = hn::InterleaveUpper(d, r.x, r.y);
  const auto up23 = hn::InterleaveUpper(d, r.z, r.w);
  return {hn::ConcatLowerLower(d, low23, low01), hn::ConcatLowerLower(d, up23, up01),
          hn::ConcatUpperUpper(d, low23, low01), hn::ConcatUpperUpper(d, up23, up01)};
}

/// Four numbers of each contact, from where `of(lane)` says on.
template <class D, class Of>
HWY_INLINE Four<D> gathered(D d, std::size_t lane, const Of& of) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    return transposed(d, Four<D>{hn::LoadU(d, of(lane)), hn::LoadU(d, of(lane + 1)), hn::LoadU(d, of(lane + 2)),
                                 hn::LoadU(d, of(lane + 3))});
  } else {
    const hn::Half<D> half;
    const auto low = gathered(half, lane, of);
    const auto up = gathered(half, lane + hn::MaxLanes(half), of);
    return {hn::Combine(d, up.x, low.x), hn::Combine(d, up.y, low.y), hn::Combine(d, up.z, low.z),
            hn::Combine(d, up.w, low.w)};
  }
}

template <class D, class Of>
HWY_INLINE void scatter(D d, const Four<D>& v, std::size_t lane, const Of& of) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    const Four<D> rows = transposed(d, v);
    hn::StoreU(rows.x, d, of(lane));
    hn::StoreU(rows.y, d, of(lane + 1));
    hn::StoreU(rows.z, d, of(lane + 2));
    hn::StoreU(rows.w, d, of(lane + 3));
  } else {
    const hn::Half<D> half;
    const auto lower = [&](RealVec numbers) HWY_ATTR { return hn::LowerHalf(half, numbers); };
    const auto upper = [&](RealVec numbers) HWY_ATTR { return hn::UpperHalf(half, numbers); };
    scatter(half, Four<hn::Half<D>>{lower(v.x), lower(v.y), lower(v.z), lower(v.w)}, lane, of);
    scatter(half, Four<hn::Half<D>>{upper(v.x), upper(v.y), upper(v.z), upper(v.w)}, lane + hn::MaxLanes(half), of);
  }
}

HWY_INLINE void store(RealVec numbers, Lane& to, std::size_t lane) {
  hn::Store(hn::DemoteTo(kFloat, numbers), kFloat, to.of + lane);
}

HWY_INLINE RealVec load(const Lane& from, std::size_t lane) {
  return hn::PromoteTo(kReal, hn::Load(kFloat, from.of + lane));
}

/// Summed in Eigen's order: first the first two.
HWY_INLINE RealVec dot(RealVec ax, RealVec ay, RealVec az, RealVec bx, RealVec by, RealVec bz) {
  return hn::Add(hn::Add(hn::Mul(ax, bx), hn::Mul(ay, by)), hn::Mul(az, bz));
}

HWY_ATTR void startLanesHere(const LaneOrigins& origins, Batch& batch, BatchSource& source) {
  for (std::size_t lane = 0; lane < kLanes; lane += hn::MaxLanes(Real())) {
    const auto n = gathered(kReal, lane, [&](std::size_t i) { return origins.contacts[i]->normal.data(); });
    const RealVec radii = hn::Load(kReal, origins.radii.data() + lane);
    const RealVec distance = hn::Add(radii, n.w);
    store(n.w, source.firstGap, lane);
    store(radii, source.radii, lane);
    store(distance, source.distance, lane);
    store(hn::Mul(distance, n.x), source.apart[0], lane);
    store(hn::Mul(distance, n.y), source.apart[1], lane);
    store(hn::Mul(distance, n.z), source.apart[2], lane);
    hn::Store(hn::Zero(kFloat), kFloat, source.rebounds.of + lane);

    const auto push = gathered(kReal, lane, [&](std::size_t i) { return &origins.multipliers[i]->normal; });
    const auto turn = gathered(kReal, lane, [&](std::size_t i) { return origins.multipliers[i]->rolling.data(); });
    store(push.x, batch.lambdaNormal, lane);
    store(push.y, batch.lambdaTangential[0], lane);
    store(push.z, batch.lambdaTangential[1], lane);
    store(push.w, batch.lambdaTangential[2], lane);
    const RealVec about = hn::Sub(turn.w, dot(turn.x, turn.y, turn.z, n.x, n.y, n.z));
    store(hn::Add(turn.x, hn::Mul(about, n.x)), batch.lambdaSpin[0], lane);
    store(hn::Add(turn.y, hn::Mul(about, n.y)), batch.lambdaSpin[1], lane);
    store(hn::Add(turn.z, hn::Mul(about, n.z)), batch.lambdaSpin[2], lane);
  }
}

HWY_ATTR void endLanesHere(const Batch& batch, const BatchSource& source, bool geometry, const LaneTargets& targets) {
  for (std::size_t lane = 0; lane < kLanes; lane += hn::MaxLanes(Real())) {
    const Four<Real> n = {load(batch.normal[0], lane), load(batch.normal[1], lane), load(batch.normal[2], lane),
                          load(source.gap, lane)};
    const RealVec x = load(batch.lambdaSpin[0], lane);
    const RealVec y = load(batch.lambdaSpin[1], lane);
    const RealVec z = load(batch.lambdaSpin[2], lane);
    const RealVec about = dot(n.x, n.y, n.z, x, y, z);
    const auto twists = hn::Gt(load(batch.twistingLimit, lane), hn::Zero(kReal));
    const Four<Real> push = {load(batch.lambdaNormal, lane), load(batch.lambdaTangential[0], lane),
                             load(batch.lambdaTangential[1], lane), load(batch.lambdaTangential[2], lane)};
    const Four<Real> turn = {hn::Sub(x, hn::Mul(about, n.x)), hn::Sub(y, hn::Mul(about, n.y)),
                             hn::Sub(z, hn::Mul(about, n.z)), hn::IfThenElseZero(twists, about)};
    scatter(kReal, push, lane, [&](std::size_t i) { return &targets.multipliers[i]->normal; });
    scatter(kReal, turn, lane, [&](std::size_t i) { return targets.multipliers[i]->rolling.data(); });
    if (geometry) {
      scatter(kReal, n, lane, [&](std::size_t i) { return targets.contacts[i]->normal.data(); });
    }
  }
}

#else

void put3(const Vec3& v, Lane* lanes, std::size_t lane) {
  for (int axis = 0; axis < 3; ++axis) {
    lanes[axis].of[lane] = static_cast<float>(v[axis]);
  }
}

void startLanesHere(const LaneOrigins& origins, Batch& batch, BatchSource& source) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const Contact& contact = *origins.contacts[lane];
    const Multipliers& old = *origins.multipliers[lane];
    const double distance = origins.radii[lane] + contact.gap;
    source.firstGap.of[lane] = static_cast<float>(contact.gap);
    source.radii.of[lane] = static_cast<float>(origins.radii[lane]);
    source.distance.of[lane] = static_cast<float>(distance);
    put3(distance * contact.normal, source.apart, lane);
    source.rebounds.of[lane] = 0.0F;
    batch.lambdaNormal.of[lane] = static_cast<float>(old.normal);
    put3(old.tangential, batch.lambdaTangential, lane);
    put3(old.rolling + (old.twisting - old.rolling.dot(contact.normal)) * contact.normal, batch.lambdaSpin, lane);
  }
}

void endLanesHere(const Batch& batch, const BatchSource& source, bool geometry, const LaneTargets& targets) {
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    *targets.multipliers[lane] = multipliersOf(batch, lane);
    if (geometry) {
      targets.contacts[lane]->gap = double{source.gap.of[lane]};
      targets.contacts[lane]->normal = lane3(batch.normal, lane);
    }
  }
}

#endif

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(startLanesHere);
HWY_EXPORT(endLanesHere);

// Four numbers are read and written at a time.
static_assert(offsetof(Contact, gap) == offsetof(Contact, normal) + 3 * sizeof(double));
static_assert(offsetof(Multipliers, tangential) == offsetof(Multipliers, normal) + sizeof(double));
static_assert(offsetof(Multipliers, twisting) == offsetof(Multipliers, rolling) + 3 * sizeof(double));

void startLanes(const LaneOrigins& origins, Batch& batch, BatchSource& source) {
  HWY_DYNAMIC_DISPATCH(startLanesHere)(origins, batch, source);
}

void endLanes(const Batch& batch, const BatchSource& source, bool geometry, const LaneTargets& targets) {
  HWY_DYNAMIC_DISPATCH(endLanesHere)(batch, source, geometry, targets);
}

}  // namespace scree
#endif
