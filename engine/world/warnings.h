#pragma once

#include <algorithm>
#include <string>

#include "engine/world/world.h"

// Among World::faults also stands what the run cannot do right as it is set up: said once about each body and once
// about the particles, and no particle is taken out for it. In place of a particle's id it has a number of its own.
namespace scree {

constexpr std::uint32_t kAboutParticles = UINT32_MAX;
/// Numbers of warnings, the highest that there are: no run has as many particles.
constexpr ParticleId kFirstWarning = UINT32_MAX - 0xffffU;

inline bool isWarning(const ParticleFault& trouble) { return trouble.id >= kFirstWarning; }

/// Says it at the world's time, unless something has been said about that body, or kAboutParticles, before. Bodies
/// beyond the 65535th count as one.
inline void warnOnce(World& world, std::uint32_t body, std::string what) {
  const ParticleId id = body == kAboutParticles ? UINT32_MAX : kFirstWarning + std::min(body, 0xfffeU);
  const bool isKnown =
      std::any_of(world.faults.begin(), world.faults.end(), [&](const ParticleFault& one) { return one.id == id; });
  if (!isKnown && world.faults.size() < kMaxTroubles) {
    world.faults.push_back({.step = world.step, .time = world.time, .id = id, .what = std::move(what)});
  }
}

}  // namespace scree
