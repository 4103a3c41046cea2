#include "engine/step/reach.h"

#include <algorithm>
#include <cmath>

#include "engine/collision/surface.h"

namespace scree {

namespace {

/// Share of the relative motion that contacts within the step may add or turn aside.
constexpr double kTurn = 0.3;

/// Its velocity as the step begins, with what a pull will give it.
Vec3 velocityAhead(const World& world, std::size_t slot) {
  const Vec3& velocity = world.particles.velocity[slot];
  const bool isPulled = world.pull && world.pull->isOf(world.particles.id[slot]);
  return isPulled ? Vec3(velocity + world.parameters.timeStep / world.particles.mass[slot] * world.pull->force)
                  : velocity;
}

/// Distance that a particle covers in a step unless something turns it [m].
double wayOf(const World& world, std::size_t slot) {
  const Parameters& p = world.parameters;
  return p.timeStep * (velocityAhead(world, slot).norm() + p.timeStep * p.gravity.norm());
}

}  // namespace

double reachOf(const World& world, std::size_t slot) {
  return std::min(wayOf(world, slot), world.particles.radius[slot]);
}

double fastestSurface(const World& world) {
  double fastest = 0.0;
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& instance : body.shapes) {
      const double reach = boundingRadius(instance.shape) + instance.local.position.norm();
      const double turning = body.angularVelocity.norm();
      // An infinite plane does not turn fast anywhere near the particles; its slope is followed every substep.
      const double speed = body.velocity.norm() + (std::isfinite(reach) ? turning * reach : 0.0);
      fastest = std::max(fastest, speed);
    }
  }
  return fastest;
}

double surfaceMargin(const World& world, std::size_t slot, double surfaceSpeed) {
  const double way = wayOf(world, slot) + world.parameters.timeStep * surfaceSpeed;
  return std::min(way, kFollowMargin * world.particles.radius[slot]);
}

bool isWithinReach(const World& world, std::span<const double> reach, const ParticlePair& pair) {
  return Spheres{world.particles.position, world.particles.radius, reach}.meet(pair.first, pair.second);
}

bool mayTouch(const World& world, const ParticlePair& pair) {
  const Particles& particles = world.particles;
  return mayTouch(world.parameters, particles.position[pair.second] - particles.position[pair.first],
                  velocityAhead(world, pair.first), velocityAhead(world, pair.second),
                  particles.radius[pair.first] + particles.radius[pair.second]);
}

bool mayTouch(const Parameters& p, const Vec3& apart, const Vec3& va, const Vec3& vb, double radii) {
  const Vec3 u = vb - va;
  const double touching = kTouch * radii;
  if (apart.squaredNorm() <= touching * touching) {
    return true;
  }
  const double speed = u.squaredNorm();
  // The moment of the step when they are nearest, moving straight on.
  const double nearest = speed > 0.0 ? std::clamp(-apart.dot(u) / speed, 0.0, p.timeStep) : 0.0;
  const double slack = p.timeStep * (0.5 * p.timeStep * p.gravity.norm() + kTurn * std::sqrt(speed));
  const double limit = radii + slack;
  if ((apart + nearest * u).squaredNorm() <= limit * limit) {
    return true;
  }
  // Two that move side by side meet when a third stops the one in front: then the other goes on alone.
  const double distance = apart.norm();
  const double alone = std::max({0.0, va.dot(apart), -vb.dot(apart)}) / distance;
  return distance <= limit + p.timeStep * alone;
}

}  // namespace scree
