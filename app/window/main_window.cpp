#include "app/window/main_window.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QTimer>
#include <QUrl>
#include <utility>

#include "app/console/manual.h"
#include "app/document/simulation.h"
#include "app/film/filming.h"
#include "app/plots/plot_docks.h"
#include "app/scene_text/scene_text_dock.h"
#include "app/setups/file_scene.h"
#include "app/study_dock/studies_dock.h"
#include "app/ui_state/measure_edits.h"
#include "app/viewport/viewport.h"
#include "app/window/action_menus.h"
#include "app/window/actions.h"
#include "app/window/files/camera_path_files.h"
#include "app/window/files/comparison_saving.h"
#include "app/window/files/recording_saving.h"
#include "app/window/files/run_saving.h"
#include "app/window/files/scene_opening.h"
#include "app/window/files/scene_pictures.h"
#include "app/window/files/settings.h"
#include "app/window/manual_window.h"
#include "app/window/report_saving.h"
#include "app/window/shell/main_bar.h"
#include "app/window/shell/panel_dock.h"
#include "app/window/shell/start_page.h"
#include "app/window/shell/tour.h"
#include "app/window/undo_list.h"
#include "app/window/window_commands.h"
#include "app/window/window_layout.h"
#include "app/window/window_look.h"
#include "engine/formats/mesh_file.h"

namespace scree {

namespace {

constexpr int kTickMilliseconds = 16;
constexpr int kIdleMilliseconds = 250;  // commands to the simulation request frames by themselves

}  // namespace

/// Parts of the window in the order of their construction: docks before menus, menus before settings, settings before
/// films.
struct MainWindow::Parts {
  explicit Parts(MainWindow& window)
      : host{window, *window.simulation_, *window.viewport_, window.library_},
        context{.host = host,
                .files = files,
                .filming = filming,
                .plots = *window.plots_,
                .opening = opening,
                .importing = importing,
                .sessions = sessions,
                .recordings = recordings,
                .pictures = pictures,
                .comparisons = comparisons,
                .runs = runs,
                .cameraPaths = cameraPaths,
                .reports = reports,
                .manual = manual,
                .sceneText = sceneText,
                .studies = studies,
                .startPage = startPage,
                .tour = tour,
                .undoList = undoList,
                .look = look,
                .layout = layout,
                .trigger = [this](std::string_view id) { menus.trigger(id); }},
        layout(host, *window.plots_, look, dock),
        filming(host.simulation, host.viewport, window) {}

  WindowHost host;
  MessageLog messages;
  OpenFiles files{host};
  UndoList undoList{host};
  SessionSaving sessions{host, files};
  MeshImporting importing{host, files};
  SceneOpening opening{host, files, sessions, importing};
  RecordingSaving recordings{host, files};
  ComparisonSaving comparisons{host, files};
  RunSaving runs{host, files};
  CameraPathFiles cameraPaths{host, files};
  ReportSaving reports{host, files, sessions, messages};
  ManualWindow manual{shippedManual(), &host.window};
  WindowLook look{host};
  ActionContext context;
  ActionMenus menus{context};
  SceneTextDock sceneText{{.run = [this](const std::filesystem::path& file) { opening.openAndPlay(file); },
                           .wrote = [this](const std::filesystem::path& file) { files.noteWritten(file); },
                           .notify = [this](const std::string& text) { host.notify(text); },
                           .isShipped = [this](const std::filesystem::path& file) { return isShipped(file); },
                           .place = [this] { return placeOfPart(host.viewport); },
                           .parts = {.memory = host.viewport.memory().parts,
                                     .requestFrame = [this] { host.viewport.requestFrame(); },
                                     .frameParts = [this] { host.viewport.camera().frameParts(); },
                                     .notify = [this](const std::string& text) { host.notify(text); },
                                     .note =
                                         [this](const std::string& name, std::function<bool(bool)> apply) {
                                           host.viewport.undo().noteText({name, std::move(apply)});
                                         }}},
                          host.window};
  StudiesDock studies{
      {.open = [this](const std::filesystem::path& file) { opening.open(file); },
       .openPoint = [this](const ScenePoint& point,
                           bool plays) { opening.openPoint(std::make_shared<const ScenePoint>(point), plays); },
       .notify = [this](const std::string& text) { host.notify(text); },
       .lastStudy = settings::lastStudy,
       .rememberStudy = settings::setLastStudy},
      host.window};
  PanelDock dock{host.viewport, host.window};
  PageRail rail{host.viewport, host.window};
  WindowLayout layout;
  Filming filming;
  ScenePictures pictures{host, files, filming};
  MainBar bar{host, filming, context.trigger};
  StartPage startPage{host.viewport,
                      {.open = [this](const std::filesystem::path& file) { opening.open(file); },
                       .openShipped = [this](const std::filesystem::path& file) { openWithMerging(file); },
                       .trigger = context.trigger,
                       .setShownAtStart = settings::setShowsStartPage}};
  Tour tour{host.window, tourSteps(host.window, host.viewport)};

  /// Opens a scene with merging on, as the first picture shows it.
  void openWithMerging(const std::filesystem::path& file) {
    host.simulation.setSettings(file, {{"reduction.merging", "on"}});
    opening.open(file);
  }

  bool isShipped(const std::filesystem::path& file) const {
    return !host.library.folder.empty() && file.parent_path() == host.library.folder;
  }

  /// Shows in bars and dock what is the case now.
  void follow() {
    dock.setLetters(look.now().percent);
    dock.follow();
    rail.follow();
    bar.follow();
    tour.follow();
  }
};

MainWindow::MainWindow(SceneLibrary library, QWidget* parent)
    : QMainWindow(parent), library_(std::move(library)), simulation_(std::make_unique<Simulation>()) {
  setWindowTitle("Scree");
  setAnimated(false);  // docks are at once where they belong, and the view has its size
  setAcceptDrops(true);
  viewport_ = new Viewport(
      *simulation_, actionTexts(), [this](std::string_view id) { trigger(id); }, this);
  setCentralWidget(viewport_);
  // Queued, because the signal comes from the middle of setting up OpenGL, and the dialog has an event loop of its own.
  connect(
      viewport_, &Viewport::failed, this,
      [this](const QString& message) {
        QMessageBox::critical(this, "Scree", "This graphics driver cannot draw the scene: " + message);
      },
      Qt::QueuedConnection);
  plots_ = makePlots();
  parts_ = std::make_unique<Parts>(*this);
  connect(&parts_->opening, &SceneOpening::opened, this, &MainWindow::sceneOpened);
  connect(this, &MainWindow::sceneOpened, this, [this](bool good) {
    if (good) {
      parts_->sceneText.runOpened(parts_->files.scene());
    }
    if (good && parts_->sceneText.isVisible()) {
      showSceneText(parts_->context);
    }
  });
  connect(viewport_, &Viewport::notified, this,
          [&messages = parts_->messages](const QString& text) { messages.add(text.toStdString()); });
  connect(&timer_, &QTimer::timeout, this, &MainWindow::tick);
  connect(viewport_, &Viewport::painted, this, [this] {
    parts_->follow();
    if (simulation_->isBusy() && timer_.interval() != kTickMilliseconds) {
      timer_.setInterval(kTickMilliseconds);
    }
  });
  timer_.start(kTickMilliseconds);
  viewport_->setFocus();
}

MainWindow::~MainWindow() {
  // The parts use the viewport, and the viewport uses the simulation: they are deleted in this order.
  parts_.reset();
  delete takeCentralWidget();
}

PlotDocks* MainWindow::makePlots() {
  auto* plots = new PlotDocks(
      *this, {.seek = [this](double time) { simulation_->seek(stepAt(simulation_->snapshot()->run.timeline, time)); },
              .notify = [this](const std::string& text) { viewport_->notify(text); },
              .stem = [this] { return parts_->files.stem(); },
              .askedFile = [this](const QString& title, const QString& name,
                                  const QString& filter) { return parts_->files.askedFile(title, name, filter); },
              .unplot =
                  [this](std::uint64_t id) {
                    if (Measure* measure = findMeasure(viewport_->options().measures, id)) {
                      measure->plotted = false;
                      viewport_->requestFrame();
                    }
                  },
              .snapshot = [this] { return simulation_->snapshot(); },
              .plotBed =
                  [this](bool isPlotted) {
                    viewport_->options().layers.bedPlotted = isPlotted;
                    viewport_->requestFrame();
                  },
              .setBedSeconds =
                  [this](double seconds) {
                    viewport_->options().layers.bedSeconds = static_cast<float>(seconds);
                    viewport_->requestFrame();
                  }});
  // Queued: plots of measures make and remove docks, which must not be while the window paints.
  connect(
      viewport_, &Viewport::painted, plots, [this, plots] { plots->add(*simulation_->snapshot()); },
      Qt::QueuedConnection);
  return plots;
}

const ActionContext& MainWindow::parts() const { return parts_->context; }

void MainWindow::trigger(std::string_view id) { parts_->menus.trigger(id); }

void MainWindow::openScene(const std::filesystem::path& file) { parts_->opening.open(file); }

void MainWindow::setPlayOnOpen(bool play) { parts_->opening.setPlayOnOpen(play); }

const ErrorDialog* MainWindow::errors() const { return parts_->opening.errors(); }

const std::filesystem::path& MainWindow::sceneFile() const { return parts_->files.scene(); }

const std::filesystem::path& MainWindow::sessionFile() const { return parts_->files.sessionFile(); }

void MainWindow::tick() {
  parts_->opening.poll();
  parts_->pictures.poll();
  if (const auto saved = simulation_->pollSaved()) {
    viewport_->notify(*saved);
  }
  parts_->sessions.poll();
  viewport_->tick();
  const int interval = simulation_->isBusy() ? kTickMilliseconds : kIdleMilliseconds;
  if (timer_.interval() != interval) {
    timer_.setInterval(interval);
  }
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!parts_->sceneText.mayClose() || !parts_->studies.mayClose()) {
    event->ignore();
    return;
  }
  parts_->filming.finishNow();
  parts_->sessions.finishNow();
  parts_->layout.writeSettings();
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
    parts_->importing.open(file);
  } else if (isFileOfOthers(file)) {
    // Not within the drop: the program that the file comes from would wait for the dialog.
    QTimer::singleShot(0, this, [this, file] { makeSceneFromFile(parts_->context, file); });
  } else {
    openScene(file);
  }
}

}  // namespace scree
