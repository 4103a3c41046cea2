// The panel of work and precision: a measurement in the background, its plot and table, and cases that users add.
#include <QTest>

#include "app/panels/panel.h"
#include "app/widgets/precision_plot.h"
#include "engine/settings/presets.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/gui/support/panel_bench.h"

namespace scree::testing {
namespace {

PrecisionPoint pointOf(double milliseconds, double creep) {
  PrecisionPoint point{.seconds = 1e-3 * milliseconds, .substeps = 4.0};
  point.error.creep = 1e-3 * creep;
  return point;
}

/// Points of a drum.
std::shared_ptr<Snapshot> measuredDrum() {
  auto table = std::make_shared<PrecisionTable>();
  table->time = 4.0;
  table->compared = 0.2;
  table->rows = {{.name = "fast", .isDone = true, .point = pointOf(5.0, 2.5)},
                 {.name = "paper", .isDone = true, .point = pointOf(19.5, 27.0)},
                 {.name = "default", .isDone = true, .point = std::nullopt},
                 {.name = "accurate"},
                 {.name = std::string(kScatterOfTruth), .isDone = true, .point = pointOf(300.0, 0.83)}};
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->precision.table = std::move(table);
  snapshot->grains.id = {1};
  applyPreset(snapshot->scene.parameters, Preset::fast);
  return snapshot;
}

TEST(LogarithmicTicks, AreFewAndWithinTheAxis) {
  EXPECT_EQ(logarithmicTicks(0.9, 11.0, 5), (std::vector<double>{1.0, 2.0, 5.0, 10.0}));
  EXPECT_EQ(logarithmicTicks(1.5, 900.0, 5), (std::vector<double>{10.0, 100.0}));
  for (const double tick : logarithmicTicks(1e-9, 1e9, 5)) {
    EXPECT_GE(tick, 0.99e-9);
    EXPECT_LE(tick, 1.01e9);
  }
  EXPECT_LE(logarithmicTicks(1e-9, 1e9, 5).size(), 5U);
}

TEST(PrecisionPanel, ShowsATableAndAPlotOfWhatWasMeasured) {
  PanelBench bench(drawPrecisionPanel);
  bench.frames();
  EXPECT_FALSE(bench.isShown("precision.plot"));
  bench.snapshot = measuredDrum();
  bench.frames();
  for (const char* part : {"precision.measure", "precision.plot", "precision.choice", "precision.row.fast",
                           "precision.row.accurate", "precision.row.scatter of the truth", "precision.state"}) {
    EXPECT_TRUE(bench.isShown(part)) << part;
  }
  EXPECT_FALSE(bench.isShown("precision.stop"));
}

TEST(PrecisionPanel, PostsTheCasesThatWereAdded) {
  PanelBench bench(drawPrecisionPanel);
  bench.snapshot = measuredDrum();
  bench.snapshot->scene.parameters.sweeps = 16;
  bench.frames();
  bench.click("precision.plan");
  bench.click("precision.add");
  bench.snapshot->scene.parameters.overRelaxation = 1.0;
  bench.click("precision.add");
  bench.click("precision.add");
  ASSERT_EQ(bench.memory.precision.own.size(), 3U);
  bench.click("precision.own.2.remove");
  bench.click("precision.measure");
  ASSERT_EQ(bench.posted.size(), 1U);
  const auto& command = std::get<MeasurePrecision>(bench.posted.front());
  EXPECT_EQ(command.time, PrecisionMemory().time);
  ASSERT_EQ(command.more.size(), 2U);
  EXPECT_EQ(command.more[0].name, "4×16 ω1.3");
  EXPECT_EQ(command.more[0].parameters.sweeps, 16);
  EXPECT_EQ(command.more[1].name, "4×16");
  EXPECT_EQ(command.more[1].parameters.overRelaxation, 1.0);
}

TEST(PrecisionPanel, ShowsProgressAndStops) {
  PanelBench bench(drawPrecisionPanel);
  bench.snapshot = measuredDrum();
  bench.snapshot->precision.isUnderWay = true;
  bench.snapshot->precision.part = 0.4;
  bench.snapshot->precision.run = "default";
  bench.frames();
  EXPECT_TRUE(bench.isShown("precision.progress"));
  EXPECT_FALSE(bench.isShown("precision.measure"));
  bench.click("precision.stop");
  ASSERT_EQ(bench.posted.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<StopPrecision>(bench.posted.front()));
}

/// The panel in the window, by mouse.
class PrecisionTest : public GuiTest {
 protected:
  void openPanel(const std::filesystem::path& scene) {
    window().resize(1280, 800);
    ASSERT_TRUE(waitFor([&] { return window().height() == 800; }));
    open(scene, true);
    ASSERT_TRUE(waitFor([&] { return snapshot().run.time > 0.2; }, 60000));
    for (const char* other : {"inspector", "measure", "timing"}) {
      viewport().layout().setFolded(other, true);
    }
    EXPECT_FALSE(viewport().layout().isOpen("precision")) << "its title takes room from the other panels";
    viewport().layout().reveal("precision");
    viewport().requestFrame();
    settle();
  }
  bool waitForPrecision(const std::function<bool(const PrecisionReading&)>& isWanted) {
    return waitFor(
        [&] {
          viewport().requestFrame();
          return isWanted(snapshot().precision);
        },
        120000);
  }
  bool isSeen(std::string_view name) { return probeOf(name).has_value(); }
};

TEST_F(PrecisionTest, MeasuresWhileTheRunGoesOn) {
  openPanel(writeScene("box.yaml", boxScene(5, 3)));
  keepPicture("precision_before");
  click("precision.plan");
  settle();
  click("precision.add");
  settle();
  typeInto("precision.own.0.sweeps", "12");
  typeInto("precision.own.0.over", "1.2");
  keepPicture("precision_plan");
  click("precision.plan");
  const std::uint64_t step = snapshot().run.step;
  click("precision.measure");
  ASSERT_TRUE(waitForPrecision([](const PrecisionReading& now) { return now.table != nullptr && !now.isUnderWay; }));
  EXPECT_EQ(snapshot().precision.trouble, "");
  EXPECT_GT(snapshot().run.step, step) << "the run has waited";
  EXPECT_TRUE(snapshot().run.playing);
  const PrecisionTable& table = *snapshot().precision.table;
  ASSERT_EQ(table.rows.size(), presetTable().size() + 3);
  EXPECT_EQ(table.rows.end()[-2].name, "4×12 ω1.2");
  for (const PrecisionRow& row : table.rows) {
    EXPECT_TRUE(row.point.has_value()) << row.name;
  }
  hover(freePoint());
  settle();
  for (const PrecisionRow& row : table.rows) {
    EXPECT_TRUE(isSeen("precision.row." + row.name)) << row.name << " is below the fold";
  }
  EXPECT_TRUE(isSeen("precision.state"));
  keepPicture("precision_after");
  click("precision.choice");
  click("precision.choice.kinetic energy [%]");
  EXPECT_EQ(viewport().memory().precision.measure, 5);
  settle();
  hover(at("precision.plot"));
  settle();
  keepPicture("precision_kinetic");
}

TEST_F(PrecisionTest, IsStoppedByTheButton) {
  openPanel(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drum.yaml");
  click("precision.plan");
  settle();
  typeInto("precision.time", "5");
  click("precision.measure");
  ASSERT_TRUE(waitForPrecision([](const PrecisionReading& now) { return now.isUnderWay; }));
  settle();
  keepPicture("precision_progress");
  click("precision.stop");
  ASSERT_TRUE(waitForPrecision([](const PrecisionReading& now) { return !now.isUnderWay; }));
  EXPECT_EQ(snapshot().precision.trouble, "it was stopped");
  settle();
  EXPECT_TRUE(isSeen("precision.measure"));
}

TEST_F(PrecisionTest, TheDrumIsMeasured) {
  openPanel(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drum.yaml");
  click("precision.plan");
  settle();
  typeInto("precision.time", "0.02");
  click("precision.plan");
  click("precision.measure");
  ASSERT_TRUE(waitForPrecision([](const PrecisionReading& now) { return now.table != nullptr && !now.isUnderWay; }));
  EXPECT_EQ(snapshot().precision.trouble, "");
  hover(freePoint());
  settle();
  keepPicture("precision_drum");
}

}  // namespace
}  // namespace scree::testing
