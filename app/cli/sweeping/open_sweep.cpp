#include "app/cli/sweeping/open_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/console/exit_codes.h"
#include "app/console/print.h"
#include "app/sweep/study_start.h"
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

}  // namespace

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

int refuseStudy(const std::vector<SceneError>& errors, const std::filesystem::path& study) {
  for (const SceneError& error : errors) {
    print(stderr, "{}\n", error.text());
  }
  print(stderr, "{} error{} in {}: nothing was run\n", errors.size(), errors.size() == 1 ? "" : "s", study.string());
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

UndoneRuns undoneRuns(const OpenSweep& sweep, bool sorts, bool takesBroken) {
  // To look at a setting takes the time of its load: no more than a small share of that of all runs.
  constexpr double kShareOfTime = 0.002;  // s a point
  constexpr double kMostTime = 5.0;       // s
  UndoneRuns runs{.starts = undoneStarts(sweep), .points = undonePoints(sweep), .costs = {}};
  const double budget = sorts ? std::min(kMostTime, kShareOfTime * static_cast<double>(runs.points.size())) : 0.0;
  runs.costs = costsOf(sweep.study, rowsOf(runs.points), budget);
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

}  // namespace scree
