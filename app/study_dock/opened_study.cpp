#include "app/study_dock/opened_study.h"

#include <unistd.h>

#include <set>

#include "app/sweep/search/search_study.h"
#include "app/sweep/study_start.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

fs::file_time_type timeOfFile(const fs::path& file) {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(file, error);
  return error ? fs::file_time_type::min() : time;
}

}  // namespace

OpenedStudyResult openStudy(const fs::path& file) {
  if (const std::optional<SearchResult> search = readSearch(file)) {
    if (!search->study) {
      return {nullptr, search->errors};
    }
    return {nullptr,
            {{file.string(), 0, 0, "it searches for values, and its points follow from results",
              "run it by 'ndem sweep', and see its report sweep.html"}}};
  }
  StudyResult read = readStudy(file);
  if (!read.study) {
    return {nullptr, std::move(read.errors)};
  }
  auto opened = std::make_shared<OpenedStudy>();
  opened->study = std::move(*read.study);
  const SweepStudy& study = opened->study;
  const SceneKeys keys(study.scene);
  if (std::vector<SceneError> errors = keys.errors(); !errors.empty()) {
    return {nullptr, std::move(errors)};
  }
  if (std::vector<SceneError> errors = errorsOfKeys(study, keys); !errors.empty()) {
    return {nullptr, std::move(errors)};
  }
  const std::vector<StudyPoint> points = pointsOf(study, keys);
  opened->points = startsOf(study, points);
  opened->starts = opened->points.size();
  opened->points.insert(opened->points.end(), points.begin(), points.end());
  std::set<fs::path> files = {file, study.scene};
  for (const fs::path& other : keys.filesOf(study.settings)) {
    files.insert(other);
  }
  for (const fs::path& each : files) {
    opened->files.emplace_back(each, timeOfFile(each));
  }
  return {std::move(opened), {}};
}

bool isChangedOnDisk(const OpenedStudy& study) {
  for (const auto& [file, time] : study.files) {
    if (timeOfFile(file) != time) {
      return true;
    }
  }
  return false;
}

fs::path usualFolder(const fs::path& study, bool isShipped, const fs::path& documents) {
  const fs::path beside = fs::absolute(study).parent_path();
  const bool isOwn = !isShipped && ::access(beside.c_str(), W_OK) == 0;
  return (isOwn ? beside : documents) / study.stem();
}

}  // namespace scree
