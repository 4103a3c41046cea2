#include "app/window/action_menus.h"

#include <QAction>
#include <QFileInfo>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include "app/panels/panel.h"
#include "app/plots/plot_docks.h"
#include "app/viewport/handles/qt_values.h"
#include "app/viewport/viewport.h"
#include "app/window/actions.h"
#include "app/window/files/scene_opening.h"
#include "app/window/files/settings.h"
#include "app/window/undo_list.h"

namespace scree {

namespace {

/// Shows a panel, or folds it.
void showPanel(PanelLayout& layout, std::string_view id, bool shown) {
  if (shown && !layout.isOpen(id)) {
    layout.reveal(id);
  } else if (!shown && layout.isOpen(id)) {
    layout.setFolded(id, true);
  }
}

std::string idOfPanel(std::string_view id) { return "panel_" + std::string(id); }

}  // namespace

ActionMenus::ActionMenus(const ActionContext& context) : context_(context) {
  for (const ActionSpec& spec : actionTable()) {
    add(spec);
  }
  context_.undoList.follow(*actions_.at("undo"), *actions_.at("redo"));
}

void ActionMenus::add(const ActionSpec& spec) {
  QMainWindow& window = context_.host.window;
  QMenu& menu = menuNamed(spec.menu);
  if (spec.separatorBefore) {
    menu.addSeparator();
  }
  auto* action = new QAction(qtText(spec.text), &window);
  actions_.emplace(spec.id, action);
  action->setObjectName(qtText(spec.id));
  action->setShortcuts(shortcutsOf(spec));
  action->setToolTip(qtText(spec.tooltip));
  action->setStatusTip(qtText(spec.tooltip));
  action->setCheckable(spec.checked != nullptr);
  QObject::connect(action, &QAction::triggered, &window, [this, run = spec.run] {
    Viewport& viewport = context_.host.viewport;
    if (!viewport.isDragging()) {  // a choice of an axis during a drag is part of the drag
      viewport.undo().beginGesture();
    }
    run(context_);
    viewport.requestFrame();
  });
  menu.addAction(action);
  window.addAction(action);  // makes shortcuts work without a menu bar
  if (spec.id == "open") {
    addScenes(menu);
  } else if (spec.id == "panels") {
    addPanels(menu);
  } else if (spec.id == "plots") {
    QMenu* single = menu.addMenu("Single plots");
    single->setToolTipsVisible(true);
    context_.plots.fillMenu(*single);
  }
}

void ActionMenus::addScenes(QMenu& menu) {
  QMainWindow& window = context_.host.window;
  QMenu* shipped = menu.addMenu("Scenes");
  for (const std::filesystem::path& file : context_.host.library.files) {
    QObject::connect(shipped->addAction(pathText(file.stem())), &QAction::triggered, &window,
                     [this, file] { context_.opening.open(file); });
  }
  QMenu* recent = menu.addMenu("Recent");
  QObject::connect(recent, &QMenu::aboutToShow, &window, [this, recent] { fillRecent(*recent); });
}

void ActionMenus::addPanels(QMenu& menu) {
  QMenu* single = menu.addMenu("Single panels");
  for (const Panel& panel : panels()) {
    QAction* shown = single->addAction(panel.title);
    actions_.emplace(idOfPanel(panel.id), shown);
    shown->setObjectName(QString::fromStdString(idOfPanel(panel.id)));
    shown->setToolTip(qtText(panel.meaning));
    shown->setCheckable(true);
    QObject::connect(shown, &QAction::triggered, &context_.host.window, [this, id = panel.id](bool on) {
      showPanel(context_.host.viewport.layout(), id, on);
      context_.host.viewport.requestFrame();
    });
  }
}

void ActionMenus::fillRecent(QMenu& menu) {
  menu.clear();
  for (const QString& file : settings::recentScenes()) {
    QAction* action = menu.addAction(QFileInfo(file).fileName());
    action->setToolTip(file);
    QObject::connect(action, &QAction::triggered, &context_.host.window,
                     [this, file] { context_.opening.open(file.toStdString()); });
  }
  if (menu.isEmpty()) {
    menu.addAction("none yet")->setEnabled(false);
  }
}

QMenu& ActionMenus::menuNamed(std::string_view title) {
  QMainWindow& window = context_.host.window;
  const QString name = qtText(title);
  for (QMenu* menu : window.menuBar()->findChildren<QMenu*>(name, Qt::FindDirectChildrenOnly)) {
    return *menu;
  }
  QMenu* menu = window.menuBar()->addMenu("&" + name);
  menu->setObjectName(name);
  menu->setToolTipsVisible(true);
  QObject::connect(menu, &QMenu::aboutToShow, &window, [this] { updateChecks(); });
  return *menu;
}

void ActionMenus::updateChecks() {
  for (const ActionSpec& spec : actionTable()) {
    if (spec.checked != nullptr) {
      actions_.find(spec.id)->second->setChecked(spec.checked(context_));
    }
  }
  for (const Panel& panel : panels()) {
    actions_.at(idOfPanel(panel.id))->setChecked(context_.host.viewport.layout().isOpen(panel.id));
  }
}

void ActionMenus::trigger(std::string_view id) const {
  const auto found = actions_.find(id);
  if (found != actions_.end()) {
    // Queued, because panels call trigger() in the middle of a frame, and an action may open a dialog with an event
    // loop of its own.
    QMetaObject::invokeMethod(found->second, &QAction::trigger, Qt::QueuedConnection);
  }
}

}  // namespace scree
