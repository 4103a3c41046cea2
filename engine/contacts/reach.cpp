#include "engine/contacts/reach.h"

#include <algorithm>
#include <cmath>

#include "engine/cohesion/attractions.h"
#include "engine/collision/surface.h"
#include "engine/settings/settings_constants.h"

namespace scree {

namespace {

/// Upper bound of the speed of all points of a shape [m/s]: over a box that holds it, speed is largest in a corner.
double fastestOf(const Body& body, const ShapeInstance& instance) {
  const double reach = boundingRadius(instance.shape) + instance.local.position.norm();
  // An infinite plane does not turn fast anywhere near the particles; its slope is followed every substep.
  if (body.angularVelocity.isZero(0.0) || !std::isfinite(reach)) {
    return body.velocity.norm();
  }
  const Bounds box = boundingBox(instance.shape);
  double fastest = 0.0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3 local((corner & 1U) != 0 ? box.upper.x() : box.lower.x(),
                     (corner & 2U) != 0 ? box.upper.y() : box.lower.y(),
                     (corner & 4U) != 0 ? box.upper.z() : box.lower.z());
    fastest = std::max(fastest, body.velocityAt(body.pose.toWorld(instance.local.toWorld(local))).norm());
  }
  // Of a round shape a sphere holds less than the box.
  return std::min(fastest, body.velocity.norm() + body.angularVelocity.norm() * reach);
}

}  // namespace

double smoothSkin(const World& world) {
  if (world.parameters.method != Method::smooth || world.particles.size() == 0) {
    return 0.0;
  }
  return settings::kSmoothSkin * *std::ranges::min_element(world.particles.radius);
}

bool looksAhead(const World& world) { return hasSubsteps(world.parameters) || bridgeReach(world) > 0.0; }

double contactSkin(const World& world) { return std::max(smoothSkin(world), bridgeReach(world)); }

double fastestSurface(const World& world) {
  double fastest = 0.0;
  for (const Body& body : world.bodies) {
    for (const ShapeInstance& instance : body.shapes) {
      fastest = std::max(fastest, fastestOf(body, instance));
    }
  }
  return fastest;
}

}  // namespace scree
