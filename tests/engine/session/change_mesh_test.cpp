// Meshes made anew from other numbers while a world runs.
#include "engine/session/changes/change_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/collision/surface.h"
#include "engine/formats/made_meshes.h"
#include "engine/session/session.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "engine/world/placement.h"
#include "tests/support/time_runs.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

constexpr double kDrumRadius = 0.1;  // m, of the drum
constexpr double kTurning = 2.0;     // rad/s
constexpr double kGrain = 0.01;      // m

DrumMesh drumNumbers(double bumpHeight) {
  DrumMesh drum{.diameter = 2.0 * kDrumRadius, .length = 0.12, .sides = 48};
  drum.bumps = {.height = bumpHeight, .lowest = 0.5 * bumpHeight, .width = 0.02, .density = 1200.0, .seed = 1};
  return drum;
}

/// A lying drum of triangles that has turned for half a second with grains in it.
World turningDrum(const MadeMesh& made, Switch merging = Switch::off) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, Preset::fast);
  world.parameters.timeStep = 0.002;
  world.parameters.reduction.merging = merging;
  const std::uint32_t drum =
      testing::addShape(world, MeshShape{.mesh = meshOf(made), .made = std::make_shared<const MadeMesh>(made)},
                        testing::facing(Vec3::Zero(), Vec3::UnitY()));
  world.bodies[drum].name = "drum";
  world.bodies[drum].drives.push_back({Rotation{Vec3::Zero(), Vec3::UnitY()}, {.value = kTurning}});
  for (int i = -5; i <= 5; ++i) {
    for (int j = -3; j <= 3; ++j) {
      for (int k = -5; k <= 2; ++k) {
        const Vec3 place(0.0115 * i, 0.0115 * j, 0.0115 * k);
        if (std::hypot(place.x(), place.z()) < kDrumRadius - 0.016) {
          testing::addSphere(world, place, kGrain);
        }
      }
    }
  }
  StepData data;
  testing::run(world, data, 0.5);
  return world;
}

double fastest(const World& world) {
  double speed = 0.0;
  for (const Vec3& v : world.particles.velocity) {
    speed = std::max(speed, v.norm());
  }
  return speed;
}

/// Deepest overlap with the first body [m].
double deepest(const World& world) {
  double depth = 0.0;
  SurfaceTouches touches;
  const ShapeInstance& shape = world.bodies[0].shapes[0];
  const Pose pose = world.bodies[0].pose * shape.local;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    touchShape(shape.shape, pose.toLocal(world.particles.position[i]), world.particles.radius[i], touches);
    for (int t = 0; t < touches.count; ++t) {
      depth = std::max(depth, -touches.list[static_cast<std::size_t>(t)].gap);
    }
  }
  return depth;
}

/// Number of grains whose centre is not in the room of the drum.
std::size_t leftTheDrum(const World& world) {
  std::size_t count = 0;
  for (const Vec3& x : world.particles.position) {
    count += std::hypot(x.x(), x.z()) > kDrumRadius || std::abs(x.y()) > 0.06 ? 1 : 0;
  }
  return count;
}

TEST(ChangeMesh, GrainsInNewBumpsAreMovedOutWithoutSpeed) {
  World world = turningDrum(drumNumbers(0.002));
  const std::size_t count = world.particles.size();
  ASSERT_GT(count, 200U);
  ASSERT_EQ(leftTheDrum(world), 0U);
  const double before = fastest(world);
  const std::vector<Vec3> places = world.particles.position;
  const std::vector<Vec3> velocities = world.particles.velocity;
  const double energy = world.budget.totalWork;
  const MeshChange change = changeMesh(world, 0, 0, drumNumbers(0.012));
  EXPECT_EQ(change.refusal, "");
  // The number told is that of the grains that the wall has met, all of which have moved.
  std::size_t moved = 0;
  for (std::size_t i = 0; i < count; ++i) {
    moved += (world.particles.position[i] - places[i]).norm() > 1e-4 * kGrain ? 1 : 0;
  }
  const auto told = static_cast<std::size_t>(std::atoi(change.message.c_str()));
  EXPECT_GT(told, 20U) << change.message;
  EXPECT_LE(told, moved) << change.message;
  EXPECT_NE(change.message.find("grains were where the new wall of drum is: moved out of it"), std::string::npos)
      << change.message;
  EXPECT_EQ(change.message.find("no room"), std::string::npos) << change.message;
  EXPECT_EQ(world.particles.velocity, velocities);
  EXPECT_EQ(leftTheDrum(world), 0U);
  EXPECT_LT(deepest(world), 0.05 * kGrain);
  EXPECT_NE(world.budget.totalWork, energy);
  // No grain is thrown: in the next steps none is faster than the drum or the bed was by more than a fall from a
  // diameter.
  StepData data;
  const double bound = std::max(before, kTurning * kDrumRadius) + std::sqrt(2.0 * testing::kGravity * kGrain);
  for (int i = 0; i < 50; ++i) {
    testing::takeSteps(world, data, 1);
    EXPECT_LT(fastest(world), bound) << "step " << i;
  }
  EXPECT_EQ(world.particles.size(), count);
  EXPECT_EQ(world.faultCount, 0U);
  EXPECT_TRUE(world.guard.findings.empty());
  EXPECT_EQ(leftTheDrum(world), 0U);
}

TEST(ChangeMesh, LowerBumpsMoveNobody) {
  World world = turningDrum(drumNumbers(0.008));
  const std::vector<Vec3> places = world.particles.position;
  const MeshChange change = changeMesh(world, 0, 0, drumNumbers(0.002));
  EXPECT_EQ(change.refusal, "");
  EXPECT_EQ(change.message, "");
  EXPECT_EQ(world.particles.position, places);
}

/// Triangles and features of the old mesh that a step has kept are not used with the new one: the world goes on as one
/// that was loaded after the change.
TEST(ChangeMesh, NothingKeptOfTheOldMeshIsUsed) {
  for (const Switch merging : {Switch::off, Switch::on}) {
    World world = turningDrum(drumNumbers(0.002), merging);
    StepData data;
    testing::takeSteps(world, data, 20);
    for (const double height : {0.006, 0.004}) {
      const std::uint64_t before = stateHash(world);
      EXPECT_EQ(applyCommand(world, setMadeMesh(0, 0, drumNumbers(height))), "");
      EXPECT_NE(stateHash(world), before);
      World loaded = restoreState(saveState(world));
      EXPECT_EQ(saveState(loaded), saveState(world));
      ASSERT_NE(madeMeshOf(loaded, 0, 0), nullptr);
      EXPECT_TRUE(*madeMeshOf(loaded, 0, 0) == MadeMesh(drumNumbers(height)));
      for (const ContactKey& key : world.history.keys) {
        EXPECT_FALSE(key.isBoundary());
      }
      StepData fresh;
      testing::takeSteps(world, data, 60);
      testing::takeSteps(loaded, fresh, 60);
      EXPECT_EQ(stateHash(loaded), stateHash(world));
    }
  }
}

/// Wider gaps let more grains out.
TEST(ChangeMesh, TheFlowAnswersToWiderGaps) {
  const auto outlet = [](double beta) {
    return OutletMesh{.diameter = 2.0 * kDrumRadius,
                      .length = 0.12,
                      .gaps = 4,
                      .beta = beta,
                      .spiral = 0.1,
                      .rim = 0.01,
                      .sides = 48};
  };
  const auto leftAfter = [&](double beta) {
    World world = testing::emptyWorld();
    applyPreset(world.parameters, Preset::fast);
    world.parameters.timeStep = 0.002;
    const MadeMesh made = outlet(0.006);
    testing::addShape(world, MeshShape{.mesh = meshOf(made), .made = std::make_shared<const MadeMesh>(made)},
                      testing::facing(Vec3(0.0, -0.06, 0.0), Vec3::UnitY()));
    world.bodies[0].drives.push_back({Rotation{Vec3::Zero(), Vec3::UnitY()}, {.value = kTurning}});
    for (const double side : {-1.0, 1.0}) {
      testing::addShape(world, Rectangle{0.3, 0.3},
                        testing::facing(Vec3(0.0, 0.06 * side, 0.0), -side * Vec3::UnitY()));
    }
    Sink sink;
    sink.pose.position.z() = -0.4;
    sink.halfExtents = Vec3(1.0, 1.0, 0.1);
    world.sinks.push_back(sink);
    for (int i = -4; i <= 4; ++i) {
      for (int j = -3; j <= 3; ++j) {
        for (int k = -4; k <= 2; ++k) {
          testing::addSphere(world, Vec3(0.0115 * i, 0.0115 * j, 0.0115 * k), kGrain);
        }
      }
    }
    StepData data;
    testing::run(world, data, 0.6);
    EXPECT_TRUE(world.sinks[0].departures.empty()) << "the gaps are narrower than grains";
    EXPECT_EQ(changeMesh(world, 0, 0, outlet(beta)).refusal, "");
    testing::run(world, data, 1.5);
    EXPECT_EQ(world.faultCount, 0U);
    return world.sinks[0].departures.size();
  };
  const std::size_t narrow = leftAfter(0.008);
  const std::size_t wide = leftAfter(0.03);
  EXPECT_EQ(narrow, 0U);
  EXPECT_GT(wide, 100U);
}

/// A wall that comes in so far that the grains have no room left says how many.
TEST(ChangeMesh, GrainsWithoutRoomAreCounted) {
  World world = testing::emptyWorld();
  const BoxMesh wide{.size = Vec3(0.04, 0.04, 0.04), .cuts = 2, .open = false};
  BoxMesh tight = wide;
  tight.size = Vec3(0.031, 0.031, 0.021);
  const MadeMesh made = wide;
  testing::addShape(world, MeshShape{.mesh = meshOf(made), .made = std::make_shared<const MadeMesh>(made)});
  for (int i = 0; i < 27; ++i) {
    testing::addSphere(world, 0.0125 * Vec3(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1), 0.0125);
  }
  const MeshChange change = changeMesh(world, 0, 0, tight);
  EXPECT_NE(change.message.find("found no room"), std::string::npos) << change.message;
  EXPECT_NE(change.message.find("undo the change"), std::string::npos) << change.message;
}

TEST(ChangeMesh, RefusalsLeaveTheWorldAsItIs) {
  World world = turningDrum(drumNumbers(0.004));
  testing::addFloor(world);
  const std::vector<std::byte> before = saveState(world);
  const auto refusal = [&](std::uint32_t body, std::uint32_t shape, const MadeMesh& made) {
    const std::string text = changeMesh(world, body, shape, made).refusal;
    EXPECT_EQ(saveState(world), before);
    return text;
  };
  EXPECT_EQ(refusal(1, 0, drumNumbers(0.002)), "shape 0 of body 1 was not made from numbers");
  EXPECT_EQ(refusal(0, 3, drumNumbers(0.002)), "shape 3 of body 0 was not made from numbers");
  EXPECT_EQ(refusal(9, 0, drumNumbers(0.002)), "shape 0 of body 9 was not made from numbers");
  EXPECT_EQ(refusal(0, 0, BoxMesh{.size = Vec3::Ones()}),
            "the mesh of drum is another machine part: numbers of the same part are needed");
  EXPECT_EQ(refusal(0, 0, drumNumbers(0.09)),
            "the mesh of drum cannot be made: make 'bump_height' less than a quarter of the diameter, and 'bump_width' "
            "no more than half the length");
}

TEST(ChangeMesh, ARunWithChangesIsReplayedBitForBit) {
  Session session(turningDrum(drumNumbers(0.002), Switch::on), false);
  session.post(StepOnce{30});
  testing::finish(session);
  session.post(setMadeMesh(0, 0, drumNumbers(0.008)));
  testing::finish(session);
  const std::shared_ptr<const Snapshot> shown = testing::latest(session);
  ASSERT_NE(shown, nullptr);
  const auto& shape = std::get<MeshShape>((*shown->scene.bodies[0].shapes)[0].shape);
  EXPECT_TRUE(*shape.made == MadeMesh(drumNumbers(0.008))) << "the snapshot has the new mesh";
  EXPECT_NE(shown->run.message.find("moved out of it"), std::string::npos) << shown->run.message;
  session.post(StepOnce{40});
  testing::finish(session);
  const std::uint64_t end = stateHash(session.world());
  const std::uint64_t last = session.world().step;
  session.post(SeekTo{last - 50});
  testing::finish(session);
  EXPECT_TRUE(*madeMeshOf(session.world(), 0, 0) == MadeMesh(drumNumbers(0.002)));
  session.post(SeekTo{last});
  testing::finish(session);
  EXPECT_EQ(session.world().step, last);
  EXPECT_EQ(stateHash(session.world()), end);
  // A restart keeps the new mesh.
  session.post(Restart{});
  testing::finish(session);
  EXPECT_TRUE(*madeMeshOf(session.world(), 0, 0) == MadeMesh(drumNumbers(0.008)));
  EXPECT_LT(deepest(session.world()), 0.05 * kGrain);
}

}  // namespace
}  // namespace scree
