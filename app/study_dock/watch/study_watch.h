#pragma once

#include <optional>

#include "app/study_dock/watch/opened_study.h"
#include "app/sweep/sweep_folder.h"

namespace scree {

/// State of a point by its folder, with its numbers once it is done.
struct PointReading {
  PointStatus status;
  std::vector<double> numbers;  ///< as the study collects them; NaN where there is none
  bool hasState = false;        ///< its folder has a checkpoint
};

/// Change since the look before.
struct FolderNews {
  std::shared_ptr<const OpenedStudy> study;  ///< search that is further than it was; null if nothing has changed
  std::vector<std::pair<std::size_t, PointReading>> points;  ///< by their places in the study, or in that search
  std::optional<std::vector<bool>> wanted;                   ///< points that are needed by the results that there are
  bool isLocked = false;                                     ///< a sweep works in the folder
  int owner = 0;                                             ///< number of its process
  bool isStudyChanged = false;                               ///< a file of the study has changed on disk
};

/// Watch over the folder of a sweep. Not thread-safe: one call at a time.
class StudyWatch {
 public:
  StudyWatch(std::shared_ptr<const OpenedStudy> study, std::filesystem::path folder);

  /// Points whose state has changed since the last call; at first all. Points that are through are looked at by the
  /// time of their mark alone. Where results decide on points, it finds out which are needed, or the next stages.
  FolderNews look();
  const SweepFolder& folder() const { return folder_; }

 private:
  struct Known {
    bool isRead = false;
    PointState state = PointState::waiting;
    bool hasState = false;
    std::filesystem::file_time_type marked;  ///< time of the mark of a point that is through
  };
  bool hasChanged(const PointFolder& files, Known& known, PointReading& reading) const;
  void readPoints(FolderNews& news);
  void findWanted(FolderNews& news) const;
  void goOn(FolderNews& news);

  std::shared_ptr<const OpenedStudy> study_;
  SweepFolder folder_;
  std::vector<Known> known_;                  ///< by point
  std::unique_ptr<SearchProgress> progress_;  ///< of a search
};

/// Recording in the folder of a point; empty: none.
std::filesystem::path recordingIn(const PointFolder& folder);

/// Removes what runs that were begun and go on no more have saved, so that they begin anew. Points that are done or run
/// stay. Returns the number of such runs.
std::size_t forgetBegun(const OpenedStudy& study, const SweepFolder& folder);

/// Run that a point is, to be opened in the window: at its beginning, or with `inState` in the state that its folder
/// keeps. Empty start: it branches from none.
struct PointPlace {
  PointTask task;
  std::filesystem::path start;
  std::vector<SceneOverride> startOverrides;
  bool isStartReady = true;  ///< the run that it branches from is done
};
PointPlace placeOf(const OpenedStudy& study, std::size_t place, const SweepFolder& folder);

}  // namespace scree
