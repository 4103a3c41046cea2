// Sieves in scene files.
#include <fmt/format.h>

#include <algorithm>

#include "tests/scene/scene_text.h"

namespace scree {
namespace {

std::string withSieve(std::string_view passes) {
  return std::string(kSmallScene) +
         fmt::format("sinks: {{fines: {{position: [0, 0, 1], size: [0.4, 1, 1], passes: {}}}}}\n", passes);
}

Sieve sieveOf(std::string_view passes) {
  const World world = sceneOf(withSieve(passes)).world;
  EXPECT_TRUE(world.sinks.at(0).sieve.has_value());
  return world.sinks.at(0).sieve.value_or(Sieve{});
}

TEST(SieveScene, ASinkWithoutOneTakesAll) {
  const std::string text = std::string(kSmallScene) + "sinks: {all: {size: [1, 1, 1]}}\n";
  EXPECT_FALSE(sceneOf(text).world.sinks.at(0).sieve);
}

TEST(SieveScene, AGapAloneIsOneRowThatTakesAllBelow) {
  const Sieve sieve = sieveOf("{below: 9 mm}");
  EXPECT_EQ(sieve.gaps, std::vector<double>{0.009});
  EXPECT_FALSE(sieve.bar);
  EXPECT_EQ(sieveText(sieve), "takes grains below 9 mm");
}

TEST(SieveScene, RowsFollowFromBarAndGapOrFromTheSpacing) {
  const Sieve rollers = sieveOf("{below: 10 mm, bar: 30 mm}");
  EXPECT_EQ(rollers.gaps, std::vector<double>(10, 0.01));
  EXPECT_EQ(rollers.bar, 0.03);
  EXPECT_EQ(rollers.axis, 0);
  EXPECT_EQ(sieveOf("{below: 10 mm, bar: 30 mm, spacing: 80 mm}").gaps.size(), 5U);
  const Sieve wires = sieveOf("{below: 10 mm, bar: 2 mm, spacing: 50 mm, along: -y, openings: squares}");
  EXPECT_EQ(wires.gaps.size(), 20U);
  EXPECT_EQ(wires.axis, 1);
  EXPECT_TRUE(wires.isBackwards);
  EXPECT_EQ(wires.openings, Openings::squares);
  EXPECT_EQ(sieveText(wires), "takes grains below 10 mm in 20 rows of squares between bars of 2 mm");
}

TEST(SieveScene, GapsChangeInAStraightLineOrByATable) {
  const Sieve straight = sieveOf("{below: 8 mm, below_at_end: 12 mm, spacing: 100 mm}");
  ASSERT_EQ(straight.gaps.size(), 4U);
  for (int row = 0; row < 4; ++row) {
    EXPECT_NEAR(straight.gaps[static_cast<std::size_t>(row)], 0.0085 + 0.001 * row, 1e-15);
  }
  EXPECT_EQ(sieveOf("{gaps: [8 mm, 9 mm, 12 mm], bar: 30 mm}").gaps, (std::vector<double>{0.008, 0.009, 0.012}));
}

TEST(SieveScene, SinksAndSeedsDrawTheirOwnNumbers) {
  const std::string text = withSieve("{below: 9 mm}") + "  \n";
  const std::string two = replaced(text, "sinks: {", "sinks: {first: {size: [1, 1, 1], passes: {below: 1 mm}}, ");
  const World world = sceneOf(two).world;
  EXPECT_NE(world.sinks.at(0).sieve->seed, world.sinks.at(1).sieve->seed);
  EXPECT_NE(sceneOf("seed: 2\n" + text).world.sinks.at(0).sieve->seed, sieveOf("{below: 9 mm}").seed);
}

TEST(SieveScene, MistakesHaveOneMessage) {
  constexpr std::string_view kAt = "f.yaml:7:";
  const auto messageOf = [&](std::string_view passes) {
    const std::string all = messagesOf(withSieve(passes));
    EXPECT_TRUE(all.starts_with(kAt)) << all;
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 1) << all;
    const std::size_t at = all.find(": ");
    return at == std::string::npos ? all : all.substr(at + 2);
  };
  EXPECT_EQ(messageOf("{below: -9 mm}"), "'-9 mm' is out of range for 'below': must be from 1e-06 m to 1000 m\n");
  EXPECT_EQ(messageOf("{below: 9 mm, along: w}"), "'w' is not a value of 'along': did you mean 'x'?\n");
  EXPECT_EQ(messageOf("{below: 9 mm, bar: -1 mm}"), "'-1 mm' is out of range for 'bar': must be from 0 m to 1000 m\n");
  EXPECT_EQ(messageOf("{bar: 30 mm}"),
            "neither 'below' nor 'gaps': give the largest diameter that passes, such as 'below: 9 mm', or the gap of "
            "each row, such as 'gaps: [9 mm, 10 mm]'\n");
  EXPECT_EQ(messageOf("{below: 9 mm, gaps: [9 mm]}"),
            "both 'below' and 'gaps': give the largest diameter that passes, such as 'below: 9 mm', or the gap of "
            "each row, such as 'gaps: [9 mm, 10 mm]'\n");
  EXPECT_EQ(messageOf("{gaps: [9 mm], spacing: 1 mm}"),
            "both 'gaps' and 'spacing': leave out the second: the gaps share the length of the box\n");
  EXPECT_EQ(messageOf("{below: 9 mm, below_at_end: 10 mm}"),
            "a gap that changes, without rows: give the distance of the rows as 'spacing', or 'bar'\n");
  EXPECT_EQ(messageOf("{below: 9 mm, spacing: 0.01 mm}"),
            "more than 10000 rows of openings: use a spacing of at least 0.04 mm\n");
  EXPECT_EQ(messageOf("{below: 9 mm, openings: holes}"),
            "'holes' is not a value of 'openings': use one of: slots, squares\n");
}

}  // namespace
}  // namespace scree
