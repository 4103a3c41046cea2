#include "app/window/files/open_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <QStandardPaths>
#include <algorithm>
#include <utility>

#include "app/document/simulation.h"
#include "app/viewport/handles/qt_values.h"
#include "app/viewport/viewport.h"
#include "app/window/files/settings.h"

namespace scree {

void WindowHost::notify(const std::string& text) const { viewport.notify(text); }

OpenFiles::OpenFiles(const WindowHost& host)
    : host_(host), watch_([this](const QString& file) { tellOfChange(file.toStdString()); }) {}

void OpenFiles::tellOfChange(const std::filesystem::path& file) const {
  const auto own = written_.find(file);
  if (own == written_.end() || own->second != hashesOf(file, {}).scene) {
    host_.notify(file.filename().string() + " changed on disk: F5 reads it again");
  }
}

QString OpenFiles::proposed(const QString& name) const {
  QString folder = folder_;
  const bool isShipped = std::ranges::find(host_.library.files, scene_) != host_.library.files.end();
  if (folder.isEmpty() && !scene_.empty() && !isShipped) {
    folder = pathText(std::filesystem::absolute(scene_).parent_path());
  }
  if (folder.isEmpty() || !QFileInfo(folder).isWritable()) {
    folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  }
  return (QFileInfo(folder).isDir() ? folder : QDir::homePath()) + "/" + name;
}

QString OpenFiles::askedFile(const QString& title, const QString& name, const QString& filter,
                             bool confirmsOverwriting) const {
  const QFileDialog::Options options =
      confirmsOverwriting ? QFileDialog::Options() : QFileDialog::Options(QFileDialog::DontConfirmOverwrite);
  const QString file = QFileDialog::getSaveFileName(&host_.window, title, proposed(name), filter, nullptr, options);
  if (!file.isEmpty()) {
    folder_ = QFileInfo(file).absolutePath();
  }
  return file;
}

void OpenFiles::noteWritten(const std::filesystem::path& file) {
  written_.insert_or_assign(file, hashesOf(file, {}).scene);
}

void OpenFiles::adopt(const std::filesystem::path& scene, const SceneHashes& hashes) {
  scene_ = scene;
  sceneHashes_ = hashes;
  QStringList files = {pathText(scene)};
  for (const auto& [file, hash] : hashes.files) {
    files << pathText(scene.parent_path() / file);
  }
  watch_.watch(files);
  showTitle();
}

std::string OpenFiles::stem() const { return scene_.empty() ? "run" : scene_.stem().string(); }

void OpenFiles::noteOpened(bool isRecording) {
  hasScene_ = true;
  isRecording_ = isRecording;
}

void OpenFiles::setSession(const std::filesystem::path& file, std::shared_ptr<const SavedSession> session) {
  sessionFile_ = file;
  session_ = std::move(session);
}

void OpenFiles::remember(const std::filesystem::path& file) {
  QStringList recent = settings::recentScenes();
  recent.removeAll(pathText(file));
  recent.prepend(pathText(file));
  settings::setRecentScenes(recent);
}

void OpenFiles::showTitle() const {
  const QString session = sessionFile_.empty() ? QString() : " · " + pathText(sessionFile_.filename());
  const QString point = pointTitle_.empty() ? QString() : " · " + QString::fromStdString(pointTitle_);
  host_.window.setWindowTitle(QString::fromStdString(host_.simulation.scene().name) + point + session + " · Scree");
}

}  // namespace scree
