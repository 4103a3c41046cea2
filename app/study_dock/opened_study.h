#pragma once

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "app/sweep/sweep_points.h"

namespace scree {

/// Study with its starts and points, which are known by their places in one list.
struct OpenedStudy {
  SweepStudy study;
  std::vector<StudyPoint> points;  ///< starts, then points
  std::size_t starts = 0;          ///< number of starts
  /// The study, its scene and the files that it reads, with the times at which they were written.
  std::vector<std::pair<std::filesystem::path, std::filesystem::file_time_type>> files;

  bool isStart(std::size_t place) const { return place < starts; }
};

/// Opened study, or all errors found at once.
struct OpenedStudyResult {
  std::shared_ptr<const OpenedStudy> study;
  std::vector<SceneError> errors;
};

/// Reads a study and computes the hashes of its points, which takes a second for some thousands. Never throws for bad
/// content.
OpenedStudyResult openStudy(const std::filesystem::path& file);

/// True if a file of the study was written or removed since it was opened.
bool isChangedOnDisk(const OpenedStudy& study);

/// Folder that a study gets by its name: beside its file where that is the user's own and can be written to, else in
/// `documents`.
std::filesystem::path usualFolder(const std::filesystem::path& study, bool isShipped,
                                  const std::filesystem::path& documents);

}  // namespace scree
