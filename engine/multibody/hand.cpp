#include "engine/multibody/hand.h"

#include <algorithm>
#include <cmath>

#include "engine/multibody/multibody_constants.h"
#include "engine/world/earth.h"

namespace scree {

std::optional<Joint> handOn(const World& world) {
  if (!world.pull || !world.pull->grip || world.pull->grip->body >= world.bodies.size() ||
      !world.bodies[world.pull->grip->body].isDynamic()) {
    return std::nullopt;
  }
  const Pull& pull = *world.pull;
  const Body& body = world.bodies[pull.grip->body];
  // A hand does not throw bodies through walls: the spring reaches no farther than some weights.
  const double weight = body.mass.mass * gravityOfHands(world.parameters.gravity.norm());
  const double longest = multibody::kMostWeights * weight / pull.stiffness;
  const Vec3 from = body.pose.toWorld(pull.grip->place);
  const double length = (pull.target - from).norm();
  Joint hand;
  hand.kind = JointKind::ball;
  hand.b = pull.grip->body;
  hand.frameA.position = from + longest / std::max(length, longest) * (pull.target - from);
  hand.frameB.position = pull.grip->place;
  hand.compliance = 1.0 / pull.stiffness;
  // A damper c = 2 sqrt(k m) beside the spring k: errors die out in c/k.
  hand.damping = 2.0 * std::sqrt(body.mass.mass / pull.stiffness);
  return hand;
}

}  // namespace scree
