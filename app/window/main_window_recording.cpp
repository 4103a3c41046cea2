#include <QFileDialog>
#include <QFileInfo>

#include "app/document/simulation.h"
#include "app/viewport/viewport.h"
#include "app/window/main_window.h"

// Saving the run so far.
namespace scree {

namespace {

QString suffix() {
  return QString::fromLatin1(kRecordingSuffix.data(), static_cast<qsizetype>(kRecordingSuffix.size()));
}

/// A name after the scene's that no file has.
QString freeName(const std::filesystem::path& scene) {
  const QString stem = scene.empty() ? QString("run") : QString::fromStdString(scene.stem().string());
  QString name = stem + suffix();
  for (int i = 2; QFileInfo::exists(name); ++i) {
    name = stem + "-" + QString::number(i) + suffix();
  }
  return name;
}

}  // namespace

void MainWindow::saveRecording() {
  // It never writes over a file, so there is no use in asking whether it may.
  const QString file =
      QFileDialog::getSaveFileName(this, "Save recording", freeName(sceneFile_), "Recordings (*" + suffix() + ")",
                                   nullptr, QFileDialog::DontConfirmOverwrite);
  if (!file.isEmpty()) {
    saveRecordingTo((file.endsWith(suffix()) ? file : file + suffix()).toStdString());
  }
}

void MainWindow::saveRecordingTo(const std::filesystem::path& file) {
  if (simulation_->isSaving()) {
    viewport_->notify("A recording is being saved: try again when it is done");
    return;
  }
  simulation_->saveRecording(file);
  lastRecording_ = file;
  viewport_->requestFrame();
}

}  // namespace scree
