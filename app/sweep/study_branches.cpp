#include "app/sweep/study_branches.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>

#include "app/console/bare_scene.h"
#include "app/sweep/study_places.h"
#include "engine/scene_file/errors.h"
#include "engine/session/changes/branch.h"

namespace scree {

namespace {

/// Worlds of the scene without grains, by one key beside the settings of all points.
class BareWorlds {
 public:
  explicit BareWorlds(const SweepStudy& study) : study_(study) {}

  /// Null where the scene does not load with this key alone.
  const World* with(const std::optional<SceneOverride>& key) {
    const std::string name = key ? key->key + "=" + key->value : "";
    const auto [place, isNew] = worlds_.try_emplace(name);
    if (isNew) {
      std::vector<SceneOverride> overrides = study_.settings;
      if (key) {
        std::erase_if(overrides, [&](const SceneOverride& one) { return one.key == key->key; });
        overrides.push_back(*key);
      }
      std::ranges::stable_sort(overrides, {}, &SceneOverride::key);
      SceneResult result = loadScene(study_.scene, withoutGrains(std::move(overrides)));
      if (result.scene) {
        place->second = std::move(result.scene->world);
      }
    }
    return place->second ? &*place->second : nullptr;
  }

 private:
  const SweepStudy& study_;
  std::map<std::string, std::optional<World>> worlds_;
};

std::optional<SceneOverride> ofStart(const SweepStudy& study, const std::string& key) {
  for (const SceneOverride& one : study.start->settings) {
    if (one.key == key) {
      return one;
    }
  }
  return std::nullopt;
}

/// Reason why a point with one key set cannot go on from a start with another value of it; empty where it can.
std::string reasonOf(BareWorlds& worlds, const std::optional<SceneOverride>& start,
                     const std::optional<SceneOverride>& point) {
  const World* before = worlds.with(start);
  const World* scene = before == nullptr ? nullptr : worlds.with(point);
  return scene == nullptr ? "" : whyNotBranch(*before, *scene);
}

}  // namespace

std::vector<SceneError> errorsOfBranches(const SweepStudy& study) {
  using BranchClock = std::chrono::steady_clock;
  constexpr std::chrono::seconds kBudget(2);
  constexpr std::size_t kSurely = 2;  // values of a key: one of them is not that of the start
  std::vector<SceneError> errors;
  if (!study.start) {
    return errors;
  }
  const BranchClock::time_point begin = BranchClock::now();
  BareWorlds worlds(study);
  for (std::size_t k = 0; k < study.keys.size(); ++k) {
    const std::string& key = study.keys[k];
    const std::optional<SceneOverride> start = ofStart(study, key);
    std::set<std::string> seen;
    for (const std::vector<std::string>& row : study.rows) {
      if (!seen.insert(row[k]).second) {
        continue;
      }
      if (seen.size() > kSurely && BranchClock::now() - begin > kBudget) {
        break;
      }
      if (const std::string why = reasonOf(worlds, start, SceneOverride{key, row[k]}); !why.empty()) {
        errors.push_back(errorAt(study, key, fmt::format("{} varies, and cannot after a start: {}", inQuotes(key), why),
                                 "leave it out of 'vary', or leave 'start' out, so that each point settles by itself"));
        break;
      }
    }
  }
  for (const SceneOverride& start : study.start->settings) {
    if (std::ranges::find(study.keys, start.key) != study.keys.end()) {
      continue;
    }
    if (const std::string why = reasonOf(worlds, start, std::nullopt); !why.empty()) {
      errors.push_back(errorAt(
          study, "start " + start.key,
          fmt::format("{} is set for the start alone, and no point can go on from it: {}", inQuotes(start.key), why),
          "set it for the points too, in 'run'"));
    }
  }
  return errors;
}

}  // namespace scree
