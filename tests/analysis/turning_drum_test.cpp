#include <gtest/gtest.h>

#include "engine/analysis/angle_of_repose.h"
#include "engine/analysis/turning_drum.h"
#include "tests/support/drum_world.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

TEST(TurningDrum, IsFoundWithItsRadiusAndTheWayItTurns) {
  World world = testing::drumWorld(50, 0.010, 0.013, 0.08, 2);
  const std::optional<DrumFrame> drum = turningDrum(world);
  ASSERT_TRUE(drum.has_value());
  EXPECT_EQ(drum->radius, 0.08);
  EXPECT_EQ(drum->centre, Vec3::Zero());
  EXPECT_LT((drum->axis - Vec3::UnitY()).norm(), 1e-12);
  world.bodies[0].drives[0].speed.value = -2.0;
  EXPECT_LT((turningDrum(world)->axis + Vec3::UnitY()).norm(), 1e-12) << "what it lifts counts as positive";
}

TEST(TurningDrum, NothingElseIsTakenForOne) {
  const World drum = testing::drumWorld(50, 0.010, 0.013, 0.08, 2);
  EXPECT_FALSE(turningDrum(testing::emptyWorld()).has_value());
  World still = drum;
  still.bodies[0].drives.clear();
  EXPECT_FALSE(turningDrum(still).has_value());
  World off = drum;
  off.bodies[0].drives[0].motion = Rotation{Vec3(0.01, 0.0, 0.0), Vec3::UnitY()};
  EXPECT_FALSE(turningDrum(off).has_value()) << "it goes round another axis";
  World across = drum;
  across.bodies[0].drives[0].motion = Rotation{Vec3::Zero(), Vec3::UnitX()};
  EXPECT_FALSE(turningDrum(across).has_value());
  World tilted = drum;
  tilted.parameters.gravity = Vec3(1.0, 0.0, -9.0);
  EXPECT_FALSE(turningDrum(tilted).has_value());
  World upright = drum;
  upright.bodies[0].shapes[0].local = testing::facing(Vec3::Zero(), Vec3::UnitY());
  upright.bodies[0].drives[0].motion = Rotation{Vec3::Zero(), Vec3::UnitZ()};
  EXPECT_FALSE(turningDrum(upright).has_value()) << "a silo, not a drum";
}

/// A heap has an angle; what a belt draws out has none, and neither has a world without grains.
TEST(AngleOfRepose, IsThereOnlyWhereItMeansSomething) {
  World world = testing::emptyWorld();
  const std::uint32_t floor = testing::addFloor(world);
  EXPECT_FALSE(angleOfRepose(world).has_value());
  testing::addLattice(world, 5, 5, 3, testing::kDiameter, testing::kDiameter, 1);
  ASSERT_TRUE(angleOfRepose(world).has_value());
  world.bodies[floor].drives.push_back({SurfaceMotion{0, Vec3::UnitX()}, {.value = 0.1}});
  EXPECT_FALSE(angleOfRepose(world).has_value());
}

}  // namespace
}  // namespace scree
