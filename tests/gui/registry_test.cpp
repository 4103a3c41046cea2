#include <fmt/format.h>

#include <QApplication>
#include <QClipboard>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "app/document/session_file.h"
#include "app/film/filming.h"
#include "app/import/import_dialog.h"
#include "app/panels/panel.h"
#include "app/widgets/parameter_rows.h"
#include "app/window/actions.h"
#include "app/window/files/mesh_importing.h"
#include "app/window/files/session_saving.h"
#include "app/window/manual_window.h"
#include "app/window/shell/start_page.h"
#include "app/window/shell/tour.h"
#include "app/window/window_commands.h"
#include "app/window/window_look.h"
#include "engine/session/world_commands.h"
#include "engine/snapshot/twin_snapshot.h"
#include "engine/state/state.h"
#include "tests/gui/support/gui_fixture.h"
#include "tests/gui/support/panel_bench.h"
#include "tests/support/worlds.h"

// Walks the tables that all controls are made from: nothing in them may be without text or without effect.
namespace scree::testing {
namespace {

/// Menus of the table of actions; each is walked in a test of its own.
constexpr std::array<std::string_view, 6> kMenus = {"File", "Edit", "Run", "View", "Interface", "Help"};

class RegistryTest : public GuiTest, public ::testing::WithParamInterface<std::string_view> {
 protected:
  void SetUp() override {
    GuiTest::SetUp();
    connection_ = QObject::connect(&closer_, &QTimer::timeout, [this] {
      QWidget* dialog = QApplication::activeModalWidget();
      if (dialog == nullptr) {
        dialog = window().parts().importing.dialog();  // which lets one use the window meanwhile
      }
      if (dialog != nullptr) {
        ++dialogs_;
        dialog->close();
      }
    });
    closer_.start(50);
  }

  void TearDown() override {
    closer_.stop();
    GuiTest::TearDown();
  }

  /// Everything about the window that a user can tell.
  std::string signature() {
    const Timeline& run = snapshot().run.timeline;
    return fmt::format(
        "{} playing {} step {} world {} loop {} forks {} past {} film {} twin {} full {} keys {} notice {} theme {} "
        "size {} picked {} visible {} dialogs {} sensors {} handles {} axis {} follow {} manual {} start page {} tour "
        "{} clipboard {} placing {}",
        sessionText(window().parts().sessions.current(), folder_.filePath("x.session").toStdString()),
        simulation().wantPlaying(), snapshot().run.step, snapshot().run.worldVersion, run.loop, run.forks, run.past,
        static_cast<int>(viewport().panels().recordStatus().state), snapshot().twin.snapshot != nullptr,
        window().isFullScreen(), viewport().panels().cheatSheetShown(), viewport().notice(),
        static_cast<int>(window().parts().look.now().theme), window().parts().look.now().percent,
        viewport().options().selected.has_value(), window().isVisible(), dialogs_, snapshot().scene.sensors.size(),
        static_cast<int>(viewport().tools().sensor().mode()),
        viewport().tools().sensor().axisLock() ? viewport().tools().sensor().axisLock()->axis : -1,
        viewport().options().followPath, window().parts().manual.isVisible(), window().parts().startPage.isVisible(),
        window().parts().tour.isRunning(), QApplication::clipboard()->text().toStdString(),
        viewport().memory().measures.placing.value_or(-1));
  }

  void waitApplied() {
    ASSERT_TRUE(waitFor([&] {
      viewport().requestFrame();
      return simulation().isApplied() && !snapshot().run.timeline.seekTo && !simulation().isLoading();
    }));
    settle();
  }

  void triggerAndWait(std::string_view id) {
    window().trigger(id);
    QApplication::processEvents();
    waitApplied();
  }

  /// What must be so that an action has something to do.
  std::map<std::string_view, std::function<void()>> preparations() {
    const auto turnAway = [this] { dragView(freePoint(), freePoint() + QPoint(37, 11), Qt::RightButton); };
    const auto goBack = [this] { triggerAndWait("step_back_many"); };
    const auto addSensor = [this] { triggerAndWait("add_box"); };
    return {{"undo", addSensor},
            {"redo",
             [this] {
               triggerAndWait("add_box");
               triggerAndWait("undo");
             }},
            {"duplicate_sensor", addSensor},
            {"delete_sensor", addSensor},
            {"gizmo_move",
             [this] {
               triggerAndWait("add_box");
               triggerAndWait("gizmo_rotate");
             }},
            {"axis_x", addSensor},
            {"axis_y", addSensor},
            {"axis_z", addSensor},
            {"run_end", goBack},
            {"resume_here", goBack},
            {"real_time", [this] { triggerAndWait("slower"); }},
            {"usual_size", [this] { triggerAndWait("larger"); }},
            {"theme_dark", [this] { triggerAndWait("theme_light"); }},
            {"cancel", [this] { triggerAndWait("cheat_sheet"); }},
            {"frame", turnAway},
            {"frame_scene", turnAway},
            {"view_front", turnAway},
            {"view_side", turnAway},
            {"view_top", turnAway},
            {"reset_layout", [this] { viewport().layout().setFolded("solver", true); }}};
  }

  /// Back to a paused run with a past, whatever the last action did.
  void tidy() {
    if (window().filming().isRecording()) {
      window().filming().stop();
    }
    ASSERT_TRUE(waitFor([&] { return viewport().panels().recordStatus().state == RecordStatus::State::idle; }, 30000));
    if (window().isFullScreen()) {
      toggleFullScreen(window());
    }
    viewport().panels().setCheatSheetShown(false);
    window().parts().manual.hide();
    simulation().setPlaying(false);
    waitApplied();
    if (snapshot().run.step < 12) {
      simulation().step(12 - static_cast<int>(snapshot().run.step));
      waitApplied();
    }
    viewport().notify("ready");
    settle();
  }

  int dialogs_ = 0;

 private:
  QTimer closer_;
  QMetaObject::Connection connection_;
};

TEST(Registry, NoMenuIsLeftOut) {
  for (const ActionSpec& action : actionTable()) {
    EXPECT_NE(std::find(kMenus.begin(), kMenus.end(), action.menu), kMenus.end()) << action.menu;
  }
}

INSTANTIATE_TEST_SUITE_P(Menus, RegistryTest, ::testing::ValuesIn(kMenus),
                         [](const auto& named) { return std::string(named.param); });

TEST_P(RegistryTest, EveryActionChangesSomething) {
  window().resize(640, 420);  // small, as much is drawn
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const auto prepare = preparations();
  tidy();
  const std::string still = signature();
  QTest::qWait(300);
  settle();
  ASSERT_EQ(signature(), still) << "nothing happens by itself, else this test would prove nothing";
  for (const ActionSpec& action : actionTable()) {
    if (action.menu != GetParam() || action.id == "quit") {
      continue;  // quitting comes last
    }
    SCOPED_TRACE(action.id);
    tidy();
    if (const auto found = prepare.find(action.id); found != prepare.end()) {
      found->second();
    }
    const std::string before = signature();
    window().trigger(action.id);
    EXPECT_TRUE(waitFor([&] { return signature() != before; }, 5000)) << action.id << " changes nothing";
    ASSERT_TRUE(waitFor([&] {
      return QApplication::activeModalWidget() == nullptr && window().parts().importing.dialog() == nullptr;
    }));
  }
  if (GetParam() == "File") {
    tidy();
    window().trigger("quit");
    EXPECT_TRUE(waitFor([&] { return !window().isVisible(); }));
  }
}

/// The parameter or choice that the bench shows; its draw function takes no arguments of its own.
ParameterKey shownParameter;
ChoiceKey shownChoice;

World smallWorld() {
  World world = emptyWorld();
  addLattice(world, 2, 2, 2, 0.014, 0.013, 8);
  return world;
}

/// Does what the panel posted and tells whether the world is another one now.
bool changesWorld(const Command& command) {
  World world = smallWorld();
  const Parameters before = world.parameters;
  if (const auto* parameter = std::get_if<SetParameter>(&command)) {
    EXPECT_EQ(applyCommand(world, *parameter), "");
    return valueOf(world.parameters, parameter->key) != valueOf(before, parameter->key);
  }
  const auto& choice = std::get<SetChoice>(command);
  EXPECT_EQ(applyCommand(world, choice), "");
  return choiceOf(world.parameters, choice.key) != choiceOf(before, choice.key);
}

TEST(ParameterRegistry, EveryRowIsExplainedAndSetsItsParameter) {
  for (const ParameterInfo& info : parameterTable()) {
    SCOPED_TRACE(info.name);
    EXPECT_FALSE(info.label.empty());
    EXPECT_GT(info.meaning.size(), 15U);
    EXPECT_FALSE(info.source.empty());
    const NumberSpec spec = specOf(info);
    EXPECT_NE(spec.help.find(info.meaning), std::string::npos);
    EXPECT_NE(spec.help.find("Unit: " + (info.unit.empty() ? "a number" : std::string(info.unit))), std::string::npos);
    EXPECT_NE(spec.help.find(info.source), std::string::npos);
    shownParameter = info.key;
    PanelBench bench([](PanelContext& context) { drawParameter(context, shownParameter); });
    bench.snapshot->scene.parameters = smallWorld().parameters;
    bench.scene.parameters = bench.snapshot->scene.parameters;
    // Off the scene's value, the small button leads back to it.
    const double scenes = valueOf(bench.scene.parameters, info.key);
    const double other = scenes == info.maximum ? info.minimum : info.maximum;
    ASSERT_EQ(setValue(bench.scene.parameters, info.key, other), "");
    bench.frames();
    bench.click(fmt::format("{}.reset", info.name));
    ASSERT_EQ(bench.posted.size(), 1U);
    EXPECT_EQ(std::get<SetParameter>(bench.posted[0]).key, info.key);
    EXPECT_EQ(std::get<SetParameter>(bench.posted[0]).value, other);
    EXPECT_TRUE(changesWorld(bench.posted[0]));
  }
}

TEST(ParameterRegistry, EveryChoiceIsExplainedAndSetByItsButtons) {
  for (const ChoiceInfo& info : choiceTable()) {
    SCOPED_TRACE(info.name);
    EXPECT_FALSE(info.label.empty());
    EXPECT_GT(info.meaning.size(), 15U);
    EXPECT_FALSE(info.source.empty());
    for (std::size_t value = 0; value < info.values.size(); ++value) {
      EXPECT_FALSE(info.values[value].meaning.empty());
      shownChoice = info.key;
      PanelBench bench([](PanelContext& context) { drawChoiceRow(context, shownChoice); });
      bench.snapshot->scene.parameters = smallWorld().parameters;
      bench.click(fmt::format("{}.{}", info.name, info.values[value].name));
      ASSERT_EQ(bench.posted.size(), 1U);
      const auto& posted = std::get<SetChoice>(bench.posted[0]);
      EXPECT_EQ(posted.key, info.key);
      EXPECT_EQ(posted.value, static_cast<int>(value));
      EXPECT_EQ(changesWorld(bench.posted[0]), choiceOf(smallWorld().parameters, info.key) != posted.value);
    }
  }
}

/// Where no panel has a row, and why.
const std::map<std::string_view, std::string_view> kWithoutRow = {};

TEST(ParameterRegistry, EveryParameterIsInAPanel) {
  std::set<std::string> shown;
  for (const auto draw : {drawRunPanel, drawScenePanel, drawSolverPanel, drawReductionPanel}) {
    // The parts of the reduction in turn: together they are higher than the bench.
    for (const ChoiceKey part : {ChoiceKey::merging, ChoiceKey::frontSplit, ChoiceKey::contactSplit,
                                 ChoiceKey::trialSplit, ChoiceKey::auditSplit}) {
      PanelBench bench(draw);
      Parameters& parameters = bench.snapshot->scene.parameters;
      for (const ChoiceKey other :
           {ChoiceKey::frontSplit, ChoiceKey::contactSplit, ChoiceKey::trialSplit, ChoiceKey::auditSplit}) {
        setChoice(parameters, other, other == part ? 1 : 0);
      }
      setChoice(parameters, ChoiceKey::merging, 1);
      parameters.warmStart = part == ChoiceKey::merging ? WarmStart::history : WarmStart::adaptive;
      parameters.impacts = Impacts::stage;
      bench.scene.parameters = parameters;
      bench.frames();
      for (const std::string& more :
           {std::string("solver.more"), std::string("part.merge_limits"), std::string("part.published_limits"),
            fmt::format("part.{}", infoOf(part).name)}) {
        // "merging" is a switch, not a part; its limits are opened while the parts are off, the published ones beside
        // the shortest part.
        const bool isTurn = more == "part.merge_limits"       ? part == ChoiceKey::merging
                            : more == "part.published_limits" ? part == ChoiceKey::auditSplit
                                                              : true;
        if (bench.isShown(more) && isTurn) {
          bench.click(more);
        }
      }
      for (const ParameterInfo& info : parameterTable()) {
        if (bench.isShown(info.name)) {
          shown.insert(std::string(info.name));
        }
      }
    }
  }
  for (const ParameterInfo& info : parameterTable()) {
    EXPECT_EQ(shown.contains(std::string(info.name)), !kWithoutRow.contains(info.name)) << info.name;
  }
}

}  // namespace
}  // namespace scree::testing
