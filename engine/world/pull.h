#pragma once

#include "engine/base/types.h"
#include "engine/world/particles.h"

namespace scree {

/// A damped spring from a particle's centre to a place: the user's hand. Its damping is critical for the particle
/// alone.
struct Pull {
  ParticleId particle = 0;
  Vec3 target = Vec3::Zero();  ///< m
  double stiffness = 1.0;      ///< N/m
  Vec3 force = Vec3::Zero();   ///< N, on the particle in the last step
};

/// Stiffness [N/m] at which a particle feels `strength` times its weight a diameter away from the target, but none that
/// would let it swing faster than steps follow: sqrt(k/m) Δt stays below 1. Without gravity the earth's counts.
double pullStiffness(double mass, double diameter, double gravity, double timeStep, double strength);

}  // namespace scree
