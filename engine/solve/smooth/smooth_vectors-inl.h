// Vectors over the lanes of smooth DEM, for the file that is compiled once an instruction set: arithmetic in space,
// rows of four numbers taken apart into lanes and put together. Nothing is fused.
#include <array>

#include "engine/base/periodic_box.h"
#include "engine/solve/smooth/smooth_constants.h"
#include "engine/solve/smooth/smooth_lanes.h"
#include "hwy/highway.h"

// Included once a set.
#if defined(SCREE_SMOOTH_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef SCREE_SMOOTH_VECTORS
#undef SCREE_SMOOTH_VECTORS
#else
#define SCREE_SMOOTH_VECTORS
#endif

HWY_BEFORE_NAMESPACE();
namespace scree {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using SmoothTag = hn::CappedTag<double, kSmoothWidth>;
using SmoothVec = hn::Vec<SmoothTag>;
constexpr SmoothTag kSmoothTag;
constexpr std::size_t kStep = hn::MaxLanes(SmoothTag());

struct Space {
  SmoothVec x, y, z;
};
struct SpaceAndOne {
  Space v;
  SmoothVec w;
};

HWY_INLINE SmoothVec same(double value) { return hn::Set(kSmoothTag, value); }
HWY_INLINE SmoothVec nothing() { return hn::Zero(kSmoothTag); }
HWY_INLINE Space noSpace() { return {nothing(), nothing(), nothing()}; }
HWY_INLINE Space operator+(const Space& a, const Space& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE Space operator-(const Space& a, const Space& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Space operator*(SmoothVec s, const Space& a) { return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)}; }
HWY_INLINE SmoothVec dotOf(const Space& a, const Space& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE Space crossOf(const Space& a, const Space& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}
template <class M>
HWY_INLINE Space chosen(M mask, const Space& yes, const Space& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}
template <class M>
HWY_INLINE Space orNothing(M mask, const Space& yes) {
  return {hn::IfThenElseZero(mask, yes.x), hn::IfThenElseZero(mask, yes.y), hn::IfThenElseZero(mask, yes.z)};
}
/// PeriodicBox::nearest() along one axis, of all but the distances of empty lanes.
HWY_INLINE SmoothVec nearestAlong(SmoothVec apart, double side) {
  if (!(side > 0.0)) {
    return apart;
  }
  const SmoothVec whole = hn::Floor(hn::Add(hn::Div(apart, same(side)), same(0.5)));
  const SmoothVec near = hn::Sub(apart, hn::Mul(same(side), whole));
  return hn::IfThenElse(hn::Lt(hn::Abs(apart), same(0.5 * smooth::kFar)), near, apart);
}

HWY_INLINE Space nearestOf(const PeriodicBox& box, const Space& apart) {
  return {nearestAlong(apart.x, box.length.x()), nearestAlong(apart.y, box.length.y()),
          nearestAlong(apart.z, box.length.z())};
}

HWY_INLINE SmoothVec laneOf(const SmoothLane& lane, std::size_t at) { return hn::Load(kSmoothTag, lane.data() + at); }
HWY_INLINE Space spaceOf(const std::array<SmoothLane, 3>& lanes, std::size_t at) {
  return {laneOf(lanes[0], at), laneOf(lanes[1], at), laneOf(lanes[2], at)};
}
HWY_INLINE void put(SmoothVec v, SmoothLane& lane, std::size_t at) { hn::Store(v, kSmoothTag, lane.data() + at); }
HWY_INLINE void put(const Space& v, std::array<SmoothLane, 3>& lanes, std::size_t at) {
  put(v.x, lanes[0], at);
  put(v.y, lanes[1], at);
  put(v.z, lanes[2], at);
}

#if HWY_TARGET != HWY_SCALAR
/// Four vectors whose blocks of four numbers are rows, taken apart into their first to fourth numbers; and back, as it
/// is its own inverse.
HWY_INLINE SpaceAndOne turnedAbout(SmoothVec r0, SmoothVec r1, SmoothVec r2, SmoothVec r3) {
  const SmoothVec low01 = hn::InterleaveLower(kSmoothTag, r0, r1);
  const SmoothVec up01 = hn::InterleaveUpper(kSmoothTag, r0, r1);
  const SmoothVec low23 = hn::InterleaveLower(kSmoothTag, r2, r3);
  const SmoothVec up23 = hn::InterleaveUpper(kSmoothTag, r2, r3);
  return {
      {hn::OddEvenBlocks(hn::SwapAdjacentBlocks(low23), low01), hn::OddEvenBlocks(hn::SwapAdjacentBlocks(up23), up01),
       hn::OddEvenBlocks(low23, hn::SwapAdjacentBlocks(low01))},
      hn::OddEvenBlocks(up23, hn::SwapAdjacentBlocks(up01))};
}
#endif

/// Four numbers each from numbers + index[0], numbers + index[1]...
HWY_INLINE SpaceAndOne rowsAt(const double* numbers, const std::uint32_t* index) {
  const auto place = [&](std::size_t i) HWY_ATTR { return numbers + std::size_t{index[i]}; };
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kStep == 8) {
    const hn::Half<SmoothTag> half;
    const auto pair = [&](std::size_t i) HWY_ATTR {
      return hn::Combine(kSmoothTag, hn::Load(half, place(i + 4)), hn::Load(half, place(i)));
    };
    return turnedAbout(pair(0), pair(1), pair(2), pair(3));
  } else if constexpr (kStep == 4) {
    const auto row = [&](std::size_t i) HWY_ATTR { return hn::Load(kSmoothTag, place(i)); };
    return turnedAbout(row(0), row(1), row(2), row(3));
  } else
#endif
  {
    alignas(64) std::array<std::array<double, kStep>, 4> lanes;
    for (std::size_t k = 0; k < 4; ++k) {
      for (std::size_t i = 0; i < kStep; ++i) {
        lanes[k][i] = place(i)[k];
      }
    }
    return {{hn::Load(kSmoothTag, lanes[0].data()), hn::Load(kSmoothTag, lanes[1].data()),
             hn::Load(kSmoothTag, lanes[2].data())},
            hn::Load(kSmoothTag, lanes[3].data())};
  }
}

/// Calls use(i, row, tag) for the rows of four numbers that the lanes are, one after the other, in vectors of the tag
/// from the k-th number on.
template <class Use>
HWY_INLINE void forRows(const SpaceAndOne& lanes, Use use) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kStep >= 4) {
    const SpaceAndOne rows = turnedAbout(lanes.v.x, lanes.v.y, lanes.v.z, lanes.w);
    if constexpr (kStep == 8) {
      const hn::Half<SmoothTag> half;
      use(0, hn::LowerHalf(half, rows.v.x), half, 0);
      use(1, hn::LowerHalf(half, rows.v.y), half, 0);
      use(2, hn::LowerHalf(half, rows.v.z), half, 0);
      use(3, hn::LowerHalf(half, rows.w), half, 0);
      use(4, hn::UpperHalf(half, rows.v.x), half, 0);
      use(5, hn::UpperHalf(half, rows.v.y), half, 0);
      use(6, hn::UpperHalf(half, rows.v.z), half, 0);
      use(7, hn::UpperHalf(half, rows.w), half, 0);
    } else {
      use(0, rows.v.x, kSmoothTag, 0);
      use(1, rows.v.y, kSmoothTag, 0);
      use(2, rows.v.z, kSmoothTag, 0);
      use(3, rows.w, kSmoothTag, 0);
    }
  } else
#endif
  {
    const hn::CappedTag<double, 1> one;
    alignas(64) std::array<std::array<double, kStep>, 4> numbers;
    hn::Store(lanes.v.x, kSmoothTag, numbers[0].data());
    hn::Store(lanes.v.y, kSmoothTag, numbers[1].data());
    hn::Store(lanes.v.z, kSmoothTag, numbers[2].data());
    hn::Store(lanes.w, kSmoothTag, numbers[3].data());
    for (std::size_t i = 0; i < kStep; ++i) {
      for (std::size_t k = 0; k < 4; ++k) {
        use(i, hn::Set(one, numbers[k][i]), one, k);
      }
    }
  }
}

/// Adds rows of four numbers to those at numbers + index[0]..., one after the other: lanes may share one.
HWY_INLINE void addToRows(const Space& lanes, double* numbers, const std::uint32_t* index) {
  forRows({lanes, nothing()}, [&](std::size_t i, auto row, auto tag, std::size_t k) HWY_ATTR {
    double* const place = numbers + std::size_t{index[i]} + k;
    hn::Store(hn::Add(hn::Load(tag, place), row), tag, place);
  });
}

HWY_INLINE void putRows(const SpaceAndOne& lanes, double* numbers, const std::uint32_t* index) {
  forRows(lanes, [&](std::size_t i, auto row, auto tag, std::size_t k)
                     HWY_ATTR { hn::Store(row, tag, numbers + std::size_t{index[i]} + k); });
}

}  // namespace HWY_NAMESPACE
}  // namespace scree
HWY_AFTER_NAMESPACE();

#endif
