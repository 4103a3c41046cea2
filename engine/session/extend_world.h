#pragma once

#include <string>

#include "engine/world/world.h"

namespace scree {

struct ExtensionResult {
  bool done = false;
  std::string message;  ///< for people: why it was not done, or what came of it that is worth a word
};

/// Adds to a running world the bodies that `scene` has beyond its own, and takes its materials, whose laws may be more.
/// All else stays as it is; what is merged comes loose. Refused, with nothing changed, where the bodies, joints or
/// materials before are not the same ones.
ExtensionResult extendWorld(World& world, const World& scene);

}  // namespace scree
