#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QFileDialog>
#include <QFileInfo>

#include "app/document/session_file.h"
#include "app/document/session_world.h"
#include "app/document/simulation.h"
#include "app/viewport/viewport.h"
#include "app/window/main_window.h"
#include "app/window/settings.h"
#include "engine/io/output_file.h"
#include "engine/snapshot/twin_snapshot.h"

// Sessions: what was changed in a scene and how it is looked at, in a file of its own.
namespace scree {

namespace {

QString sessionSuffix() {
  return QString::fromLatin1(kSessionSuffix.data(), static_cast<qsizetype>(kSessionSuffix.size()));
}

}  // namespace

SavedSession MainWindow::session() const {
  SavedSession saved;
  saved.scene = sceneFile_.string();
  saved.hashes = sceneHashes_;
  if (!isRecording_) {
    const SavedChanges none;
    saved.changes = changesOf(*simulation_->snapshot(), simulation_->scene(), session_ ? session_->changes : none);
  }
  saved.targetRate = simulation_->targetRate();
  saved.camera = viewport_->camera().goal();
  saved.view = viewport_->options();
  const PanelMemory& memory = viewport_->memory();
  saved.record = memory.record;
  const std::shared_ptr<const TwinSnapshot> twin = simulation_->snapshot()->twin.snapshot;
  saved.twinRuns = twin != nullptr;
  saved.twin = twin != nullptr ? twin->choice : memory.twin.choice;
  saved.fitRange = memory.fitRange;
  saved.legend = memory.showLegend;
  saved.timeline = memory.timeline.shown;
  saved.panelsShown = viewport_->panels().areShown();
  saved.panels = viewport_->layout().save();
  saved.docks = saveState().toBase64().toStdString();
  saved.rest = session_ ? session_->rest : YamlNode();
  return saved;
}

void MainWindow::applySession(const SavedSession& session) {
  ViewOptions& view = viewport_->options();
  const bool lightBackdrop = view.lightBackdrop;
  view = session.view;
  view.lightBackdrop = lightBackdrop;
  PanelMemory& memory = viewport_->memory();
  memory.record = session.record;
  memory.twin.choice = session.twin;
  memory.fitRange = session.fitRange;
  memory.showLegend = session.legend;
  memory.timeline.shown = session.timeline;
  viewport_->camera().show(session.camera);
  viewport_->panels().setShown(session.panelsShown);
  viewport_->layout().restore(session.panels);
  restoreState(QByteArray::fromBase64(QByteArray::fromStdString(session.docks)));
  simulation_->setTargetRate(session.targetRate);
  if (session.twinRuns) {
    simulation_->post(StartTwin{session.twin});
  }
}

void MainWindow::tellOfSession(const OpenOutcome& outcome) {
  const std::string session = outcome.file.filename().string();
  const std::vector<std::string> changed = changedFiles(outcome.session->hashes, outcome.hashes, outcome.scene);
  std::string told = session + " opened";
  if (!changed.empty()) {
    told = fmt::format("{} {} changed since {} was saved: the session is shown with the scene as it is now",
                       fmt::join(changed, ", "), changed.size() == 1 ? "has" : "have", session);
  }
  for (const std::string& misfit : outcome.misfits) {
    told += "\n" + misfit;
  }
  viewport_->notify(told);
}

void MainWindow::saveSession() {
  if (sessionFile_.empty() || !hasScene_) {
    saveSessionAs();
  } else {
    saveSessionTo(sessionFile_);
  }
}

void MainWindow::saveSessionAs() {
  if (!hasScene_) {
    viewport_->notify("There is no scene to save a session of: open one first");
    return;
  }
  const std::filesystem::path usual =
      sessionFile_.empty() ? std::filesystem::path(sceneFile_.stem().string() + std::string(kSessionSuffix))
                           : sessionFile_;
  const QString file = QFileDialog::getSaveFileName(this, "Save session", QString::fromStdString(usual.string()),
                                                    "Sessions (*" + sessionSuffix() + ")");
  if (!file.isEmpty()) {
    saveSessionTo((file.endsWith(sessionSuffix()) ? file : file + sessionSuffix()).toStdString());
  }
}

void MainWindow::saveSessionTo(const std::filesystem::path& file) {
  simulation_->refresh();
  if (!simulation_->isApplied()) {
    pendingSave_ = file;
    viewport_->notify("The session is saved as soon as the simulation has made your last changes");
    return;
  }
  writeSessionNow(file);
}

void MainWindow::writeSessionNow(const std::filesystem::path& file) {
  SavedSession saved = session();
  try {
    writeSession(saved, file);
  } catch (const OutputError& error) {
    viewport_->notify(std::string(error.what()) + ": choose another name or place");
    return;
  }
  sessionFile_ = file;
  session_ = std::make_shared<const SavedSession>(std::move(saved));
  remember(file);
  showTitle();
  viewport_->notify("Session saved as " + file.string());
}

}  // namespace scree
