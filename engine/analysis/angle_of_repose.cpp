#include "engine/analysis/angle_of_repose.h"

#include <algorithm>
#include <limits>

#include "engine/analysis/turning_drum.h"

namespace scree {

bool hasBelt(const World& world) {
  return std::ranges::any_of(world.bodies, [](const Body& body) {
    return std::ranges::any_of(body.drives,
                               [](const Drive& drive) { return std::holds_alternative<SurfaceMotion>(drive.motion); });
  });
}

std::optional<double> angleOfRepose(const World& world) {
  if (const std::optional<DrumFrame> frame = turningDrum(world)) {
    return drumAngleByMass(world.particles, *frame);
  }
  const Particles& particles = world.particles;
  if (particles.size() == 0 || hasBelt(world)) {
    return std::nullopt;
  }
  double floor = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < particles.size(); ++i) {
    floor = std::min(floor, particles.position[i].z() - particles.radius[i]);
  }
  return measurePile(particles, floor).angle;
}

double drivingTorque(const Body& body) {
  for (const Drive& drive : body.drives) {
    if (const auto* turn = std::get_if<Rotation>(&drive.motion)) {
      const Vec3 arm = body.pose.position - turn->point;
      return -turn->axis.normalized().dot(body.reaction.torque + arm.cross(body.reaction.force));
    }
  }
  return 0.0;
}

}  // namespace scree
