#pragma once

#include <algorithm>
#include <cmath>

#include "engine/base/base_constants.h"
#include "engine/collision/partners.h"
#include "engine/contacts/contacts_constants.h"
#include "engine/world/world.h"

// What may come to touch within a step: contacts are searched once a step, also those of its later substeps.
namespace scree {

/// A particle's velocity as the step begins, with what a pull will give it [m/s].
inline Vec3 velocityAhead(const World& world, std::size_t slot) {
  const Vec3& velocity = world.particles.velocity[slot];
  const bool isPulled = world.pull && world.pull->isOf(world.particles.id[slot]);
  return isPulled ? Vec3(velocity + world.parameters.timeStep / world.particles.mass[slot] * world.pull->force)
                  : velocity;
}

/// How far particles go in a step unless something turns them. Holds what is the same for all.
class Ways {
 public:
  explicit Ways(const World& world)
      : world_(world),
        timeStep_(world.parameters.timeStep),
        fall_(world.parameters.timeStep * world.parameters.gravity.norm()) {}

  /// Of the particle of a slot [m].
  double of(std::size_t slot) const { return timeStep_ * (velocityAhead(world_, slot).norm() + fall_); }
  /// No more than its radius, or the grid's cells would grow [m].
  double reachOf(std::size_t slot) const { return std::min(of(slot), world_.particles.radius[slot]); }
  /// Where it comes by that, no farther than reachOf(), as a vector from where it is [m].
  Vec3 stepOf(std::size_t slot) const {
    const double way = of(slot);
    const double radius = world_.particles.radius[slot];
    return (way > radius ? radius / way : 1.0) * timeStep_ * velocityAhead(world_, slot);
  }

 private:
  const World& world_;
  double timeStep_;  ///< s
  double fall_;      ///< speed that gravity gives in a step [m/s]
};

/// Largest speed of any moving surface [m/s].
double fastestSurface(const World& world);
/// Whether two particles touch or may come to touch within the step, as they move now and under gravity. Holds what is
/// the same for all pairs.
class LookAhead {
 public:
  explicit LookAhead(const Parameters& parameters)
      : timeStep_(parameters.timeStep), fall_(0.5 * parameters.timeStep * parameters.gravity.norm()) {}

  /// For two whose centres are `apart` [m], with velocities va and vb [m/s] and radii that sum up to `radii` [m];
  /// others may change their velocities by `turns` in all [m/s].
  bool mayTouch(const Vec3& apart, const Vec3& va, const Vec3& vb, double radii, double turns = 0.0) const {
    const double touching = kTouch * radii;
    if (apart.squaredNorm() <= touching * touching) {
      return true;
    }
    const Vec3 u = vb - va;
    const double speed = u.squaredNorm();
    // The moment of the step when they are nearest, moving straight on.
    const double nearest = speed > 0.0 ? std::clamp(-apart.dot(u) / speed, 0.0, timeStep_) : 0.0;
    const double turn = contacts::kTurn * std::sqrt(speed);
    const double limit = radii + timeStep_ * (fall_ + turn);
    if ((apart + nearest * u).squaredNorm() <= limit * limit) {
      return true;
    }
    // Two that move side by side meet when a third stops the one in front: then the other goes on alone.
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

/// Whether the contact's surfaces meet; in the list there may be some that only might within the step.
inline bool touches(const Contact& contact, const World& world) {
  const Particles& particles = world.particles;
  const double other = contact.b == kNoParticle ? 0.0 : particles.radius[contact.b];
  return contact.gap <= kTouchGap * (particles.radius[contact.a] + other);
}

}  // namespace scree
