#include "tests/support/dropped_ball.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <variant>

#include "engine/multibody/mass_properties.h"
#include "engine/world/placement.h"
#include "tests/support/worlds.h"

namespace scree::testing {

double surfaceHeight(World world) {
  placeMembers(world);
  std::map<std::pair<long, long>, double> columns;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const Vec3& p = world.particles.position[i];
    const auto at = [](double x) { return std::lround(x / (2.0 * kDiameter)); };
    double& top = columns[{at(p.x()), at(p.y())}];
    top = std::max(top, p.z() + world.particles.radius[i]);
  }
  double sum = 0.0;
  for (const auto& [place, top] : columns) {
    sum += top;
  }
  return sum / static_cast<double>(columns.size());
}

std::uint32_t addBall(World& world, double diameter, double density, double above) {
  placeMembers(world);
  double top = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    top = std::max(top, world.particles.position[i].z() + world.particles.radius[i]);
  }
  const double radius = 0.5 * diameter;
  const std::uint32_t index = addShape(world, SolidSphere{radius});
  Body& body = world.bodies[index];
  body.name = "ball";
  body.pose.position = Vec3(0, 0, top + above + radius);
  const double volume = 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
  body.mass = massOf(solidSums(body.shapes), density * volume);
  return index;
}

double depthUnder(const World& world, std::uint32_t ball, double height) {
  const Body& body = world.bodies[ball];
  return height - (body.pose.position.z() - std::get<SolidSphere>(body.shapes.front().shape).radius);
}

}  // namespace scree::testing
