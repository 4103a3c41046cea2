#include "app/sweep/report_path.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/scene_file/errors.h"

namespace scree {

namespace {

using ReportJson = nlohmann::json;

/// Value at one part of a path; null if there is none.
const ReportJson* childNamed(const ReportJson& node, std::string_view part) {
  if (node.is_object()) {
    const auto found = node.find(std::string(part));
    return found == node.end() ? nullptr : &*found;
  }
  if (!node.is_array()) {
    return nullptr;
  }
  std::size_t index = 0;
  const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), index);
  if (problem == std::errc() && end == part.data() + part.size()) {
    return index < node.size() ? &node[index] : nullptr;
  }
  for (const ReportJson& item : node) {
    if (item.is_object() && item.value("name", "") == part) {
      return &item;
    }
  }
  return nullptr;
}

/// Walks down a path as far as it goes; `rest` is what is left of it.
const ReportJson* walk(const ReportJson& root, std::string_view& rest) {
  const ReportJson* node = &root;
  while (!rest.empty()) {
    const std::size_t dot = rest.find('.');
    const ReportJson* child = childNamed(*node, rest.substr(0, dot));
    if (child == nullptr) {
      return node;
    }
    node = child;
    rest.remove_prefix(dot == std::string_view::npos ? rest.size() : dot + 1);
  }
  return node;
}

/// Names below a node that a path may go on with.
std::vector<std::string> namesBelow(const ReportJson& node) {
  std::vector<std::string> names;
  if (node.is_object()) {
    for (const auto& [name, value] : node.items()) {
      names.push_back(name);
    }
  } else if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) {
      names.push_back(node[i].is_object() && node[i].contains("name") ? node[i].value("name", "")
                                                                      : fmt::format("{}", i));
    }
  }
  return names;
}

}  // namespace

std::string whyNotCollected(std::string_view path) {
  constexpr std::array<std::string_view, 8> kOfTheMachine = {"run.wall_time_s",  "run.simulated_per_wall_second",
                                                             "run.most_threads", "stages_s",
                                                             "format",           "program",
                                                             "overrides",        "resumed_from"};
  for (const std::string_view each : kOfTheMachine) {
    if (path == each || (path.starts_with(each) && path[each.size()] == '.')) {
      return "tells of the machine or the command, not of the scene: a table must not depend on these";
    }
  }
  return {};
}

std::vector<double> numbersAt(const std::string& report, const std::vector<std::string>& paths) {
  const ReportJson root = ReportJson::parse(report, nullptr, false);
  std::vector<double> numbers;
  for (const std::string& path : paths) {
    std::string_view rest = path;
    const ReportJson* node = walk(root, rest);
    numbers.push_back(rest.empty() && node->is_number() ? node->get<double>()
                                                        : std::numeric_limits<double>::quiet_NaN());
  }
  return numbers;
}

PathComplaint complaintOnPath(const std::string& report, const std::string& path) {
  const ReportJson root = ReportJson::parse(report, nullptr, false);
  std::string_view rest = path;
  const ReportJson* node = walk(root, rest);
  if (rest.empty() && (node->is_number() || node->is_null())) {
    return {};
  }
  const std::string done = path.substr(0, path.size() - rest.size());
  const std::vector<std::string> names = namesBelow(*node);
  if (names.empty()) {
    return {fmt::format("there is no number {} in the report", inQuotes(path)),
            done.empty() ? "see a report of 'ndem run --report'" : fmt::format("nothing is below {}", inQuotes(done))};
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string_view part = std::string_view(rest).substr(0, rest.find('.'));
  return {rest.empty() ? fmt::format("{} is no number but a section of the report", inQuotes(path))
                       : fmt::format("there is no {} in {}", inQuotes(part),
                                     done.empty() ? "the report" : inQuotes(done.substr(0, done.size() - 1))),
          suggestion(rest.empty() ? "" : part, candidates)};
}

}  // namespace scree
