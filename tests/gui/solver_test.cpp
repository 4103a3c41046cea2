#include <QAction>
#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QTest>
#include <QTimer>

#include "app/window/files/comparison_saving.h"
#include "engine/analysis/solving/method_comparison.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

/// The controls of the solver, clicked as a user does, each in force with the next snapshot.
class SolverTest : public GuiTest {
 protected:
  void openBox(bool play = false, int side = 3) {
    window().resize(1280, 880);
    ASSERT_TRUE(waitFor([&] { return window().height() == 880; }));
    open(writeScene("box.yaml", boxScene(side, 20)), play);
  }

  /// Makes room for one panel.
  void hidePanels(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      viewport().layout().setFolded(name, true);
    }
    viewport().requestFrame();
    settle();
  }

  bool isShown(std::string_view name) { return probeOf(name).has_value(); }

  /// Steps until grains touch, then measures with so many sweeps.
  void measure(int sweeps) {
    openBox(false, 8);
    simulation().post(StepOnce{60});
    ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 60; }, 60000));
    settle();
    ASSERT_GT(snapshot().solver.contacts, 200U);
    viewport().memory().comparison.sweeps = sweeps;
    hidePanels({"timing"});
    click("compare.measure");
    ASSERT_TRUE(waitFor([&] { return snapshot().solver.comparison != nullptr; }));
    settle();
  }
};

TEST_F(SolverTest, EveryPresetIsSetByItsButton) {
  openBox();
  EXPECT_FALSE(presetOf(snapshot().scene.parameters).has_value()) << "20 sweeps are of no preset";
  for (const PresetInfo& info : presetTable()) {
    click("preset." + std::string(info.name));
    EXPECT_TRUE(waitFor([&] { return presetOf(snapshot().scene.parameters) == info.preset; })) << info.name;
  }
  EXPECT_EQ(snapshot().scene.parameters.timeStep, 5e-3) << "a preset leaves the time step";
  keepPicture("preset_accurate");
  click("sweeps.reset");
  EXPECT_TRUE(waitFor([&] { return !presetOf(snapshot().scene.parameters).has_value(); }))
      << "one change, and it is custom";
}

TEST_F(SolverTest, EveryChoiceIsSetByItsButtons) {
  openBox();
  hidePanels({"timing", "residual"});
  for (const ChoiceInfo& info : choiceTable()) {
    if (info.key >= kFirstReductionChoice) {
      continue;  // those have a panel of their own
    }
    for (int value = static_cast<int>(info.values.size()) - 1; value >= 0; --value) {
      const std::string name =
          std::string(info.name) + "." + std::string(info.values[static_cast<std::size_t>(value)].name);
      click(name);
      EXPECT_TRUE(waitFor([&] { return choiceOf(snapshot().scene.parameters, info.key) == value; })) << name;
    }
  }
}

/// Numbers of other warm starts can't be changed, and nothing below them moves when another one is chosen.
TEST_F(SolverTest, OnlyTheNumbersOfTheWarmStartInForceCanBeChanged) {
  openBox();
  hidePanels({"timing", "residual"});
  at("method.pgs");  // turns to its page
  const float place = probeOf("method.pgs").value().y0;
  const auto choose = [&](const char* button, WarmStart wanted) {
    click(button);
    ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.warmStart == wanted; }));
    settle();
    EXPECT_EQ(probeOf("method.pgs").value().y0, place) << button;
  };
  /// Whether a row takes a number.
  const auto takes = [&](const char* row, const QString& number, double Parameters::*value) {
    typeInto(row, number);
    return waitFor([&] { return simulation().isApplied() && snapshot().scene.parameters.*value == number.toDouble(); },
                   1000);
  };
  choose("warm_start.history", WarmStart::history);
  EXPECT_TRUE(takes("warm_start_factor", "0.75", &Parameters::warmStartFactor));
  EXPECT_FALSE(takes("warm_start_floor", "0.35", &Parameters::warmStartFloor));
  choose("warm_start.adaptive", WarmStart::adaptive);
  EXPECT_FALSE(takes("warm_start_factor", "0.65", &Parameters::warmStartFactor));
  EXPECT_TRUE(takes("warm_start_floor", "0.25", &Parameters::warmStartFloor));
  choose("warm_start.off", WarmStart::off);
  EXPECT_FALSE(takes("warm_start_factor", "0.55", &Parameters::warmStartFactor));
  EXPECT_FALSE(takes("warm_start_floor", "0.15", &Parameters::warmStartFloor));
}

TEST_F(SolverTest, JoinedImpactsNeedNoSweepsOfTheirOwn) {
  openBox();
  hidePanels({"timing", "residual"});
  click("impacts.stage");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.impacts == Impacts::stage; }));
  typeInto("impact_sweeps", "33");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.impactSweeps == 33; }));
  click("impacts.joined");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.impacts == Impacts::joined; }));
  settle();
  keepPicture("solver_joined");
  typeInto("impact_sweeps", "44");
  click("impact_sweeps.reset");
  EXPECT_EQ(snapshot().scene.parameters.impactSweeps, 33) << "a greyed number takes nothing";
  click("impacts.stage");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.impacts == Impacts::stage; }));
  settle();
  typeInto("impact_sweeps", "44");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.impactSweeps == 44; }));
}

/// The method smooth has neither sweeps nor warm start nor impacts: their rows take nothing, and the plot says so.
TEST_F(SolverTest, RowsWithoutEffectUnderSmoothAreGreyed) {
  openBox();
  click("method.smooth");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.method == Method::smooth; }));
  simulation().step(3);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 3; }));
  settle();
  keepPicture("solver_smooth");
  EXPECT_NE(textOf("residual_plot").value_or("").find("smooth solves nothing"), std::string::npos);
  const Parameters before = snapshot().scene.parameters;
  for (const char* row : {"substeps", "sweeps", "tolerance", "rest_tolerance", "impact_sweeps", "impact_speed"}) {
    typeInto(row, "0.7");
  }
  click("warm_start.off");
  click("impacts.joined");
  settle();
  EXPECT_TRUE(simulation().isApplied());
  const Parameters& now = snapshot().scene.parameters;
  EXPECT_EQ(now.sweeps, before.sweeps);
  EXPECT_EQ(now.substeps, before.substeps);
  EXPECT_EQ(now.tolerance, before.tolerance);
  EXPECT_EQ(now.impactSpeed, before.impactSpeed);
  EXPECT_EQ(now.warmStart, before.warmStart);
  EXPECT_EQ(now.impacts, before.impacts);
  click("method.pgs");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.method == Method::pgs; }));
  settle();
  typeInto("sweeps", "44");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.sweeps == 44; }));
}

/// Of the method smooth alone, and greyed with the others.
TEST_F(SolverTest, TheCollisionTimeIsARowOfSmooth) {
  openBox();
  hidePanels({"timing", "residual"});
  click("solver.more");
  settle();
  typeInto("collision_time", "0.002");
  settle();
  EXPECT_TRUE(simulation().isApplied());
  EXPECT_EQ(snapshot().scene.parameters.collisionTime, 0.0) << "a greyed number takes nothing";
  click("method.smooth");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.method == Method::smooth; }));
  settle();
  typeInto("collision_time", "0.002");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.collisionTime == 0.002; }));
  settle();
  keepPicture("solver_collision_time");
  click("collision_time.reset");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.collisionTime == 0.0; }));
}

/// Lamps of the bar tell what acts; keys and buttons that can change nothing say what to do first.
TEST_F(SolverTest, TheBarShowsThatSmoothNeitherMergesNorStartsWarm) {
  openBox();
  auto* warm = window().findChild<QAction*>("bar_warm_start");
  auto* merging = window().findChild<QAction*>("bar_merging");
  ASSERT_TRUE(waitFor([&] { return warm->isChecked(); }));
  click("method.smooth");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.method == Method::smooth; }));
  EXPECT_TRUE(waitFor([&] { return !warm->isChecked(); }));
  const WarmStart before = snapshot().scene.parameters.warmStart;
  key(Qt::Key_W);
  EXPECT_NE(viewport().notice().find("could start warm: take another method"), std::string::npos)
      << viewport().notice();
  EXPECT_TRUE(waitFor([&] { return !warm->isChecked(); })) << "the lamp stays dark";
  key(Qt::Key_M);
  EXPECT_TRUE(waitFor([&] {
    return viewport().notice().find("smooth merges nothing: take another method first") != std::string::npos;
  })) << viewport().notice();
  EXPECT_FALSE(merging->isChecked());
  EXPECT_TRUE(waitFor([&] { return simulation().isApplied(); }));
  EXPECT_EQ(snapshot().scene.parameters.warmStart, before);
  EXPECT_EQ(snapshot().scene.parameters.reduction.merging, Switch::off);
  click("method.pgs");
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.method == Method::pgs; }));
  EXPECT_TRUE(waitFor([&] { return warm->isChecked(); }));
}

TEST_F(SolverTest, SubstepsThreadsAndToleranceAreTyped) {
  openBox();
  hidePanels({"timing", "residual"});
  EXPECT_EQ(snapshot().scene.parameters.threads, 0) << "as many as pay off";
  typeInto("threads", "2");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.threads == 2; }));
  click("step");
  EXPECT_TRUE(waitFor([&] { return snapshot().solver.threads == 2; }));
  click("threads.reset");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.threads == 0; }));
  click("step");
  EXPECT_TRUE(waitFor([&] { return snapshot().solver.threads == 1; }));
  typeInto("substeps", "3");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.substeps == 3; }));
  typeInto("substeps", "-4");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.substeps == 1; }));
  EXPECT_TRUE(waitFor([&] { return viewport().notice().find("is outside its range") != std::string::npos; }));
  typeInto("substeps", "3");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.substeps == 3; }));
  EXPECT_FALSE(isShown("Sweeps used"));
  typeInto("tolerance", "0.001");
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.tolerance == 1e-3; }));
  settle();
  EXPECT_TRUE(isShown("Sweeps used")) << "with a tolerance the sweeps are only a limit";
  const double rest = snapshot().scene.parameters.restTolerance;
  typeInto("rest_tolerance", "0.002");
  settle();
  EXPECT_EQ(snapshot().scene.parameters.restTolerance, rest) << "greyed: the tolerance takes its place";
  keepPicture("solver_tolerance");
}

TEST_F(SolverTest, StiffContactsTakeMoreSubstepsAndThePanelSaysSo) {
  openBox(true);
  hidePanels({"timing", "residual"});
  simulation().post(SetPreset{Preset::fast});
  // Four times the step is sixteen times as stiff.
  simulation().post(SetParameter{ParameterKey::timeStep, 0.02});
  ASSERT_TRUE(waitFor([&] { return snapshot().solver.substeps > 4; }));
  settle();
  EXPECT_TRUE(canReach("Substeps used"));
  keepPicture("solver_stiff");
  simulation().post(SetParameter{ParameterKey::mostSubsteps, 1});
  EXPECT_TRUE(waitFor([&] { return snapshot().solver.substeps == 4; }));
  settle();
  EXPECT_TRUE(canReach("Substeps used")) << "they are too few";
  simulation().post(SetParameter{ParameterKey::timeStep, 0.002});
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.timeStep == 0.002; }));
  settle();
  EXPECT_FALSE(isShown("Substeps used")) << "as asked for";
}

TEST_F(SolverTest, WTurnsWarmStartingOffAndBackToWhatItWas) {
  openBox();
  for (const WarmStart mode : {WarmStart::history, WarmStart::adaptive, WarmStart::model}) {
    click("warm_start." + std::string(nameOf(mode)));
    ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.warmStart == mode; }));
    key(Qt::Key_W);
    EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.warmStart == WarmStart::off; })) << nameOf(mode);
    key(Qt::Key_W);
    EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.warmStart == mode; })) << nameOf(mode);
  }
  // Both in one go, before any answer: on again.
  QTest::keyClick(&keyed(), Qt::Key_W);
  const std::uint64_t before = snapshot().run.lastCommand;
  QTest::keyClick(&keyed(), Qt::Key_W);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.lastCommand >= before + 2; }));
  settle();
  EXPECT_EQ(snapshot().scene.parameters.warmStart, WarmStart::model);
}

TEST_F(SolverTest, TheTimingPanelTellsTheCostOfAContactAndSweep) {
  openBox(true);
  ASSERT_TRUE(waitFor([&] { return snapshot().solver.contactSweeps > 0; }));
  settle();
  EXPECT_GT(nanosecondsPerContactSweep(snapshot()), 0.0);
  EXPECT_TRUE(canReach("A contact"));
}

TEST_F(SolverTest, MeasuresAStepWithAllMethodsAndClearsIt) {
  measure(80);
  const std::shared_ptr<const MethodComparison> comparison = snapshot().solver.comparison;
  ASSERT_NE(comparison, nullptr);
  EXPECT_EQ(comparison->step, 61U);
  EXPECT_EQ(static_cast<int>(comparison->curves.size()), comparedMethods());
  for (const MethodCurve& curve : comparison->curves) {
    EXPECT_EQ(curve.residuals.size(), 80U) << curve.name;
    EXPECT_TRUE(isShown("compare." + curve.name)) << curve.name;
  }
  EXPECT_EQ(snapshot().run.step, 60U) << "the world itself takes no step";
  EXPECT_TRUE(isShown("comparison_plot"));
  hover(at("comparison_plot"));
  keepPicture("methods");
  hover(freePoint());
  viewport().layout().reveal("timing");
  window().resize(1280, 720);
  ASSERT_TRUE(waitFor([&] { return window().height() == 720; }));
  settle();
  keepPicture("methods_1280x720");
  viewport().layout().setFolded("timing", true);
  window().resize(1280, 880);
  ASSERT_TRUE(waitFor([&] { return window().height() == 880; }));
  settle();
  click("compare.rows");
  click("compare.rows.tangential");
  EXPECT_EQ(viewport().memory().comparison.kind, 2);
  click("residual_view.Last step");
  EXPECT_TRUE(isShown("residual_plot"));
  EXPECT_FALSE(isShown("comparison_plot"));
  click("residual_view.All methods");
  EXPECT_TRUE(isShown("comparison_plot"));
  click("compare.clear");
  EXPECT_FALSE(isShown("comparison_plot"));
  EXPECT_FALSE(isShown("residual_view.All methods"));
  click("compare.measure");
  EXPECT_TRUE(waitFor([&] { return snapshot().solver.comparison != comparison; }));
  settle();
  EXPECT_TRUE(isShown("comparison_plot")) << "a new one shows again";
}

TEST_F(SolverTest, TheWindowAnswersWhileMeasuringAndRestartGivesUp) {
  measure(10);
  const std::shared_ptr<const MethodComparison> before = snapshot().solver.comparison;
  viewport().memory().comparison.sweeps = 100000;
  click("compare.measure");
  // A hundred thousand sweeps with each of the methods take many seconds.
  EXPECT_TRUE(isShown("compare.measuring"));
  EXPECT_TRUE(waitFor([&] { return isShown("work.0"); })) << "the view tells it, too";
  const bool legend = viewport().memory().showLegend;
  click("legend");
  EXPECT_NE(viewport().memory().showLegend, legend);
  EXPECT_TRUE(canReach("compare.measuring")) << "it still measures";
  keepPicture("measuring");
  key(Qt::Key_Backspace);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step == 0; }, 3000));
  EXPECT_EQ(snapshot().solver.comparison, nullptr);
  settle();
  EXPECT_TRUE(canReach("compare.measure"));
}

TEST_F(SolverTest, TheComparisonIsSavedAsATable) {
  EXPECT_FALSE(window().parts().comparisons.saveTo(folder_.path() + "/none.csv"));
  EXPECT_NE(viewport().notice().find("no comparison"), std::string::npos);
  measure(12);
  const QString name = folder_.path() + "/methods.csv";
  ASSERT_TRUE(window().parts().comparisons.saveTo(name));
  QFile file(name);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(file.readAll().count('\n'), 1 + 12 * comparedMethods());
  EXPECT_NE(viewport().notice().find("methods.csv"), std::string::npos) << "it says where";
  EXPECT_FALSE(window().parts().comparisons.saveTo(folder_.path() + "/methods.csv/below.csv"));
  // By its button; the dialog has an event loop of its own and is filled in from inside.
  const QString chosen = folder_.path() + "/chosen";
  QTimer::singleShot(300, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->findChild<QLineEdit*>()->setText(chosen);
    QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
  });
  click("save_comparison");
  EXPECT_TRUE(waitFor([&] { return QFile::exists(chosen + ".csv"); }));
}

}  // namespace
}  // namespace scree::testing
