#include "app/sweep/study_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "app/sweep/study_places.h"
#include "app/sweep/sweep_nodes.h"
#include "engine/base/units.h"

namespace scree {

namespace {

/// Values of `each`.
constexpr const char* kEachSeed = "seed";
constexpr const char* kEachStudy = "study";

void readSettings(const YamlNode& set, StudyStart& start, SweepStudy& study, ErrorList& errors) {
  if (set.kind != YamlNode::Kind::map) {
    errors.add(set.mark, fmt::format("'set' is {}", natureOf(set)),
               "write keys of the scene with their values, such as solver.sweeps: 16");
    return;
  }
  for (std::size_t i = 0; i < set.keys.size(); ++i) {
    if (set.keys[i].name == "seed" && start.isOfSeed) {
      errors.add(set.keys[i].mark, "'seed' is that of each point", "leave it out, or write 'each: study'");
      continue;
    }
    study.places.emplace("start " + set.keys[i].name, set.keys[i].mark);
    start.settings.push_back({set.keys[i].name, flowText(set.children[i])});
  }
}

/// True if a key is of the grains that a scene begins with.
bool isOfParticles(const std::string& key) { return key == "particles" || key.starts_with("particles."); }

}  // namespace

void readStart(const YamlNode& node, SweepStudy& study, ErrorList& errors) {
  if (!isMapOf(node, "'start'", {"until", "each", "set"}, errors)) {
    return;
  }
  StudyStart start{.isOfSeed = !study.seeds.empty()};
  const YamlNode* until = node.find("until");
  if (until == nullptr) {
    errors.add(node.mark, "'start' has no 'until'", "give the simulated time at which the points branch, such as 5 s");
  } else if (const auto time = timeOf(*until, "until", false, errors)) {
    start.until = *time;
    if (study.run.until && *study.run.until <= *time) {
      errors.add(until->mark, "the start ends at the end of the points, or later",
                 "make it shorter, or 'until' of 'run' later");
    }
  }
  if (const YamlNode* each = node.find("each")) {
    if (each->kind != YamlNode::Kind::scalar || (each->text != kEachSeed && each->text != kEachStudy)) {
      errors.add(each->mark, "'each' is neither seed nor study",
                 "give seed for a start of each seed, or study for one of all points");
    } else if (each->text == kEachSeed && study.seeds.empty()) {
      errors.add(each->mark, "'each: seed', and the study has no 'seeds'",
                 "add 'seeds', or leave it out: a search has one start for all its seeds");
    } else {
      start.isOfSeed = each->text == kEachSeed;
    }
  }
  if (const YamlNode* set = node.find("set")) {
    readSettings(*set, start, study, errors);
  }
  study.start = std::move(start);
}

std::vector<SceneOverride> overridesOfStart(const SweepStudy& study, const std::string& seed) {
  std::vector<SceneOverride> overrides = study.settings;
  std::erase_if(overrides, [&](const SceneOverride& one) {
    return std::ranges::any_of(study.start->settings, [&](const SceneOverride& own) { return own.key == one.key; });
  });
  overrides.insert(overrides.end(), study.start->settings.begin(), study.start->settings.end());
  if (study.start->isOfSeed) {
    overrides.push_back({"seed", seed});
  }
  std::ranges::stable_sort(overrides, {}, &SceneOverride::key);
  return overrides;
}

PointTask taskOfStart(const SweepStudy& study, const std::string& seed) {
  PointTask task{.scene = study.scene, .overrides = overridesOfStart(study, seed), .run = {}, .start = {}};
  task.run.until = study.start->until;
  task.run.threads = study.run.threads;
  task.run.saveEvery = study.run.saveEvery;
  return task;
}

std::vector<StudyPoint> startsOf(const SweepStudy& study, const std::vector<StudyPoint>& points) {
  std::vector<StudyPoint> starts;
  std::unordered_set<std::string> seen;
  for (const StudyPoint& point : points) {
    if (study.start && seen.insert(point.start).second) {
      starts.push_back({.row = kStartRow, .seed = point.seed, .hash = point.start, .start = {}});
    }
  }
  return starts;
}

std::vector<SceneError> errorsOfStart(const SweepStudy& study, const SceneKeys& keys) {
  std::vector<SceneError> all;
  if (!study.start) {
    return all;
  }
  for (const std::string& key : study.keys) {
    if (isOfParticles(key)) {
      all.push_back(errorAt(study, key, fmt::format("{} varies, and the grains are those of the start", inQuotes(key)),
                            "leave out 'start', or vary what the points can change"));
    }
  }
  for (SceneError& error : keys.errorsOf(overridesOfStart(study, study.seeds.empty() ? "" : study.seeds.front()))) {
    const std::string key = error.file.starts_with("--set ") ? error.file.substr(6) : "";
    const bool isOfStart = study.places.contains("start " + key);
    all.push_back(placedInStudy(study, std::move(error), isOfStart ? "start " : ""));
  }
  return all;
}

}  // namespace scree
