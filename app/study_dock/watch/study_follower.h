#pragma once

#include <QElapsedTimer>
#include <future>

#include "app/study_dock/watch/study_watch.h"

namespace scree {

/// Follows a study and its folder on disk, on other threads. No call waits for them.
class StudyFollower {
 public:
  /// Reads a study, unless one is being read.
  void open(const std::filesystem::path& file);
  bool isOpening() const { return opening_.valid(); }
  /// Returns what open() has read, once.
  std::optional<OpenedStudyResult> takeOpened();

  /// Looks at the folder of a study from now on.
  void watch(const std::shared_ptr<const OpenedStudy>& study, const std::filesystem::path& folder);
  /// Waits for a change of files instead: of a study that cannot be opened.
  void waitFor(FileTimes files);
  /// Looks again without a pause.
  void lookSoon() { sinceLook_.invalidate(); }
  /// Returns what the look before has found, and looks again `pause` milliseconds after its beginning.
  std::optional<FolderNews> poll(int pause);

  /// Removes what stopped runs of a study have saved.
  void forget(const std::shared_ptr<const OpenedStudy>& study, const std::filesystem::path& folder);
  bool isForgetting() const { return forgetting_.valid(); }

 private:
  std::future<OpenedStudyResult> opening_;
  std::filesystem::path file_;
  FileTimes broken_;  ///< files of a study that cannot be opened
  std::shared_ptr<StudyWatch> watch_;
  std::shared_ptr<StudyWatch> watched_;  ///< the watch that looks now
  std::future<FolderNews> looking_;
  std::future<void> forgetting_;
  QElapsedTimer sinceLook_;
};

}  // namespace scree
