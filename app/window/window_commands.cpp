#include "app/window/window_commands.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QMainWindow>
#include <QMimeData>
#include <QUrl>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/document/simulation.h"
#include "app/film/filming.h"
#include "app/import/file_scene_dialog.h"
#include "app/plots/plot_docks.h"
#include "app/scene_text/new_scene_dialog.h"
#include "app/scene_text/scene_text_dock.h"
#include "app/study_dock/studies_dock.h"
#include "app/viewport/viewport.h"
#include "app/widgets/widgets.h"
#include "app/window/action_context.h"
#include "app/window/files/open_files.h"
#include "app/window/files/settings.h"
#include "app/window/shell/start_page.h"

namespace scree {

namespace {

/// Stops of the speed control, simulated seconds per second; the last, 0, is as fast as possible.
constexpr std::array<double, 11> kSpeeds = {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 0.0};

}  // namespace

void changeSpeed(Simulation& simulation, int stops) {
  const double now = simulation.targetRate();
  const auto distance = [now](double speed) {
    const auto key = [](double rate) { return rate > 0.0 ? std::log(rate) : 1e3; };
    return std::abs(key(speed) - key(now));
  };
  const auto nearest =
      std::min_element(kSpeeds.begin(), kSpeeds.end(), [&](double a, double b) { return distance(a) < distance(b); });
  const auto index = std::clamp<std::ptrdiff_t>((nearest - kSpeeds.begin()) + stops, 0, kSpeeds.size() - 1);
  simulation.setTargetRate(kSpeeds[static_cast<std::size_t>(index)]);
}

void toggleWarmStart(const WindowHost& host) {
  PanelMemory& memory = host.viewport.memory();
  const Snapshot& now = *host.simulation.snapshot();
  if (now.scene.parameters.method == Method::smooth) {
    host.notify("The method smooth solves nothing that could start warm: take another method first");
    return;
  }
  const std::string_view name = infoOf(ChoiceKey::warmStart).name;
  const std::optional<double> pending = pendingValue(memory, now, name);
  const WarmStart mode = pending ? static_cast<WarmStart>(*pending) : now.scene.parameters.warmStart;
  if (mode != WarmStart::off) {
    memory.lastWarmStart = mode;
  }
  const auto wanted = static_cast<int>(mode == WarmStart::off ? memory.lastWarmStart : WarmStart::off);
  const std::uint64_t sequence = host.viewport.undo().post(SetChoice{ChoiceKey::warmStart, wanted});
  memory.pending.insert_or_assign(std::string(name), PendingValue{sequence, static_cast<double>(wanted)});
}

void toggleOutlines(Viewport& viewport) {
  ViewOptions& view = viewport.options();
  const bool wanted = !showsOutlines(view);
  view.layers.outlines = OutlineChoice::automatic;
  if (showsOutlines(view) != wanted) {
    view.layers.outlines = wanted ? OutlineChoice::always : OutlineChoice::never;
  }
}

void toggleBedMap(const WindowHost& host) {
  const std::shared_ptr<const Snapshot> now = host.simulation.snapshot();
  if (!now->onRequest.bed.hasBelt) {
    host.viewport.notify("This scene has no belt: no drive moves the surface of a rectangle or a box");
    return;
  }
  LayerOptions& layers = host.viewport.options().layers;
  const bool wanted = !showsBedMap(*now, layers);
  layers.bedMap = BedMapChoice::automatic;
  if (showsBedMap(*now, layers) != wanted) {
    layers.bedMap = wanted ? BedMapChoice::always : BedMapChoice::never;
  }
}

void changeColouring(Viewport& viewport, int places) {
  ViewOptions& view = viewport.options();
  const int next = (static_cast<int>(view.colourBy) + places + kColourByCount) % kColourByCount;
  colourGrains(view, viewport.memory(), static_cast<ColourBy>(next));
}

void toggleMerging(const WindowHost& host) {
  const bool on = host.simulation.snapshot()->scene.parameters.reduction.merging == Switch::on;
  host.viewport.undo().post(SetChoice{ChoiceKey::merging, static_cast<int>(on ? Switch::off : Switch::on)});
}

void switchKeyboard(Viewport& viewport) {
  if (viewport.board().hasFocus()) {
    viewport.setFocus(Qt::OtherFocusReason);
    return;
  }
  viewport.layout().setShown(true);
  viewport.board().takeKeyboard();
}

void togglePicture(Viewport& viewport) {
  const bool shown = !viewport.panels().areShown();
  viewport.panels().setShown(shown);
  viewport.layout().setShown(shown);
}

void cancelLoading(const ActionContext& context) {
  if (context.host.simulation.isLoading()) {
    context.host.simulation.cancelLoading();
    context.host.viewport.requestFrame();
  } else {
    context.host.notify("Nothing is being loaded");
  }
}

void copyLastFilm(const ActionContext& context) {
  const RecordStatus& film = context.filming.status();
  if (film.file.empty() || film.state != RecordStatus::State::idle) {
    context.host.notify(film.file.empty() ? "There is no film yet: Ctrl+R makes one"
                                          : "The film is not finished yet: copy it when it is");
    return;
  }
  auto* data = new QMimeData;
  data->setUrls({QUrl::fromLocalFile(QString::fromStdString(film.file))});
  QApplication::clipboard()->setMimeData(data);
  context.host.notify("Film copied: paste it into a mail or a folder");
}

void saveMeasures(const ActionContext& context) {
  if (context.host.viewport.options().measures.empty()) {
    context.host.notify("There is no measure to save: place one with the Measure panel first");
    return;
  }
  const QString name = QString::fromStdString(context.files.stem() + "-measures.csv");
  const QString file = context.files.askedFile("Save measures", name, "Tables (*.csv)");
  if (!file.isEmpty()) {
    context.plots.saveMeasuresTo(file.endsWith(".csv") ? file : file + ".csv");
  }
}

namespace {

/// Hides the panels where the window would have to grow for another dock beside them, perhaps beyond its screen.
void makeRoomFor(const ActionContext& context, const QDockWidget& dock) {
  QMainWindow& window = context.host.window;
  PanelLayout& panels = context.host.viewport.layout();
  auto* shown = window.findChild<QDockWidget*>("panels_dock");
  const int wanted = window.minimumSizeHint().width() + dock.minimumSizeHint().width();
  if (panels.isShown() && !shown->isFloating() && wanted > window.width()) {
    panels.setShown(false);
    shown->hide();
    context.host.notify("The panels are hidden, as the window has no room for them beside the dock: Tab shows them");
  }
}

}  // namespace

void showSceneText(const ActionContext& context) {
  const std::filesystem::path& file = context.files.scene();
  const bool hasText = context.files.hasScene() && !context.files.isRecording();
  if (!context.sceneText.isVisible()) {
    makeRoomFor(context, context.sceneText);
    context.sceneText.show();
    constexpr int kUsualTextWidth = 420;  // [px]
    context.host.window.resizeDocks({&context.sceneText}, {kUsualTextWidth}, Qt::Horizontal);
  }
  context.sceneText.raise();
  if (hasText) {
    context.sceneText.load(file);
  } else if (context.files.hasScene()) {
    context.host.notify("A recording has no scene file: the text shown is another one");
  }
}

void toggleStudies(const ActionContext& context) {
  if (context.studies.isVisible()) {
    context.studies.hide();
    return;
  }
  makeRoomFor(context, context.studies);
  context.studies.show();
  context.studies.raise();
  constexpr int kUsualStudiesWidth = 440;  // [px]
  context.host.window.resizeDocks({&context.studies}, {kUsualStudiesWidth}, Qt::Horizontal);
}

std::pair<Vec3, double> placeOfPart(Viewport& viewport) {
  constexpr double kShare = 0.2;  // of the view's height or width
  const Camera& camera = viewport.camera().goal();
  const double height = 2.0 * static_cast<double>(camera.distance * std::tan(0.5f * camera.fieldOfView));
  const double aspect = static_cast<double>(viewport.width()) / std::max(viewport.height(), 1);
  return {camera.target, kShare * height * std::min(aspect, 1.0)};
}

void makeSceneFromFile(const ActionContext& context, const std::filesystem::path& file) {
  FileSceneDialog dialog(file, &context.host.window);
  if (dialog.exec() == QDialog::Accepted) {
    context.sceneText.setNew(dialog.scene(), dialog.name());
    context.startPage.hide();
    context.host.viewport.camera().frameParts();
  }
}

void makeNewScene(const ActionContext& context) {
  NewSceneDialog dialog(&context.host.window);
  if (dialog.exec() == QDialog::Accepted) {
    const NewScene scene = dialog.scene();
    context.sceneText.setNew(textOf(scene), QString::fromStdString(scene.name));
    context.startPage.hide();
    context.host.viewport.camera().frameParts();
  }
}

void toggleStartPage(const ActionContext& context) {
  if (context.startPage.isVisible()) {
    context.startPage.hide();
    return;
  }
  const SceneLibrary& library = context.host.library;
  context.startPage.showPage(sceneCards(library.files, library.folder.parent_path() / "manual" / "pictures"),
                             settings::recentScenes(), settings::showsStartPage());
}

void showRecordPanel(Viewport& viewport) { viewport.layout().reveal("record"); }

void toggleFullScreen(QMainWindow& window) { window.setWindowState(window.windowState() ^ Qt::WindowFullScreen); }

void letGo(const WindowHost& host) {
  Viewport& viewport = host.viewport;
  if (viewport.panels().closePopup() || viewport.board().closePopup() || viewport.cancelDrag()) {
    return;
  }
  if (host.simulation.snapshot()->run.timeline.seekTo) {
    host.simulation.setPlaying(false);  // stops at the step reached so far
  } else if (viewport.panels().cheatSheetShown()) {
    viewport.panels().setCheatSheetShown(false);
  } else if (host.window.isFullScreen()) {
    toggleFullScreen(host.window);
  } else {
    viewport.options().selected.reset();
    viewport.options().selectedPart.reset();
    viewport.options().selectedSensor.reset();
    viewport.memory().parts.select(std::nullopt);
    viewport.options().selectedMeasure.reset();
  }
}

}  // namespace scree
