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

std::optional<ProbeRect> GuiTest::probeOf(std::string_view name) {
  if (const auto rect = viewport().probes().find(name)) {
    return rect;
  }
  PanelBoard& board = viewport().board();
  auto rect = board.isVisible() ? board.probes().find(name) : std::nullopt;
  if (rect) {
    const QPoint shift = viewport().mapFromGlobal(board.mapToGlobal(QPoint(0, 0)));
    rect->x0 += static_cast<float>(shift.x());
    rect->x1 += static_cast<float>(shift.x());
    rect->y0 += static_cast<float>(shift.y());
    rect->y1 += static_cast<float>(shift.y());
  }
  return rect;
}

std::optional<std::string> GuiTest::textOf(std::string_view name) {
  const auto text = viewport().probes().textOf(name);
  return text ? text : viewport().board().probes().textOf(name);
}

namespace {

QPoint middleOf(const ProbeRect& rect) {
  return {static_cast<int>((rect.x0 + rect.x1) / 2), static_cast<int>((rect.y0 + rect.y1) / 2)};
}

}  // namespace

std::optional<QPoint> GuiTest::onBoard(std::string_view name) {
  constexpr int kMostTurns = 40;
  for (int turn = 0; turn < kMostTurns; ++turn) {
    const auto rect = probeOf(name);
    const bool isPinned = probeOf("pinned") && rect && rect->y1 < probeOf("pinned")->y1;
    const auto page = probeOf(isPinned ? "pinned" : "page");
    if (!rect || !page) {
      return std::nullopt;
    }
    const QPoint middle = middleOf(*rect);
    const bool isInside = static_cast<float>(middle.y()) > page->y0 && static_cast<float>(middle.y()) < page->y1;
    if (isInside) {
      return middle;
    }
    wheel(middleOf(*page), static_cast<float>(middle.y()) > page->y1 ? -1 : 1);
  }
  return std::nullopt;
}

void GuiTest::scrollTo(std::string_view name) {
  constexpr int kMostTurns = 40;
  for (int turn = 0; turn < kMostTurns && !probeOf(name); ++turn) {
    const QPoint page = middleOf(*probeOf("page"));
    if (turn == 0) {
      wheel(page, 100);
    } else {
      wheel(page, -1);
    }
  }
}

QPoint GuiTest::at(std::string_view name) {
  if (const auto rect = viewport().probes().find(name)) {
    return middleOf(*rect);
  }
  if (const auto point = onBoard(name)) {
    return *point;
  }
  const PanelPage before = viewport().layout().page();
  for (const PageInfo& info : panelPages()) {
    viewport().layout().setPage(info.page);
    viewport().requestFrame();
    settle();
    if (const auto point = onBoard(name)) {
      return *point;
    }
  }
  viewport().layout().setPage(before);
  throw std::runtime_error("nothing in the window is called " + std::string(name));
}

bool GuiTest::canReach(std::string_view name) {
  try {
    at(name);
  } catch (const std::runtime_error&) {
    return false;
  }
  return true;
}

QPoint GuiTest::mapped(QWidget& widget, QPoint point) { return widget.mapFromGlobal(viewport().mapToGlobal(point)); }

QWidget& GuiTest::widgetAt(QPoint point) {
  PanelBoard& board = viewport().board();
  return board.isVisible() && board.rect().contains(mapped(board, point)) ? static_cast<QWidget&>(board) : viewport();
}

QWidget& GuiTest::keyed() {
  return viewport().board().hasFocus() ? static_cast<QWidget&>(viewport().board()) : viewport();
}

void GuiTest::mouseClick(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint point) {
  QWidget& widget = widgetAt(point);
  QTest::mouseClick(&widget, button, modifiers, mapped(widget, point));
}

void GuiTest::mouseDClick(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint point) {
  // As Qt delivers it: press, release, double click, release.
  QWidget& widget = widgetAt(point);
  QTest::mouseDClick(&widget, button, modifiers, mapped(widget, point));
}

void GuiTest::mousePress(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint point) {
  pressed_ = &widgetAt(point);
  QTest::mousePress(pressed_, button, modifiers, mapped(*pressed_, point));
}

void GuiTest::mouseRelease(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint point) {
  QWidget& widget = pressed_ != nullptr ? *pressed_ : widgetAt(point);
  QTest::mouseRelease(&widget, button, modifiers, mapped(widget, point));
  pressed_ = nullptr;
}

void GuiTest::mouseMove(Qt::MouseButtons buttons, QPoint point, Qt::KeyboardModifiers modifiers) {
  // QTest::mouseMove without a button moves the X pointer, which answers when it likes.
  QWidget& widget = pressed_ != nullptr ? *pressed_ : widgetAt(point);
  QMouseEvent event(QEvent::MouseMove, mapped(widget, point), viewport().mapToGlobal(point), Qt::NoButton, buttons,
                    modifiers);
  QApplication::sendEvent(&widget, &event);
}

void GuiTest::click(std::string_view name) { clickView(at(name)); }

void GuiTest::clickView(QPoint point) {
  mouseClick(Qt::LeftButton, Qt::NoModifier, point);
  settle();
}

void GuiTest::doubleClickView(QPoint point) {
  mouseDClick(Qt::LeftButton, Qt::NoModifier, point);
  settle();
}

void GuiTest::hover(QPoint point) {
  mouseMove(Qt::NoButton, point);
  settle();
}

void GuiTest::dragView(QPoint from, QPoint to, Qt::MouseButton button) {
  mousePress(button, Qt::NoModifier, from);
  constexpr int kPieces = 5;
  for (int i = 1; i <= kPieces; ++i) {
    mouseMove(button, from + (to - from) * i / kPieces);
  }
  mouseRelease(button, Qt::NoModifier, to);
  settle();
}

void GuiTest::wheel(QPoint point, int notches) {
  QWidget& widget = widgetAt(point);
  QWheelEvent event(mapped(widget, point), viewport().mapToGlobal(point), {}, {0, 120 * notches}, Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&widget, &event);
  settle();
}

void GuiTest::key(Qt::Key key, Qt::KeyboardModifiers modifiers) {
  QTest::keyClick(&keyed(), key, modifiers);
  settle();
}

void GuiTest::typeInto(std::string_view name, const QString& value) {
  mouseClick(Qt::LeftButton, Qt::ControlModifier, at(name));
  settle();
  key(Qt::Key_A, Qt::ControlModifier);
  type(value);
  key(Qt::Key_Return);
  settle();
}

void GuiTest::type(const QString& text) {
  QTest::keyClicks(&keyed(), text);
  settle();
}

std::size_t GuiTest::lookAtNearestGrain() {
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < snapshot().particles(); ++i) {
    nearest = snapshot().placeOf(i).y() < snapshot().placeOf(nearest).y() ? i : nearest;
  }
  Camera camera = viewport().camera().now();
  camera.target = snapshot().placeOf(nearest);
  camera.azimuth = -1.5707963f;
  camera.elevation = 0.0f;
  camera.distance = 0.3f;
  viewport().camera().set(camera);
  settle();
  return nearest;
}

void GuiTest::keepPicture(const QString& name) {
  const QByteArray folder = qgetenv("SCREE_ARTIFACTS");
  if (!folder.isEmpty() && window_ != nullptr) {
    settle();
    window_->grab().save(QString::fromLocal8Bit(folder) + "/gui_" + name + ".png");
  }
}

}  // namespace scree::testing
