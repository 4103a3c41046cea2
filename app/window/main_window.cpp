#include "app/window/main_window.h"

#include <QAction>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QUrl>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/document/simulation.h"
#include "app/film/filming.h"
#include "app/film/stills.h"
#include "app/import/import_dialog.h"
#include "app/plots/plot_docks.h"
#include "app/viewport/handles/qt_values.h"
#include "app/viewport/viewport.h"
#include "app/widgets/widgets.h"
#include "app/window/actions.h"
#include "app/window/error_dialog.h"
#include "app/window/settings.h"

namespace scree {

namespace {

constexpr int kTickMilliseconds = 16;
constexpr int kIdleMilliseconds = 250;  // whoever gives the simulation something to do asks for a frame, too
/// Stops of the speed control; the last, 0, is as fast as possible.
constexpr std::array<double, 11> kSpeeds = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 0.0};

QString qt(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

}  // namespace

MainWindow::MainWindow(SceneLibrary library, QWidget* parent)
    : QMainWindow(parent), library_(std::move(library)), simulation_(std::make_unique<Simulation>()) {
  setWindowTitle("Scree");
  setAcceptDrops(true);
  viewport_ = new Viewport(
      *simulation_, actionTexts(), [this](std::string_view id) { trigger(id); }, this);
  setCentralWidget(viewport_);
  // Queued: the dialog has an event loop of its own, and this comes from the middle of setting up OpenGL.
  connect(
      viewport_, &Viewport::failed, this,
      [this](const QString& message) {
        QMessageBox::critical(this, "Scree", "This graphics driver cannot draw the scene: " + message);
      },
      Qt::QueuedConnection);
  buildPlots();
  buildUndoList();
  buildMenus();
  resize(1280, 800);
  usualDocks_ = saveState();
  readSettings();
  filming_ = std::make_unique<Filming>(*simulation_, *viewport_, *this);
  stills_ = std::make_unique<Stills>(*simulation_, *viewport_);
  connect(viewport_, &Viewport::notified, this, [this](const QString& text) { messages_.add(text.toStdString()); });
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this](const QString& file) {
    viewport_->notify((QFileInfo(file).fileName() + " changed on disk: F5 reads it again").toStdString());
    watcher_.addPath(file);  // editors replace the file, and the watch goes with the old one
  });
  connect(&timer_, &QTimer::timeout, this, &MainWindow::tick);
  connect(viewport_, &Viewport::painted, this, [this] {
    if (simulation_->isBusy() && timer_.interval() != kTickMilliseconds) {
      timer_.setInterval(kTickMilliseconds);
    }
  });
  timer_.start(kTickMilliseconds);
  viewport_->setFocus();
}

MainWindow::~MainWindow() {
  // Both look at the viewport, which looks at the simulation until it is gone.
  filming_.reset();
  stills_.reset();
  delete takeCentralWidget();
}

void MainWindow::buildPlots() {
  plots_ = new PlotDocks(
      *this, {.seek = [this](double time) { simulation_->seek(stepAt(simulation_->snapshot()->run.timeline, time)); },
              .notify = [this](const std::string& text) { viewport_->notify(text); },
              .stem = [this] { return sceneFile_.empty() ? std::string("run") : sceneFile_.stem().string(); }});
  connect(viewport_, &Viewport::painted, plots_, [this] { plots_->add(*simulation_->snapshot()); });
}

void MainWindow::buildMenus() {
  for (const ActionSpec& spec : actionTable()) {
    QMenu* menu = menuNamed(spec.menu);
    if (spec.separatorBefore) {
      menu->addSeparator();
    }
    auto* action = new QAction(qt(spec.text), this);
    action->setObjectName(qt(spec.id));
    action->setShortcuts(shortcutsOf(spec));
    action->setToolTip(qt(spec.tooltip));
    action->setStatusTip(qt(spec.tooltip));
    action->setCheckable(spec.checked != nullptr);
    connect(action, &QAction::triggered, this, [this, run = spec.run] {
      if (!viewport_->isDragging()) {  // an axis chosen in the middle of a drag is part of it
        viewport_->undo().beginGesture();
      }
      run(*this);
      viewport_->requestFrame();
    });
    menu->addAction(action);
    addAction(action);  // shortcuts work without a menu bar too
    if (spec.id == "open") {
      QMenu* shipped = menu->addMenu("Scenes");
      for (const std::filesystem::path& file : library_.files) {
        connect(shipped->addAction(pathText(file.stem())), &QAction::triggered, this,
                [this, file] { openScene(file); });
      }
      recentMenu_ = menu->addMenu("Recent");
      connect(recentMenu_, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    } else if (spec.id == "panels") {
      panelsMenu_ = menu->addMenu("Single panels");
      for (const Panel& panel : panels()) {
        QAction* shown = panelsMenu_->addAction(panel.title);
        shown->setObjectName("panel_" + qt(panel.id));
        shown->setToolTip(qt(panel.meaning));
        shown->setCheckable(true);
        connect(shown, &QAction::toggled, this, [this, id = panel.id](bool on) {
          viewport_->layout().setVisible(id, on);
          viewport_->requestFrame();
        });
      }
    }
    if (spec.id == "plots") {
      QMenu* single = menu->addMenu("Single plots");
      single->setToolTipsVisible(true);
      plots_->fillMenu(*single);
    }
    connect(menu, &QMenu::aboutToShow, this, &MainWindow::updateChecks);
  }
  followUndo();
}

QMenu* MainWindow::menuNamed(std::string_view title) {
  const QString name = qt(title);
  for (QMenu* menu : menuBar()->findChildren<QMenu*>(name, Qt::FindDirectChildrenOnly)) {
    return menu;
  }
  QMenu* menu = menuBar()->addMenu("&" + name);
  menu->setObjectName(name);
  menu->setToolTipsVisible(true);
  return menu;
}

void MainWindow::updateChecks() {
  for (const ActionSpec& spec : actionTable()) {
    if (spec.checked != nullptr) {
      findChild<QAction*>(qt(spec.id))->setChecked(spec.checked(*this));
    }
  }
  for (const Panel& panel : panels()) {
    findChild<QAction*>("panel_" + qt(panel.id))->setChecked(viewport_->layout().isVisible(panel.id));
  }
}

void MainWindow::trigger(std::string_view id) {
  QAction* action = findChild<QAction*>(qt(id));
  if (action != nullptr) {
    // Panels call this in the middle of a frame, and an action may open a dialog with an event loop of its own.
    QMetaObject::invokeMethod(action, &QAction::trigger, Qt::QueuedConnection);
  }
}

void MainWindow::tick() {
  if (const auto outcome = simulation_->poll()) {
    finishOpening(*outcome);
  }
  if (const auto saved = stills_->poll()) {
    viewport_->notify(saved->toStdString());
  }
  if (const auto saved = simulation_->pollSaved()) {
    viewport_->notify(*saved);
  }
  if (pendingSave_) {
    simulation_->refresh();
    if (simulation_->isApplied()) {
      writeSessionNow(*std::exchange(pendingSave_, std::nullopt));
    }
  }
  viewport_->tick();
  const int interval = simulation_->isBusy() ? kTickMilliseconds : kIdleMilliseconds;
  if (timer_.interval() != interval) {
    timer_.setInterval(interval);
  }
}

void MainWindow::openScene(const std::filesystem::path& file) {
  if (simulation_->isLoading()) {
    viewport_->notify("Still reading " + simulation_->loadingFile().filename().string());
    return;
  }
  simulation_->open(file, hasScene_ && file == sceneFile_);
  viewport_->requestFrame();
}

void MainWindow::showErrors(const OpenOutcome& outcome) {
  errors_ = new ErrorDialog(outcome.file, outcome.errors, hasScene_, this);
  connect(errors_, &ErrorDialog::retry, this, [this, file = outcome.file] { openScene(file); });
  errors_->show();
  viewport_->notify(outcome.file.filename().string() + " has errors" + (hasScene_ ? "; the running scene stays" : ""));
}

void MainWindow::adoptView(const OpenOutcome& outcome) {
  if (outcome.keepView) {
    viewport_->notify(outcome.scene.filename().string() + " read again");
    return;
  }
  sessionFile_.clear();
  session_.reset();
  if (outcome.session != nullptr) {
    sessionFile_ = outcome.file;
    session_ = outcome.session;
    applySession(*outcome.session);
    tellOfSession(outcome);
  } else {
    viewport_->camera().showSceneView(*outcome.view);
  }
  if (!hasScene_ && playOnOpen_) {
    simulation_->setPlaying(true);
  }
}

void MainWindow::finishOpening(const OpenOutcome& outcome) {
  if (errors_ != nullptr) {
    errors_->close();
    errors_->deleteLater();
    errors_ = nullptr;
  }
  if (outcome.extends) {
    finishImport(outcome);
    Q_EMIT sceneOpened(outcome.view.has_value());
    return;
  }
  if (!outcome.view) {
    showErrors(outcome);
    Q_EMIT sceneOpened(false);
    return;
  }
  adoptView(outcome);
  isRecording_ = outcome.recording != nullptr;
  if (isRecording_) {
    viewport_->memory().timeline.history.expect(*outcome.recording);
  }
  if (!outcome.damage.empty()) {
    viewport_->notify(outcome.damage);
  }
  viewport_->undo().clear();
  if (import_ != nullptr) {
    import_->reject();  // it was about the scene before
  }
  hasScene_ = true;
  adoptScene(outcome.scene, outcome.hashes);
  remember(outcome.file);
  Q_EMIT sceneOpened(true);
}

void MainWindow::adoptScene(const std::filesystem::path& scene, const SceneHashes& hashes) {
  sceneFile_ = scene;
  sceneHashes_ = hashes;
  if (!watcher_.files().isEmpty()) {
    watcher_.removePaths(watcher_.files());
  }
  watcher_.addPath(pathText(scene));
  showTitle();
}

void MainWindow::showTitle() {
  const QString session = sessionFile_.empty() ? QString() : " · " + pathText(sessionFile_.filename());
  setWindowTitle(qt(simulation_->scene().name) + session + " · Scree");
}

void MainWindow::remember(const std::filesystem::path& file) {
  QStringList recent = settings::recentScenes();
  recent.removeAll(pathText(file));
  recent.prepend(pathText(file));
  settings::setRecentScenes(recent);
}

void MainWindow::fillRecentMenu() {
  recentMenu_->clear();
  for (const QString& file : settings::recentScenes()) {
    QAction* action = recentMenu_->addAction(QFileInfo(file).fileName());
    action->setToolTip(file);
    connect(action, &QAction::triggered, this, [this, file] { openScene(file.toStdString()); });
  }
  if (recentMenu_->isEmpty()) {
    recentMenu_->addAction("none yet")->setEnabled(false);
  }
}

void MainWindow::openWithDialog() {
  const std::filesystem::path start = hasScene_ ? sceneFile_.parent_path() : library_.folder;
  const QString file = QFileDialog::getOpenFileName(
      this, "Open", pathText(start), "Scenes, recordings and sessions (*.yaml *.yml *.scree *.session);;All files (*)");
  if (!file.isEmpty()) {
    openScene(file.toStdString());
  }
}

void MainWindow::reload() {
  if (hasScene_) {
    openScene(sceneFile_);
  } else {
    viewport_->notify("There is no scene to read again");
  }
}

void MainWindow::toggleWarmStart() {
  PanelMemory& memory = viewport_->memory();
  const Snapshot& now = *simulation_->snapshot();
  const std::string_view name = infoOf(ChoiceKey::warmStart).name;
  const std::optional<double> pending = pendingValue(memory, now, name);
  const WarmStart mode = pending ? static_cast<WarmStart>(*pending) : now.scene.parameters.warmStart;
  if (mode != WarmStart::off) {
    memory.lastWarmStart = mode;
  }
  const auto wanted = static_cast<int>(mode == WarmStart::off ? memory.lastWarmStart : WarmStart::off);
  const std::uint64_t sequence = viewport_->undo().post(SetChoice{ChoiceKey::warmStart, wanted});
  memory.pending.insert_or_assign(std::string(name), PendingValue{sequence, static_cast<double>(wanted)});
}

void MainWindow::changeSpeed(int stops) {
  const double now = simulation_->targetRate();
  const auto distance = [now](double speed) {
    const auto key = [](double rate) { return rate > 0.0 ? std::log(rate) : 1e3; };
    return std::abs(key(speed) - key(now));
  };
  const auto nearest =
      std::min_element(kSpeeds.begin(), kSpeeds.end(), [&](double a, double b) { return distance(a) < distance(b); });
  const auto index = std::clamp<std::ptrdiff_t>((nearest - kSpeeds.begin()) + stops, 0, kSpeeds.size() - 1);
  simulation_->setTargetRate(kSpeeds[static_cast<std::size_t>(index)]);
}

void MainWindow::toggleLegend() {
  bool& shown = viewport_->memory().showLegend;
  shown = !shown;
}

void MainWindow::toggleTimeline() {
  bool& shown = viewport_->memory().timeline.shown;
  shown = !shown;
}

void MainWindow::toggleForceChains() {
  bool& shown = viewport_->options().layers.chains;
  shown = !shown;
}

void MainWindow::toggleOutlines() {
  ViewOptions& view = viewport_->options();
  const bool wanted = !showsOutlines(view);
  view.layers.outlines = OutlineWish::automatic;
  if (showsOutlines(view) != wanted) {
    view.layers.outlines = wanted ? OutlineWish::always : OutlineWish::never;
  }
}

void MainWindow::changeColouring(int places) {
  ViewOptions& view = viewport_->options();
  const int next = (static_cast<int>(view.colourBy) + places + kColourByCount) % kColourByCount;
  colourGrains(view, viewport_->memory(), static_cast<ColourBy>(next));
}

void MainWindow::toggleFullScreen() { setWindowState(windowState() ^ Qt::WindowFullScreen); }

void MainWindow::resetLayout() {
  viewport_->layout().reset();
  restoreState(usualDocks_);
  plots_->reset();
  viewport_->panels().setShown(true);
}

void MainWindow::showRecordPanel() {
  viewport_->panels().setShown(true);
  viewport_->layout().reveal("record");
}

void MainWindow::cancel() {
  if (viewport_->panels().closePopup() || viewport_->cancelDrag()) {
    return;
  }
  if (simulation_->snapshot()->run.timeline.seekTo) {
    simulation_->setPlaying(false);  // stays where it has got to
  } else if (viewport_->panels().cheatSheetShown()) {
    viewport_->panels().setCheatSheetShown(false);
  } else if (isFullScreen()) {
    toggleFullScreen();
  } else {
    viewport_->options().selected.reset();
    viewport_->options().selectedPart.reset();
    viewport_->options().selectedSensor.reset();
  }
}

void MainWindow::closeEvent(QCloseEvent* event) {
  filming_->finishNow();
  if (pendingSave_) {
    writeSessionNow(*std::exchange(pendingSave_, std::nullopt));  // with what the simulation has made so far
  }
  writeSettings();
  QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::WindowStateChange && !isMinimized()) {
    viewport_->requestFrame();
  }
  QMainWindow::changeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() == 1 && urls.front().isLocalFile()) {
    event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  const std::filesystem::path file = event->mimeData()->urls().front().toLocalFile().toStdString();
  if (isMeshFile(file)) {
    importMesh(file);
  } else {
    openScene(file);
  }
}

void MainWindow::readSettings() {
  setLook(settings::look());
  settings::restoreGeometry(*this);
  settings::restoreDocks(*this);
  viewport_->layout().restore(settings::panelLayout());
  settings::restoreView(viewport_->options(), viewport_->memory());
  settings::restoreRecord(viewport_->memory().record);
  simulation_->post(SetHistoryBudget{settings::historyBudget()});
}

void MainWindow::writeSettings() const {
  settings::saveGeometry(*this);
  settings::saveDocks(*this);
  settings::setPanelLayout(viewport_->layout().save());
  settings::saveView(viewport_->options(), viewport_->memory());
  settings::saveRecord(viewport_->memory().record);
  if (simulation_->snapshot()->run.timeline.budget > 0) {
    settings::setHistoryBudget(simulation_->snapshot()->run.timeline.budget);
  }
}

}  // namespace scree
