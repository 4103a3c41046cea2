#include <QTest>
#include <algorithm>
#include <array>

#include "app/panels/panel.h"
#include "app/ui_state/level_summary.h"
#include "app/ui_state/reduction_history.h"
#include "app/window/window_look.h"
#include "engine/snapshot/twin_snapshot.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/gui/support/panel_bench.h"

namespace scree::testing {
namespace {

std::shared_ptr<Snapshot> reduced(double time, std::uint64_t merges, std::uint64_t fronts) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->run.worldVersion = 1;
  snapshot->run.time = time;
  snapshot->scene.parameters.reduction.merging = Switch::on;
  snapshot->reduction.level = {1000, 150, 2};
  snapshot->reduction.counts.merges = merges;
  snapshot->reduction.counts.splits[static_cast<std::size_t>(SplitCause::passing)] = fronts;
  return snapshot;
}

TEST(ReductionHistory, BinsTellWhatHappenedBetweenSnapshots) {
  ReductionHistory history;
  history.add(*reduced(0.0, 100, 7));
  ASSERT_EQ(history.bins().size(), 1U);
  EXPECT_EQ(history.bins()[0].events.merges, 0U) << "what was before it is not known to have happened now";
  history.add(*reduced(0.1, 110, 8));
  history.add(*reduced(0.2, 115, 8));
  history.add(*reduced(0.3, 115, 20));
  ASSERT_EQ(history.bins().size(), 2U);
  EXPECT_EQ(history.bins()[0].events.merges, 15U);
  EXPECT_EQ(history.bins()[0].splits(), 1U);
  EXPECT_EQ(history.bins()[1].events.merges, 0U);
  EXPECT_EQ(history.bins()[1].splits(), 12U);
  EXPECT_NEAR(history.bins()[1].level, 0.848, 1e-12);
}

TEST(ReductionHistory, KeepsHalfAMinuteAndForgetsOtherWorlds) {
  ReductionHistory history;
  for (int i = 0; i < 1000; ++i) {
    history.add(*reduced(0.1 * i, static_cast<std::uint64_t>(i), 0));
  }
  EXPECT_GE(history.bins().front().start(), 99.9 - ReductionHistory::kSpan - ReductionHistory::kBin);
  EXPECT_LE(history.bins().size(), 123U);
  auto other = reduced(99.9, 5, 0);
  other->run.worldVersion = 2;
  history.add(*other);
  EXPECT_EQ(history.bins().size(), 1U);
  history.add(*other);
  EXPECT_EQ(history.bins()[0].events.merges, 0U) << "counts of another world are no difference";
  auto earlier = reduced(1.0, 1, 0);
  earlier->run.worldVersion = 2;
  history.add(*earlier);
  EXPECT_EQ(history.bins().size(), 1U) << "stepped back";
}

TEST(LevelSummary, TellsMeanAndCauseOfADrop) {
  ReductionHistory history;
  EXPECT_EQ(summaryOf(history).mean, 0.0);
  for (int i = 0; i < 20; ++i) {
    history.add(*reduced(0.25 * i, 100, 7));
  }
  EXPECT_NEAR(summaryOf(history).now, 0.848, 1e-12);
  EXPECT_NEAR(summaryOf(history).mean, 0.848, 1e-12);
  EXPECT_EQ(summaryOf(history).dropped, SplitCause::none);
  auto fallen = reduced(5.0, 100, 307);
  fallen->reduction.level.free += 300;
  history.add(*fallen);
  const LevelSummary summary = summaryOf(history);
  EXPECT_NEAR(summary.now, 0.548, 1e-12);
  EXPECT_GT(summary.mean, 0.8);
  EXPECT_EQ(summary.dropped, SplitCause::passing);
  EXPECT_EQ(summary.splits, 300U);
}

TEST(ReductionPanel, SplitAllIsThereOnceSomethingIsMerged) {
  PanelBench bench(drawReductionPanel);
  bench.snapshot = reduced(0.0, 0, 0);
  bench.snapshot->reduction.level = {1000, 1000, 0};
  bench.frames();
  bench.click("split_all");
  EXPECT_TRUE(bench.posted.empty()) << "nothing is merged";
  bench.snapshot = reduced(1.0, 850, 0);
  bench.frames();
  bench.click("split_all");
  ASSERT_EQ(bench.posted.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<SplitAll>(bench.posted[0]));
  bench.click("split_all");
  EXPECT_EQ(bench.posted.size(), 1U) << "once is enough until it is done";
}

/// With a twin in full that tells of the oracle.
std::shared_ptr<Snapshot> withOracle(double time, std::optional<OracleReading> oracle,
                                     TwinDifference difference = TwinDifference::merging) {
  auto snapshot = reduced(time, 10, 0);
  auto twin = std::make_shared<TwinSnapshot>();
  twin->choice.difference = difference;
  twin->oracle = oracle;
  snapshot->twin.snapshot = std::move(twin);
  return snapshot;
}

TEST(ReductionHistory, KeepsTheOracleWhereItIsKnown) {
  ReductionHistory history;
  history.add(*reduced(0.1, 0, 0));
  history.add(*withOracle(0.3, std::nullopt));
  history.add(*withOracle(0.6, OracleReading{.most = 0.9}));
  ASSERT_EQ(history.bins().size(), 3U);
  EXPECT_FALSE(history.bins()[0].oracle);
  EXPECT_FALSE(history.bins()[1].oracle);
  EXPECT_EQ(history.bins()[2].oracle, 0.9);
}

TEST(ReductionPanel, TellsHowMuchOfTheOracleIsReachedWhileATwinInFullRuns) {
  PanelBench bench(drawReductionPanel);
  bench.snapshot = reduced(1.0, 10, 0);
  bench.frames();
  EXPECT_TRUE(bench.isShown("reduction.oracle.hint")) << "how to get it";
  EXPECT_FALSE(bench.isShown("reduction.oracle"));
  bench.snapshot =
      withOracle(1.0, OracleReading{.own = 0.8, .most = 0.9, .meanOwn = 0.8, .meanMost = 0.88, .span = 2.0});
  bench.frames();
  EXPECT_FALSE(bench.isShown("reduction.oracle.hint"));
  EXPECT_TRUE(bench.isShown("reduction.oracle"));
  bench.snapshot = withOracle(1.0, std::nullopt);
  bench.frames();
  EXPECT_FALSE(bench.isShown("reduction.oracle")) << "it is not known yet";
  EXPECT_FALSE(bench.isShown("reduction.oracle.hint"));
  bench.snapshot = withOracle(1.0, std::nullopt, TwinDifference::warmStart);
  bench.frames();
  EXPECT_TRUE(bench.isShown("reduction.oracle.hint")) << "that twin can't tell";
}

TEST(ReductionPanel, CountsOfTheIdeasThatOccurred) {
  PanelBench bench(drawReductionPanel);
  bench.snapshot = reduced(0.0, 12, 3);
  bench.frames();
  EXPECT_TRUE(bench.isShown("reduction.count.merges"));
  EXPECT_TRUE(bench.isShown("reduction.count.motion"));
  for (const char* idea : {"region", "load", "connection", "time", "command"}) {
    EXPECT_FALSE(bench.isShown(std::string("reduction.count.") + idea)) << idea;
  }
  EXPECT_TRUE(bench.isShown("reduction_plot"));
  bench.snapshot = std::make_shared<Snapshot>();
  bench.frames();
  EXPECT_FALSE(bench.isShown("reduction_plot")) << "off, and never on: nothing to tell";
}

TEST(ReductionPanel, LargeCountsOfAllIdeasStayInTheirColumns) {
  constexpr float kGap = 5.0f;  // px to the next column
  for (const std::uint64_t count : {99'949U, 123'456U, 999'499U, 999'950U, 12'345'678U}) {
    PanelBench bench(drawReductionPanel, 292.0f);  // as wide as a panel at the side of the view
    bench.snapshot = reduced(0.0, count, 0);
    for (const SplitCause cause : {SplitCause::sensor, SplitCause::passing, SplitCause::overload, SplitCause::cut,
                                   SplitCause::audit, SplitCause::command}) {
      bench.snapshot->reduction.counts.splits[static_cast<std::size_t>(cause)] = count;
    }
    bench.frames();
    const auto plot = bench.probes.find("reduction_plot");
    ASSERT_TRUE(plot.has_value());
    const float middle = 0.5f * (plot->x0 + plot->x1);
    for (const char* name : {"merges", "region", "motion", "load", "connection", "time", "command"}) {
      const auto entry = bench.probes.find(std::string("reduction.count.") + name);
      ASSERT_TRUE(entry.has_value()) << name;
      const bool isLeft = entry->x0 < middle - 1.0f;
      EXPECT_LT(entry->x1, isLeft ? middle - kGap : plot->x1) << name << " " << count;
    }
  }
}

/// The controls of the reduction, clicked as a user does.
class ReductionTest : public GuiTest {
 protected:
  void openBox(bool play = false) {
    window().resize(1280, 900);
    ASSERT_TRUE(waitFor([&] { return window().height() == 900; }));
    open(writeScene("box.yaml", boxScene(5, 20)), play);
    for (const char* other : {"residual", "timing", "solver"}) {
      viewport().layout().setFolded(other, true);
    }
    viewport().layout().reveal("reduction");
    viewport().requestFrame();
    settle();
  }

  bool isShown(std::string_view name) { return probeOf(name).has_value(); }
  const ReductionParameters& reduction() { return snapshot().scene.parameters.reduction; }
  void switchOn(const std::string& name) {
    click(name + ".on");
    ASSERT_TRUE(waitFor([&] { return snapshot().run.lastCommand > 0; }));
    settle();
  }
};

TEST_F(ReductionTest, MergingAndItsPresetsAreSetByTheirButtons) {
  openBox();
  EXPECT_FALSE(isShown("hud.reduction"));
  EXPECT_FALSE(isShown("part.merge_limits")) << "limits do nothing while merging is off";
  keepPicture("reduction_off");
  click("merging.on");
  ASSERT_TRUE(waitFor([&] { return reduction().merging == Switch::on; }));
  settle();
  EXPECT_TRUE(isShown("hud.reduction"));
  EXPECT_TRUE(isShown("part.merge_limits"));
  EXPECT_TRUE(isShown("reduction.level"));
  // Buttons say what a preset does.
  constexpr std::array<const char*, 7> kWords = {"balanced",      "careful",     "quick",          "contacts",
                                                 "trial, forces", "trial, both", "contacts, trial"};
  ASSERT_EQ(reductionPresetTable().size(), kWords.size());
  for (const ReductionPresetInfo& info : reductionPresetTable()) {
    const auto index = static_cast<std::size_t>(&info - reductionPresetTable().data());
    click(std::string("reduction_preset.") + kWords[index]);
    EXPECT_TRUE(waitFor([&] { return reductionPresetOf(snapshot().scene.parameters) == info.preset; })) << info.name;
    EXPECT_EQ(reduction().merging, Switch::on) << "a preset leaves merging";
  }
  settle();
  keepPicture("reduction_preset");
  click("merging.off");
  EXPECT_TRUE(waitFor([&] { return reduction().merging == Switch::off; }));
  settle();
  EXPECT_FALSE(isShown("hud.reduction"));
}

TEST_F(ReductionTest, EveryPartIsSetByItsButtons) {
  openBox();
  switchOn("merging");
  for (const ChoiceKey choice :
       {ChoiceKey::frontSplit, ChoiceKey::contactSplit, ChoiceKey::trialSplit, ChoiceKey::auditSplit}) {
    const std::string name(infoOf(choice).name);
    for (const int value : {0, 1, 0}) {
      click(name + (value == 1 ? ".on" : ".off"));
      EXPECT_TRUE(waitFor([&] { return choiceOf(snapshot().scene.parameters, choice) == value; })) << name;
    }
  }
}

TEST_F(ReductionTest, OnlyPartsThatAreOnShowNumbers) {
  openBox();
  switchOn("merging");
  click("part.contact_split");
  EXPECT_FALSE(isShown("contact_normal_in")) << "it is off";
  click("contact_split.on");
  ASSERT_TRUE(waitFor([&] { return reduction().contact.split == Switch::on; }));
  settle();
  if (!isShown("contact_normal_in")) {
    click("part.contact_split");
  }
  ASSERT_TRUE(isShown("contact_normal_in"));
  typeInto("contact_normal_in", "0.3");
  EXPECT_TRUE(waitFor([&] { return reduction().contact.normalIn == 0.3; }));
  EXPECT_FALSE(reductionPresetOf(snapshot().scene.parameters).has_value()) << "custom";
  typeInto("contact_depth", "3");
  EXPECT_TRUE(waitFor([&] { return reduction().contact.depth == 3; }));
  keepPicture("reduction_contact");
  click("contact_split.off");
  ASSERT_TRUE(waitFor([&] { return reduction().contact.split == Switch::off; }));
  settle();
  EXPECT_FALSE(isShown("contact_normal_in"));
}

TEST_F(ReductionTest, MergeLimitsAreTypedAndGoBack) {
  openBox();
  switchOn("merging");
  EXPECT_FALSE(isShown("merge_speed"));
  click("part.merge_limits");
  typeInto("merge_speed", "0.006");
  EXPECT_TRUE(waitFor([&] { return reduction().merge.speed == 0.006; }));
  keepPicture("reduction_limits");
  click("merge_speed.reset");
  EXPECT_TRUE(waitFor([&] { return reduction().merge.speed == ReductionParameters().merge.speed; }));
  click("part.merge_limits");
  EXPECT_FALSE(isShown("merge_normal_in"));
  viewport().layout().reveal("reduction");
  click("part.published_limits");
  typeInto("merge_normal_in", "0.002");
  EXPECT_TRUE(waitFor([&] { return reduction().merge.normalIn == 0.002; }));
}

TEST_F(ReductionTest, TheSolverPanelLeavesTheReductionAlone) {
  openBox();
  viewport().layout().setFolded("reduction", true);
  viewport().layout().reveal("solver");
  viewport().requestFrame();
  settle();
  click("solver.more");
  EXPECT_TRUE(isShown("regularisation"));
  for (const ParameterInfo& info : parameterTable()) {
    EXPECT_TRUE(info.key < kFirstReductionKey || !isShown(info.name)) << info.name;
  }
}

TEST_F(ReductionTest, OutlinesAreSetInTheLayersPanelAndByACommand) {
  openBox(true);
  switchOn("merging");
  SplitSensor half;
  half.shape = SensorBox{Vec3(1.0, 1.0, 1.0)};
  half.pose.position = Vec3(1.0, 0.0, 0.0);
  simulation().post(AddSensor{half});
  viewport().memory().showLegend = false;  // it tells of outlines too
  const auto isMixed = [&] {
    return snapshot().reduction.level.level() > 0.2 && snapshot().reduction.level.level() < 0.8;
  };
  ASSERT_TRUE(waitFor([&] { return isMixed() && snapshot().run.time > 0.6; }, 60000));
  simulation().setPlaying(false);
  ASSERT_TRUE(waitFor([&] { return simulation().runState() == RunState::paused; }));
  ASSERT_TRUE(isMixed());
  viewport().layout().setFolded("reduction", true);
  viewport().layout().reveal("layers");
  viewport().requestFrame();
  settle();
  click("layers.outlines.never");
  EXPECT_EQ(viewport().options().layers.outlines, OutlineChoice::never);
  const QImage bySpeed = viewport().picture(false);
  settle();
  click("layers.outlines.automatic");
  EXPECT_EQ(viewport().picture(false), bySpeed) << "they go with the colours of aggregates";
  settle();
  click("layers.outlines.always");
  EXPECT_TRUE(showsOutlines(viewport().options()));
  EXPECT_GT(differingShare(viewport().picture(false), bySpeed), 1e-4);
  settle();
  keepPicture("outlines_by_speed");
  const auto toggled = [&](OutlineChoice wanted) {
    window().trigger("outlines");
    return waitFor([&] { return viewport().options().layers.outlines == wanted; });
  };
  EXPECT_TRUE(toggled(OutlineChoice::automatic)) << "hidden, but with their own colours";
  colourGrains(viewport().options(), viewport().memory(), ColourBy::aggregate);
  viewport().memory().showLegend = true;
  viewport().requestFrame();
  settle();
  EXPECT_TRUE(showsOutlines(viewport().options()));
  keepPicture("outlines_by_aggregate");
  EXPECT_TRUE(toggled(OutlineChoice::never));
  EXPECT_TRUE(toggled(OutlineChoice::automatic));
}

TEST_F(ReductionTest, AWrappedLegendKeepsColoursOfALabelTogether) {
  openBox(false);
  viewport().options().colourBy = ColourBy::aggregate;
  viewport().layout().setShown(false);
  bool wraps = false;
  for (int percent = 100; percent <= 200; percent += 10) {
    window().parts().look.set({ThemeChoice::dark, percent});
    for (int width = 500; width <= 700; width += 20) {
      window().resize(width, 700);
      settle();
      const auto free = probeOf("legend.swatch.0");
      if (!free) {
        continue;
      }
      const ProbeRect first = probeOf("legend.swatch.1").value();
      wraps = wraps || first.y0 > free->y0;
      for (int i = 2; i <= 5; ++i) {
        const ProbeRect other = probeOf("legend.swatch." + std::to_string(i)).value();
        EXPECT_EQ(other.y0, first.y0) << i << " at " << width << ", " << percent;
        EXPECT_LE(other.x1, probeOf("legend_plate").value().x1) << i << " at " << width << ", " << percent;
      }
    }
  }
  window().parts().look.set({});
  EXPECT_TRUE(wraps) << "the widths were to be too small for one line";
}

TEST_F(ReductionTest, TheStripTellsOfNoDropOnceMergingIsOff) {
  openBox(false);
  ReductionHistory& history = viewport().memory().reductionHistory;
  for (int i = 0; i < 20; ++i) {
    history.add(*reduced(0.25 * i, 100, 7));
  }
  auto fallen = reduced(5.0, 100, 307);
  fallen->reduction.level.free += 300;
  history.add(*fallen);
  ASSERT_NE(summaryOf(history).dropped, SplitCause::none);
  viewport().requestFrame();
  settle();
  EXPECT_EQ(textOf("level"), "merging is off");
}

TEST_F(ReductionTest, ColoursOfTheReductionHaveALegendAndNoRange) {
  openBox(true);
  switchOn("merging");
  for (const ColourBy by : {ColourBy::aggregate, ColourBy::state, ColourBy::splitCause, ColourBy::wouldMove}) {
    const std::string name(infoOf(by).name);
    click("colour_by");
    click("colour_by." + name);
    EXPECT_EQ(viewport().options().colourBy, by);
    EXPECT_TRUE(isShown("legend_plate")) << name;
    EXPECT_FALSE(isShown("colour_map")) << name << " has colours of its own";
    EXPECT_FALSE(isShown("range.fixed")) << name;
    waitFor([&] { return snapshot().run.time > 0.4; });
    keepPicture("colour_" + QString::fromStdString(name));
  }
  key(Qt::Key_C);
  EXPECT_EQ(viewport().options().colourBy, ColourBy::speed) << "after the last comes the first";
  EXPECT_TRUE(isShown("colour_map"));
  key(Qt::Key_C, Qt::ShiftModifier);
  EXPECT_EQ(viewport().options().colourBy, ColourBy::wouldMove);
}

}  // namespace
}  // namespace scree::testing
