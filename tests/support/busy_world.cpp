#include "tests/support/busy_world.h"

#include <numbers>

#include "tests/support/worlds.h"

namespace scree::testing {

namespace {

void addBodies(World& world, MaterialIndex glass) {
  const std::uint32_t drum =
      addShape(world, HollowCylinder{.radius = 0.06, .halfLength = 0.02}, facing(Vec3(0, 0, 0.1), Vec3::UnitY()));
  world.bodies[drum].shapes[0].capMaterial = glass;
  world.bodies[drum].drives.push_back({Rotation{Vec3(0, 0, 0.1), Vec3::UnitY()}, {.value = 4.0, .ramp = 0.3}});
  const std::uint32_t belt = addShape(world, Rectangle{.halfX = 0.2, .halfY = 0.05}, {.position = Vec3(0.3, 0, 0)});
  world.bodies[belt].drives.push_back({SurfaceMotion{0, Vec3::UnitX()}, {.value = 0.3}});
  addShape(world, SolidCylinder{.radius = 0.01, .halfLength = 0.05}, {.position = Vec3(0.3, 0, 0.03)});
  const std::uint32_t gate = addShape(world, SolidBox{Vec3(0.005, 0.05, 0.03)}, {.position = Vec3(0.4, 0, 0.03)});
  world.bodies[gate].shapes[0].material = glass;
  world.bodies[gate].drives.push_back({Translation{}, {.value = 0.2, .start = 0.4, .stop = 0.8}});
  addShape(world, Plane{}, {.position = Vec3(0, 0, -0.1)});
}

Emitter feed(const Vec3& position, const SizeDistribution& sizes, double rate, std::uint64_t seed) {
  Emitter emitter;
  emitter.name = "feed";
  emitter.pose.position = position;
  emitter.halfExtents = Vec3(0.02, 0.015, 0.01);
  emitter.sizes = sizes;
  emitter.rate = rate;
  emitter.velocity = Vec3(0.1, 0, -0.5);
  emitter.random = Random(seed);
  return emitter;
}

}  // namespace

World busyWorld(WarmStart mode, int threads) {
  PairLaw law = pelletLaw();
  law.twisting = 0.3;
  World world = emptyWorld(law);
  const MaterialIndex glass = world.materials.add({.name = "glass", .density = 2500.0, .youngsModulus = 1e7});
  PairLaw hard = hertzLaw(law, 5e6);
  hard.restitution = 0.7;
  world.materials.setPair(0, glass, hard);
  world.parameters.warmStart = mode;
  world.parameters.threads = threads;
  world.parameters.guard = GuardAction::off;  // it is to be busy, not sound: the gate crushes what it meets
  world.parameters.sweeps = 12;
  world.parameters.impactSweeps = 12;
  world.parameters.bounds = {Vec3(-0.5, -0.5, -0.5), Vec3(0.55, 0.5, 0.5)};
  addBodies(world, glass);
  world.emitters.push_back(feed(Vec3(0, 0, 0.12), NormalSizes{0.008, 0.002, 0.005, 0.012}, 150.0, 1));
  world.emitters.push_back(feed(Vec3(0.25, 0, 0.06), ListedSizes{{0.006, 0.01}, {0.5, 0.5}, true}, 0.2, 2));
  world.emitters.back().rateIsMass = true;
  Sink sink;
  sink.name = "bin";
  sink.pose = facing(Vec3(0.5, 0, -0.05), Vec3(0.3, 0, 1).normalized());
  sink.halfExtents = Vec3(0.02, 0.05, 0.03);
  world.sinks.push_back(sink);
  return world;
}

}  // namespace scree::testing
