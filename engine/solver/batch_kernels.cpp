#include "engine/solver/batch_kernels.h"

#include <cmath>

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
constexpr float kDrag = 1.0F + kSpin;
/// Below the smallest length of anything; keeps divisions finite.
constexpr float kTiny = 1e-30F;
/// Smallest overlap that the Hertz row is made for [m]: its compliance has no bound as the overlap vanishes.
constexpr float kSmallestOverlap = 1e-12F;
/// A target no row can miss: it never pushes.
constexpr float kNever = -1e30F;

/// Two vectors that are worked on in turns. A contact's rows depend on each other step by step; with two that do not,
/// one waits while the other is computed.
struct Two {
  Vec p, q;
};

HWY_INLINE Vec add(Vec a, Vec b) { return hn::Add(a, b); }
HWY_INLINE Vec sub(Vec a, Vec b) { return hn::Sub(a, b); }
HWY_INLINE Vec mul(Vec a, Vec b) { return hn::Mul(a, b); }
HWY_INLINE Vec div(Vec a, Vec b) { return hn::Div(a, b); }
HWY_INLINE Vec least(Vec a, Vec b) { return hn::Min(a, b); }
HWY_INLINE Vec most(Vec a, Vec b) { return hn::Max(a, b); }
HWY_INLINE Vec root(Vec a) { return hn::Sqrt(a); }
HWY_INLINE Vec negative(Vec a) { return hn::Neg(a); }
/// a b + c
HWY_INLINE Vec mulAdd(Vec a, Vec b, Vec c) { return hn::MulAdd(a, b, c); }
/// c - a b
HWY_INLINE Vec negMulAdd(Vec a, Vec b, Vec c) { return hn::NegMulAdd(a, b, c); }

HWY_INLINE Two add(const Two& a, const Two& b) { return {add(a.p, b.p), add(a.q, b.q)}; }
HWY_INLINE Two sub(const Two& a, const Two& b) { return {sub(a.p, b.p), sub(a.q, b.q)}; }
HWY_INLINE Two mul(const Two& a, const Two& b) { return {mul(a.p, b.p), mul(a.q, b.q)}; }
HWY_INLINE Two div(const Two& a, const Two& b) { return {div(a.p, b.p), div(a.q, b.q)}; }
HWY_INLINE Two least(const Two& a, const Two& b) { return {least(a.p, b.p), least(a.q, b.q)}; }
HWY_INLINE Two most(const Two& a, const Two& b) { return {most(a.p, b.p), most(a.q, b.q)}; }
HWY_INLINE Two root(const Two& a) { return {root(a.p), root(a.q)}; }
HWY_INLINE Two negative(const Two& a) { return {negative(a.p), negative(a.q)}; }
HWY_INLINE Two mulAdd(const Two& a, const Two& b, const Two& c) {
  return {mulAdd(a.p, b.p, c.p), mulAdd(a.q, b.q, c.q)};
}
HWY_INLINE Two negMulAdd(const Two& a, const Two& b, const Two& c) {
  return {negMulAdd(a.p, b.p, c.p), negMulAdd(a.q, b.q, c.q)};
}

template <class V>
HWY_INLINE V all(float value) {
  if constexpr (sizeof(V) == sizeof(Two)) {
    return {hn::Set(kTag, value), hn::Set(kTag, value)};
  } else {
    return hn::Set(kTag, value);
  }
}

template <class V>
struct Vec3Of {
  V x, y, z;
};
using Vec3f = Vec3Of<Vec>;

template <class V>
HWY_INLINE Vec3Of<V> operator+(const Vec3Of<V>& a, const Vec3Of<V>& b) {
  return {add(a.x, b.x), add(a.y, b.y), add(a.z, b.z)};
}
template <class V>
HWY_INLINE Vec3Of<V> operator-(const Vec3Of<V>& a, const Vec3Of<V>& b) {
  return {sub(a.x, b.x), sub(a.y, b.y), sub(a.z, b.z)};
}
template <class V>
HWY_INLINE Vec3Of<V> scaled(const V& s, const Vec3Of<V>& a) {
  return {mul(s, a.x), mul(s, a.y), mul(s, a.z)};
}
/// a + s b
template <class V>
HWY_INLINE Vec3Of<V> plus(const Vec3Of<V>& a, const V& s, const Vec3Of<V>& b) {
  return {mulAdd(s, b.x, a.x), mulAdd(s, b.y, a.y), mulAdd(s, b.z, a.z)};
}
/// a - s b
template <class V>
HWY_INLINE Vec3Of<V> minus(const Vec3Of<V>& a, const V& s, const Vec3Of<V>& b) {
  return {negMulAdd(s, b.x, a.x), negMulAdd(s, b.y, a.y), negMulAdd(s, b.z, a.z)};
}
template <class V>
HWY_INLINE V dot(const Vec3Of<V>& a, const Vec3Of<V>& b) {
  return mulAdd(a.x, b.x, mulAdd(a.y, b.y, mul(a.z, b.z)));
}
template <class V>
HWY_INLINE Vec3Of<V> cross(const Vec3Of<V>& a, const Vec3Of<V>& b) {
  return {negMulAdd(a.z, b.y, mul(a.y, b.z)), negMulAdd(a.x, b.z, mul(a.z, b.x)), negMulAdd(a.y, b.x, mul(a.x, b.y))};
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

/// Four numbers of each body.
struct Quad {
  Vec x, y, z, w;
};

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

/// Four floats each from rows + index[0] / kShare, rows + index[4] / kShare... side by side.
template <int kShare, class D>
HWY_INLINE hn::Vec<D> blocks(D d, const float* rows, const std::uint32_t* index) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    return hn::Load(d, rows + std::size_t{*index} / kShare);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, blocks<kShare>(half, rows, index + hn::MaxLanes(D()) / 2), blocks<kShare>(half, rows, index));
  }
}

template <class D>
HWY_INLINE void putBlocks(D d, hn::Vec<D> v, float* rows, const std::uint32_t* index) {
  if constexpr (hn::MaxLanes(D()) == 4) {
    hn::Store(v, d, rows + std::size_t{*index});
  } else {
    const hn::Half<D> half;
    putBlocks(half, hn::LowerHalf(half, v), rows, index);
    putBlocks(half, hn::UpperHalf(half, v), rows, index + hn::MaxLanes(D()) / 2);
  }
}

template <int kShare>
HWY_INLINE Quad gather(const float* rows, const std::uint32_t* index) {
  return transposed(blocks<kShare>(kTag, rows, index), blocks<kShare>(kTag, rows, index + 1),
                    blocks<kShare>(kTag, rows, index + 2), blocks<kShare>(kTag, rows, index + 3));
}

HWY_INLINE void scatter(const Quad& q, float* rows, const std::uint32_t* index) {
  const Quad t = transposed(q.x, q.y, q.z, q.w);
  putBlocks(kTag, t.x, rows, index);
  putBlocks(kTag, t.y, rows, index + 1);
  putBlocks(kTag, t.z, rows, index + 2);
  putBlocks(kTag, t.w, rows, index + 3);
}

/// Both halves of the bodies' rows.
struct Halves {
  Quad v, w;
};

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
// A row is half a register: one load brings both halves of it, and a shuffle of blocks takes two rows apart.

HWY_INLINE Vec twoRows(const float* rows, std::uint32_t low, std::uint32_t high) {
  const hn::Half<Tag> half;
  return hn::Combine(kTag, hn::Load(half, rows + std::size_t{high}), hn::Load(half, rows + std::size_t{low}));
}

HWY_INLINE void putTwoRows(Vec v, float* rows, std::uint32_t low, std::uint32_t high) {
  const hn::Half<Tag> half;
  hn::Store(hn::LowerHalf(half, v), half, rows + std::size_t{low});
  hn::Store(hn::UpperHalf(half, v), half, rows + std::size_t{high});
}

/// Rows index[0], index[4], index[8] and index[12]: their first halves side by side, and their second ones.
HWY_INLINE void fourRows(const float* rows, const std::uint32_t* index, Vec& first, Vec& second) {
  const Vec low = twoRows(rows, index[0], index[4]);
  const Vec high = twoRows(rows, index[8], index[12]);
  first = Vec{_mm512_shuffle_f32x4(low.raw, high.raw, 0x88)};
  second = Vec{_mm512_shuffle_f32x4(low.raw, high.raw, 0xDD)};
}

HWY_INLINE void putFourRows(Vec first, Vec second, float* rows, const std::uint32_t* index) {
  const __m512i lower = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0);
  const __m512i upper = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
  const __m512d a = _mm512_castps_pd(first.raw);
  const __m512d b = _mm512_castps_pd(second.raw);
  putTwoRows(Vec{_mm512_castpd_ps(_mm512_permutex2var_pd(a, lower, b))}, rows, index[0], index[4]);
  putTwoRows(Vec{_mm512_castpd_ps(_mm512_permutex2var_pd(a, upper, b))}, rows, index[8], index[12]);
}

HWY_INLINE Halves gatherRows(const float* rows, const std::uint32_t* index) {
  Vec first[4];
  Vec second[4];
  for (int i = 0; i < 4; ++i) {
    fourRows(rows, index + i, first[i], second[i]);
  }
  return {transposed(first[0], first[1], first[2], first[3]), transposed(second[0], second[1], second[2], second[3])};
}

HWY_INLINE void scatterRows(const Halves& h, float* rows, const std::uint32_t* index) {
  const Quad v = transposed(h.v.x, h.v.y, h.v.z, h.v.w);
  const Quad w = transposed(h.w.x, h.w.y, h.w.z, h.w.w);
  putFourRows(v.x, w.x, rows, index);
  putFourRows(v.y, w.y, rows, index + 1);
  putFourRows(v.z, w.z, rows, index + 2);
  putFourRows(v.w, w.w, rows, index + 3);
}
#else
HWY_INLINE Halves gatherRows(const float* rows, const std::uint32_t* index) {
  return {gather<1>(rows, index), gather<1>(rows + 4, index)};
}

HWY_INLINE void scatterRows(const Halves& h, float* rows, const std::uint32_t* index) {
  scatter(h.v, rows, index);
  scatter(h.w, rows + 4, index);
}
#endif

/// The bodies of one side of the contacts.
template <class V>
struct SideOf {
  Vec3Of<V> v;  ///< m/s
  Vec3Of<V> w;  ///< r ω
  V inverseMass;
  V inverseRadius;
};
using Side = SideOf<Vec>;

HWY_INLINE Side readSide(const float* rows, const std::uint32_t* index) {
  const Halves h = gatherRows(rows, index);
  return {{h.v.x, h.v.y, h.v.z}, {h.w.x, h.w.y, h.w.z}, h.v.w, h.w.w};
}

HWY_INLINE void writeSide(const Side& side, float* rows, const std::uint32_t* index) {
  scatterRows({{side.v.x, side.v.y, side.v.z, side.inverseMass}, {side.w.x, side.w.y, side.w.z, side.inverseRadius}},
              rows, index);
}

HWY_INLINE Two both(Vec p, Vec q) { return {p, q}; }
HWY_INLINE Vec3Of<Two> both(const Vec3f& p, const Vec3f& q) { return {both(p.x, q.x), both(p.y, q.y), both(p.z, q.z)}; }
HWY_INLINE Vec3f firstOf(const Vec3Of<Two>& v) { return {v.x.p, v.y.p, v.z.p}; }
HWY_INLINE Vec3f secondOf(const Vec3Of<Two>& v) { return {v.x.q, v.y.q, v.z.q}; }

/// Lanes of a batch, from `at` on.
template <class V>
struct Place;

template <>
struct Place<Vec> {
  Batch* batch;
  const BatchSource* source;
  std::size_t at;

  HWY_INLINE Vec get(Lane Batch::*lane) const { return load(batch->*lane, at); }
  HWY_INLINE Vec3f get3(Lane (Batch::*lanes)[3]) const { return load3(batch->*lanes, at); }
  HWY_INLINE void put(Vec v, Lane Batch::*lane) const { store(v, batch->*lane, at); }
  HWY_INLINE void put3(const Vec3f& v, Lane (Batch::*lanes)[3]) const { store3(v, batch->*lanes, at); }
  HWY_INLINE Side read(const float* rows, LaneIndex Batch::*side) const {
    return readSide(rows, (batch->*side).of + at);
  }
  HWY_INLINE void write(const Side& bodies, float* rows, LaneIndex Batch::*side) const {
    writeSide(bodies, rows, (batch->*side).of + at);
  }
};

/// Lanes of two batches, or two parts of one, that share no body.
template <>
struct Place<Two> {
  Place<Vec> p, q;

  HWY_INLINE Two get(Lane Batch::*lane) const { return {p.get(lane), q.get(lane)}; }
  HWY_INLINE Vec3Of<Two> get3(Lane (Batch::*lanes)[3]) const { return both(p.get3(lanes), q.get3(lanes)); }
  HWY_INLINE void put(const Two& v, Lane Batch::*lane) const {
    p.put(v.p, lane);
    q.put(v.q, lane);
  }
  HWY_INLINE void put3(const Vec3Of<Two>& v, Lane (Batch::*lanes)[3]) const {
    p.put3(firstOf(v), lanes);
    q.put3(secondOf(v), lanes);
  }
  HWY_INLINE SideOf<Two> read(const float* rows, LaneIndex Batch::*side) const {
    const Side first = p.read(rows, side);
    const Side second = q.read(rows, side);
    return {both(first.v, second.v), both(first.w, second.w), both(first.inverseMass, second.inverseMass),
            both(first.inverseRadius, second.inverseRadius)};
  }
  HWY_INLINE void write(const SideOf<Two>& b, float* rows, LaneIndex Batch::*side) const {
    p.write({firstOf(b.v), firstOf(b.w), b.inverseMass.p, b.inverseRadius.p}, rows, side);
    q.write({secondOf(b.v), secondOf(b.w), b.inverseMass.q, b.inverseRadius.q}, rows, side);
  }
};

/// Scales v back onto a disc.
template <class V>
HWY_INLINE Vec3Of<V> ontoDisc(const Vec3Of<V>& v, const V& radius) {
  const V length = most(root(dot(v, v)), all<V>(kTiny));
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
  const Vec tiny = hn::Set(kTag, kTiny);
  const std::size_t at = where.at;
  const Vec3f n = where.get3(&Batch::normal);
  gatherResidual(residual, RowKind::normal, squareOf(hn::Div(push, hn::Max(where.get(&Batch::inverseNormal), tiny))),
                 at);
  gatherResidual(
      residual, RowKind::tangential,
      hn::Div(dot(drag, drag), squareOf(hn::Max(where.get(&Batch::inverseTangential), hn::Set(kTag, 1e-15F)))), at);
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

HWY_INLINE Vec largestOf(Vec a) { return a; }
HWY_INLINE Vec largestOf(const Two& a) { return hn::Max(a.p, a.q); }

/// What sweeps look at apart from their rows.
enum class Look : std::uint8_t { none, watch, measure };

/// `change`: the largest square of what the lanes' velocities changed by so far.
template <Look kLook, class V>
HWY_INLINE void sweepLanes(const Place<V>& where, float* rows, const SweepOptions& options, BatchResidual* residual,
                           Vec& change) {
  SideOf<V> a = where.read(rows, &Batch::a);
  SideOf<V> b = where.read(rows, &Batch::b);
  const Vec3Of<V> n = where.get3(&Batch::normal);
  const V spin = all<V>(kSpin);

  // Normal row.
  const V oldNormal = where.get(&Batch::lambdaNormal);
  const V missing =
      negMulAdd(where.get(&Batch::compliance), oldNormal, sub(where.get(&Batch::target), dot(n, b.v - a.v)));
  const V lambdaNormal = most(all<V>(0.0F), mulAdd(where.get(&Batch::inverseNormal), missing, oldNormal));
  const V push = sub(lambdaNormal, oldNormal);
  a.v = minus(a.v, mul(a.inverseMass, push), n);
  b.v = plus(b.v, mul(b.inverseMass, push), n);
  where.put(lambdaNormal, &Batch::lambdaNormal);

  // Tangential rows.
  const V share = where.get(&Batch::share);
  const Vec3Of<V> oldTangential = where.get3(&Batch::lambdaTangential);
  const Vec3Of<V> u = minus(b.v - a.v, share, cross(a.w + b.w, n));
  const Vec3Of<V> slip = minus(u, dot(n, u), n);
  const Vec3Of<V> tangential = ontoDisc(minus(oldTangential, where.get(&Batch::inverseTangential),
                                              plus(slip, all<V>(options.tangentialCompliance), oldTangential)),
                                        mul(where.get(&Batch::friction), lambdaNormal));
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
  const Vec3Of<V> wanted =
      minus(oldSpin, where.get(&Batch::inverseSpin), plus(w, all<V>(options.spinCompliance), oldSpin));
  const V about = dot(n, wanted);
  const Vec3Of<V> rolling = ontoDisc(minus(wanted, about, n), mul(where.get(&Batch::rollingLimit), lambdaNormal));
  const V limit = mul(where.get(&Batch::twistingLimit), lambdaNormal);
  const V twisting = most(negative(limit), least(limit, about));
  const Vec3Of<V> lambdaSpin = plus(rolling, twisting, n);
  const Vec3Of<V> turn = lambdaSpin - oldSpin;
  a.w = minus(a.w, mul(spin, mul(a.inverseMass, a.inverseRadius)), turn);
  b.w = plus(b.w, mul(spin, mul(b.inverseMass, b.inverseRadius)), turn);
  where.put3(lambdaSpin, &Batch::lambdaSpin);

  where.write(a, rows, &Batch::a);
  where.write(b, rows, &Batch::b);
  if constexpr (kLook != Look::none) {
    // A push moves the surfaces at the contact by its part of 1/m, a drag 7/2 and a moment 5/2 as far.
    const V lightness = add(a.inverseMass, b.inverseMass);
    const V pushed = mulAdd(push, push, mul(all<V>(kDrag * kDrag), dot(drag, drag)));
    const V curvature = most(a.inverseRadius, b.inverseRadius);
    const V turned = mul(mul(spin, spin), mul(mul(curvature, curvature), dot(turn, turn)));
    change = hn::Max(change, largestOf(mul(mul(lightness, lightness), add(pushed, turned))));
  }
  if constexpr (kLook == Look::measure) {
    measure(where, push, drag, turn, *residual);
  }
}

template <Look kLook>
HWY_INLINE float sweepAll(Slab& slab, float* rows, const SweepOptions& options, BatchResidual* residual) {
  Vec change = hn::Zero(kTag);
  const auto place = [&](std::size_t batch, std::size_t at) {
    return Place<Vec>{&slab.batches[batch], kLook == Look::measure ? &slab.sources[batch] : nullptr, at};
  };
  for (std::size_t i = 0; i < slab.batches.size(); ++i) {
    if (!slab.sources[i].active) {
      continue;
    }
    if (kWidth == kLanes && slab.sources[i].withNext && slab.sources[i + 1].active) {
      sweepLanes<kLook>(Place<Two>{place(i, 0), place(i + 1, 0)}, rows, options, residual, change);
      ++i;
      continue;
    }
    constexpr std::size_t kStep = kWidth == kLanes ? kWidth : 2 * kWidth;
    for (std::size_t at = 0; at < kLanes; at += kStep) {
      if constexpr (kWidth == kLanes) {
        sweepLanes<kLook>(place(i, at), rows, options, residual, change);
      } else {
        sweepLanes<kLook>(Place<Two>{place(i, at), place(i, at + kWidth)}, rows, options, residual, change);
      }
    }
  }
  return kLook == Look::none ? 0.0F : std::sqrt(hn::GetLane(hn::MaxOfLanes(kTag, change)));
}

float Sweep(Slab& slab, BodyRow* bodies, const SweepOptions& options, BatchResidual* residual) {
  auto* rows = reinterpret_cast<float*>(bodies);
  if (residual != nullptr) {
    return sweepAll<Look::measure>(slab, rows, options, residual);
  }
  return options.watch ? sweepAll<Look::watch>(slab, rows, options, nullptr)
                       : sweepAll<Look::none>(slab, rows, options, nullptr);
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
  if (source.surface || source.member) {
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
    compliance = load(source.compliance, at);
    if (!hn::AllFalse(kTag, hertz)) {
      const Vec softness = hn::IfThenElse(hertz, hn::Sqrt(hn::Max(overlap, hn::Set(kTag, kSmallestOverlap))), one);
      compliance = hn::Div(compliance, softness);
    }
    target = hn::Mul(upsilon, hn::Add(push, un));
  }
  // λ_n0 = Δt k δ^(2 e_H - 1), from S_n = 4 Υ/(Δt² e_H k δ^(2 e_H - 2)).
  const Vec lawImpulse = options.start == BatchStart::model
                             ? hn::Div(hn::Mul(upsilon, push), hn::Max(compliance, hn::Set(kTag, kTiny)))
                             : zero;
  const Vec lightness = hn::Add(a.inverseMass, b.inverseMass);
  if (options.restitution && !hn::AllFalse(kTag, impact)) {
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
    const std::size_t before = count.touching;
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
