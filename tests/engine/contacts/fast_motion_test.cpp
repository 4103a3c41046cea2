// What moves many radii in a step: blades, sheets, walls and grains. Nothing is passed through; the step is divided
// where that would happen, and nowhere else.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <string_view>

#include "engine/aggregates/carriers.h"
#include "engine/aggregates/membership.h"
#include "engine/base/parallel.h"
#include "engine/geometry/mesh.h"
#include "engine/settings/parts_needed.h"
#include "engine/settings/presets.h"
#include "engine/settings/settings_constants.h"
#include "engine/state/state.h"
#include "engine/step/motion_need.h"
#include "engine/world/warnings.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kStep = 5e-3;
constexpr double kFastRadius = 2e-3;

World fastWorld(Preset preset = Preset::fast, double restitution = 0.0) {
  PairLaw law = testing::smoothLaw(restitution);
  law.stiffness = 1e4;
  World world = testing::emptyWorld(law);
  world.parameters.timeStep = kStep;
  applyPreset(world.parameters, preset);
  return world;
}

std::size_t addGrain(World& world, const Vec3& position, const Vec3& velocity = Vec3::Zero()) {
  return testing::addSphere(world, position, 2.0 * kFastRadius, velocity);
}

MeshShape sheet(double halfX, double halfZ) {
  Triangles triangles;
  triangles.points = {{-halfX, 0, -halfZ}, {halfX, 0, -halfZ}, {halfX, 0, halfZ}, {-halfX, 0, halfZ}};
  triangles.corners = {{0, 1, 2}, {0, 2, 3}};
  return {makeMesh(triangles)};
}

/// A shape 0.4 m long along x, thin along y.
struct Thin {
  const char* name;
  std::function<Shape()> shape;
  Pose local = {};
};

const Quat kAlongX(Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitY()));
const Quat kAcrossY(Eigen::AngleAxisd(0.5 * std::numbers::pi, Vec3::UnitX()));

const std::vector<Thin>& thinShapes() {
  static const std::vector<Thin> kShapes = {
      {"Mesh", [] { return Shape(sheet(0.2, 0.025)); }},
      {"Rectangle",
       [] {
         return Shape(Rectangle{0.2, 0.025});
       },
       {Vec3::Zero(), kAcrossY}},
      {"Box", [] { return Shape(SolidBox{Vec3(0.2, 0.0002, 0.025)}); }},
      {"Capsule", [] { return Shape(Capsule{.radius = 0.0003, .halfLength = 0.2}); }, {Vec3::Zero(), kAlongX}},
      {"Cylinder", [] { return Shape(SolidCylinder{.radius = 0.0003, .halfLength = 0.2}); }, {Vec3::Zero(), kAlongX}},
  };
  return kShapes;
}

using BladeCase = std::tuple<std::size_t, Preset>;
class Blade : public ::testing::TestWithParam<BladeCase> {};

TEST_P(Blade, PushesEveryGrainThatItComesTo) {
  const auto& [index, preset] = GetParam();
  const Thin& thin = thinShapes()[index];
  constexpr double kTurn = 50.0;  // rad/s: 25 radii a step at the tip
  World world = fastWorld(preset);
  world.parameters.gravity.setZero();
  testing::addShape(world, thin.shape());
  world.bodies[0].shapes[0].local = thin.local;
  world.bodies[0].drives.push_back({Rotation{Vec3::Zero(), Vec3::UnitZ()}, {.value = kTurn}});
  for (const double side : {1.0, -1.0}) {
    for (const double r : {0.02, 0.05, 0.08, 0.11, 0.14, 0.17, 0.19}) {
      // A wing of a rectangle is met on its front at one side of the axis and on its back at the other.
      if (side < 0.0 || thin.name != std::string_view("Rectangle")) {
        addGrain(world, Vec3(0.0, side * r, 0.0));
      }
    }
  }
  const World start = world;
  StepData data;
  int most = 0;
  for (int i = 0; i < 10; ++i) {
    step(world, data);
    most = std::max(most, data.context.substeps);
  }
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    const double r = start.particles.position[i].norm();
    EXPECT_GE(world.particles.velocity[i].norm(), 0.95 * kTurn * r) << r;
    // An impact without a rebound gives it that speed. A bead on a turning rod then has ω r (cosh² + sinh²)^1/2 of the
    // angle, here 1.8 ω r after 0.93 rad; being pushed out of the overlap of a substep's way adds a part of ω r.
    EXPECT_LE(world.particles.velocity[i].norm(), (1.8 + 0.6) * kTurn * r) << r;
  }
  EXPECT_GT(most, 24);
  EXPECT_TRUE(world.faults.empty());
  EXPECT_NEAR(world.time, 10 * kStep, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Shapes, Blade,
                         ::testing::Combine(::testing::Range<std::size_t>(0, 5),
                                            ::testing::Values(Preset::fast, Preset::accurate)),
                         [](const auto& named) {
                           return std::string(thinShapes()[std::get<0>(named.param)].name) +
                                  (std::get<1>(named.param) == Preset::fast ? "Fast" : "Accurate");
                         });

/// A wall across y at the origin, which a grain flies against from in front of it.
struct Wall {
  const char* name;
  std::function<Shape()> shape;
  Pose pose = {};
};

const std::vector<Wall>& walls() {
  static const std::vector<Wall> kWalls = {
      {"Mesh", [] { return Shape(sheet(0.05, 0.05)); }},
      {"Rectangle",
       [] {
         return Shape(Rectangle{0.05, 0.05});
       },
       {Vec3::Zero(), kAcrossY}},
      {"Plane", [] { return Shape(Plane{}); }, {Vec3::Zero(), kAcrossY}},
      {"Box", [] { return Shape(SolidBox{Vec3(0.05, 0.0005, 0.05)}); }},
      {"Container",
       [] { return Shape(Container{.halfExtents = Vec3::Constant(0.5)}); },
       {Vec3(0, -0.5, 0), Quat::Identity()}},
      {"Drum",
       [] { return Shape(HollowCylinder{.radius = 0.5, .halfLength = 0.1}); },
       {Vec3(0, -0.5, 0), Quat::Identity()}},
  };
  return kWalls;
}

class FastGrain : public ::testing::TestWithParam<std::size_t> {};

TEST_P(FastGrain, IsStoppedAtEverySpeedAndDistance) {
  const Wall& wall = walls()[GetParam()];
  for (const double radii : {3.0, 7.0, 20.0, 50.0}) {
    for (const double gap : {0.1, 1.7, 4.2, 11.0, 33.0}) {
      World world = fastWorld();
      world.parameters.gravity.setZero();
      testing::addShape(world, wall.shape(), wall.pose);
      addGrain(world, Vec3(0.0, -(1.0 + gap) * kFastRadius, 0.0), Vec3(0.0, radii * kFastRadius / kStep, 0.0));
      StepData data;
      testing::takeSteps(world, data, 20);
      const double y = world.particles.position[0].y();
      EXPECT_LT(y, 0.0) << radii << " " << gap;
      // What it overlaps by in a substep pushes it back, though not as fast as it came.
      EXPECT_LE(world.particles.velocity[0].y(), 1e-6) << radii << " " << gap;
      EXPECT_LT(world.particles.velocity[0].norm(), 0.6 * radii * kFastRadius / kStep) << radii << " " << gap;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Walls, FastGrain, ::testing::Range<std::size_t>(0, 6),
                         [](const auto& named) { return std::string(walls()[named.param].name); });

TEST(FastMotion, AGrainDoesNotPassAnother) {
  for (const double radii : {3.0, 7.0, 20.0, 50.0}) {
    for (const double gap : {0.2, 2.3, 5.0, 17.0, 41.0}) {
      World world = fastWorld(Preset::fast, 1.0);
      world.parameters.gravity.setZero();
      const double speed = radii * kFastRadius / kStep;
      addGrain(world, Vec3(-(2.0 + gap) * kFastRadius, 0.0, 0.0), Vec3(speed, 0.0, 0.0));
      addGrain(world, Vec3::Zero());
      StepData data;
      testing::takeSteps(world, data, 20);
      EXPECT_LT(world.particles.position[0].x(), world.particles.position[1].x()) << radii << " " << gap;
      // Equal ones change their velocities.
      EXPECT_NEAR(world.particles.velocity[1].x(), speed, 0.02 * speed) << radii << " " << gap;
      EXPECT_NEAR(world.particles.velocity[0].x(), 0.0, 0.02 * speed) << radii << " " << gap;
    }
  }
}

TEST(FastMotion, GrainsThatAreThrownMeetTheNextOnes) {
  World world = fastWorld();
  world.parameters.gravity.setZero();
  constexpr int kGrains = 6;
  for (int i = 0; i < kGrains; ++i) {
    addGrain(world, Vec3((5.0 + 7.0 * i) * kFastRadius, 0.0, 0.0));
  }
  testing::addShape(world, Rectangle{0.05, 0.05}, {Vec3::Zero(), kAlongX});
  const double speed = 40.0 * kFastRadius / kStep;
  world.bodies[0].drives.push_back({Translation{Vec3::UnitX()}, {.value = speed}});
  StepData data;
  for (int i = 0; i < 3; ++i) {
    step(world, data);
    for (int grain = 1; grain < kGrains; ++grain) {
      EXPECT_LT(world.particles.position[static_cast<std::size_t>(grain) - 1].x(),
                world.particles.position[static_cast<std::size_t>(grain)].x());
    }
    EXPECT_LT(world.bodies[0].pose.position.x(), world.particles.position[0].x());
  }
  for (std::size_t grain = 0; grain < kGrains; ++grain) {
    EXPECT_GT(world.particles.velocity[grain].x(), 0.95 * speed);
  }
}

TEST(FastMotion, AMemberIsNotPassedEither) {
  for (const double radii : {7.0, 30.0}) {
    World world = fastWorld();
    world.parameters.reduction.merging = Switch::on;
    testing::addShape(world, Plane{}, {Vec3(0, 0, -kFastRadius), Quat::Identity()});
    addGrain(world, Vec3::Zero());
    StepData data;
    fitMembers(world);
    join(world, 0, *aggregateOn(world, ContactKey::boundary(0, 0, 0, 0)));
    const double speed = radii * kFastRadius / kStep;
    addGrain(world, Vec3(-0.9 * radii * kFastRadius, 0.0, 0.0), Vec3(speed, 0.0, 0.0));
    testing::takeSteps(world, data, 4);
    placeMembers(world);
    EXPECT_EQ(world.reduction.memberCount, 0U);
    EXPECT_LT(world.particles.position[1].x(), world.particles.position[0].x());
    EXPECT_GT(world.particles.velocity[0].x(), 0.4 * speed);
  }
}

TEST(FastMotion, NothingIsDividedWhereNothingIsMet) {
  World world = fastWorld();
  const int substeps = world.parameters.substeps;
  testing::addFloor(world);
  addGrain(world, Vec3(0.0, 0.0, 0.4), Vec3(20.0, 0.0, 0.0));                  // in the air
  addGrain(world, Vec3(0.5, 0.0, 0.41), Vec3(-20.0, 0.0, 0.0));                // beside the way of the other one
  addGrain(world, Vec3(0.0, 0.1, kFastRadius - 1e-6), Vec3(0.0, -20.0, 0.0));  // slides
  testing::addShape(world, SolidCylinder{.radius = 0.1, .halfLength = 0.2}, {Vec3(0, 0.5, 0.1), kAlongX});
  world.bodies[1].drives.push_back({Rotation{Vec3(0, 0.5, 0.1), Vec3::UnitX()}, {.value = 200.0}});  // a roller
  addGrain(world, Vec3(0.0, 0.5, 0.2 + kFastRadius));
  StepData data;
  step(world, data);
  EXPECT_EQ(data.context.substeps, substeps);
}

TEST(FastMotion, AUniformMotionOfAllIsNone) {
  // A cloud of grains that fly side by side, faster than 50 radii a step.
  World world = fastWorld();
  world.parameters.gravity.setZero();
  testing::addLattice(world, 6, 6, 6, 0.004, 0.004, 3);
  for (Vec3& velocity : world.particles.velocity) {
    velocity = Vec3(30.0, 0.0, 0.0);
  }
  StepData data;
  step(world, data);
  EXPECT_EQ(data.context.substeps, world.parameters.substeps);
}

/// A bed of grains with gaps, on which another one falls in the second step, and the deepest overlap of any two at the
/// end of a step.
struct Drop {
  World world = fastWorld(Preset::fast, 0.5);
  StepData data;
  double deepest = 0.0;  ///< m
  double start = 0.0;    ///< kinetic energy at the start [J]
  double most = 0.0;     ///< largest kinetic energy over it
  int substeps = 0;      ///< largest number of a step

  /// In steps of `share` of kStep with so many substeps, and no more for what the grain presses.
  Drop(double speed, double spacing, double share = 1.0, int ofStep = 4) {
    world.parameters.gravity.setZero();
    world.parameters.timeStep = share * kStep;
    world.parameters.substeps = ofStep;
    world.parameters.mostSubsteps = ofStep;
    testing::addLattice(world, 5, 5, 5, 2.0 * kFastRadius, spacing, 4);
    Vec3 top = Vec3::Constant(-1.0);
    for (const Vec3& place : world.particles.position) {
      top = place.z() > top.z() ? place : top;
    }
    addGrain(world, top + Vec3(0.0, 0.0, 2.0 * kFastRadius + 1.3 * speed * kStep), Vec3(0.0, 0.0, -speed));
    start = kinetic();
    for (int i = 0; i < static_cast<int>(10.0 / share); ++i) {
      step(world, data);
      substeps = std::max(substeps, data.context.substeps);
      most = std::max(most, kinetic() / start);
      for (std::size_t a = 0; a < world.particles.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          const double apart = (world.particles.position[a] - world.particles.position[b]).norm();
          deepest = std::max(deepest, 2.0 * kFastRadius - apart);
        }
      }
    }
  }

  double kinetic() const {
    double energy = 0.0;
    for (std::size_t i = 0; i < world.particles.size(); ++i) {
      energy += 0.5 * world.particles.mass[i] * world.particles.velocity[i].squaredNorm();
    }
    return energy;
  }
};

TEST(FastMotion, ASingleFastGrainDoesNotDivideTheStep) {
  for (const double radii : {2.6, 3.5, 4.0}) {
    const double speed = radii * kFastRadius / kStep;
    for (const double spacing : {0.0041, 0.0044, 0.005}) {
      // Two substeps a radius in the step of the hit, and four in the others; there were three or four parts of two.
      const Drop whole(speed, spacing);
      const int substeps = static_cast<int>(std::ceil(2.0 * radii));
      EXPECT_EQ(whole.substeps, substeps) << radii << " " << spacing;
      EXPECT_LE(whole.most, 1.0 + 1e-6) << radii << " " << spacing;
      // What flies into another one is found a substep late.
      EXPECT_LE(whole.deepest, speed * kStep / 4) << radii << " " << spacing;
      const Drop fine(speed, spacing, 2.0 / substeps, 2);
      EXPECT_NEAR(whole.kinetic(), fine.kinetic(), 0.1 * whole.start) << radii << " " << spacing;
    }
  }
  // Beyond four radii it does.
  EXPECT_GT(Drop(8.0 * kFastRadius / kStep, 0.0044).substeps, 8);
}

World stirred() {
  World world = fastWorld();
  testing::addOpenBox(world, 0.06, 0.2);
  testing::addLattice(world, 9, 9, 5, 0.004, 0.005, 4);
  testing::addShape(world, sheet(0.025, 0.01), {Vec3(0, 0, 0.011), Quat::Identity()});
  world.bodies[1].drives.push_back({Rotation{Vec3(0, 0, 0.011), Vec3::UnitZ()}, {.value = 300.0}});
  return world;
}

TEST(FastMotion, ADividedRunIsRestoredBitForBitAndThreadsDoNotMatter) {
  World world = stirred();
  World threaded = world;
  StepData data;
  testing::takeSteps(world, data, 5);
  World restored = restoreState(saveState(world));
  StepData fresh;
  testing::takeSteps(world, data, 5);
  EXPECT_GT(data.context.substeps, world.parameters.mostSubsteps);
  testing::takeSteps(restored, fresh, 5);
  EXPECT_EQ(saveState(restored), saveState(world));
  ThreadPool pool(3);
  StepData shared;
  shared.context.threads = &pool;
  testing::takeSteps(threaded, shared, 10);
  EXPECT_EQ(stateHash(threaded), stateHash(world));
  EXPECT_EQ(world.parameters.timeStep, kStep);
}

TEST(FastMotion, ReactionsOfADividedStepAreMeansOverIt) {
  // A plate hits a grain without a rebound: its force times the step is the momentum that the grain gets.
  World world = fastWorld();
  world.parameters.gravity.setZero();
  addGrain(world, Vec3(9.0 * kFastRadius, 0.0, 0.0));
  testing::addShape(world, Rectangle{0.05, 0.05}, {Vec3::Zero(), kAlongX});
  const double speed = 20.0 * kFastRadius / kStep;
  world.bodies[0].drives.push_back({Translation{Vec3::UnitX()}, {.value = speed}});
  StepData data;
  step(world, data);
  ASSERT_GT(data.context.substeps, 16);
  const double momentum = world.particles.mass[0] * world.particles.velocity[0].x();
  EXPECT_GT(momentum, 0.9 * world.particles.mass[0] * speed);
  EXPECT_NEAR(-world.bodies[0].reaction.force.x() * kStep, momentum, 1e-5 * momentum);
  EXPECT_NEAR(world.budget.stepWork, momentum * speed, 1e-5 * momentum * speed);
}

TEST(FastMotion, APublishedRunWarnsOnceAndNamesTheStep) {
  for (const Preset preset : {Preset::paper, Preset::paperWarm}) {
    World world = fastWorld(preset);
    world.parameters.sweeps = 20;
    world.parameters.gravity.setZero();
    testing::addShape(world, sheet(0.2, 0.025));
    world.bodies[0].name = "blade";
    world.bodies[0].drives.push_back({Rotation{Vec3::Zero(), Vec3::UnitZ()}, {.value = 50.0}});
    addGrain(world, Vec3(0.0, 0.15, 0.0));
    addGrain(world, Vec3(0.0, -0.16, 0.0));
    World slow = world;
    StepData data;
    testing::takeSteps(world, data, 20);
    EXPECT_EQ(data.context.substeps, 1);
    ASSERT_EQ(world.faults.size(), 1U);
    EXPECT_TRUE(isWarning(world.faults[0]));
    EXPECT_EQ(world.faultCount, 0U);
    EXPECT_NE(world.faults[0].what.find("'blade'"), std::string::npos) << world.faults[0].what;
    // The farther one is met at 8 m/s, which is 20 radii a step: two of them are 0.5 ms.
    EXPECT_NE(world.faults[0].what.find("at most 0.5"), std::string::npos) << world.faults[0].what;
    slow.parameters.timeStep = 0.48e-3;
    StepData slowData;
    testing::run(slow, slowData, 0.1);
    EXPECT_TRUE(slow.faults.empty());
    EXPECT_GT(slow.particles.velocity[0].norm(), 0.95 * 50.0 * 0.15);
  }
}

TEST(FastMotion, WarnsWhereTheMostPartsAreNotEnough) {
  World world = fastWorld();
  world.parameters.gravity.setZero();
  testing::addShape(world, Rectangle{0.5, 0.5}, {Vec3::Zero(), kAlongX});
  world.bodies[0].name = "ram";
  const double ways = 4.0 * settings::kMostParts;
  world.bodies[0].drives.push_back({Translation{Vec3::UnitX()}, {.value = ways * kFastRadius / kStep}});
  addGrain(world, Vec3(20.0 * kFastRadius, 0.0, 0.0));
  StepData data;
  testing::takeSteps(world, data, 3);
  ASSERT_EQ(world.faults.size(), 1U);
  EXPECT_NE(world.faults[0].what.find("'ram'"), std::string::npos);
  EXPECT_NE(world.faults[0].what.find("at most 1.2 ms"), std::string::npos) << world.faults[0].what;
}

}  // namespace
}  // namespace scree
