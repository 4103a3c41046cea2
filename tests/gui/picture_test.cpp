#include <QDir>
#include <QImage>
#include <QTest>

#include "app/film/picture_file.h"
#include "app/window/files/scene_pictures.h"
#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {
namespace {

TEST_F(GuiTest, F12SavesAPngOfTheRightSize) {
  open(writeScene("box.yaml", boxScene(3, 20)), false);
  key(Qt::Key_F12);
  const QStringList files = QDir(QFileInfo(pictureFile({})).path()).entryList({"scree-box-*.png"});
  ASSERT_EQ(files.size(), 1);
  QFile file(QFileInfo(pictureFile({})).path() + "/" + files.front());
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_EQ(file.read(8), QByteArray("\x89PNG\r\n\x1a\n", 8));
  const QImage image(file.fileName());
  EXPECT_EQ(image.size(), viewport().size() * viewport().devicePixelRatioF());
  EXPECT_NE(viewport().notice().find(files.front().toStdString()), std::string::npos) << "it says where";
}

TEST_F(GuiTest, AFailedPictureSaysWhy) {
  EXPECT_FALSE(window().parts().pictures.saveTo(folder_.path() + "/no/such/folder/a.png", true));
  EXPECT_NE(viewport().notice().find("Could not save"), std::string::npos);
  EXPECT_FALSE(window().parts().pictures.saveTo("/dev/full", true));
  EXPECT_NE(viewport().notice().find("No space left on device"), std::string::npos) << viewport().notice();
}

TEST_F(GuiTest, TheSameViewGivesTheSamePicture) {
  open(writeScene("box.yaml", boxScene(4, 20)), false);
  const Camera camera = viewport().camera().now();
  const QImage first = viewport().picture(false);
  dragView(freePoint(), freePoint() + QPoint(90, 40));
  const QImage turned = viewport().picture(false);
  viewport().camera().set(camera);
  settle();
  const QImage again = viewport().picture(false);
  // A hundredth of the pixels may differ at edges; another view differs in far more.
  EXPECT_LT(differingShare(first, again), 0.01);
  EXPECT_GT(differingShare(first, turned), 0.02);
}

TEST_F(GuiTest, ColoursFollowTheirMapAndTheLegendIsSeen) {
  open(writeScene("box.yaml", boxScene(4, 20)), false);
  const QImage speed = viewport().picture(false);
  viewport().options().colourMap = 1;
  EXPECT_GT(differingShare(speed, viewport().picture(false)), 0.01);
  viewport().options().colourMap = 0;
  key(Qt::Key_L);
  const QImage bare = viewport().picture(false);
  const auto share = differingShare(speed, bare);
  EXPECT_GT(share, 0.005) << "the legend covers some of the view";
  EXPECT_LT(share, 0.2);
}

/// Another top-level window means another OpenGL context: nothing may go black.
TEST_F(GuiTest, TheViewSurvivesAMoveToAnotherWindow) {
  open(writeScene("box.yaml", boxScene(4, 20)), false);
  const QImage before = viewport().picture(false);
  QMainWindow other;
  other.resize(window().size());
  Viewport& view = viewport();
  window().takeCentralWidget();
  other.setCentralWidget(&view);
  other.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&other));
  settle();
  other.takeCentralWidget();
  window().setCentralWidget(&view);
  view.show();
  window().trigger("reset_layout");  // the dock had grown into the place of the view
  ASSERT_TRUE(waitFor([&] { return (view.size() * view.devicePixelRatio()) == before.size(); }));
  settle();
  EXPECT_EQ(view.views().failure(), "");
  EXPECT_LT(differingShare(before, view.picture(false)), 0.01);
}

}  // namespace
}  // namespace scree::testing
