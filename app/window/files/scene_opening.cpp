#include "app/window/files/scene_opening.h"

#include <QFileDialog>
#include <QMainWindow>
#include <utility>

#include "app/document/simulation.h"
#include "app/viewport/handles/qt_values.h"
#include "app/viewport/viewport.h"

namespace scree {

void SceneOpening::open(const std::filesystem::path& file) { read(file, nullptr); }

void SceneOpening::openPoint(const std::shared_ptr<const ScenePoint>& point, bool plays) {
  plays_ = plays && !host_.simulation.isLoading();
  read(point->scene, point);
}

void SceneOpening::read(const std::filesystem::path& file, const std::shared_ptr<const ScenePoint>& point) {
  Simulation& simulation = host_.simulation;
  if (simulation.isLoading()) {
    host_.notify("Still reading " + simulation.loadingFile().filename().string());
    return;
  }
  simulation.open(file, files_.hasScene() && file == files_.scene(), point);
  host_.viewport.requestFrame();
}

void SceneOpening::openAndPlay(const std::filesystem::path& file) {
  plays_ = !host_.simulation.isLoading();
  open(file);
}

void SceneOpening::openWithDialog() {
  const std::filesystem::path start = files_.hasScene() ? files_.scene().parent_path() : host_.library.folder;
  const QString file =
      QFileDialog::getOpenFileName(&host_.window, "Open", pathText(start),
                                   "Scenes, recordings and sessions (*.yaml *.yml *.scree *.session);;All files (*)");
  if (!file.isEmpty()) {
    open(file.toStdString());
  }
}

void SceneOpening::reload() {
  if (files_.hasScene()) {
    read(files_.scene(), point_ != nullptr && point_->scene == files_.scene() ? point_ : nullptr);
  } else {
    host_.notify("There is no scene to read again");
  }
}

void SceneOpening::poll() {
  if (const auto outcome = host_.simulation.poll()) {
    finish(*outcome);
  }
}

void SceneOpening::showErrors(const OpenOutcome& outcome) {
  const bool otherRuns = files_.hasScene();
  errors_ = new ErrorDialog(outcome.file, outcome.errors, otherRuns, &host_.window);
  connect(errors_, &ErrorDialog::retry, this,
          [this, file = outcome.file, point = outcome.point] { read(file, point); });
  errors_->show();
  host_.notify(outcome.file.filename().string() + " has errors" + (otherRuns ? "; the running scene stays" : ""));
}

void SceneOpening::adoptView(const OpenOutcome& outcome) {
  if (outcome.keepView) {
    host_.notify(outcome.point != nullptr ? "Opened: " + outcome.point->title
                                          : outcome.scene.filename().string() + " read again");
    return;
  }
  files_.setSession({}, nullptr);
  if (outcome.session != nullptr) {
    sessions_.show(outcome);
  } else {
    host_.viewport.options().measures.clear();  // they belong to the scene before, as do the texts of films
    host_.viewport.memory().record.title.clear();
    host_.viewport.memory().record.caption.clear();
    host_.viewport.camera().showSceneView(*outcome.view);
  }
  if (!files_.hasScene() && playOnOpen_ && outcome.point == nullptr) {
    host_.simulation.setPlaying(true);
  }
}

void SceneOpening::finish(const OpenOutcome& outcome) {
  const bool plays = std::exchange(plays_, false);
  if (outcome.cancelled) {
    host_.notify(outcome.file.filename().string() + " was not opened" +
                 (files_.hasScene() ? "; the running scene stays" : ""));
    if (outcome.extends) {
      importing_.giveUp();
    }
    Q_EMIT opened(false);
    return;
  }
  if (errors_ != nullptr) {
    errors_->close();
    errors_->deleteLater();
    errors_ = nullptr;
  }
  if (outcome.extends) {
    if (!importing_.finish(outcome)) {
      showErrors(outcome);
    }
    Q_EMIT opened(outcome.view.has_value());
    return;
  }
  if (!outcome.view) {
    showErrors(outcome);
    Q_EMIT opened(false);
    return;
  }
  adoptView(outcome);
  if (plays) {
    host_.simulation.setPlaying(true);
  }
  if (outcome.recording != nullptr) {
    host_.viewport.memory().timeline.history.expect(*outcome.recording);
  }
  if (!outcome.damage.empty()) {
    host_.notify(outcome.damage);
  }
  host_.viewport.undo().clear();
  importing_.close();  // the import dialog belongs to the scene before
  files_.noteOpened(outcome.recording != nullptr);
  point_ = outcome.point;
  files_.setPointTitle(point_ != nullptr ? point_->title : "");
  files_.adopt(outcome.scene, outcome.hashes);
  if (point_ == nullptr) {
    OpenFiles::remember(outcome.file);
  }
  Q_EMIT opened(true);
}

}  // namespace scree
