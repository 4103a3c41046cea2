#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QSettings>
#include <QTest>
#include <QTimer>
#include <fstream>

#include "app/document/session_file.h"
#include "app/document/session_text.h"
#include "app/window/files/error_dialog.h"
#include "app/window/files/session_saving.h"
#include "app/window/files/settings.h"
#include "engine/formats/made_meshes.h"
#include "engine/formats/mesh_file.h"
#include "engine/io/output_file.h"
#include "engine/snapshot/twin_snapshot.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

namespace fs = std::filesystem;

/// A session in which nothing is as usual.
SavedSession unusualSession(const fs::path& scene) {
  SavedSession s;
  s.scene = scene.string();
  s.hashes = hashesOf(scene, {});
  s.hashes.files = {{"../meshes/a b.stl", "12ab"}, {"table.csv", ""}};
  s.changes.parameters = {{"sweeps", 33.0}, {"time_step", 0.1 / 3.0}};
  s.changes.choices = {{"warm_start", 0}};
  s.changes.laws = {{"ore", "", {{"youngs_modulus", 7e6}}}, {"ore", "my: steel", {{"friction", 1.0 / 3.0}}}};
  s.changes.drives = {{"wall: \"left\"", {std::nullopt, -1.0 / 3.0}}};
  SavedSensor sensor;
  sensor.sensor.name = "a, b: c # no comment";
  sensor.sensor.shape = SensorCylinder{0.1, 1.0 / 7.0};
  sensor.sensor.pose.position = Vec3(0.1, -2.5e-17, 1e9);
  sensor.sensor.enabled = false;
  sensor.carrier = "wall: \"left\"";
  s.changes.sensors = {sensor};
  s.targetRate = 0.2;
  s.camera = {Vec3(0.1, -0.2, 1.0 / 3.0), 1.7f, 0.3f, -0.4f, 0.9f};
  s.view.colourBy = ColourBy::splitCause;
  s.view.range = {-1.5f, 0.1f};
  s.view.askSolver = true;
  s.view.layers.chains = true;
  s.view.layers.outlines = OutlineChoice::always;
  s.view.layers.bedMap = BedMapChoice::never;
  s.view.layers.bedSeconds = 2.5f;
  s.view.clip = {.on = true, .placed = true, .shape = ClipShape::slab, .position = Vec3(0.01, 0.02, 0.03)};
  s.record.format = FilmFormat::gif;
  s.twin = {TwinDifference::preset, Preset::accurate};
  s.legend = false;
  s.panels = "run:1:0:0:0;";
  s.docks = "AAAA/wAA+A==";
  return s;
}

TEST(SessionText, ReadsBackAndIsTheSameBytesAgain) {
  QTemporaryDir folder;
  const fs::path scene = fs::path(folder.path().toStdString()) / "scenes" / "b.yaml";
  fs::create_directories(scene.parent_path());
  std::ofstream(scene) << "scree: 1\n";
  const fs::path file = fs::path(folder.path().toStdString()) / "my sessions" / "a.session";
  const SavedSession saved = unusualSession(scene);
  const std::string text = sessionText(saved, file);
  const SessionResult read = readSessionText(text, file);
  ASSERT_TRUE(read.session) << read.errors.front().text() << "\n" << text;
  EXPECT_EQ(sessionText(*read.session, file), text);
  EXPECT_NE(text.find("scene: ../scenes/b.yaml\n"), std::string::npos) << text;
  EXPECT_EQ(read.session->scene, scene.string());
  EXPECT_EQ(read.session->changes.parameters.at("time_step"), 0.1 / 3.0) << "to the last bit";
  EXPECT_EQ(read.session->changes.drives.at("wall: \"left\"")[1], -1.0 / 3.0);
  ASSERT_EQ(read.session->changes.laws.size(), 2U);
  EXPECT_EQ(read.session->changes.laws[0].values.at("youngs_modulus"), 7e6);
  EXPECT_EQ(read.session->changes.laws[1].b, "my: steel");
  EXPECT_EQ(read.session->changes.laws[1].values.at("friction"), 1.0 / 3.0);
  const SavedSensor& sensor = read.session->changes.sensors->front();
  EXPECT_EQ(sensor.sensor.name, "a, b: c # no comment");
  EXPECT_EQ(std::get<SensorCylinder>(sensor.sensor.shape).halfLength, 1.0 / 7.0);
  EXPECT_EQ(sensor.sensor.pose.position, Vec3(0.1, -2.5e-17, 1e9));
  EXPECT_EQ(read.session->camera.target.z(), 1.0 / 3.0);
  EXPECT_EQ(read.session->view.clip.shape, ClipShape::slab);
  EXPECT_TRUE(read.session->view.askSolver);
  EXPECT_EQ(read.session->twin, saved.twin);
  EXPECT_TRUE(read.session->rest.keys.empty()) << "all keys are known";
}

TEST(SessionText, KeepsWhatItDoesNotKnow) {
  QTemporaryDir folder;
  const fs::path scene = fs::path(folder.path().toStdString()) / "b.yaml";
  std::ofstream(scene) << "scree: 1\n";
  const fs::path file = fs::path(folder.path().toStdString()) / "a.session";
  const std::string text =
      "scree_session: 1\nscene: b.yaml\nholograms: [{on: true, names: [x, \"y z\"]}]\n"
      "camera: {shake: 3, distance: 2}\nchanges: {parameters: {gravitons: 5}, "
      "sensors: [{name: s, colour: red}]}\n";
  const SessionResult read = readSessionText(text, file);
  ASSERT_TRUE(read.session) << read.errors.front().text();
  EXPECT_EQ(read.session->camera.distance, 2.0f);
  const std::string again = sessionText(*read.session, file);
  for (const char* kept :
       {"holograms:\n  - names: [x, y z]\n    \"on\": \"true\"", "shake: 3", "gravitons: 5", "colour: red"}) {
    const std::string plain = QString(kept).remove('"').toStdString();
    EXPECT_NE(QString::fromStdString(again).remove('"').toStdString().find(plain), std::string::npos) << kept << " in\n"
                                                                                                      << again;
  }
}

TEST(SessionText, MistakesAreNamedWithLineAndRemedy) {
  QTemporaryDir folder;
  std::ofstream(folder.filePath("b.yaml").toStdString()) << "scree: 1\n";
  const fs::path file = folder.filePath("a.session").toStdString();
  const auto messages = [&](const std::string& text) {
    std::string all;
    for (const SceneError& error : readSessionText(text, file).errors) {
      all += error.text() + "\n";
    }
    return all;
  };
  const std::string good = "scree_session: 1\nscene: b.yaml\n";
  EXPECT_EQ(messages(good), "");
  EXPECT_NE(messages("scene: b.yaml\n").find("no session of Scree"), std::string::npos);
  EXPECT_NE(messages("scree_session: 7\nscene: b.yaml\n").find("a.session:1:16: version 7"), std::string::npos);
  EXPECT_NE(messages("scree_session: 1\nscene: gone.yaml\n").find("a.session:2:8: the scene 'gone.yaml' is not there"),
            std::string::npos);
  EXPECT_NE(messages(good + "camera: {distance: near}\n").find("a.session:3:20: 'near' is no number"),
            std::string::npos);
  EXPECT_NE(messages(good + "colour: {by: Sped}\n").find("did you mean 'Speed'?"), std::string::npos);
  EXPECT_NE(messages(good + "changes: {parameters: {sweeps: 0}}\n").find("out of range for 'sweeps'"),
            std::string::npos);
  EXPECT_NE(messages(good + "changes: {sensors: [{shape: sphere, radius: -1}]}\n").find("a.session:3:21"),
            std::string::npos);
  EXPECT_NE(messages(good + "camera: [1, 2\n").find("a.session:"), std::string::npos) << "broken YAML";
  EXPECT_EQ(messages("").empty(), false);
}

class SessionTest : public GuiTest {
 protected:
  fs::path inFolder(const char* name) { return fs::path(folder_.path().toStdString()) / name; }

  /// What a session of the window as it is now would hold.
  std::string now(MainWindow& window) { return sessionText(window.parts().sessions.current(), inFolder("x.session")); }

  void changeManyThings() {
    simulation().post(SetParameter{ParameterKey::sweeps, 37});
    simulation().post(SetParameter{ParameterKey::gravityX, 1.0 / 3.0});
    simulation().post(SetChoice{ChoiceKey::warmStart, static_cast<int>(WarmStart::off)});
    SplitSensor sensor;
    sensor.name = "mouth";
    sensor.shape = SensorSphere{0.0123};
    sensor.body = 0;
    simulation().post(AddSensor{sensor});
    simulation().setTargetRate(0.5);
    ASSERT_TRUE(waitFor([&] {
      viewport().requestFrame();
      return simulation().isApplied();
    }));
    dragView(freePoint(), freePoint() + QPoint(60, 20));
    click("colour_by");
    click("colour_by.Overlap");
    click("range.fixed");
    key(Qt::Key_K);
    key(Qt::Key_F, Qt::ShiftModifier);
    viewport().memory().record.format = FilmFormat::webm;
    viewport().memory().twin.choice = {TwinDifference::preset, Preset::fast};
    viewport().layout().setFolded("timing", true);
    settle();
  }
};

TEST_F(SessionTest, EverythingComesBackInAFreshWindow) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  changeManyThings();
  const fs::path file = inFolder("bed.session");
  QTimer::singleShot(300, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->findChild<QLineEdit*>()->setText(QString::fromStdString(inFolder("bed").string()));
    QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
  });
  key(Qt::Key_S, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([&] { return fs::exists(file); }));
  EXPECT_TRUE(settings::recentScenes().contains(QString::fromStdString(file.string())));
  const std::string bytes = readFile(file);
  const std::string before = now(window());
  EXPECT_TRUE(bytes.starts_with("scree_session: 1\n"));
  EXPECT_NE(bytes.find("\nscene: box.yaml\n"), std::string::npos);
  EXPECT_EQ(bytes.find("velocity"), std::string::npos) << "no grains";
  key(Qt::Key_S, Qt::ControlModifier);  // the second time no dialog asks
  EXPECT_EQ(readFile(file), bytes) << "saving twice gives equal bytes";

  QSettings().clear();
  MainWindow next({});
  next.resize(window().size());
  next.setPlayOnOpen(false);
  next.show();
  next.openScene(file);
  ASSERT_TRUE(
      waitFor([&] { return next.simulation().isCurrentWorld() && next.simulation().snapshot()->particles() == 27; }));
  ASSERT_TRUE(waitFor([&] { return next.viewport().isSettled() && next.simulation().isApplied(); }));
  EXPECT_EQ(now(next), before);
  const Snapshot& shown = *next.simulation().snapshot();
  EXPECT_EQ(shown.scene.parameters.sweeps, 37);
  EXPECT_EQ(shown.scene.parameters.gravity.x(), 1.0 / 3.0);
  EXPECT_EQ(shown.scene.parameters.warmStart, WarmStart::off);
  EXPECT_EQ(next.simulation().scene().parameters.sweeps, 20) << "the way back to the scene's own values stays";
  ASSERT_EQ(shown.scene.sensors.size(), 1U);
  EXPECT_EQ(shown.scene.sensors[0].sensor.name, "mouth");
  EXPECT_EQ(next.viewport().options().colourBy, ColourBy::overlap);
  EXPECT_TRUE(next.viewport().options().clip.on);
  EXPECT_FALSE(next.viewport().layout().isOpen("timing"));
  EXPECT_EQ(next.viewport().camera().now().azimuth, viewport().camera().now().azimuth);
}

TEST_F(SessionTest, AChangedSceneIsToldOf) {
  const fs::path scene = writeScene("box.yaml", boxScene(3, 20));
  open(scene, false);
  simulation().post(SetParameter{ParameterKey::sweeps, 37});
  SplitSensor sensor;
  sensor.name = "lost";
  sensor.body = 0;
  simulation().post(AddSensor{sensor});
  const fs::path file = inFolder("bed.session");
  window().parts().sessions.saveTo(file);
  ASSERT_TRUE(waitFor([&] { return fs::exists(file); }));
  std::string other = boxScene(4, 20);
  other.replace(other.find("  box:\n"), 7, "  tub:\n");
  writeScene("box.yaml", other);
  window().openScene(file);
  ASSERT_TRUE(waitFor([&] { return snapshot().particles() == 64; }));
  EXPECT_NE(viewport().notice().find("box.yaml has changed since bed.session was saved"), std::string::npos)
      << viewport().notice();
  EXPECT_NE(viewport().notice().find("There is no body box to carry sensor lost."), std::string::npos);
  EXPECT_EQ(snapshot().scene.parameters.sweeps, 37);
}

TEST_F(SessionTest, FilesThatTheSceneReadsAreWatchedOverToo) {
  const fs::path below = inFolder("parts");
  fs::create_directories(below);
  const auto mesh = [&](double size) {
    writeFileAtomically(below / "cube.stl", stlOf(trianglesOf(BoxMesh{Vec3::Constant(size), 1, false}), "cube"));
  };
  mesh(0.02);
  const std::string course = "time,lift\n0,0\n1,0.1\n";
  writeScene("motion.csv", course);
  writeScene("grains.csv", "x,y,z,r\n0,0,0.5,0.005\n");
  writeScene("base.yaml", boxScene(2, 20));
  const fs::path scene =
      writeScene("own.yaml",
                 "scree: 1\nbase: base.yaml\nparticles:\n  - file: {path: grains.csv, material: ore}\n"
                 "bodies:\n  cube:\n    position: [0, 0, -1]\n    shapes:\n"
                 "      - mesh: {file: parts/cube.stl, material: ore}\n"
                 "    motion:\n      - translate: {direction: z, table: motion.csv, column: lift}\n");
  open(scene, false);
  const fs::path file = inFolder("own.session");
  window().parts().sessions.saveTo(file);
  ASSERT_TRUE(waitFor([&] { return fs::exists(file); }));
  const auto told = [&] {
    window().openScene(file);
    EXPECT_TRUE(waitFor([&] { return viewport().notice().find("own.session") != std::string::npos; }));
    const std::string notice = viewport().notice();
    viewport().notify("");
    return notice;
  };
  viewport().notify("");
  EXPECT_EQ(told(), "own.session opened") << "nothing has changed";

  mesh(0.03);
  const std::string end = " changed since own.session was saved: the session is shown with the scene as it is now";
  EXPECT_EQ(told(), "parts/cube.stl has" + end);
  writeScene("motion.csv", course + "2,0.2\n");
  writeScene("grains.csv", "x,y,z,r\n0,0,0.6,0.005\n");
  EXPECT_EQ(told(), "grains.csv, motion.csv, parts/cube.stl have" + end);
  writeScene("base.yaml", boxScene(3, 20));
  EXPECT_EQ(told(), "base.yaml, grains.csv, motion.csv, parts/cube.stl have" + end);
  fs::remove(below / "cube.stl");
  window().openScene(file);
  ASSERT_TRUE(waitFor([&] { return window().errors() != nullptr; }));
  EXPECT_TRUE(window().errors()->text().contains("parts/cube.stl")) << window().errors()->text().toStdString();
}

TEST_F(SessionTest, ABrokenSessionLeavesAllAsItIs) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const std::string before = now(window());
  const fs::path file = writeScene("bad.session", "scree_session: 1\nscene: box.yaml\ncamera: {distance: -1}\n");
  window().openScene(file);
  ASSERT_TRUE(waitFor([&] { return window().errors() != nullptr; }));
  EXPECT_TRUE(window().errors()->text().contains("bad.session:3:20:")) << window().errors()->text().toStdString();
  EXPECT_EQ(now(window()), before);
  EXPECT_EQ(readFile(file), "scree_session: 1\nscene: box.yaml\ncamera: {distance: -1}\n");
}

TEST_F(SessionTest, AFileThatCannotBeWrittenIsNamed) {
  open(writeScene("box.yaml", boxScene(2, 20)), false);
  const fs::path file = writeScene("plain", "") / "bed.session";  // in a file
  window().parts().sessions.saveTo(file);
  EXPECT_TRUE(waitFor([&] { return viewport().notice().find("bed.session") != std::string::npos; }));
  EXPECT_NE(viewport().notice().find("choose another name or place"), std::string::npos) << viewport().notice();
  EXPECT_TRUE(window().sessionFile().empty());
}

TEST_F(SessionTest, ATwinRunsAgain) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  key(Qt::Key_T);
  ASSERT_TRUE(waitFor([&] { return snapshot().twin.snapshot != nullptr; }));
  const fs::path file = inFolder("twin.session");
  window().parts().sessions.saveTo(file);
  key(Qt::Key_T);
  ASSERT_TRUE(waitFor([&] { return snapshot().twin.snapshot == nullptr; }));
  window().openScene(file);
  EXPECT_TRUE(waitFor([&] { return snapshot().twin.snapshot != nullptr; }));
}

}  // namespace
}  // namespace scree::testing
