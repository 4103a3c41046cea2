#include "app/sweep/study_vary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "app/sweep/sampling.h"
#include "app/sweep/sweep_nodes.h"
#include "app/sweep/sweep_values.h"
#include "engine/base/count_text.h"
#include "engine/formats/text/plain_text.h"
#include "engine/formats/text/text_number.h"
#include "engine/formats/text/text_table.h"
#include "engine/scene_file/base_scene.h"

namespace scree {

namespace {

constexpr std::array<std::string_view, 3> kMethods = {"lhs", "sobol", "random"};

/// How a sample is taken.
struct SampleChoice {
  SampleMethod method = SampleMethod::lhs;
  int count = 0;
  std::optional<std::uint64_t> seed;
};

std::optional<SampleChoice> sampleOf(const YamlNode& node, ErrorList& errors) {
  if (!isMapOf(node, "'sample'", {"method", "count", "seed"}, errors)) {
    return std::nullopt;
  }
  const std::size_t before = errors.count();
  SampleChoice sample;
  const YamlNode* method = node.find("method");
  const auto found = method == nullptr ? kMethods.end() : std::ranges::find(kMethods, method->text);
  if (found == kMethods.end()) {
    errors.add(method == nullptr ? node.mark : method->mark, "no method of sampling",
               "add 'method:' with lhs, sobol or random");
  } else {
    sample.method = static_cast<SampleMethod>(found - kMethods.begin());
  }
  if (const YamlNode* count = node.find("count")) {
    const auto number = wholeOf(*count, "count", 1.0, static_cast<double>(kMostPoints), errors);
    sample.count = static_cast<int>(number.value_or(0));
  } else {
    errors.add(node.mark, "no number of points", "add 'count:'");
  }
  if (const YamlNode* seed = node.find("seed")) {
    constexpr double kMostSampleSeed = 1e9;
    if (const auto number = wholeOf(*seed, "seed", 0.0, kMostSampleSeed, errors)) {
      sample.seed = static_cast<std::uint64_t>(*number);
    }
  }
  return errors.count() == before ? std::optional(sample) : std::nullopt;
}

/// Range of a key with its number of values, 0 if there is none.
struct CountedRange {
  KeyRange range;
  int count = 0;
};

std::optional<UnitNumber> endOf(const YamlNode& node, const char* name, ErrorList& errors) {
  const YamlNode* end = node.find(name);
  const auto number = end == nullptr || end->kind != YamlNode::Kind::scalar ? std::nullopt : unitNumberOf(end->text);
  if (!number) {
    errors.add(end == nullptr ? node.mark : end->mark, fmt::format("a range without a number at '{}'", name),
               "write {from: 1, to: 4, count: 4}; units, such as 10 mm, may follow the numbers");
  }
  return number;
}

std::optional<CountedRange> rangeOf(const YamlNode& node, ErrorList& errors) {
  if (!isMapOf(node, "a range", {"from", "to", "count", "spacing", "whole"}, errors)) {
    return std::nullopt;
  }
  const std::size_t before = errors.count();
  const auto from = endOf(node, "from", errors);
  const auto to = endOf(node, "to", errors);
  CountedRange result;
  if (const YamlNode* spacing = node.find("spacing")) {
    result.range.isLog = spacing->text == "log";
    if (spacing->text != "log" && spacing->text != "linear") {
      errors.add(spacing->mark, fmt::format("the spacing {}", inQuotes(spacing->text)), "use log or linear");
    }
  }
  if (const YamlNode* whole = node.find("whole")) {
    result.range.isWhole = switchOf(*whole, "whole", errors).value_or(false);
  }
  if (const YamlNode* count = node.find("count")) {
    result.count = static_cast<int>(wholeOf(*count, "count", 1.0, 1e6, errors).value_or(0));
  }
  if (from && to) {
    if (from->unit != to->unit) {
      errors.add(node.mark, fmt::format("a range from '{}' to '{}', in two units", from->unit, to->unit),
                 "give both ends in one unit");
    }
    if (result.range.isLog && !(from->value > 0.0 && to->value > 0.0)) {
      errors.add(node.mark, "equal ratios from or to a number that is not above zero",
                 "give ends above zero, or leave out 'spacing: log'");
    }
    result.range.from = from->value;
    result.range.to = to->value;
    result.range.unit = from->unit;
  }
  return errors.count() == before ? std::optional(result) : std::nullopt;
}

/// Key of a scene with the values that it takes, or the range that they come from.
struct KeyValues {
  std::string key;
  Mark mark;
  std::vector<std::string> values;
  std::optional<CountedRange> range;
};

std::optional<KeyValues> valuesOf(const YamlNode::Key& key, const YamlNode& node, ErrorList& errors) {
  KeyValues result{.key = key.name, .mark = key.mark};
  if (node.kind == YamlNode::Kind::map) {
    result.range = rangeOf(node, errors);
    return result.range ? std::optional(result) : std::nullopt;
  }
  if (node.kind != YamlNode::Kind::list || node.children.empty()) {
    errors.add(node.mark, fmt::format("{} varies over {}", inQuotes(key.name), natureOf(node)),
               "give a list, such as [1, 2, 4], or a range, such as {from: 1, to: 4, count: 4}");
    return std::nullopt;
  }
  for (const YamlNode& item : node.children) {
    std::string text = flowText(item);
    if (std::ranges::find(result.values, text) != result.values.end()) {
      errors.add(item.mark, fmt::format("{} twice", inQuotes(text)), "give each value once");
    }
    result.values.push_back(std::move(text));
  }
  return result;
}

void addKey(SweepStudy& study, const std::string& key, const Mark& mark, ErrorList& errors) {
  if (key == "seed") {
    errors.add(mark, "'seed' varies", "give the seeds beside the keys, such as 'seeds: [1, 2, 3]' or 'seeds: 3'");
  }
  if (!study.places.emplace(key, mark).second) {
    errors.add(mark, fmt::format("{} varies twice", inQuotes(key)), "give it once");
  }
  study.keys.push_back(key);
}

/// Reads a table into the keys and rows of a study.
class SettingsTable {
 public:
  /// `mark` is that of the table in the study.
  SettingsTable(SweepStudy& study, const Mark& mark, ErrorList& errors)
      : study_(study), place_(mark), errors_(errors), before_(errors.count()) {}

  void read(std::string_view text, int source) {
    const TableReading reading =
        readTextTable(text,
                      {.head = [&](const TableHead& head) { return takeNames(head, source); },
                       .row = [&](const TableRow& row, TableNumbers&) { return takeRow(row, source); }},
                      {.blanksSeparate = false, .hasUnits = false});
    if (reading.problem.any()) {
      errors_.add({source, reading.problem.line, 1}, reading.problem.what, reading.problem.remedy);
    }
    finish({source, 1, 1});
  }

 private:
  void finish(const Mark& begin) {
    if (errors_.count() == before_ && study_.table->lines.empty()) {
      errors_.add(begin, study_.keys.empty() ? "an empty table" : "a table without rows",
                  "write keys in the first line, and their values below");
    }
  }

  TextProblem takeNames(const TableHead& head, int source) {
    if (!head.isNamed) {
      return {"a table without keys", "write keys in the first line, and their values below", head.line};
    }
    const Mark mark{source, head.line, 1};
    study_.rows.clear();
    study_.table->namesLine = mark.line;
    separator_ = head.separator;
    for (const TableColumn& column : head.columns) {
      if (column.name.empty()) {
        errors_.add(mark, "a column without a key", "name a key of the scene above each column");
      }
      addKey(study_, column.name, mark, errors_);
    }
    for (const std::string& key : study_.keys) {
      study_.places[key] = place_;  // messages that are of no row name the study
    }
    return {};
  }

  TextProblem takeRow(const TableRow& row, int source) {
    const Mark mark{source, row.line, 1};
    std::vector<std::string> values(row.cells.begin(), row.cells.end());
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (separator_ == ',' && values[k].find(';') != std::string::npos) {
        errors_.add(mark, "a ';' in a table whose names have none between them", "separate the names by ';' too");
        return {};
      }
      if (values[k].empty()) {
        errors_.add(mark, fmt::format("no value of {}", inQuotes(study_.keys[k])), "give one for each key");
        return {};
      }
      // Where commas do not separate, they are decimal ones.
      values[k] = separator_ == ',' ? values[k] : withPoint(values[k]);
    }
    const auto [known, isNew] = seen_.emplace(values, mark.line);
    if (!isNew) {
      errors_.add(mark, fmt::format("the same values as in line {}", known->second), "give each row once");
      return {};
    }
    study_.rows.push_back(std::move(values));
    study_.table->lines.push_back(mark.line);
    return {};
  }

  SweepStudy& study_;
  Mark place_;
  ErrorList& errors_;
  std::size_t before_;  ///< errors before the table
  char separator_ = ',';
  std::map<std::vector<std::string>, int> seen_;  ///< rows with their lines
};

void readTable(const YamlNode& node, SweepStudy& study, ErrorList& errors) {
  const auto name = wordOf(node, "table", "a CSV file whose first line names keys of the scene", errors);
  if (!name) {
    return;
  }
  const std::filesystem::path file = study.file.parent_path() / *name;
  const SceneFileText read = readSceneText(file);
  if (!read.what.empty()) {
    errors.add(node.mark, fmt::format("the table {}: {}", inQuotes(*name), read.what), "check the path");
    return;
  }
  const int source = errors.addFile(file.string());
  study.table.emplace().file = file;
  SettingsTable table(study, node.mark, errors);
  const PlainText plain = plainText(read.text);
  if (!plain.what.empty()) {
    errors.add({source, 1, 1}, plain.what, plain.remedy);
    return;
  }
  table.read(plain.text, source);
}

void makeGrid(const std::vector<KeyValues>& keys, SweepStudy& study, ErrorList& errors) {
  std::size_t count = 1;
  for (const KeyValues& key : keys) {
    if (key.range && key.range->count == 0) {
      errors.add(key.mark, fmt::format("the range of {} has no count", inQuotes(key.key)),
                 "add 'count:', or 'sample:' beside the keys");
      return;
    }
    count *= key.range ? static_cast<std::size_t>(key.range->count) : key.values.size();
    if (count > kMostPoints) {
      errors.add(key.mark, fmt::format("a grid of more than {} points", kMostPoints),
                 "take fewer values of a key, or a sample");
      return;
    }
  }
  // The last key changes first.
  for (const KeyValues& key : keys) {
    const std::vector<std::string> values = key.range ? key.range->range.values(key.range->count) : key.values;
    std::vector<std::vector<std::string>> rows;
    for (const std::vector<std::string>& row : study.rows) {
      for (const std::string& value : values) {
        rows.push_back(row);
        rows.back().push_back(value);
      }
    }
    study.rows = std::move(rows);
  }
}

void takeSample(const SampleChoice& sample, const std::vector<KeyValues>& keys, const Mark& mark, SweepStudy& study,
                ErrorList& errors) {
  for (const KeyValues& key : keys) {
    if (!key.range || key.range->count > 0) {
      errors.add(key.mark, fmt::format("{} is sampled over {}", inQuotes(key.key), key.range ? "a count" : "a list"),
                 "give a range with from and to alone");
      return;
    }
  }
  if (keys.empty() || (sample.method == SampleMethod::sobol && keys.size() > kMostSobolDimensions)) {
    errors.add(mark, fmt::format("a sample over {}", countText(keys.size(), "key")),
               fmt::format("vary at least one, with sobol at most {}", kMostSobolDimensions));
    return;
  }
  study.rows.clear();
  std::set<std::vector<std::string>> seen;
  for (const std::vector<double>& point : sampleUnit(sample.method, sample.count, keys.size(), sample.seed)) {
    std::vector<std::string> row;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      row.push_back(keys[k].range->range.at(point[k]));
    }
    if (seen.insert(row).second) {  // values that are rounded may come again
      study.rows.push_back(std::move(row));
    }
  }
}

void readBounds(const YamlNode& node, SweepStudy& study, ErrorList& errors) {
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string& path = node.keys[i].name;
    const auto bound =
        node.children[i].kind == YamlNode::Kind::scalar ? unitNumberOf(node.children[i].text) : std::nullopt;
    if (std::ranges::find(study.collect, path) == study.collect.end()) {
      errors.add(node.keys[i].mark, fmt::format("a bound on {}, which is not collected", inQuotes(path)),
                 "collect it, or leave the bound out");
    } else if (!bound || !bound->unit.empty() || bound->value <= 0.0) {
      errors.add(node.children[i].mark, fmt::format("the bound of {} is no number above 0", inQuotes(path)),
                 "give the largest difference that is let pass");
    } else {
      study.compare->bounds[path] = bound->value;
    }
  }
}

}  // namespace

std::optional<KeyRange> readOpenRange(const YamlNode& node, const std::string& key, ErrorList& errors) {
  if (node.kind != YamlNode::Kind::map) {
    errors.add(node.mark, fmt::format("{} varies over {} in a search", inQuotes(key), natureOf(node)),
               "give a range, such as {from: 0.1, to: 1}");
    return std::nullopt;
  }
  const std::optional<CountedRange> range = rangeOf(node, errors);
  if (range && range->count > 0) {
    errors.add(node.mark, fmt::format("the range of {} has a count", inQuotes(key)),
               "leave it out: the search chooses the values");
  }
  return range ? std::optional(range->range) : std::nullopt;
}

void readCompare(const YamlNode& compare, SweepStudy& study, ErrorList& errors) {
  const YamlNode* bound = compare.find("bound");
  if (compare.kind != YamlNode::Kind::map || compare.keys.size() != (bound == nullptr ? 1U : 2U)) {
    errors.add(compare.mark, "'compare' is not one key of the scene",
               "write a key with its values, such as reduction.merging: [off, on], and 'bound:' beside it");
    return;
  }
  const std::size_t at = compare.keys[0].name == "bound" ? 1 : 0;
  const YamlNode& values = compare.children[at];
  StudyComparison comparison{.key = compare.keys[at].name, .values = {}, .bounds = {}};
  for (std::size_t i = 0; values.kind == YamlNode::Kind::list && i < values.children.size(); ++i) {
    comparison.values.push_back(flowText(values.children[i]));
  }
  const std::set<std::string> others(comparison.values.begin(), comparison.values.end());
  if (values.kind != YamlNode::Kind::list || values.children.empty()) {
    errors.add(values.mark, fmt::format("{} is compared over {}", inQuotes(comparison.key), natureOf(values)),
               "give a list of two values, such as [off, on], or of more");
    return;
  }
  if (comparison.values.size() < 2 || others.size() < comparison.values.size()) {
    errors.add(values.mark, "a comparison of fewer than two values, or of one with itself",
               "give a list of two, such as [off, on], or of more");
    return;
  }
  if (comparison.values.size() > 2 && bound == nullptr) {
    errors.add(values.mark, "more than two values without 'bound'",
               "give the bounds beyond which the next value is run, or two values");
    return;
  }
  study.compare = std::move(comparison);
  addKey(study, study.compare->key, compare.keys[at].mark, errors);
  std::vector<std::vector<std::string>> rows;
  for (const std::vector<std::string>& row : study.rows) {
    for (const std::string& value : study.compare->values) {
      rows.push_back(row);
      rows.back().push_back(value);
    }
  }
  study.rows = std::move(rows);
  if (bound != nullptr && bound->kind == YamlNode::Kind::map && !bound->keys.empty()) {
    readBounds(*bound, study, errors);
  } else if (bound != nullptr) {
    errors.add(bound->mark, fmt::format("'bound' is {}", natureOf(*bound)),
               "write collected paths with the largest difference of each");
  }
}

void readVary(const YamlNode& vary, SweepStudy& study, ErrorList& errors) {
  if (vary.kind != YamlNode::Kind::map || vary.keys.empty()) {
    errors.add(vary.mark, fmt::format("'vary' is {}", natureOf(vary)),
               "write keys of the scene, such as default_pair.friction: [0.3, 0.5]");
    return;
  }
  const YamlNode* table = vary.find("table");
  if (table != nullptr && vary.keys.size() > 1) {
    errors.add(vary.mark, "a table beside other keys", "put all varied keys into the table, or leave it out");
    return;
  }
  if (table != nullptr) {
    readTable(*table, study, errors);
    return;
  }
  const std::size_t before = errors.count();
  std::vector<KeyValues> keys;
  for (std::size_t i = 0; i < vary.keys.size(); ++i) {
    if (vary.keys[i].name == "sample") {
      continue;
    }
    if (const std::string_view meant = nearestWord(vary.keys[i].name, {"sample", "table"}); !meant.empty()) {
      errors.add(vary.keys[i].mark, fmt::format("unknown key {} in 'vary'", inQuotes(vary.keys[i].name)),
                 fmt::format("did you mean '{}'?", meant));
      continue;
    }
    addKey(study, vary.keys[i].name, vary.keys[i].mark, errors);
    if (std::optional<KeyValues> values = valuesOf(vary.keys[i], vary.children[i], errors)) {
      keys.push_back(std::move(*values));
    }
  }
  const YamlNode* node = vary.find("sample");
  const std::optional<SampleChoice> sample = node == nullptr ? std::nullopt : sampleOf(*node, errors);
  if (errors.count() != before) {
    return;
  }
  if (sample) {
    takeSample(*sample, keys, node->mark, study, errors);
  } else {
    makeGrid(keys, study, errors);
  }
}

}  // namespace scree
