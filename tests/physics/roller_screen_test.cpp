// The shipped roller screen: fines leave through it, pellets over its end, and nothing gets lost.
#include <gtest/gtest.h>

#include "engine/analysis/sieving/size_partition.h"
#include "engine/scene/scene.h"
#include "engine/step/step.h"
#include "engine/step/step_data.h"

namespace scree {
namespace {

TEST(SlowRollerScreen, PartsBySizeAndKeepsTheMass) {
  SceneResult result = loadScene(SCREE_SOURCE_DIR "/resources/scenes/roller_screen.yaml");
  ASSERT_TRUE(result.scene);
  World& world = result.scene->world;
  ASSERT_EQ(world.sinks.size(), 2U);
  const double gap = widestGap(world.sinks[0].sieve.value());
  StepData data;
  while (world.time < 8.0) {
    ASSERT_TRUE(step(world, data));
  }
  EXPECT_EQ(world.faultCount, 0U);
  EXPECT_GT(world.sinks[0].departures.size(), 250U);
  EXPECT_GT(world.sinks[1].departures.size(), 300U);
  for (const Departure& gone : world.sinks[0].departures) {
    ASSERT_LT(gone.diameter, gap);
  }
  double mass = world.sinks[0].mass + world.sinks[1].mass;
  for (const double m : world.particles.mass) {
    mass += m;
  }
  EXPECT_NEAR(mass, world.emitters[0].emittedMass, 1e-9 * mass);
  // The partition curve falls from nearly all of the finest to nothing at the gap.
  const std::vector<SizeClass> classes = partitionBySize(world, 10);
  ASSERT_EQ(classes.size(), 10U);
  EXPECT_GT(classes.front().mass[0] / classes.front().massInAll, 0.6);
  double last = 1.0;
  for (const SizeClass& one : classes) {
    const double share = one.mass[0] / one.massInAll;
    EXPECT_LE(share, last + 0.1) << one.smallest;
    if (one.smallest >= gap) {
      EXPECT_EQ(share, 0.0);
    }
    last = share;
  }
}

}  // namespace
}  // namespace scree
