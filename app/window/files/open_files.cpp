#include "app/window/files/open_files.h"

#include <QFileInfo>
#include <QMainWindow>
#include <utility>

#include "app/document/simulation.h"
#include "app/viewport/handles/qt_values.h"
#include "app/viewport/viewport.h"
#include "app/window/files/settings.h"

namespace scree {

void WindowHost::notify(const std::string& text) const { viewport.notify(text); }

OpenFiles::OpenFiles(const WindowHost& host)
    : host_(host), watch_([&host](const QString& file) {
        host.notify((QFileInfo(file).fileName() + " changed on disk: F5 reads it again").toStdString());
      }) {}

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
  host_.window.setWindowTitle(QString::fromStdString(host_.simulation.scene().name) + session + " · Scree");
}

}  // namespace scree
