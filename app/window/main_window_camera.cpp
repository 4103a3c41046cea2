#include <QFileDialog>

#include "app/document/simulation.h"
#include "app/viewport/viewport.h"
#include "app/window/main_window.h"
#include "engine/io/output_file.h"

// Camera paths as files.
namespace scree {

namespace {

const char* const kFilter = "Camera paths (*.csv);;All files (*)";

}  // namespace

void MainWindow::openCameraPath() {
  const QString file = QFileDialog::getOpenFileName(this, "Open camera path", {}, kFilter);
  if (!file.isEmpty()) {
    openCameraPathFrom(file.toStdString());
  }
}

void MainWindow::saveCameraPath() {
  const QString name =
      QString::fromStdString((sceneFile_.empty() ? "run" : sceneFile_.stem().string()) + "-camera.csv");
  const QString file = QFileDialog::getSaveFileName(this, "Save camera path", name, kFilter);
  if (!file.isEmpty()) {
    saveCameraPathTo((file.endsWith(".csv") ? file : file + ".csv").toStdString());
  }
}

bool MainWindow::openCameraPathFrom(const std::filesystem::path& file) {
  try {
    viewport_->options().path = parseCameraPath(readFile(file), file.string());
  } catch (const std::runtime_error& error) {
    viewport_->notify(error.what());
    return false;
  }
  viewport_->notify("Camera path read from " + file.string());
  return true;
}

bool MainWindow::saveCameraPathTo(const std::filesystem::path& file) {
  try {
    writeFileAtomically(file, std::string_view(cameraPathText(viewport_->options().path)));
  } catch (const OutputError& error) {
    viewport_->notify(std::string(error.what()) + ": choose another name or place");
    return false;
  }
  viewport_->notify("Camera path saved as " + file.string());
  return true;
}

}  // namespace scree
