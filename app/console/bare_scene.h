#pragma once

#include <string>
#include <vector>

#include "engine/scene/scene.h"

namespace scree {

/// Overrides of a scene whose grains are not needed: it begins without any.
inline std::vector<SceneOverride> withoutGrains(std::vector<SceneOverride> overrides) {
  std::erase_if(overrides,
                [](const SceneOverride& one) { return one.key == "particles" || one.key.starts_with("particles."); });
  overrides.push_back({"particles", "[]"});
  return overrides;
}

}  // namespace scree
