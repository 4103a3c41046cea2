// Work with the text of a scene: what stays where it is, what is saved, and what the view shows meanwhile.
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <fstream>

#include "app/scene_text/scene_edit.h"
#include "app/scene_text/scene_text_dock.h"
#include "app/viewport/handles/gizmo_math.h"
#include "app/window/files/error_dialog.h"
#include "engine/io/output_file.h"
#include "engine/scene_parts/free_place.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

class SceneEditingTest : public GuiTest {
 protected:
  SceneTextDock& dock() { return window().parts().sceneText; }
  SceneEdit& edit() { return dock().edit(); }
  void openText(const std::string& text) {
    window().resize(1400, 900);
    ASSERT_TRUE(waitFor([&] { return window().height() == 900; }));
    file_ = writeScene("box.yaml", text);
    open(file_, false);
    window().findChild<QAction*>("scene_text")->trigger();
    ASSERT_TRUE(dock().isVisible());
    awaitText();
  }
  void awaitText() {
    ASSERT_TRUE(waitFor([&] { return dock().isChecked() && !dock().parts().isBusy(); }, 20000));
    settle();
  }
  void press(const char* name) {
    auto* button = window().findChild<QPushButton*>(name);
    ASSERT_NE(button, nullptr);
    QTest::mouseClick(button, Qt::LeftButton);
  }
  QString state() { return window().findChild<QLabel*>("scene_text_state")->text(); }
  /// Adds a part by the menu of the button Add.
  void addPart(const char* action) {
    auto* button = window().findChild<QPushButton*>("scene_text_add");
    QTimer::singleShot(300, [this, button, action] {
      QMenu* menu = button->menu();
      ASSERT_TRUE(waitFor([&] { return menu->isVisible(); }));
      for (QAction* entry : menu->actions()) {
        if (entry->objectName() == action) {
          QTest::mouseClick(menu, Qt::LeftButton, Qt::NoModifier, menu->actionGeometry(entry).center());
          return;
        }
      }
      FAIL() << "no entry " << action;
    });
    QTest::mouseClick(button, Qt::LeftButton);
    awaitText();
  }
  void makeNew(const QString& kind) {
    QTimer::singleShot(300, [kind] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      ASSERT_NE(dialog, nullptr);
      dialog->findChild<QComboBox*>("new_scene_kind")->setCurrentText(kind);
      QTest::mouseClick(dialog->findChild<QPushButton*>("new_scene_make"), Qt::LeftButton);
    });
    window().findChild<QAction*>("new_scene")->trigger();
    awaitText();
    awaitCamera();
  }
  /// Until the camera has come to where it flies.
  void awaitCamera() {
    const ViewCamera& camera = viewport().camera();
    ASSERT_TRUE(waitFor([&] {
      return camera.now().target == camera.goal().target && camera.now().distance == camera.goal().distance;
    }));
    settle();
  }
  const PartMemory& parts() { return viewport().memory().parts; }
  bool isInView(const Vec3& point) {
    const GizmoView view{viewport().camera().now(), viewport().width(), viewport().height(), 0.0};
    const auto at = view.pixelOf(point);
    return at && at->x() > 0.0 && at->y() > 0.0 && at->x() < viewport().width() && at->y() < viewport().height();
  }

  std::filesystem::path file_;
};

TEST_F(SceneEditingTest, SaveAndRunPlaysWhatWasPaused) {
  openText(boxScene(3, 20));
  ASSERT_FALSE(snapshot().run.playing);
  edit().moveCursor(QTextCursor::End);
  QTest::keyClicks(&edit(), "# seen");
  press("scene_text_run");
  ASSERT_TRUE(waitFor([&] { return simulation().isCurrentWorld() && snapshot().run.playing; }, 20000));
  EXPECT_FALSE(dock().isModified());
}

TEST_F(SceneEditingTest, OwnFilesAreNoChangeOnDisk) {
  openText(boxScene(3, 20));
  QString text = edit().toPlainText();
  edit().setPlainText(text.replace("count: 27", "cuont: 27"));
  press("scene_text_run");
  ASSERT_TRUE(waitFor([&] { return window().errors() != nullptr; }, 20000));
  EXPECT_FALSE(waitFor([&] { return viewport().notice().find("changed on disk") != std::string::npos; }, 1000))
      << viewport().notice();
  std::ofstream(file_) << boxScene(2, 20);
  EXPECT_TRUE(waitFor([&] { return viewport().notice().find("changed on disk") != std::string::npos; }))
      << "another program has written it";
}

TEST_F(SceneEditingTest, WhatAnotherProgramWroteIsReplacedOnlyWhenAsked) {
  openText(boxScene(3, 20));
  QTest::keyClicks(&edit(), "# mine ");
  const std::string other = boxScene(3, 20) + "# theirs\n";
  std::ofstream(file_) << other;
  const auto answer = [&](QMessageBox::StandardButton button) {
    bool asked = false;
    QTimer::singleShot(200, &window(), [&asked, button] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      asked = box != nullptr;
      if (asked) {
        box->button(button)->click();
      }
    });
    press("scene_text_run");
    return waitFor([&] { return asked; }, 2000);
  };
  EXPECT_TRUE(answer(QMessageBox::Cancel));
  EXPECT_EQ(readFile(file_), other);
  EXPECT_TRUE(answer(QMessageBox::Yes));
  EXPECT_TRUE(readFile(file_).starts_with("# mine "));
}

TEST_F(SceneEditingTest, TheFirstMistakeMovesNothing) {
  openText(boxScene(3, 20));
  const auto places = [&] {
    std::vector<QRect> all;
    for (const char* name : {"scene_parts", "part_preview_text", "scene_text_state"}) {
      auto* widget = window().findChild<QWidget*>(name);
      all.push_back({widget->mapTo(&window(), QPoint(0, 0)), widget->size()});
    }
    all.push_back({edit().mapTo(&window(), QPoint(0, 0)), edit().size()});
    return all;
  };
  const auto before = places();
  edit().moveCursor(QTextCursor::End);
  QTest::keyClicks(&edit(), "nonsense: 3");
  awaitText();
  ASSERT_FALSE(dock().errors().empty());
  EXPECT_TRUE(window().findChild<QListWidget*>("scene_text_errors")->isVisible());
  EXPECT_EQ(places(), before);
  keepPicture("scene_text_first_mistake");
}

TEST_F(SceneEditingTest, UndoBringsBackWhatIsSaved) {
  openText(boxScene(3, 20));
  ASSERT_FALSE(state().contains("not saved"));
  QTest::keyClicks(&edit(), "#");
  EXPECT_TRUE(state().contains("not saved"));
  QTest::keyClick(&edit(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_FALSE(state().contains("not saved"));
  QTest::keyClicks(&edit(), "#");
  QTest::keyClick(&edit(), Qt::Key_Backspace);
  EXPECT_FALSE(state().contains("not saved")) << "taken back by hand";
  addPart("add_part_sink");
  EXPECT_TRUE(state().contains("not saved"));
  window().trigger("undo");
  EXPECT_TRUE(waitFor([&] { return !state().contains("not saved"); })) << "by the window's list";
  EXPECT_FALSE(dock().isModified());
}

TEST_F(SceneEditingTest, NewPartsStandInFreePlacesInSight) {
  makeNew("heap");
  for (const char* kind : {"add_part_box", "add_part_box", "add_part_sphere", "add_part_fill", "add_part_box"}) {
    addPart(kind);
    ASSERT_TRUE(parts().selected);
    const auto index = *parts().selected;
    const Bounds added = boundsOf(parts().parts[index]).value_or(Bounds{});
    for (std::size_t i = 0; i < parts().parts.size(); ++i) {
      const auto other = boundsOf(parts().parts[i]);
      if (i != index && other && parts().parts[i].kind != PartKind::sink && !parts().parts[i].isGroup) {
        EXPECT_TRUE(
            ((added.lower.array() > other->upper.array()) || (other->lower.array() > added.upper.array())).any())
            << parts().parts[index].name << " in " << parts().parts[i].name;
      }
    }
    awaitCamera();
    EXPECT_TRUE(isInView(parts().parts[index].pose.position)) << parts().parts[index].name;
  }
  EXPECT_TRUE(dock().errors().empty());
  keepPicture("scene_text_added");
}

TEST_F(SceneEditingTest, TheRunIsHiddenWhileAnotherSceneIsBuilt) {
  openText(boxScene(6, 20));
  const auto grainUnderTheMiddle = [&] {
    settle();
    viewport().options().selected.reset();
    const GizmoView view{viewport().camera().now(), viewport().width(), viewport().height(), 0.0};
    const auto at = view.pixelOf(snapshot().grains.positionRadius[3].head<3>().cast<double>());
    const QPoint point = at ? QPoint(static_cast<int>(at->x()), static_cast<int>(at->y())) : freePoint();
    clickView(viewport().rect().contains(point) ? point : freePoint());
    return viewport().options().selected.has_value();
  };
  ASSERT_TRUE(grainUnderTheMiddle());
  key(Qt::Key_Escape);
  EXPECT_FALSE(probeOf("run_hidden"));
  makeNew("drum");
  settle();
  EXPECT_TRUE(probeOf("run_hidden"));
  viewport().options().selected.reset();
  EXPECT_FALSE(grainUnderTheMiddle());
  keepPicture("scene_text_run_hidden");
  // A run that is opened shows itself again, without the parts of the other text.
  open(file_, false);
  EXPECT_FALSE(probeOf("run_hidden"));
  EXPECT_FALSE(parts().areShown());
  EXPECT_TRUE(grainUnderTheMiddle());
  key(Qt::Key_Escape);
  QTest::keyClicks(&edit(), "#");
  settle();
  EXPECT_TRUE(probeOf("run_hidden")) << "whoever goes on with the text sees its parts";
  dock().hide();
  settle();
  EXPECT_FALSE(probeOf("run_hidden"));
  EXPECT_TRUE(grainUnderTheMiddle());
}

/// Line, captions and handle of a twin belong to the run: they are hidden and shown with it.
TEST_F(SceneEditingTest, TheTwinIsHiddenWithItsRun) {
  openText(boxScene(5, 20));
  key(Qt::Key_T);
  ASSERT_TRUE(waitFor([&] { return snapshot().twin.snapshot != nullptr; }));
  settle();
  const auto expectTwin = [&](bool shown) {
    for (const char* mark : {"twin.wipe", "twin.caption.first", "twin.caption.second"}) {
      EXPECT_EQ(probeOf(mark).has_value(), shown) << mark;
    }
    EXPECT_EQ(viewport().views().split().isDivided(), shown);
  };
  expectTwin(true);
  makeNew("drum");
  settle();
  ASSERT_TRUE(probeOf("run_hidden"));
  ASSERT_NE(snapshot().twin.snapshot, nullptr) << "the run behind the text goes on with its twin";
  expectTwin(false);
  keepPicture("scene_text_twin_hidden");
  // The view that shows the twin alone shows the parts, too.
  viewport().options().twinMode = TwinMode::second;
  viewport().requestFrame();
  settle();
  EXPECT_TRUE(viewport().views().split().sides[0].shown);
  viewport().options().twinMode = TwinMode::wipe;
  dock().hide();
  settle();
  EXPECT_FALSE(probeOf("run_hidden"));
  expectTwin(true);
}

TEST_F(SceneEditingTest, TheCameraSeesWhereGrainsWillBe) {
  const std::string text =
      "scree: 1\nname: Source\nmaterials: {ore: {density: 3700 kg/m3}}\n"
      "default_pair: {friction: 0.5, stiffness: 3 kN/m, damping_time: 1 ms}\n"
      "bodies:\n  pin:\n    shapes:\n      - box: {size: [10 mm, 10 mm, 10 mm], position: [0, 0, 5 mm], material: "
      "ore}\n"
      "  ground:\n    shapes:\n      - plane: {normal: z, material: ore}\n"
      "emitters:\n  source:\n    position: [0.3 m, 0, 0.5 m]\n    size: [100 mm, 100 mm, 50 mm]\n    diameter: 10 mm\n"
      "    material: ore\n    rate: 100 1/s\n"
      "bounds: {lower: [-1 m, -1 m, -1 m], upper: [1 m, 1 m, 1 m]}\n";
  file_ = writeScene("source.yaml", text);
  window().setPlayOnOpen(false);
  window().openScene(file_);
  ASSERT_TRUE(waitFor([&] { return window().sceneFile() == file_ && simulation().isCurrentWorld(); }, 20000));
  settle();
  for (const Vec3& point : {Vec3(0, 0, 0), Vec3(0.35, 0.05, 0.525), Vec3(0.25, -0.05, 0.475), Vec3(0.35, 0.05, 0.0)}) {
    EXPECT_TRUE(isInView(point)) << point.transpose();
  }
  window().findChild<QAction*>("scene_text")->trigger();
  awaitText();
  viewport().camera().frameParts();
  awaitCamera();
  for (const Vec3& point : {Vec3(0, 0, 0), Vec3(0.35, 0.05, 0.525), Vec3(0.35, 0.05, 0.0)}) {
    EXPECT_TRUE(isInView(point)) << point.transpose();
  }
  keepPicture("scene_text_framed");
}

}  // namespace
}  // namespace scree::testing
