// Files of other programs that become scenes through the dialog.
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include "app/import/file_scene_dialog.h"
#include "app/scene_text/scene_text_dock.h"
#include "engine/io/output_file.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

class FileSceneTest : public GuiTest {
 protected:
  /// Triggers the action, and hands its dialog to a function.
  void withDialog(const std::function<void(FileSceneDialog&)>& use) {
    bool isDone = false;
    QTimer::singleShot(0, &window(), [&] {
      auto* dialog = window().findChild<FileSceneDialog*>("file_scene");
      ASSERT_NE(dialog, nullptr);
      use(*dialog);
      isDone = true;
      if (dialog->isVisible()) {
        dialog->reject();
      }
    });
    window().findChild<QAction*>("import_file")->trigger();
    EXPECT_TRUE(isDone);
  }
  static QString preview(FileSceneDialog& dialog) {
    return dialog.findChild<QPlainTextEdit*>("file_scene_preview")->toPlainText();
  }
  void choose(FileSceneDialog& dialog, const std::string& file) {
    auto* edit = dialog.findChild<QLineEdit*>("file_scene_file");
    edit->setText(QString::fromStdString(file));
    QTest::keyClick(edit, Qt::Key_Tab);
    Q_EMIT edit->editingFinished();
    ASSERT_TRUE(waitFor([&] { return !preview(dialog).contains("Reading") && !preview(dialog).contains("Choose"); }));
  }
};

TEST_F(FileSceneTest, ATableBecomesASceneInTheUnitChosen) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const std::string file = (std::filesystem::path(folder_.path().toStdString()) / "bed.csv").string();
  writeFileAtomically(file, "x;y;z;d\n100,5;0;20;10\n130;0;20;10\n");
  withDialog([&](FileSceneDialog& dialog) {
    auto* make = dialog.findChild<QPushButton*>("file_scene_make");
    EXPECT_FALSE(make->isEnabled());
    choose(dialog, file);
    EXPECT_TRUE(preview(dialog).contains("2 particles, table")) << preview(dialog).toStdString();
    EXPECT_TRUE(preview(dialog).contains("decimal commas"));
    dialog.findChild<QComboBox*>("file_scene_unit")->setCurrentIndex(3);
    ASSERT_TRUE(waitFor([&] { return preview(dialog).contains("0.1005"); })) << preview(dialog).toStdString();
    EXPECT_TRUE(make->isEnabled());
    if (const QByteArray folder = qgetenv("SCREE_ARTIFACTS"); !folder.isEmpty()) {
      dialog.grab().save(QString::fromLocal8Bit(folder) + "/gui_file_scene.png");
    }
    EXPECT_NE(dialog.scene().find("scale: 0.001 m"), std::string::npos) << dialog.scene();
    make->click();
  });
  auto* dock = window().findChild<SceneTextDock*>();
  ASSERT_NE(dock, nullptr);
  EXPECT_TRUE(waitFor([&] { return dock->isVisible(); }));
  EXPECT_TRUE(dock->findChild<QPlainTextEdit*>()->toPlainText().contains("bed.csv"));
}

TEST_F(FileSceneTest, AFileThatCannotBeReadSaysWhy) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const std::string file = (std::filesystem::path(folder_.path().toStdString()) / "bad.csv").string();
  writeFileAtomically(file, "x,y,z,r\n0,0,0,0\n");
  withDialog([&](FileSceneDialog& dialog) {
    choose(dialog, file);
    EXPECT_TRUE(preview(dialog).contains("bad.csv:2: a radius or diameter is not above 0"))
        << preview(dialog).toStdString();
    EXPECT_FALSE(dialog.findChild<QPushButton*>("file_scene_make")->isEnabled());
  });
}

}  // namespace
}  // namespace scree::testing
