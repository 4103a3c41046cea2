#include "engine/step/emission.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "engine/step/split_regions.h"
#include "engine/world/placement.h"

namespace scree {

namespace {

constexpr int kAttempts = 40;         // random places tried before a particle has to wait for the next step
constexpr double kLongestDebt = 1.0;  // s: what could not be placed for longer is given up

/// A particle that a new one must not overlap.
struct Neighbour {
  Vec3 position = Vec3::Zero();
  double radius = 0.0;
};

/// Those that a new particle inside the emitter could touch: among the free ones, and the members there.
std::vector<Neighbour> neighboursOf(const Emitter& emitter, const World& world,
                                    std::span<const std::uint32_t> freeSlots) {
  const Particles& particles = world.particles;
  const double reach = 0.5 * largestDiameter(emitter.sizes);
  std::vector<Neighbour> nearby;
  const Mat3 turn = emitter.pose.orientation.conjugate().toRotationMatrix();
  const double corner = emitter.halfExtents.norm();
  const auto addIfNear = [&](const Vec3& position, double radius) {
    const Vec3 apart = position - emitter.pose.position;
    // Most are far away, which no turning is needed to see; more than enough for what that rounds off.
    const double most = (1.0 + 1e-6) * (corner + std::sqrt(3.0) * (reach + radius));
    if (apart.squaredNorm() > most * most) {
      return;
    }
    const Vec3 local = turn * apart;
    if (((local.cwiseAbs() - emitter.halfExtents).array() <= reach + radius).all()) {
      nearby.push_back({position, radius});
    }
  };
  for (const std::uint32_t slot : freeSlots) {
    addIfNear(particles.position[slot], particles.radius[slot]);
  }
  for (const Aggregate& aggregate : world.reduction.aggregates) {
    const Vec3 extents = emitter.halfExtents + Vec3::Constant(reach + aggregate.largestRadius);
    const Bounds box = boundsIn(aggregate, emitter.pose, extents);
    aggregate.cells.forBox(box.lower, box.upper, [&](const MemberCells::Entry& entry) {
      addIfNear(placeOf(world, entry.slot), particles.radius[entry.slot]);
    });
  }
  return nearby;
}

bool isFree(const Vec3& place, double radius, const std::vector<Neighbour>& nearby) {
  return std::none_of(nearby.begin(), nearby.end(), [&](const Neighbour& other) {
    const double reach = radius + other.radius;
    return (other.position - place).squaredNorm() < reach * reach;
  });
}

/// Finds a free place for a particle of that radius; false when none was found.
bool findPlace(Emitter& emitter, double radius, const std::vector<Neighbour>& nearby, Vec3& place) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    Vec3 local;
    for (int axis = 0; axis < 3; ++axis) {
      local[axis] = emitter.random.uniform(-1.0, 1.0) * emitter.halfExtents[axis];
    }
    place = emitter.pose.toWorld(local);
    if (isFree(place, radius, nearby)) {
      return true;
    }
  }
  return false;
}

void emitFrom(Emitter& emitter, World& world, std::vector<std::uint32_t>& freeSlots) {
  const double from = std::max(world.time, emitter.start);
  const double to = std::min(world.time + world.parameters.timeStep, emitter.stop);
  if (to <= from || emitter.rate <= 0.0 || emitter.emitted >= emitter.limit) {
    return;
  }
  Particles& particles = world.particles;
  emitter.owed += emitter.rate * (to - from);
  std::vector<Neighbour> nearby = neighboursOf(emitter, world, freeSlots);
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
    if (!findPlace(emitter, particle.radius, nearby, particle.position)) {
      ++emitter.refused;
      emitter.owed = std::min(emitter.owed, std::max(cost, emitter.rate * kLongestDebt));
      return;
    }
    emitter.owed -= cost;
    emitter.nextDiameter = 0.0;
    ++emitter.emitted;
    emitter.emittedMass += particle.mass;
    nearby.push_back({particle.position, particle.radius});
    freeSlots.push_back(static_cast<std::uint32_t>(particles.size()));
    particles.add(particle);
  }
}

}  // namespace

void emitParticles(World& world, std::vector<std::uint32_t>& freeSlots) {
  for (Emitter& emitter : world.emitters) {
    emitFrom(emitter, world, freeSlots);
  }
}

}  // namespace scree
