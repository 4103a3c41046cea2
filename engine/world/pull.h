#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/base/ids.h"
#include "engine/base/types.h"

namespace scree {

/// A point of a body.
struct Grip {
  std::uint32_t body = 0;
  Vec3 place = Vec3::Zero();  ///< in the body's frame [m]
};

/// A damped spring from a particle's centre, or a point of a dynamic body, to a place: the user's hand. Its damping is
/// critical for the particle, or the body's mass, alone.
struct Pull {
  ParticleId particle = 0;
  std::optional<Grip> grip;    ///< of a body, which is pulled in place of the particle
  Vec3 target = Vec3::Zero();  ///< m
  double stiffness = 1.0;      ///< N/m
  Vec3 force = Vec3::Zero();   ///< N, on what is pulled, mean over the last step

  bool isOf(ParticleId id) const { return !grip && particle == id; }
};

/// The particle that the user pulls, and how in this step.
struct PulledParticle {
  std::uint32_t slot = UINT32_MAX;   ///< UINT32_MAX: no particle is pulled
  Vec3 acceleration = Vec3::Zero();  ///< m/s²
  Vec3 velocity = Vec3::Zero();      ///< at the step's start [m/s]

  bool isAny() const { return slot != UINT32_MAX; }
};

/// The slot of the pulled particle, of particles with these ids, which ascend; nothing when no particle is pulled or it
/// is gone.
std::optional<std::uint32_t> pulledSlot(const std::optional<Pull>& pull, std::span<const ParticleId> ids);

/// Stiffness [N/m] at which what is pulled feels `strength` times its weight its diameter away from the target, but
/// none that would let it swing faster than steps follow: sqrt(k/m) Δt stays below 1. Without gravity the earth's
/// counts.
double pullStiffness(double mass, double diameter, double gravity, double timeStep, double strength);

}  // namespace scree
