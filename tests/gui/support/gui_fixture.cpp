#include "tests/gui/support/gui_fixture.h"

#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QSettings>
#include <QTest>
#include <QWheelEvent>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "app/window/files/error_dialog.h"

namespace scree::testing {

std::string boxScene(int side, int sweeps) {
  const std::string count = std::to_string(side * side * side);
  return "scree: 1\n"
         "name: Test box\n"
         "description: A few grains fall into a box.\n"
         "time_step: 5 ms\n"
         "solver: {sweeps: " +
         std::to_string(sweeps) +
         ", impact_sweeps: 20, warm_start: history}\n"
         "materials:\n"
         "  ore: {density: 3700 kg/m3}\n"
         "default_pair: {restitution: 0.18, friction: 0.91, rolling_resistance: 0.32, stiffness: 3 kN/m, "
         "damping_time: 1 ms}\n"
         "bodies:\n"
         "  box:\n"
         "    shapes:\n"
         "      - container: {size: [120 mm, 120 mm, 300 mm], position: [0, 0, 150 mm], open: [+z], material: ore}\n"
         "particles:\n"
         "  - fill:\n"
         "      region: {box: {lower: [-55 mm, -55 mm, 10 mm], upper: [55 mm, 55 mm, 290 mm]}}\n"
         "      count: " +
         count +
         "\n"
         "      diameter: 13 mm\n"
         "      material: ore\n"
         "bounds: {lower: [-1 m, -1 m, -1 m], upper: [1 m, 1 m, 1 m]}\n";
}

double differingShare(const QImage& a, const QImage& b) {
  if (a.size() != b.size() || a.isNull()) {
    return 1.0;
  }
  // Rasterisers differ in the last bits between processors: 4 of 255 is beyond that and below what eyes see.
  constexpr int kChannelTolerance = 4;
  qint64 differing = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      const QRgb p = a.pixel(x, y);
      const QRgb q = b.pixel(x, y);
      const bool differs = std::abs(qRed(p) - qRed(q)) > kChannelTolerance ||
                           std::abs(qGreen(p) - qGreen(q)) > kChannelTolerance ||
                           std::abs(qBlue(p) - qBlue(q)) > kChannelTolerance;
      differing += differs ? 1 : 0;
    }
  }
  return static_cast<double>(differing) / (static_cast<double>(a.width()) * a.height());
}

void GuiTest::SetUp() {
  ASSERT_TRUE(folder_.isValid());
  // Settings and pictures of a test stay in its own folder.
  qputenv("XDG_CONFIG_HOME", folder_.path().toUtf8());
  qputenv("HOME", folder_.path().toUtf8());
  QSettings().clear();  // Qt knows the folder of the first test for good, if several run in one process
  window_ = std::make_unique<MainWindow>(findScenes(executablePath(), SCREE_SOURCE_DIR));
  window_->resize(1000, 775);
  window_->show();
  window_->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
  ASSERT_EQ(viewport().views().failure(), "");
  ASSERT_TRUE(waitFor([&] { return viewport().frames().count() > 2; }));
  settle();
}

void GuiTest::TearDown() {
  if (HasFailure()) {
    keepPicture(QString("failed_%1").arg(::testing::UnitTest::GetInstance()->current_test_info()->name()));
  }
  window_.reset();
}

std::filesystem::path GuiTest::writeScene(const std::string& name, const std::string& text) {
  const std::filesystem::path file = std::filesystem::path(folder_.path().toStdString()) / name;
  std::ofstream(file) << text;
  return file;
}

void GuiTest::open(const std::filesystem::path& file, bool play) {
  window().setPlayOnOpen(play);
  window().openScene(file);
  waitFor([&] { return !simulation().isLoading(); });
  if (window().errors() != nullptr) {
    throw std::runtime_error(window().errors()->text().toStdString());
  }
  if (!waitFor([&] { return simulation().isCurrentWorld() && snapshot().particles() > 0; })) {
    throw std::runtime_error("the scene did not arrive");
  }
  settle();
}

bool GuiTest::waitFor(const std::function<bool()>& done, int milliseconds) {
  return QTest::qWaitFor(done, milliseconds);
}

void GuiTest::settle() {
  EXPECT_TRUE(waitFor([&] { return viewport().isSettled(); }));
}

QPoint GuiTest::at(std::string_view name) {
  const auto rect = viewport().probes().find(name);
  if (!rect) {
    throw std::runtime_error("nothing in the window is called " + std::string(name));
  }
  return {static_cast<int>((rect->x0 + rect->x1) / 2), static_cast<int>((rect->y0 + rect->y1) / 2)};
}

void GuiTest::click(std::string_view name) {
  QTest::mouseClick(&viewport(), Qt::LeftButton, Qt::NoModifier, at(name));
  settle();
}

void GuiTest::clickView(QPoint point) {
  QTest::mouseClick(&viewport(), Qt::LeftButton, Qt::NoModifier, point);
  settle();
}

void GuiTest::doubleClickView(QPoint point) {
  // As Qt delivers it: press, release, double click, release.
  QTest::mouseDClick(&viewport(), Qt::LeftButton, Qt::NoModifier, point);
  settle();
}

void GuiTest::hover(QPoint point) {
  // QTest::mouseMove without a button moves the X pointer, which answers when it likes.
  QMouseEvent event(QEvent::MouseMove, point, viewport().mapToGlobal(point), Qt::NoButton, Qt::NoButton,
                    Qt::NoModifier);
  QApplication::sendEvent(&viewport(), &event);
  settle();
}

void GuiTest::dragView(QPoint from, QPoint to, Qt::MouseButton button) {
  QTest::mousePress(&viewport(), button, Qt::NoModifier, from);
  constexpr int kPieces = 5;
  for (int i = 1; i <= kPieces; ++i) {
    const QPoint point = from + (to - from) * i / kPieces;
    QMouseEvent move(QEvent::MouseMove, point, viewport().mapToGlobal(point), Qt::NoButton, button, Qt::NoModifier);
    QApplication::sendEvent(&viewport(), &move);
  }
  QTest::mouseRelease(&viewport(), button, Qt::NoModifier, to);
  settle();
}

void GuiTest::wheel(QPoint point, int notches) {
  QWheelEvent event(point, viewport().mapToGlobal(point), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&viewport(), &event);
  settle();
}

void GuiTest::key(Qt::Key key, Qt::KeyboardModifiers modifiers) {
  QTest::keyClick(&viewport(), key, modifiers);
  settle();
}

void GuiTest::type(const QString& text) {
  QTest::keyClicks(&viewport(), text);
  settle();
}

void GuiTest::keepPicture(const QString& name) {
  const QByteArray folder = qgetenv("SCREE_ARTIFACTS");
  if (!folder.isEmpty() && window_ != nullptr) {
    settle();
    window_->grab().save(QString::fromLocal8Bit(folder) + "/gui_" + name + ".png");
  }
}

}  // namespace scree::testing
