#include "app/cli/resume.h"

#include <fmt/format.h>

#include <string_view>

namespace scree {

namespace {

// Takes over what `override` names from `read`; false when it names no stepping parameter.
bool takeOver(const SceneOverride& override, const Parameters& read, Parameters& target) {
  const std::string_view key = override.key;
  const std::string_view leaf = key.substr(key.rfind('.') + 1);
  if (key == "gravity" || key.starts_with("gravity.")) {
    target.gravity = read.gravity;
    return true;
  }
  if (key == "solver.warm_start") {
    target.warmStart = read.warmStart;
    return true;
  }
  for (const ParameterInfo& info : parameterTable()) {
    if (key.starts_with("solver.") && info.name == leaf) {
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
          "--set {}: a resumed run takes everything but solver.* and gravity from the checkpoint: leave this out, or "
          "run without --resume",
          override.key);
    }
  }
  scene.world = std::move(saved);
  return {};
}

}  // namespace scree
