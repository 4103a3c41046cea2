// The panel of materials: rows, published values, undo, and the laws saved in a copy of the scene.
#include <QAction>

#include "app/panels/panel.h"
#include "app/window/action_context.h"
#include "app/window/files/run_saving.h"
#include "app/window/files/session_saving.h"
#include "engine/io/output_file.h"
#include "engine/scene/scene.h"
#include "engine/settings/measured_pairs.h"
#include "tests/gui/support/panel_bench.h"
#include "tests/gui/support/sensor_fixture.h"

namespace scree::testing {
namespace {

Materials twoPairs() {
  Materials materials;
  materials.add({.name = "ore", .youngsModulus = 6e6});
  materials.add({.name = "steel", .youngsModulus = 2e11});
  PairLaw hertz;
  hertz.law = StiffnessLaw::hertz;
  hertz.effectiveModulus = effectiveModulus(materials.list[0], materials.list[1]);
  materials.setPair(0, 1, hertz);
  return materials;
}

/// The panel with two materials.
struct MaterialBench {
  MaterialBench() {
    bench.scene.materials = twoPairs();
    bench.snapshot->scene.materials = std::make_shared<const Materials>(twoPairs());
    bench.frames();
  }
  PanelBench bench{drawMaterialPanel};
};

TEST(MaterialPanel, ShowsTheValuesThatThePairHas) {
  MaterialBench shown;
  PanelBench& bench = shown.bench;
  for (const char* row : {"friction", "rolling_resistance", "twisting", "restitution", "stiffness", "damping_time"}) {
    EXPECT_TRUE(bench.isShown(std::string("law.ore.ore.") + row)) << row;
  }
  EXPECT_FALSE(bench.isShown("law.ore.ore.rolling_length"));
  bench.memory.materials.pair = 1;
  bench.frames();
  EXPECT_TRUE(bench.isShown("law.ore.steel.friction"));
  EXPECT_FALSE(bench.isShown("law.ore.steel.stiffness")) << "the moduli give it";
  EXPECT_TRUE(bench.isShown("modulus.ore"));
  EXPECT_TRUE(bench.isShown("modulus.steel"));
  bench.memory.materials.pair = 99;
  bench.frames();
  EXPECT_TRUE(bench.isShown("law.steel.steel.friction")) << "the last pair";
}

TEST(MaterialPanel, ASliderPostsAndWaits) {
  MaterialBench shown;
  PanelBench& bench = shown.bench;
  bench.click("law.ore.ore.restitution");
  ASSERT_FALSE(bench.posted.empty());
  const auto& set = std::get<SetPairLaw>(bench.posted.back());
  EXPECT_EQ(set.a, 0U);
  EXPECT_EQ(set.b, 0U);
  EXPECT_EQ(set.key, PairLawKey::restitution);
  EXPECT_NEAR(set.value, 0.5, 0.1);
  EXPECT_EQ(bench.memory.pending.at("law.ore.ore.restitution").value, set.value);
  bench.posted.clear();
  bench.click("law.ore.ore.restitution.reset");
  ASSERT_EQ(bench.posted.size(), 1U);
  EXPECT_EQ(std::get<SetPairLaw>(bench.posted[0]).value, 0.0) << "back to the scene's";
}

TEST(MaterialPanel, PublishedPairsHaveSourcesAndPossibleValues) {
  EXPECT_GE(measuredPairs().size(), 8U);
  for (const MeasuredPair& measured : measuredPairs()) {
    EXPECT_FALSE(measured.source.empty()) << measured.name;
    EXPECT_FALSE(measured.note.empty()) << measured.name;
    EXPECT_TRUE(measured.friction || measured.restitution) << measured.name;
    PairLaw law;
    EXPECT_EQ(setValue(law, PairLawKey::friction, measured.friction.value_or(0.0)), "");
    EXPECT_EQ(setValue(law, PairLawKey::rollingResistance, measured.rollingResistance.value_or(0.0)), "");
    EXPECT_EQ(setValue(law, PairLawKey::restitution, measured.restitution.value_or(0.0)), "");
  }
}

/// The panel in the window, with the drum that ships made smaller.
class MaterialTest : public SensorsTest {
 protected:
  void openDrum(bool play = false) {
    std::string scene = readFile(std::filesystem::path(SCREE_SOURCE_DIR) / "resources/scenes/drum.yaml");
    const auto replace = [&scene](const std::string& from, const std::string& to) {
      scene.replace(scene.find(from), from.size(), to);
    };
    replace("count: 4864", "count: 400");
    openBox();
    open(writeScene("drum.yaml", scene), false);
    viewport().layout().reveal("material");
    viewport().requestFrame();
    settle();
    simulation().setPlaying(play);
  }
  double friction() { return snapshot().scene.materials->pair(0, 0).friction; }
};

TEST_F(MaterialTest, ADraggedFrictionIsInForceAtOnceAndTakenBackByOneUndo) {
  openDrum();
  EXPECT_EQ(friction(), 0.91);
  const QPoint slider = at("law.ore.ore.friction");
  dragFrom(slider, QPoint(-60, 0));
  arrive();
  const double changed = friction();
  EXPECT_LT(changed, 0.9);
  EXPECT_EQ(viewport().undo().stack().index(), 1) << "one drag, one change";
  EXPECT_TRUE(undoText().startsWith("Undo change of Friction of ore on ore (0.91 to ")) << undoText().toStdString();
  EXPECT_NEAR(simulation().scene().materials.pair(0, 0).friction, 0.91, 0.0) << "the scene's value stays";
  key(Qt::Key_Z, Qt::ControlModifier);
  arrive();
  EXPECT_EQ(friction(), 0.91);
  key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  arrive();
  EXPECT_EQ(friction(), changed);
  keepPicture("material_panel");
}

TEST_F(MaterialTest, APublishedPairIsOneUndo) {
  openDrum();
  const PairLaw before = snapshot().scene.materials->pair(0, 0);
  viewport().undo().beginGesture();
  viewport().undo().post(SetPairLaw{0, 0, PairLawKey::friction, 0.45});
  viewport().undo().post(SetPairLaw{0, 0, PairLawKey::restitution, 0.6});
  viewport().undo().post(SetPairLaw{0, 0, PairLawKey::rollingResistance, 0.1});
  arrive();
  EXPECT_EQ(snapshot().scene.materials->pair(0, 0).restitution, 0.6);
  EXPECT_EQ(undoText(), "Undo change of the law of ore on ore");
  key(Qt::Key_Z, Qt::ControlModifier);
  arrive();
  EXPECT_EQ(snapshot().scene.materials->pair(0, 0), before);
}

TEST_F(MaterialTest, TheSavedCopyOfTheSceneHasTheChanges) {
  openDrum();
  arrive();
  const std::filesystem::path same = folder_.path().toStdString() + "/same.yaml";
  ASSERT_TRUE(window().parts().runs.saveTo(same));
  EXPECT_NE(viewport().notice().find("Nothing was changed"), std::string::npos) << viewport().notice();
  viewport().undo().post(SetPairLaw{0, 0, PairLawKey::friction, 0.37});
  viewport().undo().post(SetPairLaw{0, 1, PairLawKey::restitution, 0.41});
  arrive();
  SplitSensor sensor;
  sensor.name = "eye";
  sensor.shape = SensorSphere{0.05};
  sensor.pose.position = {0.0, 0.02, 0.1};
  viewport().undo().post(AddSensor{sensor});
  viewport().undo().post(SetParameter{ParameterKey::sweeps, 77});
  viewport().undo().post(SetDriveSpeed{0, 0, 1.25});
  arrive();
  const std::filesystem::path copy = folder_.path().toStdString() + "/copy.yaml";
  ASSERT_TRUE(window().parts().runs.saveTo(copy));
  const SceneResult loaded = loadScene(copy);
  ASSERT_TRUE(loaded.scene.has_value());
  EXPECT_EQ(loaded.scene->world.materials.pairs, snapshot().scene.materials->pairs);
  EXPECT_EQ(loaded.scene->world.parameters.sweeps, 77);
  EXPECT_NEAR(loaded.scene->world.bodies[0].drives[0].speed.value, 1.25, 1e-8);
  ASSERT_EQ(loaded.scene->world.sensors.size(), snapshot().scene.sensors.size());
  EXPECT_EQ(loaded.scene->world.sensors.back().name, "eye");
  EXPECT_LT((loaded.scene->world.sensors.back().pose.position - sensor.pose.position).norm(), 1e-8);
  EXPECT_NE(viewport().notice().find("Scene with 5 changes saved"), std::string::npos) << viewport().notice();
  EXPECT_NE(readFile(copy).find("# the end walls"), std::string::npos) << "comments stay";
  EXPECT_FALSE(window().parts().runs.saveTo(copy / "below.yaml"));
}

TEST_F(MaterialTest, ASessionKeepsTheLaws) {
  openDrum();
  viewport().undo().post(SetPairLaw{0, 1, PairLawKey::friction, 0.37});
  arrive();
  const std::filesystem::path session = folder_.path().toStdString() + "/laws.session";
  window().parts().sessions.saveTo(session);
  viewport().undo().post(SetPairLaw{0, 1, PairLawKey::friction, 0.1});
  arrive();
  open(session, false);
  EXPECT_EQ(snapshot().scene.materials->pair(0, 1).friction, 0.37);
  EXPECT_EQ(simulation().scene().materials.pair(0, 1).friction, 0.0) << "the scene's value stays";
}

TEST_F(MaterialTest, TheRunWithADraggedFrictionReplaysBitForBit) {
  openDrum(true);
  ASSERT_TRUE(waitFor([this] { return snapshot().run.step > 20; }));
  dragFrom(at("law.ore.ore.friction"), QPoint(-60, 0));
  ASSERT_TRUE(waitFor([this] { return simulation().isApplied() && friction() < 0.9; }));
  const std::uint64_t changed = snapshot().run.step;
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step > changed + 20; }));
  simulation().setPlaying(false);
  arrive();
  const std::uint64_t last = snapshot().run.timeline.last.step;
  const auto place = snapshot().grains.positionRadius;
  simulation().seek(5);
  ASSERT_TRUE(waitFor([this] { return snapshot().run.step == 5; }));
  EXPECT_EQ(friction(), 0.91);
  simulation().seek(last);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == last; }));
  EXPECT_EQ(snapshot().grains.positionRadius, place);
  EXPECT_LT(friction(), 0.9);
}

}  // namespace
}  // namespace scree::testing
