#include "engine/step/reach.h"

#include <algorithm>
#include <cmath>

#include "engine/collision/surface.h"

namespace scree {

namespace {

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

}  // namespace scree
