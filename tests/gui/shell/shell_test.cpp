#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <fstream>

#include "app/document/session_file.h"
#include "app/window/files/session_saving.h"
#include "app/window/problem_report.h"
#include "app/window/report_saving.h"
#include "app/window/start_marker.h"
#include "engine/io/output_file.h"
#include "tests/gui/support/gui_fixture.h"

// What belongs to the window as a whole: full screen, being put away, reports, start markers.
namespace scree::testing {
namespace {

class ShellTest : public GuiTest {
 protected:
  /// All that could get lost; docks have other sizes in a window of another size.
  std::string state() {
    SavedSession session = window().parts().sessions.current();
    session.docks.clear();
    return sessionText(session, folder_.filePath("x.session").toStdString());
  }
};

TEST_F(ShellTest, FullScreenAndBackLoseNothing) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  dragView(freePoint(), freePoint() + QPoint(40, 10));
  const std::string before = state();
  const QImage picture = viewport().picture(false);
  const QSize size = window().size();
  key(Qt::Key_F11);
  ASSERT_TRUE(waitFor([&] { return window().isFullScreen(); }));
  window().resize(1600, 1000);  // as a window manager does, of which a test's display has none
  ASSERT_TRUE(waitFor([&] { return window().width() == 1600 && viewport().width() > 1000; }));
  settle();
  EXPECT_EQ(viewport().views().failure(), "");
  EXPECT_EQ(state(), before);
  EXPECT_GT(differingShare(viewport().picture(false), QImage(viewport().size(), QImage::Format_RGB32)), 0.9)
      << "a picture, not black";
  keepPicture("full_screen");
  key(Qt::Key_Escape);
  ASSERT_TRUE(waitFor([&] { return !window().isFullScreen(); }));
  window().resize(size);
  ASSERT_TRUE(waitFor([&] { return window().size() == size; }));
  settle();
  EXPECT_EQ(state(), before);
  EXPECT_LT(differingShare(picture, viewport().picture(false)), 0.01);
}

TEST_F(ShellTest, DocksTakenOutAndPutBackLeaveTheViewAsItWas) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  dragView(freePoint(), freePoint() + QPoint(40, 10));
  const std::string before = state();
  const QImage picture = viewport().picture(false);
  const QSize size = window().size();
  const QSize viewSize = viewport().size();
  const auto restoreSize = [&] {  // the window may have grown to hold the dock
    window().resize(size);
    EXPECT_TRUE(waitFor([&] { return viewport().size() == viewSize; }))
        << viewport().width() << " " << viewport().height();
    settle();
  };
  const std::vector<QDockWidget*> docks = {window().findChild<QDockWidget*>("plot_dock_energy"),
                                           window().findChild<QDockWidget*>("undo_list_dock")};
  for (QDockWidget* dock : docks) {
    ASSERT_NE(dock, nullptr);
    dock->show();
    settle();
    dock->setFloating(true);
    ASSERT_TRUE(waitFor([&] { return dock->isFloating() && dock->isVisible(); }));
    restoreSize();
    EXPECT_EQ(viewport().views().failure(), "");
    EXPECT_EQ(state(), before) << dock->objectName().toStdString();
    EXPECT_LT(differingShare(picture, viewport().picture(false)), 0.01) << dock->objectName().toStdString();
    dock->setFloating(false);
    settle();
    EXPECT_FALSE(dock->isFloating());
    dock->hide();
    restoreSize();
  }
  EXPECT_EQ(state(), before);
  EXPECT_LT(differingShare(picture, viewport().picture(false)), 0.01);
}

TEST_F(ShellTest, HiddenAndShownAgainItIsAsItWas) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  const std::string before = state();
  const QImage picture = viewport().picture(false);
  window().hide();
  window().show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&window()));
  settle();
  EXPECT_EQ(state(), before);
  EXPECT_LT(differingShare(picture, viewport().picture(false)), 0.01);
}

TEST_F(ShellTest, MinimisedItDrawsNothingAndGoesOn) {
  open(writeScene("box.yaml", boxScene(3, 20)), true);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step > 5; }));
  window().showMinimized();
  ASSERT_TRUE(waitFor([&] { return window().isMinimized(); }));
  QTest::qWait(100);  // a frame that was under way
  const std::uint64_t frames = viewport().frames().count();
  const std::uint64_t step = snapshot().run.step;
  QTest::qWait(500);
  EXPECT_EQ(viewport().frames().count(), frames);
  window().showNormal();
  EXPECT_TRUE(waitFor([&] { return viewport().frames().count() > frames && snapshot().run.step > step; }))
      << "it is drawn again, and the run went on";
}

TEST_F(ShellTest, ResetLayoutBringsAllPanelsBack) {
  const std::string before = viewport().layout().save();
  viewport().layout().setFolded("solver", true);
  viewport().layout().reveal("clip");
  window().findChild<QAction*>("overlays")->trigger();
  ASSERT_NE(viewport().layout().save(), before);
  window().trigger("reset_layout");
  EXPECT_TRUE(waitFor([&] { return viewport().layout().save() == before && viewport().panels().areShown(); }));
}

TEST_F(ShellTest, GraphicsInformationIsShownAndCopied) {
  QString shown;
  QTimer::singleShot(300, [&] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    ASSERT_NE(box, nullptr);
    shown = box->text();
    for (QAbstractButton* button : box->buttons()) {
      if (button->text() == "Copy") {
        button->click();
        return;
      }
    }
    box->reject();
  });
  window().findChild<QAction*>("graphics")->trigger();
  EXPECT_TRUE(shown.contains("OpenGL: ")) << shown.toStdString();
  EXPECT_TRUE(shown.contains(qVersion()));
  EXPECT_EQ(QApplication::clipboard()->text(), shown);
  QApplication::clipboard()->clear();
  window().findChild<QAction*>("copy_graphics")->trigger();
  EXPECT_EQ(QApplication::clipboard()->text(), shown);
}

TEST_F(ShellTest, AProblemReportHasItAllInOneFile) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  viewport().notify("A message to be found again");
  const std::filesystem::path file = folder_.filePath("report.txt").toStdString();
  ASSERT_TRUE(window().parts().reports.saveTo(file));
  const std::string report = readFile(file);
  for (const char* part : {"== Graphics ==", SCREE_VERSION, qVersion(), "A message to be found again",
                           "== Settings ==", "== Session ==\nscree_session: 1\n", "== Scene ==", "restitution: 0.18",
                           "27 grains", "states kept to go back to", "It was sent to nobody"}) {
    EXPECT_NE(report.find(part), std::string::npos) << part << " in\n" << report;
  }
  EXPECT_FALSE(window().parts().reports.saveTo(file / "not a folder"));
  EXPECT_NE(viewport().notice().find("choose another name or place"), std::string::npos);
}

TEST(StartMarker, TellsOfStartsThatCameToNothing) {
  const QTemporaryDir folder;
  const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "new" / "starts";
  StartMarker marker(file);
  EXPECT_FALSE(marker.lastStartFailed());
  marker.begin();
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_FALSE(marker.lastStartFailed()) << "this one is on its way";
  std::ofstream(file) << 999999999 << '\n';  // no process has that number
  EXPECT_TRUE(marker.lastStartFailed());
  marker.end();
  EXPECT_FALSE(std::filesystem::exists(file));
  std::ofstream(file) << "nonsense";
  EXPECT_FALSE(marker.lastStartFailed());
}

}  // namespace
}  // namespace scree::testing
