#pragma once

#include <gtest/gtest.h>

#include <QPoint>
#include <QPointer>
#include <QTemporaryDir>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/document/simulation.h"
#include "app/viewport/viewport.h"
#include "app/window/main_window.h"

class QImage;

// Drives the real window with real mouse and key events. Barriers are states, never sleeps.
namespace scree::testing {

/// A scene of `side`³ grains of 13 mm that fall into an open box, with the given sweeps.
std::string boxScene(int side, int sweeps);

/// Share of the pixels that differ by more than 4 of 255 in a channel; 1 when the sizes differ.
double differingShare(const QImage& a, const QImage& b);

class GuiTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  MainWindow& window() { return *window_; }
  Viewport& viewport() { return window_->viewport(); }
  Simulation& simulation() { return window_->simulation(); }
  const Snapshot& snapshot() { return *simulation().snapshot(); }

  /// Writes a scene file into the test's folder.
  std::filesystem::path writeScene(const std::string& name, const std::string& text);
  /// Opens a scene and waits for its first picture. Throws when it has errors, which ends the test.
  void open(const std::filesystem::path& file, bool play);
  /// Lets events run until `done` or the time is over.
  bool waitFor(const std::function<bool()>& done, int milliseconds = 10000);
  /// Until all input was handled and the panels stand still.
  void settle();

  /// Rectangle of a control or overlay in the last frame [logical px of the view]: controls of panels lie beside it.
  std::optional<ProbeRect> probeOf(std::string_view name);
  /// Text of a control or overlay, if it differs from its name.
  std::optional<std::string> textOf(std::string_view name);
  /// Middle of a control by the name of its probe [logical px of the view]. As a user does, it turns to the page of a
  /// panel and scrolls to the control. Throws when no page has it.
  QPoint at(std::string_view name);
  /// True if the view or a page of the panels has a control of that name; turns to the page as at() does.
  bool canReach(std::string_view name);
  /// Turns the wheel over the page that is shown until a control is in sight, from the page's beginning if need be.
  void scrollTo(std::string_view name);
  // Mouse buttons at a point of the view, on the board of the panels if the point lies on it.
  void mouseClick(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint point);
  void mouseDClick(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint point);
  void mousePress(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint point);
  void mouseRelease(Qt::MouseButton button, Qt::KeyboardModifiers modifiers, QPoint point);
  /// Moves the pointer with a button held or none, to the widget of the last press.
  void mouseMove(Qt::MouseButtons buttons, QPoint point, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
  /// Widget that has the keyboard: the board of the panels, or the view.
  QWidget& keyed();
  void click(std::string_view name);
  void clickView(QPoint point);
  void doubleClickView(QPoint point);
  void hover(QPoint point);
  void dragView(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton);
  void wheel(QPoint point, int notches);
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
  void type(const QString& text);
  /// Types a value into a number row, in place of the present one.
  void typeInto(std::string_view name, const QString& value);
  /// A place in the view that no overlay covers.
  QPoint freePoint() { return {viewport().width() / 2, viewport().height() / 2}; }

  /// Looks from the front, closely, at the grain that is nearest there, so that freePoint() is on it; returns its slot.
  std::size_t lookAtNearestGrain();

  /// Saves a picture of the window for people to look at, when $SCREE_ARTIFACTS names a folder.
  void keepPicture(const QString& name);

  QTemporaryDir folder_;

 private:
  QWidget& widgetAt(QPoint point);
  QPoint mapped(QWidget& widget, QPoint point);
  std::optional<QPoint> onBoard(std::string_view name);

  std::unique_ptr<MainWindow> window_;
  QPointer<QWidget> pressed_;  ///< widget of the last press
};

}  // namespace scree::testing
