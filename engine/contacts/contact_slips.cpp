#include "engine/contacts/contact_slips.h"

#include "engine/base/vector_sets.h"

// Compiled for several instruction sets, of which the processor's best is taken. All round alike.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/contacts/contact_slips.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "engine/base/three_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace scree::HWY_NAMESPACE {

#if SCREE_HAS_THREE_VECTORS

HWY_ATTR void findSlipsHere(const World& world, const ContactList& list, std::size_t begin, std::size_t end,
                            ContactSlips& slips) {
  const Four d;
  const Vec3* const velocities = world.particles.velocity.data();
  const Vec3* const spins = world.particles.angularVelocity.data();
  const double* const radii = world.particles.radius.data();
  const SurfaceContact* const surfaces = list.surfaces.data();
  const Contact* const contacts = list.contacts.data();
  for (std::size_t i = begin; i < end; ++i) {
    const Contact& contact = contacts[i];
    const double radius = radii[contact.a];
    const FourVec spinA = loaded(spins[contact.a]);
    const FourVec normal = loaded(contact.normal);
    FourVec velocityB = spinA;
    FourVec spinB = spinA;
    FourVec turning = spinA;
    FourVec arm = normal;
    if (!contact.isPrescribed()) {
      velocityB = loaded(velocities[contact.b]);
      spinB = loaded(spins[contact.b]);
      turning = hn::Add(hn::Mul(hn::Set(d, radius), spinA), hn::Mul(hn::Set(d, radii[contact.b]), spinB));
    } else {
      const SurfaceContact& surface = surfaces[contact.surface];
      velocityB = loaded(surface.velocity);
      spinB = loaded(surface.spin);
      double lever = radius;
      if (contact.b != kNoParticle) {
        const double both = radius + radii[contact.b];
        lever *= (both + contact.gap) / both;
      }
      arm = hn::Mul(hn::Set(d, lever), normal);
    }
    const FourVec velocity = hn::Sub(hn::Sub(velocityB, loaded(velocities[contact.a])), cross(turning, arm));
    const FourVec spin = hn::Sub(spinB, spinA);
    store(velocity, slips.rounded[i - begin].velocity.data());
    store(spin, slips.rounded[i - begin].spin.data());
    slips.squaredVelocity[i - begin] = dot(velocity, velocity);
    slips.squaredSpin[i - begin] = dot(spin, spin);
    slips.along[i - begin] = dot(normal, velocity);
  }
}

#else

void findSlipsHere(const World& world, const ContactList& list, std::size_t begin, std::size_t end,
                   ContactSlips& slips) {
  for (std::size_t i = begin; i < end; ++i) {
    const Slip slip = slipOf(world, list, list.contacts[i]);
    const std::size_t to = i - begin;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      slips.rounded[to].velocity[axis] = static_cast<float>(slip.velocity[static_cast<Eigen::Index>(axis)]);
      slips.rounded[to].spin[axis] = static_cast<float>(slip.spin[static_cast<Eigen::Index>(axis)]);
    }
    slips.squaredVelocity[to] = slip.velocity.squaredNorm();
    slips.squaredSpin[to] = slip.spin.squaredNorm();
    slips.along[to] = list.contacts[i].normal.dot(slip.velocity);
  }
}

#endif

}  // namespace scree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scree {

HWY_EXPORT(findSlipsHere);

void findSlips(const World& world, const ContactList& list, std::size_t begin, std::size_t end, ContactSlips& slips) {
  HWY_DYNAMIC_DISPATCH(findSlipsHere)(world, list, begin, end, slips);
}

}  // namespace scree
#endif
