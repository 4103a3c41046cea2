#include "app/window/shell/panel_dock.h"

#include <QAction>
#include <QMainWindow>
#include <QToolButton>

#include "app/viewport/handles/qt_values.h"
#include "app/viewport/viewport.h"

namespace scree {

namespace {

constexpr int kLeastWidth = 250;  // width in which all rows of the panels can be read [logical px at usual letters]
constexpr int kUsualWidth = 330;  // [logical px]

}  // namespace

PanelDock::PanelDock(Viewport& viewport, QMainWindow& window) : QDockWidget("Panels", &window), viewport_(viewport) {
  setObjectName("panels_dock");  // names the dock in the stored state of the window
  setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable);
  setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
  setWidget(&viewport.board());
  setLetters(percent_);
  // Docks of plots lie below the view only.
  window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  window.addDockWidget(Qt::RightDockWidgetArea, this);
  resetWidth(window);
}

void PanelDock::follow() {
  const bool wanted = viewport_.layout().isShown();
  if (isHidden() == wanted) {
    setVisible(wanted);
    viewport_.requestFrame();
  }
}

void PanelDock::setLetters(int percent) {
  if (percent == percent_ && widget()->minimumWidth() > 0) {
    return;
  }
  const int width = this->width() * percent / percent_;
  percent_ = percent;
  widget()->setMinimumSize(kLeastWidth * percent / 100, 120);
  auto* window = qobject_cast<QMainWindow*>(parentWidget());
  if (window != nullptr && isVisible() && !isFloating()) {
    // As many letters wide as before, wide again after letters that had no room; the view keeps half of the window.
    const int wanted = std::max(width, kUsualWidth * percent / 100);
    window->resizeDocks({this}, {std::min(wanted, window->width() / 2)}, Qt::Horizontal);
  }
}

void PanelDock::resetWidth(QMainWindow& window) {
  window.resizeDocks({this}, {kUsualWidth * percent_ / 100}, Qt::Horizontal);
}

PageRail::PageRail(Viewport& viewport, QMainWindow& window)
    : QToolBar("Pages of panels", &window), viewport_(viewport) {
  setObjectName("page_rail");
  setMovable(false);
  setFloatable(false);
  setToolButtonStyle(Qt::ToolButtonTextOnly);
  setContextMenuPolicy(Qt::PreventContextMenu);
  for (const PageInfo& info : panelPages()) {
    QAction* action = addAction(info.title);
    action->setObjectName("page_" + qtText(info.id));
    action->setToolTip(qtText(info.meaning));
    action->setCheckable(true);
    actions_.emplace(info.page, action);
    connect(action, &QAction::triggered, this, [this, page = info.page] { choose(page); });
    if (auto* button = qobject_cast<QToolButton*>(widgetForAction(action))) {
      button->setFocusPolicy(Qt::TabFocus);
      button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
      button->setAccessibleDescription(qtText(info.meaning));
    }
  }
  // The button of what does not fit is Qt's own.
  if (auto* more = findChild<QToolButton*>("qt_toolbar_ext_button")) {
    more->setAccessibleName("More buttons");
  }
  window.addToolBar(Qt::RightToolBarArea, this);
  follow();
}

void PageRail::choose(PanelPage page) {
  PanelLayout& layout = viewport_.layout();
  const bool isOpen = layout.isShown() && layout.page() == page;
  layout.setShown(!isOpen);
  layout.setPage(page);
  follow();
  viewport_.requestFrame();
}

void PageRail::follow() {
  const PanelLayout& layout = viewport_.layout();
  for (const auto& [page, action] : actions_) {
    action->setChecked(layout.isShown() && layout.page() == page);
  }
}

}  // namespace scree
