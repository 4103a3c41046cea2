#include "app/cli/resume.h"

#include <fmt/format.h>

#include <string_view>

#include "engine/settings/presets.h"

namespace scree {

namespace {

// Copies the value that `override` names from `read`. Returns false if the value cannot change for a saved state.
bool takeOver(const SceneOverride& override, const Parameters& read, Parameters& target) {
  const std::string_view key = override.key;
  if (key == "duration") {
    return true;  // the end of the run is not in the parameters
  }
  if (key == "gravity" || key.starts_with("gravity.")) {
    target.gravity = read.gravity;
    return true;
  }
  constexpr std::string_view kSolver = "solver.";
  constexpr std::string_view kReduction = "reduction.";
  const std::string_view name = key.starts_with(kSolver)      ? key.substr(kSolver.size())
                                : key.starts_with(kReduction) ? key.substr(kReduction.size())
                                                              : key;
  if (key == "solver.preset") {
    for (const PresetInfo& info : presetTable()) {
      if (info.name == override.value) {
        applyPreset(target, info.preset);
      }
    }
    return true;
  }
  if (key == "reduction.preset") {
    for (const ReductionPresetInfo& info : reductionPresetTable()) {
      if (info.name == override.value) {
        applyPreset(target, info.preset);
      }
    }
    return true;
  }
  for (const ChoiceInfo& choice : choiceTable()) {
    if (choice.name == name) {
      return setChoice(target, choice.key, choiceOf(read, choice.key));
    }
  }
  for (const ParameterInfo& info : parameterTable()) {
    if (info.name == name) {
      return setValue(target, info.key, valueOf(read, info.key)).empty();
    }
  }
  return false;
}

}  // namespace

std::string resumeFrom(World saved, std::span<const SceneOverride> overrides, Scene& scene) {
  for (const SceneOverride& override : overrides) {
    if (!takeOver(override, scene.world.parameters, saved.parameters)) {
      return fmt::format(
          "--set {}: a resumed run takes this from the checkpoint; only solver.*, reduction.*, time_step, gravity and "
          "duration can "
          "be "
          "set: leave it out, or run without --resume",
          override.key);
    }
  }
  if (!saved.guard.findings.empty()) {
    saved.guard = Guard{};  // the cause of the stop may be mended: the guard starts again
  }
  scene.world = std::move(saved);
  return {};
}

}  // namespace scree
