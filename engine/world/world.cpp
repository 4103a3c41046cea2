#include "engine/world/world.h"

#include <algorithm>

namespace scree {

bool hasDynamicBodies(const World& world) {
  return std::any_of(world.bodies.begin(), world.bodies.end(), [](const Body& body) { return body.isDynamic(); });
}

}  // namespace scree
