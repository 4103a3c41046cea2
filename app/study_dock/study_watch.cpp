#include "app/study_dock/study_watch.h"

#include <limits>

#include "app/sweep/report_path.h"
#include "app/sweep/study_start.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

std::vector<double> numbersIn(const fs::path& report, const std::vector<std::string>& paths) {
  try {
    return numbersAt(readFile(report), paths);
  } catch (const std::exception&) {
    return std::vector<double>(paths.size(), std::numeric_limits<double>::quiet_NaN());
  }
}

}  // namespace

StudyWatch::StudyWatch(std::shared_ptr<const OpenedStudy> study, fs::path folder)
    : study_(std::move(study)), folder_{std::move(folder)}, known_(study_->points.size()) {}

bool StudyWatch::hasChanged(const PointFolder& files, Known& known, PointReading& reading) const {
  std::error_code error;
  const bool wasThrough = known.isRead && (known.state == PointState::done || known.state == PointState::failed);
  if (wasThrough) {
    const fs::path mark = known.state == PointState::done ? files.done() : files.failed();
    if (fs::last_write_time(mark, error) == known.marked && !error) {
      return false;
    }
  }
  reading.status = statusOf(files);
  reading.hasState = reading.status.state != PointState::waiting && fs::exists(files.state(), error);
  if (known.isRead && !wasThrough && reading.status.state == known.state && reading.hasState == known.hasState) {
    return false;
  }
  known = {.isRead = true, .state = reading.status.state, .hasState = reading.hasState, .marked = {}};
  if (reading.status.state == PointState::done || reading.status.state == PointState::failed) {
    known.marked = fs::last_write_time(reading.status.state == PointState::done ? files.done() : files.failed(), error);
  }
  return true;
}

FolderNews StudyWatch::look() {
  FolderNews news;
  for (std::size_t i = 0; i < known_.size(); ++i) {
    const PointFolder files = folder_.point(study_->points[i].hash);
    PointReading reading;
    if (!hasChanged(files, known_[i], reading)) {
      continue;
    }
    reading.numbers.assign(study_->study.collect.size(), std::numeric_limits<double>::quiet_NaN());
    if (reading.status.state == PointState::done && !study_->isStart(i)) {
      reading.numbers = numbersIn(files.report(), study_->study.collect);
    }
    news.points.emplace_back(i, std::move(reading));
  }
  news.isLocked = isLocked(folder_.lock());
  news.owner = news.isLocked ? lockOwner(folder_.lock()) : 0;
  news.isStudyChanged = isChangedOnDisk(*study_);
  return news;
}

fs::path recordingIn(const PointFolder& folder) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path, error)) {
    if (entry.path().extension() == ".scree") {
      return entry.path();
    }
  }
  return {};
}

std::size_t forgetBegun(const OpenedStudy& study, const SweepFolder& folder) {
  std::size_t forgotten = 0;
  for (const StudyPoint& point : study.points) {
    const PointFolder files = folder.point(point.hash);
    if (statusOf(files).state != PointState::begun) {
      continue;
    }
    try {
      if (const auto lock = FileLock::take(files.lock()); lock && statusOf(files).state != PointState::done) {
        forgetRun(files);
        ++forgotten;
      }
    } catch (const OutputError&) {
      // a folder that cannot be written to stays as it is
    }
  }
  return forgotten;
}

PointPlace placeOf(const OpenedStudy& study, std::size_t place, const SweepFolder& folder) {
  const StudyPoint& point = study.points[place];
  PointPlace found{.task = taskOf(study.study, point), .start = {}, .startOverrides = {}};
  if (!point.start.empty()) {
    const PointFolder files = folder.point(point.start);
    std::error_code error;
    found.start = files.state();
    found.startOverrides = overridesOfStart(study.study, seedOf(study.study, point));
    found.isStartReady = statusOf(files).state == PointState::done && std::filesystem::exists(found.start, error);
  }
  return found;
}

}  // namespace scree
