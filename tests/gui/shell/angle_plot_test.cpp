#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <vector>

#include "app/panels/panel.h"
#include "app/ui_state/recent_angles.h"
#include "engine/snapshot/run_samples.h"
#include "tests/gui/support/panel_bench.h"

namespace scree::testing {
namespace {

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

/// Step of a run and the angle measured there [°].
struct AngleRow {
  double time;
  float angle;
};

/// Snapshot at the time of the last row.
std::shared_ptr<Snapshot> withAngles(const std::vector<AngleRow>& rows) {
  auto snapshot = std::make_shared<Snapshot>();
  auto samples = std::make_shared<RunSamples>();
  samples->columns = std::make_shared<const std::vector<SampleColumn>>(std::vector<SampleColumn>{
      {PlotGroup::grains, "grains", "", "", false}, {PlotGroup::angle, "angle", "°", "", true}});
  auto chunk = std::make_shared<SampleChunk>();
  for (const AngleRow& row : rows) {
    chunk->step.push_back(chunk->step.size());
    chunk->time.push_back(row.time);
    chunk->branch.push_back(0);
    chunk->values.insert(chunk->values.end(), {7.0f, row.angle});
  }
  samples->chunks.push_back(chunk);
  snapshot->run.samples = samples;
  snapshot->run.time = rows.back().time;
  snapshot->scene.materials = std::make_shared<const Materials>();
  return snapshot;
}

TEST(RecentAngles, AreThoseOfTheRunAsItIsNow) {
  // The run went to 3 s, back to 1.5 s, and on from there.
  const auto snapshot =
      withAngles({{0.5, 10.0f}, {1.0, kNone}, {1.5, 12.0f}, {2.0, 50.0f}, {3.0, 60.0f}, {2.0, 20.0f}, {2.5, 21.0f}});
  const std::vector<AngleReading> readings = recentAngles(*snapshot, 1.5);
  ASSERT_EQ(readings.size(), 3U);
  EXPECT_EQ(readings[0].time, 1.5);
  EXPECT_EQ(readings[0].angle, 12.0);
  EXPECT_EQ(readings[1].angle, 20.0) << "what came after the jump back is gone";
  EXPECT_EQ(readings[2].angle, 21.0);
  EXPECT_TRUE(recentAngles(Snapshot(), 1.5).empty());
}

TEST(RecentAngles, MeanOfASpan) {
  const std::vector<AngleReading> means = runningMean({{0.0, 10.0}, {1.0, 20.0}, {2.0, 30.0}, {5.0, 0.0}}, 2.0);
  ASSERT_EQ(means.size(), 4U);
  EXPECT_DOUBLE_EQ(means[1].angle, 15.0);
  EXPECT_DOUBLE_EQ(means[2].angle, 25.0) << "the first is 2 s old";
  EXPECT_DOUBLE_EQ(means[3].angle, 0.0);
}

TEST(AnglePlot, IsThereWhereAnAngleIsMeasured) {
  PanelBench bench(drawMaterialPanel);
  bench.snapshot = withAngles({{0.5, 30.0f}, {1.0, 31.0f}});
  auto materials = std::make_shared<Materials>();
  materials->list.emplace_back();
  materials->pairs.resize(1);
  bench.snapshot->scene.materials = materials;
  bench.scene.materials = *materials;
  bench.frames();
  EXPECT_TRUE(bench.isShown("materials.angle"));
  const auto none = withAngles({{0.5, kNone}});
  none->scene.materials = materials;
  bench.snapshot = none;
  bench.frames();
  EXPECT_FALSE(bench.isShown("materials.angle"));
}

}  // namespace
}  // namespace scree::testing
