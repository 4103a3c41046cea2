#include "app/window/files/file_watch.h"

#include <QFileInfo>
#include <utility>

namespace scree {

namespace {

constexpr int kSearchMilliseconds = 100;

}  // namespace

FileWatch::FileWatch(std::function<void(const QString&)> changed) : changed_(std::move(changed)) {
  search_.setInterval(kSearchMilliseconds);
  QObject::connect(&watcher_, &QFileSystemWatcher::fileChanged, &watcher_, [this](const QString& file) {
    // Qt no longer watches a replaced file, which may be missing or incomplete for a while.
    watcher_.removePath(file);
    if (!missing_.contains(file)) {
      missing_ << file;
    }
    search_.start();
  });
  QObject::connect(&search_, &QTimer::timeout, &watcher_, [this] { lookForMissing(); });
}

void FileWatch::watch(const QStringList& files) {
  if (!watcher_.files().isEmpty()) {
    watcher_.removePaths(watcher_.files());
  }
  missing_.clear();
  search_.stop();
  for (const QString& file : files) {
    watcher_.addPath(file);
  }
}

void FileWatch::lookForMissing() {
  for (const QString& file : QStringList(std::exchange(missing_, {}))) {
    if (QFileInfo(file).isReadable() && watcher_.addPath(file)) {
      changed_(file);
    } else {
      missing_ << file;
    }
  }
  if (missing_.isEmpty()) {
    search_.stop();
  }
}

}  // namespace scree
