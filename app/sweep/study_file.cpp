#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>

#include "app/console/load.h"
#include "app/sweep/report_path.h"
#include "app/sweep/study.h"
#include "app/sweep/study_places.h"
#include "app/sweep/study_sections.h"
#include "app/sweep/study_seeds.h"
#include "app/sweep/study_start.h"
#include "app/sweep/study_vary.h"
#include "app/sweep/sweep_nodes.h"
#include "engine/base/count_text.h"
#include "engine/base/units.h"
#include "engine/scene_file/base_scene.h"

namespace scree {

namespace {

/// Reads the sections of a study one by one.
class StudyReader {
 public:
  StudyReader(const std::filesystem::path& file, ErrorList& errors) : errors_(errors) { study_.file = file; }

  SweepStudy read(const YamlNode& root) {
    if (!isMapOf(root, "the study", {kStudyKeys.begin(), kStudyKeys.end()}, errors_)) {
      return study_;
    }
    study_.name = study_.file.stem().string();
    if (const YamlNode* name = root.find("name")) {
      study_.name = wordOf(*name, "name", "a short text, the title of the report", errors_).value_or(study_.name);
    }
    readScene(root);
    const YamlNode* vary = root.find("vary");
    study_.rows = {{}};
    if (vary != nullptr) {
      readVary(*vary, study_, errors_);
    }
    if (const YamlNode* seeds = root.find("seeds")) {
      readSeeds(*seeds, study_, errors_);
    }
    if (const YamlNode* run = root.find("run")) {
      readRun(*run);
    }
    if (const YamlNode* start = root.find("start")) {
      study_.places["start"] = keyMark(root, "start");
      readStart(*start, study_, errors_);
    }
    readCollect(root);
    if (const YamlNode* compare = root.find("compare")) {
      readCompare(*compare, study_, errors_);
    }
    checkWantedErrors(study_, errors_);
    const std::size_t points = study_.rows.size() * std::max<std::size_t>(1, study_.seeds.size());
    if (points > kMostPoints) {
      errors_.add(root.mark, fmt::format("{}, more than {}", countText(points, "point"), kMostPoints),
                  "take fewer values of a key, or a sample");
    }
    return study_;
  }

 private:
  void readScene(const YamlNode& root) {
    const YamlNode* scene = root.find("scene");
    if (scene == nullptr) {
      errors_.add(root.mark, "no scene", "add 'scene:' with a scene file, or the name of a shipped scene");
      return;
    }
    const auto name = wordOf(*scene, "scene", "a scene file, or the name of a shipped scene", errors_);
    if (!name) {
      return;
    }
    const std::filesystem::path beside = study_.file.parent_path() / *name;
    std::error_code error;
    if (std::filesystem::is_regular_file(beside, error)) {
      study_.scene = beside;
      return;
    }
    const SceneLibrary library = shippedScenes();
    for (const std::filesystem::path& file : library.files) {
      if (*name == file.stem() || *name == file.filename()) {
        study_.scene = file;
        return;
      }
    }
    errors_.add(scene->mark, fmt::format("no scene file {} beside the study, and no shipped scene", inQuotes(*name)),
                "give a path from the study's folder, or one of the names that ndem scenes lists");
  }

  void addSetting(const std::string& key, const YamlNode& value, const Mark& mark) {
    if (!study_.places.emplace(key, mark).second || (key == "seed" && !study_.seeds.empty())) {
      errors_.add(mark, fmt::format("{} is given already", inQuotes(key)), "give it once: varied, set, or as seeds");
      return;
    }
    study_.settings.push_back({key, flowText(value)});
  }

  void readRun(const YamlNode& run) {
    if (!isMapOf(run, "'run'",
                 {"until", "threads", "merging", "belt", "angle", "flow", "mixing", "save_every", "keep_state", "set"},
                 errors_)) {
      return;
    }
    SweepRun& how = study_.run;
    if (const YamlNode* until = run.find("until")) {
      how.until = timeOf(*until, "until", false, errors_);
    }
    if (const YamlNode* threads = run.find("threads")) {
      study_.places["run threads"] = keyMark(run, "threads");
      constexpr double kMostThreads = 256.0;
      how.threads = static_cast<int>(wholeOf(*threads, "threads", 0.0, kMostThreads, errors_).value_or(1));
    }
    if (const YamlNode* merging = run.find("merging")) {
      addSetting("reduction.merging", *merging, keyMark(run, "merging"));
    }
    for (const char* measured : {"belt", "angle", "flow", "mixing"}) {
      if (run.find(measured) != nullptr) {
        study_.places[fmt::format("run {}", measured)] = keyMark(run, measured);
      }
    }
    if (const YamlNode* belt = run.find("belt")) {
      how.beltFrom = 0.0;
      if (belt->kind != YamlNode::Kind::empty && isMapOf(*belt, "'belt'", {"from"}, errors_)) {
        const YamlNode* from = belt->find("from");
        how.beltFrom = from == nullptr ? 0.0 : timeOf(*from, "from", true, errors_).value_or(0.0);
      }
    }
    if (const YamlNode* angle = run.find("angle")) {
      readSeries(*angle, "'angle'", study_.run.angleEvery, study_.run.angleFrom);
    }
    if (const YamlNode* flow = run.find("flow")) {
      readSeries(*flow, "'flow'", study_.run.flowEvery, study_.run.flowFrom);
    }
    if (const YamlNode* mixing = run.find("mixing")) {
      readMixing(*mixing);
    }
    if (const YamlNode* every = run.find("save_every")) {
      how.saveEvery = timeOf(*every, "save_every", false, errors_).value_or(how.saveEvery);
    }
    if (const YamlNode* keep = run.find("keep_state")) {
      how.keepsState = switchOf(*keep, "keep_state", errors_).value_or(true);
    }
    const std::pair<const char*, double> measured[] = {{"belt", how.beltFrom.value_or(0.0)},
                                                       {"angle", how.angleFrom},
                                                       {"flow", how.flowFrom},
                                                       {"mixing", how.mixingFrom}};
    for (const auto& [name, from] : measured) {
      if (how.until && from >= *how.until) {
        errors_.add(keyMark(run, name), fmt::format("'{}' counts from the end of the run, or later", name),
                    "give an earlier 'from', or a later 'until'");
      }
    }
    const YamlNode* set = run.find("set");
    if (set == nullptr) {
      return;
    }
    if (set->kind != YamlNode::Kind::map) {
      errors_.add(set->mark, fmt::format("'set' is {}", natureOf(*set)),
                  "write keys of the scene with their values, such as solver.sweeps: 16");
      return;
    }
    for (std::size_t i = 0; i < set->keys.size(); ++i) {
      addSetting(set->keys[i].name, set->children[i], set->keys[i].mark);
    }
  }

  void readMixing(const YamlNode& node) {
    SweepRun& how = study_.run;
    if (!readSeries(node, "'mixing'", how.mixingEvery, how.mixingFrom, {"every", "from", "by", "cell", "least"})) {
      return;
    }
    if (const YamlNode* by = node.find("by")) {
      const auto found = std::ranges::find(kMixingNames, by->kind == YamlNode::Kind::scalar ? by->text : "");
      if (found == kMixingNames.end()) {
        errors_.add(by->mark, fmt::format("'by' is {}", natureOf(*by)), "give one of: x, y, z, size, material");
      } else {
        how.mixing.by = static_cast<MixingBy>(found - kMixingNames.begin());
      }
    }
    if (const YamlNode* cell = node.find("cell")) {
      const Quantity edge = parseQuantity(cell->kind == YamlNode::Kind::scalar ? cell->text : "", Dimension::length);
      if (!edge.what.empty() || edge.value <= 0.0) {
        errors_.add(cell->mark, fmt::format("'cell' is {}", natureOf(*cell)), "give a length, such as 20 mm");
      } else {
        how.mixing.cell = edge.value;
      }
    }
    if (const YamlNode* least = node.find("least")) {
      constexpr double kMostGrains = 1e6;  // of a cell
      how.mixing.least = static_cast<int>(wholeOf(*least, "least", 2.0, kMostGrains, errors_).value_or(2));
    }
  }

  /// Reads how often something is measured, and from when it counts. False where there is nothing more to read.
  bool readSeries(const YamlNode& node, std::string_view name, std::optional<double>& interval, double& begin,
                  const std::vector<std::string_view>& known = {"every", "from"}) {
    constexpr double kUsualInterval = 0.05;  // s
    interval = kUsualInterval;
    if (node.kind == YamlNode::Kind::empty || !isMapOf(node, name, known, errors_)) {
      return false;
    }
    if (const YamlNode* every = node.find("every")) {
      interval = timeOf(*every, "every", false, errors_).value_or(kUsualInterval);
    }
    if (const YamlNode* from = node.find("from")) {
      begin = timeOf(*from, "from", true, errors_).value_or(0.0);
    }
    return true;
  }

  void readCollect(const YamlNode& root) {
    const YamlNode* collect = root.find("collect");
    if (collect == nullptr) {
      errors_.add(root.mark, "nothing is collected",
                  "add 'collect:' with a list of numbers of the report, such as [overlap.mean_over_steps]");
      return;
    }
    if (collect->kind != YamlNode::Kind::list || collect->children.empty()) {
      errors_.add(collect->mark, fmt::format("'collect' is {}", natureOf(*collect)),
                  "give a list of numbers of the report, such as [overlap.mean_over_steps]");
      return;
    }
    for (const YamlNode& item : collect->children) {
      const auto path = wordOf(item, "collect", "a path in the report, such as overlap.mean_over_steps", errors_);
      if (!path) {
        continue;
      }
      if (!study_.places.emplace("collect " + *path, item.mark).second) {
        errors_.add(item.mark, fmt::format("{} twice", inQuotes(*path)), "collect it once");
      } else if (const std::string why = whyNotCollected(*path); !why.empty()) {
        errors_.add(item.mark, fmt::format("{} {}", inQuotes(*path), why), "leave it out");
      } else {
        study_.collect.push_back(*path);
      }
    }
  }

  static Mark keyMark(const YamlNode& map, std::string_view name) {
    const YamlNode::Key* key = keyNamed(map, name);
    return key == nullptr ? map.mark : key->mark;
  }

  ErrorList& errors_;
  SweepStudy study_;
};

}  // namespace

SweepStudy readStudySections(const YamlNode& root, const std::filesystem::path& file, ErrorList& errors) {
  return StudyReader(file, errors).read(root);
}

StudyResult readStudy(const std::filesystem::path& file) {
  ErrorList errors(file.string());
  const SceneFileText read = readSceneText(file);
  if (!read.what.empty()) {
    errors.add({}, read.what, read.remedy == "check the path" ? read.remedy : "give a study, a YAML file");
    return {std::nullopt, errors.sorted()};
  }
  const std::optional<YamlNode> root = parseYaml(read.text, 0, errors);
  if (!root) {
    return {std::nullopt, errors.sorted()};
  }
  SweepStudy study = StudyReader(file, errors).read(*root);
  if (errors.count() > 0) {
    return {std::nullopt, errors.sorted()};
  }
  return {std::move(study), {}};
}

std::vector<SceneOverride> overridesOf(const SweepStudy& study, std::size_t row, const std::string& seed) {
  std::vector<SceneOverride> overrides = study.settings;
  for (std::size_t k = 0; k < study.keys.size(); ++k) {
    overrides.push_back({study.keys[k], study.rows[row][k]});
  }
  if (!seed.empty()) {
    overrides.push_back({"seed", seed});
  }
  std::ranges::stable_sort(overrides, {}, &SceneOverride::key);
  return overrides;
}

std::vector<SceneError> errorsOfKeys(const SweepStudy& study, const SceneKeys& keys) {
  constexpr std::size_t kMostErrors = 100;
  std::vector<SceneError> all = errorsOfStart(study, keys);
  std::set<std::string> seen;
  for (std::size_t row = 0; row < study.rows.size() && all.size() < kMostErrors; ++row) {
    // Seeds are whole numbers already: the first stands for all.
    for (SceneError& error : keys.errorsOf(overridesOf(study, row, study.seeds.empty() ? "" : study.seeds.front()))) {
      if (seen.insert(error.text()).second) {
        all.push_back(placedInStudy(study, std::move(error), "", row));
      }
    }
  }
  return all;
}

}  // namespace scree
