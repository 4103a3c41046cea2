#include "engine/solver/batch_kernels.h"

#include "engine/base/base_constants.h"
#include "engine/base/vector_sets.h"

#include <cmath>

#include "engine/solver/solver_constants.h"
#include "engine/solver/stiffness_limit.h"

// Plain C++ for processors without any of the sets. Highway leaves it out with GCC before 12.3 because of a wrong
// 16-bit multiplication (GCC bug 106322); there is none here, and a test compares it with the others.
#define HWY_BROKEN_EMU128 0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solver/batch_kernels.cpp"
#include "hwy/foreach_target.h"
//
#include "engine/solver/batch_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace scree {
namespace HWY_NAMESPACE {
namespace {

constexpr auto kSpin = static_cast<float>(kSpinLightness);
constexpr auto kDrag = static_cast<float>(kSlidingLightness);
constexpr auto kTouching = static_cast<float>(kTouchGap);
constexpr auto kNever = static_cast<float>(solver::kNeverPushes);
constexpr auto kFastest = static_cast<float>(solver::kAnySpeed);

/// Scales v back onto a disc.
template <class V>
HWY_INLINE Vec3Of<V> ontoDisc(const Vec3Of<V>& v, const V& radius) {
  const V length = most(root(dot(v, v)), all<V>(solver::kTiny));
  return scaled(least(all<V>(1.0F), div(radius, length)), v);
}

HWY_INLINE void gatherResidual(BatchResidual& residual, RowKind kind, Vec squared, std::size_t at) {
  Lane& sum = residual.squares[static_cast<std::size_t>(kind)];
  Lane& largest = residual.largest[static_cast<std::size_t>(kind)];
  store(hn::Add(load(sum, at), squared), sum, at);
  store(hn::Max(load(largest, at), squared), largest, at);
}

HWY_INLINE Vec squareOf(Vec v) { return hn::Mul(v, v); }

/// D |Δλ| of the lanes, from the changes of the multipliers.
HWY_INLINE void measure(const Place<Vec>& where, Vec push, const Vec3f& drag, const Vec3f& turn,
                        BatchResidual& residual) {
  // Empty and open lanes have zero inverse diagonals or no change.
  const Vec tiny = hn::Set(kTag, solver::kTiny);
  const std::size_t at = where.at;
  const Vec3f n = where.get3(&Batch::normal);
  gatherResidual(residual, RowKind::normal, squareOf(hn::Div(push, hn::Max(where.get(&Batch::inverseNormal), tiny))),
                 at);
  gatherResidual(residual, RowKind::tangential,
                 hn::Div(dot(drag, drag), squareOf(hn::Max(where.get(&Batch::inverseTangential),
                                                           hn::Set(kTag, solver::kSmallestInverse)))),
                 at);
  const Vec scale = hn::Div(load(where.source->spinScale, at), hn::Max(where.get(&Batch::inverseSpin), tiny));
  const Vec along = dot(n, turn);
  const Vec3f across = scaled(scale, minus(turn, along, n));
  gatherResidual(residual, RowKind::rolling, dot(across, across), at);
  gatherResidual(residual, RowKind::twisting, squareOf(hn::Mul(scale, along)), at);
}

HWY_INLINE void measure(const Place<Two>& where, const Two& push, const Vec3Of<Two>& drag, const Vec3Of<Two>& turn,
                        BatchResidual& residual) {
  measure(where.p, push.p, firstOf(drag), firstOf(turn), residual);
  measure(where.q, push.q, secondOf(drag), secondOf(turn), residual);
}

[[maybe_unused]] HWY_INLINE Vec largestOf(Vec a) { return a; }
HWY_INLINE Vec largestOf(const Two& a) { return hn::Max(a.p, a.q); }

/// Quantity that a sweep measures beside solving its rows.
enum class Look : std::uint8_t { none, watch, measure };

template <class V>
struct SidesOf {
  const SideOf<V>& a;
  const SideOf<V>& b;
};

/// Change that a plain sweep makes at the lanes.
template <Look kLook, class V>
HWY_INLINE void look(const Place<V>& where, const SidesOf<V>& sides, const V& push, const Vec3Of<V>& drag,
                     const Vec3Of<V>& turn, BatchResidual* residual, Vec& change) {
  // A push moves the surfaces at the contact by its part of 1/m, a drag 7/2 and a moment 5/2 as far.
  const V spin = all<V>(kSpin);
  const V lightness = add(sides.a.inverseMass, sides.b.inverseMass);
  const V pushed = mulAdd(push, push, mul(all<V>(kDrag * kDrag), dot(drag, drag)));
  const V curvature = most(sides.a.inverseRadius, sides.b.inverseRadius);
  const V turned = mul(mul(spin, spin), mul(mul(curvature, curvature), dot(turn, turn)));
  change = hn::Max(change, largestOf(mul(mul(lightness, lightness), add(pushed, turned))));
  if constexpr (kLook == Look::measure) {
    measure(where, push, drag, turn, *residual);
  }
}

/// `change`: the largest square of what the lanes' velocities changed by so far. kRelaxed: the options have factors
/// other than 1.
template <Look kLook, bool kLimited, bool kRelaxed, class V>
HWY_INLINE void sweepLanes(const Place<V>& where, float* rows, const SweepOptions& options, BatchResidual* residual,
                           Vec& change) {
  SideOf<V> a = where.read(rows, &Batch::a);
  SideOf<V> b = where.read(rows, &Batch::b);
  const Vec3Of<V> n = where.get3(&Batch::normal);
  const V spin = all<V>(kSpin);

  // Normal row.
  const V oldNormal = where.get(&Batch::lambdaNormal);
  V wanted = negMulAdd(where.get(&Batch::compliance), oldNormal, where.get(&Batch::target));
  if constexpr (kLimited) {
    wanted = least(wanted, where.partingSpeed());
  }
  const V missing = sub(wanted, dot(n, b.v - a.v));
  V inverseNormal = where.get(&Batch::inverseNormal);
  V inverseTangential = where.get(&Batch::inverseTangential);
  V inverseSpin = where.get(&Batch::inverseSpin);
  [[maybe_unused]] V normalFactor;
  [[maybe_unused]] V tangentialFactor;
  if constexpr (kRelaxed) {
    normalFactor = where.template factor<kLimited>(options.relaxNormal);
    tangentialFactor = where.template factor<kLimited>(options.relaxTangential);
    inverseNormal = mul(inverseNormal, normalFactor);
    inverseTangential = mul(inverseTangential, tangentialFactor);
    inverseSpin = mul(inverseSpin, tangentialFactor);
  }
  const V lambdaNormal = most(all<V>(0.0F), mulAdd(inverseNormal, missing, oldNormal));
  const V push = sub(lambdaNormal, oldNormal);
  a.v = minus(a.v, mul(a.inverseMass, push), n);
  b.v = plus(b.v, mul(b.inverseMass, push), n);
  where.put(lambdaNormal, &Batch::lambdaNormal);
  const V pressing = where.seen(lambdaNormal);

  // Tangential rows.
  const V share = where.get(&Batch::share);
  const Vec3Of<V> oldTangential = where.get3(&Batch::lambdaTangential);
  const Vec3Of<V> u = minus(b.v - a.v, share, cross(a.w + b.w, n));
  const Vec3Of<V> slip = minus(u, dot(n, u), n);
  const Vec3Of<V> tangential =
      ontoDisc(minus(oldTangential, inverseTangential, plus(slip, all<V>(options.tangentialCompliance), oldTangential)),
               mul(where.get(&Batch::friction), pressing));
  const Vec3Of<V> drag = tangential - oldTangential;
  const Vec3Of<V> arm = scaled(mul(spin, share), cross(n, drag));
  a.v = minus(a.v, a.inverseMass, drag);
  b.v = plus(b.v, b.inverseMass, drag);
  a.w = minus(a.w, a.inverseMass, arm);
  b.w = minus(b.w, b.inverseMass, arm);
  where.put3(tangential, &Batch::lambdaTangential);

  // Rolling rows in the plane of contact, the twisting row along the normal.
  const Vec3Of<V> oldSpin = where.get3(&Batch::lambdaSpin);
  const Vec3Of<V> w = minus(scaled(b.inverseRadius, b.w), a.inverseRadius, a.w);
  const Vec3Of<V> spinWanted = minus(oldSpin, inverseSpin, plus(w, all<V>(options.spinCompliance), oldSpin));
  const V about = dot(n, spinWanted);
  const Vec3Of<V> rolling = ontoDisc(minus(spinWanted, about, n), mul(where.get(&Batch::rollingLimit), pressing));
  const V limit = mul(where.get(&Batch::twistingLimit), pressing);
  const V twisting = most(negative(limit), least(limit, about));
  const Vec3Of<V> lambdaSpin = plus(rolling, twisting, n);
  const Vec3Of<V> turn = lambdaSpin - oldSpin;
  a.w = minus(a.w, mul(spin, mul(a.inverseMass, a.inverseRadius)), turn);
  b.w = plus(b.w, mul(spin, mul(b.inverseMass, b.inverseRadius)), turn);
  where.put3(lambdaSpin, &Batch::lambdaSpin);

  where.write(a, rows, &Batch::a);
  where.write(b, rows, &Batch::b);
  if constexpr (kLook != Look::none) {
    if constexpr (kRelaxed) {
      const V one = all<V>(1.0F);
      look<kLook>(where, {a, b}, div(push, normalFactor), scaled(div(one, tangentialFactor), drag),
                  scaled(div(one, tangentialFactor), turn), residual, change);
    } else {
      look<kLook>(where, {a, b}, push, drag, turn, residual, change);
    }
  }
}

/// The lanes of one place, by rows that are limited in speed or not.
template <Look kLook, bool kRelaxed, class V>
HWY_INLINE void sweepLanes(bool limited, const Place<V>& where, float* rows, const SweepOptions& options,
                           BatchResidual* residual, Vec& change) {
  if (limited) {
    sweepLanes<kLook, true, kRelaxed>(where, rows, options, residual, change);
  } else {
    sweepLanes<kLook, false, kRelaxed>(where, rows, options, residual, change);
  }
}

template <Look kLook, bool kRelaxed>
HWY_INLINE float sweepAll(Slab& slab, float* rows, const SweepOptions& options, BatchResidual* residual) {
  Vec change = hn::Zero(kTag);
  const auto place = [&](std::size_t batch, std::size_t at) {
    return Place<Vec>{&slab.batches[batch], &slab.sources[batch], at,
                      slab.unseen.empty() ? nullptr : &slab.unseen[batch]};
  };
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    const BatchSource& source = slab.sources[i];
    if (!source.active) {
      continue;
    }
    if (kWidth == kLanes && source.withNext && slab.sources[i + 1].active) {
      sweepLanes<kLook, kRelaxed>(source.limited || slab.sources[i + 1].limited,
                                  Place<Two>{place(i, 0), place(i + 1, 0)}, rows, options, residual, change);
      ++i;
      continue;
    }
    constexpr std::size_t kStep = kWidth == kLanes ? kWidth : 2 * kWidth;
    for (std::size_t at = 0; at < kLanes; at += kStep) {
      if constexpr (kWidth == kLanes) {
        sweepLanes<kLook, kRelaxed>(source.limited, place(i, at), rows, options, residual, change);
      } else {
        sweepLanes<kLook, kRelaxed>(source.limited, Place<Two>{place(i, at), place(i, at + kWidth)}, rows, options,
                                    residual, change);
      }
    }
  }
  return kLook == Look::none ? 0.0F : std::sqrt(hn::GetLane(hn::MaxOfLanes(kTag, change)));
}

template <bool kRelaxed>
float sweepBy(Slab& slab, float* rows, const SweepOptions& options, BatchResidual* residual) {
  if (residual != nullptr) {
    return sweepAll<Look::measure, kRelaxed>(slab, rows, options, residual);
  }
  return options.watch ? sweepAll<Look::watch, kRelaxed>(slab, rows, options, nullptr)
                       : sweepAll<Look::none, kRelaxed>(slab, rows, options, nullptr);
}

float Sweep(Slab& slab, BodyRow* bodies, const SweepOptions& options, BatchResidual* residual) {
  auto* rows = reinterpret_cast<float*>(bodies);
  return options.isRelaxed() ? sweepBy<true>(slab, rows, options, residual)
                             : sweepBy<false>(slab, rows, options, residual);
}

void Apply(const Slab& slab, BodyRow* bodies) {
  auto* rows = reinterpret_cast<float*>(bodies);
  const Vec spin = hn::Set(kTag, kSpin);
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    const Batch& batch = slab.batches[i];
    if (!slab.sources[i].active) {
      continue;
    }
    for (std::size_t at = 0; at < kLanes; at += kWidth) {
      Side a = readSide(rows, batch.a.of + at);
      Side b = readSide(rows, batch.b.of + at);
      const Vec3f n = load3(batch.normal, at);
      const Vec3f tangential = load3(batch.lambdaTangential, at);
      const Vec3f turn = load3(batch.lambdaSpin, at);
      const Vec3f impulse = plus(tangential, load(batch.lambdaNormal, at), n);
      const Vec3f arm = scaled(hn::Mul(spin, load(batch.share, at)), cross(n, tangential));
      a.v = minus(a.v, a.inverseMass, impulse);
      b.v = plus(b.v, b.inverseMass, impulse);
      a.w = minus(minus(a.w, a.inverseMass, arm), hn::Mul(spin, hn::Mul(a.inverseMass, a.inverseRadius)), turn);
      b.w = plus(minus(b.w, b.inverseMass, arm), hn::Mul(spin, hn::Mul(b.inverseMass, b.inverseRadius)), turn);
      writeSide(a, rows, batch.a.of + at);
      writeSide(b, rows, batch.b.of + at);
    }
  }
}

/// Gap, normal and share of pairs whose bodies moved on since they were found.
HWY_INLINE void movePairs(Batch& batch, BatchSource& source, std::size_t at, const float* shifts) {
  const Quad a = gather<2>(shifts, batch.a.of + at);
  const Quad b = gather<2>(shifts, batch.b.of + at);
  const Vec3f moved = Vec3f{b.x, b.y, b.z} - Vec3f{a.x, a.y, a.z};
  const Vec3f before = load3(source.apart, at);
  const Vec3f apart = before + moved;
  const Vec distance = hn::Sqrt(dot(apart, apart));
  const Vec oldDistance = load(source.distance, at);
  // The difference of the two lengths without their cancellation: exact where nothing moved.
  const Vec change =
      hn::Div(dot(before + apart, moved), hn::Max(hn::Add(distance, oldDistance), hn::Set(kTag, solver::kTiny)));
  const Vec gap = hn::Add(load(source.firstGap, at), change);
  const Vec inverse = hn::Div(hn::Set(kTag, 1.0F), hn::Max(distance, hn::Set(kTag, solver::kTiny)));
  const auto together = hn::Le(distance, hn::Set(kTag, solver::kTogether));
  const Vec3f normal = scaled(inverse, apart);
  store3({hn::IfThenZeroElse(together, normal.x), hn::IfThenZeroElse(together, normal.y),
          hn::IfThenElse(together, hn::Set(kTag, 1.0F), normal.z)},
         batch.normal, at);
  store(gap, source.gap, at);
  const Vec radii = load(source.radii, at);
  store(hn::Div(hn::Add(radii, gap), hn::Max(radii, hn::Set(kTag, solver::kTiny))), batch.share, at);
}

/// The square of a speed at contacts of these diameters.
HWY_INLINE Vec squareAt(float fixed, float perLength, Vec diameter) {
  return hn::MulAdd(hn::Set(kTag, perLength), diameter, hn::Set(kTag, fixed));
}

/// First multipliers: the batch's own of the last solve, or those of the law.
HWY_INLINE void startLanes(Batch& batch, std::size_t at, const PrepareOptions& options, const Vec3f& n, const Vec3f& u,
                           const Vec3f& w, Vec lawImpulse, Vec diameter, hn::Mask<Tag> kept) {
  Vec normal = hn::Zero(kTag);
  Vec3f tangential{normal, normal, normal};
  Vec3f spin{normal, normal, normal};
  if (options.start == BatchStart::model) {
    normal = lawImpulse;
    const Vec3f slip = minus(u, dot(n, u), n);
    const Vec about = dot(n, w);
    tangential = ontoDisc(scaled(hn::Set(kTag, -1.0F / options.tangentialCompliance), slip),
                          hn::Mul(load(batch.friction, at), normal));
    const Vec toLambda = hn::Set(kTag, -1.0F / options.spinCompliance);
    const Vec3f rolling = ontoDisc(scaled(toLambda, minus(w, about, n)), hn::Mul(load(batch.rollingLimit, at), normal));
    const Vec limit = hn::Mul(load(batch.twistingLimit, at), normal);
    spin = plus(rolling, hn::Max(hn::Neg(limit), hn::Min(limit, hn::Mul(toLambda, about))), n);
  } else if (options.start != BatchStart::zero) {
    Vec part = hn::Set(kTag, options.factor);
    if (options.start == BatchStart::adaptive) {
      const Vec one = hn::Set(kTag, 1.0F);
      const Vec full = squareAt(options.speedSquare, options.speedPerLength, diameter);
      // Multipliers were gathered over many solves: sliding shall not take them away, and less than ever what comes
      // closer.
      const Vec un = hn::Max(hn::Zero(kTag), dot(n, u));
      const Vec parts = hn::Min(one, hn::Div(hn::Mul(un, un), hn::Max(full, hn::Set(kTag, solver::kTiny))));
      part = hn::NegMulAdd(hn::Set(kTag, options.lossShare * (1.0F - options.floor)), parts, one);
    }
    part = hn::Mul(part, hn::Set(kTag, options.lastScale));
    normal = hn::Mul(part, load(batch.lambdaNormal, at));
    const Vec3f old = load3(batch.lambdaTangential, at);
    tangential = scaled(part, minus(old, dot(n, old), n));
    spin = scaled(part, load3(batch.lambdaSpin, at));
  }
  store(hn::IfThenElseZero(kept, normal), batch.lambdaNormal, at);
  store3({hn::IfThenElseZero(kept, tangential.x), hn::IfThenElseZero(kept, tangential.y),
          hn::IfThenElseZero(kept, tangential.z)},
         batch.lambdaTangential, at);
  store3({hn::IfThenElseZero(kept, spin.x), hn::IfThenElseZero(kept, spin.y), hn::IfThenElseZero(kept, spin.z)},
         batch.lambdaSpin, at);
}

/// The rows of lanes in which nothing touches.
HWY_INLINE void openLanes(Batch& batch, BatchSource& source, std::size_t at, const PrepareOptions& options) {
  const Vec zero = hn::Zero(kTag);
  store(hn::Set(kTag, kFastest), source.partingSpeed, at);
  store(hn::Set(kTag, kNever), batch.target, at);
  store(zero, batch.compliance, at);
  store(zero, batch.inverseNormal, at);
  store(zero, batch.inverseTangential, at);
  store(zero, batch.inverseSpin, at);
  store(zero, batch.lambdaNormal, at);
  store3({zero, zero, zero}, batch.lambdaTangential, at);
  store3({zero, zero, zero}, batch.lambdaSpin, at);
  if (!options.impactStage) {
    store(zero, source.rebounds, at);
  }
}

HWY_INLINE void prepareLanes(Batch& batch, BatchSource& source, std::size_t at, const float* rows, const float* shifts,
                             const PrepareOptions& options, PrepareCount& count) {
  if (!source.surface) {
    movePairs(batch, source, at, shifts);
  }
  const Vec zero = hn::Zero(kTag);
  const Vec one = hn::Set(kTag, 1.0F);
  const Vec gap = load(source.gap, at);
  const Vec radii = load(source.radii, at);
  const auto touches = hn::And(hn::Gt(radii, zero), hn::Le(gap, hn::Mul(hn::Set(kTag, kTouching), radii)));
  if (hn::AllFalse(kTag, touches)) {
    openLanes(batch, source, at, options);
    return;
  }
  const Side a = readSide(rows, batch.a.of + at);
  const Side b = readSide(rows, batch.b.of + at);
  const Vec3f n = load3(batch.normal, at);
  const Vec share = load(batch.share, at);
  Vec3f u = minus(b.v - a.v, share, cross(a.w + b.w, n));
  if (source.surface || source.member) {
    u = u + Vec3f{hn::Set(kTag, options.fall[0]), hn::Set(kTag, options.fall[1]), hn::Set(kTag, options.fall[2])};
  }
  const Vec3f w = minus(scaled(b.inverseRadius, b.w), a.inverseRadius, a.w);
  const Vec un = dot(n, u);
  const Vec diameter = source.surface ? hn::Add(radii, radii) : radii;
  const Vec fast = squareAt(options.impactSquare, options.impactPerLength, diameter);
  auto impact = hn::And(touches, hn::Gt(hn::Mul(hn::Min(un, zero), un), fast));
  const Vec overlap = hn::Max(zero, hn::Neg(gap));
  if (options.farMoreSubsteps && !options.impactStage) {
    const auto pushed = hn::Or(hn::Gt(load(batch.lambdaNormal, at), zero), hn::Gt(load(source.rebounds, at), zero));
    impact = hn::AndNot(pushed, impact);
  }
  count.touching += hn::CountTrue(kTag, touches);
  count.impacts += hn::CountTrue(kTag, impact);

  const Vec rebound = hn::Neg(hn::Mul(load(source.restitution, at), un));
  const Vec upsilon = load(source.upsilon, at);
  const Vec push = hn::Mul(load(source.rate, at), overlap);
  const Vec lightness = hn::Add(a.inverseMass, b.inverseMass);
  Vec slowest = hn::Set(kTag, kFastest);
  auto limited = hn::Lt(one, zero);
  Vec compliance;
  Vec target;
  if (options.impactStage) {
    compliance = zero;
    const auto parting = hn::Gt(un, zero);
    target = hn::IfThenElseZero(hn::Or(impact, parting), rebound);
  } else {
    const auto hertz = hn::Gt(load(source.hertz, at), zero);
    compliance = load(source.compliance, at);
    if (!hn::AllFalse(kTag, hertz)) {
      const Vec least = hn::Mul(hn::Set(kTag, solver::kSmallestOverlapShare), radii);
      const Vec softness = hn::IfThenElse(hertz, hn::Sqrt(hn::Max(overlap, least)), one);
      compliance = hn::Div(compliance, hn::Max(softness, hn::Set(kTag, solver::kTiny)));
    }
    const Vec lightest = hn::Max(a.inverseMass, b.inverseMass);
    const Vec softest = hn::Mul(hn::Set(kTag, options.softest), hn::Mul(upsilon, lightest));
    // In steps with more substeps the stiffest rows lie just at the limit.
    const Vec nearly =
        hn::Mul(softest, hn::Set(kTag, options.moreSubsteps ? static_cast<float>(solver::kNearLimit) : 1.0F));
    limited = hn::And(touches, hn::Lt(compliance, nearly));
    compliance = hn::IfThenElse(limited, hn::Max(compliance, softest), compliance);
    if (!hn::AllFalse(kTag, limited)) {
      slowest =
          hn::IfThenElse(limited, hn::Sqrt(squareAt(options.pushSquare, options.pushPerLength, diameter)), slowest);
      source.limited = true;
    }
    target = hn::Mul(upsilon, hn::Add(push, un));
  }
  // λ_n0 = Δt k δ^(2 e_H - 1), from S_n = 4 Υ/(Δt² e_H k δ^(2 e_H - 2)).
  const Vec lawImpulse = options.start == BatchStart::model
                             ? hn::Div(hn::Mul(upsilon, push), hn::Max(compliance, hn::Set(kTag, solver::kTiny)))
                             : zero;
  if (options.restitution && !hn::AllFalse(kTag, impact)) {
    // The impact is over in no time, so that softness has no part in it; then the law adds what its row would.
    const Vec pushed = hn::Max(zero, hn::Sub(hn::Mul(upsilon, hn::Add(push, rebound)), rebound));
    const Vec stiffness = hn::Div(lightness, hn::Max(hn::Add(lightness, compliance), hn::Set(kTag, solver::kTiny)));
    target = hn::IfThenElse(impact, hn::Add(rebound, hn::Min(hn::Mul(pushed, stiffness), slowest)), target);
    slowest = hn::IfThenElse(impact, hn::Set(kTag, kFastest), slowest);
    compliance = hn::IfThenZeroElse(impact, compliance);
  }
  store(slowest, source.partingSpeed, at);
  store(hn::IfThenElse(touches, target, hn::Set(kTag, kNever)), batch.target, at);
  store(hn::IfThenElseZero(touches, compliance), batch.compliance, at);

  const Vec levers = hn::MulAdd(hn::Mul(hn::Set(kTag, kSpin), share), share, one);
  const Vec turning = hn::MulAdd(hn::Mul(a.inverseMass, a.inverseRadius), a.inverseRadius,
                                 hn::Mul(hn::Mul(b.inverseMass, b.inverseRadius), b.inverseRadius));
  const auto inverse = [&](Vec d) {
    return hn::IfThenElseZero(touches, hn::Div(one, hn::Max(d, hn::Set(kTag, solver::kTiny))));
  };
  store(inverse(hn::Add(lightness, compliance)), batch.inverseNormal, at);
  store(inverse(hn::MulAdd(levers, lightness, hn::Set(kTag, options.tangentialCompliance))), batch.inverseTangential,
        at);
  store(inverse(hn::MulAdd(hn::Set(kTag, kSpin), turning, hn::Set(kTag, options.spinCompliance))), batch.inverseSpin,
        at);

  auto kept = touches;
  if (options.start == BatchStart::share || options.start == BatchStart::adaptive) {
    // Multipliers of an impact start no other solve, and an impact starts from none.
    kept = hn::AndNot(hn::Gt(load(source.rebounds, at), zero), kept);
    kept = options.restitution ? hn::AndNot(impact, kept) : kept;
  }
  startLanes(batch, at, options, n, u, w, lawImpulse, diameter, kept);
  if (!options.impactStage) {
    store(options.restitution ? hn::IfThenElseZero(impact, one) : zero, source.rebounds, at);
  }
}

PrepareCount Prepare(Slab& slab, const BodyRow* bodies, const BodyShift* shifts, const PrepareOptions& options) {
  const auto* rows = reinterpret_cast<const float*>(bodies);
  const auto* moved = reinterpret_cast<const float*>(shifts);
  PrepareCount count;
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    const std::size_t before = count.touching;
    slab.sources[i].limited = false;
    for (std::size_t at = 0; at < kLanes; at += kWidth) {
      prepareLanes(slab.batches[i], slab.sources[i], at, rows, moved, options, count);
    }
    slab.sources[i].active = count.touching > before;
  }
  return count;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace scree
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(Prepare);
HWY_EXPORT(Apply);
HWY_EXPORT(Sweep);

PrepareCount prepareBatches(Slab& slab, const BodyRow* bodies, const BodyShift* shifts, const PrepareOptions& options) {
  return HWY_DYNAMIC_DISPATCH(Prepare)(slab, bodies, shifts, options);
}

void applyBatches(const Slab& slab, BodyRow* bodies) { HWY_DYNAMIC_DISPATCH(Apply)(slab, bodies); }

float sweepBatches(Slab& slab, BodyRow* bodies, const SweepOptions& options, BatchResidual* residual) {
  return HWY_DYNAMIC_DISPATCH(Sweep)(slab, bodies, options, residual);
}

namespace {

/// Bits of the sets that are both compiled and supported.
std::int64_t usableTargets() { return hwy::SupportedTargets() & HWY_TARGETS; }

}  // namespace

std::vector<std::string_view> instructionSets() {
  std::vector<std::string_view> names;
  const auto usable = static_cast<std::uint64_t>(usableTargets());
  // Lower bits are better sets.
  for (std::uint64_t bits = usable; bits != 0; bits &= bits - 1) {
    names.emplace_back(hwy::TargetName(static_cast<std::int64_t>(bits & (~bits + 1))));
  }
  return names;
}

std::string_view instructionSet() { return instructionSets().front(); }

bool useInstructionSet(std::string_view name) {
  hwy::SetSupportedTargetsForTest(0);
  for (auto bits = static_cast<std::uint64_t>(usableTargets()); bits != 0 && !name.empty(); bits &= bits - 1) {
    const auto target = static_cast<std::int64_t>(bits & (~bits + 1));
    if (name == hwy::TargetName(target)) {
      hwy::SetSupportedTargetsForTest(target);
      return true;
    }
  }
  return name.empty();
}

}  // namespace scree
#endif
