#include "app/cli/sweeping/open_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/sweep/study_start.h"
#include "engine/base/count_text.h"
#include "engine/base/processors.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

std::vector<StudyPoint> undoneOf(const std::vector<StudyPoint>& points, const SweepFolder& folder) {
  std::vector<StudyPoint> undone;
  std::ranges::copy_if(points, std::back_inserter(undone), [&](const StudyPoint& point) {
    const PointState state = statusOf(folder.point(point.hash)).state;
    return state != PointState::done && state != PointState::failed;
  });
  return undone;
}

void tellOfOther(const SweepFolder& folder) {
  print(stderr, "{}: another sweep, process {}, works in this folder: wait for it, or give another --out\n",
        folder.path.string(), lockOwner(folder.lock()));
}

}  // namespace

int refuseStudy(const std::vector<SceneError>& errors, const std::filesystem::path& study) {
  for (const SceneError& error : errors) {
    print(stderr, "{}\n", error.text());
  }
  print(stderr, "{} in {}: nothing was run\n", countText(errors.size(), "error"), study.string());
  return kBadScene;
}

TaskWriter::TaskWriter(const OpenSweep& sweep)
    : sweep_(sweep), scene_(std::filesystem::absolute(sweep.study.scene).lexically_normal()), keys_(scene_) {}

void TaskWriter::write(const StudyPoint& point) {
  const PointFolder folder = sweep_.folder.point(point.hash);
  PointTask task = taskOf(sweep_.study, point);
  task.scene = scene_;
  const std::string text = pointJson(task, identityOf(task, keys_, hashes_));
  std::error_code error;
  if (!std::filesystem::exists(folder.task(), error) || readFile(folder.task()) != text) {
    writeFileQuickly(folder.task(), text);
  }
}

std::vector<std::size_t> rowsOf(const std::vector<StudyPoint>& points) {
  std::vector<std::size_t> rows;
  for (const StudyPoint& point : points) {
    if (rows.empty() || rows.back() != point.row) {
      rows.push_back(point.row);
    }
  }
  return rows;
}

std::vector<StudyPoint> undonePoints(const OpenSweep& sweep) { return undoneOf(sweep.points, sweep.folder); }

std::vector<StudyPoint> undoneStarts(const OpenSweep& sweep) {
  return undoneOf(startsOf(sweep.study, undonePoints(sweep)), sweep.folder);
}

std::vector<StudyPoint> joined(std::vector<StudyPoint> first, const std::vector<StudyPoint>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

double costOf(const StudyPoint& point, const PointCosts& costs) {
  return point.row == kStartRow ? costs.startSeconds : costs.seconds[point.row];
}

UndoneRuns undoneRuns(const OpenSweep& sweep, bool sorts, bool takesBroken, const PointCosts* known) {
  // To look at a setting takes the time of its load: no more than a small share of that of all runs.
  constexpr double kShareOfTime = 0.002;  // s a point
  constexpr double kMostTime = 5.0;       // s
  UndoneRuns runs{.starts = undoneStarts(sweep), .points = undonePoints(sweep), .costs = {}};
  const double budget = sorts ? std::min(kMostTime, kShareOfTime * static_cast<double>(runs.points.size())) : 0.0;
  runs.costs = known != nullptr ? *known : costsOf(sweep.study, rowsOf(runs.points), budget);
  if (!runs.costs.errors.empty()) {
    runs.code = refuseStudy(runs.costs.errors, sweep.study.file);
    return runs;
  }
  if (!runs.costs.broken.empty() && runs.points.size() == sweep.points.size() && !takesBroken) {
    runs.code = refuseStudy(runs.costs.broken, sweep.study.file);
    return runs;
  }
  std::ranges::stable_sort(runs.points, std::greater{}, [&](const StudyPoint& point) {
    const double seconds = costOf(point, runs.costs);
    return std::isfinite(seconds) ? seconds : 0.0;
  });
  return runs;
}

int usualJobs(int threads) { return threads == 0 ? 1 : std::max(1, usableProcessors() / threads); }

std::string diskText(double stateBytes, std::size_t points, std::size_t starts, int jobs, bool keepsState) {
  constexpr double kFilesOfPoint = 32768.0;  // report, log, marks and their folder, in blocks of 4 KiB [bytes]
  const auto megabytes = [](double bytes) { return fmt::format("{:.3g} MB", 1e-6 * bytes); };
  const auto running = static_cast<double>(std::min(points + starts, static_cast<std::size_t>(jobs)));
  const double kept = stateBytes * static_cast<double>(starts + (keepsState ? points : 0));
  // A state is written beside the one before, which it then replaces.
  const double written = stateBytes * running * (keepsState ? 1.0 : 2.0);
  const double files = kFilesOfPoint * static_cast<double>(points + starts);
  return fmt::format("disk: up to {}: {} of states that stay, {} of states being written, {} of reports and logs\n",
                     megabytes(kept + written + files), megabytes(kept), megabytes(written), megabytes(files));
}

bool isFree(const SweepFolder& folder) {
  const bool isLockedNow = isLocked(folder.lock());
  if (isLockedNow) {
    tellOfOther(folder);
  }
  return !isLockedNow;
}

std::optional<FileLock> lockFolder(const SweepFolder& folder) {
  std::optional<FileLock> lock = FileLock::take(folder.lock());
  if (!lock) {
    tellOfOther(folder);
  }
  return lock;
}

}  // namespace scree
