#include <array>

#include "tests/scene/scene_text.h"

namespace scree {
namespace {

std::string messages(std::string key, std::string value) {
  const std::array<SceneOverride, 1> overrides = {{{std::move(key), std::move(value)}}};
  return messagesOf(kSmallScene, overrides);
}

TEST(Overrides, ReachEveryDepth) {
  const std::array<SceneOverride, 4> overrides = {{{"time_step", "2 ms"},
                                                   {"solver.sweeps", "77"},
                                                   {"particles.0.sphere.position", "[1, 2, 3]"},
                                                   {"bodies.floor.motion", "[{translate: {direction: z, speed: 1}}]"}}};
  const Scene scene = sceneOf(kSmallScene, overrides);
  EXPECT_EQ(scene.world.parameters.timeStep, 0.002);
  EXPECT_EQ(scene.world.parameters.sweeps, 77);
  EXPECT_EQ(scene.world.particles.position[0], Vec3(1, 2, 3));
  EXPECT_EQ(scene.world.bodies[0].drives.size(), 1U);
}

TEST(Overrides, ErrorsNameTheKey) {
  EXPECT_EQ(messages("solver.sweps", "5"), "--set solver.sweps: unknown key 'sweps': did you mean 'sweeps'?\n");
  EXPECT_EQ(messages("solver.sweeps", "0"),
            "--set solver.sweeps: '0' is out of range for 'sweeps': sweeps must be a whole number from 1 to 1000000\n");
  EXPECT_EQ(messages("particles.1.sphere.diameter", "1 mm"),
            "--set particles.1.sphere.diameter: there is no item '1': the list has 1, counted from 0\n");
  EXPECT_EQ(messages("name.first", "x"),
            "--set name.first: there is nothing called 'first' inside a value: shorten the key\n");
  EXPECT_EQ(messages("solver..sweeps", "5"),
            "--set solver..sweeps: 'solver..sweeps' is not a path of keys: write it like solver.sweeps or "
            "bodies.drum.motion.0.rotate.speed\n");
  EXPECT_EQ(messages("", "5"),
            "--set : '' is not a path of keys: write it like solver.sweeps or bodies.drum.motion.0.rotate.speed\n");
  EXPECT_NE(messages("duration", "[1").find("--set duration: not valid YAML"), std::string::npos);
  EXPECT_NE(messages("materials.ore.density", "").find("--set materials.ore.density: 'density' needs a density"),
            std::string::npos);
  EXPECT_EQ(messages("particles.0.sphere.position", "[0, 0, 0]"),
            "f.yaml:6:14: 1 overlap is deeper than 20 % of a diameter, by 50 % (6.5 mm), of the particle at [0, 0, 0] "
            "and shape "
            "0 (plane) of body 'floor': move the particles, or the wall\n");
  EXPECT_EQ(
      messages("time_step", "90 ms"),
      "--set time_step: in a time step of 0.09 s a particle of 13 mm falls by more than its diameter: use at most "
      "0.0051 s; 'ndem check' tells what is accurate\n");
}

}  // namespace
}  // namespace scree
