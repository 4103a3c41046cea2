#include "app/sweep/study_places.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/scene_file/errors.h"

namespace scree {

SceneError errorAt(const SweepStudy& study, const std::string& place, std::string what, std::string remedy) {
  const auto found = study.places.find(place);
  const Mark mark = found == study.places.end() ? Mark{} : found->second;
  return {study.file.string(), mark.line, mark.column, std::move(what), std::move(remedy)};
}

SceneError placedInStudy(const SweepStudy& study, SceneError error, const std::string& before,
                         std::optional<std::size_t> row) {
  constexpr std::string_view kSet = "--set ";
  if (!error.file.starts_with(kSet)) {
    return error;
  }
  const std::string key = error.file.substr(kSet.size());
  SceneError placed = errorAt(study, before + key, fmt::format("{}: {}", key, error.what), error.remedy);
  if (error.what.find("whole number") != std::string::npos || error.remedy.find("whole number") != std::string::npos) {
    placed.remedy += "; in a range add 'whole: on'";
  }
  const bool isOfTable = study.table && std::ranges::find(study.keys, key) != study.keys.end();
  if (before.empty() && isOfTable && row) {
    // A name is that of the column, a value that of the row.
    const bool isOfName = error.what.starts_with("unknown key") || error.what.starts_with("there is no");
    placed.file = study.table->file.string();
    placed.line = isOfName ? study.table->namesLine : study.table->lines[*row / valuesOf(study)];
    placed.column = 1;
  }
  return placed;
}

std::string placesOfKeysIn(const SweepStudy& study, const std::string& text) {
  std::string places;
  const auto look = [&](const std::string& key, const std::string& name) {
    const auto found = study.places.find(name);
    if (found != study.places.end() && text.find(inQuotes(key)) != std::string::npos) {
      places += fmt::format("{}{}:{}:{}", places.empty() ? "" : ", ", study.file.string(), found->second.line,
                            found->second.column);
    }
  };
  for (const std::string& key : study.keys) {
    look(key, key);
  }
  if (study.start) {
    for (const SceneOverride& one : study.start->settings) {
      look(one.key, "start " + one.key);
    }
  }
  return places;
}

}  // namespace scree
