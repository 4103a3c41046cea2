#include "engine/step/emission.h"

#include <algorithm>
#include <cmath>

namespace scree {

namespace {

constexpr int kAttempts = 40;         // random places tried before a particle has to wait for the next step
constexpr double kLongestDebt = 1.0;  // s: what could not be placed for longer is given up

/// Slots of the particles that a new one inside the emitter could touch.
std::vector<std::uint32_t> nearbyParticles(const Emitter& emitter, const Particles& particles) {
  const double reach = 0.5 * largestDiameter(emitter.sizes);
  std::vector<std::uint32_t> nearby;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3 local = emitter.pose.toLocal(particles.position[i]);
    const double margin = reach + particles.radius[i];
    if (((local.cwiseAbs() - emitter.halfExtents).array() <= margin).all()) {
      nearby.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return nearby;
}

bool isFree(const Vec3& place, double radius, const Particles& particles, const std::vector<std::uint32_t>& nearby) {
  return std::none_of(nearby.begin(), nearby.end(), [&](std::uint32_t i) {
    const double reach = radius + particles.radius[i];
    return (particles.position[i] - place).squaredNorm() < reach * reach;
  });
}

/// Finds a free place for a particle of that radius; false when none was found.
bool findPlace(Emitter& emitter, double radius, const Particles& particles, const std::vector<std::uint32_t>& nearby,
               Vec3& place) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    Vec3 local;
    for (int axis = 0; axis < 3; ++axis) {
      local[axis] = emitter.random.uniform(-1.0, 1.0) * emitter.halfExtents[axis];
    }
    place = emitter.pose.toWorld(local);
    if (isFree(place, radius, particles, nearby)) {
      return true;
    }
  }
  return false;
}

void emitFrom(Emitter& emitter, World& world) {
  const double from = std::max(world.time, emitter.start);
  const double to = std::min(world.time + world.parameters.timeStep, emitter.stop);
  if (to <= from || emitter.rate <= 0.0 || emitter.emitted >= emitter.limit) {
    return;
  }
  Particles& particles = world.particles;
  emitter.owed += emitter.rate * (to - from);
  std::vector<std::uint32_t> nearby = nearbyParticles(emitter, particles);
  const double density = world.materials.list[emitter.material].density;
  while (emitter.emitted < emitter.limit) {
    if (emitter.nextDiameter == 0.0) {
      emitter.nextDiameter = drawDiameter(emitter.sizes, emitter.random);
    }
    Particle particle;
    particle.radius = 0.5 * emitter.nextDiameter;
    particle.mass = density * sphereVolume(particle.radius);
    particle.material = emitter.material;
    particle.velocity = emitter.velocity;
    const double cost = emitter.rateIsMass ? particle.mass : 1.0;
    if (emitter.owed < cost) {
      return;
    }
    if (!findPlace(emitter, particle.radius, particles, nearby, particle.position)) {
      ++emitter.refused;
      emitter.owed = std::min(emitter.owed, std::max(cost, emitter.rate * kLongestDebt));
      return;
    }
    emitter.owed -= cost;
    emitter.nextDiameter = 0.0;
    ++emitter.emitted;
    emitter.emittedMass += particle.mass;
    nearby.push_back(static_cast<std::uint32_t>(particles.size()));
    particles.add(particle);
  }
}

}  // namespace

void emitParticles(World& world) {
  for (Emitter& emitter : world.emitters) {
    emitFrom(emitter, world);
  }
}

}  // namespace scree
