#include "engine/world/body_motion.h"

namespace scree {

void clearReactions(World& world) {
  for (Body& body : world.bodies) {
    body.reaction = Reaction{};
  }
  for (Joint& joint : world.joints) {
    joint.force.setZero();
    joint.torque.setZero();
    joint.motorForce = 0.0;
    joint.power = 0.0;
  }
}

void moveBodies(World& world, double time) {
  for (Body& body : world.bodies) {
    if (!body.isStatic() && !body.isDynamic()) {
      moveBody(body, time);
    }
  }
}

}  // namespace scree
