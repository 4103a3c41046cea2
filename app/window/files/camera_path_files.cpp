#include "app/window/files/camera_path_files.h"

#include <QFileDialog>
#include <QMainWindow>

#include "app/viewport/viewport.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

const char* const kPathFilter = "Camera paths (*.csv);;All files (*)";

}  // namespace

void CameraPathFiles::open() {
  const QString file = QFileDialog::getOpenFileName(&host_.window, "Open camera path", {}, kPathFilter);
  if (!file.isEmpty()) {
    openFrom(file.toStdString());
  }
}

void CameraPathFiles::save() {
  const QString name = QString::fromStdString(files_.stem() + "-camera.csv");
  const QString file = files_.askedFile("Save camera path", name, kPathFilter);
  if (!file.isEmpty()) {
    saveTo((file.endsWith(".csv") ? file : file + ".csv").toStdString());
  }
}

bool CameraPathFiles::openFrom(const std::filesystem::path& file) {
  try {
    host_.viewport.options().path = parseCameraPath(readFile(file), file.string());
  } catch (const std::runtime_error& error) {
    host_.notify(error.what());
    return false;
  }
  host_.notify("Camera path read from " + file.string());
  return true;
}

bool CameraPathFiles::saveTo(const std::filesystem::path& file) {
  try {
    writeFileAtomically(file, std::string_view(cameraPathText(host_.viewport.options().path)));
  } catch (const OutputError& error) {
    host_.notify(std::string(error.what()) + ": choose another name or place");
    return false;
  }
  host_.notify("Camera path saved as " + file.string());
  return true;
}

}  // namespace scree
