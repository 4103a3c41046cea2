// Runs that branch from a settled one.
#include "engine/session/changes/branch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/world/placement.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kTime = 0.6;       // s, of the start
constexpr double kTilt = 0.4;       // rad, of the moved floor
constexpr double kBefore = 2500.0;  // kg/m³
constexpr double kAfter = 5000.0;

/// A box with a turning paddle under an emitter, with a hole; beside it a shelf with five grains that merge with it.
World rainWorld(std::uint64_t seed = 1) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.timeStep = 0.002;
  world.parameters.reduction.merging = Switch::on;
  world.materials.list[0].density = kBefore;
  const std::uint32_t box = testing::addOpenBox(world, 0.1, 0.3);
  world.bodies[box].name = "box";
  const std::uint32_t paddle =
      testing::addShape(world, SolidBox{Vec3(0.04, 0.004, 0.01)}, {Vec3(0.0, 0.0, 0.012), Quat::Identity()});
  world.bodies[paddle].name = "paddle";
  world.bodies[paddle].drives.push_back({Rotation{Vec3::Zero(), Vec3::UnitZ()}, {.value = 1.0}});
  const std::uint32_t shelf = testing::addShape(world, Rectangle{0.1, 0.1}, {Vec3(1.0, 0.0, 0.0), Quat::Identity()});
  world.bodies[shelf].name = "shelf";
  for (int i = -2; i <= 2; ++i) {
    testing::addSphere(world, Vec3(1.0 + 0.03 * i, 0.0, 0.5 * testing::kDiameter));
  }
  Emitter rain;
  rain.name = "rain";
  rain.pose.position = Vec3(0.0, 0.0, 0.2);
  rain.halfExtents = Vec3(0.03, 0.03, 0.03);
  rain.sizes = UniformSizes{0.009, 0.013};
  rain.rate = 600.0;
  rain.random = Random(seed);
  world.emitters.push_back(rain);
  Sink hole;
  hole.name = "hole";
  hole.pose.position = Vec3(0.045, 0.045, 0.0);
  hole.halfExtents = Vec3(0.012, 0.012, 0.012);
  world.sinks.push_back(hole);
  return world;
}

World settledWorld() {
  World world = rainWorld();
  StepData data;
  testing::run(world, data, kTime);
  return world;
}

std::uint64_t hashAfter(World world, double seconds) {
  StepData data;
  testing::run(world, data, seconds);
  return stateHash(world);
}

double massOf(const World& world) {
  double mass = 0.0;
  for (const double one : world.particles.mass) {
    mass += one;
  }
  return mass;
}

/// Deepest overlap of grains with the first body [diameters], found by a step of no length.
double deepestInFloor(const World& world) {
  double deepest = 0.0;
  const Body& floor = world.bodies[0];
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const Vec3 local = floor.pose.toLocal(world.particles.position[i]);
    deepest = std::max(deepest, (world.particles.radius[i] - local.z()) / (2.0 * world.particles.radius[i]));
  }
  return deepest;
}

TEST(Branch, UnchangedSceneGoesOnBitForBit) {
  const World settled = settledWorld();
  ASSERT_GT(settled.reduction.memberCount, 0U);
  ASSERT_GT(settled.sinks[0].departures.size(), 0U);
  World scene = rainWorld();
  const BranchResult result = branchFrom(settled, rainWorld(), false, scene);
  EXPECT_TRUE(result.refusal.empty() && result.message.empty()) << result.refusal << result.message;
  EXPECT_EQ(stateHash(scene), stateHash(settled));
  EXPECT_EQ(hashAfter(scene, 0.3), hashAfter(settled, 0.3));
}

TEST(Branch, OtherSeedBringsOtherGrains) {
  const World settled = settledWorld();
  World same = rainWorld(2);
  World other = rainWorld(2);
  ASSERT_TRUE(branchFrom(settled, rainWorld(), false, same).refusal.empty());
  ASSERT_TRUE(branchFrom(settled, rainWorld(), true, other).refusal.empty());
  EXPECT_EQ(hashAfter(same, 0.1), hashAfter(settled, 0.1));
  EXPECT_NE(hashAfter(other, 0.1), hashAfter(settled, 0.1));
  EXPECT_EQ(other.emitters[0].emitted, settled.emitters[0].emitted);
}

TEST(Branch, ParametersMotionsAndRatesAreThoseOfTheScene) {
  const World settled = settledWorld();
  World scene = rainWorld();
  scene.parameters.sweeps = 77;
  scene.parameters.timeStep = 0.001;
  scene.bodies[1].drives[0].speed.value = -3.0;
  scene.emitters[0].rate = 0.0;
  ASSERT_TRUE(branchFrom(settled, rainWorld(), false, scene).refusal.empty());
  EXPECT_EQ(scene.particles.size(), settled.particles.size());
  EXPECT_EQ(scene.time, settled.time);
  StepData data;
  testing::takeSteps(scene, data, 10);
  EXPECT_EQ(scene.parameters.sweeps, 77);
  EXPECT_NEAR(scene.time, settled.time + 0.01, 1e-12);
  EXPECT_NEAR(scene.bodies[1].angularVelocity.z(), -3.0, 1e-12);
  // The paddle had turned by 0.6 rad; now it turns back by 0.03 rad.
  const Eigen::AngleAxisd turned(scene.bodies[1].pose.orientation);
  EXPECT_NEAR(turned.angle() * turned.axis().z(), kTime - 0.03, 1e-9);
  EXPECT_EQ(scene.emitters[0].emitted, settled.emitters[0].emitted);
}

TEST(Branch, OtherLawAndDensitySplitAllAndWeighAnew) {
  const World settled = settledWorld();
  World scene = rainWorld();
  PairLaw law = scene.materials.pair(0, 0);
  law.friction = 0.1;
  scene.materials.setPair(0, 0, law);
  scene.materials.list[0].density = kAfter;
  ASSERT_TRUE(branchFrom(settled, rainWorld(), false, scene).refusal.empty());
  EXPECT_EQ(scene.reduction.memberCount, 0U);
  EXPECT_EQ(scene.materials.pair(0, 0).friction, 0.1);
  EXPECT_NEAR(massOf(scene), 2.0 * massOf(settled), 1e-9 * massOf(settled));
  // Twice the mass at the same places and speeds: as much energy again, by the hand that changed it.
  World placed = settled;
  placeMembers(placed);
  double energy = 0.0;
  for (std::size_t i = 0; i < placed.particles.size(); ++i) {
    energy += placed.particles.mass[i] * (testing::kGravity * placed.particles.position[i].z() +
                                          0.5 * placed.particles.velocity[i].squaredNorm()) +
              0.5 * placed.particles.inertia(i) * placed.particles.angularVelocity[i].squaredNorm();
  }
  EXPECT_NEAR(scene.budget.totalWork - settled.budget.totalWork, energy, 1e-9 * energy);
  StepData data;
  testing::takeSteps(scene, data, 50);
  EXPECT_EQ(scene.faultCount, 0U);
  EXPECT_TRUE(scene.guard.findings.empty());
}

TEST(Branch, GrainsAreMovedOutOfAMovedFloor) {
  World before = testing::emptyWorld();
  testing::addFloor(before);
  before.bodies[0].name = "floor";
  World settled = before;
  testing::addLattice(settled, 4, 4, 2, 0.012, 0.013, 1);
  StepData data;
  testing::run(settled, data, 0.3);
  World scene = before;
  scene.bodies[0].pose.orientation = Quat(Eigen::AngleAxisd(kTilt, Vec3::UnitY()));
  World probe = settled;
  probe.bodies[0].pose = scene.bodies[0].pose;
  ASSERT_GT(deepestInFloor(probe), 0.5);
  const BranchResult result = branchFrom(settled, before, false, scene);
  EXPECT_TRUE(result.refusal.empty()) << result.refusal;
  EXPECT_NE(result.message.find("moved out"), std::string::npos) << result.message;
  EXPECT_LT(deepestInFloor(scene), 0.05);
}

TEST(Branch, ShapesMayComeAndGo) {
  const World settled = settledWorld();
  World scene = rainWorld();
  scene.bodies[1].shapes.push_back(scene.bodies[1].shapes[0]);
  scene.bodies[1].shapes[1].local.orientation = Quat(Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitZ()));
  World cross = scene;
  ASSERT_TRUE(branchFrom(settled, rainWorld(), false, cross).refusal.empty());
  EXPECT_EQ(cross.bodies[1].shapes.size(), 2U);
  EXPECT_NE(stateHash(cross), stateHash(settled));
  StepData data;
  testing::takeSteps(cross, data, 20);
  EXPECT_EQ(cross.faultCount, 0U);
  World back = rainWorld();
  ASSERT_TRUE(branchFrom(cross, scene, false, back).refusal.empty());
  EXPECT_EQ(back.bodies[1].shapes.size(), 1U);
  testing::takeSteps(back, data, 20);
  EXPECT_EQ(back.faultCount, 0U);
}

TEST(Branch, RefusesOtherBodiesMaterialsSidesAndPlacesOfMovingBodies) {
  const World settled = settledWorld();
  const auto refusal = [&](auto change) {
    World scene = rainWorld();
    change(scene);
    const std::uint64_t before = stateHash(scene);
    const std::string text = branchFrom(settled, rainWorld(), false, scene).refusal;
    EXPECT_TRUE(text.empty() || stateHash(scene) == before);
    return text;
  };
  EXPECT_NE(refusal([](World& w) { w.bodies.pop_back(); }).find("bodies"), std::string::npos);
  EXPECT_NE(refusal([](World& w) { w.materials.list[0].name = "sand"; }).find("materials"), std::string::npos);
  EXPECT_NE(refusal([](World& w) { w.periodic.length.x() = 1.0; }).find("periodic"), std::string::npos);
  EXPECT_NE(refusal([](World& w) { w.bodies[1].pose.position.z() = 0.02; }).find("paddle"), std::string::npos);
  EXPECT_EQ(refusal([](World&) {}), "");
}

}  // namespace
}  // namespace scree
