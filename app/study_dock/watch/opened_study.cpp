#include "app/study_dock/watch/opened_study.h"

#include <fmt/format.h>
#include <unistd.h>

#include <limits>
#include <set>

#include "app/sweep/report_path.h"
#include "app/sweep/search/search_report.h"
#include "app/sweep/search/search_words.h"
#include "app/sweep/study_start.h"
#include "engine/scene_file/base_scene.h"

namespace scree {

namespace {

namespace fs = std::filesystem;

fs::file_time_type timeOfFile(const fs::path& file) {
  std::error_code error;
  const fs::file_time_type time = fs::last_write_time(file, error);
  return error ? fs::file_time_type::min() : time;
}

using FileTime = FileTimes::value_type;

/// Times of files. That of the study is `begun`, from before it was read: it may have been written since.
FileTimes timesOf(const std::set<fs::path>& files, const FileTime& begun) {
  FileTimes times = {begun};
  for (const fs::path& file : files) {
    if (file != begun.first) {
      times.emplace_back(file, timeOfFile(file));
    }
  }
  return times;
}

/// Adds the scenes that the text of a study names, whether they are there or not.
void addNamedScenes(const YamlNode& node, const fs::path& folder, std::set<fs::path>& files) {
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const YamlNode& child = node.children[i];
    if (node.keys[i].name == "scene" && child.kind == YamlNode::Kind::scalar && !child.text.empty()) {
      files.insert(folder / child.text);
    } else if (node.keys[i].name == "scenes") {
      for (const YamlNode& scene : child.children) {
        addNamedScenes(scene, folder, files);
      }
    }
  }
}

/// Errors with the files whose repair may mend them: the study, its scenes, and the files that the errors are in.
OpenedStudyResult refusedStudy(const FileTime& begun, std::vector<SceneError> errors, std::set<fs::path> files = {}) {
  const fs::path& file = begun.first;
  ErrorList ignored(file.string());
  const SceneFileText read = readSceneText(file);
  if (const auto root = read.what.empty() ? parseYaml(read.text, 0, ignored) : std::nullopt) {
    addNamedScenes(*root, file.parent_path(), files);
  }
  for (const SceneError& error : errors) {
    files.insert(error.file);
  }
  return {nullptr, std::move(errors), timesOf(files, begun)};
}

OpenedStudyResult openSearch(const FileTime& begun, SearchStudy study) {
  OpenedStudy opened;
  auto search = std::make_shared<OpenedSearch>();
  search->study = std::make_shared<const SearchStudy>(std::move(study));
  std::set<fs::path> files;
  for (const SearchScene& scene : search->study->scenes) {
    files.insert(scene.study.scene);
    const SceneKeys keys(scene.study.scene);
    for (const fs::path& other : keys.errors().empty() ? keys.filesOf(scene.study.settings) : std::vector<fs::path>()) {
      files.insert(other);
    }
  }
  SearchProgress progress(*search->study, SweepFolder{});
  if (std::vector<SceneError> errors = progress.errors(); !errors.empty()) {
    return refusedStudy(begun, std::move(errors), std::move(files));
  }
  opened.files = timesOf(files, begun);
  opened.search = std::move(search);
  progress.look();
  return {grown(opened, progress), {}};
}

/// The optimum so far in a line.
std::string bestOf(const SearchStudy& study, const SearchState& state) {
  const Landscape* landscape = state.landscape();
  if (landscape == nullptr) {
    return {};
  }
  std::string text = fmt::format("Best after stage {}:", 1 + (state.stage() - state.stages.data()));
  for (const KeyResult& result : keyResults(study, *landscape)) {
    text += fmt::format("{} {} {}", text.ends_with(':') ? "" : ",", result.key, textOf(result));
  }
  const double objective = landscape->objective(landscape->optimum());
  return text + (study.isMatch()
                     ? fmt::format("; chi squared {:.3g} of {} measured number{}", objective, study.measured.size(),
                                   study.measured.size() == 1 ? "" : "s")
                     : fmt::format("; {} {}", study.numbers.front().name,
                                   meanText({.count = 2, .mean = objective, .error = landscape->objectiveError()}, 2)));
}

}  // namespace

bool haveChanged(const FileTimes& files) {
  for (const auto& [file, time] : files) {
    if (timeOfFile(file) != time) {
      return true;
    }
  }
  return false;
}

OpenedStudyResult openStudy(const fs::path& file) {
  const FileTime begun(file, timeOfFile(file));
  if (std::optional<SearchResult> search = readSearch(file)) {
    return search->study ? openSearch(begun, std::move(*search->study))
                         : refusedStudy(begun, std::move(search->errors));
  }
  StudyResult read = readStudy(file);
  if (!read.study) {
    return refusedStudy(begun, std::move(read.errors));
  }
  auto opened = std::make_shared<OpenedStudy>();
  opened->study = std::move(*read.study);
  const SweepStudy& study = opened->study;
  const SceneKeys keys(study.scene);
  if (std::vector<SceneError> errors = keys.errors(); !errors.empty()) {
    return refusedStudy(begun, std::move(errors), {study.scene});
  }
  std::set<fs::path> files = {study.scene};
  for (const fs::path& other : keys.filesOf(study.settings)) {
    files.insert(other);
  }
  if (std::vector<SceneError> errors = errorsOfKeys(study, keys); !errors.empty()) {
    return refusedStudy(begun, std::move(errors), std::move(files));
  }
  const std::vector<StudyPoint> points = pointsOf(study, keys);
  opened->points = startsOf(study, points);
  opened->starts = opened->points.size();
  opened->points.insert(opened->points.end(), points.begin(), points.end());
  opened->files = timesOf(files, begun);
  return {std::move(opened), {}};
}

std::shared_ptr<const OpenedStudy> grown(const OpenedStudy& study, SearchProgress& progress) {
  auto opened = std::make_shared<OpenedStudy>();
  opened->files = study.files;
  auto search = std::make_shared<OpenedSearch>();
  search->study = study.search->study;
  const SearchState& state = progress.state();
  search->stages = state.stages.size();
  search->isOver = state.isOver;
  search->end = state.end;
  search->best = bestOf(*search->study, state);
  search->summary = state.landscape() != nullptr ? searchSummary(*search->study, state) : std::string();
  search->sources = progress.starts();
  opened->starts = search->sources.size();
  for (SearchPoint& point : progress.all()) {
    search->sources.push_back(std::move(point));
  }
  const std::size_t scenes = search->study->scenes.size();
  for (std::size_t scene = 0; scene < scenes; ++scene) {
    search->scenes.push_back(progress.points().study(scene));
  }
  SweepStudy& shown = opened->study;
  shown = search->scenes.front();
  shown.file = search->study->file;
  shown.name = search->study->name;
  for (const SweepStudy& scene : search->scenes) {
    shown.start = shown.start ? shown.start : scene.start;
  }
  shown.keys.emplace_back("stage");
  if (scenes > 1) {
    shown.keys.emplace_back("scene");
  }
  shown.collect.clear();
  for (const SearchNumber& number : search->study->numbers) {
    shown.collect.push_back(number.name);
  }
  shown.rows.clear();
  for (const SearchSetting& setting : state.settings) {
    for (const SearchScene& scene : search->study->scenes) {
      std::vector<std::string>& row = shown.rows.emplace_back(setting.row);
      row.push_back(fmt::format("{}", setting.stage + 1));
      if (scenes > 1) {
        row.push_back(scene.name);
      }
    }
  }
  for (const SearchPoint& source : search->sources) {
    StudyPoint& point = opened->points.emplace_back(source.point);
    point.row = point.row == kStartRow ? kStartRow : source.setting * scenes + source.scene;
  }
  opened->search = std::move(search);
  return opened;
}

PointTask taskAt(const OpenedStudy& study, std::size_t place) {
  if (study.search == nullptr) {
    return taskOf(study.study, study.points[place]);
  }
  const SearchPoint& source = study.search->sources[place];
  return taskOf(study.search->scenes[source.scene], source.point);
}

std::vector<SceneOverride> startOverridesAt(const OpenedStudy& study, std::size_t place) {
  if (study.search == nullptr) {
    return overridesOfStart(study.study, seedOf(study.study, study.points[place]));
  }
  return overridesOfStart(study.search->scenes[study.search->sources[place].scene], "");
}

std::vector<double> numbersIn(const OpenedStudy& study, std::size_t place, const std::string& report) {
  if (study.search == nullptr) {
    return numbersAt(report, study.study.collect);
  }
  const std::size_t scene = study.search->sources[place].scene;
  const std::vector<double> found = numbersAt(report, study.search->scenes[scene].collect);
  std::vector<double> numbers(study.study.collect.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const SearchNumber& number = study.search->study->numbers[n];
    if (number.scene == scene) {
      numbers[n] = found[number.path];
    }
  }
  return numbers;
}

fs::path usualFolder(const fs::path& study, bool isShipped, const fs::path& documents) {
  const fs::path beside = fs::absolute(study).parent_path();
  const bool isOwn = !isShipped && ::access(beside.c_str(), W_OK) == 0;
  return (isOwn ? beside : documents) / study.stem();
}

}  // namespace scree
