#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/sweep/point_costs.h"
#include "app/sweep/sweep_folder.h"
#include "app/sweep/sweep_points.h"

// Parts that all ways to run a sweep share.
namespace scree {

/// A study with its points and their folder.
struct OpenSweep {
  SweepStudy study;
  std::vector<StudyPoint> all;     ///< points that the study may need
  std::vector<StudyPoint> points;  ///< points that it needs by the results that there are
  std::vector<StudyPoint> starts;  ///< that the points branch from
  SweepFolder folder;
};

/// Prints the errors of a study. Returns kBadScene.
int refuseStudy(const std::vector<SceneError>& errors, const std::filesystem::path& study);

/// Writes the tasks of points into their folders. They name the scene by its whole path: a point runs from anywhere.
class TaskWriter {
 public:
  explicit TaskWriter(const OpenSweep& sweep);
  /// Writes the task, if it is not there. Throws OutputError.
  void write(const StudyPoint& point);

 private:
  const OpenSweep& sweep_;
  std::filesystem::path scene_;
  SceneKeys keys_;
  FileHashes hashes_;
};

/// Settings of points, each once where those of one setting are neighbours.
std::vector<std::size_t> rowsOf(const std::vector<StudyPoint>& points);

/// Points that are neither done nor failed, in their order.
std::vector<StudyPoint> undonePoints(const OpenSweep& sweep);
/// Starts of these that are neither done nor failed.
std::vector<StudyPoint> undoneStarts(const OpenSweep& sweep);
/// Points of both lists, one after the other.
std::vector<StudyPoint> joined(std::vector<StudyPoint> first, const std::vector<StudyPoint>& second);

/// Predicted cost of a start or a point [s].
double costOf(const StudyPoint& point, const PointCosts& costs);

/// Points to run with the predicted costs of their settings, as far as those were looked at.
struct UndoneRuns {
  int code = 0;                    ///< kDone, or that of errors, which were printed
  std::vector<StudyPoint> starts;  ///< to be run before the points
  std::vector<StudyPoint> points;
  PointCosts costs;
};

/// The undone points, the longest first where `sorts`, else in their order. A sweep none of whose points is done is
/// refused if its first scene has errors; not so where `takesBroken`. `known` are costs that were found before.
UndoneRuns undoneRuns(const OpenSweep& sweep, bool sorts, bool takesBroken, const PointCosts* known = nullptr);

/// Runs side by side where the user gives no number, for threads of a run; 0: each run takes as many as pay off.
int usualJobs(int threads);

/// Files of a sweep for people: how much disk they take. `jobs` points write their states at once.
std::string diskText(double stateBytes, std::size_t points, std::size_t starts, int jobs, bool keepsState);

/// False, with a message, where another sweep works in the folder. Makes nothing.
bool isFree(const SweepFolder& folder);
/// Takes the lock of a folder, which is made; empty, with a message, where another sweep has it. Throws OutputError.
std::optional<FileLock> lockFolder(const SweepFolder& folder);

}  // namespace scree
