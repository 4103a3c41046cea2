// What is told of contacts that existed in the step before: of those that touch, and of no others.
#include <gtest/gtest.h>

#include "engine/contacts/match.h"
#include "engine/settings/presets.h"
#include "engine/step/step.h"
#include "tests/support/worlds.h"

namespace scree {
namespace {

using testing::kDiameter;

class Matched : public ::testing::TestWithParam<Preset> {};

TEST_P(Matched, CountsContactsThatTouchedBeforeAndStillDo) {
  World world = testing::emptyWorld();
  applyPreset(world.parameters, GetParam());
  testing::addFloor(world);
  const std::size_t rests = testing::addSphere(world, Vec3(0.0, 0.0, 0.5 * kDiameter));
  testing::addSphere(world, Vec3(3.0 * kDiameter, 0.0, 0.5 * kDiameter));
  StepData data;
  ASSERT_TRUE(step(world, data));
  EXPECT_EQ(data.list.contacts.size(), 2U);
  EXPECT_EQ(countMatched(data.list), 0U);
  ASSERT_TRUE(step(world, data));
  EXPECT_EQ(data.list.contacts.size(), 2U);
  EXPECT_EQ(countMatched(data.list), 2U);
  // One flies off. With substeps its contact is found, as it was in the last step, and is apart at the end of this one;
  // with none it still counts.
  world.particles.velocity[rests] = Vec3(0.0, 0.0, 1.0);
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(step(world, data));
    EXPECT_EQ(countMatched(data.list), data.list.contacts.size());
  }
  EXPECT_EQ(data.list.contacts.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Solvers, Matched, ::testing::Values(Preset::paperWarm, Preset::fast),
                         [](const auto& one) { return one.param == Preset::fast ? "fast" : "paperWarm"; });

}  // namespace
}  // namespace scree
