#pragma once

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "app/sweep/search/search_progress.h"

namespace scree {

/// Files with the times at which they were written; those that are missing have the earliest time.
using FileTimes = std::vector<std::pair<std::filesystem::path, std::filesystem::file_time_type>>;
/// True if a file was written, removed or made since.
bool haveChanged(const FileTimes& files);

/// Part of an opened study that only a search has: how far it is by the results in its folder.
struct OpenedSearch {
  std::shared_ptr<const SearchStudy> study;
  std::vector<SweepStudy> scenes;    ///< with the settings and seeds of all points so far
  std::vector<SearchPoint> sources;  ///< points in the studies of their scenes, starts first
  std::size_t stages = 0;            ///< so far
  bool isOver = false;
  std::string end;      ///< reason why it is over
  std::string best;     ///< the optimum with its errors in a line; empty before the first
  std::string summary;  ///< the same in lines, with doubts
};

/// Study with its starts and points, which are known by their places in one list.
struct OpenedStudy {
  SweepStudy study;  ///< of a search: settings and numbers so far, with the stage and the scene as further keys
  std::vector<StudyPoint> points;              ///< starts, then points
  std::size_t starts = 0;                      ///< number of starts
  FileTimes files;                             ///< the study, its scenes and the files that these read
  std::shared_ptr<const OpenedSearch> search;  ///< null for studies whose points do not follow from results

  bool isStart(std::size_t place) const { return place < starts; }
};

/// Opened study, or all errors found at once.
struct OpenedStudyResult {
  std::shared_ptr<const OpenedStudy> study;
  std::vector<SceneError> errors;
  FileTimes files = {};  ///< files whose repair may mend the errors
};

/// Reads a study and computes the hashes of its points, which takes a second for some thousands. Of a search these are
/// the points of its first stage. Never throws for bad content.
OpenedStudyResult openStudy(const std::filesystem::path& file);

/// The same search with the points of the stages that `progress` knows.
std::shared_ptr<const OpenedStudy> grown(const OpenedStudy& study, SearchProgress& progress);

/// Run of a point.
PointTask taskAt(const OpenedStudy& study, std::size_t place);
/// Overrides of the start that a point branches from.
std::vector<SceneOverride> startOverridesAt(const OpenedStudy& study, std::size_t place);
/// Collected numbers of a point in the text of its report; NaN where there is none.
std::vector<double> numbersIn(const OpenedStudy& study, std::size_t place, const std::string& report);

/// Folder that a study gets by its name: beside its file where that is the user's own and can be written to, else in
/// `documents`.
std::filesystem::path usualFolder(const std::filesystem::path& study, bool isShipped,
                                  const std::filesystem::path& documents);

}  // namespace scree
