#include <gtest/gtest.h>

#include "engine/analysis/sensor_suggestion.h"
#include "engine/base/random.h"

namespace scree {
namespace {

constexpr double kCell = 0.03;  // m

/// Evenly in a box.
std::vector<Vec3> cloud(const Vec3& lower, const Vec3& upper, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> places;
  for (std::size_t i = 0; i < count; ++i) {
    places.push_back(lower + Vec3(random.uniform(), random.uniform(), random.uniform()).cwiseProduct(upper - lower));
  }
  return places;
}

void add(std::vector<SplitPlace>& splits, const std::vector<Vec3>& places, int times = 1) {
  for (const Vec3& place : places) {
    const auto id = static_cast<ParticleId>(splits.size());
    for (int i = 0; i < times; ++i) {
      splits.push_back({id, place, 1.0});
    }
  }
}

bool holds(const SuggestedBox& box, const Vec3& place) {
  return ((place - box.centre).cwiseAbs().array() <= box.halfExtents.array()).all();
}

TEST(SensorSuggestion, OneCloudGivesOneBoxAboutIt) {
  std::vector<SplitPlace> splits;
  const Vec3 lower(0.1, -0.2, 0.3);
  const Vec3 upper(0.4, 0.0, 0.4);
  add(splits, cloud(lower, upper, 2000, 1));
  const SensorSuggestion suggestion = suggestSensors(splits, {}, {.cell = kCell});
  ASSERT_EQ(suggestion.boxes.size(), 1U);
  const SuggestedBox& box = suggestion.boxes[0];
  EXPECT_LT((box.centre - 0.5 * (lower + upper)).norm(), 0.5 * kCell);
  EXPECT_TRUE(((box.halfExtents - 0.5 * (upper - lower)).cwiseAbs().array() < kCell).all()) << box.halfExtents;
  EXPECT_DOUBLE_EQ(suggestion.share(), 1.0);
  EXPECT_EQ(suggestion.splits, 2000U);
}

TEST(SensorSuggestion, TwoCloudsApartGiveTwoBoxesTheFullerOneFirst) {
  std::vector<SplitPlace> splits;
  add(splits, cloud({0.0, 0.0, 0.0}, {0.12, 0.12, 0.12}, 500, 2));
  add(splits, cloud({1.0, 0.0, 0.0}, {1.12, 0.12, 0.12}, 1500, 3));
  const SensorSuggestion suggestion = suggestSensors(splits, {}, {.cell = kCell});
  ASSERT_EQ(suggestion.boxes.size(), 2U);
  EXPECT_GT(suggestion.boxes[0].centre.x(), 0.9);
  EXPECT_LT(suggestion.boxes[1].centre.x(), 0.2);
  EXPECT_EQ(suggestion.boxes[0].weight, 1500.0);
  EXPECT_EQ(suggestion.boxes[1].weight, 500.0);
}

TEST(SensorSuggestion, WhatNeverSplitIsLeftOut) {
  // A layer that flows on a deep bed at rest, in which a grain splits here and there.
  std::vector<SplitPlace> splits;
  add(splits, cloud({0.0, 0.0, 0.30}, {0.6, 0.3, 0.39}, 1500, 4), 4);
  add(splits, cloud({0.0, 0.0, 0.0}, {0.6, 0.3, 0.3}, 60, 5));
  const std::vector<Vec3> quiet = cloud({0.0, 0.0, 0.0}, {0.6, 0.3, 0.3}, 5000, 6);
  const SensorSuggestion suggestion = suggestSensors(splits, quiet, {.cell = kCell});
  ASSERT_EQ(suggestion.boxes.size(), 1U);
  EXPECT_GT(suggestion.share(), 0.97);
  EXPECT_LT(suggestion.quietHeld, quiet.size() / 25) << "but for the margin about the box";
  // Without a price for the grains at rest the box takes the bed in too.
  const SensorSuggestion greedy = suggestSensors(splits, quiet, {.cell = kCell, .price = 0.0});
  EXPECT_GT(greedy.quietHeld, quiet.size() / 2);
}

TEST(SensorSuggestion, CountsAreThoseOfTheBoxes) {
  std::vector<SplitPlace> splits;
  add(splits, cloud({0.0, 0.0, 0.0}, {0.5, 0.5, 0.2}, 900, 7));
  add(splits, cloud({2.0, 2.0, 0.0}, {2.2, 2.1, 0.2}, 300, 8), 2);
  const std::vector<Vec3> quiet = cloud({0.0, 0.0, 0.0}, {2.2, 2.2, 0.2}, 800, 9);
  const SensorSuggestion suggestion = suggestSensors(splits, quiet, {.cell = kCell});
  double held = 0.0;
  for (const SplitPlace& split : splits) {
    held += std::any_of(suggestion.boxes.begin(), suggestion.boxes.end(),
                        [&](const SuggestedBox& box) { return holds(box, split.position); })
                ? split.weight
                : 0.0;
  }
  EXPECT_DOUBLE_EQ(suggestion.held, held);
  EXPECT_GT(suggestion.share(), 0.8);
  EXPECT_LE(suggestion.boxes.size(), 3U);
}

TEST(SensorSuggestion, NothingComesOfNothing) {
  EXPECT_TRUE(suggestSensors({}, {}, {}).boxes.empty());
  const std::vector<SplitPlace> silent = {{1, Vec3::Zero(), 0.0}};
  EXPECT_TRUE(suggestSensors(silent, {}, {}).boxes.empty());
  // A place that is none does no harm.
  const std::vector<SplitPlace> broken = {{1, Vec3::Constant(NAN), 1.0}, {2, Vec3::Constant(1e300), 1.0}};
  EXPECT_TRUE(suggestSensors(broken, {}, {}).boxes.empty());
  EXPECT_EQ(suggestionWeight(SplitCause::sensor), 0.0);
  EXPECT_EQ(suggestionWeight(SplitCause::audit), 0.0);
  EXPECT_GT(suggestionWeight(SplitCause::passing), 0.0);
}

}  // namespace
}  // namespace scree
