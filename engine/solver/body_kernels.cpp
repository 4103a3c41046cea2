#include "engine/solver/body_kernels.h"

#include "engine/base/vector_sets.h"

#include <array>

#include "engine/base/prefetch.h"

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solver/body_kernels.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 4>;
using Floats = hn::Rebind<float, Doubles>;
constexpr Doubles kDoubles;
constexpr Floats kFloats;

/// The vector's numbers, without the one that is beside it.
alignas(32) constexpr std::array<double, 4> kVector = {1.0, 1.0, 1.0, 0.0};
constexpr std::size_t kFetchAhead = 8;  // bodies

/// One of the two velocities with its four floats of the row: `scale` times it is what is in the row.
HWY_INLINE void moveHalf(double scale, double back, double time, const double* fall, double* velocity, double* way,
                         float* row) {
  for (std::size_t k = 0; k < 4; k += hn::Lanes(kDoubles)) {
    const auto vector = hn::Load(kDoubles, kVector.data() + k);
    const auto scales = hn::Mul(hn::Set(kDoubles, scale), vector);
    auto v = hn::Load(kDoubles, velocity + k);
    const auto floats = hn::Load(kFloats, row + k);
    const auto change = hn::PromoteTo(kDoubles, hn::Sub(floats, hn::DemoteTo(kFloats, hn::Mul(scales, v))));
    v = hn::Add(v, hn::Mul(hn::Mul(hn::Set(kDoubles, back), vector), change));
    const auto step = hn::Mul(hn::Mul(hn::Set(kDoubles, time), vector), v);
    hn::Store(hn::Add(hn::Load(kDoubles, way + k), step), kDoubles, way + k);
    if (fall != nullptr) {
      v = hn::Add(v, hn::Load(kDoubles, fall + k));
      const auto isVector = hn::Gt(hn::DemoteTo(kFloats, vector), hn::Zero(kFloats));
      hn::Store(hn::IfThenElse(isVector, hn::DemoteTo(kFloats, hn::Mul(scales, v)), floats), kFloats, row + k);
    }
    hn::Store(v, kDoubles, velocity + k);
  }
}

HWY_ATTR void moveOnHere(std::size_t n, double time, const Vec3* fall, BodyMotion* motions, BodyRow* rows,
                         BodyShift* shifts) {
  const Vec3 none = Vec3::Zero();
  const Vec3& falls = fall != nullptr ? *fall : none;
  alignas(32) const std::array<double, 4> velocityGains = {falls.x(), falls.y(), falls.z(), 0.0};
  alignas(32) const std::array<double, 4> spinGains = {};
  for (std::size_t i = 0; i < n; ++i) {
    if (i + kFetchAhead < n) {
      fetchForWriting(motions[i + kFetchAhead]);
      fetchForWriting(rows[i + kFetchAhead]);
      fetchForWriting(shifts[i + kFetchAhead]);
    }
    BodyMotion& motion = motions[i];
    const double radius = motion.radius;
    const double inverse = motion.inverseRadius;
    moveHalf(1.0, 1.0, time, fall != nullptr ? velocityGains.data() : nullptr, motion.velocity.data(),
             motion.shift.data(), &rows[i].vx);
    moveHalf(radius, inverse, time, fall != nullptr ? spinGains.data() : nullptr, motion.angularVelocity.data(),
             motion.turn.data(), &rows[i].wx);
    for (std::size_t k = 0; k < 4; k += hn::Lanes(kDoubles)) {
      hn::Store(hn::DemoteTo(kFloats, hn::Load(kDoubles, motion.shift.data() + k)), kFloats, &shifts[i].x + k);
    }
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
