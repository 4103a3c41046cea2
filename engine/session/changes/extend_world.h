#pragma once

#include <string>

#include "engine/world/world.h"

namespace scree {

struct StepData;

struct ExtensionResult {
  bool done = false;
  std::string message;  ///< message for users: reason of a refusal, or a side effect
};

/// Adds to a running world the bodies that `scene` has beyond its own, and takes the materials of `scene`, which may
/// have more laws. All other state stays; members are split off in the next step. Refused, with the world unchanged,
/// where the other bodies, joints or materials are not the same.
ExtensionResult extendWorld(World& world, const World& scene);

/// Undoes extendWorld(): removes from a running world the bodies that it has beyond those of `scene`, with their
/// contacts, aggregates, sensors and a pull on them, and takes the materials of `scene`. Grains and the other bodies
/// stay; members are split off at once. `data` must hold the world's last step. Refused, with the world unchanged, in
/// the cases of extendWorld().
ExtensionResult withdrawBodies(World& world, StepData& data, const World& scene);

/// Puts the laws and moduli of `now` that differ from those of `loaded` into `materials`. All three list the same
/// materials.
void keepChangedLaws(const Materials& loaded, const Materials& now, Materials& materials);

}  // namespace scree
