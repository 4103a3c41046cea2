#include "engine/solver/body_kernels.h"

#include "engine/base/vector_sets.h"

#include <algorithm>
#include <array>

#include "engine/base/prefetch.h"
#include "engine/solver/solver_constants.h"

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solver/body_kernels.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Floats = hn::Rebind<float, Doubles>;
constexpr Doubles kDoubles;
constexpr Floats kFloats;

/// A body has eight numbers of each kind: a vector, something beside it, another vector, something beside that.
constexpr std::size_t kNumbers = 8;
/// The vectors' numbers, without those beside them.
alignas(64) constexpr std::array<double, kNumbers> kVectors = {1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0};
/// The first half of them, where the rows have velocities: in the second they have spins times the radius.
alignas(64) constexpr std::array<double, kNumbers> kFirst = {1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0};

/// Some of a body's numbers, from the k-th on.
HWY_INLINE void movePart(double time, const double* fall, std::size_t k, BodyMotion& motion, BodyRow& row) {
  const auto vector = hn::Load(kDoubles, kVectors.data() + k);
  const auto isFirst = hn::Gt(hn::Load(kDoubles, kFirst.data() + k), hn::Zero(kDoubles));
  const auto one = hn::Set(kDoubles, 1.0);
  const auto scales = hn::Mul(hn::IfThenElse(isFirst, one, hn::Set(kDoubles, motion.radius)), vector);
  const auto backs = hn::Mul(hn::IfThenElse(isFirst, one, hn::Set(kDoubles, motion.inverseRadius)), vector);
  double* const velocity = motion.velocity.data() + k;
  double* const way = motion.shift.data() + k;
  float* const numbers = &row.vx + k;
  auto v = hn::Load(kDoubles, velocity);
  const auto floats = hn::Load(kFloats, numbers);
  const auto change = hn::PromoteTo(kDoubles, hn::Sub(floats, hn::DemoteTo(kFloats, hn::Mul(scales, v))));
  v = hn::Add(v, hn::Mul(backs, change));
  const auto step = hn::Mul(hn::Mul(hn::Set(kDoubles, time), vector), v);
  hn::Store(hn::Add(hn::Load(kDoubles, way), step), kDoubles, way);
  if (fall != nullptr) {
    v = hn::Add(v, hn::Load(kDoubles, fall + k));
    const auto isVector = hn::Gt(hn::DemoteTo(kFloats, vector), hn::Zero(kFloats));
    hn::Store(hn::IfThenElse(isVector, hn::DemoteTo(kFloats, hn::Mul(scales, v)), floats), kFloats, numbers);
  }
  hn::Store(v, kDoubles, velocity);
}

/// The way as the contacts want it.
HWY_INLINE void setShift(const BodyMotion& motion, BodyShift& shift) {
  const hn::CappedTag<double, 4> doubles;
  const hn::Rebind<float, decltype(doubles)> floats;
  for (std::size_t k = 0; k < 4; k += hn::Lanes(doubles)) {
    hn::Store(hn::DemoteTo(floats, hn::Load(doubles, motion.shift.data() + k)), floats, &shift.x + k);
  }
}

HWY_ATTR void moveOnHere(std::size_t n, double time, const Vec3* fall, BodyMotion* motions, BodyRow* rows,
                         BodyShift* shifts) {
  alignas(64) std::array<double, kNumbers> gains{};
  if (fall != nullptr) {
    std::copy(fall->data(), fall->data() + 3, gains.begin());
  }
  const double* const falls = fall != nullptr ? gains.data() : nullptr;
  for (std::size_t i = 0; i < n; ++i) {
    if (i + solver::kFetchAhead < n) {
      fetchForWriting(motions[i + solver::kFetchAhead]);
      fetchForWriting(rows[i + solver::kFetchAhead]);
      fetchForWriting(shifts[i + solver::kFetchAhead]);
    }
    for (std::size_t k = 0; k < kNumbers; k += hn::Lanes(kDoubles)) {
      movePart(time, falls, k, motions[i], rows[i]);
    }
    setShift(motions[i], shifts[i]);
  }
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(moveOnHere);

void moveOn(std::size_t n, double time, const Vec3* fall, BodyMotion* motions, BodyRow* rows, BodyShift* shifts) {
  HWY_DYNAMIC_DISPATCH(moveOnHere)(n, time, fall, motions, rows, shifts);
}

}  // namespace scree
#endif
