#pragma once

#include <array>

#include "engine/contacts/contact_list.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/contacts/relative_motion.h"
#include "engine/world/world.h"

// Relative motion of the two sides of contacts at the end of a step.
namespace scree {

/// Relative velocity [m/s] at the point of contact and relative spin [rad/s] of a contact in `list`; for a member at
/// the distance at which it was found. `motionOf(slot)` gives the motion of a particle.
template <typename MotionOf>
Slip slipOf(const World& world, const ContactList& list, const Contact& contact, MotionOf motionOf) {
  const std::vector<double>& radius = world.particles.radius;
  const GrainMotion a = motionOf(contact.a);
  if (contact.isPrescribed()) {
    const SurfaceContact& surface = list.surfaces[contact.surface];
    double lever = radius[contact.a];
    if (contact.b != kNoParticle) {
      const double radii = radius[contact.a] + radius[contact.b];
      lever *= (radii + contact.gap) / radii;
    }
    return {surface.velocity - a.velocity - a.angularVelocity.cross(lever * contact.normal),
            surface.spin - a.angularVelocity};
  }
  const GrainMotion b = motionOf(contact.b);
  return {b.velocity - a.velocity -
              (radius[contact.a] * a.angularVelocity + radius[contact.b] * b.angularVelocity).cross(contact.normal),
          b.angularVelocity - a.angularVelocity};
}

/// Relative motion by the present velocities of the particles.
inline Slip slipOf(const World& world, const ContactList& list, const Contact& contact) {
  return slipOf(world, list, contact, [&](std::uint32_t slot) {
    return GrainMotion{world.particles.velocity[slot], world.particles.angularVelocity[slot]};
  });
}

/// Relative motions of some contacts, one array a quantity: the bits of slipOf(), as squares and rounded.
struct ContactSlips {
  alignas(64) std::array<double, contacts::kSlipsAtOnce> squaredVelocity{};  ///< m²/s²
  std::array<double, contacts::kSlipsAtOnce> squaredSpin{};                  ///< rad²/s²
  std::array<double, contacts::kSlipsAtOnce> along{};  ///< velocity along the normal, positive apart [m/s]
  std::array<ContactMotion, contacts::kSlipsAtOnce> rounded{};
};

/// Finds the relative motions of the contacts [begin, end) of the step, contacts::kSlipsAtOnce at most.
void findSlips(const World& world, const ContactList& list, std::size_t begin, std::size_t end, ContactSlips& slips);

}  // namespace scree
