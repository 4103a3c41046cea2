#include "app/window/files/session_saving.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QFileDialog>
#include <QMainWindow>
#include <utility>

#include "app/document/session_file.h"
#include "app/document/session_world.h"
#include "app/document/simulation.h"
#include "app/viewport/viewport.h"
#include "engine/io/output_file.h"
#include "engine/snapshot/twin_snapshot.h"

namespace scree {

namespace {

QString sessionSuffix() {
  return QString::fromLatin1(kSessionSuffix.data(), static_cast<qsizetype>(kSessionSuffix.size()));
}

}  // namespace

SavedSession SessionSaving::current() const {
  SavedSession saved;
  const std::shared_ptr<const SavedSession>& before = files_.savedSession();
  saved.scene = files_.scene().string();
  saved.hashes = files_.sceneHashes();
  if (!files_.isRecording()) {
    const SavedChanges none;
    saved.changes =
        changesOf(*host_.simulation.snapshot(), host_.simulation.scene(), before != nullptr ? before->changes : none);
  }
  saved.targetRate = host_.simulation.targetRate();
  saved.camera = host_.viewport.camera().goal();
  saved.view = host_.viewport.options();
  const PanelMemory& memory = host_.viewport.memory();
  saved.record = memory.record;
  const std::shared_ptr<const TwinSnapshot> twin = host_.simulation.snapshot()->twin.snapshot;
  saved.twinRuns = twin != nullptr;
  saved.twin = twin != nullptr ? twin->choice : memory.twin.choice;
  saved.fitRange = memory.fitRange;
  saved.legend = memory.showLegend;
  saved.timeline = memory.timeline.shown;
  saved.panelsShown = host_.viewport.panels().areShown();
  saved.panels = host_.viewport.layout().save();
  saved.docks = host_.window.saveState().toBase64().toStdString();
  saved.rest = before != nullptr ? before->rest : YamlNode();
  return saved;
}

void SessionSaving::apply(const SavedSession& session) {
  ViewOptions& view = host_.viewport.options();
  const bool lightBackdrop = view.lightBackdrop;
  view = session.view;
  view.lightBackdrop = lightBackdrop;
  PanelMemory& memory = host_.viewport.memory();
  memory.record = session.record;
  memory.twin.choice = session.twin;
  memory.fitRange = session.fitRange;
  memory.showLegend = session.legend;
  memory.timeline.shown = session.timeline;
  host_.viewport.camera().show(session.camera);
  host_.viewport.panels().setShown(session.panelsShown);
  host_.viewport.layout().restore(session.panels);
  host_.window.restoreState(QByteArray::fromBase64(QByteArray::fromStdString(session.docks)));
  host_.simulation.setTargetRate(session.targetRate);
  if (session.twinRuns) {
    host_.simulation.post(StartTwin{session.twin});
  }
}

void SessionSaving::tell(const OpenOutcome& outcome) {
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
  host_.notify(told);
}

void SessionSaving::save() {
  if (files_.sessionFile().empty() || !files_.hasScene()) {
    saveAs();
  } else {
    saveTo(files_.sessionFile());
  }
}

void SessionSaving::saveAs() {
  if (!files_.hasScene()) {
    host_.notify("There is no scene to save a session of: open one first");
    return;
  }
  const QString filter = "Sessions (*" + sessionSuffix() + ")";
  const QString file =
      files_.sessionFile().empty()
          ? files_.askedFile("Save session", pathText(files_.scene().stem()) + sessionSuffix(), filter)
          : QFileDialog::getSaveFileName(&host_.window, "Save session", pathText(files_.sessionFile()), filter);
  if (!file.isEmpty()) {
    saveTo((file.endsWith(sessionSuffix()) ? file : file + sessionSuffix()).toStdString());
  }
}

void SessionSaving::saveTo(const std::filesystem::path& file) {
  host_.simulation.refresh();
  if (!host_.simulation.isApplied()) {
    pending_ = file;
    host_.notify("The session is saved as soon as the simulation has made your last changes");
    return;
  }
  write(file);
}

void SessionSaving::write(const std::filesystem::path& file) {
  SavedSession saved = current();
  try {
    writeSession(saved, file);
  } catch (const OutputError& error) {
    host_.notify(std::string(error.what()) + ": choose another name or place");
    return;
  }
  files_.setSession(file, std::make_shared<const SavedSession>(std::move(saved)));
  OpenFiles::remember(file);
  files_.showTitle();
  host_.notify("Session saved as " + file.string() +
               (files_.pointTitle().empty() ? "" : ": of the scene, without the values of the study's point"));
}

void SessionSaving::poll() {
  if (pending_) {
    host_.simulation.refresh();
    if (host_.simulation.isApplied()) {
      write(*std::exchange(pending_, std::nullopt));
    }
  }
}

void SessionSaving::finishNow() {
  if (pending_) {
    write(*std::exchange(pending_, std::nullopt));
  }
}

void SessionSaving::show(const OpenOutcome& outcome) {
  files_.setSession(outcome.file, outcome.session);
  apply(*outcome.session);
  tell(outcome);
}

}  // namespace scree
