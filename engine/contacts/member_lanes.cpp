#include "engine/contacts/member_lanes.h"

#include "engine/base/base_constants.h"
#include "engine/base/vector_sets.h"

#include <algorithm>
#include <array>
#include <cstddef>

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/contacts/member_lanes.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/pair_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

constexpr std::size_t kMostLanes = hn::MaxLanes(Real());

HWY_INLINE Vec3s broadcast(const Vec3& v) {
  const Real d;
  return {hn::Set(d, v.x()), hn::Set(d, v.y()), hn::Set(d, v.z())};
}

HWY_INLINE Vec3s plus(const Vec3s& a, const Vec3s& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

HWY_INLINE Vec3s times(RealVec s, const Vec3s& a) { return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)}; }

HWY_INLINE Vec3s cross(const Vec3s& a, const Vec3s& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

/// Velocity of an aggregate at a place [m/s].
HWY_INLINE Vec3s velocityAt(const MemberFrame& frame, const Vec3s& place) {
  const Vec3s arm = minus(place, broadcast(frame.origin));
  const AggregateFrame& motion = frame.aggregate.frame;
  return plus(broadcast(motion.velocity), cross(broadcast(motion.angularVelocity), arm));
}

/// How far particles may come in the step against the aggregate.
HWY_INLINE RealVec waysOf(const MemberFrame& frame, IndexVec slots, const Vec3s& place, RealVec radius) {
  const Real d;
  const Parameters& p = frame.world.parameters;
  const RealVec skin = hn::Set(d, frame.skin);
  if (p.substeps == 1) {
    return skin;
  }
  const Vec3s u = minus(gather3(frame.world.particles.velocity, slots), velocityAt(frame, place));
  const RealVec speed = hn::Sqrt(dot(u, u));
  const RealVec way = hn::Mul(hn::Set(d, p.timeStep), hn::Add(speed, hn::Set(d, p.timeStep * p.gravity.norm())));
  return hn::Max(skin, hn::Min(way, hn::Mul(hn::Set(d, contacts::kMostWay), radius)));
}

/// Slots of some lanes, the last of them once more behind the end.
HWY_INLINE IndexVec slotsFrom(std::span<const std::uint32_t> slots, std::size_t at) {
  const hn::Rebind<std::uint32_t, Real> words;
  if (HWY_LIKELY(at + kMostLanes <= slots.size())) {
    return hn::PromoteTo(Index(), hn::LoadU(words, slots.data() + at));
  }
  std::array<std::uint32_t, kMostLanes> last{};
  for (std::size_t lane = 0; lane < kMostLanes; ++lane) {
    last[lane] = slots[std::min(at + lane, slots.size() - 1)];
  }
  return hn::PromoteTo(Index(), hn::LoadU(words, last.data()));
}

HWY_ATTR void viewMembersHere(const MemberFrame& frame, std::span<const std::uint32_t> slots, MemberViews& views,
                              MemberViews::Column<double>& ways) {
  const Real d;
  const Particles& particles = frame.world.particles;
  const Vec3s rows[] = {broadcast(frame.turn.row(0)), broadcast(frame.turn.row(1)), broadcast(frame.turn.row(2))};
  views.count = slots.size();
  for (std::size_t i = 0; i < slots.size(); i += kMostLanes) {
    const IndexVec here = slotsFrom(slots, i);
    const Vec3s place = gather3(particles.position, here);
    const RealVec radius = gather(particles.radius, here);
    const RealVec way = waysOf(frame, here, place, radius);
    const Vec3s apart = minus(place, broadcast(frame.origin));
    hn::StoreU(way, d, ways.data() + i);
    hn::StoreU(dot(rows[0], apart), d, views.x.data() + i);
    hn::StoreU(dot(rows[1], apart), d, views.y.data() + i);
    hn::StoreU(dot(rows[2], apart), d, views.z.data() + i);
    hn::StoreU(hn::Add(hn::Mul(hn::Set(d, kTouch), radius), way), d, views.own.data() + i);
  }
}

/// From member to member, counted in numbers.
constexpr std::size_t kStride = sizeof(Membership) / sizeof(double);
static_assert(sizeof(Membership) % sizeof(double) == 0);

/// Places of members in the world, as Pose::toWorld() gives them, by where their numbers begin.
HWY_INLINE Vec3s placesOf(const MemberFrame& frame, IndexVec numbersAt) {
  const Real d;
  const double* const numbers = frame.world.reduction.members.data()->local.data();
  const auto at = hn::BitCast(Gatherer(), numbersAt);
  const Vec3s local = {hn::GatherIndex(d, numbers, at), hn::GatherIndex(d, numbers + 1, at),
                       hn::GatherIndex(d, numbers + 2, at)};
  const Pose& pose = frame.aggregate.frame.pose;
  const Vec3s axis = broadcast(pose.orientation.vec());
  Vec3s twice = cross(axis, local);
  twice = plus(twice, twice);
  const Vec3s turned = plus(plus(local, times(hn::Set(d, pose.orientation.w()), twice)), cross(axis, twice));
  return plus(broadcast(frame.origin), turned);
}

/// Pairs number by number; the last once more behind the end.
struct MetLanes {
  static constexpr std::size_t kRoom = NearPairs::kRoom;
  alignas(64) std::array<std::uint64_t, kRoom> particle, member, numbersAt;
  std::array<double, kRoom> way;

  explicit MetLanes(std::span<const MetPair> met) {
    const std::size_t end = hwy::RoundUpTo(met.size(), kMostLanes);
    for (std::size_t i = 0; i < end; ++i) {
      const MetPair& one = met[std::min(i, met.size() - 1)];
      particle[i] = one.particle;
      member[i] = one.member;
      numbersAt[i] = kStride * one.member;
      way[i] = one.way;
    }
  }
};

HWY_ATTR void findNearMetHere(const MemberFrame& frame, const LookAhead* ahead, std::span<const MetPair> met,
                              NearPairs& found) {
  const Real d;
  const Particles& particles = frame.world.particles;
  const auto touch = hn::Set(d, kTouch);
  const MetLanes lanes(met);
  auto* const slotsTo = reinterpret_cast<std::uint64_t*>(found.slots.data());
  std::size_t count = 0;
  for (std::size_t i = 0; i < met.size(); i += kMostLanes) {
    const IndexVec particle = hn::LoadU(Index(), lanes.particle.data() + i);
    const IndexVec member = hn::LoadU(Index(), lanes.member.data() + i);
    const Vec3s place = placesOf(frame, hn::LoadU(Index(), lanes.numbersAt.data() + i));
    const RealVec radii = hn::Add(gather(particles.radius, particle), gather(particles.radius, member));
    TwoSpheres two = twoSpheres(minus(place, gather3(particles.position, particle)), radii);
    const RealVec touching = hn::Mul(touch, radii);
    // Written so that a distance that is no number is found.
    Some chosen = hn::Not(hn::Gt(two.distance, touching));
    if (ahead != nullptr) {
      two.va = gather3(particles.velocity, particle);
      two.vb = velocityAt(frame, place);
      const Some within = hn::Not(hn::Gt(two.distance, hn::Add(touching, hn::LoadU(d, lanes.way.data() + i))));
      chosen = hn::And(within, hn::Or(chosen, mayTouch(*ahead, two)));
    }
    chosen = hn::And(chosen, hn::FirstN(d, met.size() - i));
    const Keep keep(chosen);
    keep(hn::Or(particle, hn::ShiftLeft<32>(member)), slotsTo + count);
    keepGeometry(keep, two, found, count);
    count += keep.count();
  }
  found.count = count;
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(viewMembersHere);
HWY_EXPORT(findNearMetHere);

void viewMembers(const MemberFrame& frame, std::span<const std::uint32_t> slots, MemberViews& views,
                 MemberViews::Column<double>& ways) {
  HWY_DYNAMIC_DISPATCH(viewMembersHere)(frame, slots, views, ways);
}

void findNearMet(const MemberFrame& frame, const LookAhead* ahead, std::span<const MetPair> met, NearPairs& found) {
  HWY_DYNAMIC_DISPATCH(findNearMetHere)(frame, ahead, met, found);
}

}  // namespace scree
#endif
