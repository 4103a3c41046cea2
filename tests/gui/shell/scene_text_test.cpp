#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <string>

#include "app/scene_text/key_completion.h"
#include "app/scene_text/new_scene.h"
#include "app/scene_text/scene_edit.h"
#include "app/scene_text/scene_highlighter.h"
#include "app/scene_text/scene_text_dock.h"
#include "app/window/window_look.h"
#include "engine/io/output_file.h"
#include "engine/scene/scene.h"
#include "engine/scene_parts/part_change.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

std::string errorsOf(const std::string& text) {
  std::string all;
  for (const SceneError& error : loadSceneText(text, "new.yaml").errors) {
    all += error.text() + "\n";
  }
  return all;
}

/// Each kind, with the usual numbers and with others: coarse, fine, few grains, many.
TEST(NewScene, EveryKindIsAValidScene) {
  for (std::size_t kind = 0; kind < kNewSceneKinds.size(); ++kind) {
    for (const NewScene& base :
         {NewScene{}, NewScene{.diameter = 0.05, .grains = 500, .size = 1.0}, NewScene{.grains = 50, .size = 0.06},
          NewScene{.diameter = 0.001, .grains = 20000, .size = 0.05},
          NewScene{.diameter = 0.02, .grains = 5000, .size = 0.2}}) {
      NewScene scene = base;
      scene.kind = static_cast<NewSceneKind>(kind);
      EXPECT_EQ(problemOf(scene), "");
      EXPECT_EQ(errorsOf(textOf(scene)), "") << kNewSceneKinds[kind] << "\n" << textOf(scene);
    }
  }
}

TEST(NewScene, TheNameIsKeptAsTyped) {
  const std::string name = R"(The "red" drum \ 2)";
  const SceneResult result = loadSceneText(textOf(NewScene{.name = name}), "new.yaml");
  ASSERT_TRUE(result.scene);
  EXPECT_EQ(result.scene->name, name);
}

TEST(SceneHighlighter, AHashInQuotesIsNoComment) {
  QTextDocument document;
  SceneHighlighter highlighter(&document);
  const auto colourAt = [&](const char* line, const char* place) {
    document.setPlainText(line);
    highlighter.rehighlight();
    const auto at = static_cast<int>(QString(line).indexOf(place));
    for (const QTextLayout::FormatRange& range : document.firstBlock().layout()->formats()) {
      if (at >= range.start && at < range.start + range.length) {
        return range.format.foreground().color();
      }
    }
    return QColor();
  };
  const QColor comment = colourAt("gravity: 9 # of here", "of");
  const QColor string = colourAt("name: \"plain\"", "plain");
  ASSERT_NE(comment, string);
  EXPECT_EQ(colourAt("name: \"run # 5\"", "5"), string);
  EXPECT_EQ(colourAt("name: 'run # 5'", "5"), string);
  EXPECT_EQ(colourAt("name: \"a \\\" # b\"", "b"), string);
  EXPECT_EQ(colourAt("name: \"run\" # five", "five"), comment);
  EXPECT_EQ(colourAt("name: it's # what's", "what"), comment);
}

TEST(NewScene, NumbersThatMakeNoSceneAreTold) {
  EXPECT_NE(problemOf({.diameter = 0.0}), "");
  EXPECT_NE(problemOf({.diameter = 0.1, .size = 0.2}), "");
  EXPECT_NE(problemOf({.diameter = 0.0001, .size = 1.0}), "");
  EXPECT_NE(problemOf({.grains = 0}), "");
}

TEST(NewScene, EveryPartFitsIntoEveryKind) {
  for (const NewPart& part : newParts()) {
    for (std::size_t kind = 0; kind < kNewSceneKinds.size() && part.id != "mesh"; ++kind) {
      NewScene scene;
      scene.kind = static_cast<NewSceneKind>(kind);
      const PartText once = withNewPart(textOf(scene), part.id, {0, 0, 0.5}, 0.1, 0.01);
      ASSERT_TRUE(once.text) << once.problem;
      const PartText twice = withNewPart(*once.text, part.id, {0, 0, 0.8}, 0.1, 0.01);
      ASSERT_TRUE(twice.text) << twice.problem;
      for (const SceneError& error : loadSceneText(*twice.text, "new.yaml").errors) {
        // A place may be taken already, and a joint needs a body that moves; the text itself is right.
        const auto tells = [&](const char* word) { return error.what.find(word) != std::string::npos; };
        EXPECT_TRUE(tells("room") || tells("overlap") || tells("inside") || tells("fit") || tells("bounds") ||
                    part.id == "joint")
            << part.id << " in " << kNewSceneKinds[kind] << ": " << error.text();
      }
    }
  }
}

TEST(KeyCompletion, KnowsTheKeysOfAPlace) {
  const KeyCompletion keys;
  const auto has = [&](const QString& text, const QString& name) {
    const std::vector<SceneKey> found = keys.keysAt(text, text.size());
    return std::any_of(found.begin(), found.end(), [&](const SceneKey& key) { return key.name == name; });
  };
  EXPECT_TRUE(has("", "bodies"));
  EXPECT_TRUE(has("scree: 1\n", "default_pair"));
  EXPECT_FALSE(has("scree: 1\n", "friction"));
  EXPECT_TRUE(has("default_pair:\n  ", "friction"));
  EXPECT_TRUE(has("bodies:\n  drum:\n    ", "shapes"));
  EXPECT_TRUE(has("bodies:\n  drum:\n    shapes:\n      - ", "hollow_cylinder"));
  EXPECT_TRUE(has("particles:\n  - fill:\n      ", "diameter"));
  const QString text = "default_pair:\n  friction: 0.3\n";
  EXPECT_TRUE(keys.meaningAt(text, text.indexOf("0.3")).contains("friction", Qt::CaseInsensitive));
  EXPECT_EQ(keys.meaningAt(text, text.size()), "");
}

class SceneTextTest : public GuiTest {
 protected:
  SceneTextDock& dock() { return window().parts().sceneText; }
  void awaitCheck() {
    ASSERT_TRUE(waitFor([&] { return dock().isChecked(); }, 20000));
  }
  void press(const char* name) {
    auto* button = window().findChild<QPushButton*>(name);
    ASSERT_NE(button, nullptr);
    QTest::mouseClick(button, Qt::LeftButton);
  }
  /// Fills in the next file dialog.
  void answerWith(const QString& file) {
    QTimer::singleShot(300, [file] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      ASSERT_NE(dialog, nullptr);
      dialog->findChild<QLineEdit*>()->setText(file);
      QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
    });
  }
};

/// By mouse alone: a kind from the dialog, saved and run; the file gives the same start as the window has.
TEST_F(SceneTextTest, ASceneIsBuiltFromNothingByMouse) {
  for (const char* kind : {"heap", "drum"}) {
    QTimer::singleShot(300, [kind] {
      auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
      ASSERT_NE(dialog, nullptr);
      auto* box = dialog->findChild<QComboBox*>("new_scene_kind");
      box->setCurrentText(kind);
      QTest::mouseClick(dialog->findChild<QPushButton*>("new_scene_make"), Qt::LeftButton);
    });
    window().findChild<QAction*>("new_scene")->trigger();
    ASSERT_TRUE(dock().isVisible());
    awaitCheck();
    EXPECT_TRUE(dock().errors().empty());
    const QString file = folder_.filePath(QString(kind) + ".yaml");
    answerWith(file);
    press("scene_text_run");
    ASSERT_TRUE(QFile::exists(file));
    ASSERT_TRUE(
        waitFor([&] { return window().sceneFile() == file.toStdString() && simulation().isCurrentWorld(); }, 30000));
    EXPECT_FALSE(dock().isModified());
    settle();
    keepPicture(QString("scene_text_%1").arg(kind));
    EXPECT_EQ(errorsOf(readFile(file.toStdString())), "");
  }
}

TEST_F(SceneTextTest, MistakesAreMarkedWhileOneTypes) {
  const std::filesystem::path file = writeScene("box.yaml", boxScene(3, 20));
  open(file, false);
  window().findChild<QAction*>("scene_text")->trigger();
  ASSERT_TRUE(dock().isVisible());
  awaitCheck();
  EXPECT_TRUE(dock().errors().empty());
  QString text = dock().edit().toPlainText();
  text.replace("friction: 0.91", "frction: 0.91");
  dock().edit().setPlainText(text);
  awaitCheck();
  ASSERT_EQ(dock().errors().size(), 1U);
  EXPECT_EQ(dock().errors()[0].line, 8);
  EXPECT_NE(dock().errors()[0].remedy.find("friction"), std::string::npos);
  keepPicture("scene_text_mistake");
  // Another scene does not replace a text that was not saved.
  dock().edit().document()->setModified(true);
  open(writeScene("other.yaml", boxScene(4, 20)), false);
  EXPECT_TRUE(dock().edit().toPlainText().contains("frction"));
  // Neither does the same scene, read again.
  open(file, false);
  EXPECT_TRUE(dock().edit().toPlainText().contains("frction"));
  // Mended and saved it runs; what runs is what stands there.
  text.replace("frction: 0.91", "friction: 0.25");
  dock().edit().setPlainText(text);
  press("scene_text_run");
  ASSERT_TRUE(waitFor([&] { return window().sceneFile() == file && simulation().isCurrentWorld(); }, 30000));
  EXPECT_NE(readFile(file).find("friction: 0.25"), std::string::npos);
}

/// With large letters a small window has no room for text, view and panels; it must not grow beyond its screen.
TEST_F(SceneTextTest, TheWindowKeepsItsSize) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const QSize size(1024, 700);
  window().resize(size);
  ASSERT_TRUE(waitFor([&] { return window().size() == size; }));
  for (const int percent : {100, 150, 200}) {
    window().parts().look.set({ThemeChoice::dark, percent});
    settle();
    window().findChild<QAction*>("scene_text")->trigger();
    settle();
    EXPECT_TRUE(dock().isVisible());
    EXPECT_EQ(window().size(), size) << percent;
    EXPECT_EQ(viewport().layout().isShown(), percent == 100) << percent;
    keepPicture(QString("scene_text_%1").arg(percent));
    window().findChild<QAction*>("scene_text")->trigger();
    viewport().layout().setShown(true);
    viewport().requestFrame();
    settle();
    ASSERT_FALSE(dock().isVisible());
  }
}

TEST_F(SceneTextTest, PartsAreInsertedAndTakenBack) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  window().findChild<QAction*>("scene_text")->trigger();
  awaitCheck();
  const QString before = dock().edit().toPlainText();
  window().findChild<QAction*>("add_part_sink")->trigger();
  EXPECT_TRUE(dock().edit().toPlainText().contains("sinks:\n  sink:"));
  awaitCheck();
  EXPECT_TRUE(dock().errors().empty());
  dock().edit().undo();
  EXPECT_EQ(dock().edit().toPlainText(), before);
  dock().edit().document()->setModified(false);
}

TEST_F(SceneTextTest, PartsSensorsAndMeasuresHaveTheHandlesOneAtATime) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  window().findChild<QAction*>("scene_text")->trigger();
  awaitCheck();
  const auto& parts = viewport().memory().parts;
  const auto selectPart = [&] {
    auto* list = window().findChild<QListWidget*>("scene_parts");
    ASSERT_NE(list, nullptr);
    list->clearSelection();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier, list->visualItemRect(list->item(0)).center());
    settle();
    ASSERT_TRUE(parts.selected);
  };
  selectPart();
  window().trigger("measure_repose");
  ASSERT_TRUE(waitFor([&] { return viewport().options().selectedMeasure.has_value(); }));
  settle();
  EXPECT_FALSE(parts.selected);
  selectPart();
  EXPECT_FALSE(viewport().options().selectedMeasure);
  window().trigger("add_box");
  ASSERT_TRUE(waitFor([&] { return viewport().options().selectedSensor.has_value(); }));
  settle();
  EXPECT_FALSE(parts.selected);
  selectPart();
  EXPECT_FALSE(viewport().options().selectedSensor);
}

TEST_F(SceneTextTest, ItsColoursFollowTheTheme) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  window().findChild<QAction*>("scene_text")->trigger();
  awaitCheck();
  const auto inkAndGround = [&] {
    const QList<QTextLayout::FormatRange> formats = dock().edit().document()->firstBlock().layout()->formats();
    const double ink = formats.isEmpty() ? -1.0 : formats.front().format.foreground().color().lightnessF();
    return std::pair{ink, static_cast<double>(dock().edit().palette().color(QPalette::Base).lightnessF())};
  };
  for (const char* theme : {"theme_light", "theme_dark"}) {
    window().trigger(theme);
    settle();
    const auto [ink, ground] = inkAndGround();
    ASSERT_GE(ink, 0.0);
    EXPECT_GT(std::abs(ink - ground), 0.4) << theme;
  }
  EXPECT_FALSE(dock().isModified());
}

TEST_F(SceneTextTest, KeysCompleteThemselves) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  window().findChild<QAction*>("scene_text")->trigger();
  awaitCheck();
  SceneEdit& edit = dock().edit();
  edit.moveCursor(QTextCursor::End);
  edit.setFocus();
  QTest::keyClicks(&edit, "emi");
  EXPECT_EQ(edit.completer().currentCompletion(), "emitters");
  QTest::keyClick(edit.completer().popup(), Qt::Key_Down);
  QTest::keyClick(edit.completer().popup(), Qt::Key_Return);
  EXPECT_TRUE(edit.toPlainText().endsWith("emitters: "));
  edit.document()->setModified(false);
}

}  // namespace
}  // namespace scree::testing
