#pragma once

#include <QDockWidget>
#include <QToolBar>
#include <map>

#include "app/panels/panel.h"

class QAction;
class QMainWindow;

namespace scree {

class Viewport;

/// Dock of the panels at the right of the window; it can be moved to the left, torn off and resized.
class PanelDock : public QDockWidget {
  Q_OBJECT

 public:
  PanelDock(Viewport& viewport, QMainWindow& window);
  /// Shows or hides the dock as PanelLayout::isShown() says.
  void follow();
  /// Sets the least width for letters of `percent` of the usual size, and keeps the width in letters.
  void setLetters(int percent);
  /// Sets the usual width.
  void resetWidth(QMainWindow& window);

 private:
  Viewport& viewport_;
  int percent_ = 100;
};

/// Buttons of the pages along the edge of the window. A press shows a page; a press on the page shown hides the dock.
class PageRail : public QToolBar {
  Q_OBJECT

 public:
  PageRail(Viewport& viewport, QMainWindow& window);
  /// Marks the page shown.
  void follow();

 private:
  void choose(PanelPage page);

  Viewport& viewport_;
  std::map<PanelPage, QAction*> actions_;
};

}  // namespace scree
