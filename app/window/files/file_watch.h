#pragma once

#include <QFileSystemWatcher>
#include <QStringList>
#include <QTimer>
#include <functional>

namespace scree {

/// Tells when one of some files is changed on disk, also by programs that replace the file: these take it away first,
/// and a file that is away is looked for until it is back.
class FileWatch {
 public:
  /// `changed` is called with the path, once for each change, when the file can be read again.
  explicit FileWatch(std::function<void(const QString&)> changed);

  /// Watches these files and no others from now on.
  void watch(const QStringList& files);

 private:
  void lookForMissing();

  std::function<void(const QString&)> changed_;
  QFileSystemWatcher watcher_;
  QStringList missing_;
  QTimer search_;
};

}  // namespace scree
