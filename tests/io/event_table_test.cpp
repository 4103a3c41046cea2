#include "engine/io/event_table.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <sstream>

#include "engine/step/step_data.h"
#include "tests/io/sample_world.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

TEST(EventTable, NamesTheIdeaAndTheDetailOfEachSplit) {
  const TestFolder folder;
  const World world = sampleWorld();
  StepData data;
  for (std::size_t cause = 0; cause < kSplitCauseCount; ++cause) {
    data.report.events.push_back({.step = 7, .particle = 3, .before = 2, .cause = static_cast<SplitCause>(cause)});
  }
  EventTable table(folder / "events.csv", world, false);
  table.write(world, data);
  table.close();
  std::istringstream rows(readFile(folder / "events.csv"));
  std::string row;
  ASSERT_TRUE(std::getline(rows, row));
  EXPECT_EQ(row,
            "step,time_s,particle,aggregate_before,aggregate_after,cause,detail,measured,value,limit,unit,partner");
  ASSERT_TRUE(std::getline(rows, row));
  EXPECT_EQ(row, fmt::format("7,{},3,2,0,merge,,,,,,", world.time));
  for (std::size_t i = 1; i < kSplitCauseCount; ++i) {
    const auto cause = static_cast<SplitCause>(i);
    ASSERT_TRUE(std::getline(rows, row)) << i;
    EXPECT_EQ(row, fmt::format("7,{},3,2,0,{},{},,,,,", world.time, nameOf(ideaOf(cause)), infoOf(cause).name));
  }
  EXPECT_FALSE(std::getline(rows, row));
}

}  // namespace
}  // namespace scree
