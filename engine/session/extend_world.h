#pragma once

#include <string>

#include "engine/world/world.h"

namespace scree {

struct StepData;

struct ExtensionResult {
  bool done = false;
  std::string message;  ///< for people: why it was not done, or what came of it that is worth a word
};

/// Adds to a running world the bodies that `scene` has beyond its own, and takes its materials, whose laws may be more.
/// All else stays as it is; what is merged comes loose. Refused, with nothing changed, where the bodies, joints or
/// materials before are not the same ones.
ExtensionResult extendWorld(World& world, const World& scene);

/// The way back: takes out of a running world the bodies that it has beyond those of `scene`, with all that is of them
/// (contacts, what they carry, sensors on them, a hand that pulls one), and takes the materials of `scene`. Grains and
/// the other bodies stay as they are; what is merged comes loose. `data` is that of the world's last step. Refused in
/// the same cases.
ExtensionResult withdrawBodies(World& world, StepData& data, const World& scene);

}  // namespace scree
