#include "engine/scene/build.h"

#include <cmath>
#include <numbers>

#include "tests/scene/scene_text.h"

// What is written in a file arrives in the world.
namespace scree {
namespace {

constexpr double kPi = std::numbers::pi;

TEST(Build, ParametersAndView) {
  const Scene scene = sceneOf(
      std::string(kSmallScene) +
      "description: About it.\nduration: 2 min\ntime_step: 4 ms\ngravity: [1, 0, -9]\nseed: 12\n"
      "solver: {sweeps: 30, impact_sweeps: 40, tolerance: 1 mm/s, warm_start: off, warm_start_factor: "
      "0.5, impact_speed: 3 cm/s, stabilisation_steps: 3, regularisation: 1e-7, collision_time: 2 ms, threads: 2}\n"
      "view: {target: [1, 2, 3], distance: 4 m, azimuth: 90 deg, elevation: 45 deg}\n");
  const Parameters& p = scene.world.parameters;
  EXPECT_EQ(scene.name, "Small");
  EXPECT_EQ(scene.world.name, "Small");
  EXPECT_EQ(scene.description, "About it.");
  EXPECT_EQ(scene.duration, 120.0);
  EXPECT_EQ(scene.seed, 12U);
  EXPECT_EQ(p.timeStep, 0.004);
  EXPECT_EQ(p.gravity, Vec3(1, 0, -9));
  EXPECT_EQ(p.sweeps, 30);
  EXPECT_EQ(p.impactSweeps, 40);
  EXPECT_EQ(p.tolerance, 0.001);
  EXPECT_EQ(p.warmStart, WarmStart::off);
  EXPECT_EQ(p.warmStartFactor, 0.5);
  EXPECT_EQ(p.impactSpeed, 0.03);
  EXPECT_EQ(p.stabilisationSteps, 3.0);
  EXPECT_EQ(p.regularisation, 1e-7);
  EXPECT_EQ(p.collisionTime, 0.002);
  EXPECT_EQ(p.threads, 2);
  EXPECT_EQ(scene.view.target, Vec3(1, 2, 3));
  EXPECT_EQ(scene.view.distance, 4.0);
  EXPECT_EQ(scene.view.azimuth, kPi / 2);
  EXPECT_EQ(scene.view.elevation, kPi / 4);
}

TEST(Build, PairsInheritFromTheDefault) {
  const Scene scene = sceneOf(
      "scree: 1\nname: Pairs\n"
      "materials: {a: {density: 1000, youngs_modulus: 6 MPa}, b: {density: 2000, youngs_modulus: 3 MPa, poisson_ratio: "
      "0}}\n"
      "default_pair: {restitution: 0.2, friction: 0.9, rolling_resistance: 0.3, stiffness: hertz}\n"
      "pairs: [{between: [b, a], friction: 0.1, rolling_resistance: 2 mm}, {between: [b, b], stiffness: 5 kN/m}]\n");
  const Materials& m = scene.world.materials;
  const PairLaw& mixed = m.pair(0, 1);
  EXPECT_EQ(mixed.restitution, 0.2);
  EXPECT_EQ(mixed.friction, 0.1);
  EXPECT_EQ(mixed.rollingResistance, 0.002);
  EXPECT_TRUE(mixed.rollingIsLength);
  EXPECT_EQ(mixed.law, StiffnessLaw::hertz);
  EXPECT_DOUBLE_EQ(mixed.effectiveModulus, 1.0 / ((1.0 - 0.0625) / 6e6 + 1.0 / 3e6));
  EXPECT_EQ(m.pair(1, 0).friction, 0.1);
  EXPECT_EQ(m.pair(0, 0).friction, 0.9);
  EXPECT_FALSE(m.pair(0, 0).rollingIsLength);
  EXPECT_EQ(m.pair(1, 1).law, StiffnessLaw::hertz == m.pair(0, 0).law ? StiffnessLaw::linear : StiffnessLaw::hertz);
  EXPECT_EQ(m.pair(1, 1).stiffness, 5000.0);
}

TEST(Build, ShapesAndTheirFrames) {
  const Scene scene = sceneOf(
      "scree: 1\nname: Shapes\nmaterials: {a: {density: 1000}, b: {density: 1000}}\n"
      "bodies:\n"
      "  one:\n"
      "    position: [1, 2, 3]\n"
      "    orientation: {axis: z, angle: 90 deg}\n"
      "    shapes:\n"
      "      - rectangle: {size: [4, 6], normal: x, material: a}\n"
      "      - container: {size: [2, 4, 6], open: [+z, -x], material: b, position: [1, 0, 0]}\n"
      "      - hollow_cylinder: {diameter: 2, length: 3, axis: -z, open: [low], material: a, cap_material: b}\n"
      "      - box: {size: [2, 4, 6], material: a, visible: false, surface_velocity: [1, 0, 0]}\n"
      "      - solid_cylinder: {diameter: 2, length: 3, material: a, orientation: {euler: [90 deg, 0, 0]}}\n"
      "      - plane: {normal: [0, 3, 4], material: a}\n");
  const Body& body = scene.world.bodies.at(0);
  ASSERT_EQ(body.shapes.size(), 6U);
  const auto axisOf = [&](std::size_t i) { return Vec3(body.shapes[i].local.orientation * Vec3::UnitZ()); };
  // Unit quaternions from square roots: a few units in the last place.
  const double tiny = 1e-15;
  EXPECT_TRUE((body.pose.orientation * Vec3::UnitX()).isApprox(Vec3::UnitY(), tiny));
  EXPECT_EQ(std::get<Rectangle>(body.shapes[0].shape).halfY, 3.0);
  EXPECT_TRUE(axisOf(0).isApprox(Vec3::UnitX(), tiny));
  EXPECT_TRUE((body.shapes[0].local.orientation * Vec3::UnitX()).isApprox(-Vec3::UnitZ(), tiny));
  const auto& container = std::get<Container>(body.shapes[1].shape);
  EXPECT_EQ(container.halfExtents, Vec3(1, 2, 3));
  EXPECT_EQ(container.faces, (std::array<bool, 6>{false, true, true, true, true, false}));
  EXPECT_EQ(body.shapes[1].local.position, Vec3(1, 0, 0));
  EXPECT_EQ(body.shapes[1].capMaterial, 1);
  const auto& cylinder = std::get<HollowCylinder>(body.shapes[2].shape);
  EXPECT_EQ(cylinder.radius, 1.0);
  EXPECT_EQ(cylinder.halfLength, 1.5);
  EXPECT_EQ(cylinder.caps, (std::array<bool, 2>{false, true}));
  EXPECT_EQ(body.shapes[2].material, 0);
  EXPECT_EQ(body.shapes[2].capMaterial, 1);
  EXPECT_TRUE(axisOf(2).isApprox(-Vec3::UnitZ(), tiny));
  EXPECT_FALSE(body.shapes[3].visible);
  EXPECT_EQ(body.shapes[3].surfaceVelocity, Vec3::UnitX());
  EXPECT_TRUE(axisOf(4).isApprox(-Vec3::UnitY(), tiny));
  EXPECT_TRUE(axisOf(5).isApprox(Vec3(0, 0.6, 0.8), tiny));
}

TEST(Build, MotionsEmittersAndSinks) {
  const Scene scene = sceneOf(
      "scree: 1\nname: Motions\nmaterials: {a: {density: 1000}}\ndefault_pair: {}\n"
      "bodies:\n"
      "  one:\n"
      "    shapes: [{plane: {material: a, position: [0, 0, -9]}}]\n"
      "    motion:\n"
      "      - translate: {direction: [0, 0, 2], speed: 3 mm/s, start: 1, stop: 2, ramp: 500 ms}\n"
      "      - rotate: {point: [1, 0, 0], axis: y, speed: 60 rpm}\n"
      "      - belt: {direction: -x, speed: 0.1}\n"
      "emitters:\n"
      "  e: {position: [0, 0, 1], size: [2, 4, 0], sizes: {normal: {mean: 10 mm, deviation: 1 mm, smallest: 8 mm, "
      "largest: "
      "12 mm}}, material: a, mass_rate: 3.6 t/h, start: 1, stop: 5, count: 100, velocity: [0, 0, -1]}\n"
      "  f: {size: [1, 1, 1], diameter: 1 cm, material: a, rate: 10, seed: 5}\n"
      "sinks: {out: {position: [0, 0, -1], size: [2, 2, 2]}}\n");
  const std::vector<Drive>& drives = scene.world.bodies.at(0).drives;
  ASSERT_EQ(drives.size(), 3U);
  EXPECT_EQ(std::get<Translation>(drives[0].motion).direction, Vec3::UnitZ());
  EXPECT_EQ(drives[0].speed.value, 0.003);
  EXPECT_EQ(drives[0].speed.start, 1.0);
  EXPECT_EQ(drives[0].speed.stop, 2.0);
  EXPECT_EQ(drives[0].speed.ramp, 0.5);
  EXPECT_EQ(std::get<Rotation>(drives[1].motion).point, Vec3::UnitX());
  EXPECT_DOUBLE_EQ(drives[1].speed.value, 2.0 * kPi);
  EXPECT_EQ(drives[1].speed.stop, 1e300);
  EXPECT_EQ(std::get<SurfaceMotion>(drives[2].motion).direction, Vec3(-1, 0, 0));
  ASSERT_EQ(scene.world.emitters.size(), 2U);
  const Emitter& e = scene.world.emitters[0];
  EXPECT_EQ(e.name, "e");
  EXPECT_EQ(e.halfExtents, Vec3(1, 2, 0));
  EXPECT_EQ(std::get<NormalSizes>(e.sizes).deviation, 0.001);
  EXPECT_TRUE(e.rateIsMass);
  EXPECT_EQ(e.rate, 1.0);
  EXPECT_EQ(e.limit, 100U);
  EXPECT_EQ(e.velocity, Vec3(0, 0, -1));
  EXPECT_EQ(scene.world.emitters[1].limit, UINT64_MAX);
  EXPECT_EQ(scene.world.emitters[1].random.state[0], Random(5).state[0]);
  ASSERT_EQ(scene.world.sinks.size(), 1U);
  EXPECT_EQ(scene.world.sinks[0].halfExtents, Vec3::Ones());
}

TEST(Build, SpheresAndStacks) {
  const Scene scene =
      sceneOf(replaced(kSmallScene, "particles: [",
                       "particles: [{stack: {count: 3, diameter: 20 mm, bottom: [1, 0, 0], material: ore}}, "));
  const Particles& p = scene.world.particles;
  ASSERT_EQ(p.size(), 4U);
  EXPECT_EQ(p.position[0], Vec3(1, 0, 0.01));
  EXPECT_DOUBLE_EQ(p.position[2].z(), 0.05);
  EXPECT_DOUBLE_EQ(p.mass[3], 3700.0 * kPi / 6.0 * 0.013 * 0.013 * 0.013);
}

TEST(Build, FillsAreFreeOfOverlapAndInsideTheirRegion) {
  const std::string base = replaced(kSmallScene, "particles:", "view: {}\n#");
  const Scene scene =
      sceneOf(base +
              "particles:\n  - fill: {region: {cylinder: {position: [0, 0, 1], axis: [1, 1, 0], diameter: 0.4, "
              "length: 0.3}}, count: 1500, sizes: {uniform: {smallest: 10 mm, largest: 20 mm}}, material: ore, "
              "spacing: 1.1, velocity: [1, 0, 0]}\n");
  const Particles& p = scene.world.particles;
  ASSERT_EQ(p.size(), 1500U);
  const Vec3 axis = Vec3(1, 1, 0).normalized();
  double smallest = 1.0;
  double largest = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    smallest = std::min(smallest, 2.0 * p.radius[i]);
    largest = std::max(largest, 2.0 * p.radius[i]);
    const Vec3 offset = p.position[i] - Vec3(0, 0, 1);
    const double along = offset.dot(axis);
    EXPECT_LE(std::abs(along) + p.radius[i], 0.15 + 1e-9);
    EXPECT_LE((offset - along * axis).norm() + p.radius[i], 0.2 + 1e-9);
    EXPECT_EQ(p.velocity[i], Vec3::UnitX());
    for (std::size_t j = 0; j < i; ++j) {
      ASSERT_GE((p.position[i] - p.position[j]).norm(), p.radius[i] + p.radius[j]);
    }
  }
  EXPECT_LT(smallest, 0.0101);
  EXPECT_GT(largest, 0.0199);
  // Another seed, another jitter; the same seed, the same bits.
  const std::array<SceneOverride, 1> seed = {{{"seed", "2"}}};
  const std::string text = base +
                           "particles:\n  - fill: {region: {box: {lower: [0, 0, 0], upper: [1, 1, 1]}}, count: 5, "
                           "diameter: 1 cm, material: ore}\n";
  EXPECT_EQ(sceneOf(text).world.particles.position[0], sceneOf(text).world.particles.position[0]);
  EXPECT_NE(sceneOf(text).world.particles.position[0], sceneOf(text, seed).world.particles.position[0]);
}

TEST(Build, ARegionOfExactlyNDiametersHoldsN) {
  const std::string base = replaced(kSmallScene, "particles:", "view: {}\n#");
  const Scene scene =
      sceneOf(base +
              "particles:\n  - fill: {region: {box: {lower: [0, 0, 0], upper: [7 cm, 3 cm, 2 cm]}}, count: "
              "42, diameter: 1 cm, material: ore, spacing: 1}\n");
  EXPECT_EQ(scene.world.particles.size(), 42U);
}

TEST(Build, TurnedToIsARotationOntoTheAxis) {
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, -1, 0), Vec3(0, 0, 1), Vec3(0, 0, -1), Vec3(0.6, 0, -0.8),
                           Vec3(1e-9, 0, -1), Vec3(1, 1, 1)}) {
    const Vec3 unit = axis.normalized();
    const Quat q = turnedTo(unit);
    EXPECT_NEAR(q.norm(), 1.0, 1e-15);
    EXPECT_LT((q * Vec3::UnitZ() - unit).norm(), 1e-8);  // sqrt of rounding next to the opposite direction
  }
}

}  // namespace
}  // namespace scree
