#include "app/document/scene_point.h"

#include <utility>

#include "engine/io/checkpoint_file.h"
#include "engine/session/changes/branch.h"

namespace scree {

namespace {

/// Values of a scene whose own grains are not needed.
std::vector<SceneOverride> withoutOwnGrains(std::vector<SceneOverride> overrides) {
  std::erase_if(overrides,
                [](const SceneOverride& one) { return one.key == "particles" || one.key.starts_with("particles."); });
  overrides.push_back({"particles", "[]"});
  return overrides;
}

SceneResult refused(const std::filesystem::path& file, std::string what, std::string remedy) {
  return {std::nullopt, {{.file = file.string(), .what = std::move(what), .remedy = std::move(remedy)}}};
}

}  // namespace

SceneResult loadPoint(const ScenePoint& point, WorkWatch* watch) {
  const bool begins = point.start.empty() && point.state.empty();
  SceneResult read = loadScene(point.scene, begins ? point.overrides : withoutOwnGrains(point.overrides), watch);
  if (!read.scene || begins) {
    return read;
  }
  try {
    if (!point.state.empty()) {
      read.scene->world = readCheckpoint(point.state);
      return read;
    }
    SceneResult before = loadScene(point.scene, withoutOwnGrains(point.startOverrides), watch);
    if (!before.scene) {
      return before;
    }
    BranchResult branch = branchFrom(readCheckpoint(point.start), before.scene->world,
                                     before.scene->seed != read.scene->seed, read.scene->world);
    if (!branch.refusal.empty()) {
      return refused(point.start, "cannot branch from the start: " + branch.refusal, "change the study, or its scene");
    }
    if (!branch.message.empty()) {
      read.scene->notes.push_back({.file = point.start.string(), .what = "start", .remedy = branch.message});
    }
    return read;
  } catch (const CheckpointError& error) {
    return refused(point.state.empty() ? point.start : point.state, error.what(), "run the sweep again");
  }
}

}  // namespace scree
