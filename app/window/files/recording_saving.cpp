#include "app/window/files/recording_saving.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>

#include "app/document/simulation.h"
#include "app/viewport/viewport.h"

namespace scree {

namespace {

QString recordingSuffix() {
  return QString::fromLatin1(kRecordingSuffix.data(), static_cast<qsizetype>(kRecordingSuffix.size()));
}

/// Unused file name for a recording, from the name of the scene.
QString freeName(const std::string& scene) {
  const QString stem = QString::fromStdString(scene);
  QString name = stem + recordingSuffix();
  for (int i = 2; QFileInfo::exists(name); ++i) {
    name = stem + "-" + QString::number(i) + recordingSuffix();
  }
  return name;
}

}  // namespace

void RecordingSaving::save() {
  // Recordings never replace a file, so the dialog does not ask about it.
  const QString file = QFileDialog::getSaveFileName(&host_.window, "Save recording", freeName(files_.stem()),
                                                    "Recordings (*" + recordingSuffix() + ")", nullptr,
                                                    QFileDialog::DontConfirmOverwrite);
  if (!file.isEmpty()) {
    saveTo((file.endsWith(recordingSuffix()) ? file : file + recordingSuffix()).toStdString());
  }
}

void RecordingSaving::saveTo(const std::filesystem::path& file) {
  if (host_.simulation.isSaving()) {
    host_.notify("A recording is being saved: try again when it is done");
    return;
  }
  host_.simulation.saveRecording(file);
  files_.setLastRecording(file);
  host_.viewport.requestFrame();
}

}  // namespace scree
