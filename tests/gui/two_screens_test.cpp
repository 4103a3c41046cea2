#include <QDockWidget>
#include <QGuiApplication>
#include <QImage>
#include <QScreen>
#include <QTest>
#include <QWindow>

#include "app/document/session_file.h"
#include "app/window/files/session_saving.h"
#include "tests/gui/support/gui_fixture.h"

// A desk with two screens, one of twice the pixels: with_two_screens.sh.
namespace scree::testing {
namespace {

class TwoScreens : public GuiTest {
 protected:
  void SetUp() override {
    screens_ = QGuiApplication::screens();
    if (screens_.size() != 2) {
      GTEST_SKIP() << "no second screen: tests/with_two_screens.sh says what makes one";
    }
    GuiTest::SetUp();
    moveTo(screens_[0], window());
  }

  std::string state() {
    return sessionText(window().parts().sessions.current(), folder_.filePath("x.session").toStdString());
  }

  /// Moves a window as a desktop does: to a place on the other screen.
  void moveTo(const QScreen* screen, QWidget& moved, QPoint offset = {}) {
    moved.move(screen->geometry().topLeft() + offset);
    ASSERT_TRUE(waitFor([&] { return moved.screen() == screen && moved.windowHandle()->screen() == screen; }));
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&moved));
    ASSERT_TRUE(waitFor([&] { return moved.devicePixelRatio() == screen->devicePixelRatio(); }));
    settle();
  }

  /// The scene as it is drawn, at the size it has on a plain screen.
  QImage plainPicture() {
    const QImage picture = viewport().picture(false);
    EXPECT_EQ(picture.size(), viewport().size() * viewport().devicePixelRatio());
    return picture.scaled(viewport().size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  }

  QList<QScreen*> screens_;
};

TEST_F(TwoScreens, OnTheOtherScreenAndBackTheWindowIsAsItWas) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  dragView(freePoint(), freePoint() + QPoint(40, 10));
  const QImage picture = viewport().picture(false);
  const QImage black(viewport().size(), QImage::Format_RGB32);
  std::string before = state();
  for (int round = 0; round < 2; ++round) {
    moveTo(screens_[1], window());
    EXPECT_EQ(viewport().views().failure(), "");
    EXPECT_EQ(state(), before);
    EXPECT_EQ(viewport().devicePixelRatio(), 2.0);
    EXPECT_LT(differingShare(picture, plainPicture()), 0.1) << "edges are finer there";
    EXPECT_GT(differingShare(black, plainPicture()), 0.9);
    keepPicture("second_screen");
    moveTo(screens_[0], window());
    EXPECT_EQ(viewport().views().failure(), "");
    EXPECT_EQ(state(), before);
    EXPECT_LT(differingShare(picture, viewport().picture(false)), 0.01);
  }
}

TEST_F(TwoScreens, ItGoesOnAndAnswersOnTheOtherScreen) {
  open(writeScene("box.yaml", boxScene(3, 20)), true);
  ASSERT_TRUE(waitFor([&] { return snapshot().run.step > 3; }));
  moveTo(screens_[1], window());
  const std::uint64_t frames = viewport().frames().count();
  const std::uint64_t step = snapshot().run.step;
  EXPECT_TRUE(waitFor([&] { return viewport().frames().count() > frames && snapshot().run.step > step; }));
  key(Qt::Key_Space);
  EXPECT_TRUE(waitFor([&] { return !snapshot().run.playing; }));
  const Eigen::Vector3d eye = viewport().camera().now().eye();
  dragView(freePoint(), freePoint() + QPoint(60, 20));
  EXPECT_GT((viewport().camera().now().eye() - eye).norm(), 0.0);
}

TEST_F(TwoScreens, APlotTakenOutToTheOtherScreenLeavesTheViewAsItWas) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  auto* dock = window().findChild<QDockWidget*>("plot_dock_energy");
  ASSERT_NE(dock, nullptr);
  const int whole = viewport().height();
  dock->show();
  dock->setFloating(true);
  // The view takes the place that the dock has left.
  ASSERT_TRUE(waitFor([&] { return dock->isFloating() && dock->isVisible() && viewport().height() == whole; }));
  settle();
  const QImage picture = viewport().picture(false);
  moveTo(screens_[1], *dock, {100, 100});
  EXPECT_EQ(viewport().views().failure(), "");
  EXPECT_EQ(viewport().devicePixelRatio(), 1.0);
  EXPECT_LT(differingShare(picture, viewport().picture(false)), 0.01);
  EXPECT_GT(differingShare(dock->grab().toImage(), QImage(dock->size() * 2, QImage::Format_RGB32)), 0.9);
}

}  // namespace
}  // namespace scree::testing
