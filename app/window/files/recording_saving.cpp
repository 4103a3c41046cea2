#include "app/window/files/recording_saving.h"

#include <QFileInfo>

#include "app/document/simulation.h"
#include "app/viewport/viewport.h"

namespace scree {

namespace {

QString recordingSuffix() {
  return QString::fromLatin1(kRecordingSuffix.data(), static_cast<qsizetype>(kRecordingSuffix.size()));
}

}  // namespace

void RecordingSaving::save() {
  // Recordings never replace a file, so the dialog does not ask about it.
  const QString stem = QString::fromStdString(files_.stem());
  QString name = stem + recordingSuffix();
  for (int i = 2; QFileInfo::exists(files_.proposed(name)); ++i) {
    name = stem + "-" + QString::number(i) + recordingSuffix();
  }
  const QString file = files_.askedFile("Save recording", name, "Recordings (*" + recordingSuffix() + ")", false);
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
