#include "engine/step/drives.h"

namespace scree {

void setDrives(World& world) {
  for (Body& body : world.bodies) {
    if (!body.isStatic()) {
      applyDrives(body, world.time, world.parameters.timeStep);
    }
  }
}

}  // namespace scree
