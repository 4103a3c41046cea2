#include "app/study_dock/watch/study_watch.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "app/sweep/wanted_points.h"
#include "engine/io/output_file.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

/// True if the points that a study needs depend on results.
bool growsByResults(const SweepStudy& study) { return study.moreSeeds.has_value() || valuesOf(study) > 2; }

}  // namespace

StudyWatch::StudyWatch(std::shared_ptr<const OpenedStudy> study, fs::path folder)
    : study_(std::move(study)), folder_{std::move(folder)}, known_(study_->points.size()) {
  if (study_->search != nullptr) {
    progress_ = std::make_unique<SearchProgress>(*study_->search->study, folder_);
  }
}

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

void StudyWatch::readPoints(FolderNews& news) {
  for (std::size_t i = 0; i < known_.size(); ++i) {
    const PointFolder files = folder_.point(study_->points[i].hash);
    PointReading reading;
    if (!hasChanged(files, known_[i], reading)) {
      continue;
    }
    reading.numbers.assign(study_->study.collect.size(), std::numeric_limits<double>::quiet_NaN());
    if (reading.status.state == PointState::done && !study_->isStart(i)) {
      try {
        reading.numbers = numbersIn(*study_, i, readFile(files.report()));
      } catch (const std::exception&) {
        // a report that cannot be read has no numbers
      }
    }
    news.points.emplace_back(i, std::move(reading));
  }
}

void StudyWatch::findWanted(FolderNews& news) const {
  const std::vector<StudyPoint> all(study_->points.begin() + static_cast<std::ptrdiff_t>(study_->starts),
                                    study_->points.end());
  std::unordered_set<std::string> hashes;
  for (const StudyPoint& point : wantedPoints(study_->study, all, folder_)) {
    hashes.insert(point.hash);
    hashes.insert(point.start);
  }
  std::vector<bool>& wanted = news.wanted.emplace();
  for (const StudyPoint& point : study_->points) {
    wanted.push_back(hashes.contains(point.hash));
  }
}

/// Goes on to the stages that the results of a search reach.
void StudyWatch::goOn(FolderNews& news) {
  for (const auto& [place, reading] : news.points) {
    if (!study_->isStart(place)) {
      progress_->forget(study_->search->sources[place].setting);
    }
  }
  progress_->look();
  const std::shared_ptr<const OpenedStudy> next = grown(*study_, *progress_);
  const bool isSame = std::ranges::equal(next->points, study_->points, {}, &StudyPoint::hash, &StudyPoint::hash);
  if (isSame && next->search->isOver == study_->search->isOver && next->search->best == study_->search->best) {
    return;
  }
  study_ = next;
  news.study = next;
  news.points.clear();
  known_.assign(study_->points.size(), {});
  readPoints(news);
}

FolderNews StudyWatch::look() {
  FolderNews news;
  readPoints(news);
  if (!news.points.empty() && progress_ != nullptr) {
    goOn(news);
  } else if (!news.points.empty() && growsByResults(study_->study)) {
    findWanted(news);
  }
  news.isLocked = isLocked(folder_.lock());
  news.owner = news.isLocked ? lockOwner(folder_.lock()) : 0;
  news.isStudyChanged = haveChanged(study_->files);
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
  PointPlace found{.task = taskAt(study, place), .start = {}, .startOverrides = {}};
  if (!point.start.empty()) {
    const PointFolder files = folder.point(point.start);
    std::error_code error;
    found.start = files.state();
    found.startOverrides = startOverridesAt(study, place);
    found.isStartReady = statusOf(files).state == PointState::done && std::filesystem::exists(found.start, error);
  }
  return found;
}

}  // namespace scree
