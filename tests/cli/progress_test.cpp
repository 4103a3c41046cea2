#include "app/console/progress.h"

#include <gtest/gtest.h>

#include "engine/base/duration_text.h"

namespace scree {
namespace {

TEST(Progress, DurationsReadWell) {
  EXPECT_EQ(durationText(0.2), "1 s");
  EXPECT_EQ(durationText(59.0), "59 s");
  EXPECT_EQ(durationText(125.0), "2 min 05 s");
  EXPECT_EQ(durationText(3.0 * 3600.0 + 1200.0), "3 h 20 min");
  EXPECT_EQ(durationText(1e300), "years");
}

TEST(Progress, LineFitsTheTerminalAndKeepsWhatMatters) {
  const RunProgress progress{
      .time = 3.0, .start = 1.0, .until = 5.0, .rate = 0.5, .particles = 4864, .contacts = 13022};
  EXPECT_EQ(progressLine(progress, 120),
            "[##########..........]  50 %  3.000 / 5 s  4 s left  0.5 x real time  4864 particles  13022 contacts");
  for (std::size_t width = 0; width < 130; ++width) {
    EXPECT_LE(progressLine(progress, width).size(), width);
  }
  EXPECT_EQ(progressLine(progress, 26), " 50 %  3.000 / 5 s");
  EXPECT_EQ(progressLine(progress, 28), " 50 %  3.000 / 5 s  4 s left");
}

}  // namespace
}  // namespace scree
