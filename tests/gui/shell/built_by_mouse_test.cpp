// Scenes built from nothing with the mouse, run by the window and by ndem.
#include <QAbstractItemView>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <map>

#include "app/scene_text/scene_edit.h"
#include "app/scene_text/scene_text_dock.h"
#include "engine/io/recording_file.h"
#include "engine/scene/scene.h"
#include "engine/state/state.h"
#include "engine/step/step.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

constexpr double kSecondsAClick = 2.0;  // time of a user for a click or a drag, with the search for its place [s]
constexpr double kAllowed = 180.0;      // time in which a scene is to be built [s]

/// Mouse of a user: menus, dialogs and the view by clicks alone, which are counted.
class BuiltByMouse : public GuiTest {
 protected:
  void SetUp() override {
    GuiTest::SetUp();
    window().resize(1600, 1000);
    ASSERT_TRUE(waitFor([&] { return window().height() == 1000; }));
  }

  SceneTextDock& dock() { return window().parts().sceneText; }
  void press(QWidget* widget, QPoint place = {}) {
    ASSERT_NE(widget, nullptr);
    QTest::mouseClick(widget, Qt::LeftButton, Qt::NoModifier, place);
    ++clicks_;
  }
  void press(const char* button) { press(window().findChild<QPushButton*>(button)); }

  /// Clicks an entry of an open menu.
  void choose(QMenu* menu, const char* action) {
    ASSERT_NE(menu, nullptr);
    ASSERT_TRUE(waitFor([&] { return menu->isVisible(); }));
    for (QAction* entry : menu->actions()) {
      if (entry->objectName() == action) {
        press(menu, menu->actionGeometry(entry).center());
        return;
      }
    }
    FAIL() << "no entry " << action;
  }

  /// File > New scene…, with a kind from the list of the dialog.
  void makeNew(const QString& kind) {
    QTimer::singleShot(300, [this, kind] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      ASSERT_NE(dialog, nullptr);
      auto* box = dialog->findChild<QComboBox*>("new_scene_kind");
      press(box);
      ASSERT_TRUE(waitFor([&] { return box->view()->isVisible(); }));
      const QPoint row = box->view()->visualRect(box->model()->index(box->findText(kind), 0)).center();
      // The list takes no release at once after the press that opened it, and the entry under the pointer.
      QTest::qWait(2 * QApplication::doubleClickInterval());
      QTest::mouseMove(box->view()->viewport(), row);
      press(box->view()->viewport(), row);
      EXPECT_EQ(box->currentText(), kind);
      press(dialog->findChild<QPushButton*>("new_scene_make"));
    });
    QMenuBar* bar = window().menuBar();
    QAction* file = nullptr;
    for (QAction* menu : bar->actions()) {
      if (menu->text().remove('&') == "File") {
        file = menu;
      }
    }
    ASSERT_NE(file, nullptr);
    press(bar, bar->actionGeometry(file).center());
    choose(file->menu(), "new_scene");
    ASSERT_TRUE(waitFor([&] { return dock().isVisible() && dock().isChecked(); }, 20000));
    settle();
  }

  /// Adds a part by the menu of the button Add.
  void addPart(const char* action) {
    auto* button = window().findChild<QPushButton*>("scene_text_add");
    ASSERT_NE(button, nullptr);
    QTimer::singleShot(300, [this, button, action] { choose(button->menu(), action); });
    press(button);
    awaitText();
  }

  void awaitText() {
    ASSERT_TRUE(waitFor([&] { return dock().isChecked() && !dock().parts().isBusy(); }, 20000));
    settle();
  }

  /// A drag in the view, in several moves.
  void drag(QPoint from, QPoint way) {
    mousePress(Qt::LeftButton, Qt::NoModifier, from);
    for (int i = 1; i <= 6; ++i) {
      mouseMove(Qt::LeftButton, from + way * i / 6);
    }
    mouseRelease(Qt::LeftButton, Qt::NoModifier, from + way);
    ++clicks_;
    awaitText();
  }

  const ScenePart& selected() { return viewport().memory().parts.parts.at(*viewport().memory().parts.selected); }

  /// Saves the text by its dialog, and runs it.
  void saveAndRun(const QString& file) {
    QTimer::singleShot(300, [this, file] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      ASSERT_NE(dialog, nullptr);
      dialog->findChild<QLineEdit*>()->setText(file);
      QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
      clicks_ += 2;  // a name and its button
    });
    press("scene_text_run");
    ASSERT_TRUE(
        waitFor([&] { return window().sceneFile() == file.toStdString() && simulation().isCurrentWorld(); }, 60000));
    EXPECT_FALSE(dock().isModified());
    settle();
  }

  /// The window and ndem step the file alike: hashes of the steps that they remember are those of the file.
  void expectTheSameRun(const QString& file, std::uint64_t steps) {
    simulation().setPlaying(true);
    ASSERT_TRUE(waitFor([&] { return snapshot().run.step >= steps; }, 120000));
    simulation().setPlaying(false);
    ASSERT_TRUE(waitFor([&] { return !snapshot().run.playing && !simulation().isBusy(); }));
    const QString mine = folder_.filePath("window.scree");
    const QString theirs = folder_.filePath("ndem.scree");
    simulation().saveRecording(mine.toStdString());
    ASSERT_TRUE(waitFor([&] { return !simulation().isSaving(); }));
    const double end = snapshot().run.time;
    QProcess ndem;
    ndem.start(NDEM_PROGRAM, {"run", file, "--until", QString("%1 s").arg(end, 0, 'g', 12), "--record", theirs});
    ASSERT_TRUE(ndem.waitForFinished(120000));
    ASSERT_EQ(ndem.exitCode(), 0) << ndem.readAllStandardError().toStdString();
    // Both against the file stepped here, at each step that one of them remembers.
    SceneResult loaded = loadScene(file.toStdString());
    ASSERT_TRUE(loaded.scene);
    World world = std::move(loaded.scene->world);
    StepData data;
    for (const QString& name : {mine, theirs}) {
      ASSERT_FALSE(readRecording(name.toStdString()).recording.marks.empty()) << name.toStdString();
    }
    std::map<std::uint64_t, std::uint64_t> hashes;
    const auto hashAt = [&](std::uint64_t wanted) {
      while (world.step < wanted) {
        step(world, data);
        hashes[world.step] = stateHash(world);
      }
      return hashes[wanted];
    };
    for (const QString& name : {mine, theirs}) {
      int compared = 0;
      for (const StepMark& mark : readRecording(name.toStdString()).recording.marks) {
        if (mark.step > 0) {
          EXPECT_EQ(mark.hash, hashAt(mark.step)) << name.toStdString() << ", step " << mark.step;
          ++compared;
        }
      }
      EXPECT_GE(compared, 1) << name.toStdString();
    }
    QFile::remove(mine);
    QFile::remove(theirs);
  }

  int clicks_ = 0;
};

TEST_F(BuiltByMouse, APileAroundAPlateRunsInNdemWithTheSameHash) {
  makeNew("heap");
  addPart("add_part_box");
  ASSERT_TRUE(viewport().memory().parts.selected) << "a new part is selected";
  const Vec3 before = selected().pose.position;
  const std::string name = selected().name;
  const std::string text = dock().edit().toPlainText().toStdString();
  keepPicture("built_pile_parts");
  // An arrow of the gizmo drags the part along its axis.
  const QPoint middle = at("part_handle." + std::to_string(*viewport().memory().parts.selected));
  const QPoint tip = at("gizmo.move.x");
  const QPointF way = tip - middle;
  drag(tip, (way * 40.0 / std::hypot(way.x(), way.y())).toPoint());
  ASSERT_TRUE(viewport().memory().parts.selected);
  EXPECT_EQ(selected().name, name);
  EXPECT_GT(selected().pose.position.x(), before.x() + 1e-3);
  EXPECT_NEAR(selected().pose.position.y(), before.y(), 1e-9);
  EXPECT_NEAR(selected().pose.position.z(), before.z(), 1e-9);
  EXPECT_NE(dock().edit().toPlainText().toStdString(), text) << "the drag is written in the text";
  EXPECT_TRUE(dock().errors().empty());
  keepPicture("built_pile_moved");
  saveAndRun(folder_.filePath("pile.yaml"));
  EXPECT_LT(kSecondsAClick * clicks_, kAllowed);
  keepPicture("built_pile_runs");
  expectTheSameRun(folder_.filePath("pile.yaml"), 250);
}

TEST_F(BuiltByMouse, ADrumWithASensorRunsInNdemWithTheSameHash) {
  makeNew("drum");
  addPart("add_part_sensor");
  ASSERT_TRUE(viewport().memory().parts.selected);
  const double before = selected().pose.position.z();
  const QPoint middle = at("part_handle." + std::to_string(*viewport().memory().parts.selected));
  const QPoint tip = at("gizmo.move.z");
  const QPointF way = tip - middle;
  drag(tip, (-way * 30.0 / std::hypot(way.x(), way.y())).toPoint());
  EXPECT_LT(selected().pose.position.z(), before - 1e-3);
  EXPECT_TRUE(dock().errors().empty());
  keepPicture("built_drum_moved");
  // The list of parts shows what the view has, and selects by a click.
  auto* list = window().findChild<QListWidget*>("scene_parts");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->count(), static_cast<int>(viewport().memory().parts.parts.size()));
  press(list->viewport(), list->visualItemRect(list->item(0)).center());
  EXPECT_EQ(viewport().memory().parts.selected, 0U);
  saveAndRun(folder_.filePath("drum.yaml"));
  EXPECT_LT(kSecondsAClick * clicks_, kAllowed);
  expectTheSameRun(folder_.filePath("drum.yaml"), 150);
}

}  // namespace
}  // namespace scree::testing
