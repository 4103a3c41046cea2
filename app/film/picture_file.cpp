#include "app/film/picture_file.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QImageWriter>
#include <QStandardPaths>

namespace scree {

QString pictureFile(const std::filesystem::path& scene) {
  QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
  if (folder.isEmpty() || !QDir().mkpath(folder)) {
    folder = QDir::homePath();
  }
  const QString name = scene.empty() ? "view" : QString::fromStdString(scene.stem().string());
  const QString stem = folder + "/scree-" + name + "-" + QDateTime::currentDateTime().toString("yyyy-MM-dd-HHmmss");
  QString file = stem + ".png";
  for (int i = 2; QFileInfo::exists(file); ++i) {
    file = stem + "-" + QString::number(i) + ".png";
  }
  return file;
}

QString writePicture(const QImage& image, const QString& file) {
  if (image.isNull()) {
    return "There is no picture to save: nothing was drawn";
  }
  QImageWriter writer(file, "png");
  if (!writer.write(image)) {
    return "Could not save " + file + ": " + writer.errorString() + ". Choose another place with Ctrl+Shift+S";
  }
  return {};
}

}  // namespace scree
