#include "engine/solver/contact_sums.h"

#include "engine/base/vector_sets.h"

#include <array>

#include "engine/solver/solver_constants.h"
#include "engine/solver/stiffness_limit.h"

// As in batch_kernels.cpp.
#define HWY_BROKEN_EMU128 0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solver/contact_sums.cpp"
#include "hwy/foreach_target.h"
//
#include "engine/solver/batch_vectors-inl.h"

#ifndef SCREE_CONTACT_SUMS_LANES
#define SCREE_CONTACT_SUMS_LANES
namespace scree {

/// A sum for each lane, so that the result does not depend on the width of the instructions.
struct LaneSums {
  alignas(64) std::array<double, kLanes> shares{};
  alignas(64) std::array<double, kLanes> elastic{};
  alignas(64) std::array<double, kLanes> touching{};
  alignas(64) std::array<double, kLanes> stiffness{};  ///< times the square of the substep
  alignas(64) std::array<double, kLanes> diameters{};
  Lane worst;
  Lane softened;
};

}  // namespace scree
#endif

HWY_BEFORE_NAMESPACE();
namespace scree {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kHalf = kWidth / 2;
using Doubles = hn::Repartition<double, Tag>;
using HalfTag = hn::Half<Tag>;

HWY_INLINE void addTo(double* sums, Vec v) {
  const Doubles doubles;
  const HalfTag half;
  const auto lower = hn::PromoteTo(doubles, hn::LowerHalf(half, v));
  const auto upper = hn::PromoteTo(doubles, hn::UpperHalf(half, v));
  hn::Store(hn::Add(hn::Load(doubles, sums), lower), doubles, sums);
  hn::Store(hn::Add(hn::Load(doubles, sums + kHalf), upper), doubles, sums + kHalf);
}

/// The overlaps of the lanes, and their energies after `time`.
HWY_INLINE void sumLanes(const Batch& batch, const BatchSource& source, std::size_t at, const float* rows, float time,
                         float softest, LaneSums& sums) {
  const Side a = readSide(rows, batch.a.of + at);
  const Side b = readSide(rows, batch.b.of + at);
  const Vec zero = hn::Zero(kTag);
  const Vec gap = load(source.gap, at);
  const auto touches = hn::Gt(load(batch.inverseNormal, at), zero);
  const Vec curvature = hn::Mul(hn::Set(kTag, 0.5F), hn::Max(a.inverseRadius, b.inverseRadius));
  const Vec share = hn::IfThenElseZero(touches, hn::Mul(curvature, hn::Max(zero, hn::Neg(gap))));
  addTo(sums.shares.data() + at, share);
  store(hn::Max(load(sums.worst, at), share), sums.worst, at);

  const Vec rate = dot(load3(batch.normal, at), b.v - a.v);
  const Vec later = hn::MulAdd(hn::Set(kTag, time), rate, gap);
  const Vec overlap = hn::IfThenElseZero(touches, hn::Max(zero, hn::Neg(later)));
  const auto hertz = hn::Gt(load(source.hertz, at), zero);
  const Vec softness = hn::IfThenElse(hertz, hn::Sqrt(overlap), hn::Set(kTag, 1.0F));
  // k/(2 e_H) = rate² Υ/(8 C), from rate = 4/(Δt e_H) and C = 4 Υ/(Δt² e_H k).
  const Vec length = hn::Mul(load(source.rate, at), overlap);
  const Vec upsilon = load(source.upsilon, at);
  const Vec tiny = hn::Set(kTag, solver::kTiny);
  const Vec stiff = hn::Div(hn::Mul(upsilon, softness), hn::Max(load(source.compliance, at), tiny));
  const Vec both = hn::Add(a.inverseMass, b.inverseMass);
  const Vec floor = hn::Mul(hn::Set(kTag, softest), hn::Max(a.inverseMass, b.inverseMass));
  const auto isLimited = hn::And(touches, hn::Gt(hn::Mul(floor, stiff), hn::Set(kTag, 1.0F)));
  const Vec held = hn::IfThenElse(isLimited, hn::Div(hn::Set(kTag, 1.0F), hn::Max(floor, tiny)), stiff);
  addTo(sums.elastic.data() + at, hn::Mul(hn::Set(kTag, 0.125F), hn::Mul(hn::Mul(length, length), held)));
  // At rest q = S λ: the overlap that carries the load where the row is limited is S λ/(Υ rate), with S = floor Υ.
  // Asked of rows that are not limited too, or the substeps that they have would seem to be too many. An impact is no
  // load.
  const auto isLoaded = hn::AndNot(hn::Gt(load(source.rebounds, at), zero), touches);
  const Vec depth = hn::Div(hn::Mul(floor, load(batch.lambdaNormal, at)), hn::Max(load(source.rate, at), tiny));
  const Vec parts =
      hn::Mul(hn::Mul(depth, curvature), hn::Set(kTag, static_cast<float>(1.0 / solver::kSoftenedOverlap)));
  const Vec wanted = hn::IfThenElseZero(isLoaded, hn::Min(parts, hn::Mul(floor, stiff)));
  // Deep, and closing with less than half of the law's force: the solve lags behind what presses there.
  const Vec force = load(batch.lambdaNormal, at);
  const auto isPressed =
      hn::And(hn::Gt(share, hn::Set(kTag, static_cast<float>(solver::kPressed))), hn::Lt(rate, zero));
  const auto isWeak = hn::Lt(hn::Add(force, force), hn::Mul(length, stiff));
  const auto lags = hn::And(isLoaded, hn::And(isPressed, isWeak));
  const Vec asked =
      hn::IfThenElse(lags, hn::Max(wanted, hn::Set(kTag, static_cast<float>(solver::kMoreForLag))), wanted);
  store(hn::Max(load(sums.softened, at), asked), sums.softened, at);

  // dF/dδ = (2 e_H - 1) 4 Υ/(Δt² e_H C) softness.
  const Vec slope = hn::IfThenElse(hertz, hn::Set(kTag, 4.8F), hn::Set(kTag, 4.0F));
  const Vec lightness = hn::Mul(hn::Set(kTag, 0.5F), both);
  addTo(sums.stiffness.data() + at, hn::IfThenElseZero(touches, hn::Mul(hn::Mul(slope, lightness), stiff)));
  addTo(sums.touching.data() + at, hn::IfThenElseZero(touches, hn::Set(kTag, 1.0F)));
  const Vec diameter = hn::Mul(hn::Set(kTag, source.surface ? 2.0F : 1.0F), load(source.radii, at));
  addTo(sums.diameters.data() + at, hn::IfThenElseZero(touches, diameter));
}

LaneSums SumSlab(const Slab& slab, const BodyRow* bodies, float time, float softest) {
  const auto* rows = reinterpret_cast<const float*>(bodies);
  LaneSums sums;
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    if (slab.sources[i].active) {
      for (std::size_t at = 0; at < kLanes; at += kWidth) {
        sumLanes(slab.batches[i], slab.sources[i], at, rows, time, softest, sums);
      }
    }
  }
  return sums;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace scree
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(SumSlab);

ContactSums sumContacts(const Slab& slab, const BodyRow* bodies, double time, float softest) {
  const LaneSums lanes = HWY_DYNAMIC_DISPATCH(SumSlab)(slab, bodies, static_cast<float>(time), softest);
  ContactSums sums;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    sums += {.shares = lanes.shares[lane],
             .worst = double{lanes.worst.of[lane]},
             .elastic = lanes.elastic[lane],
             .touching = lanes.touching[lane],
             .stiffness = lanes.stiffness[lane] / (time * time),
             .diameters = lanes.diameters[lane],
             .softened = double{lanes.softened.of[lane]}};
  }
  return sums;
}

}  // namespace scree
#endif
