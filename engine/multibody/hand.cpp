#include "engine/multibody/hand.h"

#include <algorithm>
#include <cmath>

namespace scree {

std::optional<Joint> handOn(const World& world) {
  if (!world.pull || !world.pull->grip || world.pull->grip->body >= world.bodies.size() ||
      !world.bodies[world.pull->grip->body].isDynamic()) {
    return std::nullopt;
  }
  const Pull& pull = *world.pull;
  const Body& body = world.bodies[pull.grip->body];
  // A hand does not throw bodies through walls: the spring reaches no farther than some weights.
  constexpr double kMostWeights = 20.0;
  constexpr double kEarth = 9.81;  // m/s²
  const double gravity = world.parameters.gravity.norm();
  const double longest = kMostWeights * body.mass.mass * (gravity > 0.0 ? gravity : kEarth) / pull.stiffness;
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
