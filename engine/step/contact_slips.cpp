#include "engine/step/contact_slips.h"

#include <cstddef>

// Compiled for several instruction sets, of which the processor's best is taken. All round as the scalar one does.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/step/contact_slips.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#ifndef SCREE_CONTACT_SLIPS_ONCE
#define SCREE_CONTACT_SLIPS_ONCE
namespace scree {

/// Where the kernel finds what it reads: lists of numbers, of which a contact has eight, a particle's vector three.
struct SlipSource {
  const double* contacts;
  const double* velocities;
  const double* spins;
  const double* radii;
  const double* surfaces;
};

/// Places in a contact, in doubles.
constexpr int kPerContact = 8;
constexpr int kOtherKey = 1;
constexpr int kSlots = 2;
constexpr int kNormal = 3;
constexpr int kGap = 6;
constexpr int kSurface = 7;
/// And in the motion of a surface.
constexpr int kPerSurface = 6;
static_assert(sizeof(Contact) == kPerContact * sizeof(double) && offsetof(Contact, a) == kSlots * sizeof(double) &&
              offsetof(Contact, normal) == kNormal * sizeof(double) &&
              offsetof(Contact, gap) == kGap * sizeof(double) && offsetof(Contact, law) == kSurface * sizeof(double) &&
              offsetof(ContactKey, b) == sizeof(double));
static_assert(sizeof(SurfaceContact) == kPerSurface * sizeof(double) && sizeof(Vec3) == 3 * sizeof(double));

}  // namespace scree
#endif

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Real = hn::ScalableTag<double>;
using Index = hn::RebindToSigned<Real>;
using Float = hn::Rebind<float, Real>;
using RealVec = hn::Vec<Real>;
using IndexVec = hn::Vec<Index>;

struct Vectors {
  RealVec x, y, z;
};

HWY_INLINE Vectors gathered(const double* from, IndexVec at) {
  const Real d;
  const Index i;
  return {hn::GatherIndex(d, from, at), hn::GatherIndex(d, from, hn::Add(at, hn::Set(i, 1))),
          hn::GatherIndex(d, from, hn::Add(at, hn::Set(i, 2)))};
}

HWY_INLINE Vectors operator-(const Vectors& a, const Vectors& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

HWY_INLINE Vectors operator+(const Vectors& a, const Vectors& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

HWY_INLINE Vectors times(RealVec s, const Vectors& a) { return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)}; }

HWY_INLINE Vectors cross(const Vectors& a, const Vectors& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

/// Summed in Eigen's order.
HWY_INLINE RealVec squared(const Vectors& a) {
  return hn::Add(hn::Mul(a.x, a.x), hn::Add(hn::Mul(a.y, a.y), hn::Mul(a.z, a.z)));
}

HWY_INLINE Vectors chosen(hn::Mask<Real> mask, const Vectors& yes, const Vectors& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y), hn::IfThenElse(mask, yes.z, no.z)};
}

HWY_INLINE IndexVec threefold(IndexVec a) { return hn::Add(a, hn::Add(a, a)); }

HWY_INLINE void store(const Vectors& a, std::size_t at, std::array<std::array<float, ContactSlips::kRoom>, 3>& to) {
  const Float f;
  hn::StoreU(hn::DemoteTo(f, a.x), f, to[0].data() + at);
  hn::StoreU(hn::DemoteTo(f, a.y), f, to[1].data() + at);
  hn::StoreU(hn::DemoteTo(f, a.z), f, to[2].data() + at);
}

HWY_ATTR void findSlipsHere(const SlipSource& from, std::size_t begin, std::size_t end, ContactSlips& slips) {
  const Real d;
  const Index i;
  const auto low = hn::Set(i, 0xffffffffLL);
  const auto* words = reinterpret_cast<const std::int64_t*>(from.contacts);
  for (std::size_t at = begin; at < end; at += hn::Lanes(d)) {
    // Behind the last one it is taken again.
    const auto place =
        hn::Min(hn::Iota(i, static_cast<std::int64_t>(at)), hn::Set(i, static_cast<std::int64_t>(end - 1)));
    const auto contact = hn::ShiftLeft<3>(place);
    const auto otherKey = hn::GatherIndex(i, words, hn::Add(contact, hn::Set(i, kOtherKey)));
    const auto slots = hn::GatherIndex(i, words, hn::Add(contact, hn::Set(i, kSlots)));
    const auto a = hn::And(slots, low);
    const auto isPair = hn::Eq(hn::ShiftRight<62>(otherKey), hn::Zero(i));
    const auto isSurface = hn::Lt(otherKey, hn::Zero(i));
    // A surface has no slot: in its stead the particle itself is read.
    const auto b = hn::IfThenElse(isSurface, a, hn::And(hn::ShiftRight<32>(slots), low));
    const Vectors normal = gathered(from.contacts, hn::Add(contact, hn::Set(i, kNormal)));
    const Vectors velocityA = gathered(from.velocities, threefold(a));
    const Vectors spinA = gathered(from.spins, threefold(a));
    const auto radiusA = hn::GatherIndex(d, from.radii, a);
    const auto radiusB = hn::GatherIndex(d, from.radii, b);
    Vectors velocityB = gathered(from.velocities, threefold(b));
    Vectors spinB = gathered(from.spins, threefold(b));
    // Of both: what turns, crossed with an arm.
    Vectors turning = times(radiusA, spinA) + times(radiusB, spinB);
    Vectors arm = normal;
    if (!hn::AllTrue(i, isPair)) {
      const auto pair = hn::RebindMask(d, isPair);
      const auto gap = hn::GatherIndex(d, from.contacts, hn::Add(contact, hn::Set(i, kGap)));
      const auto surface = hn::IfThenZeroElse(
          isPair, hn::And(hn::ShiftRight<32>(hn::GatherIndex(i, words, hn::Add(contact, hn::Set(i, kSurface)))), low));
      const auto motion = hn::ShiftLeft<1>(threefold(surface));
      velocityB = chosen(pair, velocityB, gathered(from.surfaces, motion));
      spinB = chosen(pair, spinB, gathered(from.surfaces, hn::Add(motion, hn::Set(i, 3))));
      const auto radii = hn::Add(radiusA, radiusB);
      const auto lever =
          hn::IfThenElse(hn::RebindMask(d, isSurface), radiusA, hn::Mul(radiusA, hn::Div(hn::Add(radii, gap), radii)));
      turning = chosen(pair, turning, spinA);
      arm = chosen(pair, normal, times(lever, normal));
    }
    const Vectors velocity = (velocityB - velocityA) - cross(turning, arm);
    const Vectors spin = spinB - spinA;
    const auto squaredVelocity = squared(velocity);
    const auto squaredSpin = squared(spin);
    const std::size_t to = at - begin;
    store(velocity, to, slips.velocity);
    store(spin, to, slips.spin);
    hn::StoreU(squaredVelocity, d, slips.squaredVelocity.data() + to);
    hn::StoreU(squaredSpin, d, slips.squaredSpin.data() + to);
    hn::StoreU(hn::Max(hn::Mul(hn::Mul(radiusA, radiusA), squaredSpin), squaredVelocity), d, slips.fastest.data() + to);
  }
}

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(findSlipsHere);

Slip slipOf(const World& world, const StepData& data, const Contact& contact) {
  const Particles& p = world.particles;
  Slip slip;
  if (contact.isPrescribed()) {
    const SurfaceContact& surface = data.surfaces[contact.surface];
    double lever = p.radius[contact.a];
    if (contact.b != kNoParticle) {
      const double radii = p.radius[contact.a] + p.radius[contact.b];
      lever *= (radii + contact.gap) / radii;
    }
    slip.velocity =
        surface.velocity - p.velocity[contact.a] - p.angularVelocity[contact.a].cross(lever * contact.normal);
    slip.spin = surface.spin - p.angularVelocity[contact.a];
    return slip;
  }
  slip.velocity =
      p.velocity[contact.b] - p.velocity[contact.a] -
      (p.radius[contact.a] * p.angularVelocity[contact.a] + p.radius[contact.b] * p.angularVelocity[contact.b])
          .cross(contact.normal);
  slip.spin = p.angularVelocity[contact.b] - p.angularVelocity[contact.a];
  return slip;
}

void findSlips(const World& world, const StepData& data, std::size_t begin, std::size_t end, ContactSlips& slips) {
  const auto numbers = [](const auto& list) { return reinterpret_cast<const double*>(list.data()); };
  const Particles& p = world.particles;
  HWY_DYNAMIC_DISPATCH(findSlipsHere)
  ({.contacts = numbers(data.contacts),
    .velocities = numbers(p.velocity),
    .spins = numbers(p.angularVelocity),
    .radii = p.radius.data(),
    .surfaces = numbers(data.surfaces)},
   begin, end, slips);
}

}  // namespace scree
#endif
