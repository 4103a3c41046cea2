#include "app/window/window_layout.h"

#include <QMainWindow>

#include "app/document/simulation.h"
#include "app/plots/plot_docks.h"
#include "app/viewport/viewport.h"
#include "app/window/files/settings.h"
#include "app/window/shell/panel_dock.h"
#include "app/window/window_look.h"

namespace scree {

namespace {

constexpr int kUsualWidth = 1280;
constexpr int kUsualHeight = 800;

}  // namespace

WindowLayout::WindowLayout(const WindowHost& host, PlotDocks& plots, WindowLook& look, PanelDock& dock)
    : host_(host), plots_(plots), dock_(dock) {
  host.window.resize(kUsualWidth, kUsualHeight);
  usualDocks_ = host.window.saveState();
  readSettings(look);
}

void WindowLayout::reset() {
  host_.viewport.layout().reset();
  host_.window.restoreState(usualDocks_);
  plots_.reset();
  dock_.resetWidth(host_.window);
  host_.viewport.panels().setShown(true);
}

void WindowLayout::readSettings(WindowLook& look) {
  Viewport& viewport = host_.viewport;
  look.set(settings::look());
  settings::restoreGeometry(host_.window);
  settings::restoreDocks(host_.window);
  viewport.layout().restore(settings::panelLayout());
  settings::restoreView(viewport.options(), viewport.memory());
  settings::restoreRecord(viewport.memory().record);
  host_.simulation.post(SetHistoryBudget{settings::historyBudget()});
}

void WindowLayout::writeSettings() const {
  Viewport& viewport = host_.viewport;
  settings::saveGeometry(host_.window);
  settings::saveDocks(host_.window);
  settings::setPanelLayout(viewport.layout().save());
  settings::saveView(viewport.options(), viewport.memory());
  settings::saveRecord(viewport.memory().record);
  if (host_.simulation.snapshot()->run.timeline.budget > 0) {
    settings::setHistoryBudget(host_.simulation.snapshot()->run.timeline.budget);
  }
}

}  // namespace scree
