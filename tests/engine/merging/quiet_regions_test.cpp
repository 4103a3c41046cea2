// A region where a sweep changes nothing that counts is not swept again in the substep.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "engine/base/parallel.h"
#include "engine/settings/presets.h"
#include "engine/state/state.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::kDiameter;

constexpr int kLength = 130;  // grains
constexpr int kWidth = 16;
constexpr int kHeight = 2;

World madeFast(World world) {
  world.parameters.method = Method::pgs;
  applyPreset(world.parameters, Preset::fast);
  return world;
}

World withTolerance(World world) {
  world = madeFast(std::move(world));
  world.parameters.tolerance = 1e-5;
  return world;
}

World sweptInFull(World world) {
  world.parameters.tolerance = 0.0;
  world.parameters.restTolerance = 0.0;
  return world;
}

std::uint64_t allSweeps(const World& world, const StepData& data) {
  std::uint64_t contacts = 0;
  for (const Slab& slab : data.batched.problem.slabs) {
    contacts += slab.contacts;
  }
  return contacts * static_cast<std::uint64_t>(world.parameters.sweeps * world.parameters.substeps);
}

/// A thin layer in a trough, some thousand contacts in four regions along it, after it came to rest. Deep beds creep
/// on.
World troughAtRest(World (*make)(World), const PairLaw& law) {
  World world = testing::emptyWorld(law);
  Container trough;
  trough.halfExtents = 0.55 * kDiameter * Vec3(kLength + 1, kWidth + 1, 4 * kHeight);
  Pose pose;
  pose.position.z() = trough.halfExtents.z();
  testing::addShape(world, trough, pose);
  testing::addLattice(world, kLength, kWidth, kHeight, 0.9 * kDiameter, kDiameter, 5);
  world = make(std::move(world));
  StepData data;
  do {
    testing::run(world, data, 1.0);  // the last loose grains roll for long
  } while (world.time < 20.0 && 2 * data.report.contactSweeps > allSweeps(world, data));
  return world;
}

/// Without it grains that spin on one spot go on, and move others by more than the preset takes for nothing.
PairLaw lawWithTwisting() {
  PairLaw law = testing::pelletLaw();
  law.twisting = 0.5;
  return law;
}

/// What lets regions rest: a tolerance, or what the preset has.
enum class By : std::uint8_t { tolerance, preset };

const World& trough(By by) {
  static const World tolerant = troughAtRest(withTolerance, testing::pelletLaw());
  static const World fast = troughAtRest(madeFast, lawWithTwisting());
  return by == By::tolerance ? tolerant : fast;
}

class QuietRegions : public ::testing::TestWithParam<By> {};
INSTANTIATE_TEST_SUITE_P(By, QuietRegions, ::testing::Values(By::tolerance, By::preset),
                         [](const auto& named) { return named.param == By::tolerance ? "Tolerance" : "Preset"; });

/// The grain that is farthest along an axis.
std::size_t farthest(const World& world, const Vec3& along) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < world.particles.size(); ++i) {
    if (along.dot(world.particles.position[i]) > along.dot(world.particles.position[best])) {
      best = i;
    }
  }
  return best;
}

TEST_P(QuietRegions, AreNotSweptAgain) {
  World world = trough(GetParam());
  StepData data;
  testing::takeSteps(world, data, 1);
  ASSERT_GE(data.batched.problem.slabs.size(), 4U);
  EXPECT_LT(2 * data.report.contactSweeps, allSweeps(world, data));
  // The step's last sweep is of all regions, and tells that nothing was missed: a thousandth of what gravity gives.
  ASSERT_EQ(data.report.residuals.size(), 1U);
  EXPECT_LT(data.report.residuals.back().worstRms(), 1e-3 * testing::kGravity * data.context.substepTime);
}

TEST_P(QuietRegions, OthersAreSweptInFull) {
  World world = trough(GetParam());
  world.particles.velocity[farthest(world, Vec3::UnitX())] = Vec3(0.0, 0.0, -0.5);
  StepData data;
  testing::takeSteps(world, data, 1);
  EXPECT_EQ(data.report.sweeps, world.parameters.substeps * world.parameters.sweeps);
  EXPECT_LT(4 * data.report.contactSweeps, 3 * allSweeps(world, data)) << "what is far away was swept as well";
}

/// Every kind of row tells: a step of one grain on the floor that does something slowly, a hundred times the tolerance.
TEST(Tolerance, EveryKindOfMotionCounts) {
  constexpr double kSlow = 1e-3;  // m/s
  struct Motion {
    const char* name;
    Vec3 velocity;
    Vec3 surfaceSpeed;  ///< r ω
  };
  const Motion motions[] = {{"into the floor", Vec3(0, 0, -kSlow), Vec3::Zero()},
                            {"along it", Vec3(kSlow, 0, 0), Vec3::Zero()},
                            {"rolling", Vec3(kSlow, 0, 0), Vec3(0, kSlow, 0)},
                            {"twisting", Vec3::Zero(), Vec3(0, 0, kSlow)}};
  World still = withTolerance(testing::emptyWorld(lawWithTwisting()));
  testing::addFloor(still);
  testing::addSphere(still, Vec3(0, 0, testing::kRadius - 1e-6));
  StepData data;
  testing::run(still, data, 1.0);
  EXPECT_EQ(data.report.sweeps, still.parameters.substeps + 1);
  for (const Motion& motion : motions) {
    World world = still;
    world.particles.velocity[0] += motion.velocity;
    world.particles.angularVelocity[0] += motion.surfaceSpeed / world.particles.radius[0];
    testing::takeSteps(world, data, 1);
    EXPECT_GT(data.report.sweeps, still.parameters.substeps + 1) << motion.name;
  }
}

TEST_P(QuietRegions, MoveAsIfTheyWereSwept) {
  // A ball is dropped on the bed: what it does to it must not come later or be less for what is not swept. In each
  // substep a contact may miss the tolerance of 1e-5 m/s: over 0.3 s, were it always the same way, 3e-6 m, a few ten
  // thousandths of a diameter. Ten times that, because grains that roll off part from each other.
  constexpr double kTime = 0.3;
  World world = trough(GetParam());
  const std::size_t ball = testing::addSphere(
      world, world.particles.position[farthest(world, Vec3::UnitZ())] + 2.0 * kDiameter * Vec3::UnitZ(), 2 * kDiameter,
      Vec3(0, 0, -1.0));
  World full = sweptInFull(world);
  StepData data;
  StepData fullData;
  testing::run(world, data, kTime);
  testing::run(full, fullData, kTime);
  double squares = 0.0;
  for (std::size_t i = 0; i < world.particles.size(); ++i) {
    squares += (world.particles.position[i] - full.particles.position[i]).squaredNorm();
  }
  EXPECT_LT(std::sqrt(squares / static_cast<double>(world.particles.size())), 2e-3 * kDiameter);
  EXPECT_LT((world.particles.position[ball] - full.particles.position[ball]).norm(), 2e-2 * kDiameter);
}

TEST_P(QuietRegions, NeitherThreadsNorMeasuringMatter) {
  World start = trough(GetParam());
  start.particles.velocity[farthest(start, Vec3::UnitX())] = Vec3(-1.0, 0.0, 0.5);
  World alone = start;
  StepData data;
  std::uint64_t sweeps = 0;
  for (int i = 0; i < 40; ++i) {
    testing::takeSteps(alone, data, 1);
    sweeps += data.report.contactSweeps;
  }
  for (const int threads : {2, 3, 8}) {
    World world = start;
    ThreadPool pool(threads);
    StepData shared;
    shared.context.threads = &pool;
    shared.context.traceResiduals = threads == 3;
    std::uint64_t together = 0;
    for (int i = 0; i < 40; ++i) {
      testing::takeSteps(world, shared, 1);
      together += shared.report.contactSweeps;
    }
    EXPECT_EQ(stateHash(world), stateHash(alone)) << threads;
    EXPECT_EQ(together, sweeps) << threads;
  }
}

TEST_P(QuietRegions, AreNoneWithoutATolerance) {
  World world = sweptInFull(trough(GetParam()));
  StepData data;
  testing::takeSteps(world, data, 1);
  EXPECT_EQ(data.report.contactSweeps, allSweeps(world, data));
  EXPECT_EQ(data.report.sweeps, world.parameters.sweeps * world.parameters.substeps);
}

TEST(RestTolerance, LeavesMergingAlone) {
  World world = trough(By::preset);
  world.parameters.reduction.merging = Switch::on;
  StepData data;
  testing::takeSteps(world, data, 1);
  ASSERT_GT(data.list.contacts.size(), 1000U);
  EXPECT_EQ(data.report.contactSweeps, allSweeps(world, data));
}

TEST(RestTolerance, LeavesFewContactsAlone) {
  World world = madeFast(testing::emptyWorld());
  testing::addFloor(world);
  testing::addSphere(world, Vec3(0, 0, testing::kRadius - 1e-6));
  StepData data;
  testing::run(world, data, 1.0);
  EXPECT_EQ(data.report.sweeps, world.parameters.sweeps * world.parameters.substeps);
}

/// Something beside it that a joint could hold: rows that couple everything.
TEST(RestTolerance, LeavesDynamicBodiesAlone) {
  World world = trough(By::preset);
  const std::uint32_t ball =
      testing::addShape(world, SolidSphere{.radius = 5 * kDiameter},
                        {.position = Vec3(0, 0, 40 * kDiameter), .orientation = Quat::Identity()});
  world.bodies[ball].mass = {.mass = 1.0, .inertia = 1e-3 * Mat3::Identity()};
  ASSERT_TRUE(world.bodies[ball].isDynamic());
  StepData data;
  testing::takeSteps(world, data, 1);
  EXPECT_EQ(data.report.contactSweeps, allSweeps(world, data));
}

}  // namespace
}  // namespace scree
