#include "engine/solve/smooth/smooth_kernels.h"

#include "engine/base/vector_sets.h"

#include <algorithm>
#include <array>

// Compiled for several instruction sets, of which the processor's best is taken. All round alike: nothing is fused.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solve/smooth/smooth_kernels.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

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

/// One side of contacts.
struct SmoothSide {
  Space position;
  SmoothVec radius;
  Space velocity;
  Space spin;
};
HWY_INLINE SmoothSide sideAt(const SmoothGrain* grains, const std::uint32_t* index) {
  const double* const numbers = grains->position.data();
  const SpaceAndOne place = rowsAt(numbers, index);
  const SpaceAndOne velocity = rowsAt(numbers + 4, index);
  const SpaceAndOne spin = rowsAt(numbers + 8, index);
  return {place.v, place.w, velocity.v, spin.v};
}

/// Contacts as the law sees them.
struct SmoothTouching {
  Space normal;
  SmoothVec overlap;
  Space velocity;  ///< of b against a
  Space spin;
  SmoothVec leverA;
  SmoothVec leverB;
};

HWY_INLINE SmoothTouching pairsAt(const SmoothBatch& batch, const SmoothGrain* grains, std::size_t at) {
  const SmoothSide a = sideAt(grains, batch.a.data() + at);
  const SmoothSide b = sideAt(grains, batch.b.data() + at);
  const Space apart = b.position - a.position;
  const SmoothVec distance = hn::Sqrt(dotOf(apart, apart));
  const auto isApart = hn::Gt(distance, nothing());
  const SmoothVec inverse = hn::IfThenElseZero(isApart, hn::Div(same(1.0), distance));
  SmoothTouching touching;
  touching.normal = inverse * apart;
  touching.normal.z = hn::IfThenElse(isApart, touching.normal.z, same(1.0));
  touching.overlap = hn::Sub(hn::Add(a.radius, b.radius), distance);
  // One contact point for both, on the line of centres, as in the other methods.
  touching.leverA = hn::Mul(laneOf(batch.shareA, at), distance);
  touching.leverB = hn::Sub(distance, touching.leverA);
  touching.spin = b.spin - a.spin;
  touching.velocity =
      (b.velocity - a.velocity) - crossOf(touching.leverA * a.spin + touching.leverB * b.spin, touching.normal);
  return touching;
}

HWY_INLINE SmoothTouching surfacesAt(const SmoothBatch& batch, const SmoothSurfaces& surfaces,
                                     const SmoothGrain* grains, std::size_t at) {
  const SmoothSide a = sideAt(grains, batch.a.data() + at);
  SmoothTouching touching;
  touching.normal = spaceOf(surfaces.normal, at);
  touching.overlap = laneOf(surfaces.overlap, at);
  touching.leverA = a.radius;
  touching.leverB = nothing();
  touching.spin = spaceOf(surfaces.spin, at) - a.spin;
  touching.velocity =
      (spaceOf(surfaces.velocity, at) - a.velocity) - touching.leverA * crossOf(a.spin, touching.normal);
  return touching;
}

/// Adds the motion to springs and their dashpots, and cuts the force at the limit. Returns the force.
template <class M>
HWY_INLINE Space stretchedBy(Space& spring, const Space& change, const Space& dashpot, SmoothVec limit, M touches) {
  spring = spring + change;
  Space whole = spring + dashpot;
  const SmoothVec square = dotOf(whole, whole);
  const auto slides = hn::And(touches, hn::Gt(square, hn::Mul(limit, limit)));
  if (!hn::AllFalse(kSmoothTag, slides)) {
    // Sliding: the spring holds what friction carries.
    const Space held = hn::Div(limit, hn::Sqrt(square)) * whole;
    spring = chosen(slides, held, spring);
    whole = chosen(slides, held, whole);
  }
  return whole;
}

HWY_INLINE Space inPlane(const Space& vector, const Space& normal) { return vector - dotOf(normal, vector) * normal; }

/// Forces of contacts.
struct SmoothForces {
  SmoothVec push;  ///< along the normal
  Space slide;     ///< across it
  Space torque;
};

/// Finds forces and lets the springs take the motion.
template <bool kHertz, bool kRolls, bool kTwists>
HWY_INLINE SmoothForces forcesOf(const SmoothLawNumbers& law, const SmoothTouching& touching, double substep,
                                 double restKept, SmoothBatch& batch, std::size_t at) {
  const Space& normal = touching.normal;
  const auto touches = hn::Gt(touching.overlap, nothing());
  // Grains that part take the overlap at rest with them.
  const SmoothVec rest = hn::Min(hn::Mul(same(restKept), laneOf(batch.rest, at)), touching.overlap);
  put(hn::IfThenElseZero(touches, rest), batch.rest, at);
  const SmoothVec overlap = hn::Max(hn::Sub(touching.overlap, rest), nothing());
  const SmoothVec time = same(substep);
  const SmoothVec stiffness = laneOf(batch.stiffness, at);
  const SmoothVec root = kHertz ? hn::Sqrt(overlap) : same(1.0);
  const SmoothVec slope = hn::Mul(hn::Mul(same(law.slopeFactor), stiffness), root);
  const SmoothVec damping = hn::Mul(laneOf(batch.damping, at), hn::Sqrt(slope));
  const SmoothVec approach = hn::Neg(dotOf(normal, touching.velocity));
  const SmoothVec spring = hn::Mul(hn::Mul(stiffness, overlap), root);
  SmoothForces forces;
  forces.push = hn::IfThenElseZero(touches, hn::Add(spring, hn::Mul(damping, approach)));
  const SmoothVec load = hn::Max(forces.push, nothing());
  const SmoothVec share = hn::Mul(same(law.share), slope);
  const SmoothVec dashpot = hn::Mul(same(law.shareRoot), damping);
  const SmoothVec stretching = hn::Mul(share, time);

  Space tangential = spaceOf(batch.tangential, at);
  if constexpr (kHertz) {
    // A spring that is relieved loses the part of its tangential force that its smaller circle cannot hold.
    const SmoothVec before = hn::Sub(overlap, hn::Mul(approach, time));
    const auto isRelieved = hn::Gt(before, overlap);
    const SmoothVec held = hn::IfThenElse(isRelieved, hn::Sqrt(hn::Div(overlap, before)), same(1.0));
    tangential = held * tangential;
  }
  tangential = inPlane(tangential, normal);
  const Space slip = touching.velocity + approach * normal;
  forces.slide = stretchedBy(tangential, hn::Neg(stretching) * slip, hn::Neg(dashpot) * slip,
                             hn::Mul(same(law.friction), load), touches);
  forces.slide = orNothing(touches, forces.slide);
  put(orNothing(touches, tangential), batch.tangential, at);

  forces.torque = noSpace();
  if constexpr (kRolls || kTwists) {
    const SmoothVec radius = laneOf(batch.radius, at);
    const SmoothVec square = hn::Mul(radius, radius);
    const SmoothVec turning = hn::Mul(stretching, square);
    const SmoothVec damp = hn::Mul(dashpot, square);
    const SmoothVec about = dotOf(normal, touching.spin);
    if constexpr (kRolls) {
      const SmoothVec arm = law.rollingRadius > 0.0 ? radius : same(1.0);
      const SmoothVec limit = hn::Mul(hn::Mul(same(law.rolling), arm), load);
      Space rolling = inPlane(spaceOf(batch.rolling, at), normal);
      const Space roll = touching.spin - about * normal;
      forces.torque = stretchedBy(rolling, hn::Neg(turning) * roll, hn::Neg(damp) * roll, limit, touches);
      put(orNothing(touches, rolling), batch.rolling, at);
    }
    if constexpr (kTwists) {
      const SmoothVec limit = hn::Mul(hn::Mul(same(law.twisting), radius), load);
      const auto within = [&](SmoothVec v) HWY_ATTR { return hn::Min(hn::Max(v, hn::Neg(limit)), limit); };
      const SmoothVec twisting = within(hn::Sub(laneOf(batch.twisting, at), hn::Mul(turning, about)));
      put(hn::IfThenElseZero(touches, twisting), batch.twisting, at);
      forces.torque = forces.torque + within(hn::Sub(twisting, hn::Mul(damp, about))) * normal;
    }
    forces.torque = orNothing(touches, forces.torque);
  }
  return forces;
}

/// Adds forces to the rows of the grains on one side.
template <bool kSecond>
HWY_INLINE void addForces(const SmoothTouching& touching, const SmoothForces& forces, const SmoothBatch& batch,
                          SmoothRow* rows, std::size_t at) {
  const Space force = forces.push * touching.normal + forces.slide;
  const Space turn = crossOf(touching.normal, forces.slide);
  double* const linear = rows->force.data();
  double* const angular = rows->torque.data();
  if constexpr (kSecond) {
    addToRows(force, linear, batch.rowB.data() + at);
    addToRows(forces.torque - touching.leverB * turn, angular, batch.rowB.data() + at);
  } else {
    addToRows(noSpace() - force, linear, batch.rowA.data() + at);
    addToRows(hn::Neg(touching.leverA) * turn - forces.torque, angular, batch.rowA.data() + at);
  }
}

/// Vectors that are worked on in turns: the numbers of one contact follow on each other, and the processor computes on
/// one vector while others wait. Whole batches.
constexpr std::size_t kVectors = kSmoothWidth / kStep;
constexpr std::size_t kTogether = std::max<std::size_t>(4, kVectors);

template <bool kHertz, bool kRolls, bool kTwists, bool kSurface>
HWY_ATTR void pushBatches(const SmoothGroup& group, const SmoothLists& lists, double time, bool keeps) {
  const SmoothLawNumbers& law = lists.laws[group.law];
  const std::size_t last = kVectors * group.last;
  std::array<SmoothTouching, kTogether> touching;
  std::array<SmoothForces, kTogether> forces;
  for (std::size_t first = kVectors * group.first; first < last; first += kTogether) {
    const std::size_t count = std::min(kTogether, last - first);
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t i = (first + j) / kVectors;
      const std::size_t at = (first + j) % kVectors * kStep;
      if constexpr (kSurface) {
        touching[j] =
            surfacesAt(lists.batches[i], lists.surfaces[group.firstSurfaces + (i - group.first)], lists.grains, at);
      } else {
        touching[j] = pairsAt(lists.batches[i], lists.grains, at);
      }
    }
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t at = (first + j) % kVectors * kStep;
      forces[j] = forcesOf<kHertz, kRolls, kTwists>(law, touching[j], time, lists.restKept,
                                                    lists.batches[(first + j) / kVectors], at);
    }
    // First all of the first side of a batch, for any width of vectors: grains may be in several lanes.
    for (std::size_t batch = 0; batch < count; batch += kVectors) {
      const std::size_t i = (first + batch) / kVectors;
      for (std::size_t j = 0; j < kVectors; ++j) {
        addForces<false>(touching[batch + j], forces[batch + j], lists.batches[i], lists.rows, j * kStep);
      }
      if constexpr (!kSurface) {
        for (std::size_t j = 0; j < kVectors; ++j) {
          addForces<true>(touching[batch + j], forces[batch + j], lists.batches[i], lists.rows, j * kStep);
        }
      }
    }
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t i = (first + j) / kVectors;
      const std::size_t at = (first + j) % kVectors * kStep;
      if constexpr (kSurface) {
        SmoothSurfaces& surfaces = lists.surfaces[group.firstSurfaces + (i - group.first)];
        put(forces[j].push, surfaces.push, at);
        put(forces[j].slide, surfaces.slide, at);
        put(forces[j].torque, surfaces.torque, at);
      }
      if (keeps) {
        SmoothFound& found = lists.found[i];
        put(touching[j].normal, found.normal, at);
        put(touching[j].overlap, found.overlap, at);
        put(forces[j].push, found.push, at);
      }
    }
  }
}

template <bool kHertz, bool kSurface>
HWY_ATTR void pushLaw(const SmoothGroup& group, const SmoothLists& lists, double time, bool keeps) {
  const SmoothLawNumbers& law = lists.laws[group.law];
  if (law.rolls && law.twists) {
    pushBatches<kHertz, true, true, kSurface>(group, lists, time, keeps);
  } else if (law.rolls) {
    pushBatches<kHertz, true, false, kSurface>(group, lists, time, keeps);
  } else if (law.twists) {
    pushBatches<kHertz, false, true, kSurface>(group, lists, time, keeps);
  } else {
    pushBatches<kHertz, false, false, kSurface>(group, lists, time, keeps);
  }
}

HWY_ATTR void pushGroupHere(const SmoothGroup& group, const SmoothLists& lists, double time, bool keeps) {
  const bool isHertz = lists.laws[group.law].isHertz;
  if (group.hasSurfaces()) {
    isHertz ? pushLaw<true, true>(group, lists, time, keeps) : pushLaw<false, true>(group, lists, time, keeps);
  } else {
    isHertz ? pushLaw<true, false>(group, lists, time, keeps) : pushLaw<false, false>(group, lists, time, keeps);
  }
}

/// Offsets of one after the other, of so many numbers each.
HWY_INLINE std::array<std::uint32_t, kStep> following(std::uint32_t first, std::uint32_t numbers) {
  std::array<std::uint32_t, kStep> places;
  for (std::size_t i = 0; i < kStep; ++i) {
    places[i] = numbers * (first + static_cast<std::uint32_t>(i));
  }
  return places;
}

HWY_ATTR void driftGrainsHere(const SmoothMove& move, SmoothGrain* grains) {
  const SmoothVec half = same(0.5 * move.time);
  double* const numbers = grains->position.data();
  for (std::uint32_t i = move.first; i < move.last; i += kStep) {
    const auto places = following(i, kGrainNumbers);
    SpaceAndOne position = rowsAt(numbers, places.data());
    position.v = position.v + half * rowsAt(numbers + 4, places.data()).v;
    putRows(position, numbers, places.data());
  }
}

/// q += h/2 (0, w) q, made a unit quaternion again; half = h/2 w.
HWY_INLINE SpaceAndOne turnedBy(const Space& half, const SpaceAndOne& q) {
  const Space axis = q.v + (q.w * half + crossOf(half, q.v));
  const SmoothVec real = hn::Sub(q.w, dotOf(half, q.v));
  const SmoothVec square = hn::Add(dotOf(axis, axis), hn::Mul(real, real));
  const SmoothVec inverse = hn::Div(same(1.0), hn::Sqrt(square));
  return {inverse * axis, hn::Mul(inverse, real)};
}

/// Adds a row to a sum and empties it.
HWY_INLINE void takeRow(SmoothRow& other, SmoothRow& sum) {
  const hn::CappedTag<double, 4> tag;
  for (std::size_t k = 0; k < 4; k += hn::MaxLanes(tag)) {
    hn::Store(hn::Add(hn::Load(tag, sum.force.data() + k), hn::Load(tag, other.force.data() + k)), tag,
              sum.force.data() + k);
    hn::Store(hn::Add(hn::Load(tag, sum.torque.data() + k), hn::Load(tag, other.torque.data() + k)), tag,
              sum.torque.data() + k);
    hn::Store(hn::Zero(tag), tag, other.force.data() + k);
    hn::Store(hn::Zero(tag), tag, other.torque.data() + k);
  }
}

HWY_ATTR double moveGrainsHere(const SmoothMove& move, SmoothGrain* grains, SmoothRow* rows) {
  const SmoothVec time = same(move.time);
  const SmoothVec half = same(0.5 * move.time);
  const Space gravity{same(move.gravity.x()), same(move.gravity.y()), same(move.gravity.z())};
  double* const numbers = grains->position.data();
  SmoothVec fastest = nothing();
  for (std::uint32_t i = move.first; i < move.last; i += kStep) {
    const std::uint32_t row = move.firstRow + (i - move.first);
    for (std::uint32_t grain = i; grain < std::min(move.last, i + static_cast<std::uint32_t>(kStep)); ++grain) {
      for (std::uint32_t at = move.firstOthers[grain]; at < move.firstOthers[grain + 1]; ++at) {
        takeRow(rows[move.others[at]], rows[row + (grain - i)]);
      }
    }
    const auto places = following(i, kGrainNumbers);
    const auto rowPlaces = following(row, kRowNumbers);
    const Space force = rowsAt(rows->force.data(), rowPlaces.data()).v;
    const Space torque = rowsAt(rows->torque.data(), rowPlaces.data()).v;
    std::fill_n(rows + row, kStep, SmoothRow{});
    SpaceAndOne velocity = rowsAt(numbers + 4, places.data());
    velocity.v = velocity.v + time * (gravity + velocity.w * force);
    putRows(velocity, numbers + 4, places.data());
    SpaceAndOne position = rowsAt(numbers, places.data());
    const Space way = half * velocity.v;
    position.v = position.v + way;
    if (move.goesOn) {
      position.v = position.v + way;
    }
    putRows(position, numbers, places.data());
    SpaceAndOne spin = rowsAt(numbers + 8, places.data());
    spin.v = spin.v + hn::Mul(time, spin.w) * torque;
    putRows(spin, numbers + 8, places.data());
    putRows(turnedBy(half * spin.v, rowsAt(numbers + 12, places.data())), numbers + 12, places.data());
    const auto isGrain = hn::FirstN(kSmoothTag, move.last - i);
    fastest = hn::Max(fastest, hn::IfThenElseZero(isGrain, dotOf(velocity.v, velocity.v)));
  }
  return hn::GetLane(hn::MaxOfLanes(kSmoothTag, fastest));
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(pushGroupHere);
HWY_EXPORT(driftGrainsHere);
HWY_EXPORT(moveGrainsHere);

void pushGroup(const SmoothGroup& group, const SmoothLists& lists, double time, bool keeps) {
  HWY_DYNAMIC_DISPATCH(pushGroupHere)(group, lists, time, keeps);
}

void driftGrains(const SmoothMove& move, SmoothGrain* grains) { HWY_DYNAMIC_DISPATCH(driftGrainsHere)(move, grains); }

double moveGrains(const SmoothMove& move, SmoothGrain* grains, SmoothRow* rows) {
  return HWY_DYNAMIC_DISPATCH(moveGrainsHere)(move, grains, rows);
}

}  // namespace scree
#endif
