// Meshes added to a scene that runs, through the dialog.
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QTest>
#include <QUrl>

#include "app/import/import_dialog.h"
#include "app/render/geometry/body_mesh.h"
#include "app/window/files/mesh_importing.h"
#include "app/window/files/session_saving.h"
#include "engine/formats/made_meshes.h"
#include "engine/formats/mesh_file.h"
#include "engine/formats/mesh_health.h"
#include "engine/io/output_file.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

namespace fs = std::filesystem;

class ImportTest : public GuiTest {
 protected:
  /// A scene whose grains are on their way.
  void openRunning() {
    scene_ = writeScene("box.yaml", boxScene(3, 20));
    open(scene_, true);
    ASSERT_TRUE(waitFor([&] { return snapshot().run.step > 10; }));
  }

  fs::path put(const std::string& name, const std::string& bytes) {
    const fs::path file = fs::path(folder_.path().toStdString()) / name;
    writeFileAtomically(file, bytes);
    return file;
  }
  /// A cube of 40 units.
  fs::path cube(const std::string& name, bool open = false) {
    return put(name, stlOf(trianglesOf(BoxMesh{Vec3::Constant(40.0), 1, open}), name));
  }

  void openDialog() {
    window().findChild<QAction*>("import_mesh")->trigger();
    ASSERT_NE(window().parts().importing.dialog(), nullptr);
    ASSERT_TRUE(QTest::qWaitForWindowActive(window().parts().importing.dialog()));
  }
  template <typename Widget>
  Widget* find(const char* name) {
    auto* widget = window().parts().importing.dialog()->findChild<Widget*>(name);
    EXPECT_NE(widget, nullptr) << name;
    return widget;
  }
  QPushButton* addButton() { return find<QPushButton>("import_add"); }
  QString trouble() { return find<QLabel>("import_trouble")->text(); }

  /// An edit is finished by losing the focus, and has none while its window is not the active one: without a window
  /// manager and under load that comes late, or is lost for a moment.
  void typeInto(QLineEdit* edit, const QString& text) {
    bool isFinished = false;
    QObject context;
    QObject::connect(edit, &QLineEdit::editingFinished, &context, [&] { isFinished = true; });
    ASSERT_TRUE(waitFor([&] {
      edit->activateWindow();
      QTest::mouseClick(edit, Qt::LeftButton);
      if (edit->hasFocus()) {
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Tab);
      }
      return isFinished;
    }));
  }
  void setNumber(const char* name, const QString& text) {
    auto* box = find<QDoubleSpinBox>(name);
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, text);
    QTest::keyClick(box, Qt::Key_Tab);
  }
  /// Goes to an entry by the keyboard.
  void choose(const char* name, int index) {
    auto* box = find<QComboBox>(name);
    while (box->currentIndex() != index) {
      const int before = box->currentIndex();
      QTest::keyClick(box, before < index ? Qt::Key_Down : Qt::Key_Up);
      ASSERT_NE(box->currentIndex(), before) << name;
    }
  }
  void chooseFile(const fs::path& file) {
    typeInto(find<QLineEdit>("import_file"), QString::fromStdString(file.string()));
    ASSERT_TRUE(waitFor([&] {
      return !find<QPlainTextEdit>("import_notes")->toPlainText().isEmpty() && !trouble().contains("Reading");
    }));
  }
  void pressAdd() {
    ASSERT_TRUE(addButton()->isEnabled()) << trouble().toStdString();
    QTest::mouseClick(addButton(), Qt::LeftButton);
  }
  fs::path target() { return find<QLineEdit>("import_target")->text().toStdString(); }

  fs::path scene_;
};

TEST_F(ImportTest, AMeshIsAddedAndTheRunGoesOn) {
  openRunning();
  const std::string before = readFile(scene_);
  openDialog();
  EXPECT_FALSE(addButton()->isEnabled());
  chooseFile(cube("cube.stl"));
  EXPECT_EQ(find<QLineEdit>("import_name")->text(), "cube");
  EXPECT_TRUE(find<QPlainTextEdit>("import_notes")->toPlainText().contains("12 triangles, closed"));
  EXPECT_EQ(find<QLabel>("import_size")->text(), "0.04 x 0.04 x 0.04 m") << "40 units are rather millimetres";
  setNumber("import_z", "-0.2");
  setNumber("import_turn_z", "30");
  EXPECT_EQ(viewport().options().ghost.centre, Vec3(0.0, 0.0, -0.2)) << "shown where it will be";
  keepPicture("import");
  const QByteArray artifacts = qgetenv("SCREE_ARTIFACTS");
  if (!artifacts.isEmpty()) {
    window().parts().importing.dialog()->grab().save(QString::fromLocal8Bit(artifacts) + "/gui_import_dialog.png");
  }
  const fs::path file = target();
  const std::uint64_t step = snapshot().run.step;
  pressAdd();
  ASSERT_TRUE(waitFor([&] { return window().parts().importing.dialog() == nullptr; }));
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.bodies.size() == 2; }));
  EXPECT_EQ(viewport().options().ghost.mesh, nullptr);
  EXPECT_GE(snapshot().run.step, step) << "the run goes on where it was";
  EXPECT_EQ(snapshot().particles(), 27U);
  EXPECT_EQ(snapshot().scene.bodies[1].name, "cube");
  EXPECT_NEAR(snapshot().scene.bodies[1].pose.position.z(), -0.2, 1e-12);
  const std::uint64_t then = snapshot().run.step;
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step > then + 3; })) << "and goes on playing";
  EXPECT_EQ(readFile(scene_), before) << "the scene's own file stays";
  EXPECT_EQ(window().sceneFile(), file);
  EXPECT_EQ(fs::path(window().parts().sessions.current().scene), file) << "a session saved now has it";
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window()));
  key(Qt::Key_Backspace);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step < then; }));
  EXPECT_EQ(snapshot().scene.bodies.size(), 2U) << "and so has the start";
  open(file, false);
  EXPECT_EQ(snapshot().scene.bodies.size(), 2U) << "read from the file it is there too";
}

TEST_F(ImportTest, AnImportIsTakenBackAndDoneAgain) {
  openRunning();
  const auto undoText = [&] { return window().findChild<QAction*>("undo")->text(); };
  simulation().post(SetPreset{Preset::fast});
  viewport().undo().post(SetParameter{ParameterKey::sweeps, 7});
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.sweeps == 7; }));
  viewport().undo().post(SetChoice{ChoiceKey::method, static_cast<int>(Method::nncg)});
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.parameters.method == Method::nncg; }));
  openDialog();
  chooseFile(cube("cube.stl"));
  setNumber("import_z", "0.5");
  choose("import_motion", 3);
  const fs::path file = target();
  pressAdd();
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.bodies.size() == 2; }));
  EXPECT_EQ(snapshot().scene.parameters.method, Method::pgs) << "the only one that moves bodies";
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window()));
  EXPECT_EQ(undoText(), "Undo import of 'cube'");
  const std::uint64_t step = snapshot().run.step;
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step > step + 5; }));

  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.bodies.size() == 1; }));
  EXPECT_GT(snapshot().run.step, step + 5) << "no step is lost";
  EXPECT_EQ(snapshot().particles(), 27U);
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.parameters.method == Method::nncg; })) << "as before the import";
  const std::uint64_t then = snapshot().run.step;
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step > then + 3; })) << "it goes on playing";
  EXPECT_EQ(window().sceneFile(), scene_);
  EXPECT_EQ(fs::path(window().parts().sessions.current().scene), scene_);
  EXPECT_TRUE(fs::exists(file)) << "files of the user are not deleted";
  EXPECT_TRUE(undoText().startsWith("Undo change of")) << "what was done before it is still in the list";

  key(Qt::Key_Y, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.bodies.size() == 2; }));
  EXPECT_EQ(snapshot().scene.bodies[1].name, "cube");
  EXPECT_EQ(snapshot().scene.parameters.method, Method::pgs);
  EXPECT_EQ(window().sceneFile(), file);
  EXPECT_GT(snapshot().run.step, then);

  key(Qt::Key_Z, Qt::ControlModifier);
  key(Qt::Key_Z, Qt::ControlModifier);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(waitFor([&] { return snapshot().scene.bodies.size() == 1 && snapshot().scene.parameters.sweeps != 7; }));
  EXPECT_FALSE(window().findChild<QAction*>("undo")->isEnabled()) << "all was taken back";
  key(Qt::Key_Backspace);
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step < then; }));
  EXPECT_EQ(snapshot().scene.bodies.size(), 1U) << "the start is that of the scene without it";
}

TEST_F(ImportTest, OpenEdgesAreToldAndAnOpenSurfaceIsNotWeighed) {
  openRunning();
  openDialog();
  chooseFile(cube("tray.stl", true));
  EXPECT_TRUE(find<QPlainTextEdit>("import_notes")->toPlainText().contains("4 open edges"))
      << find<QPlainTextEdit>("import_notes")->toPlainText().toStdString();
  EXPECT_TRUE(addButton()->isEnabled()) << "a tray at rest is fine";
  choose("import_motion", 3);
  EXPECT_FALSE(addButton()->isEnabled());
  EXPECT_TRUE(trouble().contains("no inside to weigh")) << trouble().toStdString();
  choose("import_shape", 1);
  choose("import_weighed_by", 1);
  setNumber("import_heaviness", "3");
  setNumber("import_z", "0.5");
  pressAdd();
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.bodies.size() == 2; }));
  EXPECT_EQ(snapshot().scene.bodies[1].mass, 3.0);
  EXPECT_TRUE(std::holds_alternative<HullShape>(snapshot().scene.bodies[1].shapes->front().shape));
  EXPECT_TRUE(waitFor([&] {
    return snapshot().scene.bodies.size() == 2 && snapshot().scene.bodies[1].pose.position.z() < 0.49;
  })) << "forces move it";
}

TEST_F(ImportTest, DefectsAreListedFlownToAndClosed) {
  openRunning();
  openDialog();
  chooseFile(cube("cube.stl"));
  auto* list = find<QListWidget>("import_defects");
  auto* close = find<QCheckBox>("import_close_holes");
  EXPECT_FALSE(list->isVisible()) << "there are none";
  EXPECT_FALSE(close->isEnabled());
  // A cube without its top, and a triangle of its bottom is missing.
  Triangles holed = trianglesOf(BoxMesh{Vec3::Constant(40.0), 4, true});
  mend(holed);
  const auto bottom = std::ranges::find_if(holed.corners, [&](const Corners& c) {
    return std::ranges::all_of(c, [&](std::uint32_t p) { return holed.points[p].z() < -19.9; }) &&
           std::ranges::all_of(c,
                               [&](std::uint32_t p) { return holed.points[p].head<2>().cwiseAbs().maxCoeff() < 19.0; });
  });
  ASSERT_NE(bottom, holed.corners.end());
  const Vec3 small = (holed.points[(*bottom)[0]] + holed.points[(*bottom)[1]] + holed.points[(*bottom)[2]]) / 3.0;
  holed.corners.erase(bottom);
  chooseFile(put("holed.stl", stlOf(holed, "holed")));
  ASSERT_TRUE(list->isVisible());
  ASSERT_EQ(list->count(), 2);
  EXPECT_EQ(list->item(0)->text(), "hole of 16 edges, 56.6 mm across, at [0, 0, 0.02]");
  EXPECT_TRUE(list->item(1)->text().startsWith("hole of 3 edges, 14.1 mm across"))
      << list->item(1)->text().toStdString();
  EXPECT_TRUE(close->isEnabled());
  EXPECT_FALSE(close->isChecked()) << "only on request";
  ASSERT_NE(viewport().options().ghost.defects, nullptr);
  EXPECT_EQ(viewport().options().ghost.defects->size(), 19U);
  EXPECT_EQ(viewport().options().ghost.chosenDefects, 0U);
  setNumber("import_z", "-0.2");
  setNumber("import_turn_x", "90");
  const auto click = [&](int row) {
    const QRect place = list->visualItemRect(list->item(row));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier, place.center());
  };
  // The body is turned about x by 90 degrees: its z is -y of the world.
  click(0);
  EXPECT_EQ(viewport().options().ghost.chosenDefects, 16U);
  EXPECT_LT((viewport().camera().goal().target - Vec3(0, -0.02, -0.2)).norm(), 1e-4);
  ASSERT_TRUE(waitFor([&] { return viewport().camera().now().distance == viewport().camera().goal().distance; }));
  keepPicture("import_defect_large");
  const float distance = viewport().camera().goal().distance;
  click(1);
  EXPECT_EQ(viewport().options().ghost.chosenDefects, 3U);
  const Vec3 there = viewport().camera().goal().target;
  EXPECT_LT((there - Vec3(1e-3 * small.x(), 0.02, -0.2 + 1e-3 * small.y())).norm(), 2e-3) << there;
  EXPECT_LT(viewport().camera().goal().distance, 0.5f * distance) << "a smaller one from nearer";
  ASSERT_TRUE(waitFor([&] { return viewport().camera().now().distance == viewport().camera().goal().distance; }));
  keepPicture("import_defect_small");
  const QByteArray artifacts = qgetenv("SCREE_ARTIFACTS");
  if (!artifacts.isEmpty()) {
    window().parts().importing.dialog()->grab().save(QString::fromLocal8Bit(artifacts) + "/gui_import_defects.png");
    window().screen()->grabWindow(0).save(QString::fromLocal8Bit(artifacts) + "/gui_import_screen.png");
  }
  choose("import_motion", 3);
  EXPECT_TRUE(trouble().contains("close its holes")) << trouble().toStdString();
  const auto surface = viewport().options().ghost.mesh;
  QTest::mouseClick(close, Qt::LeftButton, Qt::NoModifier, QPoint(8, close->height() / 2));
  ASSERT_TRUE(close->isChecked());
  EXPECT_NE(viewport().options().ghost.mesh, surface) << "the preview is closed, too";
  EXPECT_EQ(viewport().options().ghost.defects, nullptr);
  EXPECT_FALSE(list->isVisible());
  EXPECT_TRUE(find<QPlainTextEdit>("import_notes")->toPlainText().contains("2 holes closed by 15 triangles"))
      << find<QPlainTextEdit>("import_notes")->toPlainText().toStdString();
  setNumber("import_z", "0.5");
  const fs::path file = target();
  pressAdd();
  ASSERT_TRUE(waitFor([&] { return snapshot().scene.bodies.size() == 2; })) << trouble().toStdString();
  EXPECT_NE(readFile(file).find("close_holes: true"), std::string::npos) << readFile(file);
  EXPECT_NEAR(snapshot().scene.bodies[1].mass, 2500.0 * 0.04 * 0.04 * 0.04, 1e-9);
}

TEST_F(ImportTest, BrokenAndMissingFilesAreSaidAndLoseNothing) {
  openRunning();
  openDialog();
  chooseFile("nowhere.stl");
  EXPECT_TRUE(trouble().contains("there is no mesh file")) << trouble().toStdString();
  EXPECT_FALSE(addButton()->isEnabled());
  chooseFile(put("broken.stl", "solid nothing"));
  EXPECT_TRUE(trouble().contains("broken.stl") && trouble().contains("export it again")) << trouble().toStdString();
  EXPECT_FALSE(addButton()->isEnabled());
  EXPECT_EQ(viewport().options().ghost.mesh, nullptr);
  // The right file after all.
  chooseFile(cube("cube.stl"));
  EXPECT_TRUE(addButton()->isEnabled()) << trouble().toStdString();
  const fs::path file = target();
  QTest::mouseClick(find<QPushButton>("import_cancel"), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return window().parts().importing.dialog() == nullptr; }));
  EXPECT_FALSE(fs::exists(file));
  EXPECT_EQ(viewport().options().ghost.mesh, nullptr);
  const std::uint64_t step = snapshot().run.step;
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step > step + 3; }));
  EXPECT_EQ(snapshot().scene.bodies.size(), 1U);
  EXPECT_EQ(window().sceneFile(), scene_);
}

TEST_F(ImportTest, AWrongUnitIsSeenInTheSizeAndAskedAbout) {
  openRunning();
  openDialog();
  chooseFile(cube("cube.stl"));
  choose("import_unit", 2);
  EXPECT_TRUE(find<QLabel>("import_size")->text().startsWith("40 x 40 x 40 m"));
  EXPECT_TRUE(find<QLabel>("import_size")->text().contains("is the unit right?"));
  EXPECT_FLOAT_EQ(viewport().options().ghost.radius, 20.0f * std::sqrt(3.0f));
  choose("import_unit", 3);
  EXPECT_EQ(find<QLabel>("import_size")->text(), "1.016 x 1.016 x 1.016 m");
  choose("import_unit", 4);
  setNumber("import_factor", "0.002");
  EXPECT_EQ(find<QLabel>("import_size")->text(), "0.08 x 0.08 x 0.08 m");
}

TEST_F(ImportTest, WhatTheSceneRefusesIsShownAndCanBeMended) {
  openRunning();
  openDialog();
  chooseFile(cube("cube.stl"));
  // Right where the grains begin.
  setNumber("import_z", "0.03");
  const fs::path file = target();
  pressAdd();
  ASSERT_TRUE(waitFor([&] { return trouble().contains("could not start"); })) << trouble().toStdString();
  EXPECT_TRUE(trouble().contains("of body 'cube'")) << trouble().toStdString();
  EXPECT_FALSE(fs::exists(file)) << "nothing is written that does not load";
  EXPECT_EQ(snapshot().scene.bodies.size(), 1U);
  setNumber("import_z", "-0.1");
  typeInto(find<QLineEdit>("import_name"), "box");
  EXPECT_TRUE(trouble().contains("a body called box already"));
  typeInto(find<QLineEdit>("import_name"), "below");
  pressAdd();
  EXPECT_TRUE(
      waitFor([&] { return snapshot().scene.bodies.size() == 2 && snapshot().scene.bodies[1].name == "below"; }));
}

TEST_F(ImportTest, AShippedSceneIsNotSavedBesideTheOthers) {
  const auto drop =
      std::ranges::find_if(window().library().files, [](const fs::path& f) { return f.stem() == "drop"; });
  ASSERT_NE(drop, window().library().files.end());
  open(*drop, false);
  openDialog();
  chooseFile(cube("cube.stl"));
  EXPECT_FALSE(target().string().starts_with(window().library().folder.string())) << target();
  QTest::mouseClick(find<QPushButton>("import_cancel"), Qt::LeftButton);
}

TEST_F(ImportTest, ADroppedMeshOpensTheDialogAndAnotherSceneClosesIt) {
  const fs::path mesh = cube("cube.STL");
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QString::fromStdString(mesh.string()))});
  const auto drop = [&] {
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window(), &enter);
    QDropEvent event({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window(), &event);
  };
  drop();
  EXPECT_EQ(window().parts().importing.dialog(), nullptr) << "there is no scene yet";
  openRunning();
  drop();
  ASSERT_NE(window().parts().importing.dialog(), nullptr);
  EXPECT_TRUE(waitFor([&] { return addButton()->isEnabled(); }));
  EXPECT_EQ(find<QLineEdit>("import_file")->text().toStdString(), mesh.string());
  open(writeScene("other.yaml", boxScene(2, 20)), false);
  EXPECT_TRUE(waitFor([&] { return window().parts().importing.dialog() == nullptr; }));
}

}  // namespace
}  // namespace scree::testing
