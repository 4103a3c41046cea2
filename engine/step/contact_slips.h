#pragma once

#include <array>

#include "engine/reduction/merge_test.h"
#include "engine/step/step_data.h"
#include "engine/world/world.h"

// How the two sides of contacts move against each other at the end of a step.
namespace scree {

/// Of one contact: velocity where the surfaces meet, for a member at the distance that it was found at.
inline Slip slipOf(const World& world, const StepData& data, const Contact& contact) {
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

constexpr std::size_t kSlipsAtOnce = 64;

/// The same, number for number, of some contacts one after the other, rounded and as squares.
struct ContactSlips {
  alignas(64) std::array<double, kSlipsAtOnce> squaredVelocity{};  ///< m²/s²
  std::array<double, kSlipsAtOnce> squaredSpin{};                  ///< rad²/s²
  std::array<double, kSlipsAtOnce> along{};                        ///< velocity along the normal, positive apart [m/s]
  std::array<std::array<float, 4>, kSlipsAtOnce> velocity{};       ///< m/s; the last one is nothing
  std::array<std::array<float, 4>, kSlipsAtOnce> spin{};           ///< rad/s
};

/// Of contacts [begin, end) of the step, at most kSlipsAtOnce.
void findSlips(const World& world, const StepData& data, std::size_t begin, std::size_t end, ContactSlips& slips);

}  // namespace scree
