#include "engine/base/processors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace scree {
namespace {

TEST(UsableProcessors, AreThoseThatAContainerIsAllowed) {
  EXPECT_EQ(usableProcessors("400000 100000", 16), 4);
  EXPECT_EQ(usableProcessors("350000 100000\n", 16), 3);
  EXPECT_EQ(usableProcessors("50000 100000", 16), 1);
  EXPECT_EQ(usableProcessors("400000 100000", 2), 2) << "no more than there are";
  EXPECT_EQ(usableProcessors("1e300 1", 16), 16);
}

TEST(UsableProcessors, AreAllWithoutALimit) {
  for (const char* text : {"max 100000", "", "4", "100000 0", "nonsense"}) {
    EXPECT_EQ(usableProcessors(text, 16), 16) << text;
  }
  EXPECT_EQ(usableProcessors("", 0), 1) << "unknown";
}

TEST(UsableProcessors, AreSomeHere) {
  EXPECT_GE(usableProcessors(), 1);
  EXPECT_LE(usableProcessors(), std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
}

}  // namespace
}  // namespace scree
