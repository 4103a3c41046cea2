#pragma once

#include <algorithm>
#include <cmath>

#include "engine/base/base_constants.h"
#include "engine/collision/partners.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/world/world.h"

// Reach of particles in a step: contacts are searched once a step, also those of its later substeps (METHOD.md 9.3).
namespace scree {

/// Velocity of a particle as the step begins, with the gain by a pull [m/s].
inline Vec3 velocityAhead(const World& world, std::size_t slot) {
  const Vec3& velocity = world.particles.velocity[slot];
  const bool isPulled = world.pull && world.pull->isOf(world.particles.id[slot]);
  return isPulled ? Vec3(velocity + world.parameters.timeStep / world.particles.mass[slot] * world.pull->force)
                  : velocity;
}

/// Gap up to which all pairs of smooth DEM are contacts [m]; 0 for other methods.
double smoothSkin(const World& world);
/// Gap up to which all pairs are contacts [m]: that of smooth DEM, and as far as bridges of liquid reach.
double contactSkin(const World& world);

/// True if the list of contacts of a step also has pairs that do not touch yet.
bool looksAhead(const World& world);

/// Ways of particles in a step if nothing turns them. Holds the numbers that all particles share.
class Ways {
 public:
  explicit Ways(const World& world)
      : world_(world),
        timeStep_(world.parameters.timeStep),
        fall_(std::max(world.parameters.timeStep * world.parameters.gravity.norm(),
                       contactSkin(world) / world.parameters.timeStep)) {}

  /// Way of the particle of a slot [m].
  double of(std::size_t slot) const { return timeStep_ * (velocityAhead(world_, slot).norm() + fall_); }
  /// Part of the speeds that is not that of the particles [m/s].
  double fall() const { return fall_; }
  /// Way of a particle, at most its radius, or the grid's cells would grow [m].
  double reachOf(std::size_t slot) const { return std::min(of(slot), world_.particles.radius[slot]); }
  /// Step of a particle as a vector, no longer than reachOf() [m].
  Vec3 stepOf(std::size_t slot) const {
    const double way = of(slot);
    const double radius = world_.particles.radius[slot];
    return (way > radius ? radius / way : 1.0) * timeStep_ * velocityAhead(world_, slot);
  }

 private:
  const World& world_;
  double timeStep_;  ///< s
  double fall_;      ///< speed that gravity gives in a step, or that makes up the skin of smooth DEM [m/s]
};

/// Largest speed of any moving surface [m/s].
double fastestSurface(const World& world);
/// Test whether two particles touch or may come to touch within the step, by their velocities and gravity (METHOD.md
/// 9.3). Holds the numbers that all pairs share.
class LookAhead {
 public:
  /// `skin` is the gap up to which all may touch [m].
  explicit LookAhead(const Parameters& parameters, double skin = 0.0)
      : timeStep_(parameters.timeStep),
        fall_(std::max(0.5 * parameters.timeStep * parameters.gravity.norm(), skin / parameters.timeStep)) {}

  /// True if two particles may touch: `apart` is the vector from centre a to centre b [m], va and vb their velocities
  /// [m/s], `radii` the sum of their radii [m], `turns` the sum of the changes that hits may cause [m/s].
  bool mayTouch(const Vec3& apart, const Vec3& va, const Vec3& vb, double radii, double turns = 0.0) const {
    const double touching = kTouch * radii;
    if (apart.squaredNorm() <= touching * touching) {
      return true;
    }
    const Vec3 u = vb - va;
    const double speed = u.squaredNorm();
    // Time in the step at which they are nearest, moving straight on.
    const double nearest = speed > 0.0 ? std::clamp(-apart.dot(u) / speed, 0.0, timeStep_) : 0.0;
    const double turn = contacts::kTurn * std::sqrt(speed);
    const double limit = radii + timeStep_ * (fall_ + turn);
    if ((apart + nearest * u).squaredNorm() <= limit * limit) {
      return true;
    }
    // Two particles that move side by side meet when a third stops the one in front.
    const double distance = apart.norm();
    const double alone = std::max({0.0, va.dot(apart), -vb.dot(apart)}) / distance;
    return distance <= radii + timeStep_ * (fall_ + std::max(turn + alone, contacts::kTurned * turns));
  }

  double timeStep() const { return timeStep_; }
  double fall() const { return fall_; }

 private:
  double timeStep_;  ///< s
  double fall_;      ///< speed that gravity gives by the middle of the step [m/s]
};

/// True if the surfaces of a contact touch; the list may also have contacts that only might touch within the step.
inline bool touches(const Contact& contact, const World& world) {
  const Particles& particles = world.particles;
  const double other = contact.b == kNoParticle ? 0.0 : particles.radius[contact.b];
  return contact.gap <= kTouchGap * (particles.radius[contact.a] + other);
}

}  // namespace scree
