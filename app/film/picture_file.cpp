#include "app/film/picture_file.h"

#include <QBuffer>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QImageWriter>
#include <QStandardPaths>
#include <string_view>
#include <system_error>

#include "engine/io/output_file.h"

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
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QImageWriter writer(&buffer, "png");
  QString problem = writer.write(image) ? "" : writer.errorString();
  if (problem.isEmpty() && !QFileInfo(QFileInfo(file).absolutePath()).isDir()) {
    problem = "there is no folder " + QFileInfo(file).absolutePath();
  }
  try {
    if (problem.isEmpty()) {
      writeFileAtomically(file.toStdString(),
                          std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    }
  } catch (const OutputError& error) {
    problem = QString::fromStdString(std::error_code(error.errorNumber, std::generic_category()).message());
  }
  return problem.isEmpty() ? QString()
                           : "Could not save " + file + ": " + problem + ". Choose another place with Ctrl+Shift+S";
}

}  // namespace scree
