#include "engine/solve/batched/member_rows.h"

#include "engine/base/vector_sets.h"

#include <cstddef>

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solve/batched/member_rows.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "engine/base/three_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

#if SCREE_HAS_THREE_VECTORS

/// A matrix by its columns.
struct Columns {
  FourVec x, y, z;
};

HWY_INLINE Columns columnsOf(const Mat3& m) {
  const Four d;
  return {hn::LoadU(d, m.data()), hn::LoadU(d, m.data() + 3), hn::MaskedLoad(hn::FirstN(d, 3), d, m.data() + 6)};
}

/// Columns are summed from the first to the last.
HWY_INLINE FourVec times(const Columns& m, const Vec3& v) {
  const Four d;
  const FourVec two = hn::Add(hn::Mul(m.x, hn::Set(d, v.x())), hn::Mul(m.y, hn::Set(d, v.y())));
  return hn::Add(two, hn::Mul(m.z, hn::Set(d, v.z())));
}

HWY_INLINE void store(FourVec v, float last, float* to) {
  store(v, to);
  to[3] = last;
}

HWY_ATTR void placeMemberRowsHere(const std::vector<RideMotion>& rides, std::span<const PackedMember> members,
                                  const Vec3& frame, BodyRow* rows, BodyShift* shifts) {
  const Four d;
  const FourVec added = loaded(frame);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const PackedMember& member = members[i];
    const RideMotion& ride = rides[member.aggregate];
    const FourVec spin = loaded(ride.spin);
    FourVec velocity = hn::Add(loaded(ride.velocity), added);
    FourVec moved = loaded(ride.moved);
    if (ride.turns) {
      velocity = hn::Add(velocity, cross(spin, times(columnsOf(ride.turn), member.local)));
      moved = hn::Add(moved, times(columnsOf(ride.turned), member.local));
    }
    store(velocity, 0.0F, &rows[i].vx);
    store(hn::Mul(hn::Set(d, member.radius), spin), member.inverseRadius, &rows[i].wx);
    if (shifts != nullptr) {
      store(moved, static_cast<float>(member.radius), &shifts[i].x);
    }
  }
}

#else

/// Columns are summed from the first to the last.
Vec3 times(const Mat3& m, const Vec3& v) {
  const Vec3 two = v.x() * m.col(0) + v.y() * m.col(1);
  return two + v.z() * m.col(2);
}

void store(const Vec3& v, float last, float* to) {
  for (int axis = 0; axis < 3; ++axis) {
    to[axis] = static_cast<float>(v[axis]);
  }
  to[3] = last;
}

void placeMemberRowsHere(const std::vector<RideMotion>& rides, std::span<const PackedMember> members, const Vec3& frame,
                         BodyRow* rows, BodyShift* shifts) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    const PackedMember& member = members[i];
    const RideMotion& ride = rides[member.aggregate];
    Vec3 velocity = ride.velocity + frame;
    Vec3 moved = ride.moved;
    if (ride.turns) {
      velocity += ride.spin.cross(times(ride.turn, member.local));
      moved += times(ride.turned, member.local);
    }
    store(velocity, 0.0F, &rows[i].vx);
    store(member.radius * ride.spin, member.inverseRadius, &rows[i].wx);
    if (shifts != nullptr) {
      store(moved, static_cast<float>(member.radius), &shifts[i].x);
    }
  }
}

#endif

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(placeMemberRowsHere);

std::vector<RideMotion> rideMotions(const std::vector<CarrierMotion>& first, const std::vector<CarrierMotion>& now) {
  std::vector<RideMotion> rides;
  rides.reserve(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Mat3 turn = now[i].pose.orientation.toRotationMatrix();
    const Mat3 turned = turn - first[i].pose.orientation.toRotationMatrix();
    rides.push_back({.velocity = now[i].velocity,
                     .spin = now[i].angularVelocity,
                     .moved = now[i].pose.position - first[i].pose.position,
                     .turn = turn,
                     .turned = turned,
                     .turns = !now[i].angularVelocity.isZero(0.0) || !turned.isZero(0.0)});
  }
  return rides;
}

void placeMemberRows(const std::vector<RideMotion>& rides, std::span<const PackedMember> members, const Vec3& frame,
                     BodyRow* rows, BodyShift* shifts) {
  HWY_DYNAMIC_DISPATCH(placeMemberRowsHere)(rides, members, frame, rows, shifts);
}

}  // namespace scree
#endif
