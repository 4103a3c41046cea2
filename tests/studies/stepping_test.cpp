#include <gtest/gtest.h>

#include "app/studies/stepping.h"

namespace scree {
namespace {

TEST(Stepping, AFailureOfTheGuardTellsWhenWhereAndWhat) {
  World world;
  world.guard.findings.push_back({.kind = GuardKind::overlap,
                                  .step = 420,
                                  .time = 2.1,
                                  .particle = 7,
                                  .position = Vec3(0.5, -1.25, 3.0),
                                  .partner = "belt",
                                  .what = "it overlaps by 25 % of a diameter and stays so",
                                  .remedy = "take a smaller time_step"});
  const std::string failure = failureOf(world, SteppingEnd::guard);
  for (const char* part : {"2.1 s", "particle 7", "[0.5, -1.25, 3] m", "belt", "25 %", "smaller time_step"}) {
    EXPECT_NE(failure.find(part), std::string::npos) << part << " is not in: " << failure;
  }
  EXPECT_EQ(failureOf(world, SteppingEnd::signal), "it was stopped");
  EXPECT_EQ(failureOf(world, SteppingEnd::done), "");
}

}  // namespace
}  // namespace scree
