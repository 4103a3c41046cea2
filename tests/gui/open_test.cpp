#include <QAction>
#include <QApplication>
#include <QDropEvent>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QTest>
#include <QTimer>
#include <QUrl>

#include "app/window/files/error_dialog.h"
#include "app/window/files/settings.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

TEST_F(GuiTest, OpensASceneThroughTheMenuAndRunsIt) {
  const auto file = writeScene("box.yaml", boxScene(4, 20));
  // The dialog has an event loop of its own: it is filled in from inside.
  QTimer::singleShot(300, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->findChild<QLineEdit*>()->setText(QString::fromStdString(file.string()));
    QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
  });
  window().findChild<QAction*>("open")->trigger();
  ASSERT_TRUE(waitFor([&] { return snapshot().particles() == 64; }));
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step > 5; })) << "an opened scene plays";
  EXPECT_EQ(simulation().scene().name, "Test box");
  EXPECT_TRUE(settings::recentScenes().contains(QString::fromStdString(file.string())));
  keepPicture("opened");
}

TEST_F(GuiTest, OpensADroppedFile) {
  const auto file = writeScene("box.yaml", boxScene(3, 20));
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QString::fromStdString(file.string()))});
  QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&window(), &drop);
  EXPECT_TRUE(waitFor([&] { return snapshot().particles() == 27; }));
}

TEST_F(GuiTest, ABrokenSceneShowsAllErrorsAndKeepsTheRunningOne) {
  open(writeScene("box.yaml", boxScene(3, 20)), true);
  std::string broken = boxScene(3, 20);
  broken.replace(broken.find("time_step: 5 ms"), 15, "time_step: -5 mm");
  broken.replace(broken.find("restitution"), 11, "restitutoin");
  const auto file = writeScene("broken.yaml", broken);
  window().openScene(file);
  ASSERT_TRUE(waitFor([&] { return window().errors() != nullptr; }));
  const QString text = window().errors()->text();
  EXPECT_TRUE(text.contains("broken.yaml:4:")) << text.toStdString();
  EXPECT_TRUE(text.contains("restitutoin")) << "both errors at once:\n" << text.toStdString();
  EXPECT_EQ(simulation().scene().name, "Test box");
  EXPECT_EQ(snapshot().particles(), 27U);
  const std::uint64_t step = snapshot().run.step;
  EXPECT_TRUE(waitFor([&] { return snapshot().run.step > step + 5; })) << "the running scene must go on";
  const QByteArray folder = qgetenv("SCREE_ARTIFACTS");
  if (!folder.isEmpty()) {
    const_cast<ErrorDialog*>(window().errors())->grab().save(QString::fromLocal8Bit(folder) + "/gui_errors.png");
  }
  // Repaired and read again through the dialog, it opens.
  writeScene("broken.yaml", boxScene(2, 20));
  Q_EMIT const_cast<ErrorDialog*>(window().errors())->retry();
  EXPECT_TRUE(waitFor([&] { return snapshot().particles() == 8; }));
  EXPECT_EQ(window().errors(), nullptr);
}

TEST_F(GuiTest, ReloadKeepsCameraAndPanels) {
  const auto file = writeScene("box.yaml", boxScene(3, 20));
  open(file, false);
  dragView(freePoint(), freePoint() + QPoint(60, 20));
  viewport().layout().setFolded("timing", true);
  viewport().options().colourBy = ColourBy::contacts;
  const Camera before = viewport().camera().now();
  writeScene("box.yaml", boxScene(4, 20));
  key(Qt::Key_F5);
  ASSERT_TRUE(waitFor([&] { return snapshot().particles() == 64; }));
  settle();
  EXPECT_EQ(viewport().camera().now().azimuth, before.azimuth);
  EXPECT_EQ(viewport().camera().now().target, before.target);
  EXPECT_EQ(viewport().camera().now().distance, before.distance);
  EXPECT_FALSE(viewport().layout().isOpen("timing"));
  EXPECT_EQ(viewport().options().colourBy, ColourBy::contacts);
}

TEST_F(GuiTest, EveryShippedSceneIsInTheMenu) {
  QStringList names;
  for (const QAction* action : window().findChildren<QAction*>()) {
    names << action->text();
  }
  for (const char* name : {"drum", "pile", "incline", "slide", "drop", "column", "container", "collapse", "conveyor"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

}  // namespace
}  // namespace scree::testing
