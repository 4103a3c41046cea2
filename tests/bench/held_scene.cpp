#include "tests/bench/held_scene.h"

namespace scree::bench {

namespace {

/// Beds have a container, column and pile a floor at z = 0.
std::vector<Wall> wallsOf(const World& world) {
  const ShapeInstance& instance = world.bodies.front().shapes.front();
  const Vec3 centre = world.bodies.front().pose.position;
  std::vector<Wall> walls;
  if (const auto* box = std::get_if<Container>(&instance.shape)) {
    for (int face = 0; face < 5; ++face) {
      const double side = face % 2 == 0 ? -1.0 : 1.0;
      const Vec3 outward = side * Vec3::Unit(face / 2);
      walls.push_back({centre + outward.cwiseProduct(box->halfExtents), -outward});
    }
  } else {
    walls.push_back({Vec3::Zero(), Vec3::UnitZ()});
  }
  return walls;
}

}  // namespace

HoldScene heldScene(const std::string& state, States& states) {
  const World& world = *states.get(state);
  return {.name = state, .start = world, .walls = wallsOf(world), .isColumn = state == "column"};
}

}  // namespace scree::bench
