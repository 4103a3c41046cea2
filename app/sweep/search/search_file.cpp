#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "app/sweep/search/search_study.h"
#include "app/sweep/study_sections.h"
#include "app/sweep/study_vary.h"
#include "app/sweep/sweep_nodes.h"
#include "engine/base/count_text.h"
#include "engine/scene_file/base_scene.h"

namespace scree {

namespace {

constexpr std::array<std::string_view, 2> kSearchMethods = {"stages", "cmaes"};
constexpr std::size_t kMostSearchKeys = 8;  // a quadratic surface has 45 coefficients then

/// Reads the sections of a search one by one.
class SearchReader {
 public:
  SearchReader(const std::filesystem::path& file, ErrorList& errors) : errors_(errors) { search_.file = file; }

  SearchStudy read(const YamlNode& root) {
    for (const char* other : {"collect", "compare"}) {
      if (const YamlNode::Key* key = keyNamed(root, other)) {
        errors_.add(key->mark, fmt::format("'{}' in a search", other),
                    "leave it out, or leave out 'match', 'minimise', 'search' and 'scenes': a search looks at the "
                    "numbers that it matches or minimises");
      }
    }
    if (!isMapOf(root, "the study", {kStudyKeys.begin(), kStudyKeys.end()}, errors_)) {
      return search_;
    }
    search_.name = search_.file.stem().string();
    if (const YamlNode* name = root.find("name")) {
      search_.name = wordOf(*name, "name", "a short text, the title of the report", errors_).value_or(search_.name);
    }
    readKeys(root);
    readSceneNames(root);
    readAim(root);
    readScenes(root);
    if (const YamlNode* seeds = root.find("seeds")) {
      readSeedCount(*seeds);
    }
    readMethod(root);
    return search_;
  }

 private:
  void readKeys(const YamlNode& root) {
    const YamlNode* vary = root.find("vary");
    if (vary == nullptr || vary->kind != YamlNode::Kind::map || vary->keys.empty()) {
      errors_.add(
          vary == nullptr ? root.mark : vary->mark, "a search without keys to vary",
          "add 'vary:' with keys of the scene and their ranges, such as default_pair.friction: {from: 0.1, to: 1}");
      return;
    }
    if (vary->keys.size() > kMostSearchKeys) {
      errors_.add(vary->mark, fmt::format("a search over {}", countText(vary->keys.size(), "key")),
                  fmt::format("vary at most {}", kMostSearchKeys));
    }
    for (std::size_t i = 0; i < vary->keys.size(); ++i) {
      const YamlNode::Key& key = vary->keys[i];
      if (key.name == "sample" || key.name == "table" || key.name == "seed") {
        errors_.add(key.mark, fmt::format("{} in a search", inQuotes(key.name)),
                    "leave it out: a search varies keys over ranges, and takes points and seeds itself");
        continue;
      }
      const std::optional<KeyRange> range = readOpenRange(vary->children[i], key.name, errors_);
      if (range && !(range->from < range->to)) {
        errors_.add(vary->children[i].mark, fmt::format("the range of {} does not rise", inQuotes(key.name)),
                    "give the smaller end as 'from'");
      }
      search_.keys.push_back(key.name);
      search_.ranges.push_back(range.value_or(KeyRange()));
      marks_.push_back(key.mark);
    }
  }

  void readSceneNames(const YamlNode& root) {
    const YamlNode* scenes = root.find("scenes");
    if (scenes == nullptr) {
      search_.scenes.emplace_back();
      return;
    }
    for (const char* other : {"scene", "start", "run"}) {
      if (const YamlNode::Key* key = keyNamed(root, other)) {
        errors_.add(key->mark, fmt::format("'{}' beside 'scenes'", other),
                    "give scene and run under each scene's name");
      }
    }
    if (scenes->kind != YamlNode::Kind::map || scenes->keys.empty()) {
      errors_.add(scenes->mark, fmt::format("'scenes' is {}", natureOf(*scenes)),
                  "write a name for each scene, such as pile: {scene: pile, run: {until: 5 s}}");
      return;
    }
    for (const YamlNode::Key& key : scenes->keys) {
      if (key.name.find('.') != std::string::npos) {
        errors_.add(key.mark, fmt::format("the name {} has a dot", inQuotes(key.name)), "leave it out");
      }
      search_.scenes.emplace_back().name = key.name;
    }
  }

  void readAim(const YamlNode& root) {
    collected_.resize(search_.scenes.size());
    const YamlNode* match = root.find("match");
    const YamlNode* minimise = root.find("minimise");
    if ((match == nullptr) == (minimise == nullptr)) {
      errors_.add(root.mark, match == nullptr ? "a search without an aim" : "both 'match' and 'minimise'",
                  "give 'minimise:' with a number of the report, or 'match:' with measured values");
      return;
    }
    const std::size_t before = errors_.count();
    readNumbers(match, minimise);
    hasAim_ = errors_.count() == before;
  }

  void readNumbers(const YamlNode* match, const YamlNode* minimise) {
    if (minimise != nullptr) {
      if (const auto path = wordOf(*minimise, "minimise", "a path in the report, such as belt.sigma_h", errors_)) {
        addNumber(*path, minimise->mark);
      }
      return;
    }
    if (match->kind != YamlNode::Kind::map || match->keys.empty()) {
      errors_.add(
          match->mark, fmt::format("'match' is {}", natureOf(*match)),
          "write numbers of the report with their measured values, such as angle.mean_deg: {value: 31, error: 0.5}");
      return;
    }
    for (std::size_t i = 0; i < match->keys.size(); ++i) {
      addNumber(match->keys[i].name, match->keys[i].mark);
      readMeasured(match->children[i], match->keys[i].name);
    }
  }

  void readMeasured(const YamlNode& node, const std::string& path) {
    MeasuredNumber measured{.value = 0.0, .error = 1.0};
    if (node.kind != YamlNode::Kind::map || node.keys.empty()) {
      errors_.add(node.mark, fmt::format("{} is {}", inQuotes(path), natureOf(node)),
                  "write the measured value with its standard error, such as {value: 31.2, error: 0.4}");
    } else if (isMapOf(node, inQuotes(path), {"value", "error"}, errors_)) {
      measured.value = plainNumber(node, "value").value_or(0.0);
      measured.error = plainNumber(node, "error").value_or(1.0);
      if (!(measured.error > 0.0)) {
        errors_.add(node.mark, fmt::format("the error of {} is not above 0", inQuotes(path)),
                    "give the standard error of the measured value: it weighs the numbers against each other");
      }
    }
    search_.measured.push_back(measured);
  }

  std::optional<double> plainNumber(const YamlNode& node, const char* name) {
    const YamlNode* child = node.find(name);
    const auto number =
        child == nullptr || child->kind != YamlNode::Kind::scalar ? std::nullopt : unitNumberOf(child->text);
    if (!number || !number->unit.empty()) {
      errors_.add(child == nullptr ? node.mark : child->mark,
                  child == nullptr ? fmt::format("there is no '{}'", name)
                                   : fmt::format("'{}' is {}, no number", name, natureOf(*child)),
                  "write {value: 31.2, error: 0.4}, in the unit of the report and without it");
      return std::nullopt;
    }
    return number->value;
  }

  /// Adds a number to those that its scene collects.
  void addNumber(const std::string& name, const Mark& mark) {
    SearchNumber number{.name = name, .scene = 0, .path = 0};
    std::string path = name;
    if (search_.scenes.size() != 1 || !search_.scenes.front().name.empty()) {
      const std::size_t dot = name.find('.');
      const auto found = std::ranges::find(search_.scenes, name.substr(0, dot), &SearchScene::name);
      if (found == search_.scenes.end() || dot == std::string::npos) {
        std::string names;
        for (const SearchScene& scene : search_.scenes) {
          names += (names.empty() ? "" : ", ") + scene.name;
        }
        errors_.add(mark, fmt::format("{} names no scene", inQuotes(name)),
                    fmt::format("begin with the name of a scene ({}) and a dot", names));
        return;
      }
      number.scene = static_cast<std::size_t>(found - search_.scenes.begin());
      path = name.substr(dot + 1);
    }
    YamlNode item;
    item.kind = YamlNode::Kind::scalar;
    item.mark = mark;
    item.text = path;
    number.path = collected_[number.scene].size();
    collected_[number.scene].push_back(std::move(item));
    search_.numbers.push_back(std::move(number));
  }

  void readScenes(const YamlNode& root) {
    const YamlNode* scenes = root.find("scenes");
    for (std::size_t i = 0; i < search_.scenes.size(); ++i) {
      const YamlNode& node = scenes == nullptr ? root : scenes->children[i];
      if (scenes != nullptr && !isMapOf(node, inQuotes(search_.scenes[i].name), {"scene", "start", "run"}, errors_)) {
        continue;
      }
      if (collected_[i].empty() && !hasAim_) {
        continue;  // told already
      }
      if (collected_[i].empty()) {
        errors_.add(scenes->keys[i].mark,
                    fmt::format("no number of the scene {} is looked at", inQuotes(search_.scenes[i].name)),
                    "name one of them under 'match', or leave the scene out");
        continue;
      }
      readScene(node, i);
    }
  }

  /// A scene is read as a study of its own, of the sections that belong to it.
  void readScene(const YamlNode& node, std::size_t place) {
    YamlNode root;
    root.kind = YamlNode::Kind::map;
    root.mark = node.mark;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const std::string& name = node.keys[i].name;
      if (name == "scene" || name == "start" || name == "run") {
        root.keys.push_back(node.keys[i]);
        root.children.push_back(node.children[i]);
      }
    }
    YamlNode collect;
    collect.kind = YamlNode::Kind::list;
    collect.mark = node.mark;
    collect.children = collected_[place];
    root.keys.push_back({"collect", node.mark});
    root.children.push_back(std::move(collect));
    SweepStudy& study = search_.scenes[place].study;
    study = readStudySections(root, search_.file, errors_);
    study.name = search_.name;
    study.rows.clear();
    for (const SceneOverride& setting : study.settings) {
      if (setting.key == "seed") {
        errors_.add(study.places["seed"], "'seed' is set in a search", "leave it out: a search takes seeds of its own");
      }
    }
    for (std::size_t k = 0; k < search_.keys.size(); ++k) {
      if (!study.places.emplace(search_.keys[k], marks_[k]).second) {
        errors_.add(marks_[k], fmt::format("{} is set in 'run' too", inQuotes(search_.keys[k])),
                    "give it once: varied, or set");
      }
    }
    study.keys = search_.keys;
  }

  void readSeedCount(const YamlNode& seeds) {
    constexpr double kMostRuns = 1000.0;  // of a setting
    if (seeds.kind != YamlNode::Kind::scalar) {
      errors_.add(seeds.mark, fmt::format("'seeds' is {}", natureOf(seeds)),
                  "give their number: each setting of a search has seeds of its own");
      return;
    }
    search_.seeds = static_cast<int>(wholeOf(seeds, "seeds", 1.0, kMostRuns, errors_).value_or(1));
  }

  void readMethod(const YamlNode& root) {
    constexpr double kMost = 1e6;
    const int unknowns = coefficientsOf(static_cast<Eigen::Index>(search_.keys.size()));
    const YamlNode* node = root.find("search");
    static const YamlNode kNone;
    const bool isGiven = node != nullptr && node->kind != YamlNode::Kind::empty;
    if (isGiven &&
        !isMapOf(*node, "'search'", {"method", "points", "stages", "budget", "precision", "seed"}, errors_)) {
      return;
    }
    const YamlNode& search = isGiven ? *node : kNone;
    if (const YamlNode* method = search.find("method")) {
      const auto found = std::ranges::find(kSearchMethods, method->text);
      if (found == kSearchMethods.end()) {
        errors_.add(method->mark, fmt::format("the method {}", inQuotes(method->text)), "use stages or cmaes");
        return;
      }
      search_.method = static_cast<SearchMethod>(found - kSearchMethods.begin());
    }
    const bool isEvolution = search_.method == SearchMethod::cmaes;
    // Twice as many settings as a surface has coefficients, as the next power of two, which a Sobol sequence fills
    // evenly. The population is that of Hansen, twice as large since there is chance.
    constexpr int kStages = 4;
    constexpr int kGenerations = 12;
    const int usual = static_cast<int>(std::bit_ceil(static_cast<unsigned>(2 * unknowns)));
    const int population = 2 * (4 + static_cast<int>(3.0 * std::log(static_cast<double>(search_.keys.size()))));
    const int fewest = isEvolution ? 5 : unknowns + 1;
    search_.points = numberOr(search, "points", fewest, isEvolution ? population : usual);
    search_.stages = numberOr(search, "stages", 1, isEvolution ? kGenerations : kStages);
    search_.budget = static_cast<std::int64_t>(kMost);
    if (const YamlNode* budget = search.find("budget")) {
      const double first = static_cast<double>(fewest) * search_.seeds * static_cast<double>(search_.scenes.size());
      search_.budget = wholeOf(*budget, "budget", first, kMost, errors_).value_or(0);
    }
    if (const YamlNode* seed = search.find("seed")) {
      search_.seed = static_cast<std::uint64_t>(wholeOf(*seed, "seed", 0.0, 1e9, errors_).value_or(1));
    }
    readPrecision(search);
  }

  int numberOr(const YamlNode& search, const char* name, int least, int usual) {
    constexpr double kMost = 10000.0;
    const YamlNode* node = search.find(name);
    return node == nullptr ? usual : static_cast<int>(wholeOf(*node, name, least, kMost, errors_).value_or(usual));
  }

  void readPrecision(const YamlNode& search) {
    search_.precision.assign(search_.keys.size(), std::nullopt);
    const YamlNode* precision = search.find("precision");
    if (precision == nullptr) {
      return;
    }
    const std::vector<std::string_view> known(search_.keys.begin(), search_.keys.end());
    if (!isMapOf(*precision, "'precision'", known, errors_)) {
      return;
    }
    for (std::size_t i = 0; i < precision->keys.size(); ++i) {
      const YamlNode& value = precision->children[i];
      const auto key = std::ranges::find(search_.keys, precision->keys[i].name) - search_.keys.begin();
      const auto place = static_cast<std::size_t>(key);
      const auto number = value.kind == YamlNode::Kind::scalar ? unitNumberOf(value.text) : std::nullopt;
      if (!number || number->value <= 0.0 || number->unit != search_.ranges[place].unit) {
        errors_.add(value.mark, fmt::format("the precision of {} is no error above 0", inQuotes(search_.keys[place])),
                    "give the standard error to reach, in the unit of the range");
        continue;
      }
      search_.precision[place] = number->value;
    }
  }

  ErrorList& errors_;
  SearchStudy search_;
  bool hasAim_ = false;                           ///< 'match' or 'minimise' could be read
  std::vector<Mark> marks_;                       ///< of the keys
  std::vector<std::vector<YamlNode>> collected_;  ///< paths in the report, by scene
};

}  // namespace

std::optional<SearchResult> readSearch(const std::filesystem::path& file) {
  ErrorList errors(file.string());
  const SceneFileText read = readSceneText(file);
  const std::optional<YamlNode> root = read.what.empty() ? parseYaml(read.text, 0, errors) : std::nullopt;
  if (!root || root->kind != YamlNode::Kind::map) {
    return std::nullopt;
  }
  const std::array<std::string_view, 4> ofSearches = {"match", "minimise", "search", "scenes"};
  if (std::ranges::none_of(ofSearches, [&](std::string_view key) { return root->find(key) != nullptr; })) {
    return std::nullopt;
  }
  SearchStudy study = SearchReader(file, errors).read(*root);
  if (errors.count() > 0) {
    return SearchResult{std::nullopt, errors.sorted()};
  }
  return SearchResult{std::move(study), {}};
}

double numberAt(const KeyRange& range, double share) {
  return range.isLog ? range.from * std::pow(range.to / range.from, share)
                     : range.from + (range.to - range.from) * share;
}

double shareOf(const KeyRange& range, const std::string& value) {
  const auto number = unitNumberOf(value);
  const double at = number ? number->value : range.from;
  return range.isLog ? std::log(at / range.from) / std::log(range.to / range.from)
                     : (at - range.from) / (range.to - range.from);
}

}  // namespace scree
