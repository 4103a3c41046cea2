#include "tests/io/sample_world.h"

#include <numbers>

namespace scree {

World sampleWorld() {
  World world;
  world.name = "sample";
  world.parameters.timeStep = 1e-3;
  world.materials.add({.name = "steel & rust"});
  world.materials.add({.name = "glass"});

  Body floor;
  floor.name = "floor, flat";
  floor.shapes.emplace_back().shape = Plane{};
  world.bodies.push_back(floor);
  Body drum;
  drum.name = "drum <\"1\">";
  drum.pose.position = Vec3(0.0, 0.0, 0.5);
  ShapeInstance& shell = drum.shapes.emplace_back();
  shell.shape = HollowCylinder{.radius = 1.0, .halfLength = 0.25};
  shell.local.orientation = Quat(Eigen::AngleAxisd(std::numbers::pi / 2.0, Vec3::UnitX()));
  shell.capMaterial = 1;
  drum.drives.push_back(
      {.motion = Rotation{.point = Vec3(0.0, 0.0, 0.5), .axis = Vec3::UnitY()}, .speed = {.value = 0.5}});
  world.bodies.push_back(drum);

  const auto add = [&world](const Vec3& position, double radius, MaterialIndex material) {
    world.particles.add(
        {.position = position, .radius = radius, .mass = 2500.0 * sphereVolume(radius), .material = material});
  };
  add({0.0, 0.0, 0.0099}, 0.01, 0);
  add({0.0, 0.0, 0.0299}, 0.01, 1);
  add({0.5, 0.0, 0.3}, 0.02, 0);
  Sink& sink = world.sinks.emplace_back();
  sink.name = "hole, left";
  sink.pose.position = Vec3(0.5, 0.0, 0.3);
  return world;
}

}  // namespace scree
