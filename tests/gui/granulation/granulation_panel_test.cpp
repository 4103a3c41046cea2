// Granulation in the window: its panel, colours, the inspector, bridges and the marks on the strip.
#include <algorithm>

#include "app/document/settings_edit.h"
#include "app/panels/panel.h"
#include "app/ui_state/matter_rates.h"
#include "app/window/action_context.h"
#include "app/window/files/run_saving.h"
#include "app/window/files/session_saving.h"
#include "engine/io/output_file.h"
#include "engine/scene/scene.h"
#include "tests/gui/support/panel_bench.h"
#include "tests/gui/support/sensor_fixture.h"

namespace scree::testing {
namespace {

/// The panel of a scene with a box of fines and a spray.
struct GranulationBench {
  GranulationBench() {
    MatterReading& matter = bench.snapshot->matter;
    matter.isOn = true;
    matter.fines.push_back({.name = "bed", .rate = 0.012, .feeds = true, .stored = 0.01, .fed = 0.03, .taken = 0.02});
    matter.sprays.push_back({.name = "water", .rate = 0.001, .feeds = true, .fed = 0.5, .taken = 0.5});
    matter.laws.layering = Switch::on;
    matter.laws.uptake = 0.02;
    bench.scene.granulation = matter.laws;
    bench.scene.feeds = {std::vector<double>{0.012}, std::vector<double>{0.001}};
    bench.frames();
  }
  PanelBench bench{drawGranulationPanel};
};

TEST(GranulationPanel, ShowsTheNumbersOfTheLawsThatAreOn) {
  GranulationBench shown;
  PanelBench& bench = shown.bench;
  for (const char* row : {"layering", "uptake", "least_moisture", "coalescence", "abrasion", "held_moisture",
                          "exchange", "fines.0", "spray.0", "rate.layered", "rate.water"}) {
    EXPECT_TRUE(bench.isShown(std::string("granulation.") + row)) << row;
  }
  for (const char* row : {"viscosity", "share", "abrasion_rate", "break_fines", "rate.joined", "none"}) {
    EXPECT_FALSE(bench.isShown(std::string("granulation.") + row)) << row;
  }
  bench.snapshot->matter.laws.coalescence = Switch::on;
  bench.frames();
  EXPECT_TRUE(bench.isShown("granulation.viscosity"));
  EXPECT_TRUE(bench.isShown("granulation.rate.joined"));
  bench.snapshot->matter.laws.sticking = Sticking::probability;
  bench.frames();
  EXPECT_TRUE(bench.isShown("granulation.share"));
  EXPECT_FALSE(bench.isShown("granulation.viscosity"));
}

TEST(GranulationPanel, SwitchesAndSlidersPostCommands) {
  GranulationBench shown;
  PanelBench& bench = shown.bench;
  bench.click("granulation.coalescence");
  ASSERT_EQ(bench.posted.size(), 1U);
  EXPECT_EQ(std::get<SetGranulationLaw>(bench.posted[0]).key, GranulationKey::coalescence);
  EXPECT_EQ(std::get<SetGranulationLaw>(bench.posted[0]).value, 1.0);
  bench.posted.clear();
  bench.click("granulation.fines.0");
  ASSERT_FALSE(bench.posted.empty());
  const auto& feed = std::get<SetFeed>(bench.posted.back());
  EXPECT_FALSE(feed.isSpray);
  EXPECT_EQ(feed.zone, 0U);
  EXPECT_NEAR(feed.rate, 0.03, 0.006) << "the middle of the slider";
  bench.posted.clear();
  bench.click("granulation.fines.0.reset");
  ASSERT_EQ(bench.posted.size(), 1U);
  EXPECT_EQ(std::get<SetFeed>(bench.posted[0]).rate, 0.012) << "back to the scene's";
}

TEST(GranulationPanel, BreakageWaitsForItsNumbers) {
  GranulationBench shown;
  PanelBench& bench = shown.bench;
  EXPECT_TRUE(bench.isShown("granulation.break_energy"));
  bench.click("granulation.breakage");
  EXPECT_TRUE(bench.posted.empty()) << "it cannot be switched on without an energy";
  bench.snapshot->matter.laws.breakEnergy = 10.0;
  bench.snapshot->matter.laws.smallest = 1e-3;
  bench.frames();
  bench.click("granulation.breakage");
  ASSERT_EQ(bench.posted.size(), 1U);
  EXPECT_EQ(std::get<SetGranulationLaw>(bench.posted[0]).key, GranulationKey::breakage);
}

TEST(GranulationPanel, ASceneWithoutGranulationIsToldPlainly) {
  PanelBench bench(drawGranulationPanel);
  bench.frames();
  EXPECT_TRUE(bench.isShown("granulation.none"));
  EXPECT_TRUE(bench.isShown("granulation.coalescence")) << "what collisions do can be switched on in any scene";
  EXPECT_FALSE(bench.isShown("granulation.rate.layered"));
}

TEST(MatterRates, AreMeansOverASecond) {
  MatterRates rates;
  Snapshot snapshot;
  snapshot.run.worldVersion = 1;
  for (int i = 0; i <= 300; ++i) {
    snapshot.run.time = 0.01 * i;
    snapshot.matter.sums.layered = 2e-3 * 0.01 * i;
    snapshot.matter.sums.joined = static_cast<std::uint64_t>(i / 10);
    rates.add(snapshot);
  }
  EXPECT_NEAR(rates.rates().span, MatterRates::kSpan, 0.011);
  EXPECT_NEAR(rates.rates().layered, 2e-3, 1e-9);
  EXPECT_NEAR(rates.rates().joined, 10.0, 0.6);
  snapshot.run.time = 1.0;
  rates.add(snapshot);
  EXPECT_EQ(rates.rates().span, 0.0) << "time went back";
}

/// Moist grains that fall into a box with fines, and stick to each other by a share of their collisions.
std::string moistScene() {
  return boxScene(5, 20) + R"(
granulation:
  fines:
    bed: {position: [0, 0, 0], size: [2, 2, 2], rate: 10 g/s}
  sprays:
    rain: {position: [0, 0, 0], size: [2, 2, 2], rate: 1 g/s}
  layering: {by: area, uptake: 20 g/m2/s}
  coalescence: {criterion: {probability: {share: 0.2}}}
)";
}

class GranulationTest : public SensorsTest {
 protected:
  void openMoist(bool play) {
    window().resize(1280, 900);
    ASSERT_TRUE(waitFor([&] { return window().height() == 900; }));
    open(writeScene("moist.yaml", moistScene()), play);
    viewport().layout().setFolded("material", true);
    viewport().layout().reveal("granulation");
    viewport().requestFrame();
    settle();
  }
  const GranulationLaws& laws() { return snapshot().matter.laws; }
  void stepOn(int count) {
    const std::uint64_t step = snapshot().run.step + static_cast<std::uint64_t>(count);
    simulation().post(StepOnce{count});
    ASSERT_TRUE(waitFor([&] { return snapshot().run.step == step; }, 60000));
    viewport().requestFrame();
    settle();
  }
};

TEST_F(GranulationTest, ASwitchIsInForceAtOnceUndoneAndReplayed) {
  openMoist(false);
  stepOn(20);
  ASSERT_EQ(laws().coalescence, Switch::on);
  click("granulation.coalescence");
  arrive();
  EXPECT_EQ(laws().coalescence, Switch::off);
  EXPECT_EQ(undoText(), "Undo change of Coalescence (on to off)");
  key(Qt::Key_Z, Qt::ControlModifier);
  arrive();
  EXPECT_EQ(laws().coalescence, Switch::on);
  key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  arrive();
  EXPECT_EQ(laws().coalescence, Switch::off);
  dragFrom(at("granulation.fines.0"), QPoint(40, 0));
  arrive();
  const double rate = snapshot().matter.fines[0].rate;
  EXPECT_NE(rate, 0.01);
  EXPECT_TRUE(undoText().startsWith("Undo change of the feed of bed (0.01 to ")) << undoText().toStdString();
  keepPicture("granulation_panel");
  stepOn(20);
  const double fed = snapshot().matter.fines[0].fed;
  const std::uint64_t last = snapshot().run.step;
  simulation().seek(5);
  ASSERT_TRUE(waitFor([this] { return snapshot().run.step == 5; }));
  EXPECT_EQ(laws().coalescence, Switch::on);
  simulation().seek(last);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == last; }));
  EXPECT_EQ(snapshot().matter.fines[0].fed, fed);
  EXPECT_EQ(laws().coalescence, Switch::off);
}

TEST_F(GranulationTest, SceneAndSessionKeepTheChanges) {
  openMoist(false);
  viewport().undo().post(SetGranulationLaw{GranulationKey::uptake, 0.05});
  viewport().undo().post(SetGranulationLaw{GranulationKey::coalescence, 0.0});
  viewport().undo().post(SetFeed{true, 0, 2e-3});
  arrive();
  const std::filesystem::path copy = folder_.path().toStdString() + "/copy.yaml";
  ASSERT_TRUE(window().parts().runs.saveTo(copy)) << viewport().notice();
  const SceneResult loaded = loadScene(copy);
  ASSERT_TRUE(loaded.scene.has_value());
  EXPECT_NEAR(loaded.scene->world.granulation.laws.uptake, 0.05, 1e-12);
  EXPECT_EQ(loaded.scene->world.granulation.laws.coalescence, Switch::off);
  EXPECT_NEAR(loaded.scene->world.granulation.sprays[0].rate, 2e-3, 1e-12);
  const std::filesystem::path session = folder_.path().toStdString() + "/moist.session";
  window().parts().sessions.saveTo(session);
  viewport().undo().post(SetGranulationLaw{GranulationKey::uptake, 0.01});
  arrive();
  open(session, false);
  EXPECT_EQ(laws().uptake, 0.05);
  EXPECT_EQ(laws().coalescence, Switch::off);
  EXPECT_EQ(snapshot().matter.sprays[0].rate, 2e-3);
  EXPECT_EQ(simulation().scene().granulation.uptake, 0.02) << "the scene's value stays";
}

TEST_F(GranulationTest, ColoursAndInspectorTellOfMatter) {
  openMoist(false);
  stepOn(60);
  viewport().layout().reveal("colour");
  viewport().requestFrame();
  settle();
  for (const ColourBy by : {ColourBy::moisture, ColourBy::massGained, ColourBy::age}) {
    click("colour_by");
    click("colour_by." + std::string(infoOf(by).name));
    ASSERT_TRUE(waitFor([&] { return snapshot().onRequest.request.matter.grains; }));
    viewport().requestFrame();
    settle();
    EXPECT_TRUE(isShown("legend_plate"));
    EXPECT_GT(viewport().options().range[1], 0.0f);
    keepPicture(QString("granulation_colour_%1").arg(static_cast<int>(by)));
  }
  const auto& gained = snapshot().onRequest.matter.gained;
  ASSERT_EQ(gained.size(), snapshot().particles());
  EXPECT_GT(*std::ranges::max_element(gained), 0.0f);
  viewport().options().selected = snapshot().grains.id[3];
  viewport().layout().reveal("inspector");
  viewport().requestFrame();
  ASSERT_TRUE(waitFor([&] { return snapshot().onRequest.matter.picked.has_value(); }));
  viewport().requestFrame();
  settle();
  EXPECT_TRUE(canReach("inspector.moisture"));
  EXPECT_TRUE(canReach("inspector.age"));
  EXPECT_TRUE(canReach("inspector.gained"));
  keepPicture("granulation_inspector");
}

TEST_F(GranulationTest, TheStripMarksWhatJoinedAndAClickListsIt) {
  openMoist(false);
  for (int i = 0; i < 60 && snapshot().matter.sums.joined < 3; ++i) {
    stepOn(10);
  }
  ASSERT_GE(snapshot().matter.sums.joined, 3U);
  const RunHistory::Branch& run = viewport().memory().timeline.history.run();
  EXPECT_EQ(run.back().joined, snapshot().matter.sums.joined);
  const std::size_t all = snapshot().matter.events->list.size();
  EXPECT_EQ(all, snapshot().matter.sums.joined);
  const double time = snapshot().matter.events->list.front().time;
  const std::optional<ProbeRect> strip = probeOf("timeline");
  ASSERT_TRUE(strip.has_value());
  const Timeline& timeline = snapshot().run.timeline;
  const double part = (time - timeline.first.time) / (timeline.last.time - timeline.first.time);
  const float x = strip->x0 + static_cast<float>(part) * (strip->x1 - strip->x0);
  const QPoint bar(static_cast<int>(x), static_cast<int>(strip->y0 + 0.86f * (strip->y1 - strip->y0)));
  keepPicture("granulation_strip");
  clickView(bar);
  ASSERT_TRUE(viewport().memory().listedGrains.has_value());
  viewport().requestFrame();
  settle();
  const ListedGrains listed = *viewport().memory().listedGrains;
  EXPECT_LE(listed.from, time);
  EXPECT_GE(listed.to, time - 0.02);
  EXPECT_TRUE(canReach("granulation.events"));
  ASSERT_TRUE(canReach("granulation.event.0"));
  const auto inBar = std::ranges::count_if(snapshot().matter.events->list, [&](const LoggedGrainEvent& one) {
    return one.time > listed.from && one.time <= listed.to;
  });
  EXPECT_TRUE(textOf("granulation.events").value_or("").starts_with(std::to_string(inBar) + " event"))
      << textOf("granulation.events").value_or("");
  EXPECT_EQ(snapshot().matter.events->list.size(), all) << "to go back forgets none of them";
  keepPicture("granulation_events");
  click("granulation.event.0");
  EXPECT_TRUE(viewport().options().selected.has_value());
  click("granulation.events.close");
  EXPECT_FALSE(viewport().memory().listedGrains.has_value());
}

TEST_F(GranulationTest, BridgesAreALayerThatIsRemembered) {
  openBox("hanging_chain.yaml");
  stepOn(10);
  viewport().layout().reveal("layers");
  viewport().requestFrame();
  settle();
  click("layers.bridges");
  ASSERT_TRUE(waitFor([&] { return !snapshot().onRequest.matter.bridges.empty(); }));
  viewport().requestFrame();
  settle();
  EXPECT_TRUE(isShown("layers.bridge_statistics"));
  EXPECT_TRUE(isShown("bridge_legend"));
  keepPicture("granulation_bridges");
  const std::filesystem::path session = folder_.path().toStdString() + "/bridges.session";
  window().parts().sessions.saveTo(session);
  click("layers.bridges");
  ASSERT_TRUE(waitFor([&] { return snapshot().onRequest.matter.bridges.empty(); }));
  open(session, false);
  EXPECT_TRUE(viewport().options().layers.bridges);
  stepOn(2);
  const std::vector<SnapshotBridge>& bridges = snapshot().onRequest.matter.bridges;
  ASSERT_FALSE(bridges.empty());
  viewport().options().selected = snapshot().grains.id[bridges[0].a];
  viewport().layout().reveal("inspector");
  viewport().requestFrame();
  ASSERT_TRUE(waitFor([&] { return !snapshot().onRequest.matter.ofPicked.empty(); }));
  viewport().requestFrame();
  settle();
  EXPECT_TRUE(canReach("inspector.bridges"));
  keepPicture("granulation_inspector_bridges");
}

}  // namespace
}  // namespace scree::testing
