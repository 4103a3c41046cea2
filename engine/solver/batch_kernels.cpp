#include "engine/solver/batch_kernels.h"

// Sets that gain nothing here would only cost compile time.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
// Plain C++ for processors without any of the sets. Highway leaves it out with GCC before 12.3 because of a wrong
// 16-bit multiplication (GCC bug 106322); there is none here, and a test compares it with the others.
#define HWY_BROKEN_EMU128 0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solver/batch_kernels.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace scree {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, kLanes>;
using Vec = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr std::size_t kWidth = hn::MaxLanes(Tag());

/// Inertia of a solid sphere: 1/(I/r²) = 2.5/m.
constexpr float kSpin = 2.5F;
/// Below the smallest length of anything; keeps divisions finite.
constexpr float kTiny = 1e-30F;
/// Smallest overlap that the Hertz row is made for [m]: its compliance has no bound as the overlap vanishes.
constexpr float kSmallestOverlap = 1e-12F;
/// A target no row can miss: it never pushes.
constexpr float kNever = -1e30F;

struct Vec3f {
  Vec x, y, z;
};
/// Four numbers of each body.
struct Quad {
  Vec x, y, z, w;
};

HWY_INLINE Vec3f operator+(const Vec3f& a, const Vec3f& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE Vec3f operator-(const Vec3f& a, const Vec3f& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Vec3f scaled(Vec s, const Vec3f& a) { return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)}; }
/// a + s b
HWY_INLINE Vec3f plus(const Vec3f& a, Vec s, const Vec3f& b) {
  return {hn::MulAdd(s, b.x, a.x), hn::MulAdd(s, b.y, a.y), hn::MulAdd(s, b.z, a.z)};
}
/// a - s b
HWY_INLINE Vec3f minus(const Vec3f& a, Vec s, const Vec3f& b) {
  return {hn::NegMulAdd(s, b.x, a.x), hn::NegMulAdd(s, b.y, a.y), hn::NegMulAdd(s, b.z, a.z)};
}
HWY_INLINE Vec dot(const Vec3f& a, const Vec3f& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}
HWY_INLINE Vec3f cross(const Vec3f& a, const Vec3f& b) {
  return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
          hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}

HWY_INLINE Vec load(const Lane& lane, std::size_t at) { return hn::Load(kTag, lane.of + at); }
HWY_INLINE Vec3f load3(const Lane* lanes, std::size_t at) {
  return {load(lanes[0], at), load(lanes[1], at), load(lanes[2], at)};
}
HWY_INLINE void store(Vec v, Lane& lane, std::size_t at) { hn::Store(v, kTag, lane.of + at); }
HWY_INLINE void store3(const Vec3f& v, Lane* lanes, std::size_t at) {
  store(v.x, lanes[0], at);
  store(v.y, lanes[1], at);
  store(v.z, lanes[2], at);
}

/// Four floats each of rows index[0], index[4], index[8]... side by side. `stride` floats a row.
template <int kStride, class D>
HWY_INLINE hn::Vec<D> blocks(D d, const float* rows, const std::uint32_t* index) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    return hn::Load(d, rows + kStride * std::size_t{*index});
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, blocks<kStride>(half, rows, index + hn::MaxLanes(D()) / 2),
                       blocks<kStride>(half, rows, index));
  }
}

template <class D>
HWY_INLINE void putBlocks(D d, hn::Vec<D> v, float* rows, const std::uint32_t* index) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    hn::Store(v, d, rows + 8 * std::size_t{*index});
  } else {
    const hn::Half<D> half;
    putBlocks(half, hn::LowerHalf(half, v), rows, index);
    putBlocks(half, hn::UpperHalf(half, v), rows, index + hn::MaxLanes(D()) / 2);
  }
}

/// Transposes the 4 x 4 numbers of every 128-bit block.
HWY_INLINE Quad transposed(Vec r0, Vec r1, Vec r2, Vec r3) {
  const hn::Repartition<double, Tag> wide;
  const auto low01 = hn::BitCast(wide, hn::InterleaveLower(kTag, r0, r1));
  const auto low23 = hn::BitCast(wide, hn::InterleaveLower(kTag, r2, r3));
  const auto up01 = hn::BitCast(wide, hn::InterleaveUpper(kTag, r0, r1));
  const auto up23 = hn::BitCast(wide, hn::InterleaveUpper(kTag, r2, r3));
  return {hn::BitCast(kTag, hn::InterleaveLower(wide, low01, low23)),
          hn::BitCast(kTag, hn::InterleaveUpper(wide, low01, low23)),
          hn::BitCast(kTag, hn::InterleaveLower(wide, up01, up23)),
          hn::BitCast(kTag, hn::InterleaveUpper(wide, up01, up23))};
}

template <int kStride>
HWY_INLINE Quad gather(const float* rows, const std::uint32_t* index) {
  return transposed(blocks<kStride>(kTag, rows, index), blocks<kStride>(kTag, rows, index + 1),
                    blocks<kStride>(kTag, rows, index + 2), blocks<kStride>(kTag, rows, index + 3));
}

HWY_INLINE void scatter(const Quad& q, float* rows, const std::uint32_t* index) {
  const Quad t = transposed(q.x, q.y, q.z, q.w);
  putBlocks(kTag, t.x, rows, index);
  putBlocks(kTag, t.y, rows, index + 1);
  putBlocks(kTag, t.z, rows, index + 2);
  putBlocks(kTag, t.w, rows, index + 3);
}

/// The bodies of one side of the contacts.
struct Side {
  Vec3f v;  ///< m/s
  Vec3f w;  ///< r ω
  Vec inverseMass;
  Vec inverseRadius;
};

HWY_INLINE Side readSide(const float* rows, const std::uint32_t* index) {
  const Quad v = gather<8>(rows, index);
  const Quad w = gather<8>(rows + 4, index);
  return {{v.x, v.y, v.z}, {w.x, w.y, w.z}, v.w, w.w};
}

HWY_INLINE void writeSide(const Side& side, float* rows, const std::uint32_t* index) {
  scatter({side.v.x, side.v.y, side.v.z, side.inverseMass}, rows, index);
  scatter({side.w.x, side.w.y, side.w.z, side.inverseRadius}, rows + 4, index);
}

/// Scales v back onto a disc.
HWY_INLINE Vec3f ontoDisc(const Vec3f& v, Vec radius) {
  const Vec length = hn::Max(hn::Sqrt(dot(v, v)), hn::Set(kTag, kTiny));
  return scaled(hn::Min(hn::Set(kTag, 1.0F), hn::Div(radius, length)), v);
}

HWY_INLINE void gatherResidual(BatchResidual& residual, RowKind kind, Vec squared, std::size_t at) {
  Lane& sum = residual.squares[static_cast<std::size_t>(kind)];
  Lane& largest = residual.largest[static_cast<std::size_t>(kind)];
  store(hn::Add(load(sum, at), squared), sum, at);
  store(hn::Max(load(largest, at), squared), largest, at);
}

HWY_INLINE Vec squareOf(Vec v) { return hn::Mul(v, v); }

template <bool kMeasured>
HWY_INLINE void sweepLanes(Batch& batch, const BatchSource* source, std::size_t at, float* rows,
                           const SweepOptions& options, BatchResidual* residual) {
  Side a = readSide(rows, batch.a.of + at);
  Side b = readSide(rows, batch.b.of + at);
  const Vec3f n = load3(batch.normal, at);
  const Vec spin = hn::Set(kTag, kSpin);

  // Normal row.
  const Vec inverseNormal = load(batch.inverseNormal, at);
  const Vec oldNormal = load(batch.lambdaNormal, at);
  const Vec missing =
      hn::NegMulAdd(load(batch.compliance, at), oldNormal, hn::Sub(load(batch.target, at), dot(n, b.v - a.v)));
  const Vec lambdaNormal = hn::Max(hn::Zero(kTag), hn::MulAdd(inverseNormal, missing, oldNormal));
  const Vec push = hn::Sub(lambdaNormal, oldNormal);
  a.v = minus(a.v, hn::Mul(a.inverseMass, push), n);
  b.v = plus(b.v, hn::Mul(b.inverseMass, push), n);
  store(lambdaNormal, batch.lambdaNormal, at);

  // Tangential rows.
  const Vec share = load(batch.share, at);
  const Vec inverseTangential = load(batch.inverseTangential, at);
  const Vec3f oldTangential = load3(batch.lambdaTangential, at);
  const Vec3f u = minus(b.v - a.v, share, cross(a.w + b.w, n));
  const Vec3f slip = minus(u, dot(n, u), n);
  const Vec3f tangential = ontoDisc(
      minus(oldTangential, inverseTangential, plus(slip, hn::Set(kTag, options.tangentialCompliance), oldTangential)),
      hn::Mul(load(batch.friction, at), lambdaNormal));
  const Vec3f drag = tangential - oldTangential;
  const Vec3f arm = scaled(hn::Mul(spin, share), cross(n, drag));
  a.v = minus(a.v, a.inverseMass, drag);
  b.v = plus(b.v, b.inverseMass, drag);
  a.w = minus(a.w, a.inverseMass, arm);
  b.w = minus(b.w, b.inverseMass, arm);
  store3(tangential, batch.lambdaTangential, at);

  // Rolling rows in the plane of contact, the twisting row along the normal.
  const Vec inverseSpin = load(batch.inverseSpin, at);
  const Vec3f oldSpin = load3(batch.lambdaSpin, at);
  const Vec3f w = minus(scaled(b.inverseRadius, b.w), a.inverseRadius, a.w);
  const Vec3f wanted = minus(oldSpin, inverseSpin, plus(w, hn::Set(kTag, options.spinCompliance), oldSpin));
  const Vec about = dot(n, wanted);
  const Vec3f rolling = ontoDisc(minus(wanted, about, n), hn::Mul(load(batch.rollingLimit, at), lambdaNormal));
  const Vec limit = hn::Mul(load(batch.twistingLimit, at), lambdaNormal);
  const Vec twisting = hn::Max(hn::Neg(limit), hn::Min(limit, about));
  const Vec3f lambdaSpin = plus(rolling, twisting, n);
  const Vec3f turn = lambdaSpin - oldSpin;
  a.w = minus(a.w, hn::Mul(spin, hn::Mul(a.inverseMass, a.inverseRadius)), turn);
  b.w = plus(b.w, hn::Mul(spin, hn::Mul(b.inverseMass, b.inverseRadius)), turn);
  store3(lambdaSpin, batch.lambdaSpin, at);

  writeSide(a, rows, batch.a.of + at);
  writeSide(b, rows, batch.b.of + at);

  if constexpr (kMeasured) {
    // Empty and open lanes have zero inverse diagonals or no change.
    const Vec tiny = hn::Set(kTag, kTiny);
    gatherResidual(*residual, RowKind::normal, squareOf(hn::Div(push, hn::Max(inverseNormal, tiny))), at);
    gatherResidual(*residual, RowKind::tangential,
                   hn::Div(dot(drag, drag), squareOf(hn::Max(inverseTangential, hn::Set(kTag, 1e-15F)))), at);
    const Vec scale = hn::Div(load(source->spinScale, at), hn::Max(inverseSpin, hn::Set(kTag, 1e-30F)));
    const Vec along = dot(n, turn);
    const Vec3f across = scaled(scale, minus(turn, along, n));
    gatherResidual(*residual, RowKind::rolling, dot(across, across), at);
    gatherResidual(*residual, RowKind::twisting, squareOf(hn::Mul(scale, along)), at);
  }
}

template <bool kMeasured>
HWY_INLINE void sweepAll(Slab& slab, float* rows, const SweepOptions& options, BatchResidual* residual) {
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    for (std::size_t at = 0; at < kLanes; at += kWidth) {
      sweepLanes<kMeasured>(slab.batches[i], kMeasured ? &slab.sources[i] : nullptr, at, rows, options, residual);
    }
  }
}

void Sweep(Slab& slab, BodyRow* bodies, const SweepOptions& options, BatchResidual* residual) {
  auto* rows = reinterpret_cast<float*>(bodies);
  if (residual != nullptr) {
    sweepAll<true>(slab, rows, options, residual);
  } else {
    sweepAll<false>(slab, rows, options, nullptr);
  }
}

void Apply(const Slab& slab, BodyRow* bodies) {
  auto* rows = reinterpret_cast<float*>(bodies);
  const Vec spin = hn::Set(kTag, kSpin);
  for (const Batch& batch : slab.batches) {
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
  const Quad a = gather<4>(shifts, batch.a.of + at);
  const Quad b = gather<4>(shifts, batch.b.of + at);
  const Vec3f moved = Vec3f{b.x, b.y, b.z} - Vec3f{a.x, a.y, a.z};
  const Vec3f before = load3(source.apart, at);
  const Vec3f apart = before + moved;
  const Vec distance = hn::Sqrt(dot(apart, apart));
  const Vec oldDistance = load(source.distance, at);
  // The difference of the two lengths without their cancellation: exact where nothing moved.
  const Vec change = hn::Div(dot(before + apart, moved), hn::Max(hn::Add(distance, oldDistance), hn::Set(kTag, kTiny)));
  const Vec gap = hn::Add(load(source.firstGap, at), change);
  const Vec inverse = hn::Div(hn::Set(kTag, 1.0F), hn::Max(distance, hn::Set(kTag, kTiny)));
  const auto together = hn::Le(distance, hn::Set(kTag, 10.0F * kTiny));
  const Vec3f normal = scaled(inverse, apart);
  store3({hn::IfThenZeroElse(together, normal.x), hn::IfThenZeroElse(together, normal.y),
          hn::IfThenElse(together, hn::Set(kTag, 1.0F), normal.z)},
         batch.normal, at);
  store(gap, source.gap, at);
  const Vec radii = load(source.radii, at);
  store(hn::Div(hn::Add(radii, gap), hn::Max(radii, hn::Set(kTag, kTiny))), batch.share, at);
}

/// First multipliers: the batch's own of the last solve, or those of the law.
HWY_INLINE void startLanes(Batch& batch, std::size_t at, const PrepareOptions& options, const Vec3f& n, const Vec3f& u,
                           const Vec3f& w, Vec lawImpulse, hn::Mask<Tag> kept) {
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
      const Vec share = hn::Min(one, hn::Mul(hn::Sqrt(dot(u, u)), hn::Set(kTag, 1.0F / options.speed)));
      part = hn::NegMulAdd(hn::Set(kTag, 1.0F - options.floor), share, one);
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

HWY_INLINE void prepareLanes(Batch& batch, BatchSource& source, std::size_t at, const float* rows, const float* shifts,
                             const PrepareOptions& options, PrepareCount& count) {
  if (!source.surface) {
    movePairs(batch, source, at, shifts);
  }
  const Side a = readSide(rows, batch.a.of + at);
  const Side b = readSide(rows, batch.b.of + at);
  const Vec zero = hn::Zero(kTag);
  const Vec one = hn::Set(kTag, 1.0F);
  const Vec3f n = load3(batch.normal, at);
  const Vec share = load(batch.share, at);
  Vec3f u = minus(b.v - a.v, share, cross(a.w + b.w, n));
  if (source.surface) {
    u = u + Vec3f{hn::Set(kTag, options.fall[0]), hn::Set(kTag, options.fall[1]), hn::Set(kTag, options.fall[2])};
  }
  const Vec3f w = minus(scaled(b.inverseRadius, b.w), a.inverseRadius, a.w);
  const Vec un = dot(n, u);
  const Vec gap = load(source.gap, at);
  const auto filled = hn::Gt(load(source.radii, at), zero);
  const auto touches = hn::And(filled, hn::Le(gap, hn::Mul(hn::Set(kTag, 1e-9F), load(source.radii, at))));
  const auto impact = hn::And(touches, hn::Lt(un, hn::Set(kTag, -options.impactSpeed)));
  count.touching += hn::CountTrue(kTag, touches);
  count.impacts += hn::CountTrue(kTag, impact);

  const Vec overlap = hn::Max(zero, hn::Neg(gap));
  const Vec rebound = hn::Neg(hn::Mul(load(source.restitution, at), un));
  const Vec upsilon = load(source.upsilon, at);
  const Vec push = hn::Mul(load(source.rate, at), overlap);
  Vec compliance;
  Vec target;
  if (options.impactStage) {
    compliance = zero;
    const auto parting = hn::Gt(un, zero);
    target = hn::IfThenElseZero(hn::Or(impact, parting), rebound);
  } else {
    const auto hertz = hn::Gt(load(source.hertz, at), zero);
    const Vec softness = hn::IfThenElse(hertz, hn::Sqrt(hn::Max(overlap, hn::Set(kTag, kSmallestOverlap))), one);
    compliance = hn::Div(load(source.compliance, at), softness);
    target = hn::Mul(upsilon, hn::Add(push, un));
  }
  // λ_n0 = Δt k δ^(2 e_H - 1), from S_n = 4 Υ/(Δt² e_H k δ^(2 e_H - 2)).
  const Vec lawImpulse = hn::Div(hn::Mul(upsilon, push), hn::Max(compliance, hn::Set(kTag, kTiny)));
  const Vec lightness = hn::Add(a.inverseMass, b.inverseMass);
  if (options.restitution) {
    // The impact is over in no time, so that softness has no part in it; then the law adds what its row would.
    const Vec pushed = hn::Max(zero, hn::Sub(hn::Mul(upsilon, hn::Add(push, rebound)), rebound));
    const Vec stiffness = hn::Div(lightness, hn::Max(hn::Add(lightness, compliance), hn::Set(kTag, kTiny)));
    target = hn::IfThenElse(impact, hn::MulAdd(pushed, stiffness, rebound), target);
    compliance = hn::IfThenZeroElse(impact, compliance);
  }
  store(hn::IfThenElse(touches, target, hn::Set(kTag, kNever)), batch.target, at);
  store(hn::IfThenElseZero(touches, compliance), batch.compliance, at);

  const Vec levers = hn::MulAdd(hn::Mul(hn::Set(kTag, kSpin), share), share, one);
  const Vec turning = hn::MulAdd(hn::Mul(a.inverseMass, a.inverseRadius), a.inverseRadius,
                                 hn::Mul(hn::Mul(b.inverseMass, b.inverseRadius), b.inverseRadius));
  const auto inverse = [&](Vec d) {
    return hn::IfThenElseZero(touches, hn::Div(one, hn::Max(d, hn::Set(kTag, kTiny))));
  };
  store(inverse(hn::Add(lightness, compliance)), batch.inverseNormal, at);
  store(inverse(hn::MulAdd(levers, lightness, hn::Set(kTag, options.tangentialCompliance))), batch.inverseTangential,
        at);
  store(inverse(hn::MulAdd(hn::Set(kTag, kSpin), turning, hn::Set(kTag, options.spinCompliance))), batch.inverseSpin,
        at);

  auto kept = touches;
  if (options.start == BatchStart::share || options.start == BatchStart::adaptive) {
    // An impact's multipliers say nothing of the next solve, and those before it nothing of the impact.
    kept = hn::AndNot(hn::Gt(load(source.rebounds, at), zero), kept);
    kept = options.restitution ? hn::AndNot(impact, kept) : kept;
  }
  startLanes(batch, at, options, n, u, w, lawImpulse, kept);
  if (!options.impactStage) {
    store(options.restitution ? hn::IfThenElseZero(impact, one) : zero, source.rebounds, at);
  }
}

PrepareCount Prepare(Slab& slab, const BodyRow* bodies, const BodyShift* shifts, const PrepareOptions& options) {
  const auto* rows = reinterpret_cast<const float*>(bodies);
  const auto* moved = reinterpret_cast<const float*>(shifts);
  PrepareCount count;
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    for (std::size_t at = 0; at < kLanes; at += kWidth) {
      prepareLanes(slab.batches[i], slab.sources[i], at, rows, moved, options, count);
    }
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

void sweepBatches(Slab& slab, BodyRow* bodies, const SweepOptions& options, BatchResidual* residual) {
  HWY_DYNAMIC_DISPATCH(Sweep)(slab, bodies, options, residual);
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
