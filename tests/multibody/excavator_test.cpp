// The shipped excavator: its cycle, and what the load in its bucket weighs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "engine/base/parallel.h"
#include "engine/scene/scene.h"
#include "engine/step/step.h"
#include "engine/world/placement.h"
#include "tests/support/worlds.h"

namespace scree::testing {
namespace {

std::uint32_t bodyNamed(const World& world, std::string_view name) {
  for (std::uint32_t i = 0; i < world.bodies.size(); ++i) {
    if (world.bodies[i].name == name) {
      return i;
    }
  }
  throw std::runtime_error("no such body");
}

const Joint& jointNamed(const World& world, std::string_view name) {
  for (const Joint& joint : world.joints) {
    if (joint.name == name) {
      return joint;
    }
  }
  throw std::runtime_error("no such joint");
}

/// Grains above a height: what the bucket has lifted.
struct Load {
  double mass = 0.0;           ///< kg
  Vec3 moment = Vec3::Zero();  ///< mass times position [kg m]
};

Load loadAbove(World world, double height) {
  placeMembers(world);
  Load load;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    if (world.particles.position[i].z() > height) {
      load.mass += world.particles.mass[i];
      load.moment += world.particles.mass[i] * world.particles.position[i];
    }
  }
  return load;
}

/// What a body's weight adds to a load.
void addBody(const World& world, std::string_view name, Load& load) {
  const Body& body = world.bodies[bodyNamed(world, name)];
  load.mass += body.mass.mass;
  load.moment += body.mass.mass * body.pose.toWorld(body.mass.centre);
}

Vec3 forceOf(const World& world, std::string_view joint) { return jointNamed(world, joint).force; }

World excavator() {
  SceneResult result = loadScene(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/excavator.yaml");
  EXPECT_TRUE(result.scene.has_value());
  return std::move(result.scene->world);
}

TEST(Excavator, HasTheJointsOfItsParts) {
  const World world = excavator();
  const auto parts =
      std::count_if(world.bodies.begin(), world.bodies.end(), [](const Body& body) { return body.isDynamic(); });
  EXPECT_EQ(parts, 7 + 3 * 2) << "each cylinder is a barrel and a rod";
  std::size_t cylinders = 0;
  std::size_t motors = 0;
  for (const Joint& joint : world.joints) {
    cylinders += joint.kind == JointKind::prismatic ? 1 : 0;
    motors += joint.motor.kind != MotorKind::none ? 1 : 0;
  }
  EXPECT_EQ(cylinders, 3U);
  EXPECT_EQ(motors, 4U) << "cylinders and swing";
  EXPECT_EQ(world.joints.size(), 8U + 3U * 3U) << "each cylinder has a pin, a guide and an eye";
}

/// What is statically known of the machine while it holds its load still: each force by hand, within 1 %.
void expectForcesByHand(const World& world, const Load& carried) {
  // Grains that are stuck between bucket and stick press on both: what the bucket bears is not just its load.
  const Body& bucket = world.bodies[bodyNamed(world, "bucket")];
  const double onPins = bucket.mass.mass * kGravity - bucket.reaction.force.z();
  EXPECT_NEAR(forceOf(world, "bucket_pivot").z() + forceOf(world, "link_pin").z(), onPins, 0.01 * onPins);

  Load boom = carried;
  for (const char* part :
       {"boom", "stick", "bucket", "rocker", "link", "stick_barrel", "stick_rod", "bucket_barrel", "bucket_rod"}) {
    addBody(world, part, boom);
  }
  const Vec3 eye = forceOf(world, "boom_eye");
  const double weight = boom.mass * kGravity;
  EXPECT_NEAR(forceOf(world, "boom_pivot").z() + eye.z(), weight, 0.01 * weight);

  // Moments about the boom's pivot: the cylinder's eye against all weights.
  const Joint& pivot = jointNamed(world, "boom_pivot");
  const Vec3 point = world.bodies[pivot.b].pose.toWorld(pivot.frameB.position);
  const Joint& eyeJoint = jointNamed(world, "boom_eye");
  const Vec3 arm = world.bodies[eyeJoint.b].pose.toWorld(eyeJoint.frameB.position) - point;
  const double ofWeights = kGravity * (boom.moment.x() - boom.mass * point.x());
  EXPECT_NEAR(arm.x() * eye.z() - arm.z() * eye.x(), ofWeights, 0.01 * ofWeights);

  // The motor pushes the rod, which bears its own weight too.
  const Joint& cylinder = jointNamed(world, "boom_cylinder");
  const Vec3 axis = world.bodies[cylinder.a].pose.orientation * cylinder.frameA.orientation * Vec3::UnitZ();
  const double rod = world.bodies[bodyNamed(world, "boom_rod")].mass.mass * kGravity;
  EXPECT_NEAR(cylinder.motorForce, axis.dot(eye) + rod * axis.z(), 0.01 * cylinder.motorForce);

  // The tracks bear the whole machine; the ground's own weight is no part of it.
  Load machine = carried;
  for (const Body& body : world.bodies) {
    if (body.isDynamic()) {
      addBody(world, body.name, machine);
    }
  }
  EXPECT_NEAR(forceOf(world, "tracks").z(), machine.mass * kGravity, 0.01 * machine.mass * kGravity);
}

TEST(SlowExcavator, DigsLiftsSwingsAndDumps) {
  World world = excavator();
  StepData data;
  ThreadPool pool(2);
  data.context.threads = &pool;

  run(world, data, 12.4);  // lifted and held still for a second
  double pressed = 0.0;
  double weighed = 0.0;
  constexpr int kSteps = 160;
  for (int i = 0; i < kSteps; ++i) {
    step(world, data);
    // Grains that stick between bucket and stick press both, against each other.
    for (const char* part : {"bucket", "stick", "rocker", "link", "bucket_rod"}) {
      pressed -= world.bodies[bodyNamed(world, part)].reaction.force.z() / kSteps;
    }
    if (i % 40 == 0) {
      weighed += loadAbove(world, 1.2).mass / (kSteps / 40);  // what has spilt lies below
    }
  }
  EXPECT_GT(weighed, 400.0) << "a bucket of 0.4 m³ is filled well";
  EXPECT_NEAR(pressed, weighed * kGravity, 0.01 * weighed * kGravity);
  EXPECT_GT(world.reduction.levelOf(world.particles.size()).level(), 0.6);
  const Load load = loadAbove(world, 1.2);
  expectForcesByHand(world, load);

  run(world, data, 6.2);  // swung by 80 degrees and emptied
  EXPECT_NEAR(jointNamed(world, "swing").coordinate, 80.0 * 3.14159265358979 / 180.0, 1e-3);
  EXPECT_LT(loadAbove(world, 1.2).mass, 0.05 * load.mass);
  placeMembers(world);
  double dumped = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    dumped += world.particles.position[i].y() > 2.0 ? world.particles.mass[i] : 0.0;
  }
  EXPECT_GT(dumped, 0.8 * load.mass);

  run(world, data, 3.2);  // back where it began
  for (const char* motor : {"swing", "boom_cylinder", "stick_cylinder", "bucket_cylinder"}) {
    EXPECT_NEAR(jointNamed(world, motor).coordinate, 0.0, 1e-3) << motor;
  }
  EXPECT_EQ(world.faultCount, 0U);
}

}  // namespace
}  // namespace scree::testing
