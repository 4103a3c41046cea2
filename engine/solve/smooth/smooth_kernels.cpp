#include "engine/solve/smooth/smooth_kernels.h"

#include "engine/base/vector_sets.h"

#include <algorithm>
#include <array>

// Compiled for several instruction sets, of which the processor's best is taken. All round alike: nothing is fused.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solve/smooth/smooth_kernels.cpp"
#include <hwy/foreach_target.h>
//
#include "engine/solve/smooth/smooth_normals-inl.h"
#include "engine/solve/smooth/smooth_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

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

HWY_INLINE SmoothTouching pairsAt(const SmoothBatch& batch, const SmoothLists& lists, std::size_t at) {
  const SmoothGrain* const grains = lists.grains;
  const SmoothSide a = sideAt(grains, batch.a.data() + at);
  const SmoothSide b = sideAt(grains, batch.b.data() + at);
  Space apart = b.position - a.position;
  if (lists.box != nullptr) {
    apart = nearestOf(*lists.box, apart);
  }
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
template <Normal kNormal, bool kRolls, bool kTwists>
HWY_INLINE SmoothForces forcesOf(const SmoothLawNumbers& law, const SmoothTouching& touching, double substep,
                                 double restKept, SmoothBatch& batch, SmoothGiven* given, std::size_t at) {
  constexpr bool kHertz = kNormal != Normal::linear;
  const Space& normal = touching.normal;
  const auto touches = hn::Gt(touching.overlap, nothing());
  // Grains that part take the overlap at rest with them.
  const SmoothVec rest = hn::Min(hn::Mul(same(restKept), laneOf(batch.rest, at)), touching.overlap);
  put(hn::IfThenElseZero(touches, rest), batch.rest, at);
  const SmoothVec overlap = hn::Max(hn::Sub(touching.overlap, rest), nothing());
  const SmoothVec time = same(substep);
  const SmoothVec approach = hn::Neg(dotOf(normal, touching.velocity));
  SmoothNormal along;
  if constexpr (kNormal == Normal::stretched) {
    along = stretchedNormal(law, batch, overlap, approach, touches, *given, at);
  } else {
    along = ownNormal<kHertz>(law, batch, overlap, at);
  }
  SmoothForces forces;
  forces.push = hn::IfThenElseZero(touches, hn::Add(along.spring, hn::Mul(along.dashpot, approach)));
  const SmoothVec load = hn::Max(forces.push, nothing());
  const SmoothVec share = hn::Mul(same(law.share), along.slope);
  const SmoothVec dashpot = hn::Mul(same(law.shareRoot), along.damping);
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

template <Normal kNormal, bool kRolls, bool kTwists, bool kSurface>
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
        touching[j] = pairsAt(lists.batches[i], lists, at);
      }
    }
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t i = (first + j) / kVectors;
      const std::size_t at = (first + j) % kVectors * kStep;
      SmoothGiven* const given = kNormal == Normal::stretched ? lists.given + i : nullptr;
      forces[j] =
          forcesOf<kNormal, kRolls, kTwists>(law, touching[j], time, lists.restKept, lists.batches[i], given, at);
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

template <Normal kNormal, bool kSurface>
HWY_ATTR void pushLaw(const SmoothGroup& group, const SmoothLists& lists, double time, bool keeps) {
  const SmoothLawNumbers& law = lists.laws[group.law];
  if (law.rolls && law.twists) {
    pushBatches<kNormal, true, true, kSurface>(group, lists, time, keeps);
  } else if (law.rolls) {
    pushBatches<kNormal, true, false, kSurface>(group, lists, time, keeps);
  } else if (law.twists) {
    pushBatches<kNormal, false, true, kSurface>(group, lists, time, keeps);
  } else {
    pushBatches<kNormal, false, false, kSurface>(group, lists, time, keeps);
  }
}

template <Normal kNormal>
HWY_ATTR void pushSide(const SmoothGroup& group, const SmoothLists& lists, double time, bool keeps) {
  group.hasSurfaces() ? pushLaw<kNormal, true>(group, lists, time, keeps)
                      : pushLaw<kNormal, false>(group, lists, time, keeps);
}

HWY_ATTR void pushGroupHere(const SmoothGroup& group, const SmoothLists& lists, double time, bool keeps) {
  const SmoothLawNumbers& law = lists.laws[group.law];
  if (law.isStretched) {
    pushSide<Normal::stretched>(group, lists, time, keeps);
  } else if (law.isHertz) {
    pushSide<Normal::hertz>(group, lists, time, keeps);
  } else {
    pushSide<Normal::linear>(group, lists, time, keeps);
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
