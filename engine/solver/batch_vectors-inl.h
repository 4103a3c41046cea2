// Vectors over the lanes of a batch, for the files that are compiled once an instruction set: arithmetic of a contact's
// rows, gathering and scattering of the bodies' rows.
#include "engine/solver/batch.h"
#include "hwy/highway.h"

// Included once a set.
#if defined(SCREE_BATCH_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef SCREE_BATCH_VECTORS
#undef SCREE_BATCH_VECTORS
#else
#define SCREE_BATCH_VECTORS
#endif

HWY_BEFORE_NAMESPACE();
namespace scree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, kLanes>;
using Vec = hn::Vec<Tag>;
constexpr Tag kTag;
constexpr std::size_t kWidth = hn::MaxLanes(Tag());

/// Two independent vectors that are worked on in turns: the rows of one contact depend on each other, and the processor
/// computes one vector while the other waits.
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
  const Lane* unseen = nullptr;  ///< Slab::unseen of the batch; null: none

  /// Multiplier along the normal as the other rows see it.
  HWY_INLINE Vec seen(Vec normal) const {
    return unseen == nullptr ? normal : hn::Max(hn::Zero(kTag), hn::Sub(normal, load(*unseen, at)));
  }
  HWY_INLINE Vec get(Lane Batch::*lane) const { return load(batch->*lane, at); }
  HWY_INLINE Vec3f get3(Lane (Batch::*lanes)[3]) const { return load3(batch->*lanes, at); }
  HWY_INLINE Vec partingSpeed() const { return load(source->partingSpeed, at); }
  /// Factor of over-relaxation, or 1 where the contact bounces or, in a limited batch, its row is limited.
  template <bool kLimited>
  HWY_INLINE Vec factor(float relaxation) const {
    auto isPlain = hn::Gt(load(source->rebounds, at), hn::Zero(kTag));
    if constexpr (kLimited) {
      isPlain = hn::Or(isPlain, hn::Lt(partingSpeed(), hn::Set(kTag, static_cast<float>(solver::kAnySpeed))));
    }
    return hn::IfThenElse(isPlain, hn::Set(kTag, 1.0F), hn::Set(kTag, relaxation));
  }
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

  HWY_INLINE Two seen(const Two& normal) const { return {p.seen(normal.p), q.seen(normal.q)}; }
  HWY_INLINE Two get(Lane Batch::*lane) const { return {p.get(lane), q.get(lane)}; }
  HWY_INLINE Vec3Of<Two> get3(Lane (Batch::*lanes)[3]) const { return both(p.get3(lanes), q.get3(lanes)); }
  template <bool kLimited>
  HWY_INLINE Two factor(float relaxation) const {
    return {p.template factor<kLimited>(relaxation), q.template factor<kLimited>(relaxation)};
  }
  HWY_INLINE Two partingSpeed() const { return {p.partingSpeed(), q.partingSpeed()}; }
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

}  // namespace HWY_NAMESPACE
}  // namespace scree
HWY_AFTER_NAMESPACE();

#endif
