#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "app/panels/panel.h"
#include "app/ui_state/histogram.h"
#include "tests/gui/support/panel_bench.h"

namespace scree::testing {
namespace {

/// Snapshot of `count` grains with speeds 0, 1, 2, ... m/s.
std::shared_ptr<Snapshot> withSpeeds(std::size_t count) {
  auto snapshot = std::make_shared<Snapshot>();
  std::vector<ParticleId> ids;
  for (std::size_t i = 0; i < count; ++i) {
    snapshot->grains.positionRadius.emplace_back(0.0f, 0.0f, 0.0f, 0.01f);
    snapshot->grains.velocity.emplace_back(static_cast<float>(i), 0.0f, 0.0f);
    ids.push_back(static_cast<ParticleId>(i));
  }
  snapshot->grains.id = SharedList<ParticleId>(std::move(ids));
  return snapshot;
}

TEST(Histogram, EveryGrainIsCountedOnce) {
  const Histogram histogram = histogramOf(*withSpeeds(48), ColourBy::speed, {0.0f, 24.0f});
  EXPECT_EQ(histogram.known, 48U);
  EXPECT_EQ(histogram.below, 0U);
  EXPECT_EQ(histogram.above, 23U);
  EXPECT_EQ(histogram.counts[0], 1U);
  EXPECT_EQ(histogram.counts.back(), 2U) << "the upper end belongs to the last bar";
  EXPECT_EQ(std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0}) + histogram.above, 48U);
  EXPECT_NEAR(histogram.mean, 23.5, 1e-9);
  // Of the whole numbers 0 to n - 1 the variance is (n² - 1) / 12.
  EXPECT_NEAR(histogram.deviation, std::sqrt((48.0 * 48.0 - 1.0) / 12.0), 1e-9);
  const std::string table = histogram.csv();
  EXPECT_EQ(table.substr(0, 29), "from,to,grains\n0,1,1\n1,2,1\n2,");
}

TEST(Histogram, NoGrainsAndManyGrains) {
  EXPECT_EQ(histogramOf(Snapshot(), ColourBy::speed, {0.0f, 1.0f}).known, 0U);
  EXPECT_EQ(histogramOf(*withSpeeds(100), ColourBy::speed, {0.0f, 0.0f}, 10).known, 10U);
}

TEST(HistogramPanel, ShowsWhatColoursTheGrains) {
  PanelBench bench(drawHistogramPanel);
  bench.snapshot = withSpeeds(48);
  bench.view.range = {0.0f, 24.0f};
  bench.frames();
  EXPECT_TRUE(bench.isShown("histogram"));
  EXPECT_TRUE(bench.isShown("Mean"));
  bench.view.colourBy = ColourBy::aggregate;
  bench.frames();
  EXPECT_FALSE(bench.isShown("histogram")) << "aggregates have no scale";
}

}  // namespace
}  // namespace scree::testing
