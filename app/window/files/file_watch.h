#pragma once

#include <QFileSystemWatcher>
#include <QStringList>
#include <QTimer>
#include <functional>

namespace scree {

/// Watches files for changes on disk. Programs that replace a file may remove it first: a missing file is searched for
/// until it is back.
class FileWatch {
 public:
  /// Calls `changed` with the path once for each change, as soon as the file can be read.
  explicit FileWatch(std::function<void(const QString&)> changed);

  /// Replaces the list of watched files.
  void watch(const QStringList& files);

 private:
  void lookForMissing();

  std::function<void(const QString&)> changed_;
  QFileSystemWatcher watcher_;
  QStringList missing_;
  QTimer search_;
};

}  // namespace scree
